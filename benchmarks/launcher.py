"""Run a command; the last line on standard error is what it took: seconds by the clock and of the processor, peak memory in bytes,
and the exit code.

A program of its own, and a small one: a process is said to have used at least as much memory as the one that started it, and the
benchmarks themselves use much. It measures whole commands: their start is in it, and so are the processes that they start
(their times are added up; the memory is that of the largest).
"""

import os
import sys
import time

_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


def main() -> None:
    command = sys.argv[1:]
    started = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ)
    _, status, used = os.wait4(child, 0)
    clock = time.perf_counter() - started
    processor = used.ru_utime + used.ru_stime
    exit_code = os.waitstatus_to_exitcode(status)
    print(f"\n{clock} {processor} {used.ru_maxrss * _MEMORY_UNIT} {exit_code}", file=sys.stderr)


main()

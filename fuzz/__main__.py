"""`python -m fuzz`: fuzz every target for a while, guided by coverage, and say how many inputs were tried and what was found.

Each target runs in a process of its own. An input that breaks a promise is kept in `.fuzz/found/TARGET/`, once for each place in
the code where it does so, and the run goes on. What is mended moves to `fuzz/regressions/TARGET/`, which `make test` replays.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
import traceback
from hashlib import sha256
from pathlib import Path

from expendibots_notation.compiled import SWITCH

WORK = Path(".fuzz")
_LONGEST_INPUT = 8_192
_MOST_MEMORY = 2_000
"""In megabytes."""
_HANG = 120
"""An input that takes longer than so many seconds ends the run of its target."""
_SLOW = 5.0
"""So many seconds of processor time are too much for any input so short."""
_TRIED = re.compile(r"stat::number_of_executed_units:\s+(\d+)")
_COVERED = re.compile(r"cov: (\d+) ft: (\d+)")


def main() -> int:
    """All targets, or those that are named; the exit code is 1 where anything was found."""
    options = _options()
    if options.child:
        # Before anything else is loaded: what is loaded already cannot guide the fuzzer.
        return fuzz_one(options.targets[0], options.seconds)
    from fuzz.targets import TARGETS, find_target

    unknown = [name for name in options.targets if find_target(name) is None]
    if unknown:
        print(f"there is no target {unknown[0]!r}; the targets are {', '.join(each.name for each in TARGETS)}", file=sys.stderr)
        return 2
    found = 0
    for target in TARGETS:
        if not options.targets or target.name in options.targets:
            found += run_apart(target.name, target.is_compiled, options.seconds)
    return 1 if found else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help="which targets; all of them where none is named")
    parser.add_argument("--seconds", type=int, default=60, help="how long each target is tried; 0: without end")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def run_apart(name: str, is_compiled: bool, seconds: int) -> int:
    """Fuzz one target in a process of its own; how many faults it found."""
    environment = {key: value for key, value in os.environ.items() if key != SWITCH} | ({} if is_compiled else {SWITCH: "1"})
    command = [sys.executable, "-P", "-m", "fuzz", "--child", name, "--seconds", str(seconds)]
    begun = time.monotonic()
    found = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False)
    took = time.monotonic() - begun
    (WORK / f"{name}.log").write_text(found.stderr, encoding="utf-8")
    tried = _TRIED.search(found.stderr)
    covered = _COVERED.findall(found.stderr)
    faults = sorted((WORK / "found" / name).glob("*"))
    inputs = f"{int(tried[1]):>10,}" if tried else "   unknown"
    print(
        f"{name:24} {inputs} inputs {took:5.0f} s  {covered[-1][0] if covered else '?':>6} branches  {len(faults)} faults",
        flush=True,
    )
    for fault in faults:
        print(f"    {fault}")
    if found.returncode or tried is None:
        print(f"    ended with {found.returncode}; see {WORK / f'{name}.log'}")
    return len(faults) + (found.returncode != 0)


def fuzz_one(name: str, seconds: int) -> int:
    """Fuzz one target in this process, which libFuzzer ends."""
    import atheris

    with atheris.instrument_imports(include=["expendibots_notation"]):
        from fuzz.targets import find_target

        target = find_target(name)
        assert target is not None
        # What is loaded late must be loaded here, to be instrumented.
        seeds = list(target.seeds())
        for seed in seeds:
            target.try_one(seed)

    corpus, found = WORK / "corpus" / name, WORK / "found" / name
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        (corpus / sha256(seed).hexdigest()[:16]).write_bytes(seed)

    def try_one(data: bytes) -> None:
        begun = time.process_time()
        try:
            target.try_one(data)
            took = time.process_time() - begun
            if took > _SLOW:
                _keep(found, f"slow-{int(took)}", data, f"{took:.1f} seconds for {len(data)} bytes")
        except Exception as error:
            _keep(found, _signature(error), data, "".join(traceback.format_exception(error)))

    arguments = [
        f"-max_total_time={seconds}",
        f"-max_len={_LONGEST_INPUT}",
        f"-timeout={_HANG}",
        f"-rss_limit_mb={_MOST_MEMORY}",
        f"-artifact_prefix={found}/",
        "-print_final_stats=1",
        "-verbosity=1",
        str(corpus),
    ]
    atheris.Setup([sys.argv[0], *arguments], try_one)
    atheris.Fuzz()
    return 0


def _keep(folder: Path, signature: str, data: bytes, why: str) -> None:
    """Keep an input that broke a promise; a shorter one of the same signature takes its place."""
    path = folder / signature
    if not path.exists() or path.stat().st_size > len(data):
        path.write_bytes(data)
        (WORK / f"{folder.name}-{signature}.txt").write_text(why, encoding="utf-8", errors="surrogateescape")


def _signature(error: Exception) -> str:
    """What tells one fault from another: the kind of the error, and the lines of code it came through."""
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)[-6:]]
    return f"{type(error).__name__}-{sha256(repr(frames).encode()).hexdigest()[:10]}"


if __name__ == "__main__":
    sys.exit(main())

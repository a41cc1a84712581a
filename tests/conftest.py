"""How hard property tests look: `make test` a little, `make test-slow` (`thorough`) harder, `make test-examples` (`deep`) hardest.

`mutate` and `make coverage` (`quick`) need the least.
"""

from __future__ import annotations

import os
import signal
from functools import cache

import typer.testing
from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("default", max_examples=15, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=50)
settings.register_profile("deep", max_examples=1200, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("mutate", settings.get_profile("default"), max_examples=12, database=None)
settings.register_profile("quick", max_examples=8, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # The tests run in the background of a script, where Ctrl-C is not meant for them; what they start must hear it all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Typer makes the whole command line anew for each command that a test runs, which takes longer than most commands.
typer.testing._get_command = cache(typer.testing._get_command)

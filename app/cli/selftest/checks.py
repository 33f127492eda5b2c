"""All checks of `teledeck selftest` that need no window, in their order. A new check is a line here.

Checks of the user's own environment stand before the demo robot, from which on that environment is put aside. Checks
that need Qt are in `app.ui.selftest.window_checks`.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from app.cli.selftest import machine, robots
from app.cli.selftest.demo_bench import DemoBench
from app.cli.selftest.drive import drive
from app.program.check import Check
from app.program.in_thread import blocking_check

# the keys of the demo robot's addresses
SCHEMES: Final = ("gazebo", "ros1", "galileo", "nrp+grpc", "nrp+json")

CHECKS: Final[tuple[Check[DemoBench], ...]] = (
    Check("versions", blocking_check(machine.versions), timeout_s=20.0),
    Check("clock", blocking_check(machine.clock)),
    Check("folders", blocking_check(machine.folders)),
    Check("loopback", blocking_check(machine.loopback)),
    Check("host name", blocking_check(machine.host_name)),
    Check("ports", blocking_check(machine.ports)),
    Check("key store", machine.key_store),
    Check("pads", blocking_check(machine.pads), timeout_s=20.0),
    Check("demo robot", robots.start, timeout_s=30.0),
    *(Check(f"read {scheme}", partial(robots.read, scheme=scheme), timeout_s=20.0) for scheme in SCHEMES),
    Check("pictures", robots.pictures, timeout_s=15.0),
    *(Check(f"drive {scheme}", partial(drive, scheme=scheme), timeout_s=90.0) for scheme in SCHEMES),
)

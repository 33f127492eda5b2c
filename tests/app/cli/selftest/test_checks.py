"""The list of checks: what scripts go by."""

from __future__ import annotations

from app.cli.selftest.checks import CHECKS, SCHEMES
from app.demo.serve import DemoOptions, DemoServer


def test_names_are_as_scripts_know_them_and_each_its_own() -> None:
    names = [check.name for check in CHECKS]

    assert names == list(dict.fromkeys(names))
    assert {"versions", "folders", "demo robot", "read ros1", "drive ros1", "pictures"} <= set(names)


def test_what_is_the_users_is_looked_at_before_the_demo_robot_puts_it_aside() -> None:
    names = [check.name for check in CHECKS]

    for check in ("folders", "host name", "key store"):
        assert names.index(check) < names.index("demo robot")


async def test_every_protocol_of_the_demo_robot_is_read_and_driven() -> None:
    demo = DemoServer(DemoOptions())
    await demo.start()
    served = set(demo.uris)
    await demo.close()

    assert served == set(SCHEMES)
    names = {check.name for check in CHECKS}
    assert {f"{verb} {scheme}" for verb in ("read", "drive") for scheme in SCHEMES} <= names

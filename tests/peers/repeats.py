"""A promised time that could not be kept because the machine stood still is asked for once more.

Nobody can keep a time on a machine that stands still, and where a witness saw it do so (`tests.fakes.stalls`) the fault
is made to happen again: three times at the most, which is said. Only times are forgiven, and none that was never kept:
whatever else is asserted, that nothing moves after its zero above all, fails at once.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

from tests.fakes.promise import TooLateError
from tests.fakes.stalls import Stall, Witness, clock

TRIES: Final = 3
MODULES: Final = "test_driving_"

_late = pytest.StashKey[bool]()
_witnesses: list[Witness] = []


def _witness() -> Witness:
    if not _witnesses:
        _witnesses.append(Witness())
    return _witnesses[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call":
        item.stash[_late] = call.excinfo is not None and isinstance(call.excinfo.value, TooLateError)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if not item.path.name.startswith(MODULES):
        return None
    witness = _witness()
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for attempt in range(1, TRIES + 1):
        began = clock()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        stalls = witness.between(began, clock())
        was_late = item.stash.get(_late, False) and [report.when for report in reports if report.failed] == ["call"]
        for report in reports:
            if was_late and report.failed:
                report.sections.append(("The machine", _words(stalls)))
        if not (was_late and stalls) or attempt == TRIES:
            break
        _say(item.config, f"{item.nodeid}: {_words(stalls)}: once more, after {attempt} of {TRIES}")
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _say(config: pytest.Config, text: str) -> None:
    """Past what captures the output of tests, and from a process that runs some of them for another."""
    with config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        sys.stderr.write(f"\n{text}\n")
        sys.stderr.flush()


def _words(stalls: list[Stall]) -> str:
    if not stalls:
        return "the machine did not stand still"
    longest = max(stall.seconds for stall in stalls)
    return f"the machine stood still {len(stalls)} times, for {longest * 1000:.0f} ms at the longest"

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from pytestqt.qtbot import QtBot

from app.model.doctor import DoctorCheck
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.ui.base.theme import Themes
from app.ui.connect.doctor_dialog import DoctorDialog
from app.wording.ui.connect import DoctorDialogWording
from tests.fakes.session import URI, FakeSession
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

BAD = DoctorCheck("port", False, "nothing listens", "Start the server.")
GOOD = DoctorCheck("name", True, "the name is known")


@pytest.fixture
async def tasks() -> AsyncIterator[TaskPool]:
    pool = TaskPool("test")
    yield pool
    await pool.cancel()


@pytest.fixture
def dialog(qtbot: QtBot, session: FakeSession, themes: Themes, tasks: TaskPool) -> DoctorDialog:
    dialog = DoctorDialog(session.links, tasks.spawn, themes, URI, "Rover")
    qtbot.addWidget(dialog)
    return dialog


def _doctor(*found: DoctorCheck, error: Exception | None = None, end: asyncio.Event | None = None) -> object:
    async def run(connection_id: str, report: Callable[[DoctorCheck], None]) -> None:
        assert connection_id == URI
        # as the link thread does
        for finding in found:
            await asyncio.to_thread(report, finding)
        if end is not None:
            await end.wait()
        if error is not None:
            raise error

    return run


@pytest.mark.parametrize(
    ("found", "code"), [((GOOD, BAD), DoctorDialogWording.FAULTS), ((GOOD,), DoctorDialogWording.NO_FAULT)]
)
async def test_findings_of_the_link_thread_are_listed_and_summed_up(
    dialog: DoctorDialog,
    session: FakeSession,
    monkeypatch: pytest.MonkeyPatch,
    found: tuple[DoctorCheck, ...],
    code: DoctorDialogWording,
) -> None:
    monkeypatch.setattr(session.links, "run_doctor", _doctor(*found))
    dialog.show()
    assert shows(dialog.summary.text(), DoctorDialogWording.RUNS)
    await eventually(dialog.again.isEnabled)

    assert tuple(dialog.findings) == found
    assert shows(dialog.summary.text(), code)


async def test_a_connection_that_is_gone_is_a_fault(
    dialog: DoctorDialog, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session.links, "run_doctor", _doctor(error=SessionError("it is gone", "It was closed.")))
    dialog.show()
    await eventually(dialog.again.isEnabled)

    assert dialog.findings == [DoctorCheck("connection", False, "it is gone", "It was closed.")]


@pytest.mark.expects_log("diagnose")
async def test_checks_that_broke_have_ended_and_found_nothing_out(
    dialog: DoctorDialog, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session.links, "run_doctor", _doctor(GOOD, error=RuntimeError("a fault of the program")))
    dialog.show()
    await eventually(dialog.again.isEnabled)

    assert shows(dialog.summary.text(), DoctorDialogWording.ENDED_EARLY)


async def test_checks_end_with_the_dialog(
    dialog: DoctorDialog, session: FakeSession, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session.links, "run_doctor", _doctor(GOOD, end=asyncio.Event()))
    dialog.show()
    await eventually(lambda: dialog.findings)
    dialog.close()
    await eventually(lambda: not tasks._tasks, "the end of the checks")

    assert not dialog.again.isEnabled()

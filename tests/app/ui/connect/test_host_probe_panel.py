from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from pytestqt.qtbot import QtBot

from app.model.discovery import FoundServer
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.session.typed_addresses import KINDS
from app.ui.base.theme import Themes
from app.ui.connect.host_probe_panel import HostProbePanel
from app.wording.ui.connect import ConnectWording
from tests.fakes.session import FakeFinder
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

SERVER = FoundServer("gazebo://robot:11345", "Gazebo")
Report = Callable[[FoundServer | None], None]


@pytest.fixture
async def tasks() -> AsyncIterator[TaskPool]:
    pool = TaskPool("test")
    yield pool
    await pool.cancel()


@pytest.fixture
def finder() -> FakeFinder:
    return FakeFinder()


@pytest.fixture
def panel(qtbot: QtBot, finder: FakeFinder, themes: Themes, tasks: TaskPool) -> HostProbePanel:
    panel = HostProbePanel(finder, tasks.spawn, themes)
    qtbot.addWidget(panel)
    return panel


async def test_progress_is_shown_until_every_kind_was_asked(panel: HostProbePanel, finder: FakeFinder) -> None:
    finder.servers["robot"] = (SERVER,)
    ended: list[None] = []
    panel.ended.connect(lambda: ended.append(None))
    assert panel.isHidden()
    panel.start("robot", None)
    assert (panel.is_running, panel.progress.value()) == (True, 0)
    await eventually(lambda: ended)

    assert not panel.is_running
    assert panel.progress.value() == panel.progress.maximum() == len(KINDS)
    assert shows(panel.words.text(), ConnectWording.FOUND_ON_HOST)
    assert panel.found == [SERVER]


async def test_a_server_is_picked_by_its_button(panel: HostProbePanel, finder: FakeFinder) -> None:
    finder.servers["robot"] = (SERVER,)
    picked: list[str] = []
    panel.picked.connect(picked.append)
    panel.start("robot", None)
    await eventually(lambda: panel.buttons)
    panel.buttons[0].click()

    assert picked == [SERVER.uri]


async def test_a_search_that_is_cancelled_ends_at_once_and_says_so(
    panel: HostProbePanel, finder: FakeFinder, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[None] = []
    panel.ended.connect(lambda: ended.append(None))

    async def never(host: str, port: int | None, report: Report) -> None:
        del host, port
        report(SERVER)
        await asyncio.Event().wait()

    monkeypatch.setattr(finder, "probe_host", never)
    panel.start("robot", None)
    await eventually(lambda: panel.found)
    panel.cancel_button.click()
    await eventually(lambda: not tasks._tasks, "the end of the search")

    assert not panel.is_running
    assert panel.words.text() == ConnectWording.SEARCH_CANCELLED()
    assert panel.found == [SERVER]
    assert ended == []


async def test_reports_of_a_search_that_another_has_replaced_are_left_out(
    panel: HostProbePanel, finder: FakeFinder, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports: list[Report] = []

    async def ask(host: str, port: int | None, report: Report) -> None:
        del host, port
        reports.append(report)
        await asyncio.sleep(0.02)

    monkeypatch.setattr(finder, "probe_host", ask)
    panel.start("robot", None)
    await eventually(lambda: reports)
    panel.start("other", None)
    reports[0](SERVER)
    await eventually(lambda: not panel.is_running)

    assert (panel.host, panel.found) == ("other", [])
    assert ConnectWording.NOTHING_FOUND() in panel.words.text()


async def test_a_host_that_is_not_found_is_told_with_its_reason(
    panel: HostProbePanel, finder: FakeFinder, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(host: str, port: int | None, report: Report) -> None:
        del host, port, report
        raise SessionError("The name is unknown", "Check the spelling.")

    monkeypatch.setattr(finder, "probe_host", fail)
    panel.start("robot", None)
    await eventually(lambda: not panel.is_running)

    assert panel.words.text() == "The name is unknown. Check the spelling."

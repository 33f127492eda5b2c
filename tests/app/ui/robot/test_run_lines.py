"""Lines of runs in the log."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from app.model.reference_runs import ReferenceRun, RunPlace
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.ui.base.theme import Themes
from app.ui.robot.run_lines import RunLines
from app.wording.record import ReferenceWording
from app.wording.ui.robot import ConsoleWording
from tests.fakes.runs import FakeRuns, messages_of
from tests.fakes.session import JsonSchema
from tests.fakes.spawned import Spawned
from tests.tools.sentences import shows

S = 10**9
SCHEMA = JsonSchema("teledeck/log")


def put(runs: FakeRuns, name: str, *times_s: float) -> ReferenceRun:
    """Lay a run beneath that has logged its name at these times."""
    told = [(at_s, {"level": "INFO", "logger": "app.net", "text": f"{name} {at_s:g}"}) for at_s in times_s]
    return runs.put({"teledeck/log": messages_of(told, SCHEMA)}, name)


@pytest.fixture
def runs() -> FakeRuns:
    return FakeRuns()


@pytest.fixture
def lines(qtbot: QtBot, runs: FakeRuns, spawned: Spawned, themes: Themes) -> RunLines:
    lines = RunLines(runs, spawned, themes)
    qtbot.addWidget(lines.button)
    return lines


def entries(lines: RunLines) -> list[QAction]:
    lines._fill_menu()
    return lines.button.choices.actions()


def texts(lines: RunLines, after_s: float, until_s: float) -> list[str]:
    return [line.text for line in lines.between(round(after_s * S), round(until_s * S))]


def test_the_button_is_there_while_there_are_runs(lines: RunLines, runs: FakeRuns) -> None:
    assert lines.button.isHidden()
    run = put(runs, "Friday", 1.0)
    assert not lines.follow()
    assert not lines.button.isHidden()
    runs.remove(run.id)
    assert not lines.follow()
    assert lines.button.isHidden()


def test_no_run_is_chosen_at_first_and_one_that_is_has_its_lines_at_its_place(
    lines: RunLines, runs: FakeRuns, spawned: Spawned
) -> None:
    run = put(runs, "Friday", 1.0, 2.0, 3.0)
    runs.change(run.id, place=RunPlace(100 * S))
    lines.follow()
    assert texts(lines, 0, 1000) == []
    (entry,) = entries(lines)
    assert not entry.isChecked()
    entry.trigger()
    assert lines.follow() is False
    spawned.run()
    assert lines.follow()
    assert not lines.follow()
    assert texts(lines, 0, 102) == ["Friday 1", "Friday 2"]
    assert texts(lines, 102, 103) == ["Friday 3"]
    (line, *_) = lines.between(0, 200 * S)
    assert (line.created_s, line.run) == (101.0, runs.get(run.id))
    assert entries(lines)[0].isChecked()


def test_lines_of_several_runs_are_in_the_order_in_which_views_show_them(
    lines: RunLines, runs: FakeRuns, spawned: Spawned
) -> None:
    first, second = put(runs, "Friday", 1.0, 3.0), put(runs, "Thursday", 51.0, 53.0)
    runs.change(second.id, place=RunPlace(-49 * S))
    for run in (first, second):
        lines.choose(run.id, chosen=True)
    spawned.run()
    lines.follow()
    assert texts(lines, 0, 100) == ["Friday 1", "Thursday 51", "Friday 3", "Thursday 53"]


def test_of_many_lines_the_newest_of_all_runs_are_taken(lines: RunLines, runs: FakeRuns, spawned: Spawned) -> None:
    for name, times_s in (("Friday", (1.0, 2.0, 3.0)), ("Thursday", (2.0, 2.5, 9.0))):
        lines.choose(put(runs, name, *times_s).id, chosen=True)
    spawned.run()
    lines.follow()
    found = lines.between(0, 5 * S, 4)
    assert [line.text for line in found] == ["Friday 2", "Thursday 2", "Thursday 2.5", "Friday 3"]


async def test_no_log_is_read_any_more_when_the_window_closes(
    qtbot: QtBot, runs: FakeRuns, themes: Themes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait(*_: object) -> bool:
        await asyncio.Event().wait()
        return True

    monkeypatch.setattr(FakeRuns, "read", wait)
    pool, tasks = TaskPool("window"), list[asyncio.Task[None]]()
    lines = RunLines(runs, lambda reading, name: tasks.append(pool.spawn(reading, name)), themes)
    qtbot.addWidget(lines.button)
    lines.choose(put(runs, "Friday", 1.0).id, chosen=True)
    await asyncio.sleep(0)
    lines.close()
    await asyncio.wait(tasks, timeout=5.0)
    assert [task.cancelled() for task in tasks] == [True]


def test_what_changes_of_a_run_is_shown_anew_and_it_goes_with_it(
    lines: RunLines, runs: FakeRuns, spawned: Spawned
) -> None:
    run = put(runs, "Friday", 1.0)
    lines.choose(run.id, chosen=True)
    spawned.run()
    assert lines.follow()
    runs.change(run.id, place=RunPlace(5 * S))
    assert lines.follow()
    assert texts(lines, 5, 6) == ["Friday 1"]
    runs.change(run.id, is_shown=False)
    assert lines.follow()
    assert texts(lines, 0, 100) == []
    runs.change(run.id, is_shown=True)
    assert lines.follow()
    entries(lines)[0].trigger()
    assert lines.follow()
    lines.choose(run.id, chosen=True)
    spawned.run()
    assert lines.follow()
    runs.remove(run.id)
    assert lines.follow()
    assert texts(lines, 0, 100) == []
    # another one with its number is not chosen
    put(runs, "Saturday", 1.0)
    assert not lines.follow()


def test_the_menu_says_why_a_run_has_no_lines(
    lines: RunLines, runs: FakeRuns, spawned: Spawned, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent, broken = put(runs, "silent"), put(runs, "broken", 1.0)
    lines.choose(silent.id, chosen=True)
    assert entries(lines)[1].text() == ConsoleWording.READING_RUN()
    spawned.run()
    assert entries(lines)[1].text() == ConsoleWording.RUN_LOGGED_NOTHING()

    async def fail(*_: object) -> bool:
        raise SessionError(ReferenceWording.NOT_READ(name="broken", reason="gone"))

    monkeypatch.setattr(FakeRuns, "read", fail)
    lines.choose(broken.id, chosen=True)
    spawned.run()
    note = entries(lines)[3]
    assert shows(note.text(), ReferenceWording.NOT_READ, name="broken", reason="gone")
    assert not note.isEnabled()

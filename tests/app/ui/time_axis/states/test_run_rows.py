"""Rows of runs below live rows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from typing_extensions import override

from app.model.reference_runs import ReferenceRun, RunPlace
from app.model.schema import FieldPath
from app.model.timeseries.feeds import TimeBase
from app.model.timeseries.states import NotAStateError
from app.model.topics import Delivery
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.session.reference_runs import ReferenceRuns, Take
from app.ui.time_axis.states.run_rows import RunStateRow, RunStates
from app.ui.time_axis.states.state import StateRowSpec
from app.ui.time_axis.states.transitions import TransitionsDialog
from app.wording.record import ReferenceWording
from app.wording.ui.time_axis import StatesWording, TimeAxisWording
from tests.fakes.played_recording import START_NS, write_recording
from tests.fakes.runs import FakeRuns, messages_of
from tests.fakes.session import JsonSchema
from tests.fakes.spawned import Spawned
from tests.fakes.states import BEGIN_S, FIELDS, ODOM, STATUS, StatesStage
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

SCHEMA = JsonSchema("Status", {"Status": FIELDS})
# a day before, ten seconds of IDLE and ten of DRIVE
THEN_S = BEGIN_S - 86_400
DAY_NS = 86_400 * 10**9


def told(first_s: float = THEN_S, **changes: object) -> tuple[Delivery, ...]:
    """What the robot said in a run, each second."""
    seconds = range(21)
    return messages_of(
        [
            (first_s + second, {"mode": second // 10, "docked": second < 5, "note": "well", "time": second, **changes})
            for second in seconds
        ],
        SCHEMA,
    )


@pytest.fixture
def compared(stage: StatesStage, spawned: Spawned) -> StatesStage:
    """Two rows for ten seconds, and a run that began five seconds before them."""
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "docked")])
    stage.send(10.0, mode=2, docked=False)
    lay(stage, "Friday", DAY_NS - 5 * 10**9)
    look(stage, spawned)
    return stage


def lay(stage: StatesStage, name: str, offset_ns: int) -> ReferenceRun:
    run = stage.session.runs.put({STATUS.topic: told()}, name)
    stage.session.runs.change(run.id, place=RunPlace(offset_ns))
    return run


def look(stage: StatesStage, spawned: Spawned) -> None:
    """Let what is asked for be read and shown."""
    stage.look()
    spawned.run()
    stage.look()


def below(stage: StatesStage, row: int = 0) -> list[RunStateRow]:
    return [each for each in stage.panel.rows.all[row].runs if isinstance(each, RunStateRow)]


def spans(row: RunStateRow) -> list[tuple[float, str | None]]:
    """When each state began, after the beginning of what is live."""
    history = row.history
    return [(round(run.start_s - BEGIN_S, 3), history.word(run.code)) for run in history.runs]


def test_each_run_that_has_the_topic_stands_below_a_row_at_its_place(compared: StatesStage, spawned: Spawned) -> None:
    lay(compared, "Thursday", DAY_NS)
    compared.session.runs.put({"/other": told()}, "Wednesday")
    look(compared, spawned)

    assert [row.run.name for row in below(compared)] == ["Friday", "Thursday"]
    assert [row.run.name for row in below(compared, 1)] == ["Friday", "Thursday"]
    first, second = below(compared)
    assert spans(first) == [(-5.0, "IDLE"), (5.0, "DRIVE"), (15.0, "DOCK")]
    assert spans(second) == [(0.0, "IDLE"), (10.0, "DRIVE"), (20.0, "DOCK")]
    assert spans(below(compared, 1)[0]) == [(-5.0, "true"), (0.0, "false")]


def test_a_topic_is_read_once_for_all_rows_that_show_it_and_never_again_when_its_run_is_moved(
    compared: StatesStage, spawned: Spawned, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Collection[str]] = []
    read = FakeRuns.read

    async def note(self: FakeRuns, run_id: str, topics: Collection[str], take: Take) -> bool:
        asked.append(topics)
        return await read(self, run_id, topics, take)

    monkeypatch.setattr(FakeRuns, "read", note)
    run = lay(compared, "Thursday", DAY_NS)
    look(compared, spawned)
    assert asked == [{STATUS.topic}]
    compared.session.runs.change(run.id, place=RunPlace(DAY_NS + 10**9), name="The day before")
    compared.look()

    (_, row), (also, _) = below(compared), below(compared, 1)
    assert spans(row)[0] == (1.0, "IDLE")
    assert row.run.name == "The day before"
    assert row.changed
    assert not also.changed
    assert len(asked) == 1
    # a row more needs what it shows alone
    compared.panel.add_fields([(STATUS, "note")])
    look(compared, spawned)
    assert len(asked) == 3
    assert spans(below(compared)[1]) == spans(row)
    assert spans(below(compared, 2)[1]) == [(1.0, "well")]


def test_rows_go_with_their_run_where_it_is_hidden_or_removed_and_with_their_row(
    compared: StatesStage, spawned: Spawned
) -> None:
    runs, panel = compared.session.runs, compared.panel
    height = panel.view.row_geometry.height
    (run,) = runs.runs
    panel.view.current = below(compared)[0]
    runs.change(run.id, is_shown=False)
    look(compared, spawned)
    assert below(compared) == []
    assert panel.view.current is panel.rows.all[0]
    assert panel.view.row_geometry.height < height
    runs.change(run.id, is_shown=True)
    look(compared, spawned)
    assert panel.view.row_geometry.height == height
    panel.remove_row(panel.rows.all[0])
    look(compared, spawned)
    assert [str(row.spec.path) for row in panel.rows.shown] == ["docked", "docked"]
    panel.removals.undo_last()
    look(compared, spawned)
    assert spans(below(compared)[0])[0] == (-5.0, "IDLE")
    runs.remove(run.id)
    look(compared, spawned)
    assert panel.rows.shown == panel.rows.all


def test_runs_are_not_saved_and_do_not_say_what_is_newest(compared: StatesStage, spawned: Spawned) -> None:
    panel = compared.panel
    saved, newest_s = panel.state(), panel.rows.newest_s
    assert len(saved["lanes"]) == 2
    lay(compared, "in the future", 3 * DAY_NS)
    look(compared, spawned)
    assert panel.state()["lanes"] == saved["lanes"]
    assert panel.rows.newest_s == newest_s
    panel.restore(saved)
    look(compared, spawned)
    assert [row.run.name for row in below(compared)] == ["Friday", "in the future"]


def test_a_run_is_read_at_a_time_until_its_end_and_tells_nothing_after_it(compared: StatesStage) -> None:
    (row,) = below(compared)
    now_s = compared.panel.time_window.now_s
    assert row.read_now(now_s).word == "DRIVE"
    assert row.read_at(BEGIN_S + 2.0, now_s).word == "IDLE"
    assert row.read_at(BEGIN_S + 2.0, now_s).note == StatesWording.INTO_IT(since="7.0 s", time="10 s")
    assert row.read_at(BEGIN_S + 30.0, now_s).word == ""
    assert row.known_until_s(now_s) == pytest.approx(BEGIN_S + 15.0)


def test_the_last_state_lasts_to_the_end_of_the_run_where_others_were_recorded_longer(
    stage: StatesStage, spawned: Spawned
) -> None:
    stage.panel.add_fields([(STATUS, "note")])
    later = messages_of([(THEN_S + 60.0, {"x": 1.0})], SCHEMA)
    once = messages_of([(THEN_S + 1.0, {"note": "well"})], SCHEMA)
    run = stage.session.runs.put({STATUS.topic: once, ODOM.topic: later})
    stage.session.runs.change(run.id, place=RunPlace(DAY_NS))
    look(stage, spawned)
    (row,) = below(stage)
    assert row.read_at(BEGIN_S + 40.0, BEGIN_S + 100.0).word == "well"
    assert row.read_at(BEGIN_S + 61.0, BEGIN_S + 100.0).word == ""


def test_by_stamp_a_run_lies_where_its_stamps_do(compared: StatesStage, spawned: Spawned) -> None:
    panel, runs = compared.panel, compared.session.runs
    panel._choose_base(TimeBase.STAMP)
    look(compared, spawned)
    # stamps of a simulation have nothing to do with the time of receipt
    assert [run.start_s for run in below(compared)[0].history.runs] == [0.0, 10.0, 20.0]
    runs.change(runs.runs[0].id, stamp_place=RunPlace(7 * 10**9))
    look(compared, spawned)
    assert [run.start_s for run in below(compared)[0].history.runs] == [7.0, 17.0, 27.0]


def test_what_is_wrong_with_a_run_is_told_in_words(compared: StatesStage, spawned: Spawned) -> None:
    runs, panel = compared.session.runs, compared.panel
    other = JsonSchema("Other", {"Other": FIELDS})
    runs.put({STATUS.topic: messages_of([(THEN_S, {"mode": 1})], other)}, "other")
    panel.add_fields([(STATUS, "note")])
    look(compared, spawned)
    fault = below(compared)[1].fault
    assert shows(fault, StatesWording.OTHER_TYPE_IN_RUN, theirs="Other", ours="Status")
    # it is shown all the same
    assert below(compared)[1].history.words == ("DRIVE",)
    assert fault in panel.view._painter.tip(below(compared)[1], BEGIN_S, panel.time_window)


def test_while_a_run_is_read_the_row_says_how_far_and_where_it_ends_early_why(
    stage: StatesStage, spawned: Spawned, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    lay(stage, "Friday", DAY_NS)
    stage.look()
    (row,) = below(stage)
    assert shows(row.read_now(BEGIN_S).note, StatesWording.READING_RUN, share="0%")
    stage.panel.view.grab()

    async def end_early(*_: object) -> bool:
        return False

    monkeypatch.setattr(FakeRuns, "read", end_early)
    spawned.run()
    stage.look()
    assert row.read_now(BEGIN_S).note == ReferenceWording.NOT_READ_WHOLE()

    async def fail(*_: object) -> bool:
        raise SessionError(ReferenceWording.NOT_READ(name="Friday", reason="gone"))

    monkeypatch.setattr(FakeRuns, "read", fail)
    stage.panel.rows.set_all((), stage.panel.rows.colors)
    stage.look()
    stage.panel.add_fields([(STATUS, "mode")])
    look(stage, spawned)
    assert shows(below(stage)[0].read_now(BEGIN_S).note, ReferenceWording.NOT_READ, name="Friday", reason="gone")


def test_a_row_of_a_run_is_chosen_and_copied_by_keys_but_stays_where_it_is(compared: StatesStage) -> None:
    view, panel = compared.panel.view, compared.panel
    view.current = panel.rows.all[0]
    QTest.keyClick(view, Qt.Key.Key_Down)
    (row,) = below(compared)
    assert view.current is row
    panel.copy_state(row)
    assert QGuiApplication.clipboard().text() == "DRIVE"
    QTest.keyClick(view, Qt.Key.Key_Delete)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert compared.shown() == ["mode", "docked"]
    assert row in panel.rows.shown
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.current is panel.rows.all[1]


def test_the_states_of_a_run_are_listed_and_follow_it(compared: StatesStage, spawned: Spawned) -> None:
    panel, runs = compared.panel, compared.session.runs
    (row,) = below(compared)
    panel.show_transitions(row)
    (dialog,) = panel._dialogs.values()
    assert isinstance(dialog, TransitionsDialog)
    title = StatesWording.TITLE(path=row.spec.path)
    assert dialog.windowTitle() == TimeAxisWording.OF_RUN(run="Friday", what=title)
    assert [each.word for each in dialog.model.shown] == ["DOCK", "DRIVE", "IDLE"]
    runs.change(runs.runs[0].id, place=RunPlace(DAY_NS))
    panel._facts_due_s = 0.0
    look(compared, spawned)
    assert dialog.model.shown[-1].from_s == pytest.approx(BEGIN_S)
    runs.remove(runs.runs[0].id)
    panel._facts_due_s = 0.0
    look(compared, spawned)
    assert not panel._dialogs


def test_the_menu_and_the_tip_of_a_run_are_its_own(compared: StatesStage) -> None:
    panel, view = compared.panel, compared.panel.view
    (row,) = below(compared)
    place = view.row_geometry.run_band(0, 0).center()
    assert view.row_at(place) is row
    menu = panel.menu.make(row)
    words = [action.text() for action in menu.actions()]
    assert any(word.startswith(StatesWording.ALL_TRANSITIONS()) for word in words)
    assert not any(word.startswith(StatesWording.REMOVE()) for word in words)
    tip = view._painter.tip(row, BEGIN_S + 2.0, panel.time_window)
    assert "Friday" in tip.splitlines()
    assert "IDLE" in tip.splitlines()
    assert StatesWording.TRACK_TIP() not in tip
    assert TimeAxisWording.OF_RUN(run="Friday", what="/status mode") in view.spoken_text()
    menu.deleteLater()


def test_blocks_of_a_run_are_paler_than_the_live_ones(compared: StatesStage) -> None:
    view, inks = compared.panel.view, compared.panel.rows.colors
    image = view.grab().toImage()
    band = view.row_geometry.run_band(0, 0)
    theme = view._themes.current
    shown = {image.pixelColor(x, band.top() + 2).name() for x in range(band.left(), band.right())}
    assert inks.ink(theme, "DRIVE", old=True).fill.name() in shown
    assert inks.ink(theme, "DRIVE").fill.name() not in shown


async def test_states_are_read_in_the_thread_of_a_real_run(tmp_path: Path) -> None:
    values = [("/status", number / 100, {"mode": f"m{number // 500}"}) for number in range(3000)]
    runs, tasks = ReferenceRuns(), TaskPool("states")
    run = await runs.add([write_recording(tmp_path / "run.mcap", values, per_chunk=500)])
    states, spec = RunStates(runs, tasks.spawn), StateRowSpec(run.key("/status"), FieldPath.parse("mode"))
    number = StateRowSpec(run.key("/status"), FieldPath.parse("none"))
    states.set_rows([spec, number], TimeBase.RECEIPT)
    topic = states.topic(spec)
    await eventually(lambda: states.fault(topic) is None)
    topic.follow(run)
    history = states.history(spec)
    assert [history.word(each.code) for each in history.runs] == [f"m{count}" for count in range(6)]
    assert history.runs[1].start_s == pytest.approx(START_NS / 1e9 + 5.0, abs=1e-5)
    assert states.error(number) is not None
    assert not isinstance(states.error(number), NotAStateError)
    states.set_rows((), TimeBase.RECEIPT)
    await runs.close()
    await tasks.cancel()


async def test_what_nobody_shows_any_more_is_not_read_on() -> None:
    class Slow(FakeRuns):
        left = False

        @override
        async def read(
            self, run_id: str, topics: Collection[str], take: Take, is_enough: Callable[[], bool] = lambda: False
        ) -> bool:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                self.left = True
                raise
            return True

    runs, tasks = Slow(), TaskPool("states")
    run = runs.put({STATUS.topic: told()})
    states = RunStates(runs, tasks.spawn)
    states.set_rows([StateRowSpec(run.key(STATUS.topic), FieldPath.parse("mode"))], TimeBase.RECEIPT)
    await asyncio.sleep(0)
    states.set_rows((), TimeBase.RECEIPT)
    await eventually(lambda: runs.left)
    await tasks.cancel()

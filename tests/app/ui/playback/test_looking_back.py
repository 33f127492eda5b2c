"""Looking back: a key goes ten seconds back and returns, views are framed meanwhile, nobody drives in the past."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QDialog, QDockWidget, QLabel, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from app.model.marks import MarkLine, TimeMark
from app.model.playback import PlaybackState
from app.session.deck import Deck
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.theme import Themes
from app.ui.playback import looking_back
from app.ui.playback.looking_back import BACK_S, LINE_S, LookingBack, PastFrame
from app.ui.widgets.dock_places import is_in_front
from app.wording.record import RecordWording
from app.wording.ui.playback import PlaybackBarWording
from tests.fakes.session import FakeSession
from tests.tools.sentences import shows


class FakeDeck:
    """A deck that notes what is asked of it."""

    def __init__(self) -> None:
        self.is_past = self.is_beginning = self.is_awaited = False
        self.keeps, self.trouble = True, ""
        self.position_ns = 10
        self.asked: list[object] = []
        self.changes = self.refusals = 0
        self.painted: list[int] = []
        self.has_views = False
        self.jumps = 0
        self.shown: list[tuple[int, int]] = []
        self.moves: Callable[[], bool] = lambda: False
        self.tell_views: Callable[[], object] = lambda: None

    def note_painted(self, changes: int) -> None:
        self.painted.append(changes)

    def note_shown(self, changes: int, jumps: int) -> None:
        self.shown.append((changes, jumps))

    @property
    def look(self) -> SimpleNamespace | None:
        return SimpleNamespace(told_jumps=self.jumps) if self.is_past else None

    @property
    def state(self) -> PlaybackState | None:
        return PlaybackState(0, 20, self.position_ns) if self.is_past else None

    def move(self, by_ns: int) -> None:
        self.is_past = True
        self.changes += 1
        self.asked.append(by_ns)

    def play(self) -> None:
        self.asked.append("play")

    def prepare(self) -> None:
        self.asked.append("prepare")

    def go_live(self) -> None:
        self.is_past = False
        self.changes += 1
        self.asked.append("now")


def shown_frames(view: QWidget) -> list[PastFrame]:
    return [frame for frame in view.findChildren(PastFrame) if not frame.isHidden()]


class Bench:
    """A window with a view, in which one can look back."""

    def __init__(self, window: QMainWindow, session: FakeSession, themes: Themes) -> None:
        self.window = window
        self.switch = CommandSwitch(session.commands, QAction(window), themes, lambda: None, window)
        self.deck = FakeDeck()
        self.notes: list[str] = []
        self.action = QAction(checkable=True)
        self.dock = QDockWidget(window)
        self.dock.setObjectName("view")
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.dock)
        deck = cast("Deck", self.deck)
        self.looking = LookingBack(window, deck, self.switch, themes, self.action, self.notes.append)

    def tick(self, now: float = 0.0, told: int | None = None) -> None:
        """Refresh as a tick of the window does; with `told`, so many jumps are told after it has begun."""
        self.looking.holds_views()
        if told is not None:
            self.deck.jumps = told
        self.looking.refresh(now)

    @property
    def frames(self) -> list[PastFrame]:
        return shown_frames(self.dock)


@pytest.fixture
def bench(qtbot: QtBot, session: FakeSession, themes: Themes) -> Bench:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(400, 300)
    window.show()
    return Bench(window, session, themes)


def test_the_key_goes_ten_seconds_back_and_then_to_now_again(bench: Bench) -> None:
    bench.action.trigger()
    assert bench.deck.asked == [-BACK_S * 1e9, "play"]
    assert bench.action.isChecked()

    bench.action.trigger()
    assert bench.deck.asked[2:] == ["now"]
    assert not bench.action.isChecked()


def test_views_are_framed_while_they_show_the_past(qtbot: QtBot, bench: Bench) -> None:
    bench.action.trigger()
    (frame,) = bench.frames
    assert frame.isVisible()
    assert shows(frame.accessibleName(), PlaybackBarWording.PAST)

    bench.dock.resize(300, 200)
    assert frame.size() == bench.dock.size()
    # what is inside of it is the view's alone
    assert not frame.mask().contains(frame.rect().center())

    bench.action.trigger()
    qtbot.waitUntil(lambda: not bench.frames)


def test_a_view_is_framed_with_the_first_that_it_shows_of_the_past(bench: Bench) -> None:
    bench.deck.is_beginning = True
    bench.action.trigger()
    bench.looking.refresh(0.2)
    assert bench.frames == []

    bench.deck.jumps = 1
    bench.looking.refresh(0.2)
    assert len(bench.frames) == 1


def test_a_view_is_framed_also_where_the_first_of_the_past_does_not_come(bench: Bench) -> None:
    bench.deck.is_beginning = True
    bench.action.trigger()
    bench.deck.is_beginning = False
    bench.looking.refresh(0.2)

    assert len(bench.frames) == 1


def test_frames_are_made_ahead_one_at_a_time_and_used_again(qtbot: QtBot, bench: Bench) -> None:
    other = QDockWidget(bench.window)
    bench.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, other)
    made = []
    for now in (1.0, 7.0, 8.0, 9.0):
        bench.looking.refresh(now)
        made.append(len(bench.window.findChildren(PastFrame)))
    assert made == [0, 1, 2, 2]
    assert shown_frames(bench.window) == []

    first = bench.window.findChildren(PastFrame)
    for _ in range(2):
        bench.action.trigger()
        bench.looking.refresh(9.5)
        assert shown_frames(bench.window) == first
        bench.dock.resize(310, 210)
        assert bench.frames[0].size() == bench.dock.size()
        bench.action.trigger()
        qtbot.waitUntil(lambda: not bench.frames)


def test_views_that_are_seen_are_framed_first_and_those_behind_them_a_moment_later(qtbot: QtBot, bench: Bench) -> None:
    behind = QDockWidget(bench.window)
    bench.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, behind)
    bench.window.tabifyDockWidget(behind, bench.dock)
    bench.dock.show()
    bench.dock.raise_()
    qtbot.waitUntil(lambda: is_in_front(bench.dock) and not is_in_front(behind))

    bench.action.trigger()
    assert len(bench.frames) == 1
    assert shown_frames(behind) == []

    bench.looking.refresh(0.11)
    assert len(shown_frames(behind)) == 1


def test_it_is_told_in_the_thread_of_the_window_that_there_is_something_of_the_past_to_show(
    qtbot: QtBot, bench: Bench
) -> None:
    told: list[int] = []
    bench.looking.told.connect(lambda: told.append(threading.get_ident()))

    def tell() -> None:
        link = threading.Thread(target=bench.deck.tell_views)
        link.start()
        link.join()
        qtbot.wait(20)

    tell()
    assert told == []
    bench.action.trigger()
    bench.deck.jumps = 1
    tell()
    assert told == [threading.get_ident()]

    # what a tick has begun with is painted before the next one
    bench.tick()
    tell()
    assert len(told) == 1


def test_a_view_that_shows_now_since_has_another_frame(bench: Bench) -> None:
    bench.action.trigger()
    bench.action.trigger()
    bench.dock.setWidget(PanelOfNow())
    bench.action.trigger()

    assert [word(frame) for frame in bench.frames] == [PlaybackBarWording.NOW()]


def test_what_is_now_pauses_beside_the_past_and_longer_while_a_time_is_awaited(bench: Bench) -> None:
    assert bench.looking.pause_s() == 0

    bench.action.trigger()
    beside_s = bench.looking.pause_s()
    bench.deck.is_awaited = True
    assert 0 < beside_s < bench.looking.pause_s()


class PaintedView(QWidget):
    """A view that counts how often it was painted."""

    painted = 0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - of Qt
        del event
        self.painted += 1


def test_a_view_is_not_painted_for_its_frame(qtbot: QtBot, bench: Bench) -> None:
    view = PaintedView()
    bench.dock.setWidget(view)
    bench.dock.setTitleBarWidget(QWidget())
    qtbot.waitUntil(lambda: view.painted > 0)
    painted = view.painted

    bench.action.trigger()
    (frame,) = bench.frames
    qtbot.waitUntil(frame.isVisible)
    qtbot.wait(20)

    assert view.painted == painted


def test_plots_show_the_time_that_views_show_among_the_marks(bench: Bench) -> None:
    marks = tuple(MarkLine(at_s, TimeMark(round(at_s * 1e9), 1)) for at_s in (5e-9, 15e-9))
    assert bench.looking.lines(marks) is marks

    bench.action.trigger()

    times_ns = [line.mark.time_ns for line in bench.looking.lines(marks)]
    assert times_ns == [5, 10, 15]
    assert [line.is_past for line in bench.looking.lines(marks)] == [False, True, False]


def test_who_drives_is_told_why_not(bench: Bench) -> None:
    bench.looking.refresh(0.0)
    assert bench.notes == []

    bench.deck.refusals = 1
    bench.looking.refresh(0.0)
    bench.looking.refresh(0.0)

    assert [shows(note, PlaybackBarWording.NOT_WHILE_DRIVING) for note in bench.notes] == [True]
    assert not bench.action.isChecked()


def test_what_moves_a_robot_otherwise_than_by_driving_keeps_the_past_away_and_has_views_show_now(bench: Bench) -> None:
    bench.action.trigger()
    assert not bench.deck.moves()

    bench.switch.set_moving(bench.window, moves=True)
    assert bench.deck.moves()
    assert not bench.deck.is_past

    # what ends brings nothing back, and ends nothing
    bench.action.trigger()
    bench.switch.set_moving(bench.window, moves=False)
    assert bench.deck.is_past


def test_it_is_told_when_now_was_painted_after_the_past_and_not_before(qtbot: QtBot, bench: Bench) -> None:
    bench.looking.refresh(0.0)
    qtbot.waitUntil(lambda: bench.deck.painted == [0])

    bench.action.trigger()
    bench.dock.repaint()
    bench.looking.refresh(0.0)
    qtbot.wait(50)
    assert bench.deck.painted == [0]

    bench.action.trigger()
    assert bench.deck.painted == [0]
    qtbot.waitUntil(lambda: bench.deck.painted == [0, 2])
    bench.looking.refresh(0.0)
    bench.dock.update()
    qtbot.wait(50)
    assert bench.deck.painted == [0, 2]


def test_it_is_told_once_which_jumps_were_painted_when_the_next_refresh_begins(bench: Bench) -> None:
    assert bench.deck.has_views
    bench.action.trigger()
    for jumps in (0, 1, 1, 1, 3, 3):
        bench.deck.jumps = jumps
        bench.tick()

    assert bench.deck.shown == [(1, 0), (1, 1), (1, 3)]

    bench.action.trigger()
    bench.action.trigger()
    for _ in range(2):
        bench.tick()
    assert bench.deck.shown[3:] == [(3, 3)]


def test_what_was_told_after_a_tick_has_begun_is_painted_by_the_next_one(qtbot: QtBot, bench: Bench) -> None:
    hastened: list[None] = []
    bench.looking.told.connect(lambda: hastened.append(None))
    bench.action.trigger()
    for _ in range(2):
        bench.tick()
    # some views of this tick were refreshed before it
    bench.tick(told=1)
    bench.deck.tell_views()
    qtbot.waitUntil(lambda: bool(hastened))
    bench.tick()
    assert bench.deck.shown == [(1, 0)]

    bench.tick()
    assert bench.deck.shown == [(1, 0), (1, 1)]


def test_a_window_that_paints_nothing_has_shown_nothing(qtbot: QtBot, bench: Bench) -> None:
    bench.dock.window().hide()

    bench.looking.refresh(0.0)
    qtbot.wait(50)

    assert bench.deck.painted == []


def test_what_the_first_look_needs_is_loaded_once_when_the_window_has_come_to_rest(bench: Bench) -> None:
    bench.looking.refresh(100.0)
    assert bench.deck.asked == []

    for now_s in (106.0, 107.0, 120.0):
        bench.looking.refresh(now_s)

    assert bench.deck.asked == ["prepare"]


class PanelOfNow(QLabel):
    """A panel that shows what is now, whatever time other views show."""

    is_of_now = True


def test_a_dialog_that_is_opened_beside_the_past_is_framed_soon(bench: Bench) -> None:
    bench.action.trigger()
    dialog = QDialog(bench.window)
    dialog.show()
    bench.looking.refresh(0.11)
    assert [word(frame) for frame in shown_frames(dialog)] == [PlaybackBarWording.NOW()]


def test_what_goes_on_showing_now_says_so(qtbot: QtBot, bench: Bench) -> None:
    bench.dock.setWidget(PanelOfNow())
    page, panel = QWidget(), PanelOfNow()
    panel.setParent(page)
    bench.window.setCentralWidget(page)
    dialog = QDialog(bench.window)
    dialog.show()

    bench.action.trigger()
    bench.looking.refresh(0.5)

    assert [word(frame) for frame in bench.frames] == [PlaybackBarWording.NOW()]
    assert {frame.parentWidget(): word(frame) for frame in shown_frames(page)} == {
        page: PlaybackBarWording.PAST(),
        panel: PlaybackBarWording.NOW(),
    }
    assert [word(frame) for frame in shown_frames(dialog)] == [PlaybackBarWording.NOW()]

    dialog.deleteLater()
    QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)
    bench.action.trigger()
    qtbot.waitUntil(lambda: not shown_frames(bench.window))


def word(frame: PastFrame) -> str:
    """What a frame says."""
    return frame.accessibleName()


def test_where_nothing_is_kept_that_is_said(bench: Bench) -> None:
    bench.deck.keeps = False
    bench.action.trigger()
    bench.deck.keeps, bench.deck.trouble = True, "no room"
    bench.action.trigger()

    assert bench.deck.asked == []
    assert shows(bench.notes[0], PlaybackBarWording.NO_BOX)
    assert shows(bench.notes[1], RecordWording.NOTHING_KEPT, trouble="no room")
    assert not bench.action.isChecked()


def test_two_windows_are_framed_by_one_deck(qtbot: QtBot, bench: Bench, themes: Themes) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    dock = QDockWidget(window)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.show()
    deck, action = cast("Deck", bench.deck), QAction(checkable=True)
    other = LookingBack(window, deck, bench.switch, themes, action, bench.notes.append)

    bench.action.trigger()
    other.refresh(1.0)
    assert shown_frames(dock)

    other.toggle()
    bench.looking.refresh(2.0)
    qtbot.waitUntil(lambda: not bench.frames and not shown_frames(dock))
    assert not bench.action.isChecked()


def test_the_word_of_what_is_within_another_frame_leaves_its_field_alone(bench: Bench, themes: Themes) -> None:
    view = QWidget(bench.window)
    view.resize(320, 200)
    view.show()
    frame = PastFrame(view, themes, is_of_now=True)
    frame.put()
    assert not frame.mask().contains(QPoint(view.width() // 2, 10))
    assert frame.mask().contains(QPoint(view.width() * 4 // 5, 10))

    view.resize(20, 200)
    assert frame._place_of_word().left() == 0


def test_plots_that_follow_draw_the_time_anew_only_when_it_is_another_and_no_more_often_than_an_eye_follows(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 100.0
    monkeypatch.setattr(looking_back, "monotonic", lambda: now_s)
    bench.action.trigger()
    marks = (MarkLine(5e-9, TimeMark(5, 1)),)
    first = bench.looking.lines(marks)
    now_s += 1.0
    assert bench.looking.lines(marks) is first

    bench.deck.position_ns = 12
    second = bench.looking.lines(marks)
    assert second[-1].mark.time_ns == 12
    bench.deck.position_ns = 13
    now_s += LINE_S / 2
    assert bench.looking.lines(marks) is second
    now_s += LINE_S
    assert bench.looking.lines(marks)[-1].mark.time_ns == 13
    assert len(bench.looking.lines(())) == 1

    # one that was gone to does not wait
    bench.deck.position_ns, bench.deck.is_awaited = 9, True
    assert bench.looking.lines(())[-1].mark.time_ns == 9


def test_views_wait_for_the_first_time_of_the_past_but_not_for_long(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 100.0
    monkeypatch.setattr(looking_back, "monotonic", lambda: now_s)
    assert not bench.looking.holds_views()
    held = []
    for jumps, passed_s in ((0, 0.0), (0, 0.4), (1, 0.0)):
        bench.deck.is_past = bench.deck.is_beginning = True
        bench.deck.jumps = jumps
        now_s += passed_s
        held.append(bench.looking.holds_views())
    assert held == [True, True, False]

    bench.deck.jumps = 0
    assert bench.looking.holds_views()
    now_s += 1.0
    assert not bench.looking.holds_views()


def test_a_jump_is_not_painted_before_its_picture_is(bench: Bench) -> None:
    bench.deck.is_past, bench.deck.jumps = True, 1
    is_rendering = True
    bench.looking.renders = lambda: is_rendering
    for _ in range(3):
        bench.tick()
    assert bench.deck.shown == []

    is_rendering = False
    bench.tick()
    # the picture is painted behind this refresh
    assert bench.deck.shown == []
    bench.tick()
    assert bench.deck.shown == [(0, 1)]


def test_the_views_that_get_a_frame_are_found_while_they_wait_for_the_first_time(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[None] = []
    find = bench.looking._views

    def count() -> dict[QWidget, bool]:
        found.append(None)
        return find()

    monkeypatch.setattr(bench.looking, "_views", count)
    bench.deck.is_past = bench.deck.is_beginning = True
    bench.deck.changes += 1
    for _ in range(3):
        bench.tick()
    assert (len(found), bench.frames) == (1, [])

    bench.deck.jumps = 1
    bench.tick()
    assert (len(found), len(bench.frames)) == (1, 1)

"""The place in a recording: mouse and wheel, the part that is shown, and what is drawn behind it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.model.density import Density
from app.model.marks import TimeMark
from app.model.time_contents import TimeEvent, TimeEventKind
from app.ui.base.text import format_stamp
from app.ui.base.theme import Themes
from app.ui.playback.place_strip import LEAST_SPAN_NS, PlaceStrip, StripContents
from app.wording.ui.playback import PlaybackBarWording
from tests.tools.sentences import shows

S = 1_000_000_000
BEGIN_NS = 1_700_000_000 * S
WHOLE = (BEGIN_NS, BEGIN_NS + 100 * S)
LEFT, SHIFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


def at(second: float) -> int:
    """A second of the recording."""
    return BEGIN_NS + round(second * S)


@pytest.fixture
def strip(qtbot: QtBot, themes: Themes) -> PlaceStrip:
    strip = PlaceStrip(themes)
    qtbot.addWidget(strip)
    strip.resize(610, 40)
    strip.show()
    strip.show_place(WHOLE, at(25))
    return strip


def place_of(strip: PlaceStrip, second: float) -> QPoint:
    """The place of a second on the strip."""
    return QPoint(round(strip.x_of(at(second))), 20)


def drag(strip: PlaceStrip, to: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Move the mouse with its button held."""
    where = QPointF(to)
    event = QMouseEvent(QEvent.Type.MouseMove, where, strip.mapToGlobal(where), LEFT, LEFT, modifiers)
    QApplication.sendEvent(strip, event)


def turn(strip: PlaceStrip, second: float, steps: float, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Turn the wheel over a second."""
    where = QPointF(place_of(strip, second))
    by = QPoint(0, round(120 * steps))
    phase = Qt.ScrollPhase.NoScrollPhase
    buttons = Qt.MouseButton.NoButton
    event = QWheelEvent(where, strip.mapToGlobal(where), QPoint(), by, buttons, modifiers, phase, False)
    QApplication.sendEvent(strip, event)


def test_a_hand_takes_the_place_along_and_nobody_else_moves_it_meanwhile(strip: PlaceStrip) -> None:
    chosen: list[int] = []
    strip.chosen.connect(chosen.append)
    QTest.mousePress(strip, LEFT, NONE, place_of(strip, 50))
    drag(strip, place_of(strip, 60))
    assert chosen == pytest.approx([at(50), at(60)], abs=S // 5)
    shown = strip.grab().toImage()
    strip.show_place(WHOLE, at(5))
    assert strip.grab().toImage() == shown

    QTest.mouseRelease(strip, LEFT, NONE, place_of(strip, 60))
    strip.show_place(WHOLE, at(5))
    assert strip.grab().toImage() != shown
    assert strip.value() == strip.maximum() // 20


def test_the_wheel_moves_by_seconds(strip: PlaceStrip) -> None:
    moved: list[int] = []
    strip.moved_by.connect(moved.append)
    for steps in (1, -2, 0.5):
        turn(strip, 10, steps)
    assert moved == [S, -2 * S, S // 2]


def test_the_wheel_with_ctrl_shows_less_around_the_pointer_and_more_again(strip: PlaceStrip) -> None:
    turn(strip, 80, 2, CONTROL)
    first_ns, last_ns = strip.shown
    assert last_ns - first_ns < 50 * S
    assert strip.x_of(at(80)) == pytest.approx(600 * 0.8 + 5, abs=8)
    assert strip.is_zoomed

    turn(strip, 80, -5, CONTROL)
    assert strip.shown == WHOLE
    turn(strip, 80, 100, CONTROL)
    assert strip.shown[1] - strip.shown[0] == LEAST_SPAN_NS


def test_what_is_shown_goes_with_the_place_and_stays_as_long_as_it_was(strip: PlaceStrip) -> None:
    strip.zoom(0.1)
    span_ns = strip.shown[1] - strip.shown[0]
    assert strip.shown[0] < at(25) < strip.shown[1]
    for second in (60, 2, 100):
        strip.show_place(WHOLE, at(second))
        assert strip.shown[0] <= at(second) <= strip.shown[1]
        assert strip.shown[1] - strip.shown[0] == span_ns

    # the past goes on
    strip.show_place((WHOLE[0], WHOLE[1] + 10 * S), at(100))
    assert strip.shown[1] - strip.shown[0] == span_ns


def test_the_whole_is_shown_as_it_grows(strip: PlaceStrip) -> None:
    strip.show_place((WHOLE[0], WHOLE[1] + S), at(25))
    assert strip.shown == (WHOLE[0], WHOLE[1] + S)


def test_a_part_is_chosen_with_shift_and_a_click_with_it_chooses_none(strip: PlaceStrip) -> None:
    parts: list[tuple[int, int] | None] = []
    chosen: list[int] = []
    strip.loop_chosen.connect(parts.append)
    strip.chosen.connect(chosen.append)

    QTest.mousePress(strip, LEFT, SHIFT, place_of(strip, 70))
    drag(strip, place_of(strip, 40), SHIFT)
    QTest.mouseRelease(strip, LEFT, SHIFT, place_of(strip, 40))
    (part,) = parts
    assert part == pytest.approx((at(40), at(70)), abs=S // 5)

    QTest.mouseClick(strip, LEFT, SHIFT, place_of(strip, 70))
    assert parts[1:] == [None]
    assert chosen == []


CONTENTS = [
    StripContents(density=Density([at(0), at(50)], [at(20), at(100)], [1000, 10])),
    StripContents(marks=(TimeMark(at(60), 1),)),
    StripContents(bookmarks=(at(60),)),
    StripContents(loop_ns=(at(60), at(90))),
    *(StripContents(events=(TimeEvent(at(60), kind, ""),)) for kind in TimeEventKind),
]


def test_all_that_is_shown_looks_different(strip: PlaceStrip) -> None:
    seen = [strip.grab().toImage()]
    for contents in CONTENTS:
        strip.show_contents(contents)
        image = strip.grab().toImage()
        assert all(image != other for other in seen)
        seen.append(image)


@pytest.mark.parametrize(
    ("second", "codes"),
    [
        (10, [PlaybackBarWording.RATE_AT]),
        (30, [PlaybackBarWording.GAP]),
        (60, [PlaybackBarWording.STOP_AT, PlaybackBarWording.RATE_AT]),
    ],
)
def test_the_tip_tells_what_is_below_the_pointer(
    strip: PlaceStrip, monkeypatch: pytest.MonkeyPatch, second: float, codes: list[PlaybackBarWording]
) -> None:
    stop = TimeEvent(at(60), TimeEventKind.STOP, "by the operator")
    strip.show_contents(replace(CONTENTS[0], events=(stop,)))
    tips: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, *_: tips.append(text))
    place = place_of(strip, second)
    QApplication.sendEvent(strip, QHelpEvent(QEvent.Type.ToolTip, place, strip.mapToGlobal(place)))
    (tip,) = tips
    assert [shows(line, code) for line, code in zip(tip.splitlines(), codes, strict=True)] == [True] * len(codes)


def test_the_tip_of_a_mark_has_its_words(strip: PlaceStrip) -> None:
    strip.show_contents(StripContents(marks=(TimeMark(at(60), 1, "slipped"),)))
    assert "slipped" in strip.tip_at(strip.x_of(at(60)))
    assert "slipped" not in strip.tip_at(strip.x_of(at(50)))


def test_before_anything_is_known_nothing_is_wrong(qtbot: QtBot, themes: Themes) -> None:
    strip = PlaceStrip(themes)
    qtbot.addWidget(strip)
    strip.show_contents(CONTENTS[0])
    strip.grab()
    strip.zoom(0.5)
    strip.show_place((BEGIN_NS, BEGIN_NS), BEGIN_NS)
    strip.grab()
    assert strip.value() == 0


def test_who_does_not_see_it_is_told_where_it_stands_and_what_there_is(strip: PlaceStrip) -> None:
    strip.show_contents(replace(CONTENTS[0], marks=(TimeMark(at(60), 1),), loop_ns=(at(60), at(90))))
    text = strip.spoken_text()
    told = (
        PlaybackBarWording.SPOKEN_PLACE(time=format_stamp(at(25))),
        PlaybackBarWording.SPOKEN_CONTENTS(marks=1, bookmarks=0, alerts=0, stops=0, incidents=0, gaps=1),
        PlaybackBarWording.LOOP_PART(start=format_stamp(at(60)), end=format_stamp(at(90))),
    )
    assert all(str(each) in text for each in told)


def test_a_place_that_is_far_from_the_moment_that_is_kept_is_drawn_all_the_same(strip: PlaceStrip) -> None:
    strip.show_place((at(0), at(0) + 1), at(1000))
    behind = strip.grab().toImage()

    strip.show_place((at(0), at(0) + 1), at(0) - 1000 * S)
    before = strip.grab().toImage()

    assert behind != before
    middle = behind.height() // 2
    assert before.pixel(behind.width() - 3, middle) != behind.pixel(behind.width() - 3, middle)

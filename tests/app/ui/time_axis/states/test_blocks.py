from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.model.timeseries.states import MAX_WORDS, OTHER_WORDS, StateHistory, StateRun
from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.time_axis.states.blocks import BlocksFrame, RowHeader, RowHeaderText, StateBlocks, state_text
from app.ui.time_axis.states.colors import WordColors
from app.wording.ui.time_axis import StatesWording

WORDS = RowHeaderText("mode", "/status", "DRIVE", "for 2.0 s", "#ff0000")


def drawn(head: RowHeader, words: RowHeaderText, theme: Theme = DARK, width: int = 400, ratio: float = 1.0) -> QImage:
    image = QImage(round(width * ratio), round(20 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    head.draw(painter, QRect(0, 0, width, 20), words, theme, QFont(), ratio)
    painter.end()
    return image


@pytest.fixture
def head(qapp: QApplication) -> RowHeader:
    del qapp
    return RowHeader()


def test_it_is_painted_anew_only_when_it_says_something_else(head: RowHeader) -> None:
    first = drawn(head, WORDS)
    assert drawn(head, WORDS) == first
    assert head.painted == 1
    assert drawn(head, replace(WORDS, note="for 2.1 s")) != first
    drawn(head, WORDS, LIGHT)
    drawn(head, WORDS, width=300)
    drawn(head, WORDS, ratio=2.0)

    assert head.painted == 5


def test_a_state_has_the_color_of_its_blocks_unless_it_is_no_more(head: RowHeader) -> None:
    def has_red(words: RowHeaderText) -> bool:
        image = drawn(head, words)
        return any(image.pixelColor(x, y).name() == "#ff0000" for x in range(400) for y in range(20))

    assert has_red(WORDS)
    assert not has_red(replace(WORDS, color=""))


@pytest.mark.parametrize("width", [1, 30, 90, 5000])
def test_any_width_will_do(head: RowHeader, width: int) -> None:
    drawn(head, replace(WORDS, name="a" * 300, where="b" * 300, word="c" * 300, note="d" * 300), width=width)

    assert head.painted == 1


WIDTH, HEIGHT = 400, 20
AREA = QRect(0, 0, WIDTH, HEIGHT)


class _Sheet:
    """A strip of ten seconds, 40 columns each, and what it is drawn on."""

    def __init__(self) -> None:
        self.history = StateHistory()
        self.colors = WordColors()
        self.strip = StateBlocks(self.colors)

    def say(self, word: str | None, first_s: float, last_s: float, step_s: float = 0.1) -> None:
        for number in range(round((last_s - first_s) / step_s)):
            self.history.append(first_s + number * step_s, word)
        self.history.drain()

    def draw(
        self, end_s: float, until_s: float | None = None, *, old: bool = False, theme: Theme = DARK, ratio: float = 1.0
    ) -> QImage:
        return self.draw_by(self.strip, end_s, until_s, old=old, theme=theme, ratio=ratio)

    def draw_by(
        self,
        strip: StateBlocks,
        end_s: float,
        until_s: float | None = None,
        *,
        old: bool = False,
        theme: Theme = DARK,
        ratio: float = 1.0,
    ) -> QImage:
        image = QImage(round(WIDTH * ratio), round(HEIGHT * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("#123456"))
        painter = QPainter(image)
        frame = BlocksFrame(AREA, (end_s - 10.0, end_s), end_s if until_s is None else until_s, old)
        strip.draw(painter, frame, self.history, theme, ratio)
        painter.end()
        return image

    def color(self, word: str | None, *, old: bool = False, theme: Theme = DARK) -> str:
        return self.colors.ink(theme, word, old=old).fill.name()


@pytest.fixture
def sheet(qapp: QApplication) -> _Sheet:
    del qapp
    return _Sheet()


def at(image: QImage, x: int) -> str:
    # the topmost row has no words
    return image.pixelColor(x, 1).name()


def test_blocks_stand_where_their_times_are(sheet: _Sheet) -> None:
    sheet.say("a", 100.0, 104.0)
    sheet.say("b", 104.0, 110.0)
    image = sheet.draw(110.0)

    assert {at(image, x) for x in range(1, 159)} == {sheet.color("a")}
    assert {at(image, x) for x in range(161, 399)} == {sheet.color("b")}
    assert at(image, 160) == DARK.base


def test_a_silence_is_hatched_and_before_the_first_word_there_is_nothing(sheet: _Sheet) -> None:
    sheet.say("a", 102.0, 104.0)
    sheet.say("a", 107.0, 110.0)
    image = sheet.draw(110.0)
    silent = {image.pixelColor(x, y).name() for x in range(162, 278) for y in range(HEIGHT)}

    assert {at(image, x) for x in range(79)} == {DARK.base}
    assert silent == {DARK.base, DARK.border}


def test_what_was_heard_last_ends_where_it_is_taken_to(sheet: _Sheet) -> None:
    sheet.say("a", 100.0, 105.0)
    image = sheet.draw(110.0, until_s=106.0)

    assert at(image, 239) == sheet.color("a")
    assert at(image, 300) in {DARK.base, DARK.border}


def test_what_was_not_sent_is_no_block(sheet: _Sheet) -> None:
    sheet.say(None, 100.0, 110.0)
    image = sheet.draw(110.0)

    assert {at(image, x) for x in range(WIDTH)} == {DARK.base, DARK.border}


def test_blocks_of_a_robot_that_is_lost_are_paler(sheet: _Sheet) -> None:
    sheet.say("a", 100.0, 110.0)
    sheet.draw(110.0)

    assert at(sheet.draw(110.0, old=True), 200) == sheet.color("a", old=True) != sheet.color("a")
    assert at(sheet.draw(110.0, theme=LIGHT), 200) == sheet.color("a", theme=LIGHT)


def test_what_is_shorter_than_a_column_is_seen_and_of_several_none_is_chosen(sheet: _Sheet) -> None:
    sheet.say("a", 100.0, 104.0)
    sheet.say("blip", 104.0001, 104.0101, 0.01)
    sheet.say("a", 104.015, 106.0)
    for number in range(10):
        sheet.say(str(number), 106.0001 + number / 1000, 106.0011 + number / 1000, 0.001)
    sheet.say("a", 106.02, 110.0)
    image = sheet.draw(110.0)

    assert at(image, 160) == sheet.color("blip")
    assert at(image, 240) == DARK.muted


@pytest.mark.parametrize("ratio", [1.0, 2.0, 1.5])
def test_what_is_moved_looks_like_what_is_drawn_anew(sheet: _Sheet, ratio: float) -> None:
    now_s = 100.0
    for number in range(60):
        word = f"word {number % 5}" if number % 7 else None
        length_s = (0.3, 1.7, 0.02, 0.9)[number % 4]
        sheet.say(word, now_s, now_s + length_s, 0.01)
        now_s += length_s
        # not when something is said, but when time goes on
        end_s = round(now_s * 40) / 40 + (2.0 if number % 11 == 0 else 0.0)
        moved = sheet.draw(end_s, ratio=ratio)
        assert moved == sheet.draw_by(StateBlocks(sheet.colors), end_s, ratio=ratio), number

    assert sheet.strip.moved > 30 or ratio == 1.5


def test_one_may_look_back_and_forth(sheet: _Sheet) -> None:
    for number in range(40):
        sheet.say(f"w{number % 6}", 100.0 + number / 2, 100.5 + number / 2)
    for end_s in (120.0, 118.0, 113.5, 114.0, 119.25, 108.0, 120.0):
        assert sheet.draw(end_s, 120.0) == sheet.draw_by(StateBlocks(sheet.colors), end_s, 120.0)

    assert sheet.strip.moved >= 3


def test_a_clock_that_was_set_back_is_drawn_anew(sheet: _Sheet) -> None:
    sheet.say("a", 100.0, 110.0)
    sheet.draw(110.0)
    sheet.say("b", 50.0, 55.0)

    assert at(sheet.draw(55.0), 300) == sheet.color("b")


def test_the_word_of_what_began_before_the_left_edge_stays_in_sight(sheet: _Sheet) -> None:
    sheet.say("standing", 100.0, 130.0)
    image = sheet.draw(130.0)
    written = {image.pixelColor(x, y).name() for x in range(6, 60) for y in range(HEIGHT)}

    assert sheet.colors.ink(DARK, "standing").text.name() in written


def test_a_strip_without_room_or_words_is_nothing(sheet: _Sheet) -> None:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    sheet.strip.draw(painter, BlocksFrame(QRect(0, 0, 0, 20), (0.0, 10.0), 5.0, False), sheet.history, DARK, 1.0)
    painter.end()

    assert at(sheet.draw(110.0), 5) == DARK.base


def test_every_run_has_a_word() -> None:
    history = StateHistory()
    for number in range(MAX_WORDS):
        history.append(float(number), "two\nlines" if number else "")
    history.drain()

    assert state_text(history, StateRun(0.0, 0.0, None)) == StatesWording.NOT_SENT()
    assert state_text(history, StateRun(0.0, 0.0, OTHER_WORDS)) == StatesWording.OTHER_WORD()
    assert state_text(history, history.runs[0]) == "(empty)"
    assert state_text(history, history.runs[1]) == "two↵lines"


def test_a_block_that_began_ages_ago_reaches_the_edges(sheet: _Sheet) -> None:
    sheet.say("calm", 0.0, 1.0)

    image = sheet.draw(4e9)

    assert image.pixelColor(WIDTH - 1, HEIGHT // 2).name() == sheet.color("calm")


def test_what_was_shorter_than_a_column_ages_ago_is_not_in_the_way(sheet: _Sheet) -> None:
    for number in range(3):
        sheet.history.append(number * 1e-9, f"word {number}")
    sheet.history.append(1e-8, "calm")
    sheet.history.drain()

    image = sheet.draw(4e9)

    assert image.pixelColor(WIDTH - 1, HEIGHT // 2).name() == sheet.color("calm")


def test_of_what_ends_nothing_is_drawn_after_the_end(qapp: QApplication) -> None:
    del qapp
    sheet = _Sheet()
    sheet.say("a", 0.0, 4.0)
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    frame = BlocksFrame(AREA, (0.0, 10.0), 4.0, old=True, ends_s=6.0)
    sheet.strip.draw(painter, frame, sheet.history, DARK, 1.0)
    painter.end()

    def seen(first: int, end: int) -> set[str]:
        return {image.pixelColor(x, y).name() for x in range(first, end) for y in range(HEIGHT)}

    assert len(seen(165, 235)) > 1
    assert seen(245, WIDTH) == {DARK.color("base").name()}


def test_the_word_of_a_long_block_is_there_again_where_it_is_to_be_seen_everywhere(qapp: QApplication) -> None:
    del qapp
    sheet = _Sheet()
    sheet.say("D", 0.0, 20.0)
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    frame = BlocksFrame(AREA, (-1.0, 9.0), 20.0, old=False, again_px=100)
    sheet.strip.draw(painter, frame, sheet.history, DARK, 1.0)
    painter.end()
    fill = sheet.colors.ink(DARK, "D").fill
    written = [x for x in range(50, WIDTH) if any(image.pixelColor(x, y) != fill for y in range(HEIGHT))]
    begins = [x for x in written if x - 1 not in written and x > 50]
    assert len({x % 100 for x in begins}) == 1
    assert len(begins) >= 3

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.config.preference_values import LanguageChoice
from app.ui.base.language import set_language
from app.ui.robot.log_buffer import MAX_LINES, LogBuffer
from app.wording.connections import ConnectionStateWording

_LOGGER = logging.getLogger("app.test_log_buffer")


@pytest.fixture
def buffer() -> Iterator[LogBuffer]:
    buffer = LogBuffer()
    buffer.install()
    yield buffer
    buffer.uninstall()


def texts(buffer: LogBuffer, since: int = 0) -> list[str]:
    return [line.text for line in buffer.since(since)]


def test_what_is_logged_is_caught_from_info_up(buffer: LogBuffer) -> None:
    _LOGGER.debug("no")
    _LOGGER.info("reached %s", "robot")

    (line,) = buffer.since(0)
    assert (line.level, line.source, line.text) == (logging.INFO, "app.test_log_buffer", "reached robot")


def test_of_others_only_warnings_are_caught(buffer: LogBuffer) -> None:
    logging.getLogger("library").info("chatter")

    assert texts(buffer) == []


def test_only_what_is_new_is_given(buffer: LogBuffer) -> None:
    _LOGGER.info("a")
    mark = buffer.total
    assert texts(buffer, mark) == []

    _LOGGER.info("b")
    assert texts(buffer, mark) == ["b"]


def test_the_oldest_lines_go(buffer: LogBuffer) -> None:
    for number in range(MAX_LINES + 5):
        _LOGGER.info("%d", number)

    assert buffer.total == MAX_LINES + 5
    assert texts(buffer)[0] == "5"
    assert len(texts(buffer)) == MAX_LINES
    assert texts(buffer, MAX_LINES + 3) == [str(MAX_LINES + 3), str(MAX_LINES + 4)]


@pytest.mark.expects_log("failed")
def test_an_exception_is_told_with_its_place(buffer: LogBuffer) -> None:
    try:
        int("too much")
    except ValueError:
        _LOGGER.exception("it failed")

    (text,) = texts(buffer)
    assert text.startswith("it failed\n")
    assert "ValueError: invalid literal" in text


def test_a_huge_text_is_cut(buffer: LogBuffer) -> None:
    _LOGGER.info("x" * 10**6)

    assert len(texts(buffer)[0]) < 10_000


def test_in_the_end_everything_is_as_before() -> None:
    root, ours = logging.getLogger(), logging.getLogger("app")
    before = (list(root.handlers), ours.level)
    buffer = LogBuffer()
    buffer.install()
    assert ours.isEnabledFor(logging.INFO)

    buffer.uninstall()
    buffer.uninstall()
    assert (list(root.handlers), ours.level) == before


def test_sentences_in_a_line_are_shown_in_the_language_of_the_window_and_kept_in_english(
    buffer: LogBuffer, qapp: QApplication
) -> None:
    set_language(qapp, LanguageChoice.CHINESE)
    try:
        _LOGGER.info("%s: %s", "robot", ConnectionStateWording.CONNECTED())
        _LOGGER.info("%(of)s", {"of": "100 %"})
    finally:
        set_language(qapp, LanguageChoice.ENGLISH)

    assert [line.shown for line in buffer.since(0)] == ["robot: 已连接", "100 %"]
    assert texts(buffer) == [f"robot: {ConnectionStateWording.CONNECTED()}", "100 %"]

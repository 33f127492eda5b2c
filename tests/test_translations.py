"""The translations of the window: complete, and of what the program says now."""

from __future__ import annotations

import pytest

from app.resources import resource
from protocols.sentence import Catalogue
from tests.tools.translations import (
    LANGUAGES,
    Message,
    Messages,
    catalogues,
    compiled,
    faults,
    read,
    source_of,
    sources,
    updated,
    written,
)

KEY = ("RobotWords", "NEAR")
NEAR = Message("{name} is near, {left_m:.1f} m", "{name} 离这里 {left_m:.1f} m", is_finished=True)


def _faults(source: str, message: Message | None) -> list[str]:
    return list(faults({KEY: Message(source)}, {} if message is None else {KEY: message}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_window_reads_was_made_of_the_translations_as_they_are(language: str) -> None:
    text = source_of(language).read_text(encoding="utf-8")

    assert resource("languages", f"{language}.qm").read_bytes() == compiled(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_as_it_is_said_now(language: str) -> None:
    messages = read(source_of(language).read_text(encoding="utf-8"))

    assert list(faults(sources(catalogues()), messages)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_translations_are_written_as_the_program_writes_them(language: str) -> None:
    text = source_of(language).read_text(encoding="utf-8")

    assert written(language, updated(sources(catalogues()), read(text))) == text


def test_no_two_catalogues_have_the_same_name_by_which_a_sentence_is_found() -> None:
    names = [one.__name__ for one in catalogues()]

    assert len(set(names)) == len(names)


def test_what_only_the_command_line_says_is_not_translated() -> None:
    assert not {one.__module__ for one in catalogues()} & {"app.wording.commands"}
    assert {one.__module__ for one in catalogues()} > {"app.wording.drive", "protocols.ros1.wording"}


def test_a_good_translation_has_no_fault() -> None:
    assert _faults(NEAR.source, NEAR) == []


@pytest.mark.parametrize(
    ("source", "message", "word"),
    [
        (NEAR.source, None, "missing"),
        ("{name} is far", NEAR, "stale"),
        (NEAR.source, Message(NEAR.source), "not translated"),
        (NEAR.source, Message(NEAR.source, " ", is_finished=True), "not translated"),
        (NEAR.source, Message(NEAR.source, NEAR.translation), "unfinished"),
        (NEAR.source, Message(NEAR.source, "{name} 离得很近", is_finished=True), "places"),
        (NEAR.source, Message(NEAR.source, "{nam} 离这里 {left_m:.1f} m", is_finished=True), "places"),
        (NEAR.source, Message(NEAR.source, "{name} 离这里 {left_m} m", is_finished=True), "places"),
        (NEAR.source, Message(NEAR.source, "{name 离得很近", is_finished=True), "formatted"),
        ("&Near", Message("&Near", "近(&K)", is_finished=True), "letter"),
        ("&Near", Message("&Near", "近", is_finished=True), "letter"),
    ],
)
def test_what_is_wrong_with_a_translation_is_told(source: str, message: Message | None, word: str) -> None:
    (told,) = _faults(source, message)

    assert told.startswith("RobotWords.NEAR ")
    assert word in told


def test_a_translation_of_what_is_not_said_any_more_is_told() -> None:
    assert list(faults({}, {KEY: NEAR})) == ["RobotWords.NEAR is gone"]


def test_new_sentences_come_in_changed_ones_are_to_be_looked_at_and_others_stay_or_go() -> None:
    class RobotWords(Catalogue):
        """Sentences."""

        NEAR = "{name} is near, {left_m:.1f} m"
        FAR = "{name} is far away"
        LOST = "lost"

    wanted = sources([RobotWords])
    far = Message("{name} is far", "{name} 很远", is_finished=True)
    before: Messages = {
        KEY: NEAR,
        ("RobotWords", "FAR"): far,
        ("RobotWords", "GONE"): Message("gone", "没了", is_finished=True),
    }

    assert updated(wanted, before) == {
        KEY: NEAR,
        ("RobotWords", "FAR"): Message("{name} is far away", "{name} 很远"),
        ("RobotWords", "LOST"): Message("lost"),
    }


def test_what_is_written_is_read_again() -> None:
    messages = {
        KEY: NEAR,
        ("RobotWords", "AND"): Message("&Save <all> & go\nnow"),
        ("OtherWords", "LOST"): Message("lost", "丢失"),
    }

    text = written("zh_CN", messages)
    assert read(text) == messages
    assert text.startswith('<?xml version="1.0"')

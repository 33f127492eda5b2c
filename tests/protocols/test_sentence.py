from __future__ import annotations

import copy
import json

import pytest

from protocols.sentence import Catalogue, Sentence, code_of, sentence_of
from tests.tools.sentences import shows


class Words(Catalogue):
    SILENT = "{host} does not answer"
    AGE = "the newest value is {age_s:.1f} s old"
    WITHIN = "{topic}: {reason}"


def test_a_sentence_is_its_text_and_knows_its_code_and_values() -> None:
    sentence = Words.SILENT(host="rover")

    assert sentence == "rover does not answer"
    assert (sentence.code, sentence.values) == (Words.SILENT, {"host": "rover"})
    assert json.dumps(sentence) == '"rover does not answer"'


def test_a_catalogue_has_its_codes_by_name_and_in_order() -> None:
    assert list(Words) == [Words.SILENT, Words.AGE, Words.WITHIN]
    assert (Words["AGE"], Words.AGE.name, Words.AGE.value) == (
        Words.AGE,
        "AGE",
        "the newest value is {age_s:.1f} s old",
    )
    assert copy.deepcopy(Words.AGE) is Words.AGE


def test_a_number_stands_in_the_sentence_as_its_form_says_and_whole_in_its_values() -> None:
    sentence = Words.AGE(age_s=2.345)

    assert sentence == "the newest value is 2.3 s old"
    assert sentence.values == {"age_s": 2.345}


def test_a_sentence_within_a_sentence_keeps_its_code() -> None:
    inner = Words.WITHIN(topic="/odom", reason=Words.SILENT(host="rover")).values["reason"]

    assert isinstance(inner, Sentence)
    assert inner.code is Words.SILENT


def test_a_value_may_hold_braces() -> None:
    assert Words.SILENT(host="{host}") == "{host} does not answer"


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        Words.SILENT()


def test_a_copy_is_the_same_sentence() -> None:
    sentence = Words.SILENT(host="rover")

    copied = copy.deepcopy(sentence)

    assert (copied, copied.code, copied.values) == (sentence, Words.SILENT, {"host": "rover"})


def test_a_plain_text_has_no_code() -> None:
    assert code_of("rover does not answer") is None
    assert code_of(Words.SILENT(host="rover")) is Words.SILENT


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rover does not answer", True),
        ("ros1://rover: Rover does not answer. Try again.", True),
        ("rover does not answer the door", True),
        ("rover does not answerable", False),
        ("rover answers", False),
        ("", False),
    ],
)
def test_a_sentence_is_found_by_its_code_in_what_a_widget_shows(text: str, *, found: bool) -> None:
    assert shows(text, Words.SILENT) is found


def test_a_sentence_that_is_shown_is_told_from_others_by_its_values() -> None:
    text = Words.AGE(age_s=2.345).capitalize()

    assert shows(text, Words.AGE)
    assert shows(text, Words.AGE, age_s=2.345)
    assert not shows(text, Words.AGE, age_s=3)
    assert not shows(text, Words.SILENT)


@pytest.mark.parametrize(("code", "values"), [(Words.SILENT, {"hots": "rover"}), (Words.WITHIN, {"topic": "/odom"})])
def test_what_could_be_any_text_is_not_looked_for(code: Catalogue, values: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=code.name):
        shows("/odom: text", code, **values)


def test_an_error_keeps_the_sentence_that_it_was_raised_with() -> None:
    assert code_of(sentence_of(ValueError(Words.SILENT(host="rover")))) is Words.SILENT
    assert sentence_of(OSError(2, "no such file")) == "[Errno 2] no such file"
    assert sentence_of(TimeoutError()) == ""

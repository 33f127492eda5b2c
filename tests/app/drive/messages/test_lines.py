"""The sentences of lines: what is known is read, and what is not costs nothing but its words."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from app.drive.messages.lines import encode_struct
from app.wording.drive import PadWording
from protocols.sentence import Catalogue, code_of, said_text
from tests.tools.sentences import tells


class _Said(msgspec.Struct):
    text: str


def _line(text: str) -> Any:
    return json.loads(encode_struct(_Said(text)))["text"]


def test_a_sentence_comes_with_those_within_it_as_it_was_said() -> None:
    said = PadWording.TROUBLE(name="Stick", trouble=PadWording.MOVED_ONLY_A_PART(axis=2))

    told = said_text(_line(said))

    assert told == said
    assert tells(told, PadWording.TROUBLE, name="Stick")
    assert tells(told, PadWording.MOVED_ONLY_A_PART, axis=2)
    assert said_text(_line("as it is"), "something else") == "as it is"


def test_catalogues_that_are_loaded_later_are_found_and_those_that_are_made_of_them() -> None:
    assert tells(said_text(_line(PadWording.TRY_IT())), PadWording.TRY_IT)
    assert said_text(["NewWording.HERE", {}]) == ""

    class NewWording(Catalogue):
        HERE = "Here"

    # a type checker lets nobody extend an enumeration
    base: Any = NewWording

    class NewerWording(base):  # type: ignore[misc]
        THERE = "There"

    assert code_of(said_text(["NewWording.HERE", {}])) is NewWording.HERE
    assert isinstance(code_of(said_text(["NewerWording.THERE", {}])), NewerWording)


def _nested(depth: int) -> list[Any]:
    line: list[Any] = ["PadWording.TRY_IT", {}]
    for _ in range(depth):
        line = ["PadWording.NO_PADS", {"trouble": line, "tip": ""}]
    return line


@pytest.mark.parametrize(
    "line",
    [
        *(None, 3, [], {}, ["PadWording.TRY_IT"], ["PadWording.TRY_IT", []], [3, {}]),
        *(["", {}], ["PadWording", {}], ["PadWording.NONE_SUCH", {}], ["NoWording.TRY_IT", {}]),
        # a value is missing, none, no number, or too large for its form
        *(["PadWording.AXIS", {}], ["PadWording.AXIS", {"number": None}], ["PadWording.AXIS", {"self": 1}]),
        *(["DriveWording.SPEED", {"share": "all"}], ["DriveWording.SPEED", {"share": 10**400}]),
        # of what is within it, one is unknown
        ["PadWording.TROUBLE", {"name": "Stick", "trouble": ["NoWording.TRY_IT", {}]}],
        _nested(5000),
    ],
)
def test_a_sentence_that_can_not_be_made_is_the_plain_text_beside_it_or_none(line: Any) -> None:
    assert (said_text(line), said_text(line, "plain")) == ("", "plain")

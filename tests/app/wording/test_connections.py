from __future__ import annotations

import string

import pytest

from app.wording.connections import (
    ConnectionWording,
    GalileoWording,
    GazeboWording,
    LinkWording,
    NrpWording,
    Ros1Wording,
)
from protocols.sentence import Catalogue
from tests.tools.sentences import tells, unsaid

CATALOGUES = (LinkWording, ConnectionWording, GazeboWording, Ros1Wording, GalileoWording, NrpWording)
CODES = [code for catalogue in CATALOGUES for code in catalogue]


@pytest.mark.parametrize("code", CODES, ids=str)
def test_every_sentence_can_be_made_with_its_values(code: Catalogue) -> None:
    fields = [(name, form) for _, name, form, _ in string.Formatter().parse(code.value) if name is not None]
    values = {name: 2 if form else f"the {name}" for name, form in fields}

    sentence = code(**values)

    assert all(name.isidentifier() for name in values)
    assert all(str(value) in sentence for value in values.values())
    assert sentence.isprintable()


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_no_sentence_is_left_that_nobody_says(catalogue: type[Catalogue]) -> None:
    assert unsaid(catalogue) == []


def test_what_is_said_of_a_topic_keeps_the_reason_with_its_code_and_values() -> None:
    inner = LinkWording.NOTHING_LISTENS(host="robot", port=1)
    outer = ConnectionWording.OF_TOPIC(topic="/odom", reason=inner)

    assert tells(outer, ConnectionWording.OF_TOPIC, topic="/odom")
    assert tells(outer, LinkWording.NOTHING_LISTENS, host="robot", port=1)
    assert not tells(outer, LinkWording.NOTHING_LISTENS, port=2)
    assert not tells(str(outer), ConnectionWording.OF_TOPIC)


def test_braces_stand_only_where_json_is_shown() -> None:
    plain = [code for code in CODES if "{{" not in code.value]

    assert {code for code in CODES if code not in plain} == {
        GalileoWording.JSON_NO_OBJECT_TIP,
        GalileoWording.BYTES_FIELD_TIP,
    }
    for code in plain:
        assert "{" not in string.Formatter().vformat(code.value, (), _Numbers())


class _Numbers(dict[str, int]):
    def __missing__(self, key: str) -> int:
        return 0

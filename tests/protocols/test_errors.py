from __future__ import annotations

import inspect
import re

import pytest

from protocols import errors
from protocols.errors import GalileoError, ProtocolError, printable
from protocols.wording import ProtocolWording


def tree() -> dict[str, type[Exception]]:
    found = dict(inspect.getmembers(errors, lambda item: inspect.isclass(item) and item.__module__ == errors.__name__))
    assert found
    return found


@pytest.mark.parametrize("error", [error for error in tree().values() if error is not ProtocolError])
def test_every_error_carries_a_reason_and_a_tip(error: type[ProtocolError]) -> None:
    raised = error("it broke", "mend it")

    assert (raised.reason, raised.tip, str(raised)) == ("it broke", "mend it", "it broke")
    assert error("it broke").tip == (ProtocolWording.GALILEO_PEER_TIP() if error is GalileoError else "")
    assert isinstance(raised, ProtocolError)


def test_the_base_itself_can_not_be_raised() -> None:
    with pytest.raises(TypeError):
        ProtocolError("too vague")


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    drawn: dict[str, str] = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"    ((?:[ │├└─]{4})*)(\w+Error)\b", line)
        if match:
            depth = len(match[1]) // 4
            above[depth:] = [match[2]]
            drawn[match[2]] = above[depth - 1] if depth else "Exception"

    assert drawn == {name: error.__bases__[0].__name__ for name, error in tree().items()}


def test_a_peers_words_are_shown_on_one_line() -> None:
    assert printable("  first\nsecond\x1b[31m\tthird\0 ") == "first second [31m third"


@pytest.mark.parametrize("text", ["x" * 301, "x" * 10**7, "\n" * 2000 + "x"])
def test_of_long_words_only_the_beginning_is_shown(text: str) -> None:
    assert len(printable(text)) <= 301
    assert printable(text).endswith("…")


def test_short_words_are_shown_as_they_are() -> None:
    assert printable("x" * 300) == "x" * 300
    assert printable("größer") == "größer"

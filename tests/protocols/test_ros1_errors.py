from __future__ import annotations

import inspect
import re

import pytest

from protocols import errors
from protocols.errors import LocalProtocolError, ProtocolError, RemoteProtocolError, printable


def tree() -> dict[str, type[ProtocolError]]:
    found = dict(inspect.getmembers(errors, lambda item: inspect.isclass(item) and item.__module__ == errors.__name__))
    assert found
    return found


@pytest.mark.parametrize("error", tree().values())
def test_every_error_carries_a_reason_and_a_tip(error: type[ProtocolError]) -> None:
    raised = error("it broke", "mend it")

    assert (raised.reason, raised.tip, str(raised)) == ("it broke", "mend it", "it broke")


def test_what_the_peer_did_wrong_and_what_we_did_wrong_are_told_apart() -> None:
    for name, error in tree().items():
        assert issubclass(error, LocalProtocolError) == (name == "RosLocalError")
        assert issubclass(error, RemoteProtocolError) == (name != "RosLocalError")


def test_the_docstring_names_every_error() -> None:
    assert set(re.findall(r"\bRos\w+Error\b", errors.__doc__ or "")) == set(tree())


def test_a_peers_words_are_shown_on_one_line() -> None:
    assert printable("  first\nsecond\x1b[31m\tthird\0 ") == "first second [31m third"


@pytest.mark.parametrize("text", ["x" * 301, "x" * 10**7, "\n" * 2000 + "x"])
def test_of_long_words_only_the_beginning_is_shown(text: str) -> None:
    assert len(printable(text)) <= 301
    assert printable(text).endswith("…")


def test_short_words_are_shown_as_they_are() -> None:
    assert printable("x" * 300) == "x" * 300
    assert printable("größer") == "größer"

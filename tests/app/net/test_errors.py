from __future__ import annotations

import errno
import os
import socket

import pytest

from app.net.errors import LinkError, LinkRefusedError, translate_error
from app.wording.connections import LinkWording
from protocols.errors import ProtocolError
from tests.tools.sentences import says, tells


def said(error: Exception, timeout_s: float | None = None) -> LinkError:
    return translate_error(error, "robot", 11345, timeout_s)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ECONNREFUSED, LinkWording.NOTHING_LISTENS),
        (errno.ECONNRESET, LinkWording.BROKEN),
        (errno.EPIPE, LinkWording.BROKEN),
        (errno.ECONNABORTED, LinkWording.ABORTED),
        (errno.EHOSTUNREACH, LinkWording.UNREACHABLE),
        (errno.ENETUNREACH, LinkWording.NO_NETWORK),
        (errno.ENETDOWN, LinkWording.NETWORK_DOWN),
        (errno.ETIMEDOUT, LinkWording.NO_ANSWER),
        (errno.EMFILE, LinkWording.TOO_MANY_FILES),
        (errno.EADDRNOTAVAIL, LinkWording.NO_LOCAL_ADDRESS),
    ],
)
def test_what_the_system_reports_is_said_in_words_with_a_tip(number: int, code: LinkWording) -> None:
    error = said(OSError(number, os.strerror(number)))

    assert tells(error.reason, code, host="robot", port=11345)
    assert error.tip


def test_a_refusal_can_be_told_from_other_errors() -> None:
    assert isinstance(translate_error(ConnectionRefusedError(errno.ECONNREFUSED, ""), "robot", 1), LinkRefusedError)
    assert not isinstance(translate_error(ConnectionResetError(errno.ECONNRESET, ""), "robot", 1), LinkRefusedError)


def test_a_time_that_ran_out_is_named() -> None:
    assert says(LinkWording.NO_ANSWER_IN_TIME, host="robot", port=11345, timeout_s=2.5)(said(TimeoutError(), 2.5))
    assert says(LinkWording.NO_ANSWER, host="robot", port=11345)(said(TimeoutError()))


def test_a_name_nobody_knows_is_not_a_lost_network() -> None:
    assert says(LinkWording.NAME_UNRESOLVED, host="robot")(said(socket.gaierror(socket.EAI_NONAME, "unknown")))


def test_a_text_that_is_no_name_is_said_to_be_none() -> None:
    assert says(LinkWording.HOST_INVALID, host="robot")(said(UnicodeError("label too long")))


def test_a_number_that_is_no_port_is_said_to_be_none() -> None:
    assert says(LinkWording.PORT_INVALID, port=11345)(said(OverflowError()))


def test_an_error_that_nobody_thought_of_speaks_for_itself() -> None:
    numbered, unnumbered = said(OSError(errno.EPROTO, "Protocol error")), said(OSError("Multiple exceptions"))

    assert says(LinkWording.FAILED, reason=f"[Errno {errno.EPROTO}] Protocol error")(numbered)
    assert says(LinkWording.FAILED, reason="Multiple exceptions")(unnumbered)


def test_a_translated_error_is_not_translated_again() -> None:
    error = LinkError("once")

    assert translate_error(error, "robot", 1) is error
    assert isinstance(error, ProtocolError)

from __future__ import annotations

import errno
import os
import socket

import pytest

from app.net.errors import LinkError, LinkRefusedError, translate_error
from protocols.errors import ProtocolError


def said(error: Exception, timeout_s: float | None = None) -> str:
    return translate_error(error, "robot", 11345, timeout_s).reason


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ECONNREFUSED, "nothing listens on robot:11345"),
        (errno.ECONNRESET, "robot:11345 broke the link"),
        (errno.EPIPE, "robot:11345 broke the link"),
        (errno.ECONNABORTED, "the link to robot:11345 was aborted by this machine"),
        (errno.EHOSTUNREACH, "robot:11345 can't be reached"),
        (errno.ENETUNREACH, "there is no network to robot:11345"),
        (errno.ENETDOWN, "the network is down"),
        (errno.ETIMEDOUT, "robot:11345 does not answer"),
        (errno.EMFILE, "too many open files"),
        (errno.EADDRNOTAVAIL, "no local address is free for a link to robot:11345"),
    ],
)
def test_what_the_system_reports_is_said_in_words_with_a_tip(number: int, reason: str) -> None:
    error = translate_error(OSError(number, os.strerror(number)), "robot", 11345)

    assert error.reason == reason
    assert error.tip
    assert "{" not in error.reason + error.tip


def test_a_refusal_can_be_told_from_other_errors() -> None:
    assert isinstance(translate_error(ConnectionRefusedError(errno.ECONNREFUSED, ""), "robot", 1), LinkRefusedError)
    assert not isinstance(translate_error(ConnectionResetError(errno.ECONNRESET, ""), "robot", 1), LinkRefusedError)


def test_a_time_that_ran_out_is_named() -> None:
    assert said(TimeoutError(), 2.5) == "robot:11345 does not answer within 2.5 s"
    assert said(TimeoutError()) == "robot:11345 does not answer"


def test_a_name_nobody_knows_is_not_a_lost_network() -> None:
    assert said(socket.gaierror(socket.EAI_NONAME, "unknown")) == "the name “robot” can't be resolved"


def test_a_text_that_is_no_name_is_said_to_be_none() -> None:
    assert said(UnicodeError("label too long")) == "“robot” is no valid host name"


def test_a_number_that_is_no_port_is_said_to_be_none() -> None:
    assert said(OverflowError()) == "11345 is no port"


def test_an_error_that_nobody_thought_of_speaks_for_itself() -> None:
    assert said(OSError(errno.EPROTO, "Protocol error")).endswith(f"[Errno {errno.EPROTO}] Protocol error")
    assert said(OSError("Multiple exceptions")) == "the link to robot:11345 failed: Multiple exceptions"


def test_a_translated_error_is_not_translated_again() -> None:
    error = LinkError("once")

    assert translate_error(error, "robot", 1) is error
    assert isinstance(error, ProtocolError)

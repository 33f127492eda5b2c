"""Errors of the network, in words for the operator: OSError is translated here, once."""

from __future__ import annotations

import errno
import socket

from protocols.errors import ProtocolError


class LinkError(ProtocolError):
    """A link could not be made, or broke."""


class LinkRefusedError(LinkError):
    """The host is there and nothing listens on that port."""


class NoAnswerError(LinkError):
    """The far side takes links and does not answer in time."""


class WrongServerError(LinkError):
    """The far side answers, but is another kind of server."""


_TIPS = {
    errno.ECONNRESET: ("{where} broke the link", "The program there may have ended."),
    errno.EPIPE: ("{where} broke the link", "The program there may have ended."),
    errno.ECONNABORTED: (
        "the link to {where} was aborted by this machine",
        "It may have slept or changed its network.",
    ),
    errno.EHOSTUNREACH: ("{where} can't be reached", "Is it switched on, and in the same network?"),
    errno.ENETUNREACH: ("there is no network to {where}", "Is this machine connected to the robot's network?"),
    errno.ENETDOWN: ("the network is down", "Is this machine connected to the robot's network?"),
    errno.ETIMEDOUT: (
        "{where} does not answer",
        "Is it switched on, and in the same network? A firewall may drop packets.",
    ),
    errno.EMFILE: ("too many open files", "Subscribe to fewer topics at once, or raise the limit (ulimit -n)."),
    errno.EADDRNOTAVAIL: (
        "no local address is free for a link to {where}",
        "Too many links may have been made lately.",
    ),
}


def translate_error(error: Exception, host: str, port: int, timeout_s: float | None = None) -> LinkError:
    """Return the LinkError that explains `error`, raised for a link to `host`:`port`. Raise it `from error`."""
    if isinstance(error, LinkError):
        return error
    where = f"{host}:{port}"
    kind = LinkError
    match error:
        case socket.gaierror():
            reason, tip = f"the name “{host}” can't be resolved", "Check the spelling, or use the robot's IP address."
        case OverflowError():
            reason, tip = f"{port} is no port", "A port is a number from 1 to 65535."
        case ValueError():
            reason, tip = f"“{host}” is no valid host name", "Check the spelling, or use the robot's IP address."
        case ConnectionRefusedError():
            kind = LinkRefusedError
            reason, tip = f"nothing listens on {where}", "Is the server running, and is this its port?"
        case TimeoutError(errno=None):
            waited = f" within {timeout_s:g} s" if timeout_s is not None else ""
            reason, tip = f"{where} does not answer{waited}", _TIPS[errno.ETIMEDOUT][1]
        case OSError(errno=number) if number in _TIPS:
            reason, tip = (text.format(where=where) for text in _TIPS[number])
        case _:
            reason, tip = f"the link to {where} failed: {error}", ""
    return kind(reason, tip)

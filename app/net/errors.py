"""Errors of the network, in words for the operator: OSError is translated here, once."""

from __future__ import annotations

import errno
import socket

from app.wording.connections import LinkWording
from protocols.errors import ProtocolError


class LinkError(ProtocolError):
    """A link could not be made, or broke."""


class LinkRefusedError(LinkError):
    """The host is there and nothing listens on that port."""


class NoAnswerError(LinkError):
    """The far side takes links and does not answer in time."""


class WrongServerError(LinkError):
    """The far side answers, but is another kind of server."""


_BY_NUMBER = {
    errno.ECONNRESET: (LinkWording.BROKEN, LinkWording.PROGRAM_ENDED_TIP),
    errno.EPIPE: (LinkWording.BROKEN, LinkWording.PROGRAM_ENDED_TIP),
    errno.ECONNABORTED: (LinkWording.ABORTED, LinkWording.ABORTED_TIP),
    errno.EHOSTUNREACH: (LinkWording.UNREACHABLE, LinkWording.UNREACHABLE_TIP),
    errno.ENETUNREACH: (LinkWording.NO_NETWORK, LinkWording.NO_NETWORK_TIP),
    errno.ENETDOWN: (LinkWording.NETWORK_DOWN, LinkWording.NO_NETWORK_TIP),
    errno.ETIMEDOUT: (LinkWording.NO_ANSWER, LinkWording.NO_ANSWER_TIP),
    errno.EMFILE: (LinkWording.TOO_MANY_FILES, LinkWording.TOO_MANY_FILES_TIP),
    errno.EADDRNOTAVAIL: (LinkWording.NO_LOCAL_ADDRESS, LinkWording.NO_LOCAL_ADDRESS_TIP),
}


def translate_error(error: Exception, host: str, port: int, timeout_s: float | None = None) -> LinkError:
    """Return the LinkError that explains `error`, raised for a link to `host`:`port`. Raise it `from error`."""
    if isinstance(error, LinkError):
        return error
    kind = LinkError
    match error:
        case socket.gaierror():
            reason, tip = LinkWording.NAME_UNRESOLVED(host=host), LinkWording.NAME_TIP()
        case OverflowError():
            reason, tip = LinkWording.PORT_INVALID(port=port), LinkWording.PORT_INVALID_TIP()
        case ValueError():
            reason, tip = LinkWording.HOST_INVALID(host=host), LinkWording.NAME_TIP()
        case ConnectionRefusedError():
            kind = LinkRefusedError
            reason, tip = LinkWording.NOTHING_LISTENS(host=host, port=port), LinkWording.NOTHING_LISTENS_TIP()
        case TimeoutError(errno=None) if timeout_s is not None:
            reason = LinkWording.NO_ANSWER_IN_TIME(host=host, port=port, timeout_s=timeout_s)
            tip = LinkWording.NO_ANSWER_TIP()
        case TimeoutError(errno=None):
            reason, tip = LinkWording.NO_ANSWER(host=host, port=port), LinkWording.NO_ANSWER_TIP()
        case OSError(errno=number) if number in _BY_NUMBER:
            said, advice = _BY_NUMBER[number]
            reason, tip = said(host=host, port=port), advice()
        case _:
            return LinkError(LinkWording.FAILED(host=host, port=port, reason=str(error)))
    return kind(reason, tip)

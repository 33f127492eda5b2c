"""The errors that a session raises, and the translation of protocol errors into them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.model.errors import UserFacingError
from protocols.errors import LocalProtocolError, ProtocolError


class SessionError(UserFacingError):
    """A request of the operator can't be carried out: a sentence and a tip."""


class UnreachableError(SessionError):
    """A request failed because the robot does not answer, or refuses; it may succeed later."""


@contextmanager
def translated_errors() -> Iterator[None]:
    """Raise protocol errors as UnreachableError where the robot is the cause, as SessionError where the caller is."""
    try:
        yield
    except LocalProtocolError as error:
        raise SessionError(error.reason, error.tip) from error
    except ProtocolError as error:
        raise UnreachableError(error.reason, error.tip) from error

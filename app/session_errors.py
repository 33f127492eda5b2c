"""What a session raises, and how errors of protocols become that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.model.trouble import Trouble
from protocols.errors import LocalProtocolError, ProtocolError


class SessionError(Trouble):
    """Something that the operator asked for can't be done: a sentence and a tip."""


class UnreachableError(SessionError):
    """It can't be done because the robot does not answer, or refuses; later it may."""


@contextmanager
def translated() -> Iterator[None]:
    """Within it, what the robot is to blame for is raised as UnreachableError, what the caller is as SessionError."""
    try:
        yield
    except LocalProtocolError as error:
        raise SessionError(error.reason, error.tip) from error
    except ProtocolError as error:
        raise UnreachableError(error.reason, error.tip) from error

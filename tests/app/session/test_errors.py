from __future__ import annotations

import pytest

from app.net.errors import LinkError
from app.session.errors import SessionError, UnreachableError, translated_errors
from protocols.errors import EncodeError, ProtocolError, RemoteProtocolError


@pytest.mark.parametrize("error", [LinkError("nobody is there", "Wait."), RemoteProtocolError("refused", "Wait.")])
def test_what_the_robot_is_to_blame_for_may_go_later(error: ProtocolError) -> None:
    with pytest.raises(UnreachableError) as caught, translated_errors():
        raise error

    assert (caught.value.reason, caught.value.tip) == (error.reason, "Wait.")
    assert caught.value.__cause__ is error


def test_what_the_caller_is_to_blame_for_does_not() -> None:
    with pytest.raises(SessionError, match=r"x\.y is missing") as caught, translated_errors():
        raise EncodeError("x.y is missing")

    assert not isinstance(caught.value, UnreachableError)


def test_other_errors_stay_what_they_are() -> None:
    with pytest.raises(ZeroDivisionError), translated_errors():
        _ = 1 / 0

from __future__ import annotations

import math

import pytest

from app.model.messages.checks import MAX_JOINT_NAME, checked_joint_limits, checked_joint_name, finite_or_none
from app.model.messages.values import UNLIMITED, JointLimits
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from tests.tools.sentences import says


@pytest.mark.parametrize("name", ["", b"\xff", None, "x" * (MAX_JOINT_NAME + 1)])
def test_what_is_no_name_is_refused(name: object) -> None:
    code = MessageWording.JOINT_TOO_LONG if isinstance(name, str) and name else MessageWording.JOINT_NO_TEXT
    with pytest.raises(DecodeError, check=says(code)):
        checked_joint_name(name)


def test_numbers_that_are_not_finite_are_not_known() -> None:
    assert [finite_or_none(number) for number in (0.0, math.nan, math.inf, -math.inf)] == [0.0, None, None, None]


def test_limits_are_told_where_they_limit_anything() -> None:
    assert checked_joint_limits(-1.0, 2.0, 3.0, 4.0) == JointLimits(-1.0, 2.0, 3.0, 4.0)
    assert checked_joint_limits(None, 2.0, None, None) == UNLIMITED
    assert checked_joint_limits(1.0, 1.0, 0.0, -1.0) == UNLIMITED
    assert checked_joint_limits(-math.inf, 1.0, math.inf, math.nan) == UNLIMITED
    assert checked_joint_limits(-1e308, 1e308, None, None) == UNLIMITED

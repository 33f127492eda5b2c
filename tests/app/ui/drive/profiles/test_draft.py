from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import Limits, Profile
from app.config.profile_checks import ProfileError
from app.ui.drive.profiles.draft import NO_FIELD, profile_values, read_draft

FAST = Profile("fast", Limits(0.5, turbo_linear_m_s=1.0), topic="/joy_vel", rate_hz=50.0)


def test_what_is_a_profile_has_no_errors() -> None:
    assert read_draft(profile_values(FAST)) == (FAST, {})


def test_everything_that_is_wrong_is_told_at_once_at_its_field() -> None:
    values = profile_values(FAST) | {"name": "a/b", "rate_hz": 1e308, "node": "a\nb"}
    values["limits"] |= {"linear_m_s": math.nan, "turbo_angular_rad_s": 0.1}
    profile, errors = read_draft(values)
    assert profile is None
    assert set(errors) == {"name", "rate_hz", "node", "linear_m_s", "turbo_angular_rad_s"}
    assert all(error.reason for error in errors.values())


def test_what_is_wrong_with_the_whole_is_told_as_such() -> None:
    values = profile_values(FAST) | dict.fromkeys(("topic", "node", "frame", "stop_goal"), "\U0001f916" * 255)
    profile, errors = read_draft(values)
    assert profile is None
    assert list(errors) == [NO_FIELD]


def test_what_is_given_is_not_changed() -> None:
    values = profile_values(FAST)
    values["limits"]["linear_m_s"] = -1.0
    read_draft(values)
    assert values["limits"]["linear_m_s"] == -1.0


@given(
    st.dictionaries(
        st.sampled_from(sorted(profile_values(FAST))),
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just({}) | st.just([]),
    )
)
def test_it_says_of_all_values_what_reading_a_file_says(changes: dict[str, Any]) -> None:
    read: tuple[Profile | None, str]
    values = profile_values(FAST) | changes
    profile, errors = read_draft(values)
    try:
        read = Profile.from_json(values), NO_FIELD
    except ProfileError as error:
        read = None, error.field
    assert read[0] == profile
    assert (read[1] in errors) == (profile is None)


@pytest.mark.parametrize("values", [{"limits": 5}, {"pad": {"hold": ""}}, {"unknown": 1}])
def test_what_no_field_holds_ends_the_search(values: dict[str, Any]) -> None:
    profile, errors = read_draft(values)
    assert profile is None
    assert list(errors) == [NO_FIELD]

from __future__ import annotations

import pytest

from app.config.feedback import FeedbackPattern, RumblePatterns, StopClass
from app.config.preference_values import PreferenceValues
from app.config.profile import Profile
from app.config.profile_checks import ProfileError


def test_each_class_of_stops_has_a_rumble_and_a_sound() -> None:
    patterns = RumblePatterns(robot=FeedbackPattern.DOUBLE)
    assert {each: patterns.of(each) for each in StopClass}[StopClass.ROBOT] is FeedbackPattern.DOUBLE
    values = PreferenceValues(sound_input=FeedbackPattern.SHORT)
    assert values.sound(StopClass.INPUT) is FeedbackPattern.SHORT
    silent = PreferenceValues(alarm=False)
    assert {silent.sound(each) for each in StopClass} == {FeedbackPattern.OFF}


@pytest.mark.parametrize("value", ["loud", 1, None, True])
def test_what_is_no_pattern_is_refused_at_its_field(value: object) -> None:
    with pytest.raises(ProfileError) as caught:
        Profile.from_json({"rumble": {"link": value}})
    assert caught.value.field == "link"

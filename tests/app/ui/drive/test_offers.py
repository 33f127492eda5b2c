from __future__ import annotations

from pathlib import Path

import pytest

from app.config.profile import Limits, Profile, ProfileError, save_profile
from app.model.topic_store import TopicInfo
from app.ui.drive.offers import DEFAULT, Offer, can_be_driven, offers_of, profile_names, profile_of

TWIST = "geometry_msgs/Twist"


def info(name: str, type_name: str = TWIST, subscribers: int = 1) -> TopicInfo:
    return TopicInfo(name, type_name, 0, subscribers)


def test_topics_that_take_commands_are_offered_the_usual_one_first() -> None:
    offers = offers_of("ros1://r:1", [info("/b"), info("/odom", "nav_msgs/Odometry"), info("/cmd_vel"), info("/a")])
    assert [offer.topic for offer in offers.all] == ["/cmd_vel", "/a", "/b"]
    assert offers.usual == Offer("/cmd_vel", TWIST)


def test_of_several_unusual_ones_somebody_has_to_choose() -> None:
    offers = offers_of("gazebo://r:1", [info("/a/vel_cmd", "gazebo.msgs.Pose"), info("/b/vel_cmd", "gazebo.msgs.Pose")])
    assert len(offers.all) == 2
    assert offers.usual is None


def test_the_usual_one_is_offered_where_the_robot_names_none() -> None:
    offers = offers_of("galileo://r:3547", [])
    assert offers.all == (Offer("cmd_vel", TWIST),)


def test_where_nothing_takes_commands_the_reason_is_said() -> None:
    offers = offers_of("gazebo://r:1", [info("/stats", "gazebo.msgs.WorldStatistics")])
    assert offers.all == ()
    assert offers.reason == "nothing here takes commands that are known"


@pytest.mark.parametrize(("uri", "can"), [("ros1://r", True), ("galileo://r", True), ("nrp+grpc://r", False)])
def test_what_can_be_driven_is_known_by_the_address(uri: str, can: bool) -> None:  # noqa: FBT001
    assert can_be_driven(uri) is can


def test_profiles_are_named_by_their_files_the_usual_one_first(tmp_path: Path) -> None:
    assert profile_names(tmp_path / "none") == ["default"]
    slow = Profile(name="a slow one", limits=Limits(linear_m_s=0.1))
    save_profile(slow, tmp_path)
    assert profile_names(tmp_path) == ["default", "a slow one"]
    assert profile_of("a slow one", tmp_path) == slow


def test_the_usual_profile_needs_no_file_and_is_read_from_one_where_there_is(tmp_path: Path) -> None:
    assert profile_of("default", tmp_path) == DEFAULT
    own = Profile(limits=Limits(linear_m_s=0.2))
    save_profile(own, tmp_path)
    assert profile_of("default", tmp_path) == own


def test_a_profile_that_is_not_there_or_broken_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ProfileError):
        profile_of("none", tmp_path)
    save_profile(Profile(), tmp_path).write_text("{", encoding="utf-8")
    with pytest.raises(ProfileError):
        profile_of("default", tmp_path)

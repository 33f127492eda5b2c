from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.config.profile import Limits, Profile, Wheels
from app.config.profile_folder import save_profile
from app.config.user_settings import LastDriven
from app.drive.control.values import Reason
from app.model.status import ConnectionState
from app.ui.drive import selector as choosing_module
from app.ui.drive.command_topics import CommandTopic
from app.ui.drive.selector import DriveSelector
from app.wording.drive import DriveWording
from app.wording.ui.drive import DrivePanelWording
from tests.app.ui.drive.conftest import OTHER, ROBOT, TWIST, Cockpit, add_robot
from tests.fakes.session import JsonSchema
from tests.tools.sentences import shows

SLOW = Profile(name="slow", limits=Limits(linear_m_s=0.1))


@pytest.fixture
def choosing(cockpit: Cockpit) -> DriveSelector:
    cockpit.allow()
    add_robot(cockpit.session, ROBOT, "/cmd_vel", "/joy_vel")
    choosing = DriveSelector(cockpit.tools.topics, cockpit.tools.robot, cockpit.tools.preferences, cockpit.pilot)
    choosing.refresh()
    return choosing


async def drive(choosing: DriveSelector, cockpit: Cockpit) -> None:
    """Drive by what is usual."""
    choosing.select_default()
    await asyncio.sleep(0)
    cockpit.handle.tell()
    cockpit.handle.said.clear()
    cockpit.driving.driven.clear()


def driven(cockpit: Cockpit) -> tuple[str, str]:
    choice = cockpit.pilot.selection
    assert choice is not None
    return choice.topic, choice.profile.name


async def test_another_profile_goes_on_by_the_same_topic_unless_it_names_one(
    choosing: DriveSelector, cockpit: Cockpit, profiles: Path
) -> None:
    save_profile(SLOW, profiles)
    await drive(choosing, cockpit)
    choosing.select_topic(CommandTopic("/joy_vel", TWIST))
    await asyncio.sleep(0)
    cockpit.handle.tell()
    cockpit.handle.said.clear()
    choosing.use_profile("slow")
    assert driven(cockpit) == ("/joy_vel", "slow")
    assert cockpit.handle.said == [SLOW]


async def test_a_profile_that_names_a_topic_is_driven_by_that_which_disarms_and_makes_a_new_way(
    choosing: DriveSelector, cockpit: Cockpit, profiles: Path
) -> None:
    joy = replace(SLOW, topic="/joy_vel")
    save_profile(joy, profiles)
    await drive(choosing, cockpit)
    choosing.use_profile("slow")
    await asyncio.sleep(0)
    assert cockpit.handle.said == [Reason.TOPIC_CHANGED]
    assert cockpit.driving.driven == [(ROBOT, "/joy_vel", TWIST, joy)]

    choosing.select_topic(CommandTopic("/cmd_vel", TWIST))
    await asyncio.sleep(0)
    assert driven(cockpit) == ("/cmd_vel", "slow")
    save_profile(replace(joy, rate_hz=50.0), profiles)
    choosing.use_profile("slow")
    assert driven(cockpit) == ("/cmd_vel", "slow")


async def test_a_profile_that_names_no_topic_any_more_goes_back_to_the_usual_one(
    choosing: DriveSelector, cockpit: Cockpit, profiles: Path
) -> None:
    save_profile(replace(SLOW, topic="/joy_vel"), profiles)
    choosing.use_profile("slow")
    await drive(choosing, cockpit)
    assert driven(cockpit) == ("/joy_vel", "slow")
    save_profile(SLOW, profiles)
    choosing.use_profile("slow")
    await asyncio.sleep(0)
    assert driven(cockpit) == ("/cmd_vel", "slow")


async def test_a_name_is_completed_as_the_robot_has_it(
    choosing: DriveSelector, cockpit: Cockpit, profiles: Path
) -> None:
    save_profile(replace(SLOW, topic="new_vel", type_name="geometry_msgs/TwistStamped"), profiles)
    await drive(choosing, cockpit)
    choosing.use_profile("slow")
    await asyncio.sleep(0)
    choice = cockpit.pilot.selection
    assert choice is not None
    assert (choice.topic, choice.type_name) == ("/new_vel", "geometry_msgs/TwistStamped")
    assert CommandTopic(choice.topic, choice.type_name) in choosing.command_topics.all


@pytest.mark.parametrize(
    "named", [{"topic": "/scan"}, {"type_name": "nav_msgs/Odometry"}, {"topic": "/x", "type_name": "gazebo.msgs.Pose"}]
)
async def test_a_profile_that_names_what_no_robot_is_driven_by_changes_the_limits_alone_and_says_so(
    choosing: DriveSelector, cockpit: Cockpit, profiles: Path, named: dict[str, str]
) -> None:
    cockpit.session.add_topics("/scan", connection=ROBOT, schema=JsonSchema("sensor_msgs/LaserScan"))
    save_profile(replace(SLOW, **named), profiles)
    await drive(choosing, cockpit)
    choosing.use_profile("slow")
    assert driven(cockpit) == ("/cmd_vel", "slow")
    assert shows(choosing.profile_error, DrivePanelWording.PROFILE_LEFT_ASIDE)
    assert shows(choosing.profile_error, DriveWording.NO_SUCH_TYPE)
    save_profile(SLOW, profiles)
    choosing.use_profile("slow")
    assert choosing.profile_error == ""


async def test_a_profile_is_taken_before_the_robot_is_driven(
    choosing: DriveSelector, cockpit: Cockpit, profiles: Path
) -> None:
    save_profile(replace(SLOW, topic="/joy_vel"), profiles)
    choosing.use_profile("slow")
    assert (choosing.profile_name, cockpit.pilot.selection) == ("slow", None)
    choosing.select_default()
    await asyncio.sleep(0)
    assert driven(cockpit) == ("/joy_vel", "slow")


async def test_a_broken_profile_is_told_of_and_stays_that_of_the_robot(
    choosing: DriveSelector, cockpit: Cockpit, profiles: Path
) -> None:
    path = save_profile(SLOW, profiles)
    choosing.use_profile("slow")
    path.write_text("{", encoding="utf-8")
    await drive(choosing, cockpit)
    assert driven(cockpit) == ("/cmd_vel", "default")
    assert "slow" in choosing.profile_error
    assert cockpit.tools.preferences.driven_by(ROBOT) == LastDriven("/cmd_vel", "slow")


async def test_without_a_robot_nothing_is_chosen(choosing: DriveSelector, cockpit: Cockpit) -> None:
    await cockpit.session.links.disconnect(ROBOT)
    cockpit.current = None
    assert choosing.refresh() is None
    choosing.use_profile("slow")
    choosing.select_default()
    assert (choosing.profile_name, cockpit.pilot.selection) == ("default", None)


async def test_a_robot_that_was_left_is_not_taken_again_by_itself(choosing: DriveSelector, cockpit: Cockpit) -> None:
    add_robot(cockpit.session, OTHER, "/cmd_vel")
    await drive(choosing, cockpit)
    choosing.deselect()
    choosing.select_default()
    assert cockpit.pilot.selection is None
    choosing.select_robot(OTHER)
    choosing.refresh()
    assert choosing.robot == OTHER
    await asyncio.sleep(0)


async def test_where_nobody_knows_what_to_drive_by_the_profile_is_not_read_again_and_again(
    cockpit: Cockpit, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = "gazebo://hall:11345"
    cockpit.session.set_state(ConnectionState.CONNECTED, connection=hall)
    pose = JsonSchema("gazebo.msgs.Pose")
    cockpit.session.add_topics("/a/vel_cmd", "/b/vel_cmd", connection=hall, schema=pose)
    cockpit.current = hall
    cockpit.allow(hall)
    choosing = DriveSelector(cockpit.tools.topics, cockpit.tools.robot, cockpit.tools.preferences, cockpit.pilot)
    read: list[str] = []

    def profile_of(name: str) -> Profile:
        read.append(name)
        return Profile(topic="/b/vel_cmd") if len(read) > 2 else Profile()

    monkeypatch.setattr(choosing_module, "find_profile", profile_of)
    for _ in range(3):
        choosing.refresh()
        choosing.select_default()
    assert read == ["default"]
    cockpit.session.add_topics("/c/vel_cmd", connection=hall, schema=pose)
    choosing.refresh()
    choosing.select_default()
    assert read == ["default"] * 2
    choosing.use_profile("default")
    choosing.select_default()
    await asyncio.sleep(0)
    assert driven(cockpit) == ("/b/vel_cmd", "default")


ENGINE = "nrp+grpc://engine:9004"
WHEELED = Profile(name="wheeled", wheels=Wheels(("a::l",), ("a::r",)))


class TestARobotInAnEngine:
    @pytest.fixture
    @staticmethod
    def choosing(cockpit: Cockpit) -> DriveSelector:
        cockpit.session.set_state(ConnectionState.CONNECTED, "NRP-core", connection=ENGINE)
        cockpit.session.add_topics("a::l", "a::r", connection=ENGINE, schema=JsonSchema("Joint"))
        cockpit.session.commands.allow(ENGINE, allowed=True)
        cockpit.current = ENGINE
        choosing = DriveSelector(cockpit.tools.topics, cockpit.tools.robot, cockpit.tools.preferences, cockpit.pilot)
        choosing.refresh()
        return choosing

    async def test_is_driven_by_nothing_before_a_profile_names_its_wheels(
        self, choosing: DriveSelector, cockpit: Cockpit
    ) -> None:
        choosing.select_default()

        assert cockpit.pilot.selection is None
        assert "wheels" in choosing.command_topics.reason
        assert "profile" in choosing.command_topics.tip

    async def test_is_driven_by_the_wheels_of_the_profile_that_is_chosen_then_and_later(
        self, choosing: DriveSelector, cockpit: Cockpit, profiles: Path
    ) -> None:
        save_profile(WHEELED, profiles)
        choosing.select_default()
        choosing.use_profile("wheeled")
        choosing.select_default()
        assert driven(cockpit) == ("a::l,a::r", "wheeled")
        assert choosing.profile_error == ""

        again = DriveSelector(cockpit.tools.topics, cockpit.tools.robot, cockpit.tools.preferences, cockpit.pilot)
        cockpit.pilot.deselect()
        again.refresh()
        again.select_default()
        assert driven(cockpit) == ("a::l,a::r", "wheeled")

    async def test_is_driven_by_other_wheels_by_another_way(
        self, choosing: DriveSelector, cockpit: Cockpit, profiles: Path
    ) -> None:
        save_profile(WHEELED, profiles)
        choosing.use_profile("wheeled")
        await drive(choosing, cockpit)
        assert driven(cockpit) == ("a::l,a::r", "wheeled")
        save_profile(replace(WHEELED, wheels=Wheels(("a::r",), ("a::l",))), profiles)

        choosing.use_profile("wheeled")

        assert driven(cockpit) == ("a::r,a::l", "wheeled")

    async def test_that_was_left_is_driven_again_by_a_profile_that_is_chosen(
        self, choosing: DriveSelector, cockpit: Cockpit, profiles: Path
    ) -> None:
        save_profile(WHEELED, profiles)
        save_profile(SLOW, profiles)
        (profiles / "broken.teledeck-profile.json").write_text("{")
        assert (choosing.needs_profile, choosing.fitting_profiles()) == (True, ["wheeled"])
        choosing.drive_by_profile("wheeled")
        assert (choosing.needs_profile, choosing.profile_error) == (False, "")
        choosing.deselect()
        choosing.select_default()
        assert cockpit.pilot.selection is None

        choosing.drive_by_profile("wheeled")

        assert driven(cockpit) == ("a::l,a::r", "wheeled")

"""What the audit log keeps of acts, and of how things stood."""

from __future__ import annotations

from dataclasses import replace

from app.config.profile import Limits, Profile
from app.drive.control.following import FollowFault
from app.drive.control.input_source import SourceInputs
from app.drive.control.odometry_delay import OdometryDelay
from app.drive.control.values import DriveLink, DriveSource, EstopState, LinkLevel, Outcome, Reason, Stage
from app.drive.messages.audit_trail import AuditTrail

ROBOT = "ros1://rover:11311"
WAY = ("/cmd_vel", "geometry_msgs/Twist")
QUIET = SourceInputs()
DISARMED = Outcome(Stage.DISARMED, level=LinkLevel.GOOD)
ARMED = Outcome(Stage.ARMED, level=LinkLevel.GOOD)
LINK = DriveLink(connected=True, epoch=1, subscribers=("/base",))


def test_every_act_is_an_entry_with_what_it_was_asked_by() -> None:
    trail = AuditTrail(ROBOT, Profile())

    entries = trail.act_entries(
        [("pad", SourceInputs(arm=True)), ("lines", SourceInputs(clears=2)), ("keyboard", QUIET)], 1.0
    )

    assert entries == [
        {"t": 1.0, "act": "arm", "by": "pad"},
        {"t": 1.0, "act": "clear", "by": "lines"},
        {"t": 1.0, "act": "clear", "by": "lines"},
    ]
    assert trail.act_entries([("lines", SourceInputs(arm_unwatched=True))], 1.05) == [
        {"t": 1.05, "act": "arm unwatched", "by": "lines"}
    ]
    assert trail.act_entries([("pad", QUIET)], 1.1) == []
    assert trail.act_entries([("system", SourceInputs(reasons=(Reason.BY_OPERATOR,)))], 1.2) == [
        {"t": 1.2, "act": "by_operator", "by": "system"}
    ]
    assert trail.act_entries([("keyboard", SourceInputs(end=True))], 1.3) == [
        {"t": 1.3, "act": "end", "by": "keyboard"}
    ]


def test_a_stop_that_is_held_is_one_and_so_is_each_that_is_pressed_anew() -> None:
    trail = AuditTrail(ROBOT, Profile())
    held = [("pad", SourceInputs(stop=True))]

    assert [len(trail.act_entries(held, now)) for now in (1.0, 1.01, 1.02)] == [1, 0, 0]
    # another one joins in
    assert trail.act_entries([*held, ("keyboard", SourceInputs(stop=True))], 1.03) == [
        {"t": 1.03, "act": "stop", "by": "keyboard"}
    ]
    trail.act_entries([("pad", QUIET)], 1.04)
    assert len(trail.act_entries(held, 1.05)) == 1


def test_beside_a_change_of_the_stage_stands_all_that_has_to_be_known_of_it() -> None:
    profile = Profile(name="rover", limits=Limits(linear_m_s=0.5), node="/base")
    trail = AuditTrail(ROBOT, profile)
    trail.change_entries(WAY, 1.0, DISARMED, LINK, 1.0)

    (armed,) = trail.change_entries(WAY, 1.0, ARMED, LINK, 2.0)

    assert armed["t"] == 2.0
    assert (armed["robot"], armed["stage"], armed["topic"], armed["type"]) == (ROBOT, "armed", *WAY)
    assert (armed["profile"], armed["limits"]["linear_m_s"], armed["node"]) == ("rover", 0.5, "/base")
    assert (armed["receivers"], armed["speed"], armed["link"]) == (("/base",), 1.0, "good")


def test_what_changes_is_told_by_itself_and_what_does_not_is_not() -> None:
    trail = AuditTrail(ROBOT, Profile())
    trail.change_entries(WAY, 1.0, ARMED, LINK, 1.0)

    assert trail.change_entries(WAY, 1.0, ARMED, replace(LINK, probe_age_s=0.1, arrived=7, unread_s=0.1), 1.1) == []
    assert trail.change_entries(WAY, 0.5, ARMED, LINK, 1.2) == [{"t": 1.2, "speed": 0.5}]
    slow = replace(ARMED, level=LinkLevel.SLOW, driver=DriveSource.PAD)
    assert trail.change_entries(WAY, 0.5, slow, LINK, 1.3) == [{"t": 1.3, "driver": "pad", "link": "slow"}]
    more = replace(LINK, subscribers=("/base", "/second"), others_sending=("/nav",))
    assert trail.change_entries(WAY, 0.5, slow, more, 1.4) == [
        {"t": 1.4, "receivers": ("/base", "/second"), "others_sending": ("/nav",)}
    ]
    assert trail.change_entries(("/other", WAY[1]), 0.5, slow, more, 1.5) == [{"t": 1.5, "topic": "/other"}]
    trail.use_profile(Profile(name="fast", limits=Limits(linear_m_s=1.0)))
    (changed,) = trail.change_entries(("/other", WAY[1]), 0.5, slow, more, 1.6)
    assert (changed["profile"], changed["limits"]["linear_m_s"]) == ("fast", 1.0)
    assert set(changed) == {"t", "profile", "limits"}


def test_the_robots_own_estop_is_told_with_where_it_was_looked_for() -> None:
    trail = AuditTrail(ROBOT, Profile(estop_topic="/e_stop", estop_when="false"))
    (first,) = trail.change_entries(WAY, 1.0, DISARMED, LINK, 1.0)
    assert (first["estop"], first["estop_at"]) == ("none", ["/e_stop", "data", "false"])
    pressed = replace(LINK, estop=EstopState.PRESSED)
    assert trail.change_entries(WAY, 1.0, DISARMED, pressed, 2.0) == [{"t": 2.0, "estop": "pressed"}]


def test_how_the_robot_follows_is_told_when_that_changes_and_each_delay_once() -> None:
    trail = AuditTrail(ROBOT, Profile())
    late = OdometryDelay(0.4, 0.3, 0.35, 0.4, 2)
    assert trail.motion_entries(None, None, 0, 1.0) == []
    assert trail.motion_entries(FollowFault.STANDS, None, 0, 2.0) == [{"t": 2.0, "not_following": "stands"}]
    assert trail.motion_entries(FollowFault.STANDS, late, 1, 3.0) == [{"t": 3.0, "odometry_delay_s": 0.4}]
    assert trail.motion_entries(FollowFault.STANDS, replace(late, median_s=0.3), 1, 4.0) == []
    assert trail.motion_entries(None, late, 2, 5.0) == [
        {"t": 5.0, "not_following": None},
        {"t": 5.0, "odometry_delay_s": 0.4},
    ]
    # another way to the robot
    assert trail.motion_entries(None, None, 0, 6.0) == []

from __future__ import annotations

import pytest

from app.connections.ros1.motions import commands_motion, may_move, stop_message_for


def test_the_rest_of_a_twist_is_zero() -> None:
    still = {"x": 0.0, "y": 0.0, "z": 0.0}

    assert stop_message_for("/x", "geometry_msgs/Twist", {"linear": {"x": 1.0}}) == {"linear": still, "angular": still}


def test_the_rest_of_a_stamped_command_keeps_its_header() -> None:
    rest = stop_message_for("/x", "geometry_msgs/TwistStamped", {"header": "auto", "twist": {"linear": {"x": 1.0}}})

    assert rest is not None
    assert rest["header"] == "auto"
    assert rest["twist"]["linear"] == {"x": 0.0, "y": 0.0, "z": 0.0}
    assert stop_message_for("/x", "geometry_msgs/TwistStamped", {}) == {"twist": rest["twist"]}


def test_a_car_keeps_its_steering_angle_when_it_stops() -> None:
    rest = stop_message_for(
        "/x", "ackermann_msgs/AckermannDriveStamped", {"drive": {"steering_angle": 0.3, "speed": 2.0}}
    )

    assert rest is not None
    assert (rest["drive"]["steering_angle"], rest["drive"]["speed"]) == (0.3, 0.0)
    assert stop_message_for("/x", "ackermann_msgs/AckermannDrive", {"steering_angle": 0.3})["speed"] == 0.0  # type: ignore[index]


def test_other_types_command_no_motion() -> None:
    assert stop_message_for("/x", "std_msgs/String", {"data": "x"}) is None
    assert not commands_motion("std_msgs/String")
    assert commands_motion("geometry_msgs/Twist")


@pytest.mark.parametrize(
    ("topic", "type_name"),
    [
        ("/cmd_vel", "geometry_msgs/Twist"),
        ("/joy", "sensor_msgs/Joy"),
        ("/arm_controller/command", "trajectory_msgs/JointTrajectory"),
        ("/left_wheel_velocity_controller/command", "std_msgs/Float64"),
        ("/joint_group_position_controller/command", "std_msgs/Float64MultiArray"),
        ("/joint1_controller/anything", "std_msgs/Float64"),
        ("/move_base_simple/goal", "geometry_msgs/PoseStamped"),
        ("/move_base/goal", "move_base_msgs/MoveBaseActionGoal"),
        ("/arm/follow_joint_trajectory/goal", "control_msgs/FollowJointTrajectoryActionGoal"),
        ("/mavros/setpoint_position/local", "geometry_msgs/PoseStamped"),
        ("/ardrone/takeoff", "std_msgs/Empty"),
        ("/ur/joint_commands", "sensor_msgs/JointState"),
        ("/car/ackermann", "ackermann_msgs/AckermannDriveStamped"),
    ],
)
def test_what_robots_are_commanded_by_in_the_field_may_move_them(topic: str, type_name: str) -> None:
    assert may_move(topic, type_name)


@pytest.mark.parametrize(
    ("topic", "type_name"),
    [
        ("/chatter", "std_msgs/String"),
        ("/battery/voltage", "std_msgs/Float64"),
        ("/amcl_pose", "geometry_msgs/PoseStamped"),
        ("/joint_states", "sensor_msgs/JointState"),
        ("/move_base/cancel", "actionlib_msgs/GoalID"),
        ("/scan", "sensor_msgs/LaserScan"),
        ("/initialpose", "geometry_msgs/PoseWithCovarianceStamped"),
    ],
)
def test_what_only_tells_moves_nobody(topic: str, type_name: str) -> None:
    assert not may_move(topic, type_name)


def test_a_pad_ends_with_its_sticks_let_go_of() -> None:
    value = {"header": "auto", "axes": [0.0, 1.0, -0.5], "buttons": [0, 1]}
    assert stop_message_for("/joy", "sensor_msgs/Joy", value) == {
        "header": "auto",
        "axes": [0.0] * 3,
        "buttons": [0, 0],
    }
    assert stop_message_for("/joy", "sensor_msgs/Joy", {}) == {"axes": [], "buttons": []}


def test_a_speed_or_a_force_ends_with_zero_and_a_position_with_nothing() -> None:
    many = {"layout": {}, "data": [1.0, -2.0]}
    assert stop_message_for("/wheel_velocity_controller/command", "std_msgs/Float64", {"data": 2.0}) == {"data": 0}
    assert stop_message_for("/group_effort_controller/command", "std_msgs/Float64MultiArray", many) == {
        **many,
        "data": [0, 0],
    }
    for topic in ("/joint_position_controller/command", "/elbow/command", "/battery/voltage"):
        assert stop_message_for(topic, "std_msgs/Float64", {"data": 2.0}) is None
    assert stop_message_for("/arm/command", "trajectory_msgs/JointTrajectory", {"points": []}) is None
    assert stop_message_for("/move_base_simple/goal", "geometry_msgs/PoseStamped", {}) is None

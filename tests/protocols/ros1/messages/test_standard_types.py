from __future__ import annotations

import subprocess
import sys

import pytest

from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.standard_types import (
    MESSAGE_TEXTS,
    SERVICE_TEXTS,
    find_message,
    find_service,
    message_names,
    service_names,
)


@pytest.mark.parametrize(
    ("type_name", "md5"),
    [
        ("ackermann_msgs/AckermannDrive", "3512e91b48d69674a0e86fadf1ea8231"),
        ("ackermann_msgs/AckermannDriveStamped", "1fd5d7f58889cefd44d29f6653240d0c"),
        ("std_msgs/String", "992ce8a1687cec8c8bd883ec73ca41d1"),
        ("std_msgs/Header", "2176decaecbce78abc3b96ef049fabed"),
        ("std_msgs/Bool", "8b94c1b53db61fb6aed406028ad6332a"),
        ("std_msgs/Int32", "da5909fbe378aeaf85e547e830cc1bb7"),
        ("std_msgs/Float64", "fdb28210bfa9d7c91146260178d9a584"),
        ("std_msgs/Empty", "d41d8cd98f00b204e9800998ecf8427e"),
        ("geometry_msgs/Vector3", "4a842b65f413084dc2b10fb484ea7f17"),
        ("geometry_msgs/Quaternion", "a779879fadf0160734f906b8c19c7004"),
        ("geometry_msgs/Pose", "e45d45a5a1ce597b249e23fb30fc871f"),
        ("geometry_msgs/PoseStamped", "d3812c3cbc69362b77dc0b19b345f8f5"),
        ("geometry_msgs/Twist", "9f195f881246fdfa2798d1d3eebca84a"),
        ("geometry_msgs/TwistStamped", "98d34b0043a2093cf9d9345ab6eef12e"),
        ("nav_msgs/Odometry", "cd5e73d190d741a2f92e81eda573aca7"),
        ("sensor_msgs/LaserScan", "90c7ef2dc6895d81024acba2ac42f369"),
        ("sensor_msgs/Imu", "6a62c6daae103f4ff57a132d6f95cec2"),
        ("sensor_msgs/Image", "060021388200f6f0f447d0fcd9c64743"),
        ("sensor_msgs/CompressedImage", "8f7a12909da2c9d3332d540a0977563f"),
        ("sensor_msgs/JointState", "3066dcd76a6cfaef579bd0f34173e9fd"),
        ("sensor_msgs/PointCloud2", "1158d486dd51d683ce2f1be655c3c181"),
        ("sensor_msgs/NavSatFix", "2d3a8cd499b9b4a0249fb98fd05cfa48"),
        ("sensor_msgs/BatteryState", "4ddae7f048e32fda22cac764685e3974"),
        ("sensor_msgs/Range", "c005c34273dc426c67a020a87bc24148"),
        ("sensor_msgs/Joy", "5a9ea5f83505693b71e785041e67a8bb"),
        ("diagnostic_msgs/DiagnosticArray", "60810da900de1dd6ddd437c3503511da"),
        ("nav_msgs/Path", "6227e2b7e9cce15051f669a5e197bbf7"),
        ("nav_msgs/OccupancyGrid", "3381f2d731d4076ec5c71b0759edbe4e"),
        ("rosgraph_msgs/Log", "acffd30cd6b6de30f120938c17c593fb"),
        ("rosgraph_msgs/Clock", "a9c97c1d230cfc112e270351a944ee47"),
        ("tf2_msgs/TFMessage", "94810edda583a504dfda3829e70d7eec"),
        ("tf/tfMessage", "94810edda583a504dfda3829e70d7eec"),
        ("actionlib_msgs/GoalStatusArray", "8b2b82f13216d0a8ea88bd3af735e619"),
        ("turtlesim/Pose", "863b248d5016ca62ea2e895ae5265cf9"),
        ("turtlesim/Color", "353891e354491c51aabe32df673fb446"),
    ],
)
def test_the_md5_of_a_message_is_that_of_genmsg(type_name: str, md5: str) -> None:
    found = find_message(type_name)

    assert found is not None
    assert found.md5 == md5
    assert parse_message(type_name, found.definition).md5 == md5


@pytest.mark.parametrize(
    ("type_name", "md5"),
    [
        ("std_srvs/Empty", "d41d8cd98f00b204e9800998ecf8427e"),
        ("std_srvs/SetBool", "09fb03525b03e7ea1fd3992bafd87e16"),
        ("std_srvs/Trigger", "937c9679a518e3a18d831e57125ea522"),
        ("roscpp/GetLoggers", "32e97e85527d4678a8f9279894bb64b0"),
        ("roscpp/SetLoggerLevel", "51da076440d78ca1684d36c868df61ea"),
        ("nav_msgs/GetMap", "6cdd0a18e0aff5b0a3ca2326a89b54ff"),
        ("nav_msgs/GetPlan", "421c8ea4d21c6c9db7054b4bbdf1e024"),
        ("nav_msgs/SetMap", "c36922319011e63ed7784112ad4fdd32"),
        ("nav_msgs/LoadMap", "22e647fdfbe3b23c8c9f419908afaebd"),
        ("sensor_msgs/SetCameraInfo", "bef1df590ed75ed1f393692395e15482"),
        ("tf2_msgs/FrameGraph", "437ea58e9463815a0d511c7326b686b0"),
        ("diagnostic_msgs/AddDiagnostics", "e6ac9bbde83d0d3186523c3687aecaee"),
        ("diagnostic_msgs/SelfTest", "ac21b1bab7ab17546986536c22eb34e9"),
        ("dynamic_reconfigure/Reconfigure", "bb125d226a21982a4a98760418dc2672"),
        ("rospy_tutorials/AddTwoInts", "6a2e34150c00229791cc89ff309fff21"),
        ("turtlesim/Kill", "c1f3d28f1b044c871e6eff2e9fc3c667"),
        ("turtlesim/SetPen", "9f452acce566bf0c0954594f69a8e41b"),
        ("turtlesim/Spawn", "0b2d2e872a8e2887d5ed626f2bf2c561"),
        ("turtlesim/TeleportAbsolute", "a130bc60ee6513855dc62ea83fcc5b20"),
        ("turtlesim/TeleportRelative", "9d5c2dcd348ac8f76ce2a4307bd63a13"),
    ],
)
def test_the_md5_of_a_service_is_that_of_genmsg(type_name: str, md5: str) -> None:
    found = find_service(type_name)

    assert found is not None
    assert found.md5 == md5


def test_every_standard_type_can_be_used() -> None:
    messages, services = message_names(), service_names()

    assert all(find_message(name) is not None for name in messages)
    assert all(find_service(name) is not None for name in services)
    assert {"std_msgs/String", "tf2_msgs/TFMessage"} <= set(messages)
    assert "std_srvs/Trigger" in services


@pytest.mark.parametrize(
    "name", ["my_msgs/Thing", "String", "", "std_msgs/msg/String", "builtin_interfaces/Time", "a/b/c"]
)
def test_what_is_not_standard_is_not_found(name: str) -> None:
    assert find_message(name) is None
    assert find_service(name) is None


def test_the_library_is_not_loaded_before_a_type_is_asked_for() -> None:
    program = (
        "import sys, protocols.ros1.messages.standard_types as t\n"
        "assert 'rosbags' not in sys.modules and 'numpy' not in sys.modules\n"
        "assert t.find_message('std_msgs/String')\n"
        "assert 'rosbags' in sys.modules\n"
    )

    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_the_library_has_is_not_repeated() -> None:
    from rosbags.typesys import Stores, get_typestore

    known = {name.replace("/msg/", "/") for name in get_typestore(Stores.ROS1_NOETIC).fielddefs}

    assert known.isdisjoint(MESSAGE_TEXTS)


def test_every_service_has_both_sides() -> None:
    assert [name for name, text in SERVICE_TEXTS.items() if text.split("\n").count("---") != 1] == []

"""What goes wrong in a real graph: nodes and masters end, come back, stop answering, and leave themselves listed."""

from __future__ import annotations

import json
import signal
import time

import pytest

from tests.peers.gazebo_server import Lines, start_teledeck, teledeck
from tests.peers.ros1_server import Node, Ros1, wait_for

pytestmark = pytest.mark.timeout(240)

KINDS = ("rospy", "roscpp")
STRING = "std_msgs/String"


def ours(ros1: Ros1) -> set[str]:
    """The nodes at the master that are Teledeck's."""
    return {name for name in ros1.nodes() if name.startswith("/teledeck_")}


def start_talker(ros1: Ros1, kind: str, topic: str, name: str) -> Node:
    """A talker with a name of its own, which a killed one leaves to the next."""
    if kind == "rospy":
        return ros1.rospy("talker", "20", topic, STRING, name=name)
    return ros1.roscpp("talker", topic, STRING, "20", *ros1.sample_files(STRING, 3), name=name)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", ["killed", "ended"])
def test_a_publisher_that_is_started_again_is_heard_within_five_seconds(ros1: Ros1, kind: str, how: str) -> None:
    talker = start_talker(ros1, kind, "/again", "/phoenix")
    lines = Lines(start_teledeck("echo", ros1.uri, "/again", "--json"))
    lines.next(60)

    if how == "killed":
        talker.kill()
    else:
        talker.stop()
    time.sleep(3)
    began = time.monotonic()
    start_talker(ros1, kind, "/again", "/phoenix")
    there = time.monotonic()

    assert lines.first_after(began, 60) - there < 5
    lines.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_a_graph_that_is_started_again_is_heard_within_ten_seconds(own_ros1: Ros1, kind: str) -> None:
    talker = start_talker(own_ros1, kind, "/again", "/phoenix")
    lines = Lines(start_teledeck("echo", own_ros1.uri, "/again", "--json"))
    lines.next(60)

    talker.kill()
    own_ros1.kill()
    time.sleep(3)
    began = time.monotonic()
    own_ros1.start()
    start_talker(own_ros1, kind, "/again", "/phoenix")
    there = time.monotonic()

    assert lines.first_after(began, 60) - there < 10
    assert len(ours(own_ros1)) == 1
    # all is well only when the master has been looked at again
    time.sleep(3)
    _, errors = lines.stop()
    assert "is lost" in errors
    assert "is back" in errors
    assert ours(own_ros1) == set()


def test_a_master_that_ends_alone_leaves_the_data_flowing_and_has_us_back_when_it_returns(own_ros1: Ros1) -> None:
    start_talker(own_ros1, "roscpp", "/flowing", "/talker")
    lines = Lines(start_teledeck("echo", own_ros1.uri, "/flowing", "--json"))
    lines.next(60)

    own_ros1.kill()
    time.sleep(4)
    lines.first_after(time.monotonic(), 30)
    own_ros1.start()

    wait_for(lambda: len(ours(own_ros1)) == 1, "our registration", 60)
    lines.first_after(time.monotonic(), 30)
    lines.stop()


def test_a_publication_of_ours_is_registered_again_at_a_new_master(own_ros1: Ros1) -> None:
    process = start_teledeck("pub", own_ros1.uri, "/ours", STRING, '{"data": "x"}', "--rate", "20", "--timeout", "30")
    wait_for(lambda: bool(own_ros1.publishers("/ours")), "our registration")
    listener = own_ros1.listener("rospy", "/ours", STRING)
    listener.next_message()

    listener.kill()
    own_ros1.kill()
    time.sleep(2)
    own_ros1.start()
    listener = own_ros1.listener("roscpp", "/ours", STRING)

    listener.next_message(timeout_s=60)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert ours(own_ros1) == set()


def test_a_publisher_that_was_killed_stays_listed_and_does_not_disturb_the_other(ros1: Ros1) -> None:
    dead = start_talker(ros1, "roscpp", "/both", "/dead")
    wait_for(lambda: "/dead" in ros1.publishers("/both"), "the first")
    dead.kill()
    start_talker(ros1, "rospy", "/both", "/living")

    lines = Lines(start_teledeck("echo", ros1.uri, "/both", "--json"))
    lines.next(60)
    assert set(ros1.publishers("/both")) == {"/dead", "/living"}
    _, errors = lines.stop()
    assert "Traceback" not in errors
    ros1.forget("/dead")


def test_a_publisher_that_is_held_up_is_heard_again_when_it_goes_on(ros1: Ros1) -> None:
    talker = start_talker(ros1, "roscpp", "/held", "/held_up")
    lines = Lines(start_teledeck("echo", ros1.uri, "/held", "--json"))
    lines.next(60)

    talker.send_signal(signal.SIGSTOP)
    time.sleep(4)
    talker.send_signal(signal.SIGCONT)

    lines.first_after(time.monotonic(), 30)
    lines.stop()


def test_a_master_that_does_not_answer_is_named_within_the_time_that_is_allowed(own_ros1: Ros1) -> None:
    own_ros1.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    process = start_teledeck("topics", own_ros1.uri)
    out, error = process.communicate(timeout=60)
    own_ros1.send_signal(signal.SIGCONT)

    assert process.returncode == 1
    assert not out
    assert str(own_ros1.port) in error
    # ten seconds are allowed
    assert time.monotonic() - began < 40


def test_a_name_that_does_not_resolve_is_dialled_at_the_address_that_is_given_for_it(ros1: Ros1) -> None:
    with ros1.named("no-such-robot.invalid"):
        start_talker(ros1, "roscpp", "/named", "/named_talker")
        wait_for(lambda: "/named_talker" in ros1.publishers("/named"), "the talker")

    blind = start_teledeck("echo", ros1.uri, "/named", "-n", "1", "--timeout", "4")
    _, told = blind.communicate(timeout=60)
    seeing = teledeck("echo", ros1.uri, "/named", "-n", "1", "--host-alias", "no-such-robot.invalid=127.0.0.1")

    assert blind.returncode == 1
    assert "no-such-robot.invalid" in told
    assert "data" in seeing


def test_two_publishers_with_different_types_on_one_topic_are_both_read_by_their_own(ros1: Ros1) -> None:
    ros1.talker("roscpp", "/mixed", STRING, 20)
    ros1.talker("rospy", "/mixed", "std_msgs/Float64", 20)
    lines = Lines(start_teledeck("echo", ros1.uri, "/mixed", "--json"))

    kinds: set[type] = set()
    deadline = time.monotonic() + 60
    while len(kinds) < 2 and time.monotonic() < deadline:
        kinds.add(type(json.loads(lines.next(60)[1])["value"]["data"]))
    lines.stop()

    assert kinds == {str, float}


def test_a_topic_that_is_first_advertised_after_we_subscribed_arrives(ros1: Ros1) -> None:
    lines = Lines(start_teledeck("echo", ros1.uri, "/late", "--json"))
    wait_for(lambda: bool(ros1.subscribers("/late")), "our subscription")

    start_talker(ros1, "rospy", "/late", "/latecomer")

    lines.next(60)
    lines.stop()


def test_a_node_of_ours_that_was_killed_without_a_word_does_not_keep_the_next_one_out(ros1: Ros1) -> None:
    start_talker(ros1, "roscpp", "/shared", "/sharer")
    first = start_teledeck("echo", ros1.uri, "/shared", "--json")
    Lines(first).next(20)
    [dead] = ours(ros1)
    first.kill()

    assert json.loads(teledeck("echo", ros1.uri, "/shared", "-n", "1", "--json"))["topic"] == "/shared"
    assert ours(ros1) == {dead}
    ros1.forget(dead)


def test_a_topic_that_is_late_is_told_by_the_doctor_and_the_others_are_not(own_ros1: Ros1) -> None:
    on_time = (
        "/odom",
        "nav_msgs/Odometry",
        "0",
        "/imu",
        "sensor_msgs/Imu",
        "0",
        "/pose",
        "geometry_msgs/PoseStamped",
        "0",
    )
    own_ros1.rospy("late", *on_time, "/camera/image", "sensor_msgs/Image", "6", name="/late")
    own_ros1.wait_for_publisher("/camera/image", "/late")

    process = start_teledeck("doctor", own_ros1.uri, "--json")
    out, _ = process.communicate(timeout=60)
    stamps = [finding["text"] for finding in map(json.loads, out.splitlines()) if finding["check"] == "stamps"]

    assert len(stamps) == 1
    assert stamps[0].startswith("/camera/image: Stamps are ")
    assert 5.5 < float(stamps[0].split()[3]) < 7

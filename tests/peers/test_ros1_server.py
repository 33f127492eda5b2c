"""The real ROS 1 itself: what the other tests take for granted."""

from __future__ import annotations

import signal

import pytest

from tests.peers.ros1_server import Ros1, wait_for

pytestmark = pytest.mark.timeout(120)

EVERYTHING = "teledeck_test_msgs/Everything"


@pytest.mark.parametrize("kind", ["rospy", "roscpp"])
@pytest.mark.parametrize("other", ["rospy", "roscpp"])
def test_both_libraries_understand_each_other_and_our_samples(ros1: Ros1, kind: str, other: str) -> None:
    ros1.talker(kind, "/both", EVERYTHING, 10)
    listener = ros1.listener(other, "/both", EVERYTHING)

    heard = listener.next_message()

    # rospy counts in the header
    assert heard["hex"][8:] in {sample[8:] for sample in ros1.samples(EVERYTHING, 3)}


def test_nodes_that_end_are_forgotten(ros1: Ros1) -> None:
    ros1.talker("rospy", "/ending", "std_msgs/String", 10)
    ros1.talker("roscpp", "/ending", "std_msgs/String", 10)

    ros1.end_nodes()

    assert ros1.publishers("/ending") == []


def test_a_killed_roscore_is_gone_and_can_be_started_again(own_ros1: Ros1) -> None:
    own_ros1.kill()
    with pytest.raises(OSError, match="refused"):
        own_ros1.nodes()
    own_ros1.start()

    assert own_ros1.nodes() == {"/rosout"}


def test_a_stopped_roscore_answers_when_it_goes_on(own_ros1: Ros1) -> None:
    own_ros1.send_signal(signal.SIGSTOP)
    own_ros1.send_signal(signal.SIGCONT)

    wait_for(lambda: own_ros1.nodes() == {"/rosout"}, "an answer")


def test_echo_reads_what_rostopic_prints(ros1: Ros1) -> None:
    ros1.talker("roscpp", "/echoed", EVERYTHING, 20)

    [message] = ros1.echo("/echoed", 1)

    number = message["header"]["stamp"]["secs"] - 1_600_000_000
    [wanted] = ros1.values(EVERYTHING, ros1.samples(EVERYTHING, 3)[number : number + 1])
    assert message.keys() == wanted.keys()
    assert message["an_int64"] == wanted["an_int64"]
    assert message["any_float64"] == wanted["any_float64"]
    assert message["a_string"] == wanted["a_string"]

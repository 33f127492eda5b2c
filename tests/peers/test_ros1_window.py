"""The window on a real ROS 1: it survives restarts, and holds up nobody."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.main import make_application
from app.model.topics import TopicKey
from app.ui.top_view.scene import Mark
from tests.peers.gazebo_server import start_teledeck
from tests.peers.gazebo_window import Deck, until
from tests.peers.ros1_server import Node, Ros1

pytestmark = pytest.mark.timeout(180)

NUMBER = "std_msgs/Float64"
IMAGE = "sensor_msgs/Image"
KINDS = ("rospy", "roscpp")


@pytest.fixture
async def deck(qapp: QApplication, tmp_path: Path) -> AsyncIterator[Deck]:
    assert make_application() is qapp
    deck = Deck(qapp, tmp_path)
    deck.open()
    yield deck
    await deck.close()


def start_talker(ros1: Ros1, kind: str) -> Node:
    """A talker of a name that the next one takes over."""
    if kind == "rospy":
        return ros1.rospy("talker", "20", "/number", NUMBER, name="/base")
    return ros1.roscpp("talker", "/number", NUMBER, "20", *ros1.sample_files(NUMBER, 3), name="/base")


@pytest.mark.parametrize("kind", KINDS)
async def test_the_window_shows_data_of_a_restarted_graph_within_ten_seconds(
    deck: Deck, own_ros1: Ros1, kind: str
) -> None:
    talker = start_talker(own_ros1, kind)
    await deck.look_at(own_ros1.uri, "/number")
    await until(lambda: deck.shown("data") != "")

    talker.kill()
    own_ros1.kill()
    await asyncio.sleep(4)
    last = deck.shown("data")
    await asyncio.sleep(0.2)
    assert deck.shown("data") == last
    await asyncio.to_thread(own_ros1.start)
    start_talker(own_ros1, kind)
    there = time.monotonic()
    await until(lambda: deck.shown("data") != last)

    assert time.monotonic() - there < 10


@pytest.mark.parametrize("kind", KINDS)
async def test_a_slot_that_sleeps_does_not_slow_the_publisher(deck: Deck, ros1: Ros1, kind: str) -> None:
    await asyncio.to_thread(ros1.talker, kind, "/image", IMAGE, 50)
    await deck.look_at(ros1.uri, "/image")
    topic = deck.session.topics.store.get(TopicKey(ros1.uri, "/image"))
    assert topic is not None
    await until(lambda: topic.messages > 5)

    before = topic.messages
    slept: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def slot() -> None:
        began = time.monotonic()
        time.sleep(4)
        slept.set_result(time.monotonic() - began)

    QTimer.singleShot(0, slot)
    slept_s = await slept

    assert (topic.messages - before) / slept_s == pytest.approx(50, rel=0.3)


async def test_the_demo_robot_is_one_robot_by_both_protocols(deck: Deck) -> None:
    process = start_teledeck("demo", "--serve", "--json", "--wander")
    assert process.stdout is not None
    uris = json.loads(await asyncio.to_thread(process.stdout.readline))
    deck.window.connect_to(uris["gazebo"])
    await deck.look_at(uris["ros1"], "/odom")

    await until(lambda: deck.shown("child_frame_id") == "base_link")
    gazebo = TopicKey(uris["gazebo"], "/gazebo/default/rover/odom")
    await until(lambda: deck.window.topics.model.index_of(gazebo).isValid())


async def test_a_goal_of_the_top_view_is_driven_to_and_stop_in_the_tool_bar_ends_it(deck: Deck, ros1: Ros1) -> None:
    server = await asyncio.to_thread(ros1.rospy, "navigator", name="/navigator")
    assert (await asyncio.to_thread(server.next_line))[1] == "ready\n"
    await deck.look_at(ros1.uri, "/move_base/status")
    window = deck.window
    panel = window.top_view_docks.open()
    assert panel is not None
    panel.add_topic(TopicKey(ros1.uri, "/odom"))
    panel.set_fixed_frame("map")
    assert not panel.panel_actions.set_goal.isEnabled()
    window.command_switch.allow(ros1.uri, True)
    await until(panel.panel_actions.set_goal.isEnabled)

    panel.panel_actions.set_goal.trigger()
    panel.canvas.place(Mark(100.0, 3.0, 0.0))
    panel.ui.goal_bar.send.click()
    assert (await asyncio.to_thread(server.next_line))[1] == "begun map 100.00 3.00 0.000 1.000\n"
    await until(panel.ui.goal_bar.cancel.isVisible)
    assert window.docks.drive.client.can_stop

    began = time.monotonic()
    window.docks.drive.stop_button.pressed.emit()
    assert (await asyncio.to_thread(server.next_line))[1] == "called off\n"
    assert time.monotonic() - began < 1.0
    await until(lambda: not window.docks.drive.client.can_stop)

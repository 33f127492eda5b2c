"""The watch over the master, with a node that is a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import cast

import pytest

from app.connections.ros1 import master_watch as module
from app.connections.ros1.master import SystemState
from app.connections.ros1.master_watch import MasterSnapshot, MasterWatch, find_actions, make_graph
from app.connections.ros1.node import OwnNode
from app.model.graph import Graph
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.wording.connections import Ros1Wording
from protocols.errors import ProtocolError
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import tells

STATE = SystemState(
    publishers={"/odom": ("/base",), "/cmd_vel": ("/joy", "/nav")},
    subscribers={"/cmd_vel": ("/base",), "/scan": ("/nav",)},
    services={"/reset": ("/base",)},
)
LOOK = MasterSnapshot(
    STATE, {"/odom": "nav_msgs/Odometry", "/cmd_vel": "geometry_msgs/Twist", "/scan": "*", "/old": "x/Gone"}
)
PARTS = ("goal", "cancel", "status", "feedback", "result")


def action(**types: str) -> MasterSnapshot:
    """A look at a robot with one action, some of whose topics have other types."""
    known = {
        "goal": "our_msgs/DriveActionGoal",
        "cancel": "actionlib_msgs/GoalID",
        "status": "actionlib_msgs/GoalStatusArray",
        "feedback": "our_msgs/DriveActionFeedback",
        "result": "our_msgs/DriveActionResult",
    } | types
    publishers = {f"/drive/{part}": ("/server",) for part in PARTS}
    return MasterSnapshot(
        SystemState(publishers, {}, {}), {f"/drive/{part}": type_name for part, type_name in known.items() if type_name}
    )


def test_topics_have_counts_and_types_and_end_with_those_who_use_them() -> None:
    found = {info.name: (info.type_name, info.publishers, info.subscribers) for info in LOOK.topics()}

    assert found == {
        "/cmd_vel": ("geometry_msgs/Twist", 2, 1),
        "/odom": ("nav_msgs/Odometry", 1, 0),
        "/scan": ("", 0, 1),
    }


def test_no_teledeck_counts_as_one_that_obeys() -> None:
    subscribers = {"/cmd_vel": ("/base", "/teledeck_1_ab"), "/twist_est": ("/robot/teledeck_1_ab",)}
    look = MasterSnapshot(SystemState({}, subscribers, {}), {})

    assert {info.name: info.subscribers for info in look.topics()} == {"/cmd_vel": 1, "/twist_est": 0}


def test_nodes_have_what_they_publish_subscribe_to_and_serve() -> None:
    graph = make_graph(LOOK, Graph(), "/joy", lambda: 5)

    base = next(node for node in graph.nodes if node.name == "/base")
    assert (base.publishes, base.subscribes, base.services) == (("/odom",), ("/cmd_vel",), ("/reset",))
    assert [node.name for node in graph.nodes if node.ours] == ["/joy"]
    assert [(service.name, service.providers) for service in graph.services] == [("/reset", ("/base",))]
    assert ("/scan", "") not in graph.types
    assert graph.updated_ns == 5


def test_the_revision_changes_with_the_graph_only() -> None:
    first = make_graph(LOOK, Graph(), "/us", lambda: 1)
    same = make_graph(LOOK, first, "/us", lambda: 2)
    other = make_graph(MasterSnapshot(SystemState(STATE.publishers, {}, {}), LOOK.types), same, "/us", lambda: 3)

    assert (first.revision, same.revision, other.revision) == (1, 1, 2)
    assert same.updated_ns == 2


def test_a_difference_names_nodes_that_came_and_went() -> None:
    first = make_graph(LOOK, Graph(), "/us")
    assert (first.appeared, first.gone) == ((), ())
    later = MasterSnapshot(SystemState({"/odom": ("/base",), "/new": ("/newcomer",)}, {}, {}), {})

    second = make_graph(later, first, "/us")

    assert (second.appeared, second.gone) == (("/newcomer",), ("/joy", "/nav"))


def test_an_action_is_told_by_its_five_topics() -> None:
    (found,) = find_actions(action())

    assert (found.name, found.type_name) == ("/drive", "our_msgs/DriveActionGoal")
    assert (found.status_topic, found.cancel_topic) == ("/drive/status", "/drive/cancel")


def test_what_only_looks_like_an_action_is_none() -> None:
    assert not find_actions(action(status="std_msgs/String"))
    assert not find_actions(action(cancel="std_msgs/String"))
    assert not find_actions(action(goal="std_msgs/String"))
    assert not find_actions(action(feedback=""))


def test_an_action_whose_node_has_ended_is_none() -> None:
    assert not find_actions(MasterSnapshot(SystemState({}, {}, {}), action().types))


class FakeHosts:
    master_name = ""


class FakeNode:
    """A node and its master in one."""

    def __init__(self) -> None:
        self.hosts = FakeHosts()
        self.master = self
        self.moved = False
        self.number = 1
        self.failure: Exception | None = None
        self.asked = 0

    async def locate(self) -> bool:
        moved, self.moved = self.moved, False
        return moved

    async def pid(self) -> int:
        return self.number

    async def uri(self) -> str:
        return "http://sherlock:11311/"

    async def system_state(self) -> SystemState:
        self.asked += 1
        if self.failure is not None:
            raise self.failure
        return SystemState({}, {}, {})

    async def topic_types(self) -> dict[str, str]:
        return {}


class Owner:
    def __init__(self) -> None:
        self.looks: list[bool] = []
        self.failures: list[ProtocolError] = []

    def on_look(self, look: MasterSnapshot, anew: bool) -> None:  # noqa: FBT001 - a callback
        assert look.topics() == ()
        self.looks.append(anew)


@pytest.fixture
def node() -> FakeNode:
    return FakeNode()


@pytest.fixture
def owner() -> Owner:
    return Owner()


@pytest.fixture
async def watch(node: FakeNode, owner: Owner) -> AsyncIterator[MasterWatch]:
    watch = MasterWatch(cast("OwnNode", node), owner.on_look, owner.failures.append)
    tasks = TaskPool("test")
    tasks.spawn(watch.run(), "watch")
    yield watch
    await tasks.cancel()


async def test_the_first_look_is_of_a_new_master_and_the_next_of_the_same(watch: MasterWatch, owner: Owner) -> None:
    await eventually(lambda: len(owner.looks) >= 2)

    assert owner.looks[:2] == [True, False]
    assert watch.snapshot is not None
    assert await watch.wait_for_snapshot(0.1)


async def test_a_new_process_number_or_another_place_of_ours_is_a_new_master(
    watch: MasterWatch, node: FakeNode, owner: Owner
) -> None:
    await eventually(lambda: watch.snapshot)
    node.number = 2
    await eventually(lambda: owner.looks.count(True) == 2)
    node.moved = True
    await eventually(lambda: owner.looks.count(True) == 3)


async def test_a_new_master_is_not_forgotten_where_the_look_at_it_fails(
    watch: MasterWatch, node: FakeNode, owner: Owner
) -> None:
    await eventually(lambda: watch.snapshot)
    node.failure = LinkError("cut off")
    await eventually(lambda: owner.failures)
    node.number = 2
    await eventually(lambda: watch._pid == 2)
    node.failure = None

    await eventually(lambda: owner.looks.count(True) == 2)


async def test_a_failure_is_kept_until_it_is_over(watch: MasterWatch, node: FakeNode, owner: Owner) -> None:
    node.failure = LinkError("cut off")
    await eventually(lambda: len(owner.failures) >= 2)
    assert watch.failure is node.failure
    assert watch.failed_at is not None

    node.failure = None

    await eventually(lambda: watch.failure is None)
    assert watch.failed_at is None


@pytest.mark.expects_log("a look at the master failed")
async def test_a_fault_of_ours_does_not_end_the_watch(watch: MasterWatch, node: FakeNode, owner: Owner) -> None:
    node.failure = KeyError("oops")
    await eventually(lambda: owner.failures)
    assert watch.failure is not None
    assert tells(watch.failure.reason, Ros1Wording.FAULT_OF_PROGRAM)

    node.failure = None

    await eventually(lambda: owner.looks)


async def test_a_nudge_is_a_look_sooner(node: FakeNode, owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_INTERVAL_S", 100.0)
    watch = MasterWatch(cast("OwnNode", node), owner.on_look, owner.failures.append)
    tasks = TaskPool("test")
    tasks.spawn(watch.run(), "watch")
    await eventually(lambda: owner.looks)

    watch.check_soon()

    await eventually(lambda: len(owner.looks) == 2)
    await tasks.cancel()


async def test_what_the_master_calls_itself_is_learnt(watch: MasterWatch, node: FakeNode) -> None:
    await eventually(lambda: node.hosts.master_name == "sherlock")
    assert await watch.wait_for_snapshot(TIMEOUT_S)


async def test_nobody_waits_for_ever(node: FakeNode, owner: Owner) -> None:
    watch = MasterWatch(cast("OwnNode", node), owner.on_look, owner.failures.append)

    assert not await watch.wait_for_snapshot(0.01)
    await asyncio.sleep(0)

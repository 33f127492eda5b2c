"""The topics of a move_base around its client, on a graph and with publishers that are made by hand."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.connections.navigator import CallOff
from app.connections.ros1.navigation import FAREWELL_S, LOOK_S, RosNavigator
from app.connections.ros1.publisher import RosPublisher
from app.model.graph import Action, Graph, GraphNode
from app.model.navigation import FlatPose, GoalPhase
from app.model.topics import Sink
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.wording.connections import Ros1Wording
from protocols.errors import LocalProtocolError
from protocols.navigation import GoalReport
from protocols.ros1.goals import (
    CANCEL_TYPE,
    GIVE_UP_S,
    GOAL_TYPE,
    INITIAL_POSE_TYPE,
    LATE_S,
    OVERDUE_S,
    SETTLE_S,
    UNANSWERED_S,
    GoalClient,
)
from tests.fakes.deliveries import delivery
from tests.fakes.session import JsonSchema
from tests.fakes.waiting import eventually
from tests.tools.sentences import says

PLACE = FlatPose("map", 1.0, 2.0, 0.5)
# a list of after the last cancellation is one that comes so long after a list that has none
SETTLED_S = SETTLE_S + 0.05
STATUS = JsonSchema("actionlib_msgs/GoalStatusArray")


def action(name: str, type_name: str = GOAL_TYPE) -> Action:
    return Action(name, type_name, *(f"{name}/{part}" for part in ("status", "goal", "cancel", "feedback", "result")))


def with_servers(*names: str) -> Graph:
    """The graph with these servers, each of them a node of its own, and an action of another kind."""
    nodes = tuple(GraphNode(f"{name}_node", (f"{name}/status",)) for name in names)
    return Graph(1, nodes, (), (*map(action, names), action("/dock", "dock_msgs/DockActionGoal")))


class _Published:
    """A topic that is published, and who listens to it."""

    def __init__(self, topic: str) -> None:
        self.topic = topic
        self.nodes = frozenset({f"{topic.rpartition('/')[0]}_node"})
        self.sent: list[Any] = []
        self.closed = False

    def publish(self, value: Any) -> None:
        self.sent.append(value)

    async def close(self) -> bool:
        self.closed = True
        return True


class Robot:
    """A robot of the graph, and the navigator that knows it."""

    def __init__(self, tasks: TaskPool) -> None:
        self.graph = with_servers("/move_base")
        self.published: dict[str, _Published] = {}
        self.types: dict[str, str] = {}
        self.sinks: dict[str, Sink] = {}
        self.frame: Any = "/odom"
        self.failures = 0
        self.refused: set[str] = set()
        self.registered_again: list[str] = []
        # how far the clock is ahead of the loop's
        self.later_s = 0.0
        self.navigator = RosNavigator(
            "/teledeck_1_2",
            tasks,
            lambda: self.graph,
            self._advertise,
            self._set_own,
            self._parameter,
            self.registered_again.append,
        )

    async def _advertise(self, topic: str, type_name: str) -> RosPublisher:
        if self.failures:
            self.failures -= 1
            raise LinkError("the master does not answer")
        if topic in self.refused:
            raise LinkError("the topic has another type")
        self.types[topic] = type_name
        self.published[topic] = _Published(topic)
        made: Any = self.published[topic]
        return made  # type: ignore[no-any-return]

    def _set_own(self, topic: str, sink: Sink | None) -> None:
        if sink is None:
            del self.sinks[topic]
        else:
            self.sinks[topic] = sink

    async def _parameter(self, key: str) -> Any:
        assert key.endswith("/global_costmap/global_frame")
        return self.frame

    def names(self, *goals: tuple[str, int], server: str = "/move_base") -> None:
        """A server names its goals."""
        statuses = [{"goal_id": {"id": name}, "status": number, "text": ""} for name, number in goals]
        now = asyncio.get_running_loop().time() + self.later_s
        payload = json.dumps({"status_list": statuses}).encode()
        self.sinks[f"{server}/status"](delivery(payload, schema=STATUS, arrived_s=now))

    def sent(self, part: str, server: str = "/move_base") -> list[Any]:
        sent, self.published[f"{server}/{part}"].sent = self.published[f"{server}/{part}"].sent, []
        return sent

    async def two(self, chosen: str = "") -> None:
        """Two servers, which are heard."""
        self.graph = with_servers("/a", "/b")
        self.navigator.choose_server(chosen)
        self.navigator.want(watched=False, commanded=True)
        wanted = {"/a/cancel", "/b/cancel", f"{chosen or '/a'}/{'goal' if chosen else 'cancel'}"}
        await eventually(lambda: wanted <= self.published.keys(), "that all is announced")
        self.names(server="/a")
        self.names(server="/b")

    def drive(self, server: str) -> str:
        """Have it drive to a goal of ours."""
        self.navigator.set_goal(PLACE)
        goal_id = str(self.sent("goal", server)[0]["goal_id"]["id"])
        self.names((goal_id, 1), server=server)
        return goal_id

    async def silence(self, server: str) -> None:
        """Let a server be silent until its goal is given up."""
        self.later_s += GIVE_UP_S + 1
        await eventually(lambda: self.phase() is GoalPhase.LOST, "that the goal is lost")
        self.sent("cancel", server)

    def phase(self) -> GoalPhase | None:
        goal = self.navigator.state.report.goal
        return goal.phase if goal is not None else None

    def drives(self) -> bool:
        return self.navigator.state.is_driving

    def unconfirmed(self) -> tuple[str, ...]:
        return self.navigator.state.unconfirmed

    async def ready(self) -> None:
        self.navigator.want(watched=False, commanded=True)
        await eventually(lambda: "/move_base/goal" in self.published, "that goals are announced")
        self.names()
        assert self.navigator.state.ready


@pytest.fixture
async def robot(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Robot]:
    tasks = TaskPool("robot")
    robot = Robot(tasks)
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(RosNavigator, "_now", property(lambda _: loop.time() + robot.later_s))
    yield robot
    await tasks.cancel()


async def test_a_robot_that_is_only_watched_is_listened_to_and_nothing_is_announced(robot: Robot) -> None:
    robot.navigator.want(watched=True, commanded=False)
    assert set(robot.sinks) == {"/move_base/status", "/move_base/feedback", "/move_base/result"}
    robot.names(("/rviz-1", 1))
    assert (robot.navigator.state.report.others, robot.navigator.state.ready) == (1, False)
    robot.navigator.cancel_all()
    await asyncio.sleep(0)
    assert robot.published == {}
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.GOAL_UNHEARD)):
        robot.navigator.set_goal(PLACE)
    robot.navigator.want(watched=False, commanded=False)
    assert robot.sinks == {}


async def test_both_topics_are_announced_as_soon_as_commands_are_allowed_and_their_frame_is_known(robot: Robot) -> None:
    await robot.ready()
    assert robot.types == {"/move_base/goal": GOAL_TYPE, "/move_base/cancel": CANCEL_TYPE}
    await eventually(lambda: robot.navigator.state.frame == "odom", "the frame")
    robot.navigator.set_goal(PLACE)
    (goal,) = robot.sent("goal")
    assert goal["goal_id"]["id"].startswith("/teledeck_1_2-")
    robot.navigator.cancel_all()
    assert robot.sent("cancel") == [{"stamp": {"secs": 0, "nsecs": 0}, "id": ""}]


@pytest.mark.expects_log("goals can't be sent: the master does not answer")
async def test_a_master_that_does_not_answer_is_asked_again(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.connections.ros1.navigation.RETRY_S", 0.01)
    robot.failures = 2
    await robot.ready()


async def test_where_nobody_listens_to_cancellations_no_goal_is_sent(robot: Robot) -> None:
    await robot.ready()
    # somebody who records what is sent
    robot.published["/move_base/cancel"].nodes = frozenset({"/record_1"})
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.GOAL_UNHEARD)):
        robot.navigator.set_goal(PLACE)
    assert robot.sent("goal") == []


async def test_the_lock_cancels_what_was_set_and_closes_the_way_when_that_has_ended(robot: Robot) -> None:
    await robot.ready()
    robot.navigator.set_goal(PLACE)
    goal_id = robot.sent("goal")[0]["goal_id"]["id"]
    robot.names((goal_id, 1))
    robot.navigator.want(watched=False, commanded=False)
    assert [each["id"] for each in robot.sent("cancel")] == [goal_id]
    published = robot.published["/move_base/cancel"]
    await asyncio.sleep(0.4)
    assert not published.closed
    robot.names((goal_id, 2))
    goal = robot.navigator.state.report.goal
    assert goal is not None
    assert goal.phase is GoalPhase.CANCELLED
    await asyncio.sleep(SETTLED_S)
    robot.names((goal_id, 2))
    await eventually(lambda: published.closed, "that it is announced no more")
    assert robot.sinks == {}


async def test_the_end_waits_for_the_end_of_a_goal_and_not_for_ever(robot: Robot) -> None:
    await robot.ready()
    robot.navigator.set_goal(PLACE)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await robot.navigator.close()
    assert FAREWELL_S - 0.1 <= loop.time() - began < FAREWELL_S + 1.0
    assert robot.sent("cancel")


async def test_of_several_servers_none_is_taken_before_one_is_chosen(robot: Robot) -> None:
    robot.graph = with_servers("/a/move_base", "/b/move_base")
    robot.navigator.want(watched=True, commanded=False)
    assert (robot.navigator.state.server, robot.navigator.state.servers) == ("", ("/a/move_base", "/b/move_base"))


async def test_initial_poses_go_to_the_topic_beside_the_server(robot: Robot) -> None:
    topics = ("/initialpose", "/other/initialpose")
    types = tuple((topic, INITIAL_POSE_TYPE) for topic in topics)
    robot.graph = Graph(1, (*robot.graph.nodes, GraphNode("/amcl", (), topics)), (), robot.graph.actions, types)
    await robot.ready()
    await eventually(lambda: robot.navigator.state.pose_ready, "the topic")
    assert robot.navigator.state.pose_topic == "/initialpose"
    robot.navigator.set_initial_pose(PLACE)
    (pose,) = robot.published["/initialpose"].sent
    assert pose["header"]["frame_id"] == "map"
    robot.names(("/rviz-1", 1))
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.POSE_WHILE_DRIVING)):
        robot.navigator.set_initial_pose(PLACE)


async def test_one_more_server_does_not_take_a_goal_from_the_one_that_has_it(robot: Robot) -> None:
    await robot.ready()
    robot.navigator.set_goal(PLACE)
    goal_id = robot.sent("goal")[0]["goal_id"]["id"]
    robot.names((goal_id, 1))
    robot.graph = with_servers("/move_base", "/other/move_base")
    robot.navigator.reconcile()
    assert robot.navigator.state.server == "/move_base"
    robot.navigator.cancel_all()
    assert robot.sent("cancel")
    robot.names((goal_id, 2))
    await asyncio.sleep(SETTLED_S)
    robot.names((goal_id, 2))
    await eventually(lambda: robot.navigator.state.server == "", "that one has to be chosen")


@pytest.mark.parametrize("chosen", ["", "/a", "/b"])
async def test_stop_goes_to_every_server_whichever_was_chosen(robot: Robot, chosen: str) -> None:
    await robot.two(chosen)
    robot.names(("/rviz-1", 1), server="/a")
    assert robot.drives()
    robot.navigator.cancel_all()
    for server in ("/a", "/b"):
        assert [each["id"] for each in robot.sent("cancel", server)] == [""]
    robot.names(("/rviz-1", 2), server="/a")
    robot.names(server="/b")
    await asyncio.sleep(SETTLED_S)
    robot.names(("/rviz-1", 2), server="/a")
    robot.names(server="/b")
    assert not robot.navigator.state.report.cancelling
    assert not robot.drives()


async def test_a_goal_is_watched_and_ended_after_another_server_was_chosen(robot: Robot) -> None:
    await robot.two("/a")
    goal_id = robot.drive("/a")
    robot.navigator.choose_server("/b")
    await eventually(lambda: "/b/goal" in robot.published, "that goals are announced")
    assert robot.navigator.state.server == "/b"
    assert robot.drives()
    assert [each["id"] for each in robot.sent("cancel", "/a")] == [goal_id]
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.GOAL_ELSEWHERE)):
        robot.navigator.set_goal(PLACE)
    robot.navigator.cancel_all()
    assert robot.sent("cancel", "/a")[0]["id"] == ""
    robot.names((goal_id, 2), server="/a")
    robot.names(server="/b")
    await asyncio.sleep(SETTLED_S)
    robot.names((goal_id, 2), server="/a")
    robot.names(server="/b")
    assert not robot.drives()
    robot.navigator.set_goal(PLACE)
    assert robot.sent("goal", "/b")


@pytest.mark.parametrize("stopped", [True, False])
async def test_a_server_that_leaves_the_graph_is_watched_as_long_as_it_may_have_a_goal(
    robot: Robot,
    stopped: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    await robot.ready()
    goal_id = robot.drive("/move_base")
    if stopped:
        robot.navigator.cancel_all()
    robot.graph = with_servers("/b")
    robot.navigator.reconcile()
    assert robot.drives()
    robot.navigator.cancel_all()
    robot.sent("cancel")
    await asyncio.sleep(SETTLED_S)
    robot.names((goal_id, 1))
    assert robot.sent("cancel")
    robot.names((goal_id, 2))
    await asyncio.sleep(SETTLED_S)
    robot.names((goal_id, 2))
    await eventually(lambda: robot.navigator.state.server == "/b", "the other")
    await eventually(lambda: "/move_base/status" not in robot.sinks, "that it is listened to no more")


async def test_a_goal_that_was_placed_for_another_server_is_not_sent(robot: Robot) -> None:
    await robot.two("/b")
    await eventually(lambda: robot.navigator.state.ready, "the server")
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.GOAL_OTHER_SERVER)):
        robot.navigator.set_goal(PLACE, "/a")
    robot.navigator.set_goal(PLACE, "/b")
    assert len(robot.sent("goal", "/b")) == 1


async def test_it_is_said_which_servers_are_silent_and_have_not_confirmed_a_cancellation(robot: Robot) -> None:
    robot.graph = with_servers("/a", "/b")
    robot.navigator.want(watched=False, commanded=True)
    await eventually(lambda: {"/a/cancel", "/b/cancel"} <= robot.published.keys(), "that all is announced")
    robot.navigator.cancel_all()
    robot.names(server="/a")
    assert robot.unconfirmed() == ("/b",)
    robot.names(server="/b")
    await asyncio.sleep(SETTLED_S)
    robot.names(server="/b")
    assert robot.unconfirmed() == ()


@pytest.mark.parametrize("watched", [True, False])
async def test_a_goal_that_was_lost_in_silence_is_ended_when_the_robot_is_back_though_commands_are_locked(
    robot: Robot,
    watched: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    robot.navigator.want(watched=watched, commanded=True)
    await robot.ready()
    goal_id = robot.drive("/move_base")
    await robot.silence("/move_base")
    robot.navigator.want(watched=watched, commanded=False)
    assert [each["id"] for each in robot.sent("cancel")] == [goal_id]
    await asyncio.sleep(2 * LOOK_S)
    published = robot.published["/move_base/cancel"]
    assert not published.closed
    robot.names((goal_id, 1))
    assert [each["id"] for each in robot.sent("cancel")] == [goal_id]
    robot.navigator.cancel_all()
    assert [each["id"] for each in robot.sent("cancel")] == [""]
    robot.names((goal_id, 2))
    await asyncio.sleep(SETTLED_S)
    robot.names((goal_id, 2))
    await eventually(lambda: published.closed, "that it is announced no more")


async def test_a_goal_that_was_lost_in_silence_is_ended_after_another_server_was_chosen(robot: Robot) -> None:
    await robot.two("/a")
    goal_id = robot.drive("/a")
    await robot.silence("/a")
    robot.navigator.choose_server("/b")
    assert [each["id"] for each in robot.sent("cancel", "/a")] == [goal_id]
    robot.names((goal_id, 1), server="/a")
    assert [each["id"] for each in robot.sent("cancel", "/a")] == [goal_id]


async def test_a_goal_that_was_lost_in_silence_is_ours_also_after_its_server_has_left_and_come_back(
    robot: Robot,
) -> None:
    await robot.ready()
    goal_id = robot.drive("/move_base")
    await robot.silence("/move_base")
    for servers in (("/b",), ("/b", "/move_base")):
        robot.graph = with_servers(*servers)
        robot.navigator.reconcile()
        await asyncio.sleep(2 * LOOK_S)
    robot.names((goal_id, 1))
    assert robot.navigator.state.report.under_way
    assert robot.navigator.state.report.others == 0
    robot.sent("cancel")
    robot.navigator.withdraw()
    assert [each["id"] for each in robot.sent("cancel")] == [goal_id]


async def test_the_end_waits_for_a_goal_that_was_lost_in_silence_and_announces_nothing_afterwards(robot: Robot) -> None:
    await robot.ready()
    robot.drive("/move_base")
    await robot.silence("/move_base")
    loop = asyncio.get_running_loop()
    began = loop.time()
    await robot.navigator.close()
    assert loop.time() - began >= FAREWELL_S - 0.1
    assert len(robot.sent("cancel")) >= 2
    robot.navigator.want(watched=False, commanded=False)
    robot.published.clear()
    robot.navigator.cancel_all()
    await asyncio.sleep(2 * LOOK_S)
    assert robot.published == {}


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("by", ["lock", "stop"])
async def test_a_goal_that_comes_late_is_called_off_whoever_watches(robot: Robot, by: str, watched: bool) -> None:  # noqa: FBT001 - a parameter of the test
    robot.navigator.want(watched=watched, commanded=True)
    await robot.ready()
    robot.navigator.set_goal(PLACE)
    goal_id = robot.sent("goal")[0]["goal_id"]["id"]
    goals = robot.published["/move_base/goal"]
    if by == "stop":
        robot.navigator.cancel_all()
    robot.navigator.want(watched=watched, commanded=False)
    for _ in range(int(UNANSWERED_S / 0.5) + 3):
        robot.later_s += 0.5
        robot.names()
    assert not robot.navigator.state.report.cancelling
    await eventually(lambda: goals.closed, "that goals are announced no more")
    robot.later_s += 20.0
    await asyncio.sleep(2 * LOOK_S)
    robot.sent("cancel")
    robot.names((goal_id, 1))
    assert robot.sent("cancel")[0]["id"] == goal_id
    for _ in range(2):
        robot.later_s += 0.5
        robot.names((goal_id, 2))
    cancelling = robot.published["/move_base/cancel"]
    await eventually(lambda: cancelling.closed, "that nothing is announced any more")
    assert (robot.sinks != {}) is watched


async def test_a_goal_that_does_not_come_is_not_expected_for_ever(robot: Robot) -> None:
    await robot.ready()
    robot.navigator.set_goal(PLACE)
    robot.navigator.want(watched=False, commanded=False)
    for _ in range(int(UNANSWERED_S / 0.5) + 3):
        robot.later_s += 0.5
        robot.names()
    await asyncio.sleep(2 * LOOK_S)
    assert robot.sinks
    robot.later_s += LATE_S
    await eventually(lambda: robot.sinks == {} and robot.published["/move_base/cancel"].closed, "that it is given up")


async def test_a_goal_that_comes_when_the_way_was_closed_after_all_is_cancelled(robot: Robot) -> None:
    robot.navigator.want(watched=True, commanded=True)
    await robot.ready()
    robot.navigator.set_goal(PLACE)
    goal_id = robot.sent("goal")[0]["goal_id"]["id"]
    robot.navigator.want(watched=True, commanded=False)
    closing = robot.published["/move_base/cancel"]
    for _ in range(int(UNANSWERED_S / 0.5) + 3):
        robot.later_s += 0.5
        robot.names()
    robot.later_s += LATE_S
    await eventually(lambda: closing.closed, "that it is announced no more")
    robot.names((goal_id, 1))
    await eventually(lambda: robot.published["/move_base/cancel"] is not closing, "that it is announced again")
    await eventually(lambda: robot.published["/move_base/cancel"].sent, "the cancellation")
    assert robot.sent("cancel")[0]["id"] == goal_id
    assert robot.published["/move_base/goal"].closed


async def test_a_server_that_has_lost_a_link_is_asked_to_dial_again_less_and_less_often(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LOOK_S", "LEAST_LOOK_S"):
        monkeypatch.setattr(f"app.connections.ros1.navigation.{name}", 0.001)
    await robot.ready()
    await asyncio.sleep(2 * LOOK_S)
    assert robot.registered_again == []
    nodes, robot.published["/move_base/cancel"].nodes = robot.published["/move_base/cancel"].nodes, frozenset()
    at: list[int] = []
    for number in range(40):
        robot.later_s += 1.0
        await asyncio.sleep(0.02)
        if len(robot.registered_again) > len(at):
            at += [number] * (len(robot.registered_again) - len(at))
    assert set(robot.registered_again) == {"/move_base/cancel"}
    assert 4 <= len(at) <= 8
    ready = [robot.navigator.state.ready]
    robot.published["/move_base/cancel"].nodes = nodes
    robot.registered_again.clear()
    robot.later_s += 20.0
    await asyncio.sleep(2 * LOOK_S)
    robot.names()
    assert [*ready, robot.navigator.state.ready] == [False, True]
    assert robot.registered_again == []


async def test_what_no_server_confirms_can_be_given_up_after_a_while(robot: Robot) -> None:
    await robot.two("/a")
    goal_id = robot.drive("/a")
    robot.navigator.cancel_all()
    robot.later_s += 1.0
    robot.names(server="/b")
    robot.navigator.give_up()
    assert (robot.navigator.state.report.cancelling, robot.navigator.state.overdue) == (True, False)
    robot.later_s += OVERDUE_S
    await eventually(lambda: robot.navigator.state.overdue, "that it may be given up")
    assert robot.unconfirmed() == ("/a",)
    robot.navigator.give_up()
    state = robot.navigator.state
    assert (state.report.cancelling, state.overdue, state.unconfirmed, state.is_driving) == (False, False, (), False)
    robot.sent("cancel", "/a")
    robot.names((goal_id, 1), server="/a")
    assert [each["id"] for each in robot.sent("cancel", "/a")] == [goal_id]


async def test_a_server_that_is_gone_for_good_is_forgotten_when_it_was_given_up(robot: Robot) -> None:
    await robot.two("/a")
    robot.navigator.cancel_all()
    robot.graph = dataclasses.replace(with_servers("/a"), revision=2)
    robot.navigator.reconcile()
    robot.later_s += OVERDUE_S
    await asyncio.sleep(2 * LOOK_S)
    assert "/b/status" in robot.sinks
    robot.navigator.give_up()
    await eventually(lambda: "/b/status" not in robot.sinks, "that it is listened to no more")


async def test_fifty_servers_that_tell_of_themselves_often_are_looked_at_one_by_one(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"/robot{number}/move_base" for number in range(50)]
    robot.graph = with_servers(*names)
    robot.navigator.want(watched=True, commanded=True)
    await eventually(lambda: len(robot.published) == len(names), "that all is announced")
    for name in names:
        robot.names((f"{name}-1", 1), server=name)
    calls = 0
    report = GoalClient.report

    def counted(client: GoalClient, now: float) -> GoalReport:
        nonlocal calls
        calls += 1
        return report(client, now)

    monkeypatch.setattr(GoalClient, "report", counted)
    before = robot.navigator.state
    for _ in range(10):
        for name in names:
            robot.names((f"{name}-1", 1), server=name)
    # a second of ten lists each, with no look of the clock between them
    assert calls == 500
    assert robot.navigator.state is before
    robot.names(server=names[0])
    assert robot.navigator.state.report.others == 49


async def test_what_a_robot_has_of_us_is_told_by_its_ids_and_what_is_left_at_the_end(robot: Robot) -> None:
    told: list[Any] = []
    robot.navigator.on_held = told.append
    await robot.ready()
    goal_id = robot.drive("/move_base")
    robot.names(("/rviz-1", 1), (goal_id, 1))
    robot.names((goal_id, 3))
    assert told == [{"/move_base": {goal_id}}, {}]
    second = robot.drive("/move_base")
    await robot.navigator.close()
    # its end was not confirmed
    assert told[2:] == [{"/move_base": {second}}, None]


async def test_what_a_robot_has_of_us_is_told_before_it_gets_that(robot: Robot) -> None:
    sent: list[int] = []
    await robot.ready()
    robot.navigator.on_held = lambda _: sent.append(len(robot.published["/move_base/goal"].sent))
    robot.navigator.set_goal(PLACE)
    assert (sent, len(robot.sent("goal"))) == ([0], 1)


@pytest.mark.parametrize("known", [True, False])
async def test_goals_of_a_process_that_has_died_are_called_off_also_where_the_server_is_known_later(
    robot: Robot,
    known: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    servers = robot.graph
    if not known:
        robot.graph = with_servers()
    robot.navigator.reconcile()
    robot.navigator.call_off({"/move_base": ["/dead-1"]})
    assert robot.navigator.called_off == {"/move_base": CallOff.UNHEARD}
    robot.graph = dataclasses.replace(servers, revision=2)
    robot.navigator.reconcile()
    await eventually(lambda: "/move_base/cancel" in robot.published, "that it is announced")
    robot.names(("/dead-1", 1), ("/rviz-1", 1))
    await eventually(lambda: robot.published["/move_base/cancel"].sent, "the cancellation")
    assert {each["id"] for each in robot.sent("cancel")} == {"/dead-1"}
    assert set(robot.published) == {"/move_base/cancel"}
    for _ in range(2):
        robot.later_s += 0.5
        robot.names(("/dead-1", 2), ("/rviz-1", 1))
    assert not robot.navigator.called_off


async def test_a_goal_of_a_process_that_has_died_is_called_off_also_when_it_comes_late(robot: Robot) -> None:
    robot.navigator.reconcile()
    robot.navigator.call_off({"/move_base": ["/dead-1"]})
    await eventually(lambda: "/move_base/cancel" in robot.published, "that it is announced")
    robot.names()
    assert robot.navigator.called_off == {"/move_base": CallOff.UNCONFIRMED}
    await eventually(lambda: robot.published["/move_base/cancel"].sent, "the cancellation")
    robot.later_s += SETTLED_S
    robot.names()
    robot.sent("cancel")
    robot.later_s += LATE_S / 2
    assert robot.navigator.called_off == {"/move_base": CallOff.EXPECTED}
    robot.names(("/dead-1", 1))
    assert [each["id"] for each in robot.sent("cancel")] == ["/dead-1"]
    assert robot.navigator.called_off == {"/move_base": CallOff.UNCONFIRMED}
    robot.names(("/dead-1", 2))
    assert not robot.navigator.called_off


@pytest.mark.parametrize("frame", ["", "/", 7, None, "map\n", "x" * 300])
async def test_what_is_no_name_of_a_frame_is_not_taken_for_one(robot: Robot, frame: Any) -> None:
    robot.frame = frame
    await robot.ready()
    await asyncio.sleep(0.05)
    assert robot.navigator.state.frame == "map"


@pytest.mark.expects_log("goals can't be sent: the master does not answer")
async def test_stop_is_sent_as_soon_as_the_master_answers_though_commands_were_locked_meanwhile(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.connections.ros1.navigation.RETRY_S", 0.05)
    robot.failures = 2
    robot.navigator.want(watched=True, commanded=True)
    await eventually(lambda: not robot.failures, "the attempts")
    assert robot.published == {}
    robot.navigator.cancel_all()
    robot.navigator.want(watched=True, commanded=False)
    await eventually(lambda: "/move_base/cancel" in robot.published, "that it is announced")
    await eventually(lambda: robot.published["/move_base/cancel"].sent, "the cancellation")
    assert set(robot.published) == {"/move_base/cancel"}


@pytest.mark.expects_log("goals can't be sent: the topic has another type")
async def test_a_topic_that_can_not_be_announced_keeps_no_other_server_from_stop_and_is_named(robot: Robot) -> None:
    robot.refused = {"/a/cancel", "/a/goal"}
    robot.graph = with_servers("/a", "/b")
    robot.navigator.choose_server("/a")
    robot.navigator.want(watched=True, commanded=True)
    await eventually(lambda: "/b/cancel" in robot.published, "the other server")
    robot.names(server="/a")
    robot.names(("/rviz-1", 1), server="/b")
    robot.navigator.cancel_all()
    assert [each["id"] for each in robot.sent("cancel", "/b")] == [""]
    robot.names(("/rviz-1", 1), server="/a")
    assert robot.unconfirmed() == ("/a",)
    # one that it has no link with
    robot.published["/b/cancel"].nodes = frozenset({"/record_1"})
    robot.names(("/rviz-1", 1), server="/b")
    assert robot.unconfirmed() == ("/a", "/b")


async def test_cancellations_are_announced_before_goals(robot: Robot) -> None:
    await robot.two("/a")
    assert list(robot.published) == ["/a/cancel", "/b/cancel", "/a/goal"]


async def test_a_server_that_leaves_the_graph_is_stopped_while_it_may_have_a_goal_of_others(robot: Robot) -> None:
    await robot.two("/a")
    robot.names(("/rviz-1", 1), server="/b")
    # a master that was started anew, or a server that is slow to answer
    robot.graph = dataclasses.replace(with_servers("/a"), revision=2)
    robot.navigator.reconcile()
    await asyncio.sleep(2 * LOOK_S)
    assert robot.drives()
    robot.navigator.cancel_all()
    assert [each["id"] for each in robot.sent("cancel", "/b")] == [""]
    robot.names(("/rviz-1", 2), server="/b")
    await asyncio.sleep(SETTLED_S)
    robot.names(("/rviz-1", 2), server="/b")
    await eventually(lambda: "/b/status" not in robot.sinks, "that it is listened to no more")


async def test_a_server_that_left_the_graph_with_goals_of_others_is_forgotten_after_a_minute(robot: Robot) -> None:
    await robot.two("/a")
    robot.names(("/rviz-1", 1), server="/b")
    robot.graph = dataclasses.replace(with_servers("/a"), revision=2)
    robot.navigator.reconcile()
    robot.later_s += GIVE_UP_S + 1
    await eventually(lambda: "/b/status" not in robot.sinks, "that it is listened to no more")
    assert not robot.drives()

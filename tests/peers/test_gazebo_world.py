"""The world of a real gzserver, told what to do as the window's bar tells it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

import pytest

from app.connections.gazebo.world import read_statistics
from app.model.topics import TopicKey
from app.model.world import WorldAction, WorldCommand, WorldState
from app.net.link_thread import LinkThread
from app.session.session import Session
from tests.peers.gazebo_server import GazeboServer

pytestmark = pytest.mark.timeout(180)

STATS = "/gazebo/default/world_stats"


class World:
    """A session that looks at the world."""

    def __init__(self, gazebo: GazeboServer, link: LinkThread) -> None:
        self._link = link
        self._session = Session(link, environ={})
        self._name = self._session.links.connect(gazebo.uri)
        self._session.topics.set_subscriptions("test", {TopicKey(self._name, STATS)})
        self._session.commands.allow(self._name, allowed=True)

    def tell(self, action: WorldAction, steps: int = 1) -> None:
        self._link.submit(self._session.commands.control_world(self._name, WorldCommand(action, steps))).result(30)

    def state(self) -> WorldState | None:
        topic = self._session.topics.store.get(TopicKey(self._name, STATS))
        message = topic.newest if topic is not None else None
        return read_statistics(message.payload) if message is not None else None

    def wait(self, condition: Callable[[WorldState], bool], timeout_s: float = 60.0) -> WorldState:
        deadline = time.monotonic() + timeout_s
        while True:
            state = self.state()
            if state is not None and condition(state):
                return state
            assert time.monotonic() < deadline, f"still {state}"
            time.sleep(0.02)

    def close(self) -> None:
        self._link.submit(self._session.close()).result(10)


@pytest.fixture
def world(own_gazebo: GazeboServer) -> Iterator[World]:
    link = LinkThread("world")
    link.start()
    try:
        with contextlib.closing(World(own_gazebo, link)) as world:
            yield world
    finally:
        link.stop()


def test_it_stands_steps_goes_on_and_begins_anew(world: World, own_gazebo: GazeboServer) -> None:
    world.wait(lambda state: not state.paused and state.iterations > 0)
    world.tell(WorldAction.PAUSE)
    stands = world.wait(lambda state: state.paused)
    time.sleep(0.5)
    stands = world.wait(lambda state: state.paused)
    assert "paused: true" in own_gazebo.ask_gz("topic", "-e", STATS, "-d", "1")

    world.tell(WorldAction.STEP, 5)
    after = world.wait(lambda state: state.iterations > stands.iterations)
    time.sleep(0.5)
    after = world.wait(lambda state: state.paused)
    assert after.iterations == stands.iterations + 5
    assert after.sim_time_ns > stands.sim_time_ns

    world.tell(WorldAction.RESET_TIME)
    world.wait(lambda state: state.sim_time_ns < after.sim_time_ns)
    world.tell(WorldAction.RESUME)
    world.wait(lambda state: not state.paused and state.sim_time_ns > 0)


def test_a_reset_puts_time_and_models_back(world: World, own_gazebo: GazeboServer) -> None:
    world.wait(lambda state: state.sim_time_ns > 3_000_000_000)
    world.tell(WorldAction.PAUSE)
    before = world.wait(lambda state: state.paused)
    pose = own_gazebo.ask_gz("model", "-m", "rover", "-p")
    own_gazebo.gz("model", "-m", "rover", "-x", "1.5", "-y", "-1.5", "-z", "0.5")
    deadline = time.monotonic() + 60
    while (moved := own_gazebo.ask_gz("model", "-m", "rover", "-p")).split()[:1] == pose.split()[:1]:
        assert time.monotonic() < deadline
    world.tell(WorldAction.RESET_ALL)
    world.wait(lambda state: state.sim_time_ns < before.sim_time_ns)

    deadline = time.monotonic() + 60
    while abs(float(own_gazebo.ask_gz("model", "-m", "rover", "-p").split()[0]) - float(pose.split()[0])) > 0.1:
        assert time.monotonic() < deadline, moved


def test_a_new_server_hears_nothing_of_what_the_old_one_was_told(world: World, own_gazebo: GazeboServer) -> None:
    world.wait(lambda state: not state.paused)
    world.tell(WorldAction.PAUSE)
    world.wait(lambda state: state.paused)
    own_gazebo.kill()
    own_gazebo.start()

    state = world.wait(lambda state: not state.paused, 60)
    world.wait(lambda later: later.iterations > state.iterations + 500)

from __future__ import annotations

import pytest

from app.model.messages.values import Battery
from app.model.schema import Role
from app.model.status import ConnectionState, RobotCondition
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.drive.battery import OUTDATED_S, OWNER, BatteryMonitor, BatteryText
from tests.app.ui.drive.conftest import OTHER, ROBOT
from tests.fakes.session import FakeSession, JsonSchema

BATTERY = TopicKey(ROBOT, "/battery")


class _Watch:
    """A battery that is looked at, or not."""

    def __init__(self, session: FakeSession) -> None:
        self.session = session
        self.seen = True
        self.watch = BatteryMonitor(session.topics, lambda: self.seen)
        session.set_state(ConnectionState.CONNECTED, connection=ROBOT)

    def info(self, robot: str = ROBOT) -> ConnectionInfo:
        return next(info for info in self.session.links.connections if info.id == robot)

    def look(self) -> BatteryText:
        return self.watch.read(self.info(), self.session.now)

    @property
    def wanted(self) -> set[TopicKey]:
        return set(self.session.topics.wants.get(OWNER, ()))

    def add(self, *names: str, robot: str = ROBOT) -> None:
        schema = JsonSchema("test.Battery", roles=[Role.BATTERY])
        self.session.add_topics(*names, connection=robot, schema=schema)

    def receive(self, **value: object) -> None:
        self.session.receive(BATTERY.topic, value, connection=ROBOT)


@pytest.fixture
def battery(session: FakeSession) -> _Watch:
    return _Watch(session)


def test_without_a_topic_that_tells_of_it_nothing_is_said(battery: _Watch) -> None:
    battery.session.add_topics("/odom", connection=ROBOT)

    assert battery.look() == BatteryText()
    assert battery.wanted == set()


def test_the_newest_message_of_a_battery_is_told(battery: _Watch) -> None:
    battery.add(BATTERY.topic)
    assert battery.look() == BatteryText()
    assert battery.wanted == {BATTERY}
    battery.receive(fraction=0.85, voltage_v=12.13)
    assert battery.look() == BatteryText("12.1 V, 85 %")
    battery.receive(fraction=0.1, voltage_v=10.94)

    assert battery.look() == BatteryText("10.9 V, 10 %", is_low=True)


def test_a_topic_that_comes_later_is_found(battery: _Watch) -> None:
    battery.look()
    battery.add(BATTERY.topic)
    battery.session.now += 1.0
    battery.look()

    assert battery.wanted == {BATTERY}


def test_of_several_batteries_the_first_stays_and_those_of_other_robots_are_not_taken(battery: _Watch) -> None:
    battery.add("/battery", "/zz")
    battery.session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    battery.add("/a", robot=OTHER)
    battery.look()
    assert battery.wanted == {BATTERY}
    battery.add("/aa")
    battery.session.now += 2.0
    battery.look()

    assert battery.wanted == {BATTERY}


def test_nothing_is_subscribed_to_while_nobody_can_see_it(battery: _Watch) -> None:
    battery.add(BATTERY.topic)
    battery.look()
    battery.seen = False
    battery.watch.update_subscriptions()
    assert battery.wanted == set()
    battery.seen = True
    battery.watch.update_subscriptions()

    assert battery.wanted == {BATTERY}


def test_what_is_old_or_of_a_lost_robot_is_told_with_its_age(battery: _Watch) -> None:
    battery.add(BATTERY.topic)
    battery.receive(voltage_v=12.0)
    battery.look()
    battery.session.now += OUTDATED_S + 1
    assert battery.look() == BatteryText("12.0 V, 16 s old", is_old=True)
    battery.receive(voltage_v=12.0)
    battery.session.set_state(ConnectionState.LOST, connection=ROBOT)

    assert battery.look() == BatteryText("12.0 V, 0.0 s old", is_old=True)


def test_a_message_that_can_not_be_read_says_nothing(battery: _Watch) -> None:
    battery.add(BATTERY.topic)
    battery.look()
    battery.session.receive(BATTERY.topic, b"no JSON", connection=ROBOT)

    assert battery.look() == BatteryText()


def test_what_a_robot_says_of_itself_needs_no_topic(battery: _Watch) -> None:
    battery.add(BATTERY.topic)
    battery.look()
    battery.session.set_condition(RobotCondition(Battery(None, 24.0, True)), connection=ROBOT)

    assert battery.look() == BatteryText("24.0 V, charging")
    assert battery.wanted == set()


def test_another_robot_has_another_battery(battery: _Watch) -> None:
    battery.add(BATTERY.topic)
    battery.receive(voltage_v=12.0)
    battery.look()
    battery.session.set_state(ConnectionState.CONNECTED, connection=OTHER)

    assert battery.watch.read(battery.info(OTHER), battery.session.now) == BatteryText()
    assert battery.watch.read(None, battery.session.now) == BatteryText()
    assert battery.wanted == set()

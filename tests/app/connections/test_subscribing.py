from __future__ import annotations

import pytest

from app.connections.alerts import ConnectionAlerts, topic_name_alert
from app.connections.subscribing import WantedTopics
from app.model.alerts import Alerts
from app.model.topics import Delivery, Sink
from protocols.errors import LocalProtocolError

ID = "x://robot"


class Robot:
    """Names that stand for topics, and the topics that are wanted of it."""

    def __init__(self) -> None:
        self.topics: dict[str, str | None] = {"a": "/a", "/a": "/a", "b": "/b", "later": None}
        self.all_alerts = Alerts()
        self.alerts = ConnectionAlerts(ID, self.all_alerts, lambda: None)
        self.wanted = WantedTopics(self.alerts, self._topic_of)

    def _topic_of(self, name: str) -> str | None:
        if name not in self.topics:
            raise LocalProtocolError(f"{name} is no topic", "Name another.")
        return self.topics[name]

    @property
    def complaints(self) -> list[tuple[str, str]]:
        return [(alert.key.removeprefix(f"{ID} "), alert.text) for alert in self.all_alerts.current]


@pytest.fixture
def robot() -> Robot:
    return Robot()


def sink() -> Sink:
    def take(delivery: Delivery) -> None:
        raise AssertionError(delivery)

    return take


def test_two_names_of_one_topic_are_one_topic_which_is_latched_if_either_is(robot: Robot) -> None:
    robot.wanted.set_names({"a": False, "/a": True, "b": False})

    assert robot.wanted.resolve() == {"/a": True, "/b": False}


def test_a_name_that_stands_for_none_yet_is_wanted_when_it_does(robot: Robot) -> None:
    robot.wanted.set_names({"later": False})
    assert robot.wanted.resolve() == {}
    assert robot.complaints == []

    robot.topics["later"] = "/late"

    assert robot.wanted.resolve() == {"/late": False}


def test_a_name_that_can_be_no_topic_is_reported_until_it_can_be_one(robot: Robot) -> None:
    robot.wanted.set_names({"a": False, "bad": False})
    for _ in range(2):
        assert robot.wanted.resolve() == {"/a": False}
    assert robot.complaints == [(topic_name_alert("bad"), "bad is no topic")]
    assert robot.all_alerts.current[0].count == 1

    robot.topics["bad"] = "/bad"
    assert robot.wanted.resolve() == {"/a": False, "/bad": False}

    assert robot.complaints == []


def test_a_name_that_is_wanted_no_more_is_reported_no_more(robot: Robot) -> None:
    robot.wanted.set_names({"bad": False})
    robot.wanted.resolve()

    robot.wanted.set_names({})

    assert robot.complaints == []


def test_receivers_of_all_names_of_a_topic_get_its_messages_in_the_order_in_which_they_were_set(robot: Robot) -> None:
    first, second, third = sink(), sink(), sink()
    robot.wanted.set_sinks("a", [first, second])
    robot.wanted.set_sinks("/a", [third])
    assert robot.wanted.sinks == {"/a": (first, second, third)}

    robot.wanted.set_sinks("a", [])

    assert robot.wanted.sinks == {"/a": (third,)}


def test_receivers_follow_a_name_that_stands_for_another_topic(robot: Robot) -> None:
    take = sink()
    robot.wanted.set_sinks("a", [take])
    robot.topics["a"] = "/world/a"

    robot.wanted.resolve()

    assert robot.wanted.sinks == {"/world/a": (take,)}


def test_receivers_that_are_the_same_change_nothing(robot: Robot) -> None:
    take = sink()
    robot.wanted.set_sinks("a", [take])
    before = robot.wanted.sinks

    robot.wanted.set_sinks("a", [take])
    robot.wanted.set_sinks("b", [])

    assert robot.wanted.sinks is before


def test_what_the_connection_wants_itself_is_apart_from_what_the_operator_wants(robot: Robot) -> None:
    own, theirs = sink(), sink()
    robot.wanted.set_own("/a", own)
    robot.wanted.set_names({"a": True})
    robot.wanted.set_sinks("a", [theirs])
    assert robot.wanted.resolve() == {"/a": True}
    assert robot.wanted.sinks == {"/a": (own, theirs)}

    robot.wanted.set_own("/a", None)

    assert robot.wanted.resolve() == {"/a": True}
    assert robot.wanted.sinks == {"/a": (theirs,)}

from __future__ import annotations

import datetime as dt
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from app.connections.ros1.master import RosApiCaller, RosFailureError, RosMaster
from protocols.errors import RosRemoteError
from protocols.ros1.names import RosEndpoint

WHERE = RosEndpoint("robot", 11311)


class FakeCaller:
    """Answers by a table."""

    def __init__(self, **values: Any) -> None:
        self.values = values
        self.calls: list[tuple[Any, ...]] = []

    async def call(
        self, where: RosEndpoint, method: str, *arguments: Any, timeout_s: float, remember: bool = False
    ) -> Any:
        del remember
        assert where == WHERE
        assert timeout_s == 2.0
        self.calls.append((method, *arguments))
        value = self.values[method]
        if isinstance(value, Exception):
            raise value
        return value


def master(**values: Any) -> tuple[RosMaster, FakeCaller]:
    caller = FakeCaller(**values)
    return RosMaster(cast("RosApiCaller", caller), WHERE, 2.0), caller


async def test_the_state_is_who_publishes_subscribes_and_serves() -> None:
    it, _ = master(getSystemState=[[["/a", ["/n", "/m"]]], [["/b", []]], [["/s", ["/n"]]]])

    state = await it.system_state()

    assert state.publishers == {"/a": ("/n", "/m")}
    assert state.subscribers == {"/b": ()}
    assert state.services == {"/s": ("/n",)}


async def test_types_are_by_topic() -> None:
    it, _ = master(getTopicTypes=[["/a", "x/A"], ["/b", "*"]])

    assert await it.topic_types() == {"/a": "x/A", "/b": "*"}


async def test_what_has_not_changed_is_the_same_object() -> None:
    it, caller = master(getSystemState=[[], [], []], getTopicTypes=[["/a", "x/A"]])

    assert await it.system_state() is await it.system_state()
    assert await it.topic_types() is await it.topic_types()
    before = await it.system_state()
    caller.values["getSystemState"] = [[], [], []]
    assert await it.system_state() is not before


async def test_registrations_say_topic_type_and_where_we_are() -> None:
    it, caller = master(
        registerSubscriber=["http://a:1/"],
        registerPublisher=[],
        unregisterSubscriber=1,
        unregisterPublisher=0,
    )

    assert await it.register_subscriber("/t", "*", "http://us:1/") == ("http://a:1/",)
    assert await it.register_publisher("/t", "x/T", "http://us:1/") == ()
    await it.unregister_subscriber("/t", "http://us:1/")
    await it.unregister_publisher("/t", "http://us:1/")

    assert caller.calls == [
        ("registerSubscriber", "/t", "*", "http://us:1/"),
        ("registerPublisher", "/t", "x/T", "http://us:1/"),
        ("unregisterSubscriber", "/t", "http://us:1/"),
        ("unregisterPublisher", "/t", "http://us:1/"),
    ]


async def test_a_service_is_at_an_endpoint() -> None:
    it, _ = master(lookupService="rosrpc://robot:4711")

    assert await it.look_up_service("/s") == RosEndpoint("robot", 4711)


async def test_a_parameter_that_is_not_set_is_none_where_that_is_asked_for() -> None:
    it, _ = master(getParam=RosFailureError("not set"))

    assert await it.parameter_or_none("/x") is None
    with pytest.raises(RosFailureError):
        await it.parameter("/x")


async def test_a_date_is_a_text() -> None:
    day = dt.datetime(2026, 1, 2, 3, 4, 5)  # noqa: DTZ001 - XML-RPC knows no time zones
    it, _ = master(getParam={"a": [day, 1]}, subscribeParam={"b": day})

    assert await it.parameter("/") == {"a": ["2026-01-02 03:04:05", 1]}
    assert await it.subscribe_parameter("/", "http://us:1/") == {"b": "2026-01-02 03:04:05"}


async def test_parameters_are_subscribed_to_by_where_we_are() -> None:
    it, caller = master(subscribeParam={"a": 1}, unsubscribeParam=1, setParam=0, deleteParam=0)

    assert await it.subscribe_parameter("/", "http://us:1/") == {"a": 1}
    await it.unsubscribe_parameter("/", "http://us:1/")
    await it.set_parameter("/a", [1])
    await it.delete_parameter("/a")

    assert caller.calls[0] == ("subscribeParam", "http://us:1/", "/")
    assert caller.calls[1] == ("unsubscribeParam", "http://us:1/", "/")


@pytest.mark.parametrize(
    ("method", "value"),
    [
        ("getPid", "1"),
        ("getUri", 5),
        ("lookupNode", None),
        ("lookupService", "http://robot:1"),
        ("lookupService", 0),
        ("getTopicTypes", [["/a"]]),
        ("getTopicTypes", [["/a", 1]]),
        ("getSystemState", [[], []]),
        ("getSystemState", [[], [], [], []]),
        ("getSystemState", [[["/a", "/n"]], [], []]),
        ("registerSubscriber", "http://a:1/"),
        ("registerSubscriber", [1]),
    ],
)
async def test_an_answer_of_another_shape_is_the_masters_fault(method: str, value: object) -> None:
    it, _ = master(**{method: value})
    calls: dict[str, Callable[[], Awaitable[object]]] = {
        "getPid": it.pid,
        "getUri": it.uri,
        "lookupNode": lambda: it.look_up_node("/n"),
        "lookupService": lambda: it.look_up_service("/s"),
        "getTopicTypes": it.topic_types,
        "getSystemState": it.system_state,
        "registerSubscriber": lambda: it.register_subscriber("/t", "*", "http://us:1/"),
    }

    with pytest.raises(RosRemoteError):
        await calls[method]()

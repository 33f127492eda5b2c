"""What is known of the robot's own E-stop by what its topic tells."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import Profile
from app.drive.control.values import EstopState
from app.drive.robot.estop import FIRST_S, LEAST_S, MAX_SENDERS, MOST_S, EstopListener, EstopReadings, pressed_reader
from app.model.schema import Schema
from app.model.topics import Delivery, Sink
from protocols.galileo.json_schema import JsonSchema
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.deliveries import delivery


def ros(definition: str) -> Ros1Schema:
    return Ros1Schema(parse_message("test_msgs/Stop", definition))


def told(definition: str, value: dict[str, Any], field: str = "data", when: str = "") -> bool | None:
    schema = ros(definition)
    return pressed_reader(schema, field, when)(schema.encode(value))


class TestAMessage:
    @pytest.mark.parametrize("pressed", [True, False])
    def test_is_a_boolean_that_is_true_or_false_when_it_is_pressed(self, pressed: bool) -> None:  # noqa: FBT001 - a parameter
        assert told("bool data", {"data": pressed}) is pressed
        assert told("bool data", {"data": pressed}, when="false") is not pressed

    def test_is_a_bit_of_a_number_in_a_part_or_in_a_list(self) -> None:
        definition = "uint16 flags\nuint8[3] parts"
        assert told(definition, {"flags": 4, "parts": [0, 0, 0]}, "flags", "bit 2") is True
        assert told(definition, {"flags": 4, "parts": [0, 8, 0]}, "parts[1]", "bit 3") is True
        assert told(definition, {"flags": 4, "parts": [0, 8, 0]}, "parts[0]", "not bit 3") is True

    def test_is_a_word_in_a_text_or_the_name_of_a_constant(self) -> None:
        assert told("string data", {"data": "mode EMERGENCY (front)"}, when="emergency") is True
        definition = "uint8 RUN=0\nuint8 ESTOP=2\nuint8 state"
        assert told(definition, {"state": 2}, "state", "ESTOP") is True
        assert told(definition, {"state": 0}, "state", "ESTOP") is False
        assert told(definition, {"state": 2}, "state", "2") is True

    @pytest.mark.parametrize(
        ("definition", "value", "field"),
        [
            ("bool other", {"other": True}, "data"),
            ("bool[2] data", {"data": [True, True]}, "data"),
            ("bool[] data", {"data": []}, "data[3]"),
            ("string data", {"data": "true"}, "data"),
            ("float64 data", {"data": math.nan}, "data"),
            ("time data", {"data": {"secs": 1, "nsecs": 0}}, "data.nothing"),
        ],
    )
    def test_that_is_of_another_kind_does_not_tell(self, definition: str, value: dict[str, Any], field: str) -> None:
        assert told(definition, value, field) is None

    def test_that_is_too_short_does_not_tell(self) -> None:
        assert pressed_reader(ros("uint32 flags\nbool data"), "data", "")(b"\x01") is None
        assert pressed_reader(ros("bool data"), "data", "")(b"") is None


def state_of(readings: EstopReadings, now: float, **senders: bool) -> EstopState:
    return readings.state(now, senders or None)


class TestReadings:
    def test_that_nobody_told_are_not_released(self) -> None:
        assert EstopReadings().state(0.0) is EstopState.UNHEARD
        assert EstopReadings().state(0.0, {"/node": True}) is EstopState.UNHEARD

    def test_are_known_for_some_intervals_of_whoever_repeats_them(self) -> None:
        readings = EstopReadings()
        for number in range(5):
            readings.take("/node", False, number * 1.0)
        assert state_of(readings, 4.0 + 3.0) is EstopState.RELEASED
        assert state_of(readings, 4.0 + 3.1) is EstopState.SILENT
        readings.take("/node", False, 20.0)
        assert state_of(readings, 20.0) is EstopState.RELEASED

    def test_that_come_fast_are_not_missed_before_a_second_nor_slow_ones_for_longer_than_ten(self) -> None:
        fast, slow = EstopReadings(), EstopReadings()
        for number in range(5):
            fast.take("/node", False, number * 0.01)
            slow.take("/node", False, number * 9.0)
        assert state_of(fast, 0.04 + LEAST_S) is EstopState.RELEASED
        assert state_of(fast, 0.05 + LEAST_S) is EstopState.SILENT
        assert state_of(slow, 36.0 + MOST_S) is EstopState.RELEASED
        assert state_of(slow, 36.1 + MOST_S) is EstopState.SILENT

    def test_that_came_once_are_known_for_a_moment_and_for_ever_where_they_are_kept(self) -> None:
        readings = EstopReadings()
        readings.take("/node", False, 0.0)
        assert state_of(readings, FIRST_S) is EstopState.RELEASED
        assert state_of(readings, FIRST_S + 0.1, **{"/node": False}) is EstopState.SILENT
        assert state_of(readings, 1e6, **{"/node": True}) is EstopState.RELEASED
        # the node that kept it is gone
        assert readings.state(1e6, {}) is EstopState.SILENT

    def test_of_several_nodes_are_pressed_where_one_says_so(self) -> None:
        readings = EstopReadings()
        for number in range(5):
            readings.take("/front", True, number * 0.1)
            readings.take("/rear", False, number * 0.1)
        assert state_of(readings, 0.4) is EstopState.PRESSED
        # the front one falls silent: nobody knows that it is released
        for number in range(5, 50):
            readings.take("/rear", False, number * 0.1)
        assert state_of(readings, 4.9) is EstopState.SILENT
        readings.take("/front", False, 5.0)
        assert state_of(readings, 5.0) is EstopState.RELEASED
        # one that said released once, as an operator's panel does, keeps nobody from arming
        for number in range(51, 200):
            readings.take("/rear", False, number * 0.1)
        assert state_of(readings, 19.9) is EstopState.RELEASED

    def test_of_a_press_that_is_shorter_than_a_look_are_pressed_once(self) -> None:
        readings = EstopReadings()
        readings.take("/node", True, 0.0)
        readings.take("/node", False, 0.001)
        assert state_of(readings, 0.01) is EstopState.PRESSED
        assert state_of(readings, 0.02) is EstopState.RELEASED

    def test_that_do_not_tell_are_said_to_and_pressed_goes_first(self) -> None:
        readings = EstopReadings()
        readings.take("/one", None, 0.0)
        assert state_of(readings, 0.0) is EstopState.UNREADABLE
        readings.take("/two", False, 0.0)
        assert state_of(readings, 0.0) is EstopState.UNREADABLE
        readings.take("/two", True, 0.0)
        assert state_of(readings, 0.0) is EstopState.PRESSED

    def test_of_more_nodes_than_a_robot_can_have_only_the_newest_are_kept(self) -> None:
        readings = EstopReadings()
        for number in range(3 * MAX_SENDERS):
            readings.take(f"/node{number}", False, 0.0)
        assert len(readings._told) == MAX_SENDERS
        assert state_of(readings, 0.0) is EstopState.RELEASED

    @given(
        steps=st.lists(
            st.tuples(
                st.sampled_from(["/a", "/b", ""]),
                st.sampled_from([True, False, None]),
                st.floats(0.0, 30.0) | st.sampled_from([-5.0, math.nan]),
                st.sampled_from([None, {}, {"/a": True}, {"/a": False, "/b": False}]),
            ),
            max_size=30,
        )
    )
    def test_whatever_comes_it_is_released_only_where_the_last_that_was_told_is(
        self, steps: list[tuple[str, bool | None, float, Mapping[str, bool] | None]]
    ) -> None:
        readings, now, last = EstopReadings(), 0.0, dict[str, bool | None]()
        for sender, pressed, elapsed_s, senders in steps:
            now = now + elapsed_s
            readings.take(sender, pressed, now)
            last[sender] = pressed
            state = readings.state(now, senders)
            counted = [told for name, told in last.items() if senders is None or name in senders]
            if pressed is True:
                assert state is EstopState.PRESSED
            if state is EstopState.RELEASED:
                assert False in counted
                assert pressed is not True
            if not counted and pressed is not True:
                assert state is EstopState.SILENT


class FakeConnection:
    id = "ros1://robot"

    def __init__(self) -> None:
        self.sinks: dict[str, tuple[Sink, ...]] = {}
        self.senders: Mapping[str, bool] | None = {"/base": False}

    def resolve(self, name: str) -> str:
        return name

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        self.sinks[name] = tuple(sinks)

    def senders_of(self, topic: str) -> Mapping[str, bool] | None:
        del topic
        return self.senders


@pytest.fixture
def connection() -> Any:
    return FakeConnection()


def bool_schema() -> Ros1Schema:
    message = find_message("std_msgs/Bool")
    assert message is not None
    return Ros1Schema(message)


def sent(schema: Schema, payload: bytes, sender: str = "/base") -> Delivery:
    return delivery(payload, schema=schema, arrived_s=asyncio.get_running_loop().time(), sender=sender)


class TestAListener:
    async def test_without_a_topic_in_the_profile_listens_to_nothing(self, connection: Any) -> None:
        listener = EstopListener(connection, "ros1", Profile())
        assert listener.wanted == {}
        assert listener.state() is EstopState.NONE
        assert connection.sinks == {}

    async def test_hears_what_the_profile_names(self, connection: Any) -> None:
        listener = EstopListener(connection, "ros1", Profile(estop_topic="/e_stop"))
        assert listener.wanted == {"/e_stop": True}
        assert listener.state() is EstopState.UNHEARD
        (hear,) = connection.sinks["/e_stop"]
        hear(sent(bool_schema(), b"\x00"))
        assert listener.state() is EstopState.RELEASED
        hear(sent(bool_schema(), b"\x01"))
        assert listener.state() is EstopState.PRESSED

    async def test_is_not_told_by_what_is_published_from_here(self, connection: Any) -> None:
        listener = EstopListener(connection, "ros1", Profile(estop_topic="/lock", lock_topic="/lock"))
        (hear,) = connection.sinks["/lock"]
        hear(sent(bool_schema(), b"\x01", ""))
        assert listener.state() is EstopState.UNHEARD

    async def test_of_another_profile_begins_anew(self, connection: Any) -> None:
        listener = EstopListener(connection, "ros1", Profile(estop_topic="/e_stop"))
        (hear,) = connection.sinks["/e_stop"]
        hear(sent(bool_schema(), b"\x00"))
        assert not listener.use_profile(Profile("other", estop_topic="/e_stop"))
        assert listener.state() is EstopState.RELEASED
        assert not listener.use_profile(Profile(estop_topic="/e_stop", estop_when="false"))
        assert listener.state() is EstopState.UNHEARD
        hear(sent(bool_schema(), b"\x00"))
        assert listener.state() is EstopState.PRESSED
        assert listener.use_profile(Profile(estop_topic="/other"))
        assert connection.sinks["/e_stop"] == ()
        assert listener.wanted == {"/other": True}
        assert listener.use_profile(Profile())
        assert listener.wanted == {}
        assert listener.state() is EstopState.NONE

    async def test_reads_the_status_of_a_galileo_robot(self, connection: Any) -> None:
        profile = Profile(estop_topic="galileo/status", estop_field="busyStatus", estop_when="not 0")
        connection.senders = None
        listener = EstopListener(connection, "galileo", profile)
        (hear,) = connection.sinks["galileo/status"]
        empty = JsonSchema("JSON text")
        hear(sent(empty, b'{"busyStatus": 0}', ""))
        assert listener.state() is EstopState.UNREADABLE
        schema = empty.widened(b'{"busyStatus": 0}')
        hear(sent(schema, b'{"busyStatus": 0}', ""))
        assert listener.state() is EstopState.RELEASED
        hear(sent(schema, b'{"busyStatus": 3}', ""))
        assert listener.state() is EstopState.PRESSED
        hear(sent(schema, b'{"busyStatus": "free"}', ""))
        assert listener.state() is EstopState.UNREADABLE
        hear(sent(schema, b'{"busyStatus', ""))
        assert listener.state() is EstopState.UNREADABLE

    async def test_asks_no_engine_for_it(self, connection: Any) -> None:
        listener = EstopListener(connection, "nrp+grpc", Profile(estop_topic="rover::stop"))
        assert listener.wanted == {}
        assert connection.sinks == {}
        assert listener.state() is EstopState.UNHEARD

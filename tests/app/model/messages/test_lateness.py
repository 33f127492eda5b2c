from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.messages import stamps
from app.model.messages.stamps import StampLag, StampLags
from app.model.schema import DecodeError, Payload
from app.model.topics import Message, Topic, TopicInfo, TopicKey
from app.wording.model import MessageWording
from protocols.sentence import code_of
from tests.fakes.session import JsonSchema
from tests.tools.sentences import tells

URI = "ros1://rover:11311"
BEGIN_S = 1_763_719_200.0


class Stamped(JsonSchema):
    """A message is its stamp in seconds, as JSON."""

    reads = 0

    def stamp_ns(self, payload: Payload) -> int | None:
        self.reads += 1
        stamp_s = json.loads(bytes(payload))
        if stamp_s == "broken":
            raise DecodeError("it ends too early")
        return None if stamp_s is None else round(stamp_s * 1e9)


class Robot:
    """Topics whose messages come at times and with stamps that a test gives."""

    def __init__(self) -> None:
        self.book = StampLags()
        self.schema = Stamped("test.Stamped")
        self.topics: dict[str, Topic] = {}

    def look(self, name: str, received_s: float, stamp_s: object, *, simulated: bool = False) -> StampLag | None:
        """A message comes, and somebody looks."""
        topic = self.topics.setdefault(name, Topic(TopicKey(URI, name), TopicInfo(name), self.schema))
        topic.messages += 1
        topic.newest = Message(json.dumps(stamp_s).encode(), topic.messages, round(received_s * 1e9), self.schema)
        return self.book.lag_of(topic, simulated=simulated)

    def run(
        self, name: str, behind_s: float, grows_by: float = 0.0, seconds: float = 10.0, at_s: float = BEGIN_S
    ) -> StampLag | None:
        """Messages at 4 Hz that are so far behind, and by so much more with each second."""
        lag = None
        for step in range(round(seconds * 4)):
            now_s = at_s + step / 4
            lag = self.look(name, now_s, now_s - behind_s - grows_by * step / 4)
        return lag


@pytest.fixture
def robot() -> Robot:
    return Robot()


def test_messages_that_come_at_once_are_not_late(robot: Robot) -> None:
    lag = robot.run("/odom", 0.05)

    assert lag is not None
    assert (lag.is_late, lag.text) == (False, "")


def test_what_falls_further_and_further_behind_is_late_and_that_is_said(robot: Robot) -> None:
    lag = robot.run("/camera", 0.05, grows_by=0.5)

    assert lag is not None
    assert lag.is_late
    assert lag.behind_s == pytest.approx(4.9, abs=0.1)
    assert tells(lag.text, MessageWording.STAMPS_FALLING_BEHIND)


def test_what_was_late_and_stays_so_far_behind_is_late(robot: Robot) -> None:
    robot.run("/camera", 0.05)
    robot.run("/camera", 0.05, grows_by=0.8, at_s=BEGIN_S + 10)
    lag = robot.run("/camera", 8.0, at_s=BEGIN_S + 20)

    assert lag is not None
    assert tells(lag.text, MessageWording.STAMPS_BEHIND)
    assert lag.behind_s == pytest.approx(7.9, abs=0.1)


def test_what_has_caught_up_is_late_no_more(robot: Robot) -> None:
    robot.run("/camera", 0.05, grows_by=0.5)
    lag = robot.run("/camera", 0.05, at_s=BEGIN_S + 15)

    assert lag is not None
    assert not lag.is_late


@pytest.mark.parametrize(
    ("behind_s", "code"),
    [
        (86_400.0, MessageWording.CLOCK_BEHIND),
        (2.5, MessageWording.CLOCK_BEHIND),
        (-7.0, MessageWording.CLOCK_AHEAD),
        (0.6, None),
        (-0.6, None),
    ],
)
def test_a_distance_that_stays_is_a_difference_of_clocks(
    robot: Robot, behind_s: float, code: MessageWording | None
) -> None:
    lag = robot.run("/odom", behind_s)

    assert lag is not None
    assert (lag.is_late, code_of(lag.text)) == (False, code)
    assert lag.clock_difference_s == pytest.approx(behind_s, abs=0.1)


def test_what_is_far_behind_the_other_topics_of_a_robot_is_late_whatever_its_clock(robot: Robot) -> None:
    for name in ("/odom", "/imu", "/scan"):
        robot.run(name, -100.0)
    lag = robot.run("/camera", -94.0)

    assert lag is not None
    assert tells(lag.text, MessageWording.STAMPS_BEHIND)
    assert lag.behind_s == pytest.approx(6.0, abs=0.1)
    others = robot.run("/odom", -100.0, at_s=BEGIN_S + 20)
    assert others is not None
    assert not others.is_late


def test_clocks_that_drift_apart_are_not_late(robot: Robot) -> None:
    lag = None
    for minute in range(24 * 60):
        now_s = BEGIN_S + 60 * minute
        lag = robot.look("/odom", now_s, now_s - 0.05 - 100e-6 * 60 * minute)

    assert lag is not None
    assert not lag.is_late


def test_a_clock_that_is_set_back_is_not_late(robot: Robot) -> None:
    robot.run("/odom", 0.05)
    lag = robot.run("/odom", 30.0, at_s=BEGIN_S + 10)

    assert lag is not None
    assert (lag.is_late, round(lag.clock_difference_s)) == (False, 30)


@pytest.mark.parametrize("stamp_s", [None, 12.5, 0.0, BEGIN_S - 3600, "broken"])
def test_stamps_that_stand_still_are_missing_simulated_or_broken_say_nothing(robot: Robot, stamp_s: object) -> None:
    lags = {robot.look("/map", BEGIN_S + second, stamp_s) for second in range(60)}

    assert lags == {None}


def test_simulated_time_is_no_lateness(robot: Robot) -> None:
    lags = {robot.look("/odom", BEGIN_S + second, BEGIN_S + second / 2, simulated=True) for second in range(60)}

    assert lags == {None}
    assert robot.schema.reads == 0


def test_simulated_seconds_below_any_calendar_are_no_lateness(robot: Robot) -> None:
    assert {robot.look("/odom", BEGIN_S + second, 100 + second / 2) for second in range(60)} == {None}


def test_the_first_messages_say_nothing_yet(robot: Robot) -> None:
    # the first may be one from before we came
    assert robot.look("/odom", BEGIN_S, BEGIN_S - 3600) is None
    assert robot.run("/odom", 0.05, seconds=0.5, at_s=BEGIN_S + 1) is None


def test_a_stamp_is_read_only_when_somebody_looks_and_no_more_often_than_needed(robot: Robot) -> None:
    for number in range(1000):
        robot.look("/imu", BEGIN_S + number / 1000, BEGIN_S + number / 1000 - 0.01)

    assert robot.schema.reads <= 1.0 / stamps.SPACING_S + 1


def test_a_topic_that_is_new_by_an_old_name_begins_anew(robot: Robot) -> None:
    robot.run("/camera", 0.05, grows_by=0.5)
    del robot.topics["/camera"]

    assert robot.run("/camera", 30.0, seconds=0.5, at_s=BEGIN_S + 60) is None


def test_no_more_topics_are_kept_than_may_be(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamps, "MAX_TOPICS", 3)
    for number in range(10):
        robot.run(f"/t{number}", 0.1, seconds=1)

    assert len(robot.book._lags) <= 3


@given(st.lists(st.tuples(st.floats(0, 1e10), st.floats(-1e10, 1e10)), max_size=30))
def test_whatever_clocks_say_is_a_sentence_or_nothing(pairs: list[tuple[float, float]]) -> None:
    robot = Robot()
    for received_s, stamp_s in pairs:
        lag = robot.look("/odom", received_s, stamp_s)
        assert lag is None or lag.text.isprintable()
        assert lag is None or lag.behind_s >= 0

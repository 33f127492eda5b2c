"""The client of a move_base, with a server that is made of dictionaries, and a clock that is a number."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import RosLocalError
from protocols.navigation import FlatPose, GoalPhase
from protocols.ros1.goals import (
    CANCEL_EVERY_S,
    CANCEL_PATIENCE_S,
    CANCEL_RARELY_EVERY_S,
    CANCEL_TYPE,
    CANCEL_UNHEARD_EVERY_S,
    GIVE_UP_S,
    GOAL_TYPE,
    INITIAL_POSE_TYPE,
    LATE_S,
    MAX_TEXT,
    MAX_UNSEEN,
    OVERDUE_S,
    RESULT_GRACE_S,
    SETTLE_S,
    SILENCE_S,
    UNANSWERED_S,
    CancelScope,
    GoalClient,
    Outgoing,
    cancel_message,
    goal_message,
    initial_pose_message,
)
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.ros1.wording import Ros1GoalWording
from tests.tools.sentences import tells

PLACE = FlatPose("map", 2.0, -1.5, math.pi / 2)
PENDING, ACTIVE, PREEMPTED, SUCCEEDED, ABORTED, REJECTED, PREEMPTING, RECALLING, RECALLED = range(9)


def schema(type_name: str) -> Ros1Schema:
    found = find_message(type_name)
    assert found is not None
    return Ros1Schema(found)


def status(goal_id: str, number: int, text: str = "") -> dict[str, Any]:
    return {"goal_id": {"stamp": {"secs": 0, "nsecs": 0}, "id": goal_id}, "status": number, "text": text}


def listed(*statuses: dict[str, Any]) -> dict[str, Any]:
    return {"header": {}, "status_list": list(statuses)}


class Talk:
    """A client and the time, which goes on in steps of a server's list."""

    def __init__(self) -> None:
        self.client = GoalClient("/teledeck_1_17")
        self.now = 100.0

    def hear(self, *statuses: dict[str, Any], after: float = 0.2) -> None:
        """The server names its goals."""
        self.now += after
        self.client.receive_status(listed(*statuses), self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass, doing what is due."""
        end = self.now + seconds
        while (due := self.client.next_deadline()) is not None and due <= end:
            assert due >= self.now
            self.now = due
            self.client.handle_deadline(self.now)
        self.now = end
        self.client.handle_deadline(self.now)

    def set_goal(self, place: FlatPose = PLACE) -> str:
        return self.client.set_goal(place, self.now).goal_id

    def sent(self) -> list[str]:
        """The ids of the cancellations that were sent; "goal" for goals."""
        out = self.client.data_to_send()
        return ["goal" if kind is Outgoing.GOAL else str(message["id"]) for kind, message in out]

    def phase(self) -> GoalPhase:
        goal = self.client.report(self.now).goal
        assert goal is not None
        return goal.phase

    def text(self) -> str:
        goal = self.client.report(self.now).goal
        assert goal is not None
        return goal.text


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    talk.hear()
    return talk


def active(talk: Talk) -> str:
    goal_id = talk.set_goal()
    talk.hear(status(goal_id, ACTIVE))
    talk.sent()
    return goal_id


# what is sent


def test_a_goal_has_an_id_of_its_own_no_time_and_a_heading_as_a_quaternion() -> None:
    payload = schema(GOAL_TYPE).encode(goal_message("/teledeck-1", PLACE))
    goal = schema(GOAL_TYPE).decode(payload)
    assert goal["goal_id"] == {"stamp": {"secs": 0, "nsecs": 0}, "id": "/teledeck-1"}
    target = goal["goal"]["target_pose"]
    assert (target["header"]["frame_id"], target["header"]["stamp"]) == ("map", {"secs": 0, "nsecs": 0})
    assert target["pose"]["position"] == {"x": 2.0, "y": -1.5, "z": 0.0}
    turn = target["pose"]["orientation"]
    assert (turn["x"], turn["y"]) == (0.0, 0.0)
    assert turn["z"] == pytest.approx(math.sqrt(0.5))
    assert turn["w"] == pytest.approx(math.sqrt(0.5))


def test_the_cancellation_of_all_goals_has_neither_id_nor_time() -> None:
    assert schema(CANCEL_TYPE).encode(cancel_message()) == bytes(12)


def test_the_types_that_are_sent_are_those_that_servers_know() -> None:
    md5s = {name: schema(name).message_type.md5 for name in (GOAL_TYPE, CANCEL_TYPE, INITIAL_POSE_TYPE)}
    assert md5s == {
        GOAL_TYPE: "660d6895a1b9a16dce51fbdd9a64a56b",
        CANCEL_TYPE: "302881f31927c1df708a2dbab0e80ee8",
        INITIAL_POSE_TYPE: "953b798c0f514ff060a53a3498ce6246",
    }


def test_an_initial_pose_is_as_uncertain_as_that_of_rviz_and_of_now() -> None:
    pose = schema(INITIAL_POSE_TYPE).decode(schema(INITIAL_POSE_TYPE).encode(initial_pose_message(PLACE), (7, 9)))
    covariance = list(pose["pose"]["covariance"])
    assert (covariance[0], covariance[7], covariance[35]) == (0.25, 0.25, 0.06853891945200942)
    assert sum(map(bool, covariance)) == 3
    assert pose["header"]["stamp"] == {"secs": 7, "nsecs": 9}
    assert pose["header"]["frame_id"] == "map"


@pytest.mark.parametrize(
    "place", [FlatPose("map", math.nan, 0, 0), FlatPose("map", 0, 0, math.inf), FlatPose("", 0, 0, 0)]
)
def test_what_is_no_place_is_not_sent(talk: Talk, place: FlatPose) -> None:
    with pytest.raises(RosLocalError) as refusal:
        talk.set_goal(place)
    assert tells(refusal.value.reason, Ros1GoalWording.POSE_INVALID)
    with pytest.raises(RosLocalError):
        initial_pose_message(place)
    assert talk.sent() == []


def test_no_id_is_used_again(talk: Talk) -> None:
    assert len({talk.set_goal() for _ in range(5)}) == 5


# what becomes of a goal


def test_a_goal_is_sent_then_pending_active_and_reached(talk: Talk) -> None:
    goal_id = talk.set_goal()
    assert talk.sent() == ["goal"]
    assert talk.phase() is GoalPhase.SENT
    talk.hear(status(goal_id, PENDING))
    assert talk.phase() is GoalPhase.PENDING
    talk.hear(status(goal_id, ACTIVE))
    assert talk.client.report(talk.now).under_way
    talk.client.receive_result({"status": status(goal_id, SUCCEEDED, "Goal reached.")}, talk.now)
    assert (talk.phase(), talk.text()) == (GoalPhase.SUCCEEDED, "Goal reached.")
    # a list that was on its way when the result came
    talk.hear(status(goal_id, ACTIVE))
    assert talk.phase() is GoalPhase.SUCCEEDED


def test_the_list_may_tell_the_end_before_the_result_does(talk: Talk) -> None:
    goal_id = active(talk)
    talk.hear(status(goal_id, ABORTED, "Robot is oscillating."))
    assert (talk.phase(), talk.text()) == (GoalPhase.ABORTED, "Robot is oscillating.")
    talk.client.receive_result({"status": status(goal_id, ABORTED, "other")}, talk.now)
    assert talk.text() == "Robot is oscillating."


@pytest.mark.parametrize(
    ("number", "phase"),
    [
        (PREEMPTED, GoalPhase.CANCELLED),
        (RECALLED, GoalPhase.CANCELLED),
        (REJECTED, GoalPhase.REJECTED),
        (ABORTED, GoalPhase.ABORTED),
        (SUCCEEDED, GoalPhase.SUCCEEDED),
    ],
)
def test_every_end_is_told_by_the_result_alone(talk: Talk, number: int, phase: GoalPhase) -> None:
    goal_id = talk.set_goal()
    talk.client.receive_result({"status": status(goal_id, number)}, talk.now)
    assert talk.phase() is phase
    assert not talk.client.report(talk.now).under_way


def test_one_that_the_server_has_no_more_is_lost_unless_its_result_comes(talk: Talk) -> None:
    active(talk)
    talk.hear()
    assert talk.phase() is GoalPhase.ACTIVE
    talk.wait(RESULT_GRACE_S)
    assert talk.phase() is GoalPhase.LOST

    goal_id = active(talk)
    talk.hear()
    talk.client.receive_result({"status": status(goal_id, SUCCEEDED)}, talk.now)
    talk.wait(RESULT_GRACE_S)
    assert talk.phase() is GoalPhase.SUCCEEDED


def test_one_that_was_lost_and_is_named_again_is_under_way(talk: Talk) -> None:
    goal_id = active(talk)
    talk.hear()
    talk.wait(RESULT_GRACE_S)
    talk.hear(status(goal_id, ACTIVE))
    assert talk.phase() is GoalPhase.ACTIVE


def test_one_that_the_server_never_names_was_not_taken_and_is_refused_if_it_comes_late(talk: Talk) -> None:
    goal_id = talk.set_goal()
    for _ in range(int(UNANSWERED_S / 0.2) + 1):
        talk.hear()
    assert talk.phase() is GoalPhase.UNANSWERED
    assert goal_id in talk.sent()
    talk.hear(after=SETTLE_S)
    talk.hear()
    assert not talk.client.report(talk.now).cancelling
    talk.sent()
    talk.hear(status(goal_id, ACTIVE))
    assert talk.sent() == [goal_id]
    assert talk.client.report(talk.now).cancelling


def test_a_server_that_says_nothing_is_not_heard_and_its_goal_is_given_up_after_a_minute(talk: Talk) -> None:
    active(talk)
    talk.wait(SILENCE_S + 0.1)
    report = talk.client.report(talk.now)
    assert (report.heard, report.under_way, talk.phase()) == (False, True, GoalPhase.ACTIVE)
    talk.wait(GIVE_UP_S)
    assert talk.phase() is GoalPhase.LOST
    assert not talk.client.report(talk.now).under_way


def test_where_the_robot_is_comes_with_the_feedback_for_our_goal_alone(talk: Talk) -> None:
    goal_id = active(talk)
    pose = {"position": {"x": 1.0, "y": 2.0, "z": 0.1}, "orientation": {"x": 0.0, "y": 0.0, "z": 1.0, "w": 0.0}}
    stamped = {"header": {"frame_id": "/map"}, "pose": pose}
    for named in ("somebody-1", goal_id):
        talk.client.receive_feedback(
            {"status": status(named, ACTIVE), "feedback": {"base_position": stamped}}, talk.now
        )
        known = talk.client.report(talk.now).goal
        assert known is not None
        assert (known.at is None) == (named != goal_id)
    goal = talk.client.report(talk.now).goal
    assert goal is not None
    assert goal.at is not None
    assert (goal.at.frame, goal.at.x_m, goal.at.y_m) == ("map", 1.0, 2.0)
    assert abs(goal.at.yaw_rad) == pytest.approx(math.pi)
    assert goal.at.distance_m(PLACE) == pytest.approx(math.hypot(1.0, 3.5))
    assert goal.at.distance_m(FlatPose("odom", 0, 0, 0)) is None


def test_goals_of_others_are_counted_and_those_that_ended_are_not(talk: Talk) -> None:
    talk.hear(status("/rviz-1", ACTIVE), status("/rviz-0", SUCCEEDED), status("/teledeck_1_170-1", PENDING))
    report = talk.client.report(talk.now)
    assert (report.others, report.under_way, report.goal) == (2, False, None)


def test_another_goal_of_ours_takes_the_place_of_the_one_before(talk: Talk) -> None:
    first = active(talk)
    second = talk.set_goal(FlatPose("map", 5.0, 5.0, 0.0))
    talk.hear(status(first, ACTIVE), status(second, PENDING))
    assert talk.phase() is GoalPhase.PENDING
    assert talk.client.report(talk.now).others == 0
    talk.hear(status(first, PREEMPTED), status(second, ACTIVE))
    assert talk.phase() is GoalPhase.ACTIVE


# cancelling


def test_stop_is_there_at_once_and_is_repeated_until_the_list_says_that_all_have_ended(talk: Talk) -> None:
    goal_id = active(talk)
    talk.client.cancel(CancelScope.ALL, talk.now)
    assert talk.sent() == [""]
    assert talk.phase() is GoalPhase.CANCELLING
    for _ in range(40):
        # a recovery that can't be interrupted goes on for seconds
        talk.hear(status(goal_id, PREEMPTING), status("/rviz-1", ACTIVE))
    assert talk.sent().count("") >= 30
    talk.hear(status(goal_id, PREEMPTED), status("/rviz-1", ACTIVE))
    assert talk.client.report(talk.now).cancelling
    assert talk.phase() is GoalPhase.CANCELLED
    talk.hear(status(goal_id, PREEMPTED), status("/rviz-1", PREEMPTED))
    talk.hear(status(goal_id, PREEMPTED), status("/rviz-1", PREEMPTED))
    assert not talk.client.report(talk.now).cancelling
    talk.sent()
    talk.wait(5.0)
    assert talk.sent() == []


def test_a_list_from_before_stop_came_ends_nothing(talk: Talk) -> None:
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.hear(after=SETTLE_S / 2)
    assert talk.client.report(talk.now).cancelling
    talk.hear(after=SETTLE_S)
    assert not talk.client.report(talk.now).cancelling


def test_stop_that_overtakes_a_goal_has_it_refused_by_its_id_too(talk: Talk) -> None:
    goal_id = talk.set_goal()
    assert talk.sent() == ["goal"]
    talk.client.cancel(CancelScope.ALL, talk.now)
    for _ in range(5):
        talk.wait(CANCEL_EVERY_S)
    sent = talk.sent()
    assert sent[0] == ""
    assert sent.count(goal_id) >= 2
    # it came late, and was refused
    talk.hear(status(goal_id, RECALLING))
    assert talk.client.report(talk.now).cancelling
    talk.client.receive_result({"status": status(goal_id, RECALLED)}, talk.now)
    for _ in range(2):
        talk.hear(status(goal_id, RECALLED))
    assert (talk.phase(), talk.client.report(talk.now).cancelling) == (GoalPhase.CANCELLED, False)


def test_one_that_was_cancelled_before_it_came_has_ended_when_nobody_hears_of_it(talk: Talk) -> None:
    talk.set_goal()
    talk.client.cancel(CancelScope.ALL, talk.now)
    for _ in range(int(UNANSWERED_S / 0.2) + 2):
        talk.hear()
    assert talk.phase() is GoalPhase.CANCELLED
    assert not talk.client.report(talk.now).cancelling


def test_who_takes_back_his_own_goal_leaves_those_of_others(talk: Talk) -> None:
    goal_id = active(talk)
    talk.hear(status(goal_id, ACTIVE), status("/rviz-1", ACTIVE))
    talk.client.cancel(CancelScope.OWN, talk.now)
    talk.hear(status(goal_id, PREEMPTING), status("/rviz-1", ACTIVE), after=CANCEL_EVERY_S)
    for _ in range(2):
        talk.hear(status(goal_id, PREEMPTED), status("/rviz-1", ACTIVE), after=SETTLE_S)
    assert set(talk.sent()) == {goal_id}
    assert not talk.client.report(talk.now).cancelling
    talk.client.cancel(CancelScope.OWN, talk.now)
    assert talk.sent() == []


def test_stop_after_taking_back_cancels_all(talk: Talk) -> None:
    active(talk)
    talk.client.cancel(CancelScope.OWN, talk.now)
    talk.sent()
    talk.client.cancel(CancelScope.ALL, talk.now)
    assert talk.sent() == [""]


def test_nothing_is_set_while_something_is_cancelled(talk: Talk) -> None:
    talk.client.cancel(CancelScope.ALL, talk.now)
    with pytest.raises(RosLocalError) as refusal:
        talk.set_goal()
    assert tells(refusal.value.reason, Ros1GoalWording.STILL_CANCELLING)


def test_a_server_that_is_gone_is_told_until_it_is_heard_again_once_a_second(talk: Talk) -> None:
    active(talk)
    talk.wait(SILENCE_S + 1)
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.wait(20)
    assert len(talk.sent()) == 1 + 20 / CANCEL_UNHEARD_EVERY_S
    talk.wait(10 * GIVE_UP_S)
    assert talk.client.report(talk.now).cancelling
    assert talk.phase() is GoalPhase.LOST
    talk.sent()
    talk.hear(after=0.1)
    talk.hear(after=SETTLE_S)
    assert not talk.client.report(talk.now).cancelling
    talk.sent()
    talk.wait(20)
    assert talk.sent() == []


def test_a_cancellation_that_is_never_confirmed_is_sent_less_and_less_often(talk: Talk) -> None:
    talk.wait(SILENCE_S + 1)
    talk.client.cancel(CancelScope.ALL, talk.now)
    numbers = []
    for _ in range(6):
        talk.wait(60.0)
        numbers.append(len(talk.sent()))
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] == 60 / CANCEL_RARELY_EVERY_S
    # STOP once more, and it is sent as often as at first
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.wait(60.0)
    assert abs(len(talk.sent()) - numbers[0]) <= 1


@pytest.mark.parametrize("what", ["ignored", "another", "silent"])
def test_one_that_a_server_ignores_is_sent_rarely_but_at_once_for_another_goal_or_one_that_is_back(
    talk: Talk, what: str
) -> None:
    talk.hear(status("/rviz-1", ACTIVE))
    talk.client.cancel(CancelScope.ALL, talk.now)
    for _ in range(int(CANCEL_PATIENCE_S * 3 / 0.2)):
        talk.hear(status("/rviz-1", ACTIVE))
    if what == "silent":
        talk.wait(SILENCE_S + 1)
    talk.sent()
    for _ in range(10):
        talk.hear(status("/rviz-2" if what == "another" else "/rviz-1", ACTIVE))
    assert (len(talk.sent()) >= 9) is (what != "ignored")


def test_one_that_is_overdue_is_given_up_by_the_operator_alone(talk: Talk) -> None:
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.wait(OVERDUE_S - 1)
    assert not talk.client.report(talk.now).overdue
    talk.wait(2)
    assert talk.client.report(talk.now).overdue
    talk.client.give_up(talk.now)
    talk.sent()
    talk.wait(60)
    assert talk.sent() == []
    report = talk.client.report(talk.now)
    assert (report.cancelling, report.overdue) == (False, False)
    talk.set_goal()


def test_after_giving_up_a_goal_of_ours_is_called_off_when_its_server_is_back_and_those_of_others_are_not(
    talk: Talk,
) -> None:
    goal_id = active(talk)
    talk.hear(status(goal_id, ACTIVE), status("/rviz-1", ACTIVE))
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.wait(OVERDUE_S)
    talk.client.give_up(talk.now)
    report = talk.client.report(talk.now)
    assert (report.under_way, report.others, talk.phase()) == (False, 0, GoalPhase.LOST)
    talk.sent()
    talk.hear(status(goal_id, ACTIVE), status("/rviz-1", ACTIVE))
    assert set(talk.sent()) == {goal_id}
    assert talk.client.report(talk.now).under_way


def test_a_server_that_goes_on_naming_a_goal_is_believed_also_after_giving_up(talk: Talk) -> None:
    goal_id = active(talk)
    talk.client.cancel(CancelScope.ALL, talk.now)
    for _ in range(int(OVERDUE_S / 0.2)):
        talk.hear(status(goal_id, PREEMPTING))
    talk.client.give_up(talk.now)
    talk.sent()
    talk.hear(status(goal_id, PREEMPTING))
    report = talk.client.report(talk.now)
    assert (report.cancelling, report.under_way, talk.sent()) == (False, True, [])


class TimedTalk(Talk):
    """One that notes when the last message was sent."""

    sent_at = -math.inf

    def hear(self, *statuses: dict[str, Any], after: float = 0.2) -> None:
        super().hear(*statuses, after=after)
        self.note()

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while (due := self.client.next_deadline()) is not None and due <= end:
            self.now = due
            self.client.handle_deadline(self.now)
            self.note()
        self.now = end

    def note(self) -> None:
        if self.sent():
            self.sent_at = self.now


@settings(deadline=None, max_examples=60)
@given(st.lists(st.floats(0.02, 0.6), min_size=30, max_size=30), st.integers(0, 12), st.sampled_from(CancelScope))
def test_none_is_on_its_way_when_it_is_confirmed(pauses: list[float], obeyed_after: int, scope: CancelScope) -> None:
    talk = TimedTalk()
    goal_id = active(talk)
    talk.client.cancel(scope, talk.now)
    talk.note()
    for number, pause in enumerate(pauses):
        talk.wait(pause)
        talk.hear(status(goal_id, PREEMPTED if number >= obeyed_after else PREEMPTING), after=0.01)
        if not talk.client.report(talk.now).cancelling:
            break
    assert not talk.client.report(talk.now).cancelling
    assert talk.now - talk.sent_at >= SETTLE_S


def test_a_message_just_before_the_end_is_waited_for(talk: Talk) -> None:
    goal_id = active(talk)
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.hear(status(goal_id, PREEMPTING), after=0.19)
    talk.wait(0.02)
    # the second one has gone out a moment ago; the list says that the first was enough
    talk.hear(status(goal_id, PREEMPTED), after=SETTLE_S - 0.02)
    assert talk.client.report(talk.now).cancelling
    assert len(talk.sent()) == 2
    talk.hear(status(goal_id, PREEMPTED), after=0.1)
    assert not talk.client.report(talk.now).cancelling
    assert talk.sent() == []


class RoscppServer:
    """A server as roscpp has them: it keeps what it has noted for 5 s after the last cancellation, beside the first."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._statuses: dict[str, int] = {}
        self._touched: dict[str, float] = {}

    def take(self, sent: list[str]) -> None:
        for goal_id in sent:
            if goal_id and goal_id not in self._statuses:
                self._statuses[goal_id] = RECALLING
                continue
            for each in [goal_id] if goal_id else self._statuses:
                self._touched[each] = self._talk.now

    def tell(self) -> None:
        for goal_id, at in tuple(self._touched.items()):
            if self._talk.now - at > 5.0:
                del self._statuses[goal_id], self._touched[goal_id]
        self._talk.hear(*(status(goal_id, number) for goal_id, number in self._statuses.items()))


def test_a_goal_that_is_lost_on_the_way_is_forgotten_by_a_server_that_has_noted_its_cancellation(talk: Talk) -> None:
    server = RoscppServer(talk)
    talk.set_goal()
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.sent()
    server.take([""])
    sent = 0
    for _ in range(int(8 / 0.2)):
        server.tell()
        told = talk.sent()
        server.take(told)
        sent += len(told)
    assert sent < 8
    report = talk.client.report(talk.now)
    assert (report.cancelling, report.under_way, talk.phase()) == (False, False, GoalPhase.CANCELLED)
    # it may come after all
    talk.hear(status("/teledeck_1_17-1", ACTIVE))
    assert talk.sent() == ["/teledeck_1_17-1"]
    assert talk.phase() is GoalPhase.CANCELLING


def test_a_goal_that_no_list_has_named_is_expected_for_a_while_after_it_was_taken_back(talk: Talk) -> None:
    talk.set_goal()
    talk.client.cancel(CancelScope.OWN, talk.now)
    began = talk.now
    while talk.client.report(talk.now).cancelling:
        talk.hear()
    assert talk.client.report(talk.now).expected
    talk.wait(LATE_S - (talk.now - began) - 1)
    assert talk.client.report(talk.now).expected
    talk.wait(2)
    assert not talk.client.report(talk.now).expected
    assert talk.client.next_deadline() is None


def test_a_goal_that_was_named_is_expected_no_more_and_few_are(talk: Talk) -> None:
    talk.set_goal()
    active(talk)
    assert talk.client.report(talk.now).expected
    talk.hear(status("/teledeck_1_17-1", ACTIVE), status("/teledeck_1_17-2", ACTIVE))
    assert not talk.client.report(talk.now).expected
    for _ in range(10 * MAX_UNSEEN):
        talk.set_goal()
    assert len(talk.client.held) <= MAX_UNSEEN + 2


def test_only_what_was_set_from_here_is_answered_by_its_id(talk: Talk) -> None:
    goal_id = active(talk)
    talk.client.cancel(CancelScope.OWN, talk.now)
    named = [f"/teledeck_1_17-{number}" for number in (0, 2, 3, "9" * 400, "", "x", "\u0661", "-1")]
    talk.sent()
    for _ in range(5):
        talk.hear(status(goal_id, PREEMPTING), *(status(each, ACTIVE) for each in named))
    assert set(talk.sent()) == {goal_id}
    assert talk.client.report(talk.now).others == len(named)


def test_a_list_of_ten_thousand_is_read_to_its_end(talk: Talk) -> None:
    goal_id = active(talk)
    many = [status(f"/other-{number}", SUCCEEDED) for number in range(10_000)]
    talk.client.cancel(CancelScope.ALL, talk.now)
    for _ in range(5):
        talk.hear(*many, status(goal_id, PREEMPTING, "turning"), status("/last-1", ACTIVE))
    report = talk.client.report(talk.now)
    assert (report.cancelling, report.others, talk.phase(), talk.text()) == (True, 1, GoalPhase.CANCELLING, "turning")


@pytest.mark.parametrize("number", [math.nan, math.inf, None, "1", True, 9, 255, -1])
def test_a_goal_whose_state_is_none_counts_as_one_that_goes_on(talk: Talk, number: Any) -> None:
    talk.client.cancel(CancelScope.ALL, talk.now)
    for _ in range(5):
        talk.hear(status("/rviz-1", number))
    report = talk.client.report(talk.now)
    assert (report.cancelling, report.others) == (True, 1)


def test_what_a_robot_may_have_of_us_is_known_by_id(talk: Talk) -> None:
    held = [talk.client.held]
    goal_id = talk.set_goal()
    held.append(talk.client.held)
    talk.hear(status(goal_id, ACTIVE), status("/rviz-1", ACTIVE))
    held.append(talk.client.held)
    talk.wait(GIVE_UP_S + 1)
    held.append(talk.client.held)
    talk.hear(status(goal_id, SUCCEEDED))
    held.append(talk.client.held)
    assert held == [frozenset(), {goal_id}, {goal_id}, {goal_id}, frozenset()]


@pytest.mark.parametrize("heard", [True, False])
def test_the_goals_of_a_process_that_has_died_are_cancelled_by_their_ids(heard: bool) -> None:  # noqa: FBT001 - a parameter of the test
    talk = Talk()
    if heard:
        talk.hear(status("/dead-1", ACTIVE), status("/rviz-1", ACTIVE))
    talk.client.call_off(["/dead-1", "/dead-2"], talk.now)
    assert talk.sent() == ["/dead-1", "/dead-2"]
    for _ in range(5):
        talk.hear(status("/dead-1", PREEMPTING), status("/rviz-1", ACTIVE))
    report = talk.client.report(talk.now)
    assert (report.cancelling, report.under_way, report.others) == (True, True, 1)
    assert set(talk.sent()) == {"/dead-1"}
    for _ in range(2):
        talk.hear(status("/dead-1", PREEMPTED), status("/rviz-1", ACTIVE), after=SETTLE_S)
    assert not talk.client.report(talk.now).cancelling
    talk.sent()
    # one that comes late
    assert talk.client.report(talk.now).expected
    talk.hear(status("/dead-2", ACTIVE))
    assert talk.sent() == ["/dead-2"]
    talk.hear(status("/dead-2", PREEMPTED))
    report = talk.client.report(talk.now)
    assert (report.under_way, report.expected) == (False, False)


@pytest.mark.parametrize("number", [PREEMPTED, RECALLED, SUCCEEDED])
def test_a_goal_of_a_process_that_has_died_is_expected_until_it_is_named_or_comes_no_more(number: int) -> None:
    talk = Talk()
    talk.client.call_off(["/dead-1", "/dead-2"], talk.now)
    for _ in range(5):
        talk.hear(status("/dead-1", number))
    assert talk.client.held == {"/dead-2"}
    assert not talk.client.report(talk.now).cancelling
    talk.wait(LATE_S - 2)
    assert talk.client.report(talk.now).expected
    talk.wait(2)
    assert not talk.client.report(talk.now).expected


@pytest.mark.parametrize("scope", CancelScope)
@pytest.mark.parametrize("silent_s", [1.0, 30.0, GIVE_UP_S - 5, GIVE_UP_S + 5, 300.0])
def test_what_was_cancelled_while_the_server_is_silent_is_cancelled_when_it_is_heard_again(
    talk: Talk, scope: CancelScope, silent_s: float
) -> None:
    goal_id = active(talk)
    talk.wait(min(silent_s, GIVE_UP_S - 5))
    talk.client.cancel(scope, talk.now)
    talk.wait(silent_s + 10)
    talk.sent()
    talk.hear(status(goal_id, ACTIVE))
    assert set(talk.sent()) == {goal_id if scope is CancelScope.OWN else ""}
    report = talk.client.report(talk.now)
    assert (talk.phase(), report.cancelling, report.under_way) == (GoalPhase.CANCELLING, True, True)
    talk.hear(status(goal_id, PREEMPTED))
    talk.hear(status(goal_id, PREEMPTED))
    assert not talk.client.report(talk.now).cancelling


def test_a_goal_that_was_lost_in_silence_is_taken_back_until_the_server_is_heard(talk: Talk) -> None:
    goal_id = active(talk)
    talk.wait(GIVE_UP_S + 1)
    assert talk.phase() is GoalPhase.LOST
    talk.client.cancel(CancelScope.OWN, talk.now)
    talk.wait(10.0)
    assert set(talk.sent()) == {goal_id}
    assert talk.client.report(talk.now).cancelling
    talk.hear(status(goal_id, ACTIVE))
    assert talk.sent() == [goal_id]
    assert talk.phase() is GoalPhase.CANCELLING
    talk.hear(status(goal_id, PREEMPTED))
    talk.hear(status(goal_id, PREEMPTED))
    assert not talk.client.report(talk.now).cancelling


@pytest.mark.parametrize("taken", [True, False])
def test_one_that_was_lost_in_silence_and_is_not_named_by_the_server_that_is_back_needs_no_end(
    talk: Talk,
    taken: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    if taken:
        active(talk)
    else:
        talk.set_goal()
    talk.wait(GIVE_UP_S + 1)
    talk.client.cancel(CancelScope.OWN, talk.now)
    talk.hear(after=1.0)
    assert (talk.phase(), talk.client.report(talk.now).cancelling) == (GoalPhase.LOST, False)
    talk.sent()
    talk.client.cancel(CancelScope.OWN, talk.now)
    assert talk.sent() == []


@pytest.mark.parametrize("late_s", [UNANSWERED_S + 1, 30.0, GIVE_UP_S + 30])
@pytest.mark.parametrize("by", ["list", "feedback"])
def test_a_goal_that_a_broken_link_kept_is_cancelled_when_it_comes(talk: Talk, late_s: float, by: str) -> None:
    goal_id = talk.set_goal()
    talk.wait(late_s)
    talk.sent()
    if by == "feedback":
        talk.client.receive_feedback({"status": status(goal_id, ACTIVE)}, talk.now)
    talk.hear(status(goal_id, ACTIVE))
    assert goal_id in talk.sent()
    assert talk.phase() is GoalPhase.CANCELLING


def test_a_goal_that_was_cancelled_unseen_is_cancelled_again_when_it_comes_late(talk: Talk) -> None:
    goal_id = talk.set_goal()
    talk.client.cancel(CancelScope.ALL, talk.now)
    for _ in range(int(UNANSWERED_S / 0.2) + 2):
        talk.hear()
    assert not talk.client.report(talk.now).cancelling
    talk.sent()
    talk.hear(status(goal_id, ACTIVE), after=10.0)
    assert talk.sent() == [goal_id]
    assert talk.phase() is GoalPhase.CANCELLING


def test_a_goal_that_comes_after_what_took_its_place_is_cancelled(talk: Talk) -> None:
    first, second = talk.set_goal(), talk.set_goal()
    talk.hear(status(second, ACTIVE))
    talk.sent()
    talk.hear(status(first, ACTIVE), status(second, PREEMPTED))
    assert talk.sent() == [first]


def test_stop_that_is_pressed_again_is_not_confirmed_by_a_list_of_before(talk: Talk) -> None:
    talk.hear(status("/rviz-1", ACTIVE))
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.wait(10 * SETTLE_S)
    talk.client.cancel(CancelScope.ALL, talk.now)
    talk.hear(after=SETTLE_S / 2)
    assert talk.client.report(talk.now).cancelling
    talk.hear(after=SETTLE_S)
    assert not talk.client.report(talk.now).cancelling


@pytest.mark.parametrize("own", [True, False])
def test_goals_of_others_are_given_up_with_their_server_after_a_minute(talk: Talk, own: bool) -> None:  # noqa: FBT001 - a parameter of the test
    if own:
        active(talk)
    talk.hear(status("/rviz-1", ACTIVE))
    talk.wait(GIVE_UP_S - 1)
    assert talk.client.report(talk.now).others == 1
    talk.wait(2)
    assert talk.client.report(talk.now).others == 0


def test_what_can_not_be_interrupted_is_named_while_a_goal_is_under_way(talk: Talk) -> None:
    goal_id = active(talk)
    talk.client.receive_recovery({"recovery_behavior_name": "rotate_recovery"}, talk.now)
    assert talk.client.report(talk.now).recovery == "rotate_recovery"
    talk.hear(status(goal_id, ABORTED))
    assert talk.client.report(talk.now).recovery == ""


# what anybody may send

anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["status_list", "status", "goal_id", "id", "text", "feedback", "base_position", "header"])
            | st.sampled_from(["frame_id", "pose", "position", "orientation", "x", "y", "z", "w"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)
messages = st.dictionaries(
    st.sampled_from(["status_list", "status", "feedback", "recovery_behavior_name", "header"]), anything, max_size=4
)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from("sfrv"), messages, st.floats(0.0, 3.0)), max_size=12))
def test_whatever_a_server_sends_stop_is_sent_and_nothing_raises(
    steps: list[tuple[str, dict[str, Any], float]],
) -> None:
    talk = Talk()
    talk.set_goal()
    take = {
        "s": talk.client.receive_status,
        "f": talk.client.receive_feedback,
        "r": talk.client.receive_result,
        "v": talk.client.receive_recovery,
    }
    for kind, message, after in steps:
        talk.wait(after)
        take[kind](message, talk.now)
        report = talk.client.report(talk.now)
        assert report.goal is not None
        assert report.goal.at is None or report.goal.at.is_finite
    talk.sent()
    talk.client.cancel(CancelScope.ALL, talk.now)
    assert "" in talk.sent()


class Server:
    """A server of the usual kind: it has the goals that reach it, and obeys the cancellations that do."""

    def __init__(self) -> None:
        self.alive: set[str] = set()
        self._refused: set[str] = set()
        self._on_the_way: list[str] = []

    def take(self, sent: list[tuple[Outgoing, Any]], *, goals: bool) -> None:
        """Take what was sent; without `goals` these are still on their way, which is another than that of the rest."""
        for kind, message in sent:
            if kind is Outgoing.GOAL:
                self._on_the_way.append(message["goal_id"]["id"])
            elif message["id"]:
                self._refused.add(message["id"])
                self.alive.discard(message["id"])
            else:
                self.alive.clear()
        if goals:
            self.alive |= set(self._on_the_way) - self._refused
            self._on_the_way.clear()


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(["set", "stop", "own", "list", "late", "end", "wait", "long"]), max_size=40))
def test_after_stop_no_goal_is_left_that_a_server_has(acts: list[str]) -> None:
    talk, server = Talk(), Server()
    for act in [*acts, "stop", *["list"] * 25]:
        if act == "set" and not talk.client.report(talk.now).cancelling:
            talk.set_goal()
        elif act in {"stop", "own"}:
            talk.client.cancel(CancelScope.ALL if act == "stop" else CancelScope.OWN, talk.now)
        elif act == "end":
            server.alive.clear()
        elif act in {"wait", "long"}:
            talk.wait(0.3 if act == "wait" else 5.0)
        server.take(talk.client.data_to_send(), goals=act != "late")
        if act == "list":
            talk.hear(*(status(goal_id, ACTIVE) for goal_id in server.alive))
    report = talk.client.report(talk.now)
    assert not server.alive
    assert not report.cancelling
    assert not report.under_way


def test_a_long_text_is_cut(talk: Talk) -> None:
    goal_id = active(talk)
    talk.hear(status(goal_id, ABORTED, "x" * 10_000))
    assert len(talk.text()) <= MAX_TEXT + 3

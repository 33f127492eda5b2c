"""The questions and their times; time is a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import DecodeError, FrameTooLargeError, RemoteProtocolError, UnknownPackError
from protocols.nrp.packs import MAX_PACKS, DataPack, PackAnswer, PackType
from protocols.nrp.poll_schedule import ASK_AGAIN_S, PackChange, PackRequest, PackState, PollSchedule

RATE_HZ = 20.0
PERIOD_S = 1 / RATE_HZ
ONE, TWO = (DataPack(PackType.JOINT, bytes((0x0D, 0, 0, number, 0x3F))) for number in (0, 64))
FRAME = DataPack(PackType.CAMERA, b"\x08\x01\x10\x01\x18\x01\x22\x01x")


class Engine:
    """Answers all questions of a roster, in no time."""

    def __init__(self, *names: str, **packs: PackAnswer) -> None:
        self.packs: dict[str, PackAnswer] = dict.fromkeys(names, ONE)
        self.packs.update(packs)
        self.asked: list[tuple[float, tuple[str, ...]]] = []
        self.now = 0.0
        self.changes: list[PackChange] = []

    def run(self, roster: PollSchedule, until: float) -> None:
        """Let the time pass."""
        while self.now <= until:
            question = roster.next_request(self.now)
            if question is None:
                at = roster.next_at(self.now)
                assert at > self.now, "it wants to ask now, and has no question"
                self.now = at
                continue
            self.asked.append((self.now, question.names))
            self.changes += self.answer(roster, question)
        self.now = until

    def answer(self, roster: PollSchedule, question: PackRequest) -> list[PackChange]:
        """As gRPC does: one name that is not known fails the question."""
        missing = next((name for name in question.names if name not in self.packs), None)
        if missing is not None:
            error = UnknownPackError(f"DataPack {missing} is not registered in engine gazebo")
            return roster.receive_refusal(question, error, self.now)
        return roster.receive_answer(question, {name: self.packs[name] for name in question.names}, self.now)

    def questions(self) -> list[tuple[str, ...]]:
        """The questions since the last time."""
        asked = [names for _, names in self.asked]
        self.asked.clear()
        return asked


def roster(*names: str) -> PollSchedule:
    return PollSchedule(names, RATE_HZ, 0.0)


def test_each_name_is_asked_for_by_itself_and_then_the_good_ones_together() -> None:
    known, engine = roster("a", "lost", "b"), Engine("a", "b")
    known.set_wanted({"a", "lost", "b"})

    engine.run(known, 2 * PERIOD_S)

    asked = engine.questions()
    assert {names for names in asked if len(names) == 1} == {("a",), ("b",), ("lost",)}
    assert asked.count(("lost",)) == 1
    assert asked[-1] == ("a", "b")
    assert {entry.name: entry.state for entry in known.entries.values()} == {
        "a": PackState.KNOWN,
        "lost": PackState.UNKNOWN,
        "b": PackState.KNOWN,
    }
    fault = known.entries["lost"].fault
    assert fault is not None
    assert fault.reason == "DataPack lost is not registered in engine gazebo"
    assert known.all_asked


def test_unknown_name_is_asked_for_again_and_found() -> None:
    known, engine = roster("late"), Engine()
    engine.run(known, ASK_AGAIN_S - 0.1)
    assert engine.questions().count(("late",)) == 1

    engine.packs["late"] = ONE
    engine.run(known, ASK_AGAIN_S + 0.1)

    assert engine.questions().count(("late",)) == 1
    assert known.entries["late"].state is PackState.KNOWN
    assert known.entries["late"].fault is None


def test_what_nobody_wants_is_asked_for_once_and_not_read() -> None:
    known, engine = roster("a", "b"), Engine("a", "b")

    engine.run(known, 3.05)

    asked = engine.questions()
    assert asked.count(("a",)) == asked.count(("b",)) == 1
    assert asked.count(()) == 4
    assert len(asked) == 6


def test_what_is_wanted_is_asked_for_at_the_rate() -> None:
    known, engine = roster("a"), Engine("a")
    known.set_wanted({"a"})
    engine.run(known, 1.0)
    engine.questions()

    engine.run(known, 11.0)

    assert len(engine.questions()) == pytest.approx(10 * RATE_HZ, abs=1)


def test_what_may_be_a_camera_is_not_read_before_it_is_wanted() -> None:
    known, engine = roster("m::l::camera", "m::j"), Engine("m::j", **{"m::l::camera": FRAME})

    engine.run(known, 10.0)

    assert all("m::l::camera" not in names for names in engine.questions())
    assert known.entries["m::l::camera"].type is PackType.CAMERA
    assert known.all_asked

    known.set_wanted({"m::l::camera"})
    engine.run(known, 11.0)
    assert ("m::l::camera",) in engine.questions()

    known.set_wanted(())
    engine.run(known, 20.0)
    assert all("m::l::camera" not in names for names in engine.questions())


def test_camera_with_a_short_name_is_read_once_and_then_left_alone() -> None:
    known, engine = roster("eye"), Engine(eye=FRAME)

    engine.run(known, 1.0)
    known.reset(1.0)
    engine.run(known, 20.0)

    assert engine.questions().count(("eye",)) == 1


def test_third_part_of_a_name_may_be_a_link_all_the_same() -> None:
    link = DataPack(PackType.LINK, b"x")
    known, engine = roster(), Engine(**{"m::arm::hand": link})
    known.set_wanted({"m::arm::hand"})
    engine.run(known, 1.0)

    known.set_wanted(())
    engine.run(known, 1.1)

    assert known.entries.get("m::arm::hand") is None
    assert engine.changes[0].pack == link


def test_identical_answers_and_answers_without_data_are_no_messages() -> None:
    known, engine = roster(), Engine("a")
    known.set_wanted({"a"})
    engine.run(known, 1.0)
    assert [change.pack for change in engine.changes] == [ONE]

    engine.packs["a"] = None
    engine.run(known, 2.0)
    assert len(engine.changes) == 1

    engine.packs["a"] = TWO
    engine.run(known, 3.0)
    assert [change.pack for change in engine.changes] == [ONE, TWO]


def test_frames_that_look_alike_are_messages() -> None:
    known, engine = roster(), Engine(eye=FRAME)
    known.set_wanted({"eye"})

    engine.run(known, 1.0)

    assert len(engine.changes) == pytest.approx(RATE_HZ, abs=2)


def test_whoever_begins_to_read_gets_what_stands_still() -> None:
    known, engine = roster("a"), Engine("a")
    engine.run(known, 1.0)
    engine.changes.clear()

    known.set_wanted({"a"})
    engine.run(known, 2.0)
    known.set_wanted(())
    known.set_wanted({"a"})
    engine.run(known, 3.0)

    assert [change.pack for change in engine.changes] == [ONE, ONE]


def test_fault_of_one_pack_is_said_once_and_over_when_it_is() -> None:
    known, engine = roster(), Engine("a", b=DecodeError("velocity is nan"))
    known.set_wanted({"a", "b"})
    engine.run(known, 1.0)

    faults = [change for change in engine.changes if change.entry.name == "b"]
    assert len(faults) == 1
    assert {name: entry.fault is None for name, entry in known.entries.items()} == {"a": True, "b": False}
    assert known.entries["b"].state is PackState.KNOWN

    engine.packs["b"] = ONE
    engine.run(known, 2.0)
    assert {entry.fault for entry in known.entries.values()} == {None}
    assert engine.changes[-1].pack == ONE


def test_engine_that_forgets_a_name_is_asked_for_each_again() -> None:
    known, engine = roster("a", "b"), Engine("a", "b")
    known.set_wanted({"a", "b"})
    engine.run(known, 1.0)
    engine.questions()

    del engine.packs["a"]
    engine.run(known, 2.0)

    asked = engine.questions()
    assert asked[:3] == [("a", "b"), ("a",), ("b",)]
    assert asked[-1] == ("b",)
    assert known.entries["a"].state is PackState.UNKNOWN


def test_pack_that_is_too_large_is_set_aside_alone() -> None:
    known = roster("big", "a")
    known.set_wanted({"big", "a"})
    question = known.next_request(0.0)
    assert question == PackRequest(("big",))

    changes = known.receive_refusal(question, FrameTooLargeError("it is too large"), 0.0)

    assert [(change.entry.name, change.entry.state) for change in changes] == [("big", PackState.UNKNOWN)]
    assert known.next_request(0.0) == PackRequest(("a",))


def test_many_unknown_names_do_not_hold_up_what_is_read() -> None:
    names = [f"lost{index}" for index in range(100)]
    known, engine = roster("a", *names), Engine("a")
    known.set_wanted({"a", *names})
    engine.run(known, 1.0)
    engine.questions()

    engine.now = ASK_AGAIN_S + 1.0
    engine.run(known, ASK_AGAIN_S + 1.0)

    asked = engine.questions()
    assert asked.count(("a",)) >= 1
    assert ("a",) in asked[:3]


def test_slow_engine_is_asked_for_new_names_too() -> None:
    known = roster("a", "late")
    known.set_wanted({"a", "late"})
    now, asked = 0.0, []
    for _ in range(6):
        question = known.next_request(now)
        assert question is not None
        asked.append(question.names)
        now += 10 * ASK_AGAIN_S
        known.receive_answer(
            question, dict.fromkeys(question.names), now
        ) if "a" in question.names else known.receive_refusal(question, UnknownPackError("no"), now)

    assert asked.count(("late",)) >= 2
    assert asked.count(("a",)) >= 2


@pytest.mark.parametrize("error", [FrameTooLargeError("too large"), UnknownPackError("not these")])
def test_engine_that_refuses_several_at_once_is_soon_asked_for_as_many_as_it_bears(error: RemoteProtocolError) -> None:
    names = [f"n{index}" for index in range(8)]
    known, bears = roster(), 3
    known.set_wanted(names)
    now, asked = 0.0, []
    read: set[str] = set()
    while now < 2.0:
        question = known.next_request(now)
        if question is None:
            now = known.next_at(now)
            continue
        asked.append((now, question.names))
        if len(question.names) > bears:
            assert known.receive_refusal(question, error, now) == []
        else:
            said = DataPack(PackType.JOINT, bytes((0x0D, 0, 0, len(asked) % 256, 0x3F)))
            changes = known.receive_answer(question, dict.fromkeys(question.names, said), now)
            read |= {change.entry.name for change in changes if now >= 1.0}

    assert read == set(names)
    # no question is refused for ever, and the beat holds
    late = [together for at, together in asked if at >= 1.0]
    assert {len(together) for together in late} == {2}
    assert len(late) == pytest.approx(4 * RATE_HZ, abs=5)


def test_more_go_together_again_when_one_name_was_at_fault() -> None:
    names = ("a", "b", "c", "d")
    known, engine = roster(), Engine(*names)
    known.set_wanted(names)
    engine.run(known, 1.0)

    del engine.packs["d"]
    engine.run(known, 2.0)
    engine.questions()
    engine.run(known, 3.0)

    assert set(engine.questions()) == {("a", "b", "c")}


def test_unknown_name_does_not_have_answers_grow_too_large_again() -> None:
    known = roster()
    known.set_wanted({"a", "b", "lost"})
    now, too_large = 0.0, 0
    while now < 3 * ASK_AGAIN_S:
        question = known.next_request(now)
        if question is None:
            now = known.next_at(now)
        elif len(question.names) > 1:
            too_large += 1
            known.receive_refusal(question, FrameTooLargeError("too large"), now)
        else:
            said = UnknownPackError("no") if question.names == ("lost",) else None
            known.receive_answer(question, dict.fromkeys(question.names, said), now)

    assert too_large == 1


def test_picture_that_grew_too_large_is_set_aside_though_it_was_known() -> None:
    known = roster()
    known.set_wanted({"eye"})
    question = known.next_request(0.0)
    assert question is not None
    known.receive_answer(question, {"eye": FRAME}, 0.0)
    question = known.next_request(PERIOD_S)
    assert question is not None

    changes = known.receive_refusal(question, FrameTooLargeError("it is too large"), PERIOD_S)

    assert [(change.entry.name, change.entry.state) for change in changes] == [("eye", PackState.UNKNOWN)]
    assert known.next_request(PERIOD_S) == PackRequest(())


NAMES = ("a", "b", "m::l::eye", "lost")
SAID = st.sampled_from((ONE, TWO, FRAME, None, DecodeError("bad"), UnknownPackError("none")))


@given(st.lists(st.tuples(st.sets(st.sampled_from(NAMES)), st.dictionaries(st.sampled_from(NAMES), SAID)), max_size=6))
def test_whatever_is_wanted_and_answered_no_question_comes_too_soon(
    steps: list[tuple[set[str], dict[str, PackAnswer]]],
) -> None:
    known, engine = roster("a", "lost"), Engine()
    for number, (wanted, packs) in enumerate(steps, 1):
        known.set_wanted(wanted)
        engine.packs = packs
        engine.run(known, float(number))
        asked = engine.questions()

        together = [names for names in asked if len(names) > 1]
        assert len(together) <= RATE_HZ + 2
        assert len(asked) <= (RATE_HZ + 2) * (1 + len(NAMES))
        assert "m::l::eye" in wanted or all("m::l::eye" not in names for names in asked)


def test_time_that_values_stand_still_is_told() -> None:
    known, engine = roster(), Engine("a")
    known.set_wanted({"a"})
    assert known.unchanged_s(0.0) is None
    engine.run(known, 5.0)

    assert known.unchanged_s(5.0) == pytest.approx(5.0, abs=0.1)

    engine.packs["a"] = TWO
    engine.run(known, 5.1)
    assert known.unchanged_s(5.1) == pytest.approx(0.0, abs=0.1)


def test_camera_alone_tells_no_standstill() -> None:
    known, engine = roster(), Engine(eye=FRAME)
    known.set_wanted({"eye"})
    engine.run(known, 1.0)
    engine.packs["eye"] = None
    engine.run(known, 9.0)

    assert known.unchanged_s(9.0) is None


def test_no_more_names_are_kept_than_can_be_asked_for() -> None:
    known = roster("a")

    assert known.set_wanted({f"n{index}" for index in range(MAX_PACKS)}) == 1
    assert len(known.entries) == MAX_PACKS
    assert known.set_wanted({"b"}) == 0
    assert set(known.entries) == {"a", "b"}


def test_after_a_break_everything_is_asked_for_anew() -> None:
    known, engine = roster("a"), Engine("a")
    known.set_wanted({"a"})
    engine.run(known, 1.0)
    engine.questions()
    engine.changes.clear()

    known.reset(1.0)
    assert not known.all_asked
    engine.run(known, 1.2)

    assert engine.questions()[0] == ("a",)
    assert engine.changes[0].pack == ONE


def test_each_name_is_asked_for_at_its_own_rate_and_together_where_they_fall_together() -> None:
    known, engine = roster("slow", "usual", "quick"), Engine("slow", "usual", "quick")
    known.set_wanted({"slow", "usual", "quick"})
    known.set_rates({"slow": 1.0, "quick": 40.0})
    engine.run(known, 1.01)
    engine.questions()

    engine.run(known, 5.01)

    asked = engine.questions()
    for name, rate_hz in (("slow", 1.0), ("usual", RATE_HZ), ("quick", 40.0)):
        assert sum(name in names for names in asked) == pytest.approx(4 * rate_hz, abs=1)
    assert len(asked) == pytest.approx(4 * 40, abs=1)
    assert ("slow", "usual", "quick") in asked


def test_rate_that_is_changed_holds_from_the_next_question_on() -> None:
    known, engine = roster("a", "b"), Engine("a", "b")
    known.set_wanted({"a", "b"})
    engine.run(known, 2.0)
    known.set_rates({"a": 5.0, "b": 5.0})
    engine.questions()
    engine.run(known, 4.0)
    assert len(engine.questions()) == pytest.approx(10, abs=1)

    known.set_rates({})
    engine.run(known, 6.0)
    assert len(engine.questions()) == pytest.approx(2 * RATE_HZ, abs=1)


def test_slow_engine_is_asked_for_all_that_is_due_at_once() -> None:
    known, engine = roster("a", "b"), Engine("a", "b")
    known.set_wanted({"a", "b"})
    known.set_rates({"a": 200.0})
    engine.run(known, 0.1)
    engine.questions()
    for _ in range(10):
        engine.now += 0.3
        question = known.next_request(engine.now)
        assert question == PackRequest(("a", "b"))
        engine.answer(known, question)
        assert known.next_request(engine.now) is None


def test_names_that_are_meant_later_are_asked_for_and_those_no_longer_meant_go() -> None:
    known, engine = roster("a", "b"), Engine("a", "b", "c")
    known.set_wanted({"b"})
    engine.run(known, 1.0)
    engine.questions()

    known.set_named(("c", "a"))
    engine.run(known, 2.0)
    assert list(known.entries) == ["a", "b", "c"]
    assert ("c",) in engine.questions()

    known.set_named(("c",))
    known.set_wanted(())
    assert list(known.entries) == ["c"]
    assert known.entries["c"].state is PackState.KNOWN


def test_no_more_names_are_meant_than_can_be_read() -> None:
    known = roster()
    known.set_named([f"n{number}" for number in range(MAX_PACKS + 10)])

    assert len(known.entries) == MAX_PACKS

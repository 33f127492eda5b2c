from __future__ import annotations

import itertools
import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.schema import DecodeError, Field, FieldKind, FieldPath, UnknownFieldError
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.states import (
    FALSE_WORD,
    LONGEST_WORD,
    MAX_RUNS,
    MAX_WAITING,
    MAX_WORDS,
    OTHER_WORDS,
    TRUE_WORD,
    NotAStateError,
    StateHistory,
    StateRun,
    has_states,
    is_state_name,
    state_fields,
    state_namer,
    state_reader,
)
from tests.fakes.session import JsonSchema

MODES = (("IDLE", 0), ("DRIVE", 1), ("ALSO_DRIVE", 1))

ROBOT = (
    Field("header", FieldKind.MESSAGE, "Header"),
    Field("note", FieldKind.STRING, "string"),
    Field("speed", FieldKind.FLOAT, "double"),
    Field("count", FieldKind.INTEGER, "int32"),
    Field("mode", FieldKind.ENUM, "Mode", enum_names=MODES),
    Field("level", FieldKind.INTEGER, "uint8", enum_names=MODES),
    Field("docked", FieldKind.BOOLEAN, "bool"),
    Field("flags", FieldKind.BOOLEAN, "bool", repeated=True),
    Field("parts", FieldKind.MESSAGE, "Part", repeated=True),
    Field("arm", FieldKind.MESSAGE, "Part"),
    Field("odd name", FieldKind.STRING, "string"),
)
PART = (
    Field("status", FieldKind.STRING, "string"),
    Field("raw", FieldKind.BYTES, "bytes"),
    Field("inner", FieldKind.MESSAGE, "Part"),
)
SCHEMA = JsonSchema("Robot", {"Robot": ROBOT, "Part": PART, "Header": (Field("state", FieldKind.STRING, "string"),)})


def word(path: str, value: object) -> str:
    return state_namer(SCHEMA, FieldPath.parse(path))(value)


def test_the_number_of_an_enumeration_is_told_by_its_first_name() -> None:
    assert [word("mode", 0), word("mode", 1), word("mode", 7), word("mode", "DRIVE")] == ["IDLE", "DRIVE", "7", "DRIVE"]
    assert word("level", 1) == "DRIVE"


def test_booleans_and_texts_are_told_as_they_are() -> None:
    assert [word("docked", True), word("docked", 0)] == [TRUE_WORD, FALSE_WORD]
    assert word("arm.status", "ok") == "ok"
    assert word("note", b"\xffx") == "�x"
    assert word("flags[2]", True) == TRUE_WORD


@pytest.mark.parametrize(
    ("path", "is_number"),
    [("speed", True), ("count", True), ("arm", False), ("arm.raw", False), ("flags", False)],
)
def test_what_is_no_state_says_whether_it_can_be_plotted(path: str, *, is_number: bool) -> None:
    with pytest.raises(NotAStateError) as told:
        word(path, 0)

    assert (told.value.path, told.value.is_number) == (path, is_number)


def test_states_of_a_topic_are_those_that_are_called_so_first() -> None:
    # a type within itself ends somewhere, and what repeats is left out, as is the header
    assert state_fields(SCHEMA)[:4] == ["mode", "level", "arm.status", "arm.inner.status"]
    assert state_fields(SCHEMA)[-1] == "note"
    assert "docked" in state_fields(SCHEMA)
    assert not any("header" in path or "flags" in path or "odd" in path for path in state_fields(SCHEMA))


def test_of_an_unknown_type_nothing_is_known() -> None:
    class Unknown(JsonSchema):
        known = False

    assert state_fields(Unknown("Robot", {"Robot": ROBOT})) == []


def test_a_field_has_states_by_its_kind_or_by_names_of_its_numbers() -> None:
    assert [field.name for field in ROBOT if has_states(field)] == [
        "note",
        "mode",
        "level",
        "docked",
        "odd name",
    ]


def test_names_of_fields_and_topics_say_what_tells_a_state() -> None:
    assert is_state_name("/robot/StateMachine")
    assert is_state_name("status.power_supply_status")
    assert is_state_name("/gazebo/model_states")
    assert not is_state_name("reset.model_only")
    assert not is_state_name("/state/of/the/art")
    assert not is_state_name("")


ENTRY = (
    Field("name", FieldKind.STRING, "string"),
    Field("level", FieldKind.INTEGER, "int8", enum_names=(("OK", 0), ("WARN", 1), ("ERROR", 2))),
)
DIAGNOSTICS = JsonSchema(
    "Diagnostics",
    {"Diagnostics": (Field("status", FieldKind.MESSAGE, "Status", repeated=True),), "Status": ENTRY},
)


def worst(*levels: int) -> str | None:
    read, name = state_reader(DIAGNOSTICS, FieldPath.parse("status"))
    value = read(json.dumps({"status": [{"name": "motor", "level": level} for level in levels]}).encode())
    return None if value is None else name(value)


def test_a_list_of_levels_has_the_state_of_its_worst_entry() -> None:
    assert state_fields(DIAGNOSTICS) == ["status"]
    assert [worst(0, 2, 1), worst(0, 0), worst()] == ["ERROR", "OK", None]


def test_one_entry_of_a_list_of_levels_has_its_own() -> None:
    read, name = state_reader(DIAGNOSTICS, FieldPath.parse("status[0].level"))

    assert name(read(b'{"status": [{"level": 1}, {"level": 2}]}')) == "WARN"


@pytest.mark.parametrize("payload", [b'{"status": [{"name": "a"}]}', b'{"status": 5}', b"{}"])
def test_a_list_without_levels_can_not_be_read(payload: bytes) -> None:
    read, _ = state_reader(DIAGNOSTICS, FieldPath.parse("status"))
    with pytest.raises(DecodeError):
        read(payload)


@given(st.none() | st.integers() | st.floats() | st.text() | st.binary() | st.booleans())
def test_any_value_has_some_word(value: object) -> None:
    for path in ("mode", "level", "docked", "note"):
        assert isinstance(word(path, value), str)


def test_a_field_that_is_not_there_is_unknown() -> None:
    class Strict(JsonSchema):
        def check(self, path: FieldPath) -> Field:
            raise UnknownFieldError(f"no {path}")

    with pytest.raises(UnknownFieldError):
        state_namer(Strict("Robot"), FieldPath.parse("mode"))


def told(history: StateHistory) -> list[tuple[float, float, str | None]]:
    history.drain()
    return [(run.start_s, run.heard_s, history.word(run.code)) for run in history.runs]


def test_a_state_that_stays_is_one_run() -> None:
    history = StateHistory()
    for number in range(10):
        history.append(number / 10, "idle")
    for number in range(10, 15):
        history.append(number / 10, "driving")

    assert told(history) == [(0.0, 0.9, "idle"), (1.0, 1.4, "driving")]


def test_a_state_that_was_not_sent_has_no_word() -> None:
    history = StateHistory()
    history.append(0.0, "idle")
    history.append(0.1, None)

    assert told(history) == [(0.0, 0.0, "idle"), (0.1, 0.1, None)]
    assert history.runs[1].code is None


def test_a_silence_much_longer_than_usual_begins_a_new_run() -> None:
    history = StateHistory()
    for number in range(11):
        history.append(number / 10, "idle")
    history.append(5.0, "idle")

    assert told(history) == [(0.0, 1.0, "idle"), (5.0, 5.0, "idle")]


def test_what_is_sent_only_now_and_then_is_not_taken_for_silent() -> None:
    history = StateHistory()
    for number in range(10):
        history.append(7.0 * number, "idle")

    assert told(history) == [(0.0, 63.0, "idle")]


def test_a_clock_that_was_set_back_begins_anew() -> None:
    history = StateHistory()
    history.append(100.0, "idle")
    history.append(99.95, "late")
    history.append(3.0, "again")

    assert told(history) == [(3.0, 3.0, "again")]
    assert history.resets == 1


def test_an_hour_is_kept_and_what_began_before_it_and_lasts() -> None:
    history = StateHistory(SeriesBudget(history_s=10.0))
    for number in range(30):
        history.append(float(number), str(number // 6))

    assert told(history) == [(18.0, 23.0, "3"), (24.0, 29.0, "4")]


def test_changes_are_bounded_and_counted_while_nobody_reads() -> None:
    history = StateHistory()
    for number in range(MAX_WAITING + 5):
        history.append(number / 1000, str(number % 2))

    assert history.drain()
    assert history.dropped == 5
    assert len(history.runs) == MAX_RUNS


def test_the_newest_state_is_known_after_a_flood() -> None:
    history = StateHistory()
    for number in range(MAX_WAITING + 5000):
        history.append(number / 10_000, str(number % 2))
    history.append(3.0, "end")
    history.drain()

    newest = history.newest
    assert newest is not None
    assert history.word(newest.code) == "end"
    assert newest.start_s == 3.0
    history.append(3.1, "end")
    history.drain()
    assert history.newest == StateRun(3.0, 3.1, newest.code)


def test_a_clock_that_was_set_back_in_a_flood_is_noticed() -> None:
    history = StateHistory()
    for number in range(MAX_WAITING):
        history.append(100 + number / 10_000, str(number % 2))
    for second in (1, 2):
        history.append(float(second), f"after {second}")
    history.drain()

    assert history.resets == 1
    assert [history.word(run.code) for run in history.runs] == ["after 2"]


def test_what_comes_after_dropped_changes_is_right_again() -> None:
    history = StateHistory()
    for number in range(MAX_WAITING + 5):
        history.append(number / 1000, str(number % 2))
    history.drain()
    history.append(30.0, "0")
    history.append(30.1, "1")
    history.drain()

    assert [history.word(run.code) for run in history.runs][-2:] == ["0", "1"]


def test_words_are_bounded_in_number_and_length() -> None:
    history = StateHistory()
    for number in range(MAX_WORDS + 3):
        history.append(float(number), str(number))
    history.drain()

    assert history.unnamed == 3
    assert history.runs[-1].code == OTHER_WORDS
    assert history.word(OTHER_WORDS) is None
    long = StateHistory()
    long.append(0.0, "x" * 10_000)
    assert told(long) == [(0.0, 0.0, "x" * LONGEST_WORD)]


def test_runs_are_found_by_time() -> None:
    history = StateHistory()
    for number in range(30):
        history.append(float(number), str(number // 10))
    history.drain()

    assert [run.start_s for run in history.runs_between(12.0, 22.0)] == [10.0, 20.0]
    assert [run.start_s for run in history.runs_between(-5.0, 0.0)] == [0.0]
    assert history.runs_between(-5.0, -1.0) == []
    found = history.run_at(19.9)
    assert found is not None
    assert history.word(found.code) == "1"
    assert history.run_at(-1.0) is None


def test_it_tells_whether_anything_came() -> None:
    history = StateHistory()
    assert not history.drain()
    history.append(1.0, "a")
    assert history.drain()
    assert not history.drain()
    history.append(2.0, "a")
    assert history.drain()


@given(st.lists(st.tuples(st.floats(0, 1000), st.none() | st.sampled_from("abc"))))
def test_runs_never_overlap_whatever_the_clock_does(samples: list[tuple[float, str | None]]) -> None:
    history = StateHistory()
    for time_s, word in samples:
        history.append(time_s, word)
    history.drain()
    runs = history.runs

    assert all(run.start_s <= run.heard_s for run in runs)
    assert all(run.heard_s <= after.start_s for run, after in itertools.pairwise(runs))
    assert bool(runs) == bool(samples)
    if samples:
        assert history.word(runs[-1].code) == samples[-1][1]


@pytest.mark.parametrize("count", [50_000])
def test_one_thread_may_write_while_another_reads(count: int) -> None:
    history = StateHistory()
    states = "abc"

    def write() -> None:
        for number in range(count):
            history.append(number / 100, states[number // 10 % 3])

    writer = threading.Thread(target=write)
    writer.start()
    while writer.is_alive():
        history.drain()
    writer.join()
    history.drain()
    runs = history.runs

    assert history.dropped == 0
    assert all(run.heard_s <= after.start_s for run, after in itertools.pairwise(runs))
    assert runs[-1].heard_s == (count - 1) / 100


def ends(history: StateHistory) -> list[float | None]:
    history.drain()
    return [run.end_s for run in history.runs]


def test_a_run_ends_where_the_next_begins_or_where_a_silence_does() -> None:
    history = StateHistory()
    for number in range(11):
        history.append(number / 10, "idle")
    history.append(1.1, "driving")
    history.append(5.0, "idle")

    assert ends(history) == [1.1, 1.1, None]
    assert history.run_at(3.0) is None
    assert history.run_at(5.0) is history.newest


def test_who_only_speaks_of_changes_is_never_silent_too_long() -> None:
    history = StateHistory()
    for time_s, word in ((0.0, "a"), (0.1, "b"), (60.0, "a"), (60.2, "c")):
        history.append(time_s, word)

    assert ends(history) == [0.1, 60.0, 60.2, None]
    assert not history.is_silent(10_000.0)


def test_whoever_speaks_more_slowly_from_now_on_is_learned() -> None:
    history = StateHistory()
    times = [number / 10 for number in range(20)] + [2.0 + number for number in range(1, 40)]
    for time_s in times:
        history.append(time_s, "idle")

    assert 1 < len(told(history)) < 8
    assert history.runs[-1].start_s < 10.0
    assert not history.is_silent(times[-1] + 1.5)
    assert history.is_silent(times[-1] + 30.0)


def test_the_words_are_told_in_the_order_of_their_codes() -> None:
    history = StateHistory()
    assert history.newest is None
    for number, word in enumerate("abac"):
        history.append(float(number), word)
    history.drain()

    assert history.words == ("a", "b", "c")
    assert [history.word(code) for code in range(3)] == ["a", "b", "c"]


@given(st.lists(st.tuples(st.floats(0, 100), st.sampled_from("ab"))))
def test_a_run_ends_between_its_last_word_and_the_next_run(samples: list[tuple[float, str]]) -> None:
    history = StateHistory()
    for time_s, word in samples:
        history.append(time_s, word)
    history.drain()
    for run, after in itertools.pairwise(history.runs):
        assert run.end_s is not None
        assert run.heard_s <= run.end_s <= after.start_s
    assert not history.runs or history.runs[-1].end_s is None


def history_of(*samples: tuple[float, str | None]) -> StateHistory:
    history = StateHistory()
    for time_s, state in samples:
        history.append(time_s, state)
    return history


def earlier_of(*samples: tuple[float, str | None]) -> StateHistory:
    history = history_of(*samples)
    history.drain()
    return history


def test_a_state_that_goes_on_from_what_is_put_before_is_one_run() -> None:
    history = history_of((3, "A"), (4, "B"))
    assert history.drain()
    history.put_before(earlier_of((0, "B"), (1, "A"), (2, "A")))
    assert history.drain()

    assert told(history) == [(0.0, 0.0, "B"), (1.0, 3.0, "A"), (4.0, 4.0, "B")]
    assert ends(history) == [1.0, 4.0, None]
    assert history.resets == 1


def test_a_silence_before_what_came_stays_one() -> None:
    history = history_of((50, "A"), (51, "A"))
    history.put_before(earlier_of((0, "A"), (1, "A"), (2, "A")))
    history.drain()

    assert told(history) == [(0.0, 2.0, "A"), (50.0, 51.0, "A")]
    assert ends(history) == [2.0, None]


def test_what_comes_first_behind_what_is_put_before_goes_on_from_it() -> None:
    history = StateHistory()
    history.put_before(earlier_of((0, "A"), (1, "A"), (2, "A")))
    history.append(3, "A")
    history.append(4, "B")
    history.append(40, "B")
    history.drain()

    assert told(history) == [(0.0, 3.0, "A"), (4.0, 4.0, "B"), (40.0, 40.0, "B")]
    assert ends(history) == [4.0, 4.0, None]


def test_before_states_of_a_clock_that_was_set_back_nothing_is_put() -> None:
    history = history_of((3, "A"))
    history.put_before(earlier_of((100, "B")))
    history.put_before(earlier_of())
    history.drain()

    assert told(history) == [(3.0, 3.0, "A")]


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["A", "B", None])), max_size=30), st.integers(0, 30))
def test_states_that_are_put_before_are_those_of_who_has_heard_all(
    steps: list[tuple[int, str | None]], since: int
) -> None:
    times = list(itertools.accumulate(step for step, _ in steps))
    samples = [(float(time_s), word) for time_s, (_, word) in zip(times, steps, strict=True)]
    whole, late = history_of(*samples), history_of(*samples[since:])
    late.put_before(earlier_of(*samples[:since]))
    whole.drain()
    late.drain()

    for time_s in times:
        # whoever has heard less may know less of what is a silence
        run, other = late.run_at(time_s), whole.run_at(time_s)
        assert run is None or other is None or late.word(run.code) == whole.word(other.code)
    starts = [run.start_s for run in late.runs]
    assert starts == sorted(starts)


def test_a_history_is_shown_at_other_times_as_often_as_these_change() -> None:
    own = StateHistory()
    for number in range(40):
        own.append(100 + number / 10, "a" if number < 20 else "b")
    own.append(110.0, "b")
    own.drain()
    shown = StateHistory()
    shown.show_at(own, lambda times_s: [at_s + 1000 for at_s in times_s])
    resets = shown.resets
    shown.show_at(own, lambda times_s: [at_s - 50 for at_s in times_s])

    assert shown.resets > resets
    assert [(run.start_s + 50, run.code) for run in shown.runs] == [(run.start_s, run.code) for run in own.runs]
    assert [run.end_s for run in shown.runs] == pytest.approx([52.0, 53.9, None])
    assert shown.words == ("a", "b")
    assert shown.run_at(53.0) == shown.runs[1]
    assert shown.is_silent(70.0)
    assert [run.start_s for run in own.runs] == pytest.approx([100.0, 102.0, 110.0])

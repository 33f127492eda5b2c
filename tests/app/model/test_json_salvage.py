from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from app.model.json_salvage import Fault, SavedKey, SavedName, plain_json, salvage_json
from app.model.topics import TopicKey


@dataclass(frozen=True, slots=True)
class Spot:
    name: SavedName
    x: Annotated[float, Meta(ge=0, le=10)] = 1.0

    def __post_init__(self) -> None:
        if self.name == "nowhere":
            raise ValueError("there is no such place")


class Saved(msgspec.Struct):
    version: Literal[1] = 1
    spots: Annotated[list[Spot], Meta(max_length=3)] = []
    sizes: tuple[int, ...] = ()
    by_name: dict[str, Spot] = {}
    number: int | None = 5
    center: tuple[float, float] = (0.0, 0.0)


def test_what_has_no_fault_is_taken_as_it_is() -> None:
    value = {"spots": [{"name": "a", "x": 2}], "number": None, "more": 3}

    assert salvage_json(value, Saved) == (Saved(spots=[Spot("a", 2.0)], number=None), [])


@pytest.mark.parametrize(
    ("value", "left", "faults"),
    [
        ({"sizes": [1, "2", 3]}, Saved(sizes=(1, 3)), {"sizes[1]"}),
        ({"spots": 5, "number": None}, Saved(number=None), {"spots"}),
        ({"spots": [{"name": "a", "x": 11}]}, Saved(spots=[Spot("a")]), {"spots[0] > x"}),
        ({"spots": [{"name": "a", "x": math.nan}]}, Saved(spots=[Spot("a")]), {"spots[0] > x"}),
        ({"spots": [{"name": 5}, {"name": "b"}]}, Saved(spots=[Spot("b")]), {"spots[0] > name"}),
        ({"spots": [{}, {"name": "b"}]}, Saved(spots=[Spot("b")]), {"spots[0]"}),
        ({"spots": [{"name": "nowhere"}]}, Saved(), {"spots[0]"}),
        ({"by_name": {"a": 1, "b": {"name": "b"}}}, Saved(by_name={"b": Spot("b")}), {"by_name > a"}),
        (
            {"spots": [{"name": f"{n}"} for n in range(9)]},
            Saved(spots=[Spot(n) for n in "012"]),
            {"spots[3] and later"},
        ),
        ({"version": 2}, Saved(), {"version"}),
        ({"center": [1, "x"]}, Saved(), {"center"}),
        ([], None, {""}),
        (None, None, {""}),
    ],
)
def test_of_what_has_faults_the_rest_is_taken_and_each_fault_named(value: Any, left: object, faults: set[str]) -> None:
    found, told = salvage_json(value, Saved)

    assert found == left
    assert {fault.where for fault in told} == faults


def test_a_fault_says_why() -> None:
    assert salvage_json({"name": "nowhere"}, Spot)[1] == [Fault("", "there is no such place")]
    assert salvage_json({"x": 3}, Spot)[1] == [Fault("", "Object missing required field `name`")]


def test_a_plain_value_is_that_of_its_json() -> None:
    value = Saved(spots=[Spot("\udcff")], center=(1.0, 2.0))

    assert plain_json(value)["spots"] == [{"name": "\udcff", "x": 1.0}]
    assert plain_json(value)["center"] == [1.0, 2.0]


@pytest.mark.parametrize("value", [["a"], ["", "b"], [1, 2], ["a", "b" * 2000], {"connection": "a", "topic": "b"}])
def test_a_topic_is_two_texts(value: object) -> None:
    assert salvage_json(value, SavedKey)[0] is None


def test_the_name_of_a_topic_may_be_empty() -> None:
    saved, _ = salvage_json(["a", ""], SavedKey)

    assert saved is not None
    assert saved.key == TopicKey("a", "")


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from([*Saved.__struct_fields__, "name", "x"]), inner)
    ),
)


@given(_VALUES)
def test_anything_is_taken_or_named(value: object) -> None:
    found, faults = salvage_json(value, Saved)

    assert (found is None) <= bool(faults)
    if found is not None:
        assert msgspec.convert(msgspec.to_builtins(found), Saved) == found

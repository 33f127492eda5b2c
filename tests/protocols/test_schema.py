from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import UnknownFieldError
from protocols.schema import Field, FieldKind, FieldPath, is_list, unknown_field
from protocols.sentence import code_of
from protocols.wording import FieldWording
from tests.tools.sentences import says

NAMES = st.from_regex(r"[A-Za-z0-9_/-]{1,8}", fullmatch=True)
STEPS = st.tuples(NAMES, st.lists(NAMES | st.integers(0, 999_999_999), max_size=6)).map(
    lambda pair: (pair[0], *pair[1])
)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("scan.ranges[0]", ("scan", "ranges", 0)),
        ("pose[1].position.x", ("pose", 1, "position", "x")),
        ("3[0].1[2]", ("3", 0, "1", 2)),
        ("grid[1][2]", ("grid", 1, 2)),
        ("ranges[007]", ("ranges", 7)),
    ],
)
def test_a_path_is_names_and_element_numbers(text: str, steps: tuple[str | int, ...]) -> None:
    assert FieldPath.parse(text).steps == steps


@given(STEPS)
def test_a_path_reads_back_as_it_is_written(steps: tuple[str | int, ...]) -> None:
    path = FieldPath(steps)

    assert FieldPath.parse(str(path)) == path


@pytest.mark.parametrize(
    "text",
    ["", ".", "a.", ".a", "a..b", "[0]", "a.[0]", "a[", "a]", "a[]", "a[-1]", "a[x]", "a[0]b", "a b", "a[1234567890]"],
)
def test_what_is_no_path_is_refused_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(UnknownFieldError, check=says(FieldWording.NO_PATH, text=text)) as caught:
        FieldPath.parse(text)

    assert code_of(caught.value.tip) is FieldWording.NO_PATH_TIP


@pytest.mark.parametrize("steps", [(), (0,), (0, "a")])
def test_a_path_begins_with_a_name(steps: tuple[str | int, ...]) -> None:
    with pytest.raises(UnknownFieldError):
        FieldPath(steps)


@given(st.text(max_size=12))
def test_any_text_is_a_path_or_refused(text: str) -> None:
    try:
        path = FieldPath.parse(text)
    except UnknownFieldError:
        return
    assert FieldPath.parse(str(path)) == path


DECODED = {"scan": {"ranges": [0.5, 1.5], "frame": "base"}, "data": b"abc"}


@pytest.mark.parametrize(
    ("text", "value"), [("scan.ranges[1]", 1.5), ("scan.frame", "base"), ("scan.ranges", [0.5, 1.5]), ("data", b"abc")]
)
def test_a_path_selects_the_value_that_it_leads_to(text: str, value: object) -> None:
    assert FieldPath.parse(text).select(DECODED) == value


@pytest.mark.parametrize(
    "text", ["other", "scan.ranges[2]", "scan.frame[0]", "data[0]", "scan[0]", "scan.ranges.x", "data.x"]
)
def test_what_was_not_sent_can_not_be_selected(text: str) -> None:
    with pytest.raises((KeyError, IndexError)):
        FieldPath.parse(text).select(DECODED)


def test_an_unknown_field_names_the_nearest_and_lists_what_there_is() -> None:
    path = FieldPath.parse("scan.rangs")
    error = unknown_field(path, "LaserScan", "rangs", ["count", "ranges"])

    assert error.reason == FieldWording.UNKNOWN(type_name="LaserScan", field="rangs", path=path, nearest="ranges")
    assert error.tip == FieldWording.NAMES_TIP(names="count, ranges")


def test_a_long_list_of_fields_is_cut_short() -> None:
    error = unknown_field(FieldPath.parse("x"), "Big", "x", [f"field{index}" for index in range(40)])

    assert error.tip.endswith("field11, ….")


def test_a_type_without_fields_says_so() -> None:
    assert code_of(unknown_field(FieldPath.parse("x"), "Nothing", "x", []).reason) is FieldWording.NO_FIELDS_AT_ALL


def test_only_messages_have_fields_below() -> None:
    assert Field("pose", FieldKind.MESSAGE, "gazebo.msgs.Pose").has_fields
    assert not Field("name", FieldKind.STRING, "string").has_fields


def test_a_view_of_numbers_is_a_list_and_bytes_are_none() -> None:
    numbers = memoryview(array("d", [1.5, 2.5]))

    assert list(map(is_list, ([], numbers, memoryview(b"ab"), b"ab", "ab", (1,)))) == [
        *(True, True, False, False, False, False)
    ]
    assert FieldPath.parse("a[1]").select({"a": numbers}) == 2.5

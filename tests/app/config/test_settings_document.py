from __future__ import annotations

import json
import tracemalloc
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.settings_document import (
    FORMAT,
    MAX_BYTES,
    MIGRATIONS,
    LastDriven,
    RobotSettings,
    SettingsDocument,
    ThemeChoice,
    encode_document,
    migrate,
    read_document,
)

_JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
_FIELDS = [field.name for field in msgspec.structs.fields(SettingsDocument)]
_ROBOT_FIELDS = [field.name for field in msgspec.structs.fields(RobotSettings)]


def _document() -> SettingsDocument:
    return SettingsDocument(
        theme=ThemeChoice.LIGHT,
        recent_uris=["ros1://a"],
        robots={
            "ros1://a": RobotSettings("Rover", 3, "ros1://a?x", {"/c": ("JPEG", "")}, ["a"], {"a": 5.0}, {"j": "fixed"})
        },
        driven={"ros1://a": LastDriven("/cmd_vel", "slow")},
        switches={"history": False},
        choices={"log-level": "20"},
        layout={"window": b"\x00\xff"},
        views={"plots": {"plots": {"grid": [1, 2.5, None]}}},
        presets={"std_msgs/String": {"hello": '{"data": NaN}'}},
    )


def test_what_is_written_is_read_again() -> None:
    read = read_document(encode_document(_document()))

    assert read.document == _document()
    assert (read.faults, read.newer) == ((), False)


def test_it_is_text_that_a_person_can_read() -> None:
    text = encode_document(SettingsDocument(recent_uris=["ros1://süd"])).decode()

    assert '\n  "recent_uris": [\n    "ros1://süd"\n  ]' in text


def test_of_a_document_with_faults_all_else_is_taken_and_each_fault_named() -> None:
    value = json.loads(encode_document(_document()))
    value["theme"] = "purple"
    value["robots"]["ros1://a"]["color"] = "red"
    value["robots"]["ros1://a"]["rates_hz"]["b"] = -1
    value["robots"]["ros1://b"] = 7
    value["layout"]["log"] = "no base64!"
    read = read_document(json.dumps(value).encode())

    expected = _document()
    expected.theme = ThemeChoice.SYSTEM
    expected.robots["ros1://a"].color = None
    assert read.document == expected
    assert {fault.partition(":  ")[0].split(": ")[0] for fault in read.faults} == {
        "theme",
        "robots > ros1://a > color",
        "robots > ros1://a > rates_hz > b",
        "robots > ros1://b",
        "layout > log",
    }


@pytest.mark.parametrize("number", [None, "1", 0, -1, True, 1.0])
def test_a_format_that_is_no_number_is_a_fault_and_the_rest_is_taken(number: object) -> None:
    read = read_document(json.dumps({"format": number, "theme": "dark"}).encode())

    assert read.document.theme is ThemeChoice.DARK
    assert len(read.faults) == 1
    assert not read.newer


def test_of_a_newer_format_what_is_understood_is_taken() -> None:
    read = read_document(json.dumps({"format": FORMAT + 1, "theme": "dark", "robots": [], "more": {}}).encode())

    assert read.newer
    assert read.document.theme is ThemeChoice.DARK


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"5", b"\xff\xfe", b"[" * 100_000, b'{"format": 1, "theme": ' + b'{"a":' * 5000, b"\0" * 4096],
)
def test_what_is_no_document_is_a_fault_and_the_settings_are_as_in_a_new_program(data: bytes) -> None:
    read = read_document(data)

    assert read.document == SettingsDocument()
    assert read.faults


def test_a_document_that_is_cut_anywhere_is_read_without_an_error() -> None:
    data = encode_document(_document())
    assert all(read_document(data[:length]).faults for length in range(len(data) - 2))


def test_a_file_that_an_editor_of_windows_has_written_is_read() -> None:
    read = read_document(b"\xef\xbb\xbf" + b'{\r\n  "format": 1,\r\n  "theme": "dark"\r\n}\r\n')

    assert (read.document.theme, read.faults) == (ThemeChoice.DARK, ())


def test_a_file_that_is_too_long_is_not_looked_at() -> None:
    assert "longer" in read_document(b" " * (MAX_BYTES + 1)).faults[0]


def test_the_worst_file_takes_a_bounded_memory() -> None:
    data = b'{"format": 1, "views": {"a": {"b": [' + b"[]," * (MAX_BYTES // 3 - 30) + b"[]]}}}"
    tracemalloc.start()
    read_document(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 60 * MAX_BYTES


def test_more_faults_than_anybody_reads_are_not_named() -> None:
    robots = {f"ros1://robot{number}": number for number in range(10_000)}

    assert len(read_document(json.dumps({"format": 1, "robots": robots}).encode()).faults) == 100


@given(st.binary(max_size=200))
def test_random_bytes_are_read_without_an_error(data: bytes) -> None:
    read_document(data)


@given(st.dictionaries(st.sampled_from([*_FIELDS, "more"]), _JSON))
def test_anything_in_any_field_gives_a_document_that_can_be_written(value: dict[str, Any]) -> None:
    read = read_document(json.dumps(value).encode())

    assert read_document(encode_document(read.document)).document == read.document


@given(st.dictionaries(st.sampled_from(_ROBOT_FIELDS), _JSON))
def test_anything_in_any_field_of_a_robot_costs_no_other_robot(robot: dict[str, Any]) -> None:
    value = {"format": 1, "robots": {"ros1://a": robot, "ros1://b": {"name": "Rover"}}}
    read = read_document(json.dumps(value).encode())

    assert read.document.robots["ros1://b"] == RobotSettings("Rover")


def test_there_is_a_migration_from_every_format() -> None:
    assert set(MIGRATIONS) == set(range(FORMAT))


def test_migrations_are_made_one_after_another_from_the_format_of_the_file_on() -> None:
    table = {0: lambda value: f"{value}a", 1: lambda value: f"{value}b", 2: lambda value: f"{value}c"}

    assert migrate("", 0, 3, table) == "abc"
    assert migrate("", 2, 3, table) == "c"
    assert migrate("x", 3, 3, table) == migrate("x", 4, 3, table) == "x"


def test_a_document_that_would_be_too_long_loses_the_robots_of_longest_ago() -> None:
    document = SettingsDocument(
        robots={f"ros1://robot{number}": RobotSettings("x" * (MAX_BYTES // 4)) for number in range(6)}
    )
    data = encode_document(document)

    assert len(data) <= MAX_BYTES
    assert list(read_document(data).document.robots) == ["ros1://robot3", "ros1://robot4", "ros1://robot5"]


def test_a_text_that_is_none_keeps_nothing_else_from_being_written() -> None:
    document = SettingsDocument(recent_uris=["gazebo://\udcff"], choices={"a": "b"})

    assert read_document(encode_document(document)).document.choices == {"a": "b"}


def test_a_document_that_nobody_would_read_is_not_written() -> None:
    document = SettingsDocument(presets={"std_msgs/String": {"long": "x" * MAX_BYTES}})
    with pytest.raises(OSError, match="longer"):
        encode_document(document)

from __future__ import annotations

import array
import base64
import json
import math
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.model.value_text import jsonable
from protocols.errors import EncodeError, LocalProtocolError, UnknownFieldError
from protocols.ros1.messages import codec
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.encoder import encode
from protocols.ros1.wording import RosMessageWording
from protocols.wording import FieldWording
from tests.protocols.ros1 import definitions, generated
from tests.protocols.ros1.definitions import HEADER, definition
from tests.protocols.ros1.message_samples import decoded, everything
from tests.tools.sentences import Said, says, says_unknown, tells

NOW = (1_795_235_760, 250_000_000)


def written(text: str, value: Any, now: tuple[int, int] | None = NOW) -> bytes:
    return encode(parse_message("test_msgs/Test", definition(text, std_msgs__Header=HEADER)), value, now)


def refusal(text: str, value: Any, now: tuple[int, int] | None = NOW) -> LocalProtocolError:
    with pytest.raises((EncodeError, UnknownFieldError)) as caught:
        written(text, value, now)
    return caught.value


def test_a_command_is_written_to_the_byte() -> None:
    twist = parse_message("geometry_msgs/Twist", definitions.TWIST_DEFINITION)

    assert encode(twist, {"linear": {"x": 0.5}}).hex() == "000000000000e03f" + "00" * 40


def test_what_is_left_out_is_zero_or_empty() -> None:
    empty = encode(everything(), {})

    assert empty == bytes(everything().min_size)
    assert encode(everything(), decoded(everything(), empty)) == empty


@given(st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_echo_prints_in_full_is_what_can_be_published(data: st.DataObject) -> None:
    message = data.draw(generated.message_types())
    payload = encode(message, data.draw(generated.values(message, common=False)))
    printed = json.loads(json.dumps(jsonable(codec.decoder(message)(payload), with_bytes=True)))

    assert encode(message, printed) == payload


def test_now_is_the_time_that_is_given() -> None:
    stamped = struct.pack("<III", 0, *NOW) + bytes(4)

    assert written("Header h", {"h": {"stamp": "now"}}) == stamped
    assert written("Header h", {"h": "auto"}) == stamped
    assert written("time[] t", {"t": ["now"]}) == struct.pack("<III", 1, *NOW)
    assert written("Header h", {"h": {}}) == bytes(16)


@pytest.mark.parametrize("value", [{"h": "auto"}, {"h": {"stamp": "now"}}])
def test_now_is_refused_where_nobody_knows_it(value: Any) -> None:
    assert tells(refusal("Header h", value, None).reason, RosMessageWording.NOW_UNKNOWN, field="h.stamp")


@pytest.mark.parametrize(
    "value",
    [
        b"\1\xff",
        bytearray(b"\1\xff"),
        memoryview(b"\1\xff"),
        [1, 255],
        (1, 255),
        {"base64": "Af8="},
        np.array([1, 255], "B"),
    ],
)
@pytest.mark.parametrize("kind", ["uint8", "char"])
def test_bytes_may_be_written_in_several_ways(kind: str, value: Any) -> None:
    assert written(f"{kind}[] a", {"a": value}) == b"\2\0\0\0\1\xff"
    assert written(f"{kind}[2] a", {"a": value}) == b"\1\xff"


@pytest.mark.parametrize(
    "value",
    [
        [0.5, 2],
        (0.5, 2),
        array.array("f", [0.5, 2]),
        array.array("d", [0.5, 2]),
        memoryview(struct.pack("<2f", 0.5, 2)).cast("f"),
    ],
)
def test_numbers_may_come_as_a_list_or_a_buffer(value: Any) -> None:
    assert written("float32[] a", {"a": value}) == struct.pack("<I2f", 2, 0.5, 2)
    assert written("float32[2] a", {"a": value}) == struct.pack("<2f", 0.5, 2)


def test_plain_numbers_are_written_as_others_are() -> None:
    text = "float64 a\nint16 b\nfloat32 c"
    expected = struct.pack("<dhf", 1, -2, math.inf)

    assert written(text, {"c": math.inf, "b": -2, "a": 1}) == expected
    assert written(text, {"a": 1, "b": -2, "c": "inf"}) == expected
    assert written(text, {"b": -2, "c": math.inf}) == struct.pack("<dhf", 0, -2, math.inf)


def test_numbers_that_are_not_finite_are_written_by_name() -> None:
    payload = written("float32 a\nfloat64[] b", {"a": "-inf", "b": ["nan", "inf", -math.inf, 1]})

    assert payload[:4] == struct.pack("<f", -math.inf)
    assert payload[8:16] == struct.pack("<d", math.nan)
    assert payload[16:] == struct.pack("<3d", math.inf, -math.inf, 1)


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        (
            "uint8 a",
            [],
            says(
                FieldWording.OBJECT_WANTED, field=FieldWording.WHOLE_MESSAGE(), value="[]", type_name="test_msgs/Test"
            ),
        ),
        (
            "uint8 a",
            {"a": 256},
            says(FieldWording.RANGE_WANTED, field="a", value="256", low=0, high=255, type_name="uint8"),
        ),
        (
            "byte a",
            {"a": -129},
            says(FieldWording.RANGE_WANTED, field="a", value="-129", low=-128, high=127, type_name="int8"),
        ),
        ("uint8 a", {"a": 1.0}, says(FieldWording.INTEGER_WANTED, field="a", value="1.0", type_name="uint8")),
        ("uint8 a", {"a": True}, says(FieldWording.INTEGER_WANTED, field="a", value="True", type_name="uint8")),
        (
            "int64 a",
            {"a": 2**63},
            says(
                FieldWording.RANGE_WANTED,
                field="a",
                value="9223372036854775808",
                low=-9223372036854775808,
                high=9223372036854775807,
                type_name="int64",
            ),
        ),
        ("bool a", {"a": 1}, says(FieldWording.BOOLEAN_WANTED, field="a", value="1")),
        ("float32 a", {"a": 1e39}, says(FieldWording.LARGEST_WANTED, field="a", value="1e+39", type_name="float32")),
        ("float64 a", {"a": "1"}, says(FieldWording.NUMBER_WANTED, field="a", value="'1'", type_name="float64")),
        ("string a", {"a": None}, says(FieldWording.TEXT_WANTED, field="a", value="null")),
        ("string a", {"a": "\ud800"}, says(FieldWording.UNICODE_WANTED, field="a", value="'\\ud800'")),
        (
            "Header h",
            {"h": {"seq": -1}},
            says(FieldWording.RANGE_WANTED, field="h.seq", value="-1", low=0, high=4294967295, type_name="uint32"),
        ),
        (
            "Header h",
            {"h": "now"},
            says(FieldWording.OBJECT_WANTED, field="h", value="'now'", type_name="std_msgs/Header"),
        ),
        ("Header[] h", {"h": [{}, {"frame_id": 1}]}, says(FieldWording.TEXT_WANTED, field="h[1].frame_id", value="1")),
        ("time a", {"a": 1.5}, says(RosMessageWording.TIME_WANTED, field="a", value="1.5", type_name="time")),
        (
            "time a",
            {"a": {"nsecs": -1}},
            says(FieldWording.RANGE_WANTED, field="a.nsecs", value="-1", low=0, high=4294967295, type_name="uint32"),
        ),
        (
            "duration a",
            {"a": "now"},
            says(RosMessageWording.TIME_WANTED, field="a", value="'now'", type_name="duration"),
        ),
        (
            "float64[3] a",
            {"a": [1, 2]},
            says(RosMessageWording.LENGTH_WANTED, field="a", value="[1, 2]", length=3, written="float64[3]", count=2),
        ),
        (
            "uint8[3] a",
            {"a": b"ab"},
            says(RosMessageWording.LENGTH_WANTED, field="a", value="b'ab'", length=3, written="uint8[3]", count=2),
        ),
        ("float64[] a", {"a": 1}, says(FieldWording.LIST_WANTED, field="a", value="1")),
        (
            "float64[] a",
            {"a": [1, "x"]},
            says(FieldWording.NUMBER_WANTED, field="a[1]", value="'x'", type_name="float64"),
        ),
        (
            "int16[] a",
            {"a": [1, 2, 40_000]},
            says(FieldWording.RANGE_WANTED, field="a[2]", value="40000", low=-32768, high=32767, type_name="int16"),
        ),
        ("int16[] a", {"a": [1, 2.5]}, says(FieldWording.INTEGER_WANTED, field="a[1]", value="2.5", type_name="int16")),
        ("int16[] a", {"a": [True]}, says(FieldWording.INTEGER_WANTED, field="a[0]", value="True", type_name="int16")),
        (
            "float32[] a",
            {"a": [0, 10**400]},
            says(
                FieldWording.LARGEST_WANTED,
                field="a[1]",
                value="1000000000000000000000000000000000000000…",
                type_name="float32",
            ),
        ),
        ("string[] a", {"a": "abc"}, says(FieldWording.LIST_WANTED, field="a", value="'abc'")),
        ("uint8[] a", {"a": "abc"}, says(FieldWording.LIST_WANTED, field="a", value="'abc'")),
        ("uint8[] a", {"a": {"base64": "?"}}, says(FieldWording.BASE64_WANTED, field="a", value="'?'")),
        ("uint8[] a", {"a": {"bytes": 3}}, says(FieldWording.BYTES_WANTED, field="a", value="{'bytes': 3}")),
        ("float32[] a", {"a": {"base64": ""}}, says(FieldWording.LIST_WANTED, field="a", value="{'base64': ''}")),
    ],
)
def test_a_value_that_does_not_fit_is_named_by_its_path(text: str, value: Any, said: Said) -> None:
    assert said(refusal(text, value))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"x": 1}, says_unknown("x", "test_msgs/Test", "x", "h")),
        ({"h": [{"seqq": 1}]}, says_unknown("h[0].seqq", "std_msgs/Header", "seqq", "seq")),
        ({"h": [{"stamp": {"sec": 1}}]}, says_unknown("h[0].stamp.sec", "time", "sec", "secs")),
    ],
)
def test_a_field_that_the_type_does_not_have_is_named_with_what_is_near(value: Any, said: Said) -> None:
    assert said(refusal("Header[] h", value))


def test_the_bytes_of_echo_are_the_bytes_that_are_sent() -> None:
    text = base64.b64encode(b"abc").decode()

    assert written("uint8[] a", {"a": {"bytes": 3, "base64": text}}) == b"\3\0\0\0abc"


def test_a_type_that_is_too_large_is_refused_before_it_is_made() -> None:
    reason = refusal("float64[4000000000] a", {}).reason
    assert reason == RosMessageWording.TOO_LARGE(type_name="test_msgs/Test", size_bytes=32_000_000_000)

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
from protocols.errors import EncodeError, UnknownFieldError
from protocols.ros1.messages import codec
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.encoder import encode
from tests.protocols.ros1 import definitions, generated
from tests.protocols.ros1.definitions import HEADER, definition
from tests.protocols.ros1.message_samples import decoded, everything

NOW = (1_795_235_760, 250_000_000)


def written(text: str, value: Any, now: tuple[int, int] | None = NOW) -> bytes:
    return encode(parse_message("test_msgs/Test", definition(text, std_msgs__Header=HEADER)), value, now)


def refusal(text: str, value: Any, now: tuple[int, int] | None = NOW) -> str:
    with pytest.raises((EncodeError, UnknownFieldError)) as caught:
        written(text, value, now)
    return caught.value.reason


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
    assert refusal("Header h", value, None) == "h.stamp is a time; nobody knows what now is, not 'now'"


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


def test_numbers_that_are_not_finite_are_written_by_name() -> None:
    payload = written("float32 a\nfloat64[] b", {"a": "-inf", "b": ["nan", "inf", -math.inf, 1]})

    assert payload[:4] == struct.pack("<f", -math.inf)
    assert payload[8:16] == struct.pack("<d", math.nan)
    assert payload[16:] == struct.pack("<3d", math.inf, -math.inf, 1)


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        ("uint8 a", [], "the message is of type test_msgs/Test, not []"),
        ("uint8 a", {"a": 256}, "a is a number from 0 to 255 (uint8), not 256"),
        ("byte a", {"a": -129}, "a is a number from -128 to 127 (int8), not -129"),
        ("uint8 a", {"a": 1.0}, "a is a whole number (uint8), not 1.0"),
        ("uint8 a", {"a": True}, "a is a whole number (uint8), not True"),
        ("int64 a", {"a": 2**63}, f"a is a number from -{2**63:,} to {2**63 - 1:,} (int64), not {2**63}"),
        ("bool a", {"a": 1}, "a is true or false, not 1"),
        ("float32 a", {"a": 1e39}, "a is a number of at most 3.4e+38 (float32), not 1e+39"),
        ("float64 a", {"a": "1"}, "a is a number (float64), not '1'"),
        ("string a", {"a": None}, "a is a text, not null"),
        ("string a", {"a": "\ud800"}, "a is a text in Unicode, not '\\ud800'"),
        ("Header h", {"h": {"seq": -1}}, "h.seq is a number from 0 to 4,294,967,295 (uint32), not -1"),
        ("Header h", {"h": "now"}, "h is of type std_msgs/Header, not 'now'"),
        ("Header[] h", {"h": [{}, {"frame_id": 1}]}, "h[1].frame_id is a text, not 1"),
        ("time a", {"a": 1.5}, "a is a time, not 1.5"),
        ("time a", {"a": {"nsecs": -1}}, "a.nsecs is a number from 0 to 4,294,967,295 (uint32), not -1"),
        ("duration a", {"a": "now"}, "a is a duration, not 'now'"),
        ("float64[3] a", {"a": [1, 2]}, "a has 3 elements (float64[3]), and here are 2, not [1, 2]"),
        ("uint8[3] a", {"a": b"ab"}, "a has 3 elements (uint8[3]), and here are 2, not b'ab'"),
        ("float64[] a", {"a": 1}, "a is a list, not 1"),
        ("float64[] a", {"a": [1, "x"]}, "a[1] is a number (float64), not 'x'"),
        ("int16[] a", {"a": [1, 2, 40_000]}, "a[2] is a number from -32,768 to 32,767 (int16), not 40000"),
        ("int16[] a", {"a": [1, 2.5]}, "a[1] is a whole number (int16), not 2.5"),
        ("int16[] a", {"a": [True]}, "a[0] is a whole number (int16), not True"),
        ("float32[] a", {"a": [0, 10**400]}, f"a[1] is a number of at most 3.4e+38 (float32), not 1{'0' * 39}…"),
        ("string[] a", {"a": "abc"}, "a is a list, not 'abc'"),
        ("uint8[] a", {"a": "abc"}, "a is a list, not 'abc'"),
        ("uint8[] a", {"a": {"base64": "?"}}, "a is bytes in base64, not '?'"),
        ("uint8[] a", {"a": {"bytes": 3}}, "a is bytes, not {'bytes': 3}"),
        ("float32[] a", {"a": {"base64": ""}}, "a is a list, not {'base64': ''}"),
    ],
)
def test_a_value_that_does_not_fit_is_named_by_its_path(text: str, value: Any, reason: str) -> None:
    assert refusal(text, value) == reason


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"x": 1}, "test_msgs/Test has no field “x” (in x); the nearest is “h”"),
        ({"h": [{"seqq": 1}]}, "std_msgs/Header has no field “seqq” (in h[0].seqq); the nearest is “seq”"),
        ({"h": [{"stamp": {"sec": 1}}]}, "time has no field “sec” (in h[0].stamp.sec); the nearest is “secs”"),
    ],
)
def test_a_field_that_the_type_does_not_have_is_named_with_what_is_near(value: Any, reason: str) -> None:
    assert refusal("Header[] h", value) == reason


def test_the_bytes_of_echo_are_the_bytes_that_are_sent() -> None:
    text = base64.b64encode(b"abc").decode()

    assert written("uint8[] a", {"a": {"bytes": 3, "base64": text}}) == b"\3\0\0\0abc"


def test_a_type_that_is_too_large_is_refused_before_it_is_made() -> None:
    assert refusal("float64[4000000000] a", {}).startswith("a test_msgs/Test takes 32,000,000,000 bytes")

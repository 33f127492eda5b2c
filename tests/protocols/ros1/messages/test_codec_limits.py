"""How much a message may be decoded into, and how much is kept of what definitions make us generate."""

from __future__ import annotations

import gc
import struct
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocols.errors import DecodeError, DefinitionError
from protocols.ros1.messages import codec, decoder_source, misfit
from protocols.ros1.messages.codec_source import MAX_DECODED_VALUES
from protocols.ros1.messages.definitions import NUMBERS, MessageType, parse_message
from protocols.ros1.messages.encoder import encode
from protocols.ros1.messages.sized_cache import SizedCache
from protocols.ros1.messages.standard_types import find_message
from protocols.ros1.wording import RosMessageWording
from protocols.schema import FieldPath
from protocols.sentence import code_of
from tests.protocols.ros1 import generated
from tests.protocols.ros1.definitions import definition
from tests.protocols.ros1.generated import message_types
from tests.tools.sentences import says, tells

MEGABYTE = 1024 * 1024


def repeated(count: int, element: bytes) -> bytes:
    return struct.pack("<I", count) + element * count


def peak(call: Callable[[], object]) -> int:
    """How many bytes more there were at a time."""
    gc.collect()
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def refused(message: MessageType, payload: bytes) -> str:
    with pytest.raises(DecodeError) as caught:
        codec.decoder(message)(payload)
    assert code_of(caught.value.tip) is RosMessageWording.TOO_MANY_TO_SHOW_TIP
    return caught.value.reason


LONE = definition("Lone[] a", test_msgs__Lone="int8 x")
EMPTIES = definition("Lone[] a", test_msgs__Lone="Many m\nint8 x", test_msgs__Many="No a\nNo b\nNo c", test_msgs__No="")


@pytest.mark.parametrize(
    ("text", "payload", "count"),
    [
        ("string[] a", repeated(3_000_000, bytes(4)), 3_000_000),
        ("bool[] a", repeated(3_000_000, b"\1"), 3_000_000),
        ("time[] a", repeated(700_000, bytes(8)), 700_000),
        (LONE, repeated(1_000_000, b"\1"), 1_000_000),
        (EMPTIES, repeated(400_000, b"\1"), 400_000),
        (definition("Part[] a", test_msgs__Part="string s"), repeated(1_000_000, bytes(4)), 1_000_000),
        (definition("Part[] a", test_msgs__Part="string[] s"), repeated(1_000_000, bytes(4)), 1_000_000),
        (definition("Part[] a", test_msgs__Part="uint8[] s"), repeated(1_000_000, bytes(4)), 1_000_000),
    ],
    ids=["texts", "booleans", "times", "a number each", "empty fields", "a text each", "lists of texts", "views"],
)
def test_a_message_of_too_many_values_is_refused_before_any_is_made(text: str, payload: bytes, count: int) -> None:
    message = parse_message("test_msgs/Test", text)
    codec.decoder(message)
    reasons: list[str] = []

    assert peak(lambda: reasons.append(refused(message, payload))) < MEGABYTE
    assert reasons == [
        RosMessageWording.TOO_MANY_TO_SHOW(type_name="test_msgs/Test", count=count, field="a", limit=2_000_000)
    ]


def test_what_nested_arrays_hold_is_summed(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, 12_000)
    text = definition("Part[] a\nuint8 b", test_msgs__Part="Lone[] x\nstring[] s", test_msgs__Lone="int8 x")
    message = parse_message("test_msgs/Test", text)
    part = repeated(1000, b"\1") + repeated(1000, bytes(4))
    codec.decoder(message)

    assert len(codec.decoder(message)(repeated(3, part) + b"\0")["a"]) == 3
    reason = refused(message, repeated(100, part) + b"\0")
    assert tells(reason, RosMessageWording.TOO_MANY_TO_SHOW, count=1000, field="a[3].s")
    payload = repeated(1000, part) + b"\0"
    assert peak(lambda: refused(message, payload)) < 4 * MEGABYTE


def test_types_that_have_functions_of_their_own_are_summed(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, 10_000)
    wide = "".join(f"string s{number}\n" for number in range(700)) + "string[] more"
    message = parse_message("test_msgs/Test", definition("Wide a\nWide b", test_msgs__Wide=wide))
    many = bytes(2800) + repeated(5000, bytes(4))

    assert codec.decoder(message)(many + bytes(2804))["a"]["s0"] == ""
    assert tells(refused(message, many + many), RosMessageWording.TOO_MANY_TO_SHOW, count=5000, field="b.more")


def test_elements_without_a_byte_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, 1000)
    text = definition("Part[] a", test_msgs__Part="No[] n", test_msgs__No="")
    message = parse_message("test_msgs/Test", text)

    reason = refused(message, repeated(100, struct.pack("<I", 200)))
    assert tells(reason, RosMessageWording.TOO_MANY_TO_SHOW, count=200, field="a[3].n")


def test_a_field_of_a_message_of_too_many_values_is_read() -> None:
    message = parse_message("test_msgs/Test", "string[] a\nint8 b")
    payload = repeated(2_100_000, bytes(4)) + b"\7"

    assert codec.extractor(message, FieldPath.parse("b"))(payload) == 7


def test_too_many_values_in_too_few_bytes_are_refused_with_the_definition() -> None:
    nothing = "".join(f"No n{number}\n" for number in range(8))
    text = definition("Part[] a", test_msgs__Part=nothing + "int8 x", test_msgs__No="")

    with pytest.raises(
        DefinitionError,
        check=says(
            RosMessageWording.AT_LINE,
            origin=RosMessageWording.A_MESSAGE_DEFINITION(),
            reason=RosMessageWording.ARRAY_TOO_DENSE(type_name="test_msgs/Part"),
        ),
    ):
        parse_message("test_msgs/Test", text)


@pytest.mark.parametrize(
    ("name", "field", "element_name", "count"),
    [
        ("nav_msgs/Path", "poses", "geometry_msgs/PoseStamped", 50_000),
        ("visualization_msgs/MarkerArray", "markers", "visualization_msgs/Marker", 50_000),
        ("tf2_msgs/TFMessage", "transforms", "geometry_msgs/TransformStamped", 5_000),
    ],
)
def test_long_lists_of_usual_messages_are_read(name: str, field: str, element_name: str, count: int) -> None:
    message, element = find_message(name), find_message(element_name)
    assert message is not None
    assert element is not None
    start = encode(message, {})[:-4]

    assert len(codec.decoder(message)(start + repeated(count, encode(element, {})))[field]) == count


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("nav_msgs/OccupancyGrid", {"data": bytes(16_000_000)}, "data"),
        ("sensor_msgs/Image", {"data": bytes(25_000_000)}, "data"),
        ("sensor_msgs/PointCloud2", {"data": bytes(30_000_000), "fields": [{}] * 20}, "data"),
        ("sensor_msgs/PointCloud", {"points": [{}] * 100_000}, "points"),
    ],
)
def test_large_data_is_read(name: str, value: dict[str, Any], field: str) -> None:
    message = find_message(name)
    assert message is not None
    payload = encode(message, {key: item for key, item in value.items() if key != "data"})
    if "data" in value:
        made = codec.decoder(message)(payload)
        assert len(made["data"]) == 0
        tail = 1 if name.endswith("PointCloud2") else 0
        at = len(payload) - tail - 4
        data = value["data"]
        payload = payload[:at] + struct.pack("<I", len(data)) + data + payload[len(payload) - tail :]

    assert len(codec.decoder(message)(payload)[field]) == len(value[field])


# the count itself


def limit(monkeypatch: pytest.MonkeyPatch, values: int) -> None:
    """Have decoders that are generated from now on limited to so many values, and kept apart from others."""
    for module in (decoder_source, misfit):
        monkeypatch.setattr(module, "MAX_DECODED_VALUES", values)
    monkeypatch.setattr(codec, "_MADE", SizedCache(1_000_000))


def objects(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(objects, value.values()))
    return 1 + sum(map(objects, value)) if isinstance(value, list) else 1


def has_counted_list(message: MessageType, value: dict[str, Any]) -> bool:
    """Whether a list is reached whose number of elements the payload tells, and which is no view."""
    for field in message.fields:
        if field.is_array and field.length is None and field.type_name not in NUMBERS:
            return True
        if field.message is not None:
            below = value[field.name] if field.is_array else [value[field.name]]
            if any(has_counted_list(field.message, each) for each in below):
                return True
    return False


@given(st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_all_objects_of_a_message_count_and_nothing_else(data: st.DataObject) -> None:
    message = data.draw(message_types())
    payload = encode(message, data.draw(generated.values(message, common=False)))
    value = codec.decoder(message)(payload)
    with pytest.MonkeyPatch.context() as monkeypatch:
        limit(monkeypatch, objects(value))
        assert objects(codec.decoder(message)(payload)) == objects(value)

        limit(monkeypatch, objects(value) - 1)
        if has_counted_list(message, value):
            reason = refused(message, payload)
            assert tells(reason, RosMessageWording.TOO_MANY_TO_SHOW, limit=objects(value) - 1)
        else:
            assert objects(codec.decoder(message)(payload)) == objects(value)


def test_the_most_that_is_decoded_stays_below_half_a_gigabyte() -> None:
    # dicts of one field are the largest objects for what they hold
    part = parse_message("test_msgs/Test", LONE)
    count = 20_000
    each = peak(lambda: codec.decoder(part)(repeated(count, b"\1"))) / (2 * count)

    assert each * MAX_DECODED_VALUES < 500 * MEGABYTE


# what is kept


def test_ever_new_definitions_do_not_grow_us() -> None:
    def ask(number: int) -> None:
        comment = f"# {number} " + "x" * 400_000
        fields = "".join(f"Part[] f{each}_{number}\n" for each in range(20))
        message = parse_message("test_msgs/Test", definition(fields + comment, test_msgs__Part="string s\ntime[] t"))
        codec.decoder(message)(bytes(80))
        codec.extractor(message, FieldPath.parse(f"f9_{number}[0].s"))(bytes(80))

    for number in range(12):
        ask(number)
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(12, 62):
            ask(number)
        gc.collect()
        # those from before, which are let go meanwhile, are not counted
        assert tracemalloc.get_traced_memory()[0] < 15 * MEGABYTE
    finally:
        tracemalloc.stop()


def test_a_definition_that_was_read_is_not_read_again() -> None:
    text = "string kept_as_it_was"

    assert parse_message("test_msgs/Test", text) is parse_message("test_msgs/Test", text)
    assert codec.decoder(parse_message("test_msgs/Test", text)) is codec.decoder(parse_message("test_msgs/Test", text))

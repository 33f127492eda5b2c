from __future__ import annotations

import re
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocols.errors import DecodeError
from protocols.ros1.messages import codec, decoder_source, extractor_source
from protocols.ros1.messages.codec_source import CodeWriter
from protocols.ros1.messages.definitions import MessageType, parse_message
from protocols.ros1.messages.encoder import encode
from protocols.ros1.messages.field_path import is_scalar, resolve_path
from protocols.ros1.wording import RosMessageWording
from protocols.schema import FieldPath
from tests.protocols.ros1 import generated
from tests.protocols.ros1.definitions import definition
from tests.protocols.ros1.generated import message_types, plain
from tests.protocols.ros1.message_samples import decoded, everything, fault
from tests.tools.sentences import tells

SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@given(st.data())
@SLOW
def test_what_rosbags_writes_is_read_alike(data: st.DataObject) -> None:
    message = data.draw(message_types())
    value = data.draw(generated.values(message))
    payload = generated.written_by_rosbags(message, value)

    assert decoded(message, payload) == value
    assert decoded(message, payload) == value


@given(st.data())
@SLOW
def test_what_we_write_is_read_alike_by_rosbags(data: st.DataObject) -> None:
    message = data.draw(message_types())
    value = data.draw(generated.values(message))

    assert generated.read_by_rosbags(message, encode(message, value)) == value


@given(st.data())
@SLOW
def test_what_we_write_we_read_whatever_the_lengths_were_before(data: st.DataObject) -> None:
    message = data.draw(message_types())
    for value in data.draw(st.lists(generated.values(message, common=False), min_size=1, max_size=4)):
        assert decoded(message, encode(message, value)) == value


def paths(value: Any, steps: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """All paths below a value."""
    if isinstance(value, dict):
        below = [path for key, item in value.items() for path in paths(item, (*steps, key))]
    elif isinstance(value, list | bytes):
        below = [path for index, item in enumerate(value) for path in paths(item, (*steps, index))]
    else:
        below = []
    return [steps, *below] if steps else below


@given(st.data())
@SLOW
def test_an_extractor_reads_what_decode_reads(data: st.DataObject) -> None:
    message = data.draw(message_types())
    messages = data.draw(st.lists(generated.values(message, common=False), min_size=1, max_size=4))
    found = [FieldPath(path) for value in messages for path in paths(value)]
    scalars = [path for path in found if is_scalar(resolve_path(message, path))]
    if scalars:
        path = data.draw(st.sampled_from(scalars))
        extract = codec.extractor(message, path)
        for value in messages:
            expected: Any = value
            for step in path.steps:
                expected = expected[step] if isinstance(step, str) or step < len(expected) else None
                if expected is None:
                    break

            assert plain(extract(encode(message, value))) == expected


@given(st.data())
@SLOW
def test_a_payload_that_is_cut_or_too_long_is_refused_by_name(data: st.DataObject) -> None:
    message = data.draw(message_types())
    payload = encode(message, data.draw(generated.values(message)))
    if payload:
        cut = data.draw(st.integers(0, len(payload) - 1))
        assert fault(message, payload[:cut])
    left = fault(message, payload + b"\0")
    assert tells(left, RosMessageWording.BYTES_LEFT) or tells(left, RosMessageWording.BYTES_OF_NOTHING)


@given(st.data(), st.binary(max_size=200))
@SLOW
def test_any_bytes_are_read_or_refused(data: st.DataObject, payload: bytes) -> None:
    message = data.draw(st.sampled_from([everything(), data.draw(message_types())]))
    try:
        value = decoded(message, payload)
    except DecodeError:
        assert fault(message, payload)
        return

    # what is read is all of it: it would be written like that, but for booleans, which are any byte but zero
    assert len(encode(message, value)) == len(payload)


def test_a_text_that_is_not_utf_8_is_read_and_written_as_it_was() -> None:
    message = parse_message("test_msgs/Test", "string a\nstring[] b")
    payload = b"\x02\0\0\0\xffa\x01\0\0\0\x01\0\0\0\xfe"
    read = codec.decoder(message)(payload)

    assert read == {"a": "\udcffa", "b": ["\udcfe"]}
    assert encode(message, read) == payload
    assert codec.extractor(message, FieldPath.parse("a"))(payload) == "\udcffa"
    assert codec.extractor(message, FieldPath.parse("b[0]"))(payload) == "\udcfe"


# what does not fit


# what is generated


def sources(message: MessageType) -> list[str]:
    """All texts that are generated for a type."""
    texts = []
    for strict in (True, False):
        source = CodeWriter()
        decoder_source.add_decoder(source, message, strict=strict)
        texts.append(source.text)
    value = codec.decoder(message)(encode(message, {}))
    for path in map(FieldPath, paths(plain(value))):
        if is_scalar(resolve_path(message, path)):
            source = CodeWriter()
            extractor_source.add_extractor(source, resolve_path(message, path))
            texts.append(source.text)
    return texts


TOKEN = re.compile(
    r"[a-zA-Z][0-9]+|[0-9]+|[()\[\]{}:,.=+*/<>!-]|\s|"
    r"(def|try|except|FAULTS|as|error|raise|from|explain|data|view|size|memoryview|toreadonly|readonly|not|if|len|"
    r"MisfitError|UnicodeDecodeError|tolerant|return|for|in|range|append|cast|decode|str|unpack|learn|extract|nonlocal|state|known|None|and|or|_|"
    r"[a-z])\b|"
    r'"utf-8"|"surrogateescape"'
)


def test_nothing_of_a_definition_stands_in_generated_code() -> None:
    names = [
        "lambda",
        "exec",
        "import",
        "open",
        "self",
        "data",
        "size",
        "f1",
        "p",
        "MisfitError",
        "explain",
        "k2",
        "x" * 200,
    ]
    text = "".join(f"string {name}\nfloat64[2] {name}_\nTrap[] {name}s\nTrap {name}t\n" for name in names)
    message = parse_message("builtins/exit", definition(text, builtins__Trap="time u1\nstring[] d1\nbool[2] w9"))
    texts = sources(message)

    assert len(texts) > 90
    for generated_text in texts:
        assert TOKEN.sub("", generated_text) == ""
        assert max(map(len, re.findall(r"\w+", generated_text))) < 20
    value = {name: name for name in names}
    assert {name: codec.decoder(message)(encode(message, value))[name] for name in names} == value


def test_generated_code_has_no_builtins() -> None:
    function: Any = codec.decoder(everything())

    assert function.__globals__["__builtins__"] == {}

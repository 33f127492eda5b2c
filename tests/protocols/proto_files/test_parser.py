from __future__ import annotations

import contextlib

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import ProtoFileError
from protocols.proto_files.parser import parse_proto_file

HEAD = 'syntax = "proto2"; package my.msgs;\n'


def message(body: str, head: str = HEAD) -> list[tuple[str, int, str]]:
    """Name, number and written type of each field of one message."""
    (found,) = parse_proto_file("a.proto", f"{head}message M {{ {body} }}").proto.message_type
    return [
        (field.name, field.number, field.type_name or FieldDescriptorProto.Type.Name(field.type))
        for field in found.field
    ]


def test_fields_are_read_with_label_type_name_and_number() -> None:
    assert message("required double x = 1; optional Other o = 0x2; repeated .my.msgs.M m = 3 [packed = true];") == [
        ("x", 1, "TYPE_DOUBLE"),
        ("o", 2, "Other"),
        ("m", 3, ".my.msgs.M"),
    ]


def test_without_a_syntax_it_is_proto2_and_without_a_package_there_is_none() -> None:
    proto = parse_proto_file("a.proto", "message M { required int32 x = 1; }").proto

    assert (proto.syntax, proto.package) == ("proto2", "")


@pytest.mark.parametrize(
    "noise",
    [
        "// one line\n",
        "/* several\n lines { */",
        ";",
        'import "other.proto";',
        'import public "other.proto";',
        'option java_package = "a.b";',
        'option (mine).part = { text: "}" list: [1, 2] };',
        "service S { rpc Call (M) returns (stream M) { option (x) = {}; } rpc Two (M) returns (M); }",
        "extend M { optional int32 more = 100; }",
    ],
)
def test_what_means_nothing_on_the_wire_is_passed_over(noise: str) -> None:
    inside = noise if noise.startswith(("/", ";", "option", "extend")) else ""
    text = f"{HEAD}{noise}message M {{ {inside} required int32 x = 1; }}{noise}"

    assert [found.name for found in parse_proto_file("a.proto", text).proto.message_type] == ["M"]


def test_words_of_the_language_can_be_names_of_fields() -> None:
    names = [
        name for name, _, _ in message("required string message = 1; optional int32 enum = 2; repeated bool map = 3;")
    ]

    assert names == ["message", "enum", "map"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD + "message M {\n required int32 x 1; }", "a.proto:3: expected “=”, found “1”"),
        (HEAD + "message M {\n int32 x = 1; }", "a.proto:3: expected optional, required or repeated, found “int32”"),
        (HEAD + "\n\nmassage M {}", "a.proto:4: expected a message, an enum or another definition, found “massage”"),
        (HEAD + "message M {", "a.proto:2: expected optional, required or repeated, found “the end of the file”"),
        (HEAD + "message M { required int32 x = 0; }", "a.proto:2: 0 can't be the number of a field"),
        (HEAD + "message M { required int32 x = 19000; }", "19000 can't be the number"),
        (
            HEAD + "message M { required int32 x = 1;\nrequired int32 x = 2; }",
            "a.proto:3: my.msgs.M has two fields “x”",
        ),
        (
            HEAD + "message M { required int32 x = 1;\nrequired int32 y = 1; }",
            "a.proto:3: y and x of my.msgs.M are both 1",
        ),
        (HEAD + "message M { optional group G = 1 { } }", "groups are not known here"),
        (HEAD + "message M { map<double, int32> m = 1; }", "as the key of a map, found “double”"),
        ('syntax = "proto3"; message M { required int32 x = 1; }', "proto3 has no required fields"),
        ('syntax = "proto4";', "expected proto2 or proto3"),
        ('edition = "2023";', "editions are not known here"),
        (HEAD + "message M { required int32 x = 1.5; }", "expected a whole number"),
        (HEAD + "message a.b { }", "expected a name without dots"),
        (HEAD + "\n  #include", "a.proto:3: what begins with '#include' can't be read"),
        (HEAD + "message M {" * 40, "nested too deeply"),
    ],
)
def test_what_can_not_be_read_is_named_with_file_and_line(text: str, reason: str) -> None:
    with pytest.raises(ProtoFileError) as caught:
        parse_proto_file("a.proto", text)

    assert reason in caught.value.reason
    assert caught.value.reason.startswith("a.proto:")


@given(st.text(st.sampled_from("message enum oneof map<>{}[]=;,\"'\n 019.-xoptional repeated int32 "), max_size=200))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(ProtoFileError):
        parse_proto_file("a.proto", text)

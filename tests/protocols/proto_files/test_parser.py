from __future__ import annotations

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import ProtoFileError
from protocols.proto_files.parser import parse_proto_file
from protocols.proto_files.wording import ProtoFileWording
from protocols.sentence import Sentence
from tests.tools.sentences import says, taken_or_refused

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
    ("text", "line", "reason"),
    [
        (
            HEAD + "message M {\n required int32 x 1; }",
            3,
            ProtoFileWording.EXPECTED(wanted=ProtoFileWording.MARK(text="="), found="1"),
        ),
        (
            HEAD + "message M {\n int32 x = 1; }",
            3,
            ProtoFileWording.EXPECTED(wanted=ProtoFileWording.LABEL(), found="int32"),
        ),
        (
            HEAD + "\n\nmassage M {}",
            4,
            ProtoFileWording.EXPECTED(wanted=ProtoFileWording.DEFINITION(), found="massage"),
        ),
        (HEAD + "message M {", 2, ProtoFileWording.ENDS_TOO_SOON(wanted=ProtoFileWording.LABEL())),
        (HEAD + "message M { required int32 x = 0; }", 2, ProtoFileWording.FIELD_NUMBER(number=0)),
        (HEAD + "message M { required int32 x = 19000; }", 2, ProtoFileWording.FIELD_NUMBER(number=19000)),
        (
            HEAD + "message M { required int32 x = 1;\nrequired int32 x = 2; }",
            3,
            ProtoFileWording.TWO_FIELDS(message="my.msgs.M", field="x"),
        ),
        (
            HEAD + "message M { required int32 x = 1;\nrequired int32 y = 1; }",
            3,
            ProtoFileWording.SAME_NUMBER(field="y", other="x", message="my.msgs.M", number=1),
        ),
        (HEAD + "message M { optional group G = 1 { } }", 2, ProtoFileWording.NO_GROUPS()),
        (
            HEAD + "message M { map<double, int32> m = 1; }",
            2,
            ProtoFileWording.EXPECTED(wanted=ProtoFileWording.MAP_KEY(), found="double"),
        ),
        ('syntax = "proto3"; message M { required int32 x = 1; }', 1, ProtoFileWording.NO_REQUIRED()),
        ('syntax = "proto4";', 1, ProtoFileWording.EXPECTED(wanted=ProtoFileWording.SYNTAX(), found='"proto4"')),
        ('edition = "2023";', 1, ProtoFileWording.NO_EDITIONS()),
        (
            HEAD + "message M { required int32 x = 1.5; }",
            2,
            ProtoFileWording.EXPECTED(wanted=ProtoFileWording.INTEGER(), found="1.5"),
        ),
        (
            HEAD + "message a.b { }",
            2,
            ProtoFileWording.EXPECTED(wanted=ProtoFileWording.NAME_WITHOUT_DOTS(), found="a.b"),
        ),
        (HEAD + "\n  #include", 3, ProtoFileWording.UNREADABLE(text="#include")),
        (HEAD + "message M {" * 40, 2, ProtoFileWording.NESTED_TOO_DEEPLY()),
    ],
)
def test_what_can_not_be_read_is_named_with_file_and_line(text: str, line: int, reason: Sentence) -> None:
    with pytest.raises(ProtoFileError, check=says(ProtoFileWording.AT_LINE, file="a.proto", line=line, reason=reason)):
        parse_proto_file("a.proto", text)


@given(st.text(st.sampled_from("message enum oneof map<>{}[]=;,\"'\n 019.-xoptional repeated int32 "), max_size=200))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with taken_or_refused(ProtoFileError):
        parse_proto_file("a.proto", text)

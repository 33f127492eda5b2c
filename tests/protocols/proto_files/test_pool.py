from __future__ import annotations

from pathlib import Path

import grpc_tools
import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorSet
from grpc_tools import protoc

from protocols.errors import ProtoFileError
from protocols.gazebo.message_types import GazeboMessageTypes
from protocols.proto_files.pool import build_pool
from protocols.proto_files.wording import ProtoFileWording
from protocols.protobuf.schema import ProtobufSchema
from protos.gazebo import registry
from tests.tools.sentences import Said, says

ROOT = Path(__file__).resolve().parents[3]
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"

RICH = """
syntax = "proto2";
package rich;
enum Colour { option allow_alias = true; RED = 0; CRIMSON = 0; BLUE = -5; }
message Outer {
  message Inner { optional Deep deep = 1; message Deep { optional Colour c = 1 [default = BLUE]; } }
  enum Kind { A = 0; B = 2 [deprecated = true]; }
  required Inner inner = 1;
  optional Kind kind = 2 [default = B];
  repeated int32 packed = 3 [packed = true, deprecated = true];
  optional double number = 4 [default = -1.5e3];
  optional string text = 5 [default = "a b"];
  optional uint32 hex = 6 [default = 0x10];
  optional bool flag = 7 [default = true];
  map<string, Inner.Deep> deeps = 8;
  map<int32, Kind> kinds_by_number = 9;
  oneof which { string left = 10; .rich.Outer right = 11; }
  optional double infinite = 12 [default = inf];
  reserved 20 to 30, 40;
  reserved "gone";
  extensions 100 to max;
}
"""
MODERN = """
syntax = "proto3";
package modern;
import "rich.proto";
message M {
  optional int32 maybe = 1;
  repeated rich.Outer.Inner inners = 2;
  oneof one { string a = 3; }
  optional string also = 4;
}
"""


def compiled(folder: Path, names: list[str], *includes: Path) -> descriptor_pool.DescriptorPool:
    """What protoc makes of files."""
    out = folder / "set.bin"
    paths = [f"-I{path}" for path in (folder, *includes)]
    assert protoc.main(["protoc", *paths, f"--descriptor_set_out={out}", "--include_imports", *names]) == 0
    pool = descriptor_pool.DescriptorPool()
    for file in FileDescriptorSet.FromString(out.read_bytes()).file:
        pool.AddSerializedFile(file.SerializeToString())
    return pool


def plain(pool: descriptor_pool.DescriptorPool, name: str) -> DescriptorProto:
    """A message without what has no meaning on the wire."""
    proto = DescriptorProto()
    pool.FindMessageTypeByName(name).CopyToProto(proto)

    def strip(message: DescriptorProto) -> None:
        for field in message.field:
            field.ClearField("json_name")
            packed = field.options.packed
            field.ClearField("options")
            if packed:
                field.options.packed = True
        for part in ("extension", "extension_range", "reserved_range", "reserved_name"):
            message.ClearField(part)
        for enum in message.enum_type:
            for value in enum.value:
                value.ClearField("options")
        for nested in message.nested_type:
            strip(nested)

    strip(proto)
    return proto


def check_against_protoc(folder: Path, sources: dict[str, str], *includes: Path) -> int:
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    ours, names = build_pool(sources, registry.files())
    theirs = compiled(folder, list(sources), *includes)
    for name in names:
        assert plain(ours, name) == plain(theirs, name), name
    return len(names)


def test_files_are_understood_as_protoc_understands_them(tmp_path: Path) -> None:
    assert check_against_protoc(tmp_path, {"rich.proto": RICH, "modern.proto": MODERN}) == 4


def test_all_of_gazebo_is_understood_as_protoc_understands_it(tmp_path: Path) -> None:
    files = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.glob("protos/gazebo/*.proto")}

    assert check_against_protoc(tmp_path, files) == 145


def test_googles_own_files_are_understood_as_protoc_understands_them(tmp_path: Path) -> None:
    names = [
        "any",
        "api",
        "duration",
        "empty",
        "field_mask",
        "source_context",
        "struct",
        "timestamp",
        "type",
        "wrappers",
    ]
    files = {
        f"google/protobuf/{name}.proto": (WELL_KNOWN / f"google/protobuf/{name}.proto").read_text("utf-8")
        for name in names
    }

    assert check_against_protoc(tmp_path, files) > 20


def test_what_is_used_and_not_defined_is_ours() -> None:
    text = """
        syntax = "proto2"; package my.msgs; import "vector3d.proto"; import "time.proto";
        message Grip { required gazebo.msgs.Time stamp = 1; repeated gazebo.msgs.Pose at = 2; }
    """
    types = GazeboMessageTypes(*build_pool({"grip.proto": text}, registry.files()))
    payload = types.encode("my.msgs.Grip", {"at": []}, 5_000_000_007)

    schema = types.schema("my.msgs.Grip", {})
    assert isinstance(schema, ProtobufSchema)
    assert schema.decode(payload) == {"stamp": {"sec": 5, "nsec": 7}}


def test_copies_of_our_types_may_lie_beside_and_be_another_version() -> None:
    sources = {
        "vector3d.proto": 'syntax = "proto2"; package gazebo.msgs; message Vector3d { required float x = 1; }',
        "use.proto": 'syntax = "proto2"; package my; message Use { required gazebo.msgs.Pose pose = 1; }',
    }
    pool, names = build_pool(sources, registry.files())

    assert set(names) == {"gazebo.msgs.Vector3d", "my.Use"}
    pose = pool.FindMessageTypeByName("my.Use").fields_by_name["pose"].message_type
    assert pose is not None
    vector = pose.fields_by_name["position"].message_type
    assert vector is not None
    assert [field.name for field in vector.fields] == ["x"]


def test_nothing_of_it_comes_into_the_common_pool() -> None:
    build_pool({"a.proto": "message OnlyHere { optional int32 x = 1; }"}, registry.files())

    with pytest.raises(KeyError):
        registry.load_all().FindMessageTypeByName("OnlyHere")


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        (
            {"a.proto": "message M {\n optional Nobody x = 1; }"},
            says(
                ProtoFileWording.AT_LINE,
                file="a.proto",
                line=2,
                reason=ProtoFileWording.NOBODY_DEFINES(type_name="Nobody"),
            ),
        ),
        (
            {"a.proto": "message M {}", "b.proto": "message M {}"},
            says(ProtoFileWording.DEFINED_TWICE, file="b.proto", type_name="M", other_file="a.proto"),
        ),
        (
            {
                "a.proto": "message A { optional B b = 1; }",
                "b.proto": "message B { optional A a = 1; }",
            },
            says(ProtoFileWording.CIRCLE),
        ),
        ({"a.proto": "enum E { A = 0; A = 1; }"}, says(ProtoFileWording.FILE_INVALID, file="a.proto")),
        (
            {"a.proto": "message {"},
            says(
                ProtoFileWording.AT_LINE,
                file="a.proto",
                line=1,
                reason=ProtoFileWording.EXPECTED(wanted=ProtoFileWording.NAME(), found="{"),
            ),
        ),
    ],
)
def test_what_can_not_be_used_is_named(sources: dict[str, str], said: Said) -> None:
    with pytest.raises(ProtoFileError, check=said):
        build_pool(sources, registry.files())


def test_a_name_means_what_it_means_in_the_innermost_scope() -> None:
    text = """
        package p; message T { optional int32 outer = 1; }
        message M {
          message T { optional int32 inner = 1; }
          optional T near = 1; optional .p.T far = 2; optional p.T by = 3;
        }
    """
    pool, _ = build_pool({"a.proto": text}, [])
    fields = pool.FindMessageTypeByName("p.M").fields_by_name

    assert [fields[name].message_type.full_name for name in ("near", "far", "by")] == ["p.M.T", "p.T", "p.T"]  # type: ignore[union-attr]

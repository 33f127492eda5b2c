from __future__ import annotations

import pytest

from protocols.errors import DecodeError, EncodeError, UnknownFieldError
from protocols.ros1.messages.definitions import MessageType, parse_message
from protocols.ros1.messages.encoder import encode
from protocols.ros1.messages.schema import EnumNames, Ros1Schema, UnknownRosSchema, enum_names_in
from protocols.ros1.messages.standard_types import find_message
from protocols.ros1.wording import RosMessageWording
from protocols.schema import FieldKind, FieldPath, Role, Schema
from protocols.wording import FieldWording
from tests.protocols.ros1 import definitions
from tests.protocols.ros1.definitions import HEADER, definition
from tests.tools.sentences import says


def schema(text: str) -> Ros1Schema:
    return Ros1Schema(
        parse_message("test_msgs/Test", definition(text, std_msgs__Header=HEADER, test_msgs__Part="time t"))
    )


def odometry() -> Ros1Schema:
    return Ros1Schema(parse_message("nav_msgs/Odometry", definitions.ODOMETRY_DEFINITION))


def test_it_is_a_schema_of_its_type() -> None:
    made: Schema = odometry()

    assert (made.name, made.known) == ("nav_msgs/Odometry", True)


def test_fields_are_found_level_by_level() -> None:
    made = odometry()

    assert [field.name for field in made.fields()] == ["header", "child_frame_id", "pose", "twist"]
    pose = made.fields()[2]
    assert [(field.name, field.kind, field.length) for field in made.fields(pose.type_name)] == [
        ("pose", FieldKind.MESSAGE, None),
        ("covariance", FieldKind.FLOAT, 36),
    ]
    assert [field.name for field in made.fields("time")] == ["secs", "nsecs"]
    with pytest.raises(KeyError):
        made.fields("sensor_msgs/Image")


def test_a_path_is_checked_and_selects_what_is_decoded() -> None:
    made = odometry()
    path = FieldPath.parse("pose.covariance[35]")
    payload = made.encode({"pose": {"covariance": [*[0] * 35, 1.5]}})

    assert made.check(path).name == "covariance"
    assert path.select(made.decode(payload)) == made.extractor(path)(payload) == 1.5
    with pytest.raises(UnknownFieldError):
        made.check(FieldPath.parse("pose.x"))
    with pytest.raises(UnknownFieldError, check=says(FieldWording.NOT_SINGLE)):
        made.extractor(FieldPath.parse("pose.covariance"))


@pytest.mark.parametrize(
    "text", ["Header header", "uint8[] x\nHeader header", "time stamp", "string s\ntime stamp", "time clock"]
)
def test_the_stamp_is_that_of_the_header_or_of_the_message(text: str) -> None:
    made = schema(text)
    value = {"secs": 4_000_000_000, "nsecs": 5}
    name = text.rpartition(" ")[2]

    assert (
        made.stamp_ns(made.encode({name: {"stamp": value} if name == "header" else value})) == 4_000_000_000_000_000_005
    )
    assert made.stamp_ns(made.encode({})) is None


@pytest.mark.parametrize(
    "text", ["uint8 stamp", "time[] stamp", "duration stamp", "time t", "Part header", "Header[] header", ""]
)
def test_what_is_no_stamp_is_none(text: str) -> None:
    made = schema(text)

    assert made.stamp_ns(made.encode({})) is None


def test_a_stamp_that_is_cut_is_a_fault() -> None:
    with pytest.raises(
        DecodeError,
        check=says(
            FieldWording.INVALID_AT,
            field="header.stamp",
            reason=RosMessageWording.VALUE_CUT(size_bytes=8, left_bytes=4),
        ),
    ):
        odometry().stamp_ns(bytes(8))


def test_roles_are_those_it_was_given() -> None:
    made = Ros1Schema(parse_message("a/B", "uint8 x"), {Role.BATTERY: lambda decoded: decoded["x"] + 1})

    assert made.roles() == {Role.BATTERY}
    assert made.read(Role.BATTERY, b"\2") == 3
    with pytest.raises(
        DecodeError,
        check=says(FieldWording.INVALID_AT, field="x", reason=RosMessageWording.VALUE_CUT(size_bytes=1, left_bytes=0)),
    ):
        made.read(Role.BATTERY, b"")
    with pytest.raises(KeyError):
        made.read(Role.IMAGE, b"")


def test_a_type_that_is_defined_in_another_way_than_its_reader_expects_is_a_fault() -> None:
    made = Ros1Schema(parse_message("a/B", "uint8 y"), {Role.BATTERY: lambda decoded: decoded["x"]})

    with pytest.raises(DecodeError, check=says(RosMessageWording.ROLE_MISFIT, type_name="a/B", role="battery")):
        made.read(Role.BATTERY, b"\2")


def test_a_whole_payload_is_taken_if_it_fits() -> None:
    made = schema("uint16 x")

    assert made.encode({"x": 258}) == made.encode(memoryview(b"\2\1")) == b"\2\1"
    with pytest.raises(
        EncodeError,
        check=says(
            RosMessageWording.BYTES_INVALID,
            reason=FieldWording.INVALID_AT(
                type_name="test_msgs/Test", field="x", reason=RosMessageWording.VALUE_CUT(size_bytes=2, left_bytes=1)
            ),
        ),
    ):
        made.encode(b"\2")


def test_now_is_handed_on() -> None:
    made = schema("time stamp")

    assert made.stamp_ns(made.encode({"stamp": "now"}, (5, 6))) == 5_000_000_006


def test_a_type_that_nobody_defined_has_nothing_but_bytes() -> None:
    made = UnknownRosSchema("other_msgs/Thing")
    unknown: Schema = made

    assert (unknown.name, unknown.known, unknown.fields(), unknown.roles()) == (
        "other_msgs/Thing",
        False,
        (),
        frozenset(),
    )
    assert unknown.decode(b"abc") == {"bytes": b"abc"}
    assert unknown.extractor(FieldPath.parse("bytes"))(b"abc") == b"abc"
    assert unknown.check(FieldPath.parse("bytes")).kind is FieldKind.BYTES
    assert unknown.stamp_ns(b"abc") is None
    for ask in (unknown.check, unknown.extractor):
        with pytest.raises(UnknownFieldError, check=says(FieldWording.TYPE_UNKNOWN, type_name="other_msgs/Thing")):
            ask(FieldPath.parse("x"))
    with pytest.raises(KeyError):
        unknown.read(Role.IMAGE, b"")


def test_the_extractor_of_a_schema_reads_what_was_encoded() -> None:
    made = schema("Header header\nfloat32[] ranges")
    payload = encode(made.message_type, {"header": {"frame_id": "laser"}, "ranges": [0.5, 1.5]})

    assert made.extractor(FieldPath.parse("ranges[1]"))(payload) == 1.5
    assert made.extractor(FieldPath.parse("header.frame_id"))(payload) == "laser"


def names(message: MessageType, field: str) -> EnumNames:
    return enum_names_in(message).get(field, ())


def standard(name: str) -> MessageType:
    found = find_message(name)
    assert found is not None
    return found


def test_a_constant_belongs_to_the_field_whose_name_it_begins_with() -> None:
    battery = standard("sensor_msgs/BatteryState")

    assert names(battery, "power_supply_status")[:2] == (("UNKNOWN", 0), ("CHARGING", 1))
    assert names(battery, "power_supply_health")[1] == ("GOOD", 1)
    assert names(battery, "voltage") == ()


@pytest.mark.parametrize(
    ("type_name", "field", "first"),
    [
        ("actionlib_msgs/GoalStatus", "status", ("PENDING", 0)),
        ("rosgraph_msgs/Log", "level", ("DEBUG", 1)),
    ],
)
def test_constants_without_a_field_belong_to_the_only_one_of_their_type(
    type_name: str, field: str, first: tuple[str, int]
) -> None:
    assert names(standard(type_name), field)[0] == first


def test_where_several_fields_could_have_them_none_has() -> None:
    message = parse_message("a/B", "uint8 X=0\nuint8 Y=1\nuint8 one\nuint8 two\n")

    assert names(message, "one") == names(message, "two") == ()


def test_a_constant_alone_a_real_one_and_a_list_name_nothing() -> None:
    text = "uint8 MODE_MAX=9\nfloat32 LEVEL_LOW=0.5\nfloat32 LEVEL_HIGH=1\nuint8 LIST_A=0\nuint8 LIST_B=1\n"
    message = parse_message("a/B", f"{text}uint8 mode\nfloat32 level\nuint8[] list\nint32 other\n")

    assert [names(message, field.name) for field in message.fields] == [(), (), (), ()]


def test_the_longest_name_counts() -> None:
    text = "int8 MODE_A=0\nint8 MODE_B=1\nint8 MODE_OF_ARM_A=0\nint8 MODE_OF_ARM_B=2\n"
    message = parse_message("a/B", f"{text}int8 mode\nint8 mode_of_arm\n")

    assert names(message, "mode") == (("A", 0), ("B", 1))
    assert names(message, "mode_of_arm") == (("A", 0), ("B", 2))


def test_a_constant_may_begin_with_the_last_words_of_a_name_of_its_type() -> None:
    text = "uint8 STATE_IDLE=0\nuint8 STATE_RUN=1\nuint8 ID_A=0\nuint8 ID_B=1\n"
    message = parse_message("a/B", f"{text}uint8 robot_state\nuint8 left_id\nuint8 right_id\nint32 last_state\n")

    assert names(message, "robot_state") == (("IDLE", 0), ("RUN", 1))
    # several end so, or the type is another
    assert names(message, "left_id") == names(message, "right_id") == names(message, "last_state") == ()


def test_a_whole_name_counts_before_the_end_of_another() -> None:
    message = parse_message("a/B", "uint8 STATE_A=0\nuint8 STATE_B=1\nuint8 robot_state\nuint8 state\n")

    assert names(message, "state") == (("A", 0), ("B", 1))
    assert names(message, "robot_state") == ()


@pytest.mark.parametrize(
    "text",
    [
        "uint8 A_=0\nuint8 A__=1\nuint8 b_\nuint8 b__\n",
        f"uint8 A{'_' * 120}=0\nuint8 A{'_' * 121}=1\nuint8 c{'_' * 120}\nuint8 b\n",
        f"uint8 {'A_' * 60}X=0\nuint8 {'A_' * 60}Y=1\nuint8 {'b_' * 60}x\nuint8 c\n",
        "string X=a\nstring Y=b\nstring one\n",
        "uint8 X=0\nuint8 Y=0\nuint8 one\n",
    ],
)
def test_strange_constants_name_nothing(text: str) -> None:
    assert enum_names_in(parse_message("a/B", text)) == {}


def test_so_many_names_are_kept_as_anybody_reads() -> None:
    constants = "".join(f"int32 CODE_{number}={number}\n" for number in range(2000))
    message = parse_message("a/B", f"{constants}int32 code\n")

    assert len(names(message, "code")) == 256


def test_a_hostile_definition_takes_no_longer_than_another() -> None:
    constants = "".join(f"uint8 {'A_' * 60}{number}={number % 250}\n" for number in range(1500))
    fields = "".join(f"uint8 {'a_' * 60}{number}\n" for number in range(1500))
    message = parse_message("a/B", constants + fields)

    assert enum_names_in(message) == {}


def test_a_schema_tells_them_of_its_fields_also_of_those_below() -> None:
    schema = Ros1Schema(standard("actionlib_msgs/GoalStatusArray"))
    below = {field.name: field for field in schema.fields("actionlib_msgs/GoalStatus")}

    assert below["status"].enum_names[1] == ("ACTIVE", 1)
    assert schema.check(FieldPath.parse("status_list[0].status")).enum_names[1] == ("ACTIVE", 1)


def test_by_its_recorded_definition_a_stranger_reads_the_messages() -> None:
    told = odometry().recorded()
    assert (told.name, told.message_encoding, told.encoding) == ("nav_msgs/Odometry", "ros1", "ros1msg")
    again = Ros1Schema(parse_message(told.name, told.definition.decode()))
    assert again.message_type.md5 == odometry().message_type.md5


def test_a_type_without_a_definition_is_recorded_by_its_name() -> None:
    told = UnknownRosSchema("odd/Type").recorded()
    assert (told.name, told.message_encoding, told.encoding, told.definition) == ("odd/Type", "ros1", "", b"")

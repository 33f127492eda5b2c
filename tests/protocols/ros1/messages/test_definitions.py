from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import DefinitionError
from protocols.ros1.messages import definitions as definitions_module
from protocols.ros1.messages.definitions import parse_constant, parse_message, parse_service
from protocols.ros1.wording import RosMessageWording
from tests.protocols.ros1 import definitions
from tests.protocols.ros1.definitions import HEADER, SEPARATOR, VECTOR3, definition
from tests.tools.sentences import says, tells


def refusal(text: str, type_name: str = "test_msgs/Test") -> str:
    with pytest.raises(DefinitionError) as caught:
        parse_message(type_name, text)
    return caught.value.reason


@pytest.mark.parametrize(
    ("type_name", "text", "md5"),
    [
        ("std_msgs/Empty", "", "d41d8cd98f00b204e9800998ecf8427e"),
        ("std_msgs/String", "string data\n", "992ce8a1687cec8c8bd883ec73ca41d1"),
        ("std_msgs/Bool", "bool data", "8b94c1b53db61fb6aed406028ad6332a"),
        ("std_msgs/Header", HEADER, "2176decaecbce78abc3b96ef049fabed"),
        ("geometry_msgs/Twist", definitions.TWIST_DEFINITION, "9f195f881246fdfa2798d1d3eebca84a"),
        ("geometry_msgs/PoseStamped", definitions.POSE_STAMPED_DEFINITION, "d3812c3cbc69362b77dc0b19b345f8f5"),
        ("nav_msgs/Odometry", definitions.ODOMETRY_DEFINITION, "cd5e73d190d741a2f92e81eda573aca7"),
        ("sensor_msgs/Image", definitions.IMAGE_DEFINITION, "060021388200f6f0f447d0fcd9c64743"),
        ("sensor_msgs/BatteryState", definitions.BATTERY_STATE_DEFINITION, "4ddae7f048e32fda22cac764685e3974"),
    ],
)
def test_the_md5_is_that_of_genmsg(type_name: str, text: str, md5: str) -> None:
    assert parse_message(type_name, text).md5 == md5


def test_fields_know_their_type_and_whether_they_are_lists() -> None:
    text = "byte b\nchar[] c\nfloat64[36] f\nduration[0] d\nVector3[2] v\ntest_msgs/Vector3 w # unit: m"
    fields = parse_message("test_msgs/Test", definition(text, test_msgs__Vector3=VECTOR3)).fields

    assert [(field.name, field.type_name, field.written, field.is_array, field.length) for field in fields] == [
        ("b", "int8", "byte", False, None),
        ("c", "uint8", "char[]", True, None),
        ("f", "float64", "float64[36]", True, 36),
        ("d", "duration", "duration[0]", True, 0),
        ("v", "test_msgs/Vector3", "Vector3[2]", True, 2),
        ("w", "test_msgs/Vector3", "test_msgs/Vector3", False, None),
    ]
    assert fields[4].message is fields[5].message is not None


def test_the_least_size_counts_a_count_for_what_has_no_fixed_size() -> None:
    text = "bool a\nstring b\ntime[2] c\nuint16[] d\nVector3[3] e\nVector3[] f\nstring[2] g"

    assert parse_message("test_msgs/Test", definition(text, test_msgs__Vector3=VECTOR3)).min_size == (
        1 + 4 + 16 + 4 + 72 + 4 + 8
    )


def test_dependencies_come_depth_first_and_once() -> None:
    odometry = parse_message("nav_msgs/Odometry", definitions.ODOMETRY_DEFINITION)

    assert [each.name for each in odometry.dependencies] == [
        "std_msgs/Header",
        "geometry_msgs/PoseWithCovariance",
        "geometry_msgs/Pose",
        "geometry_msgs/Point",
        "geometry_msgs/Quaternion",
        "geometry_msgs/TwistWithCovariance",
        "geometry_msgs/Twist",
        "geometry_msgs/Vector3",
    ]


def test_the_definition_of_a_type_can_be_parsed_again() -> None:
    odometry = parse_message("nav_msgs/Odometry", definitions.ODOMETRY_DEFINITION)
    pose = odometry.fields[2].message

    assert pose is not None
    assert parse_message("nav_msgs/Odometry", odometry.definition).md5 == odometry.md5
    assert parse_message(pose.name, pose.definition).md5 == pose.md5 == "c23e848cf1b7533a8d7c259073a97e6f"


def test_the_same_text_gives_the_same_type() -> None:
    assert parse_message("a/B", "uint8 x") is parse_message("a/B", "uint8 x")


@pytest.mark.parametrize(
    "between",
    [f"\n{SEPARATOR}\n", f"\r\n\r\n{SEPARATOR}\r\n\r\n", f"\n{'=' * 120}  \n\n"],
    ids=["plain", "CRLF and blank lines", "a longer line"],
)
def test_separators_are_found_however_they_are_written(between: str) -> None:
    newline = "\r\n" if "\r" in between else "\n"
    text = f"Vector3 v{between}MSG: geometry_msgs/Vector3{newline}" + VECTOR3.replace("\n", newline)
    twist = parse_message("geometry_msgs/Vector3Stamped", text)

    assert [field.type_name for field in twist.fields] == ["geometry_msgs/Vector3"]
    assert twist.dependencies[0].md5 == "4a842b65f413084dc2b10fb484ea7f17"


@pytest.mark.parametrize("written", ["Header", "std_msgs/Header", "roslib/Header"])
def test_a_header_may_be_that_of_roslib(written: str) -> None:
    old = parse_message("test_msgs/Test", definition(f"{written} header", roslib__Header=HEADER))

    assert old.fields[0].type_name == "roslib/Header"


def test_a_header_without_package_is_that_of_std_msgs() -> None:
    text = definition("Header header", test_msgs__Header="uint8 x", std_msgs__Header=HEADER)

    assert parse_message("test_msgs/Test", text).fields[0].type_name == "std_msgs/Header"


def test_constants_are_read_as_their_types() -> None:
    text = (
        "byte LEAST=-128\nchar MOST = 255 # all bits\nbool ON=True\nbool OFF=0\nfloat32 PI=3.14\n"
        'string HASH=a # b = "c"  \nint64 BIG=-9223372036854775808'
    )
    constants = parse_message("test_msgs/Test", text).constants

    assert {constant.name: constant.value for constant in constants} == {
        "LEAST": -128,
        "MOST": 255,
        "ON": True,
        "OFF": False,
        "PI": 3.14,
        "HASH": 'a # b = "c"',
        "BIG": -(2**63),
    }


@pytest.mark.parametrize(
    "text",
    [
        "uint8 A=256",
        "char A=-1",
        "byte A=128",
        "int8 A=x",
        "int8 A=0x10",
        "int8 A=",
        "int8 A=1=2",
        "time A=1",
        "float32 A=one",
        "bool A=perhaps",
        "Vector3 A=1",
        "uint8[] A=1",
        "uint8 1A=1",
        "=1",
        "uint8=1",
        "string =x",
    ],
)
def test_a_constant_that_is_none_is_refused_with_its_line(text: str) -> None:
    assert tells(refusal(f"uint8 first\n{text}"), RosMessageWording.AT_LINE, line=2)


@pytest.mark.parametrize(
    "line",
    [
        "uint8",
        "uint8 a b",
        "uint8 __class__",
        "uint8 _x",
        "uint8 été",
        "uint8 x'",
        'uint8 x"];import\u00a0os#',
        "uint8 x;y",
        "uint8 x.y",
        "uint8 a\x0cb\x00",
        "uint8\u2028x\u2028y",
        "uint8 2x",
        "uint8 " + "x" * 256,
        "uint8[ x",
        "uint8[-1] x",
        "uint8[2][2] x",
        "uint8[٣] x",
        "uint8[99999999999] x",
        "uint8[4294967296] x",
        "a/b/c x",
        "/b x",
        "__import__('os') x",
        "Missing x",
        "other_msgs/Missing x",
    ],
)
def test_a_line_that_is_no_field_is_refused_with_its_number(line: str) -> None:
    assert tells(refusal(f"uint8 first\r\n\n{line}\n"), RosMessageWording.AT_LINE, line=3)


def test_words_that_a_language_reserves_are_names_like_others() -> None:
    """They only matter to generators that write them into code, and robots have fields of such names."""
    text = "uint8 class\nuint8 from\nuint8 None\nuint8 self\nuint8 lambda"

    assert [field.name for field in parse_message("test_msgs/Test", text).fields] == text.replace("uint8 ", "").split()


@pytest.mark.parametrize(
    "name", ["", "String", "a/b/c", "a/b\n", "a/b ", "../b", "a/é", "a/b'", "1/b", "a/" + "b" * 300]
)
def test_a_type_name_that_is_none_is_refused(name: str) -> None:
    assert tells(refusal("uint8 x", name), RosMessageWording.NO_TYPE_NAME)


def test_the_second_field_of_a_name_is_refused() -> None:
    assert refusal("uint8 x\nuint8 y\nstring x") == RosMessageWording.AT_LINE(
        line=3,
        origin=RosMessageWording.A_MESSAGE_DEFINITION(),
        reason=RosMessageWording.TWO_FIELDS(type_name="test_msgs/Test", field="x"),
    )


@pytest.mark.parametrize(
    "text",
    [
        definition("Test again"),
        definition("B b", test_msgs__B="test_msgs/Test[] t"),
        definition("B b", test_msgs__B="C c", test_msgs__C="B b"),
    ],
)
def test_a_type_that_contains_itself_is_refused(text: str) -> None:
    assert tells(refusal(text), RosMessageWording.CONTAINS_ITSELF)


def test_a_type_may_be_given_twice_only_alike() -> None:
    twice = definition("A a", test_msgs__A="uint8 x") + f"\n{SEPARATOR}\nMSG: test_msgs/A\nuint8 "

    assert parse_message("test_msgs/Test", twice + "x").fields
    reason = RosMessageWording.DEFINED_TWICE(type_name="test_msgs/A")
    assert tells(refusal(twice + "y"), RosMessageWording.AT_LINE, line=7, reason=reason)


@pytest.mark.parametrize("line", ["uint8 x", "MSG:", "MSG: A", "MSG: a/b/c", "msg: a/B"])
def test_a_section_has_to_begin_with_its_name(line: str) -> None:
    assert tells(refusal(f"uint8 x\n{SEPARATOR}\n{line}\n"), RosMessageWording.AT_LINE, line=3)


def test_a_text_over_the_limit_is_refused() -> None:
    assert tells(refusal("#" * (definitions_module.MAX_TEXT + 1)), RosMessageWording.TEXT_TOO_LONG, limit=500_000)


def test_too_many_types_are_refused() -> None:
    many = {f"a__T{number}": "uint8 x" for number in range(definitions_module.MAX_TYPES)}

    assert tells(refusal(definition("uint8 x", **many)), RosMessageWording.TOO_MANY_TYPES, limit=1000)


def test_too_many_fields_are_refused_wherever_they_are() -> None:
    half = "".join(f"uint8 x{number}\n" for number in range(definitions_module.MAX_FIELDS // 2))
    text = definition(half + "{}A a", test_msgs__A=half)

    assert tells(refusal(text.format("uint8 last\n")), RosMessageWording.TOO_MANY_FIELDS, limit=3000)
    assert tells(refusal(text.format("")), RosMessageWording.TOO_MANY_FIELDS, limit=3000)
    assert (
        parse_message("test_msgs/Test", definition(half, test_msgs__A=half)).min_size
        == definitions_module.MAX_FIELDS // 2
    )


def chain(length: int, body: str) -> str:
    """Types T1 .. Tn, each of which has the fields of `body` of the type `{next}`."""
    types = {f"test_msgs__T{number}": body.format(next=f"T{number + 1}") for number in range(1, length)}
    return definition("T1 t", **types, **{f"test_msgs__T{length}": "uint8 x"})


def test_types_may_nest_up_to_the_limit() -> None:
    assert parse_message("test_msgs/Test", chain(definitions_module.MAX_DEPTH - 1, "{next} t")).min_size == 1
    assert tells(
        refusal(chain(definitions_module.MAX_DEPTH, "{next} t")), RosMessageWording.NESTED_TOO_DEEPLY, limit=32
    )


@pytest.mark.parametrize("body", ["{next} a\n{next} b\n{next} c", "{next}[9] a", "{next}[4000000000] a\nstring[9] b"])
def test_a_type_that_grows_with_each_level_is_refused(body: str) -> None:
    assert tells(refusal(chain(20, body)), RosMessageWording.TOO_MANY_VALUES)


def test_long_arrays_of_numbers_are_no_growth() -> None:
    assert parse_message("test_msgs/Test", "float64[4000000000] x").min_size == 32_000_000_000


def test_an_array_whose_elements_are_many_values_of_no_size_is_refused() -> None:
    text = definition("Fat[] fat", test_msgs__Fat="uint8 x\nEmpty[999] e", test_msgs__Empty="")

    assert tells(refusal(text), RosMessageWording.ARRAY_TOO_DENSE)


@given(st.text(alphabet=st.sampled_from("uint8[]ABx_ =#/\n\r\t2 M:S" + "é\x00'\""), max_size=200))
def test_any_text_is_parsed_or_refused_with_a_line(text: str) -> None:
    try:
        names = [field.name for field in parse_message("test_msgs/Test", text).fields]
    except DefinitionError as error:
        assert tells(error.reason, RosMessageWording.AT_LINE, origin=RosMessageWording.A_MESSAGE_DEFINITION())  # noqa: PT017 - a property
        return
    assert all(re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) for name in names)


# services


def test_a_service_has_a_request_a_response_and_an_md5_of_both() -> None:
    service = parse_service("std_srvs/SetBool", "bool data # on\n---\nbool success\nstring message\n", {})

    assert service.md5 == "09fb03525b03e7ea1fd3992bafd87e16"
    assert (service.name, service.request.name, service.response.name) == (
        "std_srvs/SetBool",
        "std_srvs/SetBoolRequest",
        "std_srvs/SetBoolResponse",
    )
    assert [field.name for field in service.response.fields] == ["success", "message"]


@pytest.mark.parametrize("text", ["---", "---\n", "\n---\n\n"])
def test_a_service_may_be_empty_on_both_sides(text: str) -> None:
    assert parse_service("std_srvs/Empty", text, {}).md5 == "d41d8cd98f00b204e9800998ecf8427e"


def test_a_service_finds_the_types_of_its_own_package_and_their_dependencies() -> None:
    pose = parse_message("geometry_msgs/PoseStamped", definitions.POSE_STAMPED_DEFINITION)
    plan = definition("Header header\ngeometry_msgs/PoseStamped[] poses\n")
    service = parse_service(
        "nav_msgs/GetPlan",
        "geometry_msgs/PoseStamped start\ngeometry_msgs/PoseStamped goal\nfloat32 tolerance\n---\nPath plan\n",
        {"geometry_msgs/PoseStamped": pose.definition, "nav_msgs/Path": plan},
    )

    assert service.md5 == "421c8ea4d21c6c9db7054b4bbdf1e024"


def test_errors_of_a_service_name_the_line_of_its_text() -> None:
    with pytest.raises(DefinitionError, check=says(RosMessageWording.AT_LINE, line=4)):
        parse_service("a/B", "uint8 x\n---\nuint8 y\nuint8\n", {})
    with pytest.raises(DefinitionError, check=says(RosMessageWording.NO_TYPE_NAME)):
        parse_service("B", "---", {})


def test_the_line_for_the_md5_is_the_text_as_it_was_written() -> None:
    assert parse_constant("float32 A = 1.50  # half", "float32 A = 1.50").md5_line == "float32 A=1.50"


def test_a_string_keeps_what_looks_like_a_comment_in_its_md5() -> None:
    line = "string  EXAMPLE = #comments \" are ' part of it  "

    assert parse_constant(line, line.partition("#")[0].strip()).md5_line == (
        "string  EXAMPLE =#comments \" are ' part of it"
    )


def test_numbers_that_are_not_finite_are_numbers() -> None:
    assert math.isnan(float(parse_constant("float64 A=nan", "float64 A=nan").value))
    assert parse_constant("float32 A=1e300", "float32 A=1e300").value == math.inf


def test_a_number_of_many_digits_is_refused_before_it_is_converted() -> None:
    text = f"uint64 A={'9' * 100_000}"

    with pytest.raises(ValueError, check=says(RosMessageWording.NO_INTEGER)):
        parse_constant(text, text)


@pytest.mark.parametrize(
    ("comment", "unit"),
    [
        (" start angle of the scan [rad]", "rad"),
        (" minimum range value [m]", "m"),
        (" time between scans [seconds] - if your scanner", "s"),
        (" Voltage in Volts (Mandatory)", "V"),
        (" Temperature in Degrees Celsius (If unmeasured NaN)", "°C"),
        (" Absolute pressure reading in Pascals.", "Pa"),
        (" Negative when discharging (A)  (If unmeasured NaN)", "A"),
        (" m/s", "m/s"),
        (" speed (m/s), not (rad/s)", "m/s"),
        (" the frame in which it is [map]", ""),
        (" the number of cells in the row", ""),
        ("", ""),
    ],
)
def test_the_unit_of_a_field_is_what_its_comment_tells(comment: str, unit: str) -> None:
    built = parse_message("my_msgs/Value", f"float64 value #{comment}\n")

    assert built.fields[0].unit == unit

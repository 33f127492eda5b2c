from __future__ import annotations

import pytest

from protocols.ros1.messages.definitions import MessageType, parse_message
from protocols.ros1.messages.enumeration import EnumNames, enum_names_in
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.schema import FieldPath


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

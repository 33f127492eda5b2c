from __future__ import annotations

import math
import time
from array import array
from typing import Any

import pytest

from app.model.messages.shown_units import AngleUnit, ShownUnits
from app.model.schema import Field, FieldKind
from app.ui.base.text import format_age, format_stamp
from app.ui.base.value_texts import ValueTexts, number_name, type_word
from app.wording.ui.inspector import InspectorWording
from tests.fakes.session import JsonSchema

NOW_S = 1_790_000_000.25
HALF = math.sqrt(0.5)
LEVELS = (("OK", 0), ("WARN", 1), ("ERROR", 2), ("BAD", 2))
LEVEL = Field("level", FieldKind.INTEGER, "int8", enum_names=LEVELS)
STATUS = "diagnostic_msgs/DiagnosticStatus"
SCHEMA = JsonSchema(
    "T",
    {
        "T": (
            Field("level", FieldKind.INTEGER, "int8", enum_names=LEVELS),
            Field("status", FieldKind.MESSAGE, STATUS, repeated=True),
            Field("lasts", FieldKind.MESSAGE, "duration"),
            Field("pose", FieldKind.MESSAGE, "geometry_msgs/Pose"),
        ),
        STATUS: (LEVEL, Field("name", FieldKind.STRING, "string"), Field("values", FieldKind.MESSAGE, "KeyValue")),
    },
)
STATUSES = Field("status", FieldKind.MESSAGE, STATUS, repeated=True)


@pytest.fixture
def texts() -> ValueTexts:
    return ValueTexts(SCHEMA, lambda: NOW_S)


def quaternion(x: float, y: float, z: float, w: float) -> dict[str, float]:
    return {"x": x, "y": y, "z": z, "w": w}


def message(name: str = "geometry_msgs/Pose") -> Field:
    return Field("field", FieldKind.MESSAGE, name)


@pytest.mark.parametrize(
    ("value", "field", "name"),
    [
        (2, LEVEL, "ERROR"),
        (7, LEVEL, ""),
        ("ERROR", LEVEL, ""),
        (2.0, LEVEL, ""),
        (2, None, ""),
        (2, Field("n", FieldKind.INTEGER, "int8"), ""),
    ],
)
def test_a_number_has_the_first_name_of_its_type(value: object, field: Field | None, name: str) -> None:
    assert number_name(value, field) == name


def test_what_was_measured_comes_before_what_it_is_called() -> None:
    assert ValueTexts().message({"name": "rover::battery", "voltage": 12.4}) == "voltage 12.4   name rover::battery"


def test_a_number_with_a_name_is_told_with_both(texts: ValueTexts) -> None:
    assert texts.text(2, LEVEL) == "2 · ERROR"
    assert texts.text(7, LEVEL) == "7"
    assert texts.text("ERROR", LEVEL) == "ERROR"
    assert texts.text([0, 2, 7], LEVEL) == "[3]  OK, ERROR, 7"


@pytest.mark.parametrize(
    ("value", "yaw"),
    [
        (quaternion(0, 0, 0, 1), "0.0°"),
        (quaternion(0, 0, -1e-9, 1), "0.0°"),
        (quaternion(0, 0, HALF, HALF), "90.0°"),
        (quaternion(0, 0, -HALF, HALF), "-90.0°"),
        # of another length, as robots send it
        (quaternion(0, 0, 5.0, 5.0), "90.0°"),
    ],
)
def test_a_rotation_on_the_floor_is_told_by_its_heading(texts: ValueTexts, value: dict[str, float], yaw: str) -> None:
    assert texts.text(value, message()) == InspectorWording.YAW(yaw=yaw)
    assert texts.tip(value) == InspectorWording.ANGLES(roll="0.0°", pitch="0.0°", yaw=yaw)


def test_angles_of_a_rotation_are_told_in_the_chosen_unit() -> None:
    chosen = ShownUnits()
    texts = ValueTexts(SCHEMA, units=lambda: chosen)
    turned = quaternion(0, 0, HALF, HALF)
    chosen = ShownUnits(AngleUnit.RADIANS)
    assert texts.text(turned, message()) == InspectorWording.YAW(yaw="1.571 rad")
    assert texts.tip(turned) == InspectorWording.ANGLES(roll="0.000 rad", pitch="0.000 rad", yaw="1.571 rad")
    chosen = ShownUnits(AngleUnit.DEGREES)

    assert texts.text(turned, message()) == InspectorWording.YAW(yaw="90.0°")


def test_a_rotation_that_leans_is_told_by_all_its_angles(texts: ValueTexts) -> None:
    pitched = quaternion(0, math.sin(math.pi / 8), 0, math.cos(math.pi / 8))

    assert texts.text(pitched, message()) == InspectorWording.ANGLES(roll="0.0°", pitch="45.0°", yaw="0.0°")
    assert texts.text(quaternion(HALF, 0, 0, HALF), message()) == InspectorWording.ANGLES(
        roll="90.0°", pitch="0.0°", yaw="0.0°"
    )


@pytest.mark.parametrize(
    "value",
    [
        quaternion(0, 0, 0, 0),
        quaternion(math.nan, 0, 0, 1),
        quaternion(math.inf, 0, 0, 1),
        quaternion(10**400, 0, 0, 1),
    ],
)
def test_what_is_no_rotation_has_no_heading(texts: ValueTexts, value: dict[str, float]) -> None:
    told = texts.text(value, message())

    assert told.startswith("x ")
    assert "°" not in told
    assert texts.tip(value) == ""


@pytest.mark.parametrize("names", [("secs", "nsecs"), ("sec", "nsec")])
def test_a_stamp_is_a_time_of_day_with_its_age(texts: ValueTexts, names: tuple[str, str]) -> None:
    value = dict(zip(names, (int(NOW_S) - 3, 500_000_000), strict=True))
    stamp = format_stamp((int(NOW_S) - 3) * 10**9 + 500_000_000)

    assert texts.text(value, message("time")) == InspectorWording.TIME_AGO(time=stamp, age=format_age(2.75))
    assert texts.tip(value) == f"{int(NOW_S) - 3}.500000000 s"


def test_a_stamp_of_a_clock_that_is_ahead_says_so(texts: ValueTexts) -> None:
    value = {"secs": int(NOW_S) + 3, "nsecs": 250_000_000}

    assert texts.text(value, None) == InspectorWording.TIME_AHEAD(
        time=format_stamp((int(NOW_S) + 3) * 10**9 + 250_000_000), age=format_age(3.0)
    )


@pytest.mark.parametrize(
    ("value", "type_name", "text"),
    [
        ({"sec": 88, "nsec": 500_000_000}, "gazebo.msgs.Time", "88.500 s"),
        ({"secs": 0, "nsecs": 0}, "time", "0.000 s"),
        ({"secs": 1_790_000_000, "nsecs": 0}, "duration", "1,790,000,000.000 s"),
        ({"secs": -2, "nsecs": 500_000_000}, "duration", "-1.500 s"),
        ({"secs": 10**300, "nsecs": 0}, "time", f"secs {10**300}   nsecs 0"[:120] + "…"),
        ({"secs": 1.5, "nsecs": 0}, "time", "secs 1.5   nsecs 0"),
        ({"secs": 5}, "time", "secs 5"),
    ],
)
def test_other_times_are_seconds(texts: ValueTexts, value: dict[str, Any], type_name: str, text: str) -> None:
    assert texts.text(value, message(type_name)) == text


def test_a_pose_is_told_by_its_position_and_heading(texts: ValueTexts) -> None:
    pose = {"position": {"x": 1.23456, "y": -2.0, "z": 0.0}, "orientation": quaternion(0, 0, HALF, HALF)}
    told = f"x 1.235   y -2   z 0   {InspectorWording.YAW(yaw='90.0°')}"

    assert texts.text(pose, message()) == told
    # as in an Odometry: a pose and its covariance, in a message with a header
    assert texts.message({"header": {"seq": 1}, "pose": {"pose": pose, "covariance": [0.0] * 36}}) == told


def test_vectors_within_a_message_have_their_name(texts: ValueTexts) -> None:
    twist = {"linear": {"x": 0.5, "y": 0.0, "z": 0.0}, "angular": {"x": 0.0, "y": 0.0, "z": 0.2}}

    assert texts.text(twist, message()) == "linear (0.5, 0, 0)   angular (0, 0, 0.2)"
    assert texts.message({"left": {"a": 1}, "right": {"a": 2}}) == "left.a 1   right.a 2"


def test_a_header_is_told_by_frame_and_time(texts: ValueTexts) -> None:
    assert texts.text({"seq": 4, "stamp": {"secs": 88, "nsecs": 0}, "frame_id": "map"}, None) == "map   88.000 s"


@pytest.mark.parametrize(
    ("elements", "text"),
    [
        ([{"name": "battery", "level": 2}, {"name": "motors", "level": 0}], "battery ERROR, motors OK"),
        ([{"child_frame_id": "base"}, {"child_frame_id": "laser"}], "base, laser"),
        ([{"key": "volts", "value": "12.1"}], "volts = 12.1"),
        ([{"x": 1.0, "y": 2.0}, {"x": 3.0, "y": 4.5}], "(x 1, y 2), (x 3, y 4.5)"),
        ([{"name": "n" * 60}], "n" * 40),
        ([{"name": "two\nlines"}], "two↵lines"),
    ],
)
def test_a_list_of_messages_is_told_by_what_tells_them_apart(texts: ValueTexts, elements: list[Any], text: str) -> None:
    head = InspectorWording.ELEMENTS_OF(count=str(len(elements)), type="DiagnosticStatus")

    assert texts.text(elements, STATUSES) == f"{head}  {text}"


def test_a_list_of_poses_begins_with_the_values_of_the_first(texts: ValueTexts) -> None:
    def pose(x: float) -> dict[str, Any]:
        return {"position": {"x": x, "y": -2.0, "z": 0.0}, "orientation": quaternion(0, 0, HALF, HALF)}

    poses = Field("poses", FieldKind.MESSAGE, "geometry_msgs/Pose", repeated=True)
    head, yaw = InspectorWording.ELEMENTS_OF(count="4", type="Pose"), InspectorWording.YAW(yaw="90.0°")
    assert texts.text([pose(x) for x in range(4)], poses).startswith(
        f"{head}  (x 0, y -2, z 0, {yaw}), (x 1, y -2, z 0, {yaw}), ("
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [([], "[0]"), ([[1, 2], [3]], "[2]"), ([{}], InspectorWording.ELEMENTS_OF(count="1", type="DiagnosticStatus"))],
)
def test_a_list_without_names_is_told_by_its_length(texts: ValueTexts, value: list[Any], text: str) -> None:
    assert texts.text(value, STATUSES) == text


def test_of_a_long_list_the_first_elements_are_told(texts: ValueTexts) -> None:
    assert texts.text(memoryview(array("f", [0.5] * 9)), None) == "[9]  0.5, 0.5, 0.5, 0.5, 0.5, 0.5, …"
    assert texts.text([{"name": str(number)} for number in range(9)], STATUSES).endswith("0, 1, 2, 3, 4, 5, …")


def test_a_preview_is_short_and_quick_whatever_it_is_of(texts: ValueTexts) -> None:
    wide: dict[str, Any] = {f"{'n' * 100}{number}": [0] * 3 for number in range(10_000)}
    deep: dict[str, Any] = {"a": 1}
    for _ in range(500):
        deep = {"inner": deep, "other": wide}
    started = time.process_time()
    for value in (wide, deep, {"text": "t" * 10_000}, [wide] * 10_000, {"a": [deep] * 1000}):
        assert len(texts.text(value, None)) <= 125

    assert time.process_time() - started < 1.0


def test_without_a_known_type_values_are_told_all_the_same() -> None:
    texts = ValueTexts()

    assert texts.message({"level": 2, "status": [{"name": "a"}]}) == "level 2   status [1]"
    assert texts.text([{"name": "a"}], None) == "[1]  a"
    assert texts.fields_of("anything") == {}


def test_a_type_that_the_schema_does_not_name_has_no_fields(texts: ValueTexts) -> None:
    assert texts.fields_of("other") == {}
    assert texts.fields_of(None)["level"].enum_names == LEVELS


@pytest.mark.parametrize(
    ("name", "word"), [("gazebo.msgs.Pose", "Pose"), ("geometry_msgs/Pose", "Pose"), ("double", "double"), ("", "")]
)
def test_a_type_is_told_without_its_package(name: str, word: str) -> None:
    assert type_word(message(name)) == word

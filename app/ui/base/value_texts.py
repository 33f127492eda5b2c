"""Values of messages on one line: numbers with their names, rotations in degrees, times of day, previews of the rest.

The cost is bounded whatever a message holds: a preview looks at the first fields of three levels, and has a few parts.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from app.model.messages.geometry import Transform
from app.model.messages.shown_units import AngleUnit, ShownUnits
from app.model.schema import Field, Schema, is_list
from app.ui.base.text import format_age, format_count, format_scalar, format_stamp, letter_start, say
from app.wording.ui.inspector import InspectorWording

# of a message or a list: parts that are shown, and fields that are looked for them, on each of so many levels below it
_PARTS: Final = 6
_FIELDS: Final = 12
_LEVELS: Final = 2
_LONGEST: Final = 120
_LONGEST_LABEL: Final = 40
_LABEL_PARTS: Final = 4

# what is the same in all messages, and told elsewhere
HEADERS: Final = frozenset({"header", "stamp", "time", "seq"})
# fields whose parts say enough without their name
_PLAIN: Final = frozenset({"pose", "position", "transform", "translation", "twist", "wrench", "accel", "point"})
# fields by which one element of a list is told from another
_LABELS: Final = ("name", "child_frame_id", "key", "label", "id", "text")

# fields that say all of what they are in
_PLACES: Final = ("position", "orientation", "translation", "rotation")
_AXES: Final = (frozenset("xy"), frozenset("xyz"))
_QUATERNION: Final = frozenset("xyzw")
_TIMES: Final = (("secs", "nsecs"), ("sec", "nsec"))
_LAST_SECOND: Final = 10**12

# a robot on the floor leans no more than this: its heading alone is told
_LEVEL_DEG: Final = 0.5


class ValueTexts:
    """The texts for the values of messages of one type.

    Args:
        schema: the type; None if it is not known, so that no field is.
        clock: returns the time of day in seconds since 1970.
        units: returns the units in which angles of rotations are told.
    """

    def __init__(
        self,
        schema: Schema | None = None,
        clock: Callable[[], float] = time.time,
        units: Callable[[], ShownUnits] = ShownUnits,
    ) -> None:
        self._schema = schema if schema is not None and schema.known else None
        self._clock = clock
        self._units = units
        self._fields: dict[str | None, Mapping[str, Field]] = {}

    def fields_of(self, type_name: str | None) -> Mapping[str, Field]:
        """Return the fields of a message type by name; None for the type of the whole message."""
        known = self._fields.get(type_name)
        if known is None:
            fields: Sequence[Field] = ()
            if self._schema is not None:
                # JSON may hold what its type does not name
                with contextlib.suppress(KeyError):
                    fields = self._schema.fields(type_name)
            known = self._fields[type_name] = {field.name: field for field in fields}
        return known

    def text(self, value: Any, field: Field | None) -> str:
        """Return a value on one line, with the unit and the mark of its field."""
        if isinstance(value, dict):
            return self.message(value, field.type_name if field is not None else "")
        if is_list(value):
            return self._list(value, field)
        name = number_name(value, field)
        if name:
            return f"{value} \N{MIDDLE DOT} {name}"
        return format_scalar(value, short_float=is_short_float(field)) + _unit_and_mark(field, of_list=False)

    def message(self, value: Mapping[str, Any], type_name: str | None = None) -> str:
        """Return a preview of a message, None for the whole one; empty where there is nothing to say in short."""
        angles = _angles(value)
        if angles is not None:
            return self._heading(angles) if _is_level(angles) else self._all_angles(angles)
        told = self._time(value, type_name)
        if told:
            return told
        if "frame_id" in value and isinstance(value.get("stamp"), dict):
            return "   ".join(filter(None, (format_scalar(value["frame_id"]), self._time(value["stamp"], ""))))
        return _shortened("   ".join(islice(self._parts(value, type_name, "", 0), _PARTS)))

    def whole(self, value: Any) -> str:
        """Return a whole message on one line: its only field alone, or a preview; also what is no message."""
        if not isinstance(value, dict):
            return self.text(value, None)
        names = [name for name in islice(value, _FIELDS) if name not in HEADERS]
        if len(names) == 1 and not isinstance(value[names[0]], dict):
            return self.text(value[names[0]], self.fields_of(None).get(names[0]))
        return self.message(value)

    def tip(self, value: Any) -> str:
        """Return what else there is to say of a value: all three angles, the exact time; mostly nothing."""
        if not isinstance(value, dict):
            return ""
        angles, stamp = _angles(value), _seconds(value)
        if angles is not None:
            return self._all_angles(angles)
        return f"{stamp[0]}.{stamp[1]:09d} s" if stamp is not None else ""

    def _list(self, value: Sequence[Any], field: Field | None) -> str:
        count, shown = format_count(len(value)), list(value[:_PARTS])
        more = ", …" if len(value) > len(shown) else ""
        if not shown:
            return f"[{count}]"
        if isinstance(shown[0], list):
            return f"[{count}]"
        if not isinstance(shown[0], dict):
            short = is_short_float(field)
            parts = ", ".join(number_name(part, field) or format_scalar(part, short_float=short) for part in shown)
            return _shortened(f"[{count}]  {parts}{more}") + _unit_and_mark(field)
        labels = ", ".join(filter(None, (self._label(part, field) for part in shown if isinstance(part, dict))))
        head = _count_text(len(value), field)
        return _shortened(f"{head}  {labels}{more}" if labels else head)

    def _label(self, element: Mapping[str, Any], field: Field | None) -> str:
        """Return the words that tell one element of a list from another: its name and state, or else its values."""
        type_name = field.type_name if field is not None else ""
        fields = self.fields_of(type_name)
        named = (element[key] for key in _LABELS if isinstance(element.get(key), str))
        label: str = next(filter(None, named), "")
        if not label:
            values = ", ".join(islice(self._parts(element, type_name, "", 1), _LABEL_PARTS))
            return f"({values})" if values else ""
        if "key" in element and isinstance(element.get("value"), str):
            label = f"{label} = {element['value']}"
        states = (number_name(part, fields.get(key)) for key, part in islice(element.items(), _FIELDS))
        state = next(filter(None, states), "")
        return format_scalar(label[:_LONGEST_LABEL]) + (f" {state}" if state else "")

    def _parts(self, value: Mapping[str, Any], type_name: str | None, before: str, level: int) -> Iterator[str]:
        fields = self.fields_of(type_name)
        places = [name for name in _PLACES if name in value]
        # what was measured says more than what it is called; of a pose with a name and a number, where it is
        names = sorted(islice(value, _FIELDS), key=lambda name: isinstance(value[name], str))
        for name in places if len(places) > 1 else names:
            part, field = value[name], fields.get(name)
            if (name in HEADERS or name.endswith("frame_id")) and len(value) > 1:
                continue
            if isinstance(part, dict):
                yield from self._nested(part, field, name, before, level)
            elif is_list(part):
                if level == 0 and len(part) and isinstance(part[0], dict):
                    yield f"{before}{name} {_count_text(len(part), field)}"
            elif part != "":
                yield f"{before}{name} {_short(part, field)}"

    def _nested(
        self, value: Mapping[str, Any], field: Field | None, name: str, before: str, level: int
    ) -> Iterator[str]:
        angles, plain, below = _angles(value), name in _PLAIN, field.type_name if field is not None else ""
        told = "" if angles is not None else self._time(value, below)
        if angles is not None:
            yield before + self._heading(angles)
        elif told:
            yield f"{before}{name} {told}"
        elif value.keys() in _AXES and plain:
            yield from (f"{before}{axis} {_short(part, None)}" for axis, part in value.items())
        elif value.keys() in _AXES:
            yield f"{before}{name} ({', '.join(_short(part, None) for part in value.values())})"
        elif level < _LEVELS:
            yield from self._parts(value, below, before if plain else f"{before}{name}.", level + 1)

    def _heading(self, angles: Sequence[float]) -> str:
        """Return the heading of a rotation: “yaw 90.0°”."""
        return say(InspectorWording.YAW(yaw=self._angle(angles[2])))

    def _all_angles(self, angles: Sequence[float]) -> str:
        roll, pitch, yaw = map(self._angle, angles)
        return say(InspectorWording.ANGLES(roll=roll, pitch=pitch, yaw=yaw))

    def _angle(self, angle_rad: float) -> str:
        # a zero has no sign
        if self._units().angle is AngleUnit.RADIANS:
            return f"{round(angle_rad, 3) + 0.0:.3f} rad"
        return f"{round(math.degrees(angle_rad), 1) + 0.0:.1f}°"

    def _time(self, value: Mapping[str, Any], type_name: str | None) -> str:
        """Return a time of day with its age, or seconds of a simulation or a duration; empty if it is no time."""
        stamp = _seconds(value)
        if stamp is None:
            return ""
        if (type_name or "").lower().endswith("duration"):
            return f"{stamp[0] + stamp[1] / 1e9:,.3f} s"
        told = format_stamp(stamp[0] * 1_000_000_000 + stamp[1])
        if told.endswith("s"):
            # of a simulation, whose age nobody knows
            return told
        behind_s = self._clock() - stamp[0] - stamp[1] / 1e9
        code = InspectorWording.TIME_AGO if behind_s >= 0 else InspectorWording.TIME_AHEAD
        return say(code(time=told, age=format_age(abs(behind_s))))


def is_told_whole(value: Any) -> bool:
    """Whether the one line of a message says all that its fields do: a rotation, a time."""
    return isinstance(value, dict) and (_angles(value) is not None or _seconds(value) is not None)


def number_name(value: Any, field: Field | None) -> str:
    """Return the name that the type of a field has for a number; empty if it has none."""
    if field is None or not field.enum_names or not isinstance(value, int):
        return ""
    return next((name for name, number in field.enum_names if number == value), "")


def type_word(field: Field | None) -> str:
    """Return the name of a field's type without its package: “Pose” for “gazebo.msgs.Pose”."""
    return "" if field is None else field.type_name.rpartition(".")[2].rpartition("/")[2]


def _count_text(count: int, field: Field | None) -> str:
    """Return how many messages there are in a list, and of which type; without a type as for a list of numbers."""
    text, kind = format_count(count), type_word(field)
    return say(InspectorWording.ELEMENTS_OF(count=text, type=kind)) if kind else f"[{text}]"


def is_short_float(field: Field | None) -> bool:
    """Whether the numbers of a field have 32 bits, of which seven digits are exact."""
    return field is not None and field.type_name in {"float", "float32"}


def _short(value: Any, field: Field | None) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return number_name(value, field) or format_scalar(value)


def _is_level(angles: Sequence[float]) -> bool:
    return all(abs(math.degrees(angle)) <= _LEVEL_DEG for angle in angles[:2])


def _angles(value: Mapping[str, Any]) -> tuple[float, float, float] | None:
    """Return roll, pitch and yaw of a quaternion; None for anything else, and for one that is no rotation."""
    if value.keys() != _QUATERNION or not all(isinstance(part, int | float) for part in value.values()):
        return None
    try:
        x, y, z, w = (float(value[axis]) for axis in "xyzw")
        return Transform.checked((0.0, 0.0, 0.0), (x, y, z, w)).roll_pitch_yaw_rad
    except (ValueError, OverflowError):
        return None


def _seconds(value: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return seconds and nanoseconds of a time; None for anything else."""
    for names in _TIMES:
        if len(value) == 2 and all(isinstance(value.get(name), int) for name in names):
            seconds, nanoseconds = (value[name] for name in names)
            return (seconds, nanoseconds) if max(abs(seconds), abs(nanoseconds)) < _LAST_SECOND else None
    return None


def _unit_and_mark(field: Field | None, *, of_list: bool = True) -> str:
    """Return the unit of a field, and for the whole field its mark, as they stand behind a value."""
    if field is None:
        return ""
    mark = f"   ({field.mark})" if field.mark and of_list else ""
    return (f" {field.unit}" if field.unit else "") + mark


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: letter_start(text, _LONGEST)] + "…"

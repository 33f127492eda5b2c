"""The specification of a curve in a plot: a field or an expression of several, and a transform of the values."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.expression import Expression, ExpressionError
from app.model.timeseries.series import Floats
from app.model.topics import TopicKey

_LONGEST_NAME: Final = 1024


class SavedStateError(Exception):
    """A saved state can't be read; the reason names the place."""


class CurveTransformKind(enum.Enum):
    """The transforms of values before they are scaled."""

    NONE = "none"
    DERIVATIVE = "derivative"
    INTEGRAL = "integral"
    MEAN = "mean"
    UNWRAP = "unwrap"
    YAW = "yaw"


@dataclass(frozen=True, slots=True)
class CurveTransform:
    """A transform of values to `scale * f(value) + offset`.

    Attributes:
        kind: the function f.
        window_s: the window of a moving mean.
    """

    kind: CurveTransformKind = CurveTransformKind.NONE
    scale: float = 1.0
    offset: float = 0.0
    window_s: float = 1.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.scale) and math.isfinite(self.offset)):
            raise SavedStateError("scale and offset must be numbers")
        if not 0 < self.window_s <= 3600:
            raise SavedStateError("the window of a mean must be between 0 and 3600 seconds")

    @property
    def is_identity(self) -> bool:
        """Whether the transform changes nothing."""
        return (
            self.kind in {CurveTransformKind.NONE, CurveTransformKind.YAW} and self.scale == 1.0 and self.offset == 0.0
        )


@dataclass(frozen=True, slots=True)
class FieldRef:
    """A field of a topic."""

    key: TopicKey
    path: FieldPath

    @classmethod
    def parse(cls, connection: str, topic: str, path: str) -> FieldRef:
        """The field of a connection, a topic and a path. Raises SavedStateError if `path` is invalid."""
        try:
            return cls(TopicKey(connection, topic), FieldPath.parse(path))
        except UnknownFieldError as error:
            raise SavedStateError(str(error)) from error


@dataclass(frozen=True, slots=True)
class CurveSpec:
    """The specification of a curve: its field or expression, and the transform of its values.

    Attributes:
        key: the topic; for an expression the topic of fields that name none.
        path: the field; empty for an expression.
        expression: see `app.model.timeseries.expression`; empty for a field.
        transform: the transform of its values.
        color: the number of its colour in the palette.
        visible: whether the curve is drawn.
    """

    key: TopicKey
    path: str = ""
    expression: str = ""
    transform: CurveTransform = CurveTransform()
    color: int = 0
    visible: bool = True

    def __post_init__(self) -> None:
        if bool(self.path) == bool(self.expression):
            raise SavedStateError("a curve has either a field or an expression")
        if self.expression and self.transform.kind is CurveTransformKind.YAW:
            raise SavedStateError("the yaw is that of a field with x, y, z and w, not of an expression")
        # raises now if something is wrong, not when the curve is drawn
        _ = self.fields

    @property
    def parsed(self) -> Expression | None:
        """The expression, also of the yaw of a quaternion; None for a field. Raises SavedStateError."""
        try:
            if self.transform.kind is CurveTransformKind.YAW:
                return Expression.from_function(_yaw, [FieldPath.parse(f"{self.path}.{axis}") for axis in "wxyz"])
            return Expression.parse(self.expression) if self.expression else None
        except (ExpressionError, UnknownFieldError) as error:
            raise SavedStateError(str(error)) from error

    @property
    def fields(self) -> tuple[FieldRef, ...]:
        """The fields to read for the curve. Raises SavedStateError."""
        expression = self.parsed
        if expression is None:
            return (FieldRef.parse(self.key.connection, self.key.topic, self.path),)
        if not expression.fields:
            raise SavedStateError("the expression names no field")
        return tuple(
            FieldRef(TopicKey(self.key.connection, self.key.topic if name.topic is None else name.topic), name.path)
            for name in expression.fields
        )

    @property
    def label(self) -> str:
        """The name of the curve in a legend."""
        kind = self.transform
        text = self.expression or self.path
        if kind.kind is CurveTransformKind.MEAN:
            text = f"mean({text}, {kind.window_s:g} s)"
        elif kind.kind is not CurveTransformKind.NONE:
            text = f"{kind.kind.value}({text})"
        if kind.scale != 1.0:
            text = f"{kind.scale:g}·{text}"
        return text if kind.offset == 0.0 else f"{text} {'+' if kind.offset > 0 else '-'} {abs(kind.offset):g}"

    def as_dict(self) -> dict[str, Any]:
        """The specification as plain values, which `from_dict` reads."""
        return {
            "connection": self.key.connection,
            "topic": self.key.topic,
            "path": self.path,
            "expression": self.expression,
            "transform": self.transform.kind.value,
            "scale": self.transform.scale,
            "offset": self.transform.offset,
            "window_s": self.transform.window_s,
            "color": self.color,
            "visible": self.visible,
        }

    @classmethod
    def from_dict(cls, state: object) -> CurveSpec:
        """The curve of a saved state. Raises SavedStateError."""
        if not isinstance(state, Mapping):
            raise SavedStateError("a curve is no object")
        kind = saved_text(state, "transform", CurveTransformKind.NONE.value)
        if kind not in {known.value for known in CurveTransformKind}:
            raise SavedStateError(f"there is no transform “{kind[:40]}”")
        transform = CurveTransform(
            CurveTransformKind(kind),
            saved_number(state, "scale", 1.0),
            saved_number(state, "offset", 0.0),
            saved_number(state, "window_s", 1.0),
        )
        key = TopicKey(saved_text(state, "connection", ""), saved_text(state, "topic", ""))
        return cls(
            key,
            saved_text(state, "path", ""),
            saved_text(state, "expression", ""),
            transform,
            int(min(max(saved_number(state, "color", 0), 0), 1000)),
            state.get("visible", True) is not False,
        )


def _yaw(w: Floats, x: Floats, y: Floats, z: Floats) -> Floats:
    """The rotation about z of quaternions, in radians."""
    yaw: Floats = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return yaw


def saved_text(state: Mapping[Any, Any], name: str, otherwise: str) -> str:
    """The text of a name in a saved state. Raises SavedStateError if it is no text, or far too long."""
    value = state.get(name, otherwise)
    if not isinstance(value, str) or len(value) > _LONGEST_NAME:
        raise SavedStateError(f"“{name}” is no text of at most {_LONGEST_NAME} characters")
    return value


def saved_number(state: Mapping[Any, Any], name: str, otherwise: float) -> float:
    """The number of a name in a saved state. Raises SavedStateError if it is no finite number."""
    value = state.get(name, otherwise)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SavedStateError(f"“{name}” is no number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise SavedStateError(f"“{name}” is no number that can be drawn")
    return number

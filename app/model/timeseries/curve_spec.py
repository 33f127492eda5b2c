"""The specification of a curve in a plot: a field or an expression of several, and a transform of the values."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
import numpy as np

from app.model.json_document import convert_json
from app.model.json_salvage import FiniteNumber, SavedName, plain_json
from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.expression import Expression, ExpressionError
from app.model.timeseries.series import Floats
from app.model.topics import TopicKey
from app.wording.model import CurveWording
from protocols.sentence import sentence_of

MAX_WIDTH: Final = 6.0

_PER_SECOND: Final = {"m": "m/s", "m/s": "m/s²", "m/s²": "m/s³", "rad": "rad/s", "rad/s": "rad/s²", "°": "°/s"}
_OVER_SECONDS: Final = {"m/s": "m", "m/s²": "m/s", "rad/s": "rad", "rad/s²": "rad/s", "°/s": "°"}


class CurveError(ValueError):
    """There is no such curve; the only argument says why."""


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
            raise CurveError(CurveWording.SCALE_NO_NUMBER())
        if not 0 < self.window_s <= 3600:
            raise CurveError(CurveWording.BAD_WINDOW())

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
        """The field of a connection, a topic and a path. Raises CurveError if `path` is invalid."""
        try:
            return cls(TopicKey(connection, topic), FieldPath.parse(path))
        except UnknownFieldError as error:
            raise CurveError(sentence_of(error)) from error


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
        name: the name that the operator gave; empty for that of the field or expression.
        width: of the line, as a multiple of a usual one.
        right: whether its values have the axis at the right.
    """

    key: TopicKey
    path: str = ""
    expression: str = ""
    transform: CurveTransform = CurveTransform()
    color: int = 0
    visible: bool = True
    name: str = ""
    width: float = 1.0
    right: bool = False

    def __post_init__(self) -> None:
        if bool(self.path) == bool(self.expression):
            raise CurveError(CurveWording.FIELD_OR_EXPRESSION())
        if self.expression and self.transform.kind is CurveTransformKind.YAW:
            raise CurveError(CurveWording.YAW_OF_EXPRESSION())
        # raises now if something is wrong, not when the curve is drawn
        _ = self.fields

    @property
    def parsed(self) -> Expression | None:
        """The expression, also of the yaw of a quaternion; None for a field. Raises CurveError."""
        try:
            if self.transform.kind is CurveTransformKind.YAW:
                return Expression.from_function(_yaw, [FieldPath.parse(f"{self.path}.{axis}") for axis in "wxyz"])
            return Expression.parse(self.expression) if self.expression else None
        except (ExpressionError, UnknownFieldError) as error:
            raise CurveError(sentence_of(error)) from error

    @property
    def fields(self) -> tuple[FieldRef, ...]:
        """The fields to read for the curve. Raises CurveError."""
        expression = self.parsed
        if expression is None:
            return (FieldRef.parse(self.key.connection, self.key.topic, self.path),)
        if not expression.fields:
            raise CurveError(CurveWording.NO_FIELD())
        return tuple(
            FieldRef(TopicKey(self.key.connection, self.key.topic if name.topic is None else name.topic), name.path)
            for name in expression.fields
        )

    @property
    def label(self) -> str:
        """The full name of the curve: the one that it was given, or what it shows."""
        return self.name or self.shows(self.expression or self.path)

    @property
    def unadorned(self) -> CurveSpec:
        """The curve without its looks: two curves that show the same are equal in this."""
        return replace(self, color=0, visible=True, name="", width=1.0, right=False)

    def shows(self, text: str) -> str:
        """Return what the curve shows, with `text` in place of its field or expression."""
        kind = self.transform
        if kind.kind is CurveTransformKind.MEAN:
            text = f"mean({text}, {kind.window_s:g} s)"
        elif kind.kind is not CurveTransformKind.NONE:
            text = f"{kind.kind.value}({text})"
        if kind.scale != 1.0:
            text = f"{kind.scale:g}·{text}"
        return text if kind.offset == 0.0 else f"{text} {'+' if kind.offset > 0 else '-'} {abs(kind.offset):g}"

    def as_json(self) -> dict[str, Any]:
        """The specification as decoded JSON, which `from_json` reads."""
        plain: dict[str, Any] = plain_json(self.saved)
        return plain

    @classmethod
    def from_json(cls, value: object) -> CurveSpec:
        """The curve of a saved state. Raises JsonError."""
        return convert_json(value, SavedCurve).spec

    def unit(self, field_unit: str) -> str:
        """Return the unit of the values, by that of its field; empty where none is known."""
        kind = self.transform.kind
        if self.expression or self.transform.scale != 1.0:
            return ""
        if kind in {CurveTransformKind.YAW, CurveTransformKind.UNWRAP}:
            return "rad"
        if kind is CurveTransformKind.DERIVATIVE:
            return _PER_SECOND.get(field_unit, "")
        return _OVER_SECONDS.get(field_unit, "") if kind is CurveTransformKind.INTEGRAL else field_unit

    @property
    def saved(self) -> SavedCurve:
        """The specification as it is saved."""
        key, kind = self.key, self.transform
        transform = (kind.kind, kind.scale, kind.offset, kind.window_s)
        shown = SavedCurve(key.connection, key.topic, self.path, self.expression, *transform, self.color, self.visible)
        shown.name, shown.width, shown.right = self.name, self.width, self.right
        return shown


class SavedCurve(msgspec.Struct):
    """The specification of a curve as it is saved. Raises ValueError if it is that of no curve."""

    connection: SavedName = ""
    topic: SavedName = ""
    path: SavedName = ""
    expression: SavedName = ""
    transform: CurveTransformKind = CurveTransformKind.NONE
    scale: FiniteNumber = 1.0
    offset: FiniteNumber = 0.0
    window_s: FiniteNumber = 1.0
    color: FiniteNumber = 0
    visible: bool = True
    name: SavedName = ""
    width: FiniteNumber = 1.0
    right: bool = False

    def __post_init__(self) -> None:
        _ = self.spec

    @property
    def spec(self) -> CurveSpec:
        """The curve that is specified."""
        transform = CurveTransform(self.transform, self.scale, self.offset, self.window_s)
        look = int(min(max(self.color, 0), 1000)), self.visible, self.name, min(max(self.width, 1.0), MAX_WIDTH)
        key = TopicKey(self.connection, self.topic)
        return CurveSpec(key, self.path, self.expression, transform, *look, self.right)


def _yaw(w: Floats, x: Floats, y: Floats, z: Floats) -> Floats:
    """The rotation about z of quaternions, in radians."""
    yaw: Floats = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return yaw

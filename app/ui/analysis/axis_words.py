"""Names of axes and values, with the units that the names of fields imply."""

from __future__ import annotations

from app.model.messages.field_units import field_unit
from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.curve_spec import CurveSpec, CurveTransformKind
from app.ui.base.text import format_stamp, topic_text, translate


def with_unit(name: str, unit: str) -> str:
    """A name with its unit in parentheses, where there is one."""
    return f"{name} ({unit})" if unit else name


def seconds_since_label(begin_s: float) -> str:
    """The name of an axis whose numbers count from a time."""
    return translate("Analysis", "Seconds since {time}").format(time=format_stamp(round(begin_s * 1e9)))


def curve_unit(spec: CurveSpec) -> str:
    """The unit of a curve's values; empty where the name of its field implies none, or a transform changes it."""
    kind = spec.transform.kind
    if kind is CurveTransformKind.YAW:
        return "rad" if spec.transform.scale == 1.0 else ""
    if (
        spec.expression
        or spec.transform.scale != 1.0
        or kind in {CurveTransformKind.DERIVATIVE, CurveTransformKind.INTEGRAL}
    ):
        return ""
    try:
        return field_unit([step for step in FieldPath.parse(spec.path).steps if isinstance(step, str)])
    except UnknownFieldError:
        return ""


def curve_label(spec: CurveSpec) -> str:
    """The name of a curve with its unit."""
    return with_unit(spec.label, curve_unit(spec))


def curve_title(spec: CurveSpec) -> str:
    """The name of a curve with its topic."""
    return f"{topic_text(spec.key.topic)} {spec.label}"

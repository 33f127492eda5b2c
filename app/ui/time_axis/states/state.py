"""Saved state of a state panel: frozen, fit for JSON, and checked when it is read, for it may come from anywhere."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.time_axis.ranges import LONGEST_S, SHORTEST_S

STATE_VERSION: Final = 1
MAX_ROWS: Final = 32
# states with a colour; their order is that of the colours
MAX_WORDS: Final = 64
SPAN_S: Final = 30.0

_MAX_TEXT: Final = 1024


@dataclass(frozen=True, slots=True)
class StateRowSpec:
    """Field of a topic that a state row shows."""

    key: TopicKey
    path: FieldPath

    @classmethod
    def of(cls, key: TopicKey, path: str) -> StateRowSpec:
        """Make the spec of a field.

        Raises:
            UnknownFieldError: `path` is no field path.
        """
        return cls(key, FieldPath.parse(path))


@dataclass(frozen=True, slots=True)
class StatePanelState:
    """Saved state of a state panel.

    Attributes:
        rows: the rows, from the top.
        span_s: the length of the shown time.
        base: the time base.
        words: states that have a colour, in the order of assignment.
    """

    rows: tuple[StateRowSpec, ...] = ()
    span_s: float = SPAN_S
    base: TimeBase = TimeBase.RECEIPT
    words: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for `read_state`."""
        return {
            "version": STATE_VERSION,
            "span_s": self.span_s,
            "base": self.base.value,
            "lanes": [
                {"connection": lane.key.connection, "topic": lane.key.topic, "path": str(lane.path)}
                for lane in self.rows
            ],
            "words": list(self.words),
        }


def read_state(told: object) -> StatePanelState:
    """Read a saved state; every part that can't be read has its default."""
    if not isinstance(told, Mapping) or told.get("version") != STATE_VERSION:
        return StatePanelState()
    span_s = told.get("span_s")
    good = isinstance(span_s, int | float) and math.isfinite(span_s) and SHORTEST_S <= span_s <= LONGEST_S
    base = next((base for base in TimeBase if base.value == told.get("base")), TimeBase.RECEIPT)
    lanes = [lane for each in _listed(told.get("lanes"), MAX_ROWS) if (lane := _lane(each)) is not None]
    words = [word for word in _listed(told.get("words"), MAX_WORDS) if _text(word)]
    return StatePanelState(
        tuple(dict.fromkeys(lanes)),
        float(span_s) if good and isinstance(span_s, int | float) else SPAN_S,
        base,
        tuple(dict.fromkeys(words)),
    )


def _listed(told: object, most: int) -> Sequence[Any]:
    return told[:most] if isinstance(told, list) else ()


def _lane(told: object) -> StateRowSpec | None:
    if not isinstance(told, Mapping):
        return None
    connection, topic, path = (_text(told.get(name)) for name in ("connection", "topic", "path"))
    # the name of a topic may be empty
    if not (connection and path and topic == told.get("topic")):
        return None
    try:
        return StateRowSpec.of(TopicKey(connection, topic), path)
    except UnknownFieldError:
        return None


def _text(told: object) -> str:
    return told if isinstance(told, str) and len(told) <= _MAX_TEXT else ""

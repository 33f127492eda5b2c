"""The state of an image view as it is saved, validated when it is read: files can contain anything."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from app.model.images.shading import ColorMap
from app.model.topics import TopicKey

_LONGEST_NAME: Final = 1024
_MAX_INDEX: Final = 63
# for the ends of a range; no sensor has greater numbers
_LARGEST: Final = 1e9


class RangeMode(enum.Enum):
    """The numbers that have the first and the last colour.

    Attributes:
        USUAL: for distances the present ones, for brightness the full range.
        AUTO: the present numbers.
        FIXED: set by the operator.
    """

    USUAL = "usual"
    AUTO = "auto"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Coloring:
    """The colouring of single numbers.

    Attributes:
        low, high: the fixed range: in metres for distances, else as the numbers are.
        colors: None for the default: many for distances, gray for brightness.
    """

    mode: RangeMode = RangeMode.USUAL
    low: float = 0.0
    high: float = 1.0
    colors: ColorMap | None = None


@dataclass(frozen=True, slots=True)
class ImageViewState:
    """State of an image view.

    Attributes:
        connection, topic: the topic, empty where none was chosen.
        index: which of several images in a message.
        turns: clockwise, in quarters.
        facts: whether size, rate and age are shown on the image.
    """

    connection: str = ""
    topic: str = ""
    index: int = 0
    turns: int = 0
    facts: bool = True
    coloring: Coloring = Coloring()

    @property
    def key(self) -> TopicKey | None:
        """The topic, None where none was chosen."""
        return TopicKey(self.connection, self.topic) if self.connection else None

    def with_key(self, key: TopicKey | None) -> ImageViewState:
        """Return the state for another topic."""
        connection, topic = (key.connection, key.topic) if key is not None else ("", "")
        return replace(self, connection=connection, topic=topic, index=0)

    def as_dict(self) -> dict[str, Any]:
        """Return JSON values for `read_image_view_state`."""
        coloring = asdict(self.coloring)
        colors = self.coloring.colors
        coloring |= {"mode": self.coloring.mode.value, "colors": colors.value if colors is not None else ""}
        return {
            "connection": self.connection,
            "topic": self.topic,
            "index": self.index,
            "turns": self.turns,
            "facts": self.facts,
            "coloring": coloring,
        }


def read_image_view_state(value: object) -> ImageViewState:
    """Return the state in `value`; invalid parts get the default."""
    data = value if isinstance(value, Mapping) else {}
    connection, topic = _name(data.get("connection")), _name(data.get("topic"))
    # the name of a topic may be empty, but not that of a robot
    known = bool(connection) and topic == data.get("topic")
    return ImageViewState(
        connection if known else "",
        topic if known else "",
        _number(data.get("index"), _MAX_INDEX),
        _number(data.get("turns"), 3),
        data.get("facts") is not False,
        _coloring(data.get("coloring")),
    )


def _coloring(value: object) -> Coloring:
    data = value if isinstance(value, Mapping) else {}
    low, high = _finite(data.get("low")), _finite(data.get("high"))
    mode = next((mode for mode in RangeMode if mode.value == data.get("mode")), RangeMode.USUAL)
    colors = next((colors for colors in ColorMap if colors.value == data.get("colors")), None)
    if low is None or high is None or low >= high:
        return Coloring(RangeMode.USUAL if mode is RangeMode.FIXED else mode, colors=colors)
    return Coloring(mode, low, high, colors)


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _LARGEST:
        return None
    return float(value)


def _name(value: object) -> str:
    return value if isinstance(value, str) and len(value) <= _LONGEST_NAME else ""


def _number(value: object, maximum: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= maximum else 0

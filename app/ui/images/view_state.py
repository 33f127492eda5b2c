"""The state of an image view as it is saved, validated when it is read: files can contain anything."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from app.model.images.shading import ColorMap
from app.model.json_salvage import SavedName, plain_json, salvage_json
from app.model.topics import TopicKey

# the end of a range; no sensor has greater numbers
_RangeEnd = Annotated[float, Meta(gt=-1e9, lt=1e9)]


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
    low: _RangeEnd = 0.0
    high: _RangeEnd = 1.0
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

    connection: SavedName = ""
    topic: SavedName = ""
    index: Annotated[int, Meta(ge=0, le=63)] = 0
    turns: Annotated[int, Meta(ge=0, le=3)] = 0
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

    def as_json(self) -> dict[str, Any]:
        """Return the state as decoded JSON, for `from_json`."""
        saved: dict[str, Any] = plain_json(self)
        saved["coloring"]["colors"] = saved["coloring"]["colors"] or ""
        return saved

    @classmethod
    def from_json(cls, value: object) -> ImageViewState:
        """Return the state in `value`; invalid parts get the default."""
        state, _ = salvage_json(value, ImageViewState)
        if state is None or not isinstance(value, dict):
            return ImageViewState()
        if not state.connection or state.topic != value.get("topic"):
            # the name of a topic may be empty, but has to be there
            state = replace(state, connection="", topic="")
        if salvage_json(value.get("coloring"), _SavedRange)[0] is None:
            mode = RangeMode.USUAL if state.coloring.mode is RangeMode.FIXED else state.coloring.mode
            state = replace(state, coloring=Coloring(mode, colors=state.coloring.colors))
        return state


class _SavedRange(msgspec.Struct):
    low: _RangeEnd
    high: _RangeEnd

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise ValueError("it is no range")

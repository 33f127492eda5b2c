"""Saved state of a state panel: frozen, fit for JSON, and checked when it is read, for it may come from anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from app.model.json_salvage import GivenName, SavedName, plain_json, salvage_json
from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.time_axis.ranges import LONGEST_S, SHORTEST_S

STATE_VERSION: Final = 1
MAX_ROWS: Final = 32
# states with a colour; their order is that of the colours
MAX_WORDS: Final = 64
SPAN_S: Final = 30.0


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
        robot: the robot whose default states are added as soon as it tells them; empty for none.
    """

    rows: tuple[StateRowSpec, ...] = ()
    span_s: float = SPAN_S
    base: TimeBase = TimeBase.RECEIPT
    words: tuple[str, ...] = ()
    robot: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the state as decoded JSON, for `from_json`."""
        rows = [_SavedRow(row.key.connection, row.key.topic, str(row.path)) for row in self.rows]
        state = _SavedState(STATE_VERSION, self.span_s, self.base, rows, list(self.words), self.robot)
        saved: dict[str, Any] = plain_json(state)
        # so that a state of before is equal to what is made of it
        return saved if self.robot else {name: value for name, value in saved.items() if name != "robot"}

    @classmethod
    def from_json(cls, saved: object) -> StatePanelState:
        """Read a saved state; every part that can't be read has its default."""
        state, _ = salvage_json(saved, _SavedState)
        if state is None:
            return StatePanelState()
        rows = dict.fromkeys(StateRowSpec.of(TopicKey(row.connection, row.topic), row.path) for row in state.lanes)
        return StatePanelState(tuple(rows), state.span_s, state.base, tuple(dict.fromkeys(state.words)), state.robot)


class _SavedRow(msgspec.Struct):
    connection: GivenName
    topic: SavedName
    path: GivenName

    def __post_init__(self) -> None:
        try:
            FieldPath.parse(self.path)
        except UnknownFieldError as error:
            raise ValueError(str(error)) from error


class _SavedState(msgspec.Struct):
    version: Literal[1]
    span_s: Annotated[float, Meta(ge=SHORTEST_S, le=LONGEST_S)] = SPAN_S
    base: TimeBase = TimeBase.RECEIPT
    lanes: Annotated[list[_SavedRow], Meta(max_length=MAX_ROWS)] = []
    words: Annotated[list[GivenName], Meta(max_length=MAX_WORDS)] = []
    robot: SavedName = ""

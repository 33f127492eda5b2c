"""Saved state of a top view: frozen, fit for JSON, and checked when it is read, for it may come from anywhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from app.model.json_salvage import SavedKey, SavedName, plain_json, salvage_json
from app.model.topics import TopicKey
from app.ui.top_view.viewport import DEFAULT_SCALE, MAX_CENTER_M, MAX_SCALE, MIN_SCALE

MAX_LAYERS: Final = 64
COLORS: Final = 8
# the colour of maps; other layers never get it by default
GRAY: Final = COLORS - 1
OPACITIES: Final = (1.0, 0.75, 0.5, 0.25)

# the default deceleration of robots; the ring shows their stopping distance
DECELERATION_M_S2: Final = 0.8
MIN_DECELERATION_M_S2: Final = 0.05
MAX_DECELERATION_M_S2: Final = 20.0

_Coordinate = Annotated[float, Meta(ge=-MAX_CENTER_M, le=MAX_CENTER_M)]


@dataclass(frozen=True, slots=True)
class Layer:
    """Layer of a top view: one topic, and how it is drawn.

    Attributes:
        key: the topic.
        color: a number below COLORS.
        place_in: the frame that replaces the one named in the messages; empty for the named one.
    """

    key: TopicKey
    visible: bool = True
    color: int = 0
    opacity: float = 1.0
    place_in: str = ""


@dataclass(frozen=True, slots=True)
class TopViewState:
    """Saved state of a top view.

    Attributes:
        layers: the uppermost first.
        fixed_frame: the fixed frame; empty for that on which most layers stand.
        robot: the layer that is followed, None for the first that seems to be a robot.
        deceleration_m_s2: assumed for the ring of stopping distance.
        scale: pixels for each metre.
        center: the place in the centre of the view, in metres.
    """

    layers: tuple[Layer, ...] = ()
    fixed_frame: SavedName = ""
    follow: bool = True
    robot_up: bool = False
    robot: TopicKey | None = None
    show_lines: bool = True
    show_names: bool = True
    show_frames: bool = False
    show_trails: bool = True
    show_ring: bool = True
    show_list: bool = True
    deceleration_m_s2: Annotated[float, Meta(ge=MIN_DECELERATION_M_S2, le=MAX_DECELERATION_M_S2)] = DECELERATION_M_S2
    scale: Annotated[float, Meta(ge=MIN_SCALE, le=MAX_SCALE)] = DEFAULT_SCALE
    center: tuple[_Coordinate, _Coordinate] = (0.0, 0.0)

    def layer(self, key: TopicKey) -> Layer | None:
        """Return the layer of a topic; None if there is none."""
        return next((layer for layer in self.layers if layer.key == key), None)

    def with_layer(self, layer: Layer) -> TopViewState:
        """Return the state with the layer of the same topic replaced."""
        return replace(self, layers=tuple(layer if each.key == layer.key else each for each in self.layers))

    def with_new(self, layer: Layer, place: int) -> TopViewState:
        """Return the state with one more layer at an index; unchanged if there are too many or it exists."""
        if len(self.layers) >= MAX_LAYERS or self.layer(layer.key) is not None:
            return self
        return replace(self, layers=(*self.layers[:place], layer, *self.layers[place:]))

    def without(self, key: TopicKey) -> TopViewState:
        """Return the state without a layer."""
        return replace(self, layers=tuple(layer for layer in self.layers if layer.key != key))

    def moved(self, key: TopicKey, to: int) -> TopViewState:
        """Return the state with a layer moved to an index."""
        layer = self.layer(key)
        if layer is None:
            return self
        others = [each for each in self.layers if each.key != key]
        others.insert(min(max(to, 0), len(others)), layer)
        return replace(self, layers=tuple(others))

    @property
    def free_color(self) -> int:
        """Number of the colour that the fewest layers have, other than the grey of maps."""
        used = [layer.color for layer in self.layers]
        return min(range(GRAY), key=lambda color: (used.count(color), color))

    def as_json(self) -> dict[str, Any]:
        """Return the state as decoded JSON, for `from_json`."""
        layers = [
            _SavedLayer(_saved_key(layer.key), layer.visible, layer.color, layer.opacity, layer.place_in)
            for layer in self.layers
        ]
        robot = None if self.robot is None else _saved_key(self.robot)
        saved: dict[str, Any] = plain_json(self) | plain_json(_SavedTopics(layers, robot))
        return saved

    @classmethod
    def from_json(cls, saved: object) -> TopViewState:
        """Read a saved state; every part that can't be read has its default."""
        topics = salvage_json(saved, _SavedTopics)[0]
        if topics is None or not isinstance(saved, dict):
            return TopViewState()
        state = salvage_json({**saved, "layers": [], "robot": None}, TopViewState)[0] or TopViewState()
        layers: dict[TopicKey, Layer] = {}
        for each in topics.layers:
            layer = Layer(each.topic.key, each.visible, each.color, each.opacity, each.place_in)
            layers.setdefault(layer.key, layer)
        return replace(state, layers=tuple(layers.values()), robot=topics.robot and topics.robot.key)


class _SavedLayer(msgspec.Struct):
    topic: SavedKey
    visible: bool = True
    color: Annotated[int, Meta(ge=0, lt=COLORS)] = 0
    opacity: Annotated[float, Meta(ge=0.05, le=1.0)] = 1.0
    place_in: SavedName = ""


class _SavedTopics(msgspec.Struct):
    """The parts of a saved state that have another form there."""

    layers: Annotated[list[_SavedLayer], Meta(max_length=MAX_LAYERS)] = []
    robot: SavedKey | None = None


def _saved_key(key: TopicKey) -> SavedKey:
    return SavedKey(key.connection, key.topic)

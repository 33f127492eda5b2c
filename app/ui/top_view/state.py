"""Saved state of a top view: frozen, fit for JSON, and checked when it is read, for it may come from anywhere."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

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

_MAX_TEXT: Final = 1024


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
    fixed_frame: str = ""
    follow: bool = True
    robot_up: bool = False
    robot: TopicKey | None = None
    show_lines: bool = True
    show_names: bool = True
    show_frames: bool = False
    show_trails: bool = True
    show_ring: bool = True
    show_list: bool = True
    deceleration_m_s2: float = DECELERATION_M_S2
    scale: float = DEFAULT_SCALE
    center: tuple[float, float] = field(default=(0.0, 0.0))

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

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for `read_state`."""
        told: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        told["layers"] = [
            {
                "topic": _key_as_list(layer.key),
                "visible": layer.visible,
                "color": layer.color,
                "opacity": layer.opacity,
                "place_in": layer.place_in,
            }
            for layer in self.layers
        ]
        told["robot"] = _key_as_list(self.robot) if self.robot is not None else None
        told["center"] = list(self.center)
        return told


def read_state(told: object) -> TopViewState:
    """Read a saved state; every part that can't be read has its default."""
    state = TopViewState()
    if not isinstance(told, Mapping):
        return state
    switches: dict[str, Any] = {
        each.name: value
        for each in fields(TopViewState)
        if isinstance(value := told.get(each.name), bool) and isinstance(getattr(state, each.name), bool)
    }
    state = replace(state, **switches)
    center = told.get("center")
    if isinstance(center, list) and len(center) == 2:
        x, y = (_number(part, -MAX_CENTER_M, MAX_CENTER_M, 0.0) for part in center)
        state = replace(state, center=(x, y))
    layers: dict[TopicKey, Layer] = {}
    listed = told.get("layers")
    for each in listed[:MAX_LAYERS] if isinstance(listed, list) else ():
        layer = _layer(each)
        if layer is not None:
            layers.setdefault(layer.key, layer)
    return replace(
        state,
        layers=tuple(layers.values()),
        fixed_frame=_text(told.get("fixed_frame")),
        robot=_key(told.get("robot")),
        scale=_number(told.get("scale"), MIN_SCALE, MAX_SCALE, DEFAULT_SCALE),
        deceleration_m_s2=_number(
            told.get("deceleration_m_s2"), MIN_DECELERATION_M_S2, MAX_DECELERATION_M_S2, DECELERATION_M_S2
        ),
    )


def _layer(told: object) -> Layer | None:
    if not isinstance(told, Mapping):
        return None
    key = _key(told.get("topic"))
    if key is None:
        return None
    color = told.get("color")
    return Layer(
        key,
        visible=told.get("visible") is not False,
        color=color if type(color) is int and 0 <= color < COLORS else 0,
        opacity=_number(told.get("opacity"), 0.05, 1.0, 1.0),
        place_in=_text(told.get("place_in")),
    )


def _key_as_list(key: TopicKey) -> list[str]:
    return [key.connection, key.topic]


def _key(told: object) -> TopicKey | None:
    if not isinstance(told, list) or len(told) != 2:
        return None
    connection, topic = (_text(part) for part in told)
    # the name of a topic may be empty
    return TopicKey(connection, topic) if connection and topic == told[1] else None


def _text(told: object) -> str:
    return told if isinstance(told, str) and len(told) <= _MAX_TEXT else ""


def _number(told: object, low: float, high: float, default: float) -> float:
    """Return a number if it is within limits, else the default."""
    if isinstance(told, bool) or not isinstance(told, int | float):
        return default
    return float(told) if math.isfinite(told) and low <= told <= high else default

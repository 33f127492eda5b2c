"""Texts of layers: the row of each in the list, and the fault that a notice shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.model.topics import TopicKey
from app.ui.base.text import format_age, topic_text, translate
from app.ui.base.theme import Theme
from app.ui.top_view.colors import layer_color
from app.ui.top_view.feeds import LayerFeed
from app.ui.top_view.layer_list import LayerRow
from app.ui.top_view.silence import FrameSilence
from app.ui.top_view.state import Layer


@dataclass(frozen=True, slots=True)
class LayerFault:
    """Fault of a layer, as a notice shows it."""

    word: str
    title: str
    reason: str
    tip: str


def layer_row(
    layer: Layer,
    feed: LayerFeed,
    unplaced: str,
    age_s: float | None,
    robot: str,
    theme: Theme,
    adrift: FrameSilence | None = None,
) -> LayerRow:
    """Return the row of a layer in the list.

    Args:
        layer: how it is drawn.
        feed: its feed.
        unplaced: why the layer can't be placed, empty if it can.
        age_s: its age where it is outdated, else None.
        robot: the name of its robot, where there are several.
        theme: for the colour.
        adrift: the longest silence among the transforms that place the layer.
    """
    lost = why_adrift(adrift) if adrift is not None else ""
    reason = feed.error.reason if feed.error is not None else (unplaced or lost) if layer.visible else ""
    note = _note(layer, feed, unplaced, age_s, adrift)
    frame = layer.place_in or feed.frame or ""
    tip = "\n".join(part for part in (topic_text(layer.key.topic), frame, reason) if part)
    note = "  ".join(part for part in (robot, note) if part)
    color = layer_color(layer.color, theme)
    return LayerRow(layer.key, topic_text(layer.key.topic), note, tip, layer.visible, color, bool(reason))


def why_adrift(silence: FrameSilence) -> str:
    """Return why a layer may be drawn in an outdated place."""
    return translate("TopView", "no transforms of the frame “{frame}” come any more").format(frame=silence.frame)


def _note(layer: Layer, feed: LayerFeed, unplaced: str, age_s: float | None, adrift: FrameSilence | None) -> str:
    """Return the most important note on a layer; empty if there is none."""
    place = translate("TopView", "place {age} old").format(age=format_age(adrift.age_s if adrift is not None else 0.0))
    old = translate("TopView", "{age} old").format(age=format_age(age_s or 0.0))
    left_out = translate("TopView", "{count} left out").format(count=f"{feed.skipped:,}")
    notes = (
        (feed.topic is None, translate("TopView", "not there yet")),
        (feed.error is not None, translate("TopView", "can't be read")),
        (not layer.visible, ""),
        (bool(unplaced), translate("TopView", "not placed")),
        (feed.value is None, translate("TopView", "waiting")),
        (age_s is not None, old),
        (adrift is not None, place),
        (feed.skipped > 0, left_out),
    )
    return next((text for so, text in notes if so), "")


def first_fault(
    feeds: Mapping[TopicKey, LayerFeed],
    unplaced: Mapping[TopicKey, str],
    adrift: Mapping[TopicKey, FrameSilence] | None = None,
    trouble: tuple[TopicKey, str] | None = None,
) -> LayerFault | None:
    """Return the fault of the first layer that has one; unreadable messages have precedence. None without faults.

    Args:
        feeds: the feeds of all layers.
        unplaced: why layers can't be placed.
        adrift: the longest silence among the transforms that place each layer.
        trouble: a topic whose transforms are left out, and why; shown where no layer has a fault.
    """
    adrift = adrift or {}
    errors = [(key, feed.error) for key, feed in feeds.items() if feed.error is not None]
    count = len(errors) + len(unplaced) + len(adrift)
    if errors:
        key, error = errors[0]
        word, reason, tip = translate("TopView", "Can't be read"), error.reason, error.tip
    elif unplaced:
        key, reason = next(iter(unplaced.items()))
        word = translate("TopView", "Not placed")
        tip = translate("TopView", "“Place in frame”, in the menu of the layer, can say where it is.")
    elif adrift:
        key, silence = next(iter(adrift.items()))
        word, reason = translate("TopView", "Old place"), why_adrift(silence)
        tip = translate("TopView", "What is greyed is drawn where it was last. See whether what sends them still runs.")
    elif trouble is not None:
        key, reason = trouble
        word, count = translate("TopView", "Left out"), 1
        tip = translate("TopView", "The other transforms count. See what sends this one.")
    else:
        return None
    title = topic_text(key.topic)
    if count > 1:
        title = translate("TopView", "{topic} and {count} more").format(topic=title, count=count - 1)
    return LayerFault(word, title, reason, tip)

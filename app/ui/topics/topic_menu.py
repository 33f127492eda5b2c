"""The context menu of a topic, namespace or connection."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable
from typing import Final

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from app.model.topics import PollRate, TopicKey
from app.ui.base.text import format_rate, say
from app.ui.base.theme import Themes
from app.ui.topics.measured_topics import MeasuredTopics
from app.ui.topics.topic_node import TopicNode
from app.ui.topics.topic_settings import DecoderSettings, decoder_text
from app.ui.widgets.menus import add_copy, add_entry
from app.wording.ui.topics import TopicsWording

# offered rates in Hz
_RATES: Final = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0)


def command_line(node: TopicNode, command: str = "echo") -> str:
    """Return the command line for a topic, or to open its connection."""
    if node.topic is None:
        # a window of an own process knows only what the address says
        address = node.info.address if node.info is not None else ""
        return f"teledeck {shlex.quote(address or node.path[0])}"
    return f"teledeck {command} {shlex.quote(node.path[0])} {shlex.quote(node.topic.info.name)}"


def fill_copy_menu(menu: QMenu, node: TopicNode, themes: Themes) -> None:
    """Add to a menu all that can be copied of a row."""
    topic, icon = node.topic, themes.icon("copy")
    if topic is not None:
        add_copy(menu, say(TopicsWording.COPY_TOPIC()), topic.info.name, icon)
        add_copy(menu, say(TopicsWording.COPY_TYPE()), topic.info.type_name, icon)
        add_copy(menu, say(TopicsWording.COPY_AS_COMMAND_ECHO()), command_line(node), icon)
        add_copy(menu, say(TopicsWording.COPY_AS_COMMAND_HZ()), command_line(node, "hz"), icon)
    elif node.info is not None:
        add_copy(menu, say(TopicsWording.COPY_ADDRESS()), node.info.address or node.name, icon)
        add_copy(menu, say(TopicsWording.COPY_AS_COMMAND()), command_line(node), icon)
    else:
        add_copy(menu, say(TopicsWording.COPY_NAMESPACE()), node.full_name, icon)


def add_decoders(
    menu: QMenu, decoding: DecoderSettings, key: TopicKey, themes: Themes, choose: Callable[[str, bool], object]
) -> None:
    """Add the choice of a decoder, if there is one; `choose` gets the decoder and whether it needs a type."""
    choice = decoding.choice_for(key)
    if choice is None:
        return
    below = menu.addMenu(themes.icon("bytes"), say(TopicsWording.READ_AS()))
    group = QActionGroup(below)
    for decoder in choice.offered:
        typed, current = decoder in choice.typed, decoder == choice.current
        name = decoder_text(decoder)
        text = f"{name} ({choice.type_name})" if typed and current and choice.type_name else name
        do = functools.partial(choose, decoder, typed)
        add_entry(below, f"{text}…" if typed else text, do, checked=current, group=group)


def add_measure(
    menu: QMenu, measuring: MeasuredTopics, node: TopicNode, themes: Themes, toggle: Callable[[], object]
) -> QAction:
    """Add and return the switch that measures all below a row, or stops it."""
    cover = measuring.covering_path(node.path)
    if cover is not None:
        text = say(TopicsWording.STOP_MEASURING(name="".join(cover[1:]) or cover[0]))
    elif node.topic is not None and not node.children:
        text = say(TopicsWording.MEASURE_TOPIC())
    else:
        text = say(TopicsWording.MEASURE_BELOW())
    menu.setToolTipsVisible(True)
    action = add_entry(menu, text, toggle, icon=themes.icon("measure"))
    action.setToolTip(f"{say(TopicsWording.MEASURE_TIP())}\n{say(TopicsWording.SENSORS_START())}")
    return action


def add_rates(
    menu: QMenu,
    rate: PollRate | None,
    themes: Themes,
    choose: Callable[[float | None], object],
    ask: Callable[[], object],
) -> None:
    """Add the choice of a poll rate, if the topic has one.

    `choose` gets the rate in Hz, None for the default; `ask` opens the dialog for another rate.
    """
    if rate is None:
        return
    below = menu.addMenu(themes.icon("round-trip"), say(TopicsWording.ASK_FOR_IT()))
    group = QActionGroup(below)
    offered = {hz: format_rate(hz) for hz in _RATES if rate.lowest_hz <= hz <= rate.highest_hz}
    offered[rate.default_hz] = say(TopicsWording.AS_THE_OTHERS(rate=format_rate(rate.default_hz)))
    offered.setdefault(rate.rate_hz, format_rate(rate.rate_hz))
    for hz, text in sorted(offered.items()):
        chosen = None if hz == rate.default_hz else hz
        add_entry(below, text, functools.partial(choose, chosen), checked=hz == rate.rate_hz, group=group)
    below.addSeparator()
    add_entry(below, say(TopicsWording.ANOTHER_RATE()), ask)

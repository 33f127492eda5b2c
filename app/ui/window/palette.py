"""The command palette of the window: every action that can be done now, recent robots, and all topics."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.model.topics import Topic, TopicKey
from app.ui.base.action_base import action_name
from app.ui.base.preferences import Preferences
from app.ui.base.text import say, topic_text
from app.ui.base.theme import Themes
from app.ui.widgets.command_palette import CommandPalette, PaletteEntry
from app.wording.ui.window import WindowWording


def open_palette(
    window: QWidget,
    actions: Iterable[QAction],
    topics: Iterable[Topic],
    themes: Themes,
    preferences: Preferences,
    connect_to: Callable[[str], None],
    show_topic: Callable[[TopicKey], None],
) -> None:
    """Open the palette of a window, unless it is open: another one would be in front of it, and leave it there."""
    shown = next((each for each in window.findChildren(CommandPalette) if each.isVisible()), None)
    if shown is None:
        entries = [
            *action_entries(actions, themes),
            *robot_entries(preferences.recent_uris, preferences.robot_name, themes, connect_to),
            *topic_entries(topics, themes, show_topic),
        ]
        shown = CommandPalette(entries, themes, window)
    shown.open()


def action_entries(actions: Iterable[QAction], themes: Themes) -> Iterator[PaletteEntry]:
    """Yield an entry for each enabled action, in order."""
    for action in actions:
        name = action_name(action)
        if not (name and action.isEnabled() and action.isVisible()) or action.isSeparator():
            continue
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        icon = action.icon() if not action.icon().isNull() else themes.icon("command", "muted")
        yield PaletteEntry(name, key, icon, action.trigger)


def robot_entries(
    uris: Iterable[str], names: Callable[[str], str], themes: Themes, run: Callable[[str], None]
) -> Iterator[PaletteEntry]:
    """Yield an entry for each robot to connect to."""
    for uri in uris:
        text = say(WindowWording.CONNECT_TO(name=names(uri)))
        yield PaletteEntry(
            text, uri if names(uri) != uri else "", themes.icon("robot", "muted"), functools.partial(run, uri)
        )


def topic_entries(topics: Iterable[Topic], themes: Themes, run: Callable[[TopicKey], None]) -> Iterator[PaletteEntry]:
    """Yield an entry for each topic to go to."""
    icon = themes.icon("topic", "muted")
    for topic in topics:
        yield PaletteEntry(
            topic_text(topic.key.topic),
            topic.info.type_name.rpartition(".")[2],
            icon,
            functools.partial(run, topic.key),
        )

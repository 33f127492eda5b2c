"""The entries of the command palette: every action that can be done now, recent robots, and all topics."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator

from PySide6.QtGui import QAction, QKeySequence

from app.model.topics import Topic, TopicKey
from app.ui.base.action_base import action_name
from app.ui.base.text import say, topic_text
from app.ui.base.theme import Themes
from app.ui.widgets.command_palette import PaletteEntry
from app.wording.ui.window import WindowWording


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

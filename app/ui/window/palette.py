"""The command palette of the window: every action that can be done now, recent robots, topics and their verbs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.model.topics import Topic, TopicKey
from app.ui.base.action_base import PALETTE_WORDS_PROPERTY, action_name
from app.ui.base.preferences import Preferences
from app.ui.base.text import say, topic_text
from app.ui.base.theme import Themes
from app.ui.topics.topic_verbs import TOPIC_VERBS, TopicVerb
from app.ui.widgets.command_palette import CommandPalette, PaletteEntry
from app.wording.ui.topics import TopicVerbWording
from app.wording.ui.window import WindowWording

# remembered, and listed before anything is typed
MAX_RECENT: Final = 6
# of all topics, listed before anything is typed
MAX_TOPICS: Final = 12

_RECENT: Final = "palette"
_LAST: Final = "quit"


def open_palette(
    window: QWidget,
    actions: Mapping[QAction, str],
    of_topic: Sequence[PaletteEntry],
    topics: Iterable[Topic],
    themes: Themes,
    preferences: Preferences,
    connect_to: Callable[[str], None],
    show_topic: Callable[[TopicKey], None],
) -> None:
    """Open the palette of a window, unless it is open: another one would be in front of it, and leave it there.

    `actions` are all actions with their lasting names, `of_topic` is what can be done with the current topic.
    """
    shown = next((each for each in window.findChildren(CommandPalette) if each.isVisible()), None)
    if shown is None:
        commands = list(action_entries(actions, themes))
        robots = list(robot_entries(preferences.recent_uris, preferences.robot_name, themes, connect_to))
        known = list(topic_entries(topics, themes, show_topic))
        at_first = first_entries(recent_keys(preferences), commands, of_topic, robots, known)
        shown = CommandPalette([*commands, *of_topic, *robots, *known], themes, window, at_first)
        shown.chosen.connect(lambda entry: remember(entry, preferences))
    shown.open()


def first_entries(
    recent: Iterable[str],
    commands: Sequence[PaletteEntry],
    of_topic: Sequence[PaletteEntry],
    robots: Sequence[PaletteEntry],
    topics: Sequence[PaletteEntry],
) -> list[PaletteEntry]:
    """Return what is listed before anything is typed: what was used last first, and what ends the program last."""
    by_key = {entry.key: entry for entry in commands if entry.key}
    used = [by_key[key] for key in recent if key in by_key]
    rest = sorted((entry for entry in commands if entry not in used), key=lambda entry: entry.key == _LAST)
    return [*used, *of_topic, *robots, *topics[:MAX_TOPICS], *rest]


def recent_keys(preferences: Preferences) -> list[str]:
    """Return the keys of the commands that were chosen in the palette, newest first."""
    return [key for key in preferences.choice(_RECENT).split() if key != _LAST]


def remember(entry: PaletteEntry, preferences: Preferences) -> None:
    """Remember a command that was chosen."""
    if entry.key:
        others = (key for key in recent_keys(preferences) if key != entry.key)
        preferences.set_choice(_RECENT, " ".join([entry.key, *others][:MAX_RECENT]))


def action_entries(actions: Mapping[QAction, str], themes: Themes) -> Iterator[PaletteEntry]:
    """Yield an entry for each enabled action, in order; the values are lasting names, empty where there is none."""
    for action, key_name in actions.items():
        name = action_name(action)
        if not (name and action.isEnabled() and action.isVisible()) or action.isSeparator():
            continue
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        icon = action.icon() if not action.icon().isNull() else themes.icon("command", "muted")
        words = action.property(PALETTE_WORDS_PROPERTY) or ""
        yield PaletteEntry(name, key, icon, action.trigger, key_name, words)


def verb_entries(
    topic: TopicKey, verbs: Iterable[TopicVerb], themes: Themes, do: Callable[[TopicVerb, TopicKey], object]
) -> Iterator[PaletteEntry]:
    """Yield an entry for each thing that can be done with a topic."""
    for verb in verbs:
        row = TOPIC_VERBS[verb]
        text = say(TopicVerbWording.OF_TOPIC(verb=say(row.text()), topic=topic_text(topic.topic)))
        yield PaletteEntry(text, "", themes.icon(row.icon), functools.partial(do, verb, topic))


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

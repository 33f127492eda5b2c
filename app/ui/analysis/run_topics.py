"""Choice of a topic or a field of a run, found by a few letters: it may be one that no robot has now."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from app.model.reference_runs import ReferenceRun
from app.model.topics import TopicKey
from app.ui.base.run_colors import run_swatch
from app.ui.base.text import say, topic_text
from app.ui.base.theme import Themes
from app.ui.widgets.command_palette import CommandPalette, PaletteEntry
from app.wording.ui.analysis import AnalysisPanelWording

Choose = Callable[[TopicKey, str], object]


def open_run_topics(
    window: QWidget,
    themes: Themes,
    runs: Sequence[ReferenceRun],
    fields_of: Callable[[TopicKey], Sequence[str]],
    choose: Choose,
) -> None:
    """Open a list of the topics of runs over a window, in place of any that is open there.

    Args:
        window: what the list lies over.
        themes: how it looks.
        runs: whose topics are listed.
        fields_of: the number fields of a topic.
        choose: is told the topic that is chosen, and the field; none for the topic as a whole.
    """
    topics = [entry for run in runs for entry in _topics(run, themes, choose)]
    fields = [entry for run in runs for entry in _fields(run, themes, fields_of, choose)]
    shown = CommandPalette([*topics, *fields], themes, window, topics)
    words = say(AnalysisPanelWording.WHICH_OF_RUN())
    shown.field.setPlaceholderText(words)
    for widget in (shown, shown.field, shown.list):
        widget.setAccessibleName(words)
    shown.open()


def _topics(run: ReferenceRun, themes: Themes, choose: Choose) -> Iterator[PaletteEntry]:
    icon = QIcon(run_swatch(themes.current, run.number))
    for topic in sorted(run.topics):
        yield PaletteEntry(topic_text(topic), run.name, icon, functools.partial(choose, run.key(topic), ""))


def _fields(
    run: ReferenceRun, themes: Themes, fields_of: Callable[[TopicKey], Sequence[str]], choose: Choose
) -> Iterator[PaletteEntry]:
    icon = QIcon(run_swatch(themes.current, run.number))
    for topic in sorted(run.topics):
        key = run.key(topic)
        for path in fields_of(key):
            yield PaletteEntry(f"{topic_text(topic)} {path}", run.name, icon, functools.partial(choose, key, path))

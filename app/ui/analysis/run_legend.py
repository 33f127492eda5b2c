"""Legend below a chart: what is analysed, and the runs that are laid beneath it, with what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.ui.analysis.calculations import RunResult
from app.ui.base.run_colors import run_swatch
from app.ui.base.text import say, titled
from app.ui.base.theme import Themes
from app.ui.time_axis.colors import swatch
from app.ui.widgets.labels import ElidedLabel
from app.wording.ui.analysis import AnalysisPanelWording

_SPACING: Final = 6
_APART: Final = 14
# of names of runs, which are told apart by their beginning
_LEAST_CHARACTERS: Final = 14


class RunLegend(QWidget):
    """Legend of a chart with runs; it is hidden without any.

    Attributes:
        labels: the names, what is analysed first.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._name = ""
        self._runs: tuple[RunResult, ...] = ()
        self._swatches: list[QLabel] = []
        self.labels: list[ElidedLabel] = []
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(8, 0, 8, 2)
        self._line.setSpacing(_SPACING)
        self._line.addStretch()
        self.hide()
        themes.changed.connect(self._draw)

    def show_runs(self, name: str, runs: Sequence[RunResult]) -> None:
        """Show what is analysed, by its name, and the runs."""
        self._name, self._runs = name, tuple(runs)
        count = 1 + len(self._runs) if self._runs else 0
        while len(self.labels) > count:
            for widget in (self._swatches.pop(), self.labels.pop()):
                self._line.removeWidget(widget)
                widget.deleteLater()
        while len(self.labels) < count:
            self._add()
        self.setVisible(bool(self._runs))
        self._draw()

    def _add(self) -> None:
        mark, label = QLabel(), ElidedLabel()
        place = 2 * len(self.labels)
        self._line.insertWidget(place, mark)
        self._line.insertWidget(place + 1, label)
        if place:
            label.set_min_characters(_LEAST_CHARACTERS)
            mark.setContentsMargins(_APART, 0, 0, 0)
        self._swatches.append(mark)
        self.labels.append(label)

    def _draw(self) -> None:
        if not self._runs:
            return
        theme, ratio = self._themes.current, self.devicePixelRatioF()
        self._put(0, self._name, swatch(theme, 0))
        for place, result in enumerate(self._runs, 1):
            run = result.run
            text = titled(run.name, say(AnalysisPanelWording.NOTHING_OF_IT())) if result.fault else run.name
            self._put(place, text, run_swatch(theme, run.number, ratio=ratio))
            self.labels[place].set_detail("\n".join(filter(None, (result.fault, run.note))))

    def _put(self, place: int, text: str, mark: QPixmap) -> None:
        self._swatches[place].setPixmap(mark)
        if self.labels[place].text() != text:
            self.labels[place].setText(text)

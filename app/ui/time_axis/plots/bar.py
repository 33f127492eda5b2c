"""Bar above plots: the time that they show, the memory that their history takes, and a button for another plot."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from app.model.timeseries.budget import SeriesBudget
from app.ui.base.text import format_size, listed_names, say
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.curves import PlotCurve
from app.ui.time_axis.time_bar import TimeBar, TimeTips
from app.ui.widgets.labels import FigureLabel
from app.wording.ui.time_axis import PlotWording


class MemoryLabel(FigureLabel):
    """Label of the used and the allowed memory of the history of all curves."""

    def __init__(self, budget: SeriesBudget, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._budget = budget
        self.setProperty("muted", True)

    def show_usage(self, curves: Iterable[PlotCurve]) -> None:
        """Show the memory used now, and in the tool tip which of these curves had their history shortened."""
        budget = self._budget
        text = say(PlotWording.MEMORY(used=format_size(budget.used_bytes), limit=format_size(budget.limit_bytes)))
        tip = say(PlotWording.MEMORY_TIP())
        short = [curve.spec.label for curve in curves if curve.values is not None and curve.values.series.shortened]
        if short:
            names = listed_names(short)
            tip += "\n" + say(PlotWording.SHORTENED_TIP(names=names))
            text = say(PlotWording.SHORTENED(text=text))
        self.setText(text)
        self.setToolTip(tip)


class PlotsBar(TimeBar):
    """Bar above the plots of a panel.

    Attributes:
        link: button that links the time to that of other views; hidden unless `show_link` is called.
    """

    def __init__(self, themes: Themes, budget: SeriesBudget, parent: QWidget | None = None) -> None:
        tips = TimeTips(
            say(PlotWording.HOLD_WHAT_IS_SHOWN()),
            say(PlotWording.FOLLOW_THE_DATA_AGAIN()),
            say(PlotWording.TIME_TIP()),
            "plots.pause",
        )
        super().__init__(themes, tips, parent)
        self.new, self.link = QToolButton(), QToolButton()
        self.pause.setCheckable(True)
        self.memory = MemoryLabel(budget)
        self.new.setText(say(PlotWording.NEW_PLOT()))
        self.new.setToolTip(say(PlotWording.NEW_PLOT_TIP()))
        self.add(self.link)
        self.link.setVisible(False)
        self.add_stretch()
        self.add_fact(self.memory)
        self.add_button(self.new)
        self.draw()

    def offer_link(self, action: QAction) -> None:
        """Set the action of the link button; the button stays hidden until `show_link` shows it."""
        self.link.setDefaultAction(action)
        self.link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.link.setVisible(False)

    def show_link(self, shown: bool) -> None:  # noqa: FBT001 - a setter
        """Show or hide the link button: whether there is another view to link to."""
        self.link.setVisible(shown and self.link.defaultAction() is not None)

    def draw(self) -> None:
        """Set icons and texts of the buttons."""
        super().draw()
        self.new.setIcon(self._themes.icon("add", "ok"))

"""Label of how much memory the history of all curves takes, and may take."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from app.model.timeseries.budget import SeriesBudget
from app.ui.base.text import format_size, translate
from app.ui.time_axis.plots.plot import PlotCurve
from app.ui.widgets.labels import FigureLabel


class MemoryLabel(FigureLabel):
    """Label of the used and the allowed memory of the history of all curves."""

    def __init__(self, budget: SeriesBudget, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._budget = budget
        self.setProperty("muted", True)

    def show_usage(self, curves: Iterable[PlotCurve]) -> None:
        """Show the memory used now, and in the tool tip which of these curves had their history shortened."""
        budget = self._budget
        text = translate("Plots", "{used} of {limit}").format(
            used=format_size(budget.used_bytes), limit=format_size(budget.limit_bytes)
        )
        tip = translate("Plots", "Memory that the history of all curves takes, and may take")
        short = [curve.spec.label for curve in curves if curve.values is not None and curve.values.series.shortened]
        if short:
            names = ", ".join(short)
            tip += "\n" + translate("Plots", "Shorter than an hour for want of it: {names}").format(names=names)
            text = translate("Plots", "{text}, history shortened").format(text=text)
        self.setText(text)
        self.setToolTip(tip)

"""Bar above an analysis: the time that it follows, the analysed curve, and the progress of a calculation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QProgressBar, QToolButton, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.time_bar import TimeBar, TimeTips
from app.ui.widgets.choice import ElidedComboBox

# in per cent
_ALL: Final = 100


class AnalysisBar(TimeBar):
    """The bar of an analysis; the panel connects its widgets.

    Signals:
        subject_chosen, other_chosen: the index of another curve, or of another second curve of a pair.

    Attributes:
        remove: the button that removes the analysed curve.
        cancel: the button that ends the calculation.
    """

    subject_chosen: Final = Signal(int)
    other_chosen: Final = Signal(int)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        tips = TimeTips(
            translate("Analysis", "Hold the span while data goes on coming"),
            translate("Analysis", "Follow the data again, twice a second"),
            translate("Analysis", "What time values are of; another one begins anew"),
        )
        super().__init__(themes, tips, parent)
        self.subject, self.other = ElidedComboBox(), ElidedComboBox()
        self.remove, self.cancel = QToolButton(), QToolButton()
        self.progress = QProgressBar()
        self.subject.setToolTip(translate("Analysis", "The curve that is analysed; drop others here"))
        self.other.setToolTip(translate("Analysis", "The second curve, which is compared with the first"))
        self.remove.setToolTip(translate("Analysis", "Analyse this curve no more"))
        self.cancel.setToolTip(translate("Analysis", "End this calculation, and hold the span"))
        for widget in (self.subject, self.other, self.remove, self.cancel):
            widget.setAccessibleName(widget.toolTip())
        self.progress.setRange(0, _ALL)
        self.progress.setFixedWidth(90)
        self.progress.setTextVisible(False)
        self.progress.setToolTip(translate("Analysis", "How far the calculation is"))
        self.cancel.setText(translate("Analysis", "Cancel"))
        self.add(self.subject)
        self.add(self.other)
        self.add(self.remove)
        self.add_stretch()
        self.add(self.progress)
        self.add(self.cancel)
        self.show_progress(None)
        self.subject.activated.connect(self.subject_chosen)
        self.other.activated.connect(self.other_chosen)

    def show_subjects(self, names: Sequence[str], current: int, other: int, *, pair: bool) -> None:
        """Show the curves to choose from and the present choice; with a second one if `pair`."""
        for box, place in ((self.subject, current), (self.other, other)):
            if [box.itemText(number) for number in range(box.count())] != list(names):
                with QSignalBlocker(box):
                    box.clear()
                    box.addItems(list(names))
            box.setCurrentIndex(place if names else -1)
        self.subject.setVisible(bool(names))
        self.other.setVisible(pair and len(names) > 1)
        self.remove.setVisible(bool(names))

    def show_progress(self, share: float | None) -> None:
        """Show the progress of a calculation, from 0 to 1; None: there is none that takes long."""
        self.progress.setVisible(share is not None)
        self.cancel.setVisible(share is not None)
        self.progress.setValue(round(_ALL * (share or 0.0)))

    def show_time(self, window: TimeWindow) -> None:
        """Show the time that is followed."""
        self.show_span(window)
        self.draw(live=window.live)

    def draw(self, *, live: bool) -> None:
        """Draw the icons of the buttons for their present function."""
        self.draw_pause(live=live)
        self.remove.setIcon(self._themes.icon("delete", "muted"))

"""Content of a plot dock; its plots are made when it is first seen."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.base.text import translate
from app.ui.time_axis.plots.shared import SharedPlots

if TYPE_CHECKING:
    from app.ui.time_axis.plots.panel import PlotsPanel

_LOGGER = logging.getLogger(__name__)


class DockedPlots(QWidget):
    """Content of a plot dock, a `DockedView`; its panel is made when it is first seen.

    Signals:
        handled: one of its plots got the keyboard focus or something to show.

    Attributes:
        panel: the plots; None until the dock was first seen.
    """

    handled = Signal()

    def __init__(self, shared: SharedPlots, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel: PlotsPanel | None = None
        self._shared = shared
        # saved state, from the run before
        self._waiting: dict[str, Any] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def ensure_panel(self) -> PlotsPanel:
        """Return the panel, and make it if it was not made yet."""
        if self.panel is None:
            from app.model.timeseries.curve_spec import SavedStateError  # noqa: PLC0415 - numpy takes 100 ms

            state, self._waiting = self._waiting, {}
            try:
                self._take(self._shared.make_panel(state))
            except SavedStateError as error:
                # of another version, or written by hand: nothing is lost but the arrangement
                _LOGGER.info("The plots of the run before can't be shown again: %s", error)
                panel = self._shared.make_panel({})
                self._take(panel)
                words = translate("Plots", "The plots of the run before can't be shown again: {reason}")
                panel.notice.show_message(words.format(reason=error), fault=True)
        assert self.panel is not None  # noqa: S101 - for the type checker
        return self.panel

    def state(self) -> dict[str, Any]:
        """Return the state for `restore`, fit for JSON."""
        return self.panel.state() if self.panel is not None else self._waiting

    def restore(self, state: object) -> None:
        """Show a saved state as soon as the dock can be seen."""
        self._drop()
        self._waiting = dict(state) if isinstance(state, Mapping) else {}
        if self.isVisible():
            self.ensure_panel()

    def show_state(self, state: Mapping[str, Any]) -> None:
        """Show a saved state now.

        Raises:
            StateError: says what is wrong with the state; nothing was changed.
        """
        if self.state() == state and self.panel is not None:
            return
        panel = self._shared.make_panel(state)
        self._drop()
        self._take(panel)

    def can_be_seen(self) -> bool:
        """Whether the panel was made: history goes on also while it can't be seen."""
        return self.panel is not None

    def refresh(self, now: float) -> None:
        """Refresh the panel if it was made; `now` is monotonic, in seconds."""
        if self.panel is not None:
            self.panel.refresh(now)

    def update_subscriptions(self) -> None:
        """Do nothing: history goes on whether or not the plots can be seen."""

    def close_down(self) -> None:
        """Give the panel back; its plots can be restored with their history for a while."""
        self._drop()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the panel."""
        super().showEvent(event)
        self.ensure_panel()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the keyboard focus on to the plot that was handled last."""
        super().focusInEvent(event)
        self.ensure_panel().focus_plot()

    def _take(self, panel: PlotsPanel) -> None:
        self.panel = panel
        panel.handled.connect(self.handled)
        self._layout.addWidget(panel)
        # a layout shows it only later, and its first size would be wrong
        panel.show()

    def _drop(self) -> None:
        if self.panel is not None:
            self.panel.handled.disconnect(self.handled)
            self._layout.removeWidget(self.panel)
            self._shared.retire(self.panel)
            self.panel = None

"""What stands in a dock of plots. The plots in it are made when it is first seen."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.plots.shared import SharedPlots
from app.ui.text import translate

if TYPE_CHECKING:
    from app.ui.plots.panel import PlotsPanel

_LOGGER = logging.getLogger(__name__)


class DockedPlots(QWidget):
    """See the module, and `app.ui.view_docks.DockedView`.

    Signals:
        handled: one of its plots has the keys now, or got something to show.

    Attributes:
        panel: None until it was first seen.
    """

    handled = Signal()

    def __init__(self, shared: SharedPlots, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel: PlotsPanel | None = None
        self._shared = shared
        # of the run before
        self._waiting: dict[str, Any] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def made(self) -> PlotsPanel:
        """Its plots, made if they were not."""
        if self.panel is None:
            from app.model.curve import StateError  # noqa: PLC0415 - see the module

            state, self._waiting = self._waiting, {}
            try:
                self._take(self._shared.panel(state))
            except StateError as error:
                # those of another version, or what was written by hand: nothing is lost but where things stood
                _LOGGER.info("The plots of the run before can't be shown again: %s", error)
                panel = self._shared.panel({})
                self._take(panel)
                words = translate("Plots", "The plots of the run before can't be shown again: {reason}")
                panel.notice.tell(words.format(reason=error), fault=True)
        assert self.panel is not None  # noqa: S101 - for the type checker
        return self.panel

    def state(self) -> dict[str, Any]:
        """What `restore` takes; fit for JSON."""
        return self.panel.state() if self.panel is not None else self._waiting

    def restore(self, state: object) -> None:
        """Show what a state tells, as soon as it can be seen."""
        self._drop()
        self._waiting = dict(state) if isinstance(state, Mapping) else {}
        if self.isVisible():
            self.made()

    def show_state(self, state: Mapping[str, Any]) -> None:
        """Show what a state tells, now. Raises StateError, which says what is wrong; then nothing is changed."""
        if self.state() == state and self.panel is not None:
            return
        panel = self._shared.panel(state)
        self._drop()
        self._take(panel)

    def can_be_seen(self) -> bool:
        """See `refresh.View`: history goes on also while it can't."""
        return self.panel is not None

    def refresh(self, now: float) -> None:
        """See `refresh.View`."""
        if self.panel is not None:
            self.panel.refresh(now)

    def update_wants(self) -> None:
        """History goes on whether or not it can be seen."""

    def close_down(self) -> None:
        """It is closed; what it showed can be had back for a while."""
        self._drop()

    def showEvent(self, event: QShowEvent) -> None:
        """It is seen."""
        super().showEvent(event)
        self.made()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keys are for the plot that was handled last."""
        super().focusInEvent(event)
        self.made().take_keys()

    def _take(self, panel: PlotsPanel) -> None:
        self.panel = panel
        panel.handled.connect(self.handled)
        self._layout.addWidget(panel)
        # a layout shows it only later, and then its first size is none
        panel.show()

    def _drop(self) -> None:
        if self.panel is not None:
            self.panel.handled.disconnect(self.handled)
            self._layout.removeWidget(self.panel)
            self._shared.let_go(self.panel)
            self.panel = None

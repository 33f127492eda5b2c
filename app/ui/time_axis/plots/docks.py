"""Docks of plots: what stands in each dock, and which dock the operator handled last.

The plots of a dock are made when the dock is first seen: numpy takes 100 ms to load.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from app.model.json_document import JsonError
from app.model.topics import TopicKey
from app.ui.base.text import listed_names, say, say_error
from app.ui.base.view_docks import ViewDocks, ViewKind, ViewTools
from app.ui.time_axis.plots.shared import SharedPlots
from app.ui.widgets.dock_places import is_in_front
from app.ui.window.actions import PlotActions
from app.wording.ui.time_axis import PlotWording

if TYPE_CHECKING:
    from app.session.alerts import SessionAlerts
    from app.ui.time_axis.plots.curves import PlotCurve
    from app.ui.time_axis.plots.panel import PlotsPanel

_LOGGER = logging.getLogger(__name__)

# each dock has a grid of plots
MAX_DOCKS: Final = 8

# curves that a notice names
_MAX_TOLD: Final = 3


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
            state, self._waiting = self._waiting, {}
            try:
                self._take(self._shared.make_panel(state))
            except JsonError as error:
                # of another version, or written by hand: nothing is lost but the arrangement
                _LOGGER.info("The plots of the run before can't be shown again: %s", error)
                panel = self._shared.make_panel({})
                self._take(panel)
                panel.notice.show_message(say(PlotWording.NOT_RESTORED(reason=error)), fault=True)
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
            JsonError: says what is wrong with the state; nothing was changed.
        """
        if self.state() == state and self.panel is not None:
            return
        panel = self._shared.make_panel(state, self.panel)
        if panel is not self.panel:
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


class PlotDocks(ViewDocks[DockedPlots]):
    """All docks of plots. New plots and fields go to the dock that was handled last.

    Signals:
        states_asked: a list of (TopicKey, path) is to be shown as states instead.
        analyse_asked: a PlotsPanel, and the PlotCell in it whose curves are to be analysed.
        plotted: a sentence that tells which curves were added to a plot, and where.

    Attributes:
        shared: memory, time and closed panels, which all docks share.
    """

    states_asked = Signal(object)
    analyse_asked = Signal(object, object)
    plotted = Signal(str)

    def __init__(self, tools: ViewTools, alerts: SessionAlerts, actions: PlotActions) -> None:
        kind = ViewKind("plots", "plots", say(PlotWording.PLOTS()), MAX_DOCKS, first_is_plain=True, can_be_hidden=True)
        super().__init__(tools, kind, self._make_docked)
        self.shared = SharedPlots(
            tools.links,
            tools.topics,
            alerts,
            tools.themes,
            tools.preferences,
            tools.spawn,
            tools.window,
            link=actions.link,
            show_states=self.states_asked.emit,
            analyse=self.analyse_asked.emit,
            faults=tools.faults,
            runs=tools.runs,
        )
        self._actions = actions
        # names of docks by when they were handled, the latest last
        self._handled: list[str] = []
        actions.enable_icons()
        actions.show.triggered.connect(self.toggle)
        actions.new.triggered.connect(self.new_plot)
        actions.new_dock.triggered.connect(self.add)
        actions.pause.triggered.connect(self.pause)
        actions.link.setChecked(self.shared.link.linked)
        actions.link.toggled.connect(self.shared.set_linked)
        tools.preferences.imported.connect(self._restore_link)

    def _restore_link(self) -> None:
        self._actions.link.setChecked(self.shared.is_link_wanted)

    def show_current(self) -> PlotsPanel:
        """Raise the dock that was handled last above those that share its place; return its panel."""
        name = self._current()
        if name is None:
            view = self._open()
            return view.ensure_panel()
        self.docks[name].show()
        self.docks[name].raise_()
        return self.panels[name].ensure_panel()

    def open_panels(self) -> Iterator[PlotsPanel]:
        """Yield the panels of all docks that were seen."""
        for docked in self.panels.values():
            if docked.panel is not None:
                yield docked.panel

    def toggle(self) -> None:
        """Hide all docks if any can be seen, else show them all."""
        if any(is_in_front(dock) for dock in self.docks.values()):
            for dock in self.docks.values():
                dock.hide()
            return
        for dock in self.docks.values():
            dock.show()
        self.show_current().focus_plot()

    def new_plot(self) -> None:
        """Add a plot to the dock that was handled last; a dock that is just made has its first plot already."""
        name = self._current()
        made = name is not None and self.panels[name].panel is not None
        panel = self.show_current()
        if made:
            panel.new_plot()

    def plot_fields(self, fields: list[tuple[TopicKey, str]]) -> None:
        """Show fields in the plot that was handled last, of all docks; the keyboard focus stays where it is."""
        focused = QApplication.focusWidget()
        panel = self.show_current()
        before = panel.curves
        panel.add_fields(fields)
        if focused is not None and Shiboken.isValid(focused) and focused.isVisible():
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell_plotted(panel, [curve for curve in panel.curves if curve not in before])

    def go_to_plots(self) -> None:
        """Give the keyboard focus to the plot that was handled last."""
        self.show_current().focus_plot()

    def pause(self) -> None:
        """Pause the dock that was handled last, or have it follow the data again."""
        name = self._current()
        if name is not None:
            self.panels[name].ensure_panel().toggle_pause()

    def can_be_seen(self) -> bool:
        """Whether a refresh does anything: always, for history goes on unseen."""
        return True

    def refresh(self, now: float) -> None:
        """Refresh all panels, also the closed ones that are kept; `now` is monotonic, in seconds."""
        super().refresh(now)
        self.shared.refresh(now)

    def close(self) -> None:
        """Close all docks and drop the panels that were kept."""
        super().close()
        self.shared.close()

    def make(self, name: str | None = None) -> str | None:
        """Make a dock; the first has no number in its title. Return its name, None if there are too many."""
        made = super().make(name)
        if made is not None:
            dock = self.docks[made]
            number = self.kind.names.index(made) + 1
            if number > 1:
                dock.setWindowTitle(say(PlotWording.TITLE(number=number)))
            dock.visibilityChanged.connect(self._note_shown)
            self.panels[made].handled.connect(lambda: self._note(made))
            self._note(made)
        return made

    def show_state(self, name: str, state: Mapping[str, Any]) -> str:
        """Show a saved state in a dock; return what is wrong with the state, empty if nothing is."""
        view = self.panels[name]
        if not state:
            if view.panel is not None and view.panel.curves:
                view.restore({})
            view.ensure_panel()
            return ""
        try:
            view.show_state(state)
        except JsonError as error:
            return say_error(error)
        return ""

    def remove(self, name: str) -> None:
        """Remove a dock by its name."""
        self._handled.remove(name)
        super().remove(name)
        self._note_shown()

    def _make_docked(self, _name: str, _retitle: Callable[[str], None]) -> DockedPlots:
        return DockedPlots(self.shared)

    def _tell_plotted(self, panel: PlotsPanel, curves: list[PlotCurve]) -> None:
        """Tell which curves were added, and where; what could not be shown is told by the panel."""
        if not curves:
            return
        names = listed_names(curve.spec.label for curve in curves[:_MAX_TOLD])
        title = next(self.docks[name].windowTitle() for name, view in self.panels.items() if view.panel is panel)
        cells = panel.grid.cells
        number = next(number for number, cell in enumerate(cells, 1) if curves[0] in cell.plot.curves)
        if len(curves) > _MAX_TOLD:
            rest = len(curves) - _MAX_TOLD
            told = PlotWording.PLOTTED_AND_MORE(names=names, count=rest, title=title, number=number)
        elif len(cells) > 1:
            told = PlotWording.PLOTTED_IN_PLOT(names=names, title=title, number=number)
        else:
            told = PlotWording.PLOTTED_IN(names=names, title=title)
        self.plotted.emit(say(told))

    def _open(self) -> DockedPlots:
        """Reopen the dock that was closed last, or open an empty one."""
        if not self.tools.closed.reopen_one_of(self):
            self.add()
        return self.panels[self._handled[-1]]

    def _current(self) -> str | None:
        """Return the name of the dock that was handled last, preferably of those that are shown."""
        shown = [name for name in self._handled if not self.docks[name].isHidden()]
        return next(reversed(shown or self._handled), None)

    def _note(self, name: str) -> None:
        self._handled = [*(known for known in self._handled if known != name), name]

    def _note_shown(self) -> None:
        self._actions.show.setChecked(any(not dock.isHidden() for dock in self.docks.values()))

    def _saved_states(self, kept: dict[str, Any]) -> dict[str, Any]:
        # an older state, from when there was one dock only
        return {self.kind.name: kept} if "grid" in kept else kept

"""The docks of analyses, and the commands that open them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QApplication, QWidget

from app.model.topics import TopicKey
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.base.text import say
from app.ui.base.view_docks import ViewDocks, ViewKind, ViewTools
from app.ui.time_axis.plots.docks import PlotDocks
from app.ui.window.actions import AnalysisActions
from app.wording.ui.analysis import AnalysisPanelWording

if TYPE_CHECKING:
    from app.session.driving import Driving
    from app.ui.analysis.panel import AnalysisPanel
    from app.ui.time_axis.plots.cell import PlotCell
    from app.ui.time_axis.plots.panel import PlotsPanel

# more than anybody uses at a time
MAX_DOCKS: Final = 8

# the stages of driving in which nothing moves
_AT_REST: Final = frozenset({"disarmed", "stopped"})

# the method that is called on the widget with the focus, or on one of its parents
_ASKED: Final = "ask_to_analyse"


class AnalysisDocks(ViewDocks["AnalysisPanel"]):
    """Opens analyses of plots, state timelines, topics and fields.

    Args:
        driving: gives the driving of one robot, which is loaded then.
        plots: the docks of plots, which show the same time and whose history is used.
    """

    def __init__(
        self, tools: ViewTools, driving: Callable[[], Driving], plots: PlotDocks, actions: AnalysisActions
    ) -> None:
        kind = ViewKind("analysis", "analyses", say(AnalysisPanelWording.ANALYSIS()), MAX_DOCKS)
        self._plots = plots
        super().__init__(tools, kind, self._make_panel)
        CHART_LIBRARY.must_wait = lambda: _is_driven(driving())
        actions.enable_icons()
        actions.analyse.triggered.connect(self.analyse_what_has_the_keys)
        actions.new_dock.triggered.connect(self.add)
        plots.analyse_asked.connect(self.analyse_plot)

    def analyse_fields(self, fields: Sequence[tuple[TopicKey, str]]) -> None:
        """Analyse fields in the dock that was opened last; an empty path stands for a topic, whose timing is shown."""
        from app.ui.analysis.state import AnalysisTab  # noqa: PLC0415 - numpy takes 100 ms

        panel = self._open()
        if panel is not None:
            panel.add_fields(fields)
            if fields and not any(path for _, path in fields):
                panel.show_tab(AnalysisTab.TIMING)

    def analyse_plot(self, panel: PlotsPanel, cell: PlotCell) -> None:
        """Analyse the curves of a plot, in the span that is marked in it, or else is visible."""
        from app.ui.analysis.state import AnalysisSubject  # noqa: PLC0415 - as above

        shown = self._open()
        if shown is not None:
            shown.follow_plot(panel.time_window, panel.cursors, panel.data.base)
            shown.set_thresholds([threshold.value for threshold in cell.plot.thresholds])
            shown.add_subjects(
                [AnalysisSubject.for_curve(curve.spec) for curve in cell.plot.curves if curve.values is not None]
            )

    def analyse_what_has_the_keys(self) -> None:
        """Analyse the plot, state row, topic or field that has the focus; else open an empty analysis."""
        # the stubs say that there is always one
        asked: QWidget | None = QApplication.focusWidget() or self._window.focusWidget()
        while asked is not None:
            ask = getattr(asked, _ASKED, None)
            if ask is not None and ask():
                return
            asked = asked.parentWidget()
        self._open()

    # inside

    def _make_panel(self, name: str, retitle: Callable[[str], None]) -> AnalysisPanel:
        from app.ui.analysis.panel import AnalysisPanel  # noqa: PLC0415 - as above

        tools, shared = self.tools, self._plots.shared
        panel = AnalysisPanel(
            tools.links,
            tools.topics,
            tools.themes,
            tools.spawn,
            name,
            shared.budget,
            shared.link,
            self._plots.open_panels,
            runs=shared.runs,
        )
        panel.retitled.connect(retitle)
        return panel

    def _open(self) -> AnalysisPanel | None:
        name = next(reversed(self.panels), None)
        if name is None:
            return self.add()
        self.bring_to_front(name)
        return self.panels[name]


def _is_driven(driving: Driving) -> bool:
    """Whether a robot is armed, or may be moving."""
    state = driving.handle.state
    return state.may_be_moving or state.stage.value not in _AT_REST

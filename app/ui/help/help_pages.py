"""The table of which page of the guide is about which view, panel or dialog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtWidgets import QDockWidget, QWidget

FIRST_PAGE: Final = "user-guide#user-guide"

# by the name of the class, as none of them is loaded for the guide; of what is in each other the innermost counts
HELP_PAGES: Final[Mapping[str, str]] = {
    # what stands around the views
    "StartPage": FIRST_PAGE,
    "ConnectionsPanel": "user-guide#connect",
    "AlertsPanel": "user-guide#connect",
    "WorldBar": "user-guide#worlds",
    "PlayBar": "user-guide#playing-recordings",
    "TopicsPanel": "user-guide#topics",
    "Rail": "user-guide#the-window",
    "InspectorPanel": "user-guide#messages",
    "LogPanel": "user-guide#log",
    "DrivePanel": "user-guide#driving-from-the-window",
    "IncidentsPanel": "user-guide#incidents",
    "ComparePanel": "user-guide#compare-with-another-run",
    # views
    "PlotsPanel": "user-guide#plots",
    "DockedPlots": "user-guide#plots",
    "StatePanel": "user-guide#states",
    "ImagePanel": "user-guide#pictures",
    "TopViewPanel": "user-guide#top-view",
    "AnalysisPanel": "analysis#in-the-window",
    # what a robot has beside topics
    "JointsPanel": "user-guide#joints",
    "ConsolePanel": "user-guide#console",
    "ParametersPanel": "user-guide#parameters",
    "CallsPanel": "user-guide#call-and-publish",
    "NodesPanel": "user-guide#nodes",
    "GoalsPanel": "user-guide#goals",
    "FramesPanel": "user-guide#frames-tf",
    "DiagnosticsPanel": "user-guide#diagnostics",
    # dialogs
    "ConnectDialog": "user-guide#connect",
    "DoctorDialog": "user-guide#connect",
    "FindingsDialog": FIRST_PAGE,
    "NamesFileDialog": "user-guide#nrp-core-engines",
    "TokenDialog": "user-guide#galileo-robots",
    "RateDialog": "user-guide#topics",
    "TopicDialog": "user-guide#topics",
    "CurveDialog": "user-guide#plots",
    "RangeDialog": "user-guide#plots",
    "PictureDialog": "user-guide#plots",
    "ThresholdDialog": "user-guide#plots",
    "TransitionsDialog": "user-guide#states",
    "ParameterDialog": "user-guide#parameters",
    "ProfileEditor": "user-guide#profiles-of-robots",
    "PadSetupDialog": "user-guide#pads-and-keys",
    "PreferencesDialog": "user-guide#preferences",
    "KeySheet": "user-guide#keys",
    "RecordTopicsDialog": "user-guide#recordings",
    "KeepDialog": "user-guide#recordings",
    "SelftestDialog": "user-guide#self-test",
    "IncidentDialog": "user-guide#when-something-breaks",
    "ReportDialog": "user-guide#when-something-breaks",
    "AboutDialog": "user-guide#versions-and-updates",
    "WhatsNewDialog": "user-guide#versions-and-updates",
    "GuideDialog": "user-guide#help",
    "FileDialog": "user-guide#where-things-are-kept",
}


def page_for(widget: QWidget | None) -> str:
    """Return the page about what a widget is in; the first page where nothing around it is in the table."""
    while widget is not None:
        content = widget.widget() if isinstance(widget, QDockWidget) else None
        for each in (content, widget):
            page = next((HELP_PAGES[kind.__name__] for kind in type(each).__mro__ if kind.__name__ in HELP_PAGES), None)
            if page is not None:
                return page
        widget = widget.parentWidget()
    return FIRST_PAGE

from __future__ import annotations

from app.model.timeseries.curve_spec import CurveSpec
from app.ui.analysis.state import AnalysisSubject, AnalysisTab
from app.ui.analysis.tabs import TAB_KINDS, subject_name, tab_tip, tab_title
from tests.fakes.analyses import IMU


def test_every_tab_has_a_name_a_tip_and_a_way_to_look() -> None:
    assert set(TAB_KINDS) == set(AnalysisTab)
    assert len({tab_title(tab) for tab in AnalysisTab}) == len(AnalysisTab)
    assert len({tab_tip(tab) for tab in AnalysisTab}) == len(AnalysisTab)


def test_a_subject_is_named_by_its_topic_and_its_curve() -> None:
    assert subject_name(AnalysisSubject(IMU)) == "/imu"
    assert subject_name(AnalysisSubject.for_curve(CurveSpec(IMU, "x"))) == "/imu x"

from __future__ import annotations

from app.model.timeseries.curve_spec import CurveSpec
from app.ui.analysis.state import Subject, Tab
from app.ui.analysis.tabs import LOOKS, name_of, tip_of_tab, title_of_tab
from tests.fakes.analyses import IMU


def test_every_tab_has_a_name_a_tip_and_a_way_to_look() -> None:
    assert set(LOOKS) == set(Tab)
    assert len({title_of_tab(tab) for tab in Tab}) == len(Tab)
    assert len({tip_of_tab(tab) for tab in Tab}) == len(Tab)


def test_a_subject_is_named_by_its_topic_and_its_curve() -> None:
    assert name_of(Subject(IMU)) == "/imu"
    assert name_of(Subject.of(CurveSpec(IMU, "x"))) == "/imu x"

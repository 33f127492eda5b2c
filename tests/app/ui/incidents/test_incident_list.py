from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt

from app.record.incidents import Incident, IncidentFolder, IncidentReason
from app.ui.base.theme import Themes
from app.ui.incidents.incident_list import IncidentColumn, IncidentListModel, cell_text, reason_text
from app.wording.drive import StopWording
from app.wording.ui.incidents import IncidentListWording
from tests.fakes.incident_recording import STOPPED_NS, fill_incidents
from tests.tools.sentences import shows


@pytest.fixture
def incidents(tmp_path: Path) -> list[Incident]:
    return fill_incidents(IncidentFolder(tmp_path))


@pytest.fixture
def model(themes: Themes, incidents: list[Incident]) -> IncidentListModel:
    model = IncidentListModel(themes)
    assert model.set_incidents(incidents)
    return model


def test_the_newest_incident_stands_first_and_is_still_being_recorded(model: IncidentListModel) -> None:
    assert model.rowCount() == 4
    assert model.index(0, IncidentColumn.ROBOT).data() == "Rover 1"
    assert shows(model.index(0, IncidentColumn.LENGTH).data(), IncidentListWording.STILL_RECORDING)
    assert shows(model.index(1, IncidentColumn.LENGTH).data(), IncidentListWording.SECONDS, length_s=80.0)


def test_one_whose_time_is_over_is_not_made_yet_also_where_the_clock_was_set_back(
    model: IncidentListModel, tmp_path: Path
) -> None:
    folder = IncidentFolder(tmp_path)
    for then_ns in (STOPPED_NS + 120 * 10**9, STOPPED_NS - 3600 * 10**9):
        folder.now_ns = lambda then_ns=then_ns: then_ns  # type: ignore[misc]
        assert model.set_incidents(folder.list())
        assert shows(model.index(0, IncidentColumn.LENGTH).data(), IncidentListWording.NOT_MADE)
        folder.now_ns = lambda: STOPPED_NS
        assert model.set_incidents(folder.list())


def test_one_whose_recording_lacks_what_could_not_be_read_says_so(model: IncidentListModel, tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path)
    lacking = model.incident(model.index(1, 0))
    assert lacking is not None
    folder.complete(lacking, left_out=3)
    model.set_incidents(folder.list())
    length = model.index(1, IncidentColumn.LENGTH)
    assert shows(length.data(), IncidentListWording.SECONDS_INCOMPLETE, length_s=80.0)
    assert shows(length.data(Qt.ItemDataRole.ToolTipRole), IncidentListWording.LEFT_OUT, count=3)


def test_a_reason_is_that_of_driving_or_else_of_the_kind(incidents: list[Incident]) -> None:
    assert shows(reason_text(incidents[0]), StopWording.STOP)
    assert shows(reason_text(incidents[1]), StopWording.LINK_LOST)
    assert incidents[2].facts.reason is IncidentReason.ALERT
    assert shows(reason_text(incidents[2]), IncidentListWording.ALERT)
    assert shows(reason_text(incidents[3]), IncidentListWording.CRASH)


def test_only_the_note_can_be_edited_and_only_a_new_one_is_told(
    model: IncidentListModel, incidents: list[Incident]
) -> None:
    told: list[tuple[Incident, str]] = []
    model.note_edited.connect(lambda incident, text: told.append((incident, text)))
    note = model.index(1, IncidentColumn.NOTE)
    assert model.setData(note, "another")
    assert not model.setData(note, incidents[1].facts.note)
    assert told == [(incidents[1], "another")]
    editable = [column for column in IncidentColumn if model.flags(model.index(1, column)) & Qt.ItemFlag.ItemIsEditable]
    assert editable == [IncidentColumn.NOTE]


def test_one_that_is_kept_is_marked_and_said_to_be(model: IncidentListModel) -> None:
    marks = [model.index(row, 0).data(Qt.ItemDataRole.DecorationRole) for row in range(4)]
    assert [mark is not None for mark in marks] == [False, True, False, False]
    assert shows(model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole), IncidentListWording.KEPT_TIP)
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) is None


def test_the_same_incidents_change_nothing_and_others_are_found_by_name(
    model: IncidentListModel, incidents: list[Incident]
) -> None:
    assert not model.set_incidents(list(incidents))
    assert model.set_incidents(incidents[1:])
    assert model.index_of(incidents[1].name).row() == 0
    assert not model.index_of(incidents[0].name).isValid()
    assert model.incident(QModelIndex()) is None


def test_a_note_of_several_lines_is_shown_in_one(model: IncidentListModel, tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path)
    incidents = folder.list()
    folder.note(incidents[0], "one\ntwo")
    model.set_incidents(folder.list())
    assert model.index(0, IncidentColumn.NOTE).data() == "one two"
    assert cell_text(folder.list()[0], IncidentColumn.NOTE) == "one\ntwo"

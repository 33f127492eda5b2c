"""The keeper of incidents in a run: what its black box, its alerts and its links give it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.config.folders import CONFIG_VARIABLE, incidents_folder
from app.config.profile import Profile
from app.model.alerts import Alert, Severity
from app.model.status import ConnectionState, ConnectionStatus
from app.net.link_thread import LinkThread
from app.record.incidents import Incident, IncidentFolder, IncidentReason
from app.session.connection_info import ConnectionInfo
from app.session.incident_doctor import IncidentDoctor
from app.session.incident_triggers import DriveLook
from app.session.links import Links
from app.session.session import Session
from app.version import VERSION
from tests.app.session.test_black_box import until


@pytest.fixture
async def session(link: LinkThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Session]:
    """A session whose black box is on, and whose files are the test's."""
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    made = Session(link)
    made.black_box.start()
    yield made
    await made.black_box.stop()
    await made.close()


def incidents() -> list[Incident]:
    return IncidentFolder(incidents_folder()).list()


async def test_an_error_that_is_raised_becomes_an_incident_while_the_box_is_on(session: Session) -> None:
    await until(lambda: session.black_box.state is not None and session.black_box.state.kept_bytes)
    session.alerts.raise_alert(Alert("key", Severity.WARNING, "ros1://robot", "a warning"))
    session.alerts.raise_alert(Alert("key 2", Severity.ERROR, "ros1://robot", "an error"))
    await until(incidents)
    (found,) = incidents()
    assert (found.facts.reason, found.facts.words) == (IncidentReason.ALERT, "an error")
    assert found.facts.versions["teledeck"] == VERSION


async def test_an_incident_has_the_robots_name_in_the_window_and_the_profile_by_which_it_is_driven(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = ConnectionStatus(ConnectionState.CONNECTED, "")
    rover, other = ConnectionInfo("ros1://rover", "ROS", status), ConnectionInfo("gazebo://other:1", "World 2", status)
    monkeypatch.setattr(Links, "connections", [rover, other])
    session.shown_name = lambda uri: {rover.id: "Rover in hall 2"}.get(uri, "")
    session.driving.connection_id, session.driving.profile = rover.id, Profile("warehouse")
    describe = session.incident_keeper._sources.describe
    told = [(describe(about)["robot"], describe(about)["profile"]) for about in ("", rover.id, other.id)]
    assert told == [("Rover in hall 2", "warehouse")] * 2 + [("World 2", "")]
    session.driving.connection_id = ""
    assert (describe("")["robot"], describe("")["profile"]) == ("", "")


async def test_the_doctor_is_asked_about_the_robot_of_an_incident_unless_one_may_move(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = ConnectionStatus(ConnectionState.CONNECTED, "")
    rover, other = ConnectionInfo("ros1://rover", "ROS", status), ConnectionInfo("gazebo://other:1", "World 2", status)
    monkeypatch.setattr(Links, "connections", [rover, other])
    monkeypatch.setattr(IncidentDoctor, "examine", lambda _, robot: robot)
    session.driving.connection_id = rover.id
    examine = session.incident_keeper._sources.examine
    assert examine("Teledeck") is None
    told: list[object] = [examine(""), examine(other.id)]
    assert told == [rover.id, other.id]
    monkeypatch.setattr(DriveLook, "is_moving", True)
    assert examine("") is None
    assert examine(other.id) is None


async def test_what_is_on_the_disk_of_the_box_is_known_by_its_files(session: Session) -> None:
    now_ns = time.time_ns()
    await until(lambda: any(session.black_box.files(0, now_ns + 60 * 10**9)))
    path, sealed = session.black_box.files(0, now_ns + 60 * 10**9)[0][0]
    assert sealed is not None
    assert path.with_name(f"{path.name}.part").exists()
    await session.black_box.stop()
    assert session.black_box.files(0, now_ns) == []
    session.alerts.raise_alert(Alert("key", Severity.ERROR, "ros1://robot", "an error"))
    assert incidents() == []

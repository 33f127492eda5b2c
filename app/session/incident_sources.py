"""The sources of incidents in a run: driving, alerts, links and the black box, as their keeper is given them."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from app.config.folders import incidents_folder, state_folder
from app.drive.process.audit_reader import read_entries
from app.faults.past_runs import last_incident
from app.model.alerts import Alert, Severity
from app.net.link_thread import LinkThread
from app.record.incidents import IncidentFolder
from app.session.alerts import SessionAlerts
from app.session.black_box import BlackBox
from app.session.incident_doctor import Examination, IncidentDoctor
from app.session.incident_keeper import IncidentKeeper, IncidentSources
from app.session.incident_triggers import DriveLook, IncidentTriggers, Trigger
from app.session.links import Links
from app.version import VERSION

if TYPE_CHECKING:
    from app.session.driving import Driving

_ALERT: Final = "incidents"


def make_keeper(
    link: LinkThread,
    box: BlackBox,
    links: Links,
    alerts: SessionAlerts,
    driving: Callable[[], Driving | None],
    shown_name: Callable[[str], str],
) -> IncidentKeeper:
    """Make the keeper of the incidents of a run; `shown_name` gives what the window calls a robot."""
    triggers = IncidentTriggers(frozenset({_ALERT}))
    doctor = IncidentDoctor(link, links.run_doctor)

    def look() -> Sequence[Trigger]:
        return triggers.look(_drive_look(driving()), alerts.current, time.monotonic())

    def describe(source: str) -> Mapping[str, object]:
        driven = driving()
        driven_id = driven.connection_id if driven is not None else ""
        about = source or driven_id
        profile = driven.profile if driven is not None and about and about == driven_id else None
        robot = next((shown_name(info.id) or info.description for info in links.connections if info.id == about), "")
        return {"robot": robot, "profile": profile.name if profile is not None else "", "versions": _versions()}

    def examine(source: str) -> Examination | None:
        driven = driving()
        about = source or (driven.connection_id if driven is not None else "")
        # checks take something from the links by which a robot is driven
        is_free = not _drive_look(driven).is_moving
        return doctor.examine(about) if is_free and any(info.id == about for info in links.connections) else None

    def secrets() -> tuple[Sequence[str], Sequence[str]]:
        return [uri for info in links.connections for uri in (info.id, info.address)], links.secrets

    def show_trouble(trouble: str, tip: str) -> None:
        if trouble:
            alerts.raise_alert(Alert(_ALERT, Severity.WARNING, "Teledeck", trouble, tip, time.time_ns()))
        else:
            alerts.clear(_ALERT)

    return IncidentKeeper(
        IncidentFolder(incidents_folder()),
        IncidentSources(
            files=box.files,
            is_ready=lambda: box.is_ready,
            claims=box.claims,
            look=look,
            describe=describe,
            secrets=secrets,
            audit=lambda from_s, until_s: read_entries(state_folder() / "drive", from_s, until_s),
            crash=last_incident,
            show_trouble=show_trouble,
            examine=examine,
            forget=triggers.forget,
        ),
    )


def _drive_look(driving: Driving | None) -> DriveLook:
    if driving is None:
        return DriveLook()
    handle = driving.handle
    return DriveLook(handle.newest_report, handle.stop_presses, bool(handle.exit_code))


def _versions() -> dict[str, str]:
    return {"teledeck": VERSION, "python": platform.python_version(), "system": platform.platform()}

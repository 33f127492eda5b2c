"""Recordings with our own channels, made by hand: a drive that ends with STOP, and whatever else a test notes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from app.drive.control.values import DriveSource, LinkLevel, Reason, Stage, Velocity, WatchdogReadiness
from app.drive.messages.report import DriveReport
from app.model.alerts import Alert, Severity
from app.model.status import ConnectionState, ConnectionStatus, LinkQuality
from app.record.channels import OWN
from app.record.incidents import Incident, IncidentFacts, IncidentFolder, IncidentReason
from app.record.mcap_writer import McapWriter
from app.record.own_channels import OWN_CHANNELS, OwnChannels
from app.wording.drive import StopWording

STOPPED_NS: Final = 1_800_000_000_000_000_000
ROBOT: Final = "ros1://rover.example:11311"
NAMES: Final = tuple(dict.fromkeys((*OWN_CHANNELS, "marks", "drive/audit")))


class IncidentRecording:
    """A recording whose messages a test adds, by seconds after the incident."""

    def __init__(self, path: Path, topics: tuple[str, ...] = ()) -> None:
        self.path = path
        self._names = (*(OWN + name for name in NAMES), *topics)
        self._messages: list[tuple[int, str, bytes]] = []

    def note(self, name: str, at_s: float, value: object) -> None:
        """Add a message as our own channels write it."""
        payload = OwnChannels._encode(value, [])
        self.write(OWN + name, at_s, payload)

    def write(self, topic: str, at_s: float, payload: bytes) -> None:
        """Add a message with this payload."""
        self._messages.append((STOPPED_NS + round(at_s * 1e9), topic, payload))

    def finish(self, metadata: Mapping[str, str] | None = None) -> Path:
        """Write the file."""
        writer = McapWriter(self.path)
        for number, name in enumerate(self._names, 1):
            writer.add_channel(number, 0, name, "json", metadata or {})
        told = sorted(self._messages, key=lambda one: one[0])
        for start in range(0, len(told), 1000):
            part = told[start : start + 1000]
            writer.write_chunk(
                [self._names.index(topic) + 1 for _, topic, _ in part],
                [time_ns for time_ns, _, _ in part],
                list(range(start + 1, start + len(part) + 1)),
                [payload for _, _, payload in part],
            )
        writer.finish()
        return self.path


def report(stage: Stage = Stage.DISARMED, **values: Any) -> DriveReport:
    """A report of the drive process with a good link."""
    usual = {"level": LinkLevel.GOOD, "watchdog": WatchdogReadiness.READY, "round_trip_s": 0.012, "connected": True}
    return DriveReport(0.0, stage, **{**usual, **values})


def drive_to_stop(path: Path, note: str = "the box fell here") -> IncidentRecording:
    """A drive of ten seconds that ends with STOP, after which the robot stands within half a second."""
    made = IncidentRecording(path)
    made.note("about", -20.0, {"version": "9.9.9"})
    connected = ConnectionStatus(ConnectionState.CONNECTED, "the robot answers")
    made.note("connections", -20.0, [(ROBOT, connected, LinkQuality(0.010))])
    made.note("drive", -20.0, report())
    made.note("drive", -12.0, report(Stage.ARMING, reason=Reason.BY_OPERATOR))
    made.note("drive", -11.8, report(Stage.ARMED, reason=Reason.BY_OPERATOR))
    for step in range(50):
        speed, took_s = min(0.1 * step, 0.5), 0.012 + 0.001 * (step % 7) + (0.06 if step == 40 else 0.0)
        driven = {"command": Velocity(speed, 0.1), "measured": Velocity(speed * 0.9, 0.1), "round_trip_s": took_s}
        at_s = -10.0 + 0.2 * step
        made.note("drive", at_s, report(Stage.ARMED, driver=DriveSource.PAD, reason=Reason.BY_OPERATOR, **driven))
        made.note("log", at_s, {"level": "INFO", "logger": "app.drive", "text": f"step {step}"})
    made.note("marks", -3.0, {"words": note})
    made.note("drive", 0.0, report(Stage.STOPPING, reason=Reason.STOP, measured=Velocity(0.45), owed=True))
    made.note("drive", 0.2, report(Stage.STOPPED, reason=Reason.STOP, measured=Velocity(0.2)))
    made.note("drive", 0.4, report(Stage.STOPPED, reason=Reason.STOP, measured=Velocity(0.0)))
    fault = Alert("battery", Severity.WARNING, ROBOT, "The battery is low", raised_ns=STOPPED_NS)
    made.note("alerts", 1.0, (fault,))
    made.note("alerts", 5.0, ())
    made.note("drive", 19.0, report(Stage.STOPPED, reason=Reason.STOP, measured=Velocity(0.0)))
    return made


def fill_incidents(folder: IncidentFolder) -> list[Incident]:
    """Make incidents of all kinds, newest first, of which the newest is still being recorded."""
    folder.now_ns = lambda: STOPPED_NS
    words = {IncidentReason.STOP: str(StopWording.STOP()), IncidentReason.LINK: str(StopWording.LINK_LOST())}
    reasons = (IncidentReason.STOP, IncidentReason.LINK, IncidentReason.ALERT, IncidentReason.CRASH)
    notes = ("", "the box fell off in front of the shelf, nobody was there", "", "")
    for number, (reason, note) in enumerate(zip(reasons, notes, strict=True)):
        facts = IncidentFacts(
            STOPPED_NS - number * 5_400_000_000_000,
            reason,
            words.get(reason, ""),
            STOPPED_NS - 60_000_000_000,
            STOPPED_NS + 20_000_000_000,
            robot="" if reason is IncidentReason.CRASH else f"Rover {number + 1}",
            note=note,
            is_kept=number == 1,
        )
        made = folder.add(facts)
        if number:
            drive_to_stop(made.recording).finish()
            folder.complete(made)
    return folder.list()

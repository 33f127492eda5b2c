"""`teledeck doctor` and `teledeck report`: checks of the way to a robot, and a file about a problem."""

from __future__ import annotations

import argparse
import queue
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.cli.command import (
    DONE,
    NOT_REACHED,
    POLL_S,
    WRONG_USAGE,
    CommandConnection,
    CommandError,
    command_connection,
    monotonic,
    print_line,
    settings_of,
)
from app.cli.output import counted, finding_json, finding_text, topic_text
from app.cli.stopping import STOP
from app.config.folders import state_folder
from app.config.profile import Profile
from app.config.profile_checks import ProfileError
from app.config.profile_folder import load_profile
from app.drive.process.audit_reader import evidence_text, read_stop_evidence
from app.drive.robot.estop import pressed_reader
from app.faults.past_runs import incident_report, last_incident
from app.faults.problem_report import ReportFacts, ReportGroup, choose_texts, gather_texts, save_report
from app.model.doctor import DoctorCheck
from app.model.messages.stamps import StampLag
from app.model.topics import Topic, TopicKey
from app.session.addresses import ROBOT_SCHEMES, VARIABLE_PREFIXES
from app.wording.commands import CommandWording
from app.wording.connections import ConnectionWording
from app.wording.drive import DriveWording, StopWording

# this many topics, each of another type, are read for this long
MAX_TOPICS: Final = 8
STAMPS_S: Final = 3.0
# robots that repeat the state of their E-stop do so at least every few seconds
ESTOP_S: Final = 5.0
NAME_WIDTH: Final = 12

# fields of types that have a stamp
_STAMPED: Final = frozenset({"header", "stamp"})


def run_doctor(arguments: argparse.Namespace) -> int:
    """Print each finding as it comes; returns 1 if there is a fault."""
    findings: queue.SimpleQueue[DoctorCheck] = queue.SimpleQueue()
    faults = 0

    def show() -> None:
        nonlocal faults
        while not findings.empty():
            finding = findings.get()
            faults += finding.ok is False
            print_line(finding_json(finding) if arguments.json else finding_text(finding, NAME_WIDTH))

    profile, settings = _profile(arguments.profile), settings_of(arguments)
    with command_connection(arguments.uri, patient=True, settings=settings, ask_for_token=False) as connection:
        connection.waits_for_return = False
        connection.wait(connection.session.links.run_doctor(connection.connection_id, findings.put), show)
        show()
        for finding in (*_check_stamps(connection), *_check_estop(connection, profile)):
            findings.put(finding)
    show()
    return NOT_REACHED if faults else DONE


def _check_stamps(run: CommandConnection) -> Iterator[DoctorCheck]:
    """Read some topics with stamps for a moment, and give a finding for each that comes late."""
    session = run.session
    picked: dict[str, Topic] = {}
    for topic in session.topics.store.topics:
        schema = session.topics.schema_of(run.connection_id, topic.info.type_name) if topic.info.publishers else None
        if schema is not None and schema.known and any(field.name in _STAMPED for field in schema.fields()):
            picked.setdefault(topic.info.type_name, topic)
    topics = list(picked.values())[:MAX_TOPICS]
    lags: dict[str, StampLag] = {}
    session.topics.set_subscriptions("doctor", {topic.key for topic in topics}, latched=False)
    until = monotonic() + STAMPS_S
    while topics and monotonic() < until:
        time.sleep(POLL_S)
        STOP.check()
        found = {topic.key.topic: session.topics.lag_of(topic) for topic in topics}
        lags |= {name: lag for name, lag in found.items() if lag is not None}
    session.topics.set_subscriptions("doctor", ())
    for name, lag in lags.items():
        if lag.text:
            yield DoctorCheck(
                "stamps",
                None,
                ConnectionWording.OF_TOPIC(topic=topic_text(name), reason=lag.text),
                CommandWording.TOO_SLOW() if lag.is_late else CommandWording.SET_CLOCKS(),
            )
    if lags and not any(lag.text for lag in lags.values()):
        yield DoctorCheck("stamps", True, CommandWording.STAMPS_FIT(topics=counted(len(lags), "topic")))


def _profile(name: str | None) -> Profile:
    try:
        return load_profile(name) if name else Profile()
    except ProfileError as error:
        raise CommandError(WRONG_USAGE, error.reason, error.tip) from error


def _check_estop(run: CommandConnection, profile: Profile) -> Iterator[DoctorCheck]:
    """Give a finding of the robot's own E-stop, where the profile names its topic: whether it is told, and readable."""
    if not profile.estop_topic:
        return
    topics = run.session.topics
    key = TopicKey(run.connection_id, profile.estop_topic)
    topics.set_subscriptions("doctor estop", {key})
    until = monotonic() + ESTOP_S
    while (heard := topics.topic(key)) is None or heard.newest is None:
        if monotonic() > until:
            yield DoctorCheck("estop", False, DriveWording.ESTOP_UNKNOWN(), StopWording.ESTOP_UNHEARD_TIP())
            return
        time.sleep(POLL_S)
        STOP.check()
    message = heard.newest
    topics.set_subscriptions("doctor estop", ())
    read = pressed_reader(message.schema, profile.estop_field, profile.estop_when)
    pressed = read(message.payload)
    if pressed is None:
        yield DoctorCheck("estop", False, DriveWording.ESTOP_UNKNOWN(), StopWording.ESTOP_UNREADABLE_TIP())
    else:
        words = DriveWording.ESTOP_PRESSED() if pressed else DriveWording.ESTOP_RELEASED()
        yield DoctorCheck("estop", None if pressed else True, words, StopWording.ESTOP_TIP() if pressed else "")


def run_report(arguments: argparse.Namespace) -> int:
    """Write the report; nothing is sent."""
    path = Path(arguments.file)
    if path.exists():
        raise CommandError(WRONG_USAGE, CommandWording.FILE_EXISTS(path=path), CommandWording.NAME_ANOTHER())
    incident = last_incident()
    text = ""
    if incident is not None:
        robot = evidence_text(read_stop_evidence(state_folder() / "drive", incident.head.run))
        text = incident_report(incident, robot)
    told = ReportFacts(ROBOT_SCHEMES, VARIABLE_PREFIXES, incident=text)
    texts = choose_texts(gather_texts(told), (ReportGroup.LOGS, ReportGroup.VERSIONS, ReportGroup.SETTINGS))
    try:
        save_report(path, texts)
    except OSError as error:
        raise CommandError(
            NOT_REACHED, CommandWording.NOT_WRITTEN(path=path, error=error.strerror or str(error))
        ) from error
    for entry in texts:
        print_line(entry.name)
    return DONE

"""What the black box keeps of links and alerts is read again as it was noted, and in the language of the window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from app.model.alerts import Alert, Severity
from app.model.messages.values import Battery
from app.model.status import ConnectionState, ConnectionStatus, LinkCounts, LinkQuality, RobotCondition
from app.record.own_channels import OWN_CHANNELS, OwnChannels
from app.session.recorded_side import ALERTS, LINKS, LinkState, RecordedSide, alerts_note, links_note
from app.wording.session import SessionWording
from protocols.sentence import code_of

LOST = ConnectionStatus(ConnectionState.LOST, SessionWording.SEE_LOG(path="a.log"), "Wait.", 5, failed=True)
CONNECTED = ConnectionStatus(ConnectionState.CONNECTED, "Gazebo 11")
CONDITION = RobotCondition(Battery(0.5, 24.1, charging=True), "navigating", 7)


@pytest.fixture
def side() -> RecordedSide:
    return RecordedSide({}, ())


def kept(name: str, note: Mapping[str, Any]) -> bytes:
    """A note as it stands in the file."""
    (told,) = OwnChannels({name: lambda: note}).take(1)
    return told.payload


def test_the_channels_are_there() -> None:
    assert {LINKS, ALERTS} <= set(OWN_CHANNELS)


def test_a_link_is_read_as_it_was(side: RecordedSide) -> None:
    link = LinkState(LOST, LinkQuality(0.02, 0.1, one_way=True, counts=LinkCounts(late=3)), CONDITION)

    side.take(LINKS, kept(LINKS, links_note([("a", link), ("b", LinkState(CONNECTED))])))

    assert side.links == {"a": link, "b": LinkState(CONNECTED)}
    assert code_of(side.links["a"].status.reason) is SessionWording.SEE_LOG


def test_reports_that_come_all_the_time_are_noted_only_where_they_differ() -> None:
    notes = [
        links_note([("a", LinkState(CONNECTED, None, RobotCondition(CONDITION.battery, received_ns=at_ns)))])
        for at_ns in (1, 2)
    ]
    assert notes[0] == notes[1]


def test_alerts_are_read_as_they_were(side: RecordedSide) -> None:
    text = SessionWording.SEE_LOG(path="a.log")
    alerts = (Alert("disk", Severity.ERROR, "a", text, "Mend it.", 3, 2), Alert("net", Severity.INFO, "b", "slow"))

    side.take(ALERTS, kept(ALERTS, alerts_note(alerts)))

    assert side.alerts == alerts
    assert [code_of(alert.text) for alert in side.alerts] == [SessionWording.SEE_LOG, None]


def test_notes_of_an_earlier_version_are_read_in_plain_words(side: RecordedSide) -> None:
    side.take(LINKS, msgspec.json.encode({"value": [("a", LOST, None)]}, enc_hook=str))

    assert side.links == {"a": LinkState(LOST)}
    assert code_of(side.links["a"].status.reason) is None


@pytest.mark.parametrize(
    "payload", [b"", b"[]", b'{"value": 3}', b'{"value": [["a", {"state": "odd", "reason": ""}, null]]}', b"\xff"]
)
def test_what_can_not_be_understood_changes_nothing(side: RecordedSide, payload: bytes) -> None:
    side.links, side.alerts = {"a": LinkState(CONNECTED)}, (Alert("a", Severity.INFO, "", ""),)

    side.take(LINKS, payload)
    side.take(ALERTS, payload)
    side.take("pad", payload)

    assert side.links
    assert side.alerts


def test_another_time_is_known_nothing_of(side: RecordedSide) -> None:
    side.take(ALERTS, kept(ALERTS, alerts_note([Alert("a", Severity.INFO, "", "")])))
    side.take(LINKS, kept(LINKS, links_note([("a", LinkState(CONNECTED))])))

    side.forget()

    assert (side.links, side.alerts) == ({}, ())

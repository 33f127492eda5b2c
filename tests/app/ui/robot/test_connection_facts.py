from __future__ import annotations

import time

import pytest

from app.model.messages.values import Battery
from app.model.status import ConnectionState, ConnectionStatus, LinkCounts, LinkQuality, RobotCondition
from app.session.session import ConnectionInfo
from app.ui.base.theme import Themes
from app.ui.robot.connection_facts import connection_facts, make_fact_strip, state_since

NOW_NS = 1_800_000_000_000_000_000
SECOND = 1_000_000_000


def _info(
    condition: RobotCondition | None = None,
    quality: LinkQuality | None = None,
    state: ConnectionState = ConnectionState.CONNECTED,
) -> ConnectionInfo:
    status = ConnectionStatus(state, "the reason")
    return ConnectionInfo("galileo://robot:3547", "", status, condition=condition, quality=quality)


def _texts(themes: Themes, info: ConnectionInfo) -> tuple[str, ...]:
    return tuple(fact.text if fact is not None else "" for fact in connection_facts(info, themes, NOW_NS))


def test_a_robot_that_tells_nothing_has_no_facts(themes: Themes) -> None:
    assert connection_facts(_info(), themes, NOW_NS) == (None,) * 4
    assert connection_facts(_info(RobotCondition(Battery()), LinkQuality()), themes, NOW_NS) == (None,) * 4


@pytest.mark.parametrize(
    ("battery", "text"),
    [
        (Battery(None, 24.13), "24.1 V"),
        (Battery(0.784, 24.1), "24.1 V, 78 %"),
        (Battery(0.784, None, charging=True), "78 %, charging"),
        (Battery(None, None, charging=True), "charging"),
        (Battery(0.5, None, charging=False), "50 %"),
    ],
)
def test_of_a_battery_is_told_what_is_known_and_nothing_else(themes: Themes, battery: Battery, text: str) -> None:
    assert _texts(themes, _info(RobotCondition(battery)))[0] == text


def test_charging_has_a_sign_of_its_own(themes: Themes) -> None:
    signs = [
        fact.icon.cacheKey()
        for charging in (True, False)
        if (fact := connection_facts(_info(RobotCondition(Battery(0.5, charging=charging))), themes, NOW_NS)[0])
        is not None
    ]

    assert len(set(signs)) == 2


def test_a_battery_that_is_almost_empty_warns_unless_it_is_charging(themes: Themes) -> None:
    colors = [
        fact.color
        for battery in (Battery(0.1), Battery(0.1, charging=True), Battery(0.9))
        if (fact := connection_facts(_info(RobotCondition(battery)), themes, NOW_NS)[0]) is not None
    ]

    assert colors == [themes.current.warn, themes.current.text, themes.current.text]


@pytest.mark.parametrize(
    ("quality", "text"),
    [
        (LinkQuality(0.0342), "34 ms"),
        (LinkQuality(1.25, 0.124), "1,250 ms, loss 12 % there and back"),
        (LinkQuality(0.01, 0.3, one_way=True), "10 ms, loss 30 % one way"),
        (LinkQuality(None, 0.0), "Loss 0 % there and back"),
    ],
)
def test_the_link_is_told_by_its_round_trip_and_what_is_lost_on_which_way(
    themes: Themes, quality: LinkQuality, text: str
) -> None:
    assert _texts(themes, _info(None, quality))[2] == text


@pytest.mark.parametrize(
    ("quality", "bad"),
    [(LinkQuality(0.05, 0.05), False), (LinkQuality(0.05, 0.1), True), (LinkQuality(0.5, 0.0), True)],
)
def test_a_link_that_can_be_felt_warns(themes: Themes, quality: LinkQuality, bad: bool) -> None:  # noqa: FBT001
    fact = connection_facts(_info(None, quality), themes, NOW_NS)[2]

    assert fact is not None
    assert fact.color == (themes.current.warn if bad else themes.current.text)


def test_what_was_not_taken_or_not_sent_is_told_kind_by_kind(themes: Themes) -> None:
    counts = LinkCounts(foreign=1, strange=2, malformed=3, late=4, dropped=5, unsent=6, errors=7000)
    fact = connection_facts(_info(None, LinkQuality(0.034, 0.0, counts=counts)), themes, NOW_NS)[2]

    assert fact is not None
    assert fact.text == "34 ms, loss 0 % there and back"
    lines = fact.tip.splitlines()[2:]
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4", "5", "6", "7,000"]


def test_what_was_not_taken_is_told_while_nothing_else_is_known(themes: Themes) -> None:
    quality = LinkQuality(counts=LinkCounts(malformed=3))

    assert _texts(themes, _info(None, quality))[2] == "3 not taken"
    assert _texts(themes, _info(None, LinkQuality(0.034, counts=LinkCounts())))[2] == "34 ms"


def test_what_is_not_of_now_is_grey_and_has_its_age(themes: Themes) -> None:
    condition = RobotCondition(Battery(0.5), "navigating", NOW_NS - 12 * SECOND)
    facts = connection_facts(_info(condition, LinkQuality(0.5, 0.5), ConnectionState.LOST), themes, NOW_NS)

    assert _texts(themes, _info(condition, None, ConnectionState.LOST)) == ("50 %", "Navigating", "", "12 s old")
    assert [fact.color for fact in facts[:3] if fact is not None] == [themes.current.muted] * 3
    assert _texts(themes, _info(condition))[3] == ""


def test_there_is_room_for_every_fact(themes: Themes) -> None:
    info = _info(
        RobotCondition(Battery(1.0, 88.8, charging=True), "navigating", NOW_NS - 59 * 60 * SECOND),
        LinkQuality(9.999, 1.0),
        ConnectionState.LOST,
    )
    strip = make_fact_strip()
    strip.show_facts(connection_facts(info, themes, NOW_NS))

    for label in strip._texts:
        assert label.fontMetrics().horizontalAdvance(label.text()) <= label.maximumWidth(), label.text()


@pytest.mark.parametrize(
    ("state", "age_s", "text"),
    [
        (ConnectionState.STALE, 3.7, "W for 3 s"),
        (ConnectionState.STALE, 75, "W for 1 min"),
        (ConnectionState.STALE, -5, "W for 0 s"),
        (ConnectionState.CONNECTED, 5, "W"),
        (ConnectionState.REFUSED, 5, "W"),
    ],
)
def test_a_state_that_matters_by_its_time_has_it(state: ConnectionState, age_s: float, text: str) -> None:
    status = ConnectionStatus(state, "", since_ns=NOW_NS - int(age_s * SECOND))

    assert state_since("W", status, NOW_NS) == text


def test_a_connection_that_was_lost_says_when_and_on_which_day_unless_it_is_today() -> None:
    status = ConnectionStatus(ConnectionState.LOST, "", since_ns=NOW_NS)
    local = time.localtime(NOW_NS / 1e9)

    assert state_since("Lost", status, NOW_NS) == time.strftime("Lost since %H:%M:%S", local)
    later_ns = NOW_NS + 3 * 86_400 * SECOND
    assert state_since("Lost", status, later_ns) == time.strftime("Lost since %Y-%m-%d %H:%M:%S", local)


def test_a_time_that_is_not_known_is_not_told() -> None:
    assert state_since("Lost", ConnectionStatus(ConnectionState.LOST, ""), NOW_NS) == "Lost"

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.model.messages.values import Battery
from app.model.status import ConnectionState, ConnectionStatus, LinkCounts, LinkQuality, Retry, RobotCondition
from app.model.steady_link import SteadyLink
from app.session.connection_info import ConnectionInfo
from app.session.recorded_side import LinkState, RecordedSide
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import STATE_ROLES, Themes
from app.ui.robot.connections import (
    ConnectionsPanel,
    connection_facts,
    connection_state_word,
    make_fact_strip,
    next_try,
    state_since,
)
from app.wording.ui.robot import RobotWording
from tests.fakes.layout_requests import LayoutRequests
from tests.fakes.session import GALILEO, URI, FakeSession
from tests.tools.sentences import shows

HOST = "robot"
NOW_NS = 1_800_000_000_000_000_000
SECOND = 1_000_000_000


def _info(
    condition: RobotCondition | None = None,
    quality: LinkQuality | None = None,
    state: ConnectionState = ConnectionState.CONNECTED,
) -> ConnectionInfo:
    status = ConnectionStatus(state, "The reason")
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
        (LinkQuality(1.25, 0.124), f"1,250 ms, {RobotWording.LOSS_BOTH_WAYS(percent='12 %')}"),
        (LinkQuality(0.01, 0.3, one_way=True), f"10 ms, {RobotWording.LOSS_ONE_WAY(percent='30 %')}"),
        (LinkQuality(None, 0.0), RobotWording.LOSS_BOTH_WAYS(percent="0 %")),
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
    assert fact.text == f"34 ms, {RobotWording.LOSS_BOTH_WAYS(percent='0 %')}"
    lines = fact.tip.splitlines()[2:]
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4", "5", "6", "7,000"]


def test_what_was_not_taken_is_told_while_nothing_else_is_known(themes: Themes) -> None:
    quality = LinkQuality(counts=LinkCounts(malformed=3))

    assert _texts(themes, _info(None, quality))[2] == RobotWording.NOT_TAKEN(count=3)
    assert _texts(themes, _info(None, LinkQuality(0.034, counts=LinkCounts())))[2] == "34 ms"


def test_what_is_not_of_now_is_grey_and_has_its_age(themes: Themes) -> None:
    condition = RobotCondition(Battery(0.5), "navigating", NOW_NS - 12 * SECOND)
    facts = connection_facts(_info(condition, LinkQuality(0.5, 0.5), ConnectionState.LOST), themes, NOW_NS)

    assert _texts(themes, _info(condition, None, ConnectionState.LOST)) == (
        "50 %",
        "Navigating",
        "",
        RobotWording.OLD(age="12 s"),
    )
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

    assert state_since("Lost", status, NOW_NS) == RobotWording.STATE_SINCE(
        state="Lost", time=time.strftime("%H:%M:%S", local)
    )
    later_ns = NOW_NS + 3 * 86_400 * SECOND
    clock = time.strftime("%Y-%m-%d %H:%M:%S", local)
    assert state_since("Lost", status, later_ns) == RobotWording.STATE_SINCE(state="Lost", time=clock)


def test_a_time_that_is_not_known_is_not_told() -> None:
    assert state_since("Lost", ConnectionStatus(ConnectionState.LOST, ""), NOW_NS) == "Lost"


@pytest.fixture
def lock(session: FakeSession, themes: Themes) -> CommandSwitch:
    return CommandSwitch(session.commands, QAction(), themes, lambda: URI)


class WallClock:
    now_ns = 1_800_000_000_000_000_000

    def __call__(self) -> int:
        return self.now_ns


@pytest.fixture
def wall_clock() -> WallClock:
    return WallClock()


@pytest.fixture
def panel(
    qtbot: QtBot,
    session: FakeSession,
    themes: Themes,
    preferences: Preferences,
    lock: CommandSwitch,
    wall_clock: WallClock,
) -> ConnectionsPanel:
    panel = ConnectionsPanel(session.links, session.commands, themes, preferences, lock, wall_clock)
    qtbot.addWidget(panel)
    return panel


@pytest.mark.parametrize("state", list(ConnectionState))
def test_a_state_is_told_by_word_reason_and_tip(
    panel: ConnectionsPanel, session: FakeSession, state: ConnectionState
) -> None:
    session.set_state(state, "The reason", "what to do")
    panel.refresh(0.0)

    assert [notice.texts for notice in panel.notices] == [
        (connection_state_word(state), HOST, "The reason", "what to do")
    ]


@pytest.mark.parametrize("state", list(ConnectionState))
def test_the_sign_alone_says_that_a_robot_is_connected(
    panel: ConnectionsPanel, session: FakeSession, state: ConnectionState
) -> None:
    session.set_state(state)
    panel.refresh(0.0)
    (sign,) = [
        label
        for label in panel.notices[0].findChildren(QLabel)
        if label.accessibleName() == connection_state_word(state)
    ]

    assert panel.notices[0].word_is_shown is (state is not ConnectionState.CONNECTED)
    assert sign.toolTip().split("\n") == [connection_state_word(state), HOST, URI]


def test_the_word_has_the_colour_of_the_state_in_either_theme(
    panel: ConnectionsPanel, session: FakeSession, themes: Themes
) -> None:
    session.set_state(ConnectionState.LOST)
    panel.refresh(0.0)
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        themes.choose(choice)
        color = getattr(themes.current, STATE_ROLES[ConnectionState.LOST])

        assert color in panel.notices[0].word_style


def test_every_state_has_a_word_of_its_own() -> None:
    assert len({connection_state_word(state) for state in ConnectionState}) == len(ConnectionState)


def test_rows_follow_connections_that_come_and_go(panel: ConnectionsPanel, session: FakeSession) -> None:
    panel.show()
    assert panel.isHidden() or not panel.notices

    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.REFUSED, connection="gazebo://other:1")
    panel.refresh(0.0)
    assert [notice.texts[1] for notice in panel.notices] == [HOST, "other"]

    session.links.infos.pop(URI)
    session.links.note_change()
    panel.refresh(0.0)
    assert [notice.texts[1] for notice in panel.notices] == ["other"]


def test_nothing_is_asked_of_the_session_while_nothing_changes(panel: ConnectionsPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    before = panel.notices[0]
    session.links.infos.clear()
    panel.refresh(1.0)

    assert panel.notices == [before]


def test_the_colour_of_a_link_does_not_flicker(themes: Themes) -> None:
    link, warn = SteadyLink(), themes.current.warn

    def color(round_trip_s: float, at_s: int) -> str:
        info = _info(quality=LinkQuality(round_trip_s=round_trip_s))
        fact = connection_facts(info, themes, at_s * 1_000_000_000, link)[2]
        assert fact is not None
        return fact.color

    assert color(0.02, 0) != warn
    assert color(0.35, 1) != warn
    assert color(0.02, 2) != warn
    assert color(0.35, 3) == color(0.02, 4) == color(0.35, 5) == warn
    assert color(0.02, 9) != warn


def test_the_cross_asks_to_disconnect_its_own_row(panel: ConnectionsPanel, session: FakeSession) -> None:
    asked: list[str] = []
    panel.disconnect_asked.connect(asked.append)
    for name in ("gazebo://a:1", "gazebo://b:1", "gazebo://c:1"):
        session.set_state(ConnectionState.CONNECTED, connection=name)
    panel.refresh(0.0)
    session.links.infos.pop("gazebo://a:1")
    session.links.note_change()
    panel.refresh(0.0)
    panel.show()
    QTest.mouseClick(panel.notices[1].button, Qt.MouseButton.LeftButton)

    assert asked == ["gazebo://c:1"]


def test_the_address_is_copied_as_it_is_or_as_a_command_line(panel: ConnectionsPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    *_, address, command = panel.notices[0].more.choices.actions()
    address.trigger()
    assert QGuiApplication.clipboard().text() == URI

    command.trigger()
    assert QGuiApplication.clipboard().text() == f"teledeck {URI}"


@pytest.mark.parametrize(
    ("failures", "wait_s", "code", "values"),
    [
        (2, 4, RobotWording.NEXT_TRY, {"wait_s": 4, "which": RobotWording.ORDINAL_RD(number="3")}),
        (1, 0.5, RobotWording.NEXT_TRY, {"wait_s": 1, "which": RobotWording.ORDINAL_ND(number="2")}),
        (10, 0, RobotWording.TRYING_NOW, {"which": RobotWording.ORDINAL_TH(number="11")}),
        (1110, -3, RobotWording.TRYING_NOW, {"which": RobotWording.ORDINAL_TH(number="1,111")}),
        (20, -3, RobotWording.TRYING_NOW, {"which": RobotWording.ORDINAL_ST(number="21")}),
    ],
)
def test_the_next_attempt_at_a_robot_is_told_with_its_time_and_number(
    failures: int, wait_s: float, code: RobotWording, values: dict[str, object]
) -> None:
    retry = Retry(failures, NOW_NS + int(wait_s * SECOND))

    assert next_try(retry, NOW_NS) == code(**values)


def test_a_robot_that_was_never_reached_warns_and_offers_what_can_be_done(
    panel: ConnectionsPanel, session: FakeSession, themes: Themes
) -> None:
    session.set_unreached("nothing listens on robot:11345")
    panel.refresh(0.0)
    (notice,), (remedies,) = panel.notices, panel.remedies
    asked: list[tuple[str, str]] = []
    panel.edit_asked.connect(lambda uri: asked.append(("edit", uri)))
    panel.diagnosis_asked.connect(lambda uri: asked.append(("diagnose", uri)))
    for button in (remedies.try_now, remedies.edit, remedies.diagnose):
        button.click()

    assert themes.current.warn in notice.word_style
    assert shows(notice.texts[0], RobotWording.NEXT_TRY) or shows(notice.texts[0], RobotWording.TRYING_NOW)
    assert notice.switch.isHidden()
    assert session.links.tried == [URI]
    assert asked == [("edit", URI), ("diagnose", URI)]

    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    assert remedies.isHidden()
    assert not notice.switch.isHidden()


@pytest.mark.parametrize("width", [310, 240])
def test_no_button_of_a_narrow_card_is_cut(panel: ConnectionsPanel, session: FakeSession, width: int) -> None:
    session.set_unreached("nothing listens on robot:11345")
    panel.refresh(0.0)
    (remedies,) = panel.remedies
    panel.resize(width, 200)
    for _ in range(3):
        QApplication.processEvents()

    seen = [each for each in (remedies.try_now, remedies.edit, remedies.diagnose) if each.parentWidget() is remedies]
    assert all(each.width() >= each.sizeHint().width() for each in seen)
    assert remedies.try_now in seen
    # the others are in the panel of what has no room
    assert len(seen) == 3 or (remedies.more is not None and remedies.more.isVisibleTo(remedies))


def test_a_first_attempt_that_has_not_failed_yet_does_not_warn(panel: ConnectionsPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTING)
    panel.refresh(0.0)

    assert panel.notices[0].texts[0] == connection_state_word(ConnectionState.CONNECTING)
    assert panel.remedies[0].isHidden()


def test_a_name_stands_before_the_address_as_soon_as_it_is_given(
    panel: ConnectionsPanel, session: FakeSession, preferences: Preferences
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    notice = panel.notices[0]
    assert (notice.texts[1], notice.subtitle) == (HOST, URI)

    preferences.set_robot_name(URI, "Rover in the hall")
    panel.refresh(0.1)
    assert (notice.texts[1], notice.subtitle) == ("Rover in the hall", URI)

    preferences.set_robot_name(URI, "")
    panel.refresh(0.2)
    assert (notice.texts[1], notice.subtitle) == (HOST, URI)


def test_robots_on_one_host_are_told_apart_by_their_ports(panel: ConnectionsPanel, session: FakeSession) -> None:
    for name in ("gazebo://rover:11345", "ros1://rover:11311", "galileo://[fe80::1]:3547"):
        session.set_state(ConnectionState.CONNECTED, connection=name)
    panel.refresh(0.0)

    assert [notice.texts[1] for notice in panel.notices] == ["rover:11345", "rover:11311", "fe80::1"]


def _is_whole(label: QLabel) -> bool:
    return label.width() >= label.fontMetrics().horizontalAdvance(label.text())


@pytest.mark.parametrize("width", [320, 250, 190])
def test_names_and_buttons_of_several_robots_are_whole_in_a_narrow_list(
    panel: ConnectionsPanel, session: FakeSession, width: int
) -> None:
    uris = ("ros1://arm-7.local:11311", "gazebo://rover:11345", "galileo://10.0.0.23:3547")
    states = (ConnectionState.CONNECTED, ConnectionState.CONNECTED, ConnectionState.LOST)
    for uri, state in zip(uris, states, strict=True):
        session.set_state(state, "a reason that needs more than one line in a narrow list", connection=uri)
    host = QWidget()
    panel.setParent(host)
    panel.setFixedWidth(width)
    host.show()
    panel.refresh(0.0)
    for _ in range(5):
        QApplication.processEvents()
    for notice, name in zip(panel.notices, ("arm-7.local", "rover", "10.0.0.23"), strict=True):
        (title,) = [label for label in notice.findChildren(QLabel) if label.text() == name]
        assert _is_whole(title)
        for button in (notice.more, notice.button):
            assert button.width() >= button.iconSize().width()
            right = button.mapTo(panel, button.rect().topRight()).x()
            assert right < width - 5
            assert not button.geometry().intersects(title.geometry())
    (word,) = [
        label
        for label in panel.notices[2].findChildren(QLabel)
        if label.text() == connection_state_word(ConnectionState.LOST)
    ]
    assert word.isVisible()
    assert _is_whole(word)
    panel.setParent(None)


def test_another_colour_is_there_at_the_next_refresh(
    panel: ConnectionsPanel, session: FakeSession, preferences: Preferences
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    preferences.set_robot_color(URI, 0)
    panel.refresh(0.0)
    before = panel.notices[0].grab().toImage()
    preferences.set_robot_color(URI, 4)
    panel.refresh(0.1)

    assert panel.notices[0].grab().toImage() != before


def test_a_robot_is_only_looked_at_until_its_own_switch_is_pressed(
    panel: ConnectionsPanel, session: FakeSession, lock: CommandSwitch
) -> None:
    for name in (URI, "gazebo://other:1"):
        session.set_state(ConnectionState.CONNECTED, connection=name)
    panel.refresh(0.0)
    panel.show()
    switches = [notice.switch for notice in panel.notices]
    assert [switch.text() for switch in switches] == [RobotWording.VIEW_ONLY()] * 2

    QTest.mouseClick(switches[1], Qt.MouseButton.LeftButton)
    assert session.commands._allowed == {"gazebo://other:1"}
    assert [switch.text() for switch in switches] == [RobotWording.VIEW_ONLY(), RobotWording.COMMANDS_ALLOWED()]
    assert [switch.isChecked() for switch in switches] == [False, True]

    lock.allow("gazebo://other:1", allowed=False)
    assert [switch.text() for switch in switches] == [RobotWording.VIEW_ONLY()] * 2


def test_what_a_robot_tells_of_itself_and_the_link_stands_below_its_name(
    panel: ConnectionsPanel, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.CONNECTED, connection=GALILEO)
    session.set_condition(RobotCondition(Battery(0.5, 24.0), "navigating", 1), LinkQuality(0.02, 0.0))
    panel.refresh(0.0)

    assert panel.strips[0].isHidden()
    assert panel.strips[1].texts == (
        "24.0 V, 50 %",
        "Navigating",
        f"20 ms, {RobotWording.LOSS_BOTH_WAYS(percent='0 %')}",
        "",
    )
    session.set_condition(None)
    panel.refresh(0.1)
    assert panel.strips[1].isHidden()


def test_rows_that_go_take_what_they_told_along(panel: ConnectionsPanel, session: FakeSession) -> None:
    for name in (GALILEO, "galileo://b:1"):
        session.set_state(ConnectionState.CONNECTED, connection=name)
    session.set_condition(RobotCondition(Battery(0.5)), connection="galileo://b:1")
    panel.refresh(0.0)
    session.links.infos.pop(GALILEO)
    session.links.note_change()
    panel.refresh(0.1)

    assert [strip.texts[0] for strip in panel.strips] == ["50 %"]


def test_the_time_of_a_stale_connection_goes_on_by_itself_and_stops_when_it_is_back(
    panel: ConnectionsPanel, session: FakeSession, wall_clock: WallClock
) -> None:
    session.set_state(ConnectionState.STALE, since_ns=wall_clock.now_ns - 3_000_000_000)
    panel.refresh(0.0)
    stale = connection_state_word(ConnectionState.STALE)
    assert panel.notices[0].texts[0] == RobotWording.STATE_FOR(state=stale, age="3 s")

    wall_clock.now_ns += 2_000_000_000
    panel.refresh(0.5)
    assert panel.notices[0].texts[0] == RobotWording.STATE_FOR(state=stale, age="3 s")
    panel.refresh(1.5)
    assert panel.notices[0].texts[0] == RobotWording.STATE_FOR(state=stale, age="5 s")
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(1.6)
    assert panel.notices[0].texts[0] == connection_state_word(ConnectionState.CONNECTED)


def test_a_lost_connection_says_since_when(
    panel: ConnectionsPanel, session: FakeSession, wall_clock: WallClock
) -> None:
    session.set_state(ConnectionState.LOST, since_ns=wall_clock.now_ns)
    panel.refresh(0.0)

    since = time.strftime("%H:%M:%S", time.localtime(wall_clock.now_ns / 1e9))
    lost = connection_state_word(ConnectionState.LOST)
    assert panel.notices[0].texts[0] == RobotWording.STATE_SINCE(state=lost, time=since)


def test_old_values_are_told_with_an_age_that_goes_on(
    panel: ConnectionsPanel, session: FakeSession, wall_clock: WallClock
) -> None:
    session.set_state(ConnectionState.LOST, connection=GALILEO)
    session.set_condition(RobotCondition(Battery(0.5), received_ns=wall_clock.now_ns - 12_000_000_000))
    panel.refresh(0.0)
    assert panel.strips[0].texts[3] == "12 s old"

    wall_clock.now_ns += 5_000_000_000
    panel.refresh(2.0)
    assert panel.strips[0].texts[3] == "17 s old"


@pytest.mark.parametrize(
    ("connection", "state", "offered"),
    [
        (GALILEO, ConnectionState.REFUSED, True),
        (GALILEO, ConnectionState.LOST, False),
        (GALILEO, ConnectionState.CONNECTED, False),
        (URI, ConnectionState.REFUSED, False),
    ],
)
def test_only_a_robot_that_refused_and_knows_tokens_can_be_given_one(
    panel: ConnectionsPanel,
    session: FakeSession,
    connection: str,
    state: ConnectionState,
    offered: bool,  # noqa: FBT001
) -> None:
    asked: list[str] = []
    panel.token_asked.connect(asked.append)
    session.set_state(state, connection=connection)
    panel.refresh(0.0)
    panel.show()
    assert panel.notices[0].action.isVisible() is offered

    panel.notices[0].action.click()
    assert asked == [connection]


@pytest.mark.parametrize("width", [640, 320, 190])
def test_rows_that_stay_the_same_ask_for_no_new_layout(
    panel: ConnectionsPanel, session: FakeSession, themes: Themes, width: int
) -> None:
    panel.setFixedWidth(width)
    session.set_state(ConnectionState.LOST, since_ns=NOW_NS)
    session.set_state(ConnectionState.CONNECTED, connection=GALILEO)
    session.set_condition(RobotCondition(Battery(0.5)), LinkQuality(0.02, 0.0))
    panel.refresh(0.0)
    panel.show()
    # its height follows that of its rows, and they follow its width
    for _ in range(5):
        QApplication.processEvents()
    requests = LayoutRequests(panel)
    for number in range(1, 5):
        session.links.note_change()
        panel.refresh(float(number))
        QApplication.processEvents()
    assert requests.count == 0

    copy = panel.notices[0].more.icon().cacheKey()
    themes.choose(ThemeChoice.LIGHT if themes.current.dark else ThemeChoice.DARK)
    assert panel.notices[0].more.icon().cacheKey() != copy


def test_in_the_past_the_state_and_battery_of_then_are_shown(
    panel: ConnectionsPanel, session: FakeSession, wall_clock: WallClock
) -> None:
    session.set_unreached("no answer")
    status = ConnectionStatus(ConnectionState.STALE, "nothing comes", since_ns=wall_clock.now_ns - 3_000_000_000)
    condition = RobotCondition(Battery(0.5), received_ns=wall_clock.now_ns - 60_000_000_000)
    session.past = RecordedSide({URI: LinkState(status, LinkQuality(0.02), condition)}, ())

    panel.refresh(0.0)

    word, _, reason, _ = panel.notices[0].texts
    assert word == RobotWording.STATE_FOR(state=RobotWording.STALE(), age="3 s")
    assert reason == "nothing comes"
    texts = panel.strips[0].texts
    assert "20 ms" in texts
    assert RobotWording.OLD(age="1 min") in texts
    # what is done about a robot is done now
    assert panel.remedies[0].isHidden()


def test_in_the_past_nobody_tries_to_reach_a_robot(panel: ConnectionsPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    status = ConnectionStatus(ConnectionState.CONNECTING, "no answer", failed=True)
    session.past = RecordedSide({URI: LinkState(status)}, ())

    panel.refresh(0.0)

    assert panel.notices[0].texts[0] == RobotWording.NOT_REACHED()
    assert panel.remedies[0].isHidden()

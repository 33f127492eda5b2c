"""All connections: name, state by shape, colour and word, its reason, a tip, battery, activity and link quality.

Each row also shows whether commands are allowed to the robot.
"""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from app.model.status import ConnectionState, ConnectionStatus, LinkCounts, LinkQuality, Retry, RobotCondition
from app.model.steady_link import ShownLink, SteadyLink
from app.session.addresses import address_tokens
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.text import battery_text, format_age, format_count, is_battery_low, listed, say
from app.ui.base.theme import STATE_ROLES, UNREACHED_ROLE, Themes
from app.ui.widgets.fact_strip import Fact, FactStrip
from app.ui.widgets.labels import name_widget
from app.ui.widgets.menus import add_entry
from app.ui.widgets.notices import Notice, NoticeList, set_icon
from app.ui.widgets.tool_row import ToolRow
from app.wording import Sentence
from app.wording.ui.robot import RobotWording

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.model.messages.values import Battery

    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands
    from app.session.links import Links

# a higher loss is noticed when driving
HIGH_LOSS: Final = 0.1
# a slower link is noticed when driving
SLOW_S: Final = 0.3

# by the last digit
_ORDINALS: Final = {1: RobotWording.ORDINAL_ST, 2: RobotWording.ORDINAL_ND, 3: RobotWording.ORDINAL_RD}

# nothing new comes in these states until something is done about them
_AWAY: Final = frozenset({ConnectionState.LOST, ConnectionState.REFUSED})

# ages and link quality change without a revision
_AGES_INTERVAL_S: Final = 1.0


def make_fact_strip() -> FactStrip:
    """Return an empty strip, with room for the texts of `connection_facts`."""
    return FactStrip(
        (
            say(RobotWording.CHARGING(voltage="00.0 V", percent="100 %")),
            "0" * 13,
            say(RobotWording.LINK_FACTS(time="0,000 ms", percent="100 %")),
            say(RobotWording.OLD(age="00 min")),
        )
    )


def link_level(quality: LinkQuality) -> int:
    """Return whether a link is so bad (1) that it is noticed when driving."""
    return int((quality.round_trip_s or 0.0) > SLOW_S or (quality.loss or 0.0) >= HIGH_LOSS)


def connection_facts(
    info: ConnectionInfo, themes: Themes, wall_clock_ns: int, link: SteadyLink | None = None
) -> tuple[Fact | None, ...]:
    """Return the facts for the places of `make_fact_strip`: battery, activity, link, and the age of the first two.

    `link` is what was shown of the link before.
    """
    quality = info.quality or LinkQuality()
    shown = (link or SteadyLink()).step(link_level(quality), quality.round_trip_s, wall_clock_ns / 1e9)
    old = info.status.state is not ConnectionState.CONNECTED
    condition = info.condition or RobotCondition()
    facts: list[Fact | None] = [
        _battery(condition.battery, themes, old=old),
        _activity(condition.activity, themes, old=old),
        _link(quality, shown, themes, old=old),
        None,
    ]
    if old and condition.received_ns and (facts[0] is not None or facts[1] is not None):
        age = format_age((wall_clock_ns - condition.received_ns) / 1e9)
        tip = say(RobotWording.OLD_TIP(age=age))
        text = say(RobotWording.OLD(age=age))
        facts[3] = Fact(themes.icon("state-stale", "warn"), text, tip, themes.current.warn)
    return tuple(facts)


def state_since(word: str, status: ConnectionStatus, wall_clock_ns: int) -> str:
    """Return the word for a state with its time, where that matters: “Stale for 3 s”, “Lost since 12:03:11”."""
    if not status.since_ns:
        return word
    if status.state is ConnectionState.STALE:
        age = format_age(max((wall_clock_ns - status.since_ns) // 1_000_000_000, 0))
        # whole seconds: tenths are too fast to read
        return say(RobotWording.STATE_FOR(state=word, age=age.replace(".0 ", " ")))
    if status.state is ConnectionState.LOST:
        since, today = time.localtime(status.since_ns / 1e9), time.localtime(wall_clock_ns / 1e9)
        clock = time.strftime("%H:%M:%S" if since[:3] == today[:3] else "%Y-%m-%d %H:%M:%S", since)
        return say(RobotWording.STATE_SINCE(state=word, time=clock))
    return word


def next_try(retry: Retry, wall_clock_ns: int) -> str:
    """Return when a robot that was never reached is tried next, and which attempt that is: “… in 4 s (3rd)”."""
    which = _ordinal(retry.failures + 1)
    wait_s = -((wall_clock_ns - retry.next_ns) // 1_000_000_000)
    if wait_s <= 0:
        return say(RobotWording.TRYING_NOW(which=which))
    return say(RobotWording.NEXT_TRY(wait_s=wait_s, which=which))


def _ordinal(number: int) -> Sentence:
    last = 0 if number // 10 % 10 == 1 else number % 10
    return _ORDINALS.get(last, RobotWording.ORDINAL_TH)(number=format_count(number))


def _battery(battery: Battery | None, themes: Themes, *, old: bool) -> Fact | None:
    if battery is None:
        return None
    text = battery_text(battery)
    if not text:
        return None
    low = is_battery_low(battery)
    role = "muted" if old else "warn" if low else "ok" if battery.charging else "text"
    icon = themes.icon("battery-charging" if battery.charging else "battery", role)
    tip = say(RobotWording.BATTERY(facts=text))
    if battery.charging is None:
        tip += "\n" + say(RobotWording.CHARGING_UNKNOWN())
    return Fact(icon, text, tip, _color(themes, "warn" if low else "text", old=old))


def _activity(activity: str, themes: Themes, *, old: bool) -> Fact | None:
    if not activity:
        return None
    tip, words = say(RobotWording.ACTIVITY(activity=activity)), say(activity)
    text = words[:1].upper() + words[1:]
    return Fact(themes.icon("activity", "muted"), text, tip, _color(themes, "text", old=old))


def _link(quality: LinkQuality, shown: ShownLink, themes: Themes, *, old: bool) -> Fact | None:
    round_trip, loss, bad = shown.round_trip_s, quality.loss, shown.level > 0
    parts, tips = [], []
    if round_trip is not None:
        parts.append(f"{round_trip * 1000:,.0f} ms")
        tips.append(say(RobotWording.ROUND_TRIP(time=parts[0])))
    if loss is not None:
        percent = f"{loss * 100:.0f} %"
        if quality.one_way:
            code, tip = RobotWording.LOSS_ONE_WAY, RobotWording.LOSS_ONE_WAY_TIP
        else:
            code, tip = RobotWording.LOSS_BOTH_WAYS, RobotWording.LOSS_BOTH_WAYS_TIP
        parts.append(say(code(percent=percent)))
        tips.append(say(tip(percent=percent)))
    tips += _discarded_lines(quality.counts)
    if not parts and quality.counts.discarded:
        parts.append(say(RobotWording.NOT_TAKEN(count=f"{quality.counts.discarded:,}")))
    if not parts:
        return None
    text = listed(parts)
    text = text[:1].upper() + text[1:]
    icon = themes.icon("round-trip", "warn" if bad and not old else "muted")
    return Fact(icon, text, "\n".join(tips), _color(themes, "warn" if bad else "text", old=old))


def _discarded_lines(counts: LinkCounts) -> list[str]:
    """Return a line for each kind of datagram that was not accepted, or not sent, where there were any."""
    lines = (
        (counts.foreign, RobotWording.IGNORED_FOREIGN),
        (counts.strange, RobotWording.IGNORED_STRANGE),
        (counts.malformed, RobotWording.IGNORED_MALFORMED),
        (counts.late, RobotWording.IGNORED_LATE),
        (counts.dropped, RobotWording.DROPPED_AT_ONCE),
        (counts.unsent, RobotWording.NOT_SENT),
        (counts.errors, RobotWording.NETWORK_ERRORS),
    )
    return [say(code(count=f"{count:,}")) for count, code in lines if count]


def _color(themes: Themes, role: str, *, old: bool) -> str:
    return str(getattr(themes.current, "muted" if old else role))


def connection_state_word(state: ConnectionState, *, unreached: bool = False) -> str:
    """Return the state as a word for the operator; of a robot that was tried and never reached, another one."""
    if unreached:
        return say(RobotWording.NOT_REACHED())
    return {
        ConnectionState.CONNECTING: say(RobotWording.CONNECTING()),
        ConnectionState.CONNECTED: say(RobotWording.CONNECTED()),
        ConnectionState.STALE: say(RobotWording.STALE()),
        ConnectionState.LOST: say(RobotWording.LOST()),
        ConnectionState.REFUSED: say(RobotWording.REFUSED()),
        ConnectionState.CLOSED: say(RobotWording.CLOSED()),
    }[state]


class ConnectionsPanel(QWidget):
    """Panel with a row for every connection.

    Signals:
        disconnect_asked: the operator wants to end this connection.
        token_asked: the operator wants to enter a token for this connection.
        edit_asked: the operator wants to correct the address of this connection.
        diagnosis_asked: the operator wants to know why this connection does not work.
    """

    disconnect_asked: Final = Signal(str)
    token_asked: Final = Signal(str)
    edit_asked: Final = Signal(str)
    diagnosis_asked: Final = Signal(str)

    def __init__(
        self,
        links: Links,
        commands: Commands,
        themes: Themes,
        preferences: Preferences,
        switch: CommandSwitch,
        wall_clock_ns: Callable[[], int] = time.time_ns,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._links = links
        self._commands = commands
        self._themes = themes
        self._preferences = preferences
        self._switch = switch
        self._wall_clock_ns = wall_clock_ns
        self._ages_due_s = 0.0
        self._has_ages = False
        # revisions of the session and of the names and colours of robots
        self._revisions = (-1, -1)
        self._ids: list[str] = []
        self._addresses: list[str] = []
        self._strips: list[FactStrip] = []
        self._links_shown: dict[str, SteadyLink] = {}
        self._remedies: list[Remedies] = []
        self._list = NoticeList(self._prepare)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._list)
        themes.changed.connect(self._draw)
        switch.changed.connect(self._draw)
        self._draw()

    @property
    def strips(self) -> list[FactStrip]:
        """The facts about each robot and its link, in the order of the rows."""
        return self._strips

    @property
    def remedies(self) -> list[Remedies]:
        """The buttons for each robot that is not there, in the order of the rows."""
        return self._remedies

    @property
    def notices(self) -> list[Notice]:
        """The rows, in the order of the session's connections."""
        return self._list.notices

    def can_be_seen(self) -> bool:
        """Whether the window is visible: the panel appears with the first connection."""
        return self.window().isVisible()

    def refresh(self, now: float) -> None:
        """Show the connections if they changed or ages are due."""
        changed = (self._links.revision, self._preferences.robots_revision) != self._revisions
        if changed or (self._has_ages and now >= self._ages_due_s):
            self._ages_due_s = now + _AGES_INTERVAL_S
            self._draw()

    def _draw(self) -> None:
        self._revisions = (self._links.revision, self._preferences.robots_revision)
        connections, is_past = self._links.shown, self._links.past() is not None
        self._ids = [info.id for info in connections]
        self._addresses = [info.address or info.id for info in connections]
        notices = self._list.set_count(len(connections))
        del self._strips[len(connections) :]
        del self._remedies[len(connections) :]
        now_ns = self._wall_clock_ns()
        # one that is new may make the names of others longer
        for name in self._ids:
            self._preferences.robot_name(name)
        for notice, strip, remedies, info in zip(notices, self._strips, self._remedies, connections, strict=True):
            status, unreached = info.status, info.is_unreached
            color = getattr(self._themes.current, UNREACHED_ROLE if unreached else STATE_ROLES[status.state])
            icon = self._themes.connection_icon(status.state, unreached=unreached)
            name = self._preferences.robot_name(info.id)
            notice.set_edge(self._themes.robot_color(info.id))
            address = info.id if name != info.id else ""
            if unreached and not is_past:
                word = next_try(info.retry, now_ns)
            else:
                word = state_since(connection_state_word(status.state, unreached=unreached), status, now_ns)
            # what is done about a robot is done now
            notice.action.setVisible(not is_past and self._wants_token(info))
            set_icon(notice.action, self._themes.icon("token", "muted"))
            # of a robot that was never there nobody can say what it takes
            notice.switch.setVisible((info.can_publish or bool(info.world_topic)) and not unreached)
            self._draw_switch(notice.switch, allowed=self._commands.allows(info.id))
            set_icon(notice.button, self._themes.icon("disconnect", "muted"))
            set_icon(notice.more, self._themes.icon("copy", "muted"))
            connected = status.state is ConnectionState.CONNECTED
            notice.set_content(icon, word, color, name, status.reason, status.tip, subtitle=address, by_icon=connected)
            link = self._links_shown.setdefault(info.id, SteadyLink())
            strip.show_facts(connection_facts(info, self._themes, now_ns, link))
            remedies.setVisible(not is_past and (unreached or status.state in _AWAY))
        self._links_shown = {name: self._links_shown[name] for name in self._ids}
        self._has_ages = any(
            info.status.state is ConnectionState.STALE
            or info.is_unreached
            or info.condition is not None
            or info.quality is not None
            for info in connections
        )
        self.setVisible(bool(connections))

    def _wants_token(self, info: ConnectionInfo) -> bool:
        return info.status.state is ConnectionState.REFUSED and address_tokens(info.id) is not None

    def _try_now(self, row: int) -> None:
        # it may have been disconnected meanwhile
        with contextlib.suppress(SessionError):
            self._links.try_now(self._ids[row])

    def _draw_switch(self, switch: QToolButton, *, allowed: bool) -> None:
        switch.setChecked(allowed)
        switch.setText(say(RobotWording.COMMANDS_ALLOWED()) if allowed else say(RobotWording.VIEW_ONLY()))
        set_icon(switch, self._themes.icon("unlock" if allowed else "lock", "warn" if allowed else "muted"))

    def _prepare(self, notice: Notice, row: int) -> None:
        notice.begin_with_title()
        notice.switch.setToolTip(self._switch.with_key(say(RobotWording.ALLOW_TIP())))
        notice.switch.setAccessibleName(say(RobotWording.ALLOW_COMMANDS()))
        notice.action.setText(say(RobotWording.TOKEN()))
        notice.action.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        notice.action.setToolTip(say(RobotWording.TOKEN_TIP()))
        notice.action.clicked.connect(lambda: self.token_asked.emit(self._ids[row]))
        strip = make_fact_strip()
        self._strips.append(strip)
        notice.add_below(strip)
        remedies = Remedies()
        remedies.try_now.clicked.connect(lambda: self._try_now(row))
        remedies.edit.clicked.connect(lambda: self.edit_asked.emit(self._ids[row]))
        remedies.diagnose.clicked.connect(lambda: self.diagnosis_asked.emit(self._ids[row]))
        self._remedies.append(remedies)
        notice.add_below(remedies)
        notice.switch.clicked.connect(lambda allowed: self._switch.allow(self._ids[row], allowed))
        notice.more.setVisible(True)
        notice.more.setToolTip(say(RobotWording.COPY()))
        notice.more.setAccessibleName(say(RobotWording.COPY_THE_ADDRESS_OR()))
        menu = notice.more.choices
        add_entry(menu, say(RobotWording.DIAGNOSE()), lambda: self.diagnosis_asked.emit(self._ids[row]))
        add_entry(menu, say(RobotWording.EDIT_ADDRESS()), lambda: self.edit_asked.emit(self._ids[row]))
        menu.addSeparator()
        add_entry(menu, say(RobotWording.COPY_ADDRESS()), lambda: _copy(self._addresses[row]))
        add_entry(
            menu,
            say(RobotWording.COPY_AS_COMMAND_LINE()),
            lambda: _copy(f"teledeck {shlex.quote(self._addresses[row])}"),
        )
        notice.button.setVisible(True)
        name_widget(notice.button, say(RobotWording.DISCONNECT()))
        notice.button.clicked.connect(lambda: self.disconnect_asked.emit(self._ids[row]))


class Remedies(ToolRow):
    """A row of buttons for a robot that is not there; those without room go into a panel.

    Attributes:
        try_now, edit, diagnose: the buttons.
    """

    def __init__(self) -> None:
        super().__init__()
        self.try_now = self._button(say(RobotWording.TRY_NOW()), say(RobotWording.CONNECT_AT_ONCE()))
        self.edit = self._button(say(RobotWording.EDIT()), say(RobotWording.CORRECT_THE_ADDRESS_EVERYTHING()))
        self.diagnose = self._button(
            say(RobotWording.DIAGNOSE()),
            say(RobotWording.CHECK_EVERY_STEP_OF()),
        )
        self.setContentsMargins(0, 4, 0, 2)
        for button in (self.try_now, self.edit, self.diagnose):
            self.add(button)
        self.add_stretch()

    def _button(self, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setProperty("framed", True)
        return button


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)

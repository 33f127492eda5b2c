"""All connections: name, state by shape, colour and word, its reason, a tip, battery, activity and link quality.

Each row also shows whether commands are allowed to the robot.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from app.model.messages.values import Battery
from app.model.status import ConnectionState, ConnectionStatus, LinkCounts, LinkQuality, RobotCondition
from app.session.addresses import address_tokens
from app.session.connection_info import ConnectionInfo
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.text import battery_text, format_age, is_battery_low, say, translate
from app.ui.base.theme import STATE_ROLES, Themes
from app.ui.widgets.fact_strip import Fact, FactStrip
from app.ui.widgets.labels import name_widget
from app.ui.widgets.menus import add_entry
from app.ui.widgets.notices import Notice, NoticeList, set_icon
from app.wording.ui.robot import RobotWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands
    from app.session.links import Links

# a higher loss is noticed when driving
HIGH_LOSS: Final = 0.1
# a slower link is noticed when driving
SLOW_S: Final = 0.3

# ages and link quality change without a revision
_AGES_INTERVAL_S: Final = 1.0


def make_fact_strip() -> FactStrip:
    """Return an empty strip, with room for the texts of `connection_facts`."""
    return FactStrip(
        (
            translate("Condition", "{voltage}, {percent}, charging").format(voltage="00.0 V", percent="100 %"),
            "0" * 13,
            translate("Condition", "{time}, loss {percent} there and back").format(time="0,000 ms", percent="100 %"),
            say(RobotWording.OLD(age="00 min")),
        )
    )


def connection_facts(info: ConnectionInfo, themes: Themes, wall_clock_ns: int) -> tuple[Fact | None, ...]:
    """Return the facts for the places of `make_fact_strip`: battery, activity, link, and the age of the first two."""
    old = info.status.state is not ConnectionState.CONNECTED
    condition = info.condition or RobotCondition()
    facts: list[Fact | None] = [
        _battery(condition.battery, themes, old=old),
        _activity(condition.activity, themes, old=old),
        _link(info.quality or LinkQuality(), themes, old=old),
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
    tip = say(RobotWording.ACTIVITY(activity=activity))
    text = activity[:1].upper() + activity[1:]
    return Fact(themes.icon("activity", "muted"), text, tip, _color(themes, "text", old=old))


def _link(quality: LinkQuality, themes: Themes, *, old: bool) -> Fact | None:
    round_trip, loss = quality.round_trip_s, quality.loss
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
    bad = (round_trip or 0.0) > SLOW_S or (loss or 0.0) >= HIGH_LOSS
    text = ", ".join(parts)
    text = text[:1].upper() + text[1:]
    icon = themes.icon("round-trip", "warn" if bad and not old else "muted")
    return Fact(icon, text, "\n".join(tips), _color(themes, "warn" if bad else "text", old=old))


def _discarded_lines(counts: LinkCounts) -> list[str]:
    """Return a line for each kind of datagram that was not accepted, or not sent, where there were any."""
    lines = (
        (counts.foreign, translate("Condition", "{count} not taken: from another address than the robot's")),
        (counts.strange, translate("Condition", "{count} not taken: of a session that is not ours")),
        (counts.malformed, translate("Condition", "{count} not taken: nothing that the protocol knows")),
        (counts.late, translate("Condition", "{count} not taken: too late")),
        (counts.dropped, translate("Condition", "{count} dropped: too many at once")),
        (counts.unsent, translate("Condition", "{count} not sent: this system had no room for them")),
        (counts.errors, translate("Condition", "{count} errors of the network, as this system told")),
    )
    return [line.format(count=f"{count:,}") for count, line in lines if count]


def _color(themes: Themes, role: str, *, old: bool) -> str:
    return str(getattr(themes.current, "muted" if old else role))


def connection_state_word(state: ConnectionState) -> str:
    """Return the state as a word for the operator."""
    return {
        ConnectionState.CONNECTING: translate("State", "Connecting"),
        ConnectionState.CONNECTED: translate("State", "Connected"),
        ConnectionState.STALE: translate("State", "Stale"),
        ConnectionState.LOST: translate("State", "Lost"),
        ConnectionState.REFUSED: translate("State", "Refused"),
        ConnectionState.CLOSED: translate("State", "Closed"),
    }[state]


class ConnectionsPanel(QWidget):
    """Panel with a row for every connection.

    Signals:
        disconnect_asked: the operator wants to end this connection.
        token_asked: the operator wants to enter a token for this connection.
    """

    disconnect_asked: Final = Signal(str)
    token_asked: Final = Signal(str)

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
        connections = self._links.connections
        self._ids = [info.id for info in connections]
        self._addresses = [info.address or info.id for info in connections]
        notices = self._list.set_count(len(connections))
        del self._strips[len(connections) :]
        now_ns = self._wall_clock_ns()
        for notice, strip, info in zip(notices, self._strips, connections, strict=True):
            status = info.status
            color = getattr(self._themes.current, STATE_ROLES[status.state])
            icon = self._themes.connection_icon(status.state, info.id)
            name = self._preferences.robot_name(info.id)
            if name == info.id:
                name = _short_name(info.id, [other.id for other in connections if other is not info])
            address = info.id if name != info.id else ""
            word = state_since(connection_state_word(status.state), status, now_ns)
            notice.action.setVisible(self._wants_token(info))
            set_icon(notice.action, self._themes.icon("token", "muted"))
            notice.switch.setVisible(info.can_publish or bool(info.world_topic))
            self._draw_switch(notice.switch, allowed=self._commands.allows(info.id))
            set_icon(notice.button, self._themes.icon("disconnect", "muted"))
            set_icon(notice.more, self._themes.icon("copy", "muted"))
            connected = status.state is ConnectionState.CONNECTED
            notice.set_content(icon, word, color, name, status.reason, status.tip, subtitle=address, by_icon=connected)
            strip.show_facts(connection_facts(info, self._themes, now_ns))
        self._has_ages = any(
            info.status.state is ConnectionState.STALE or info.condition is not None or info.quality is not None
            for info in connections
        )
        self.setVisible(bool(connections))

    def _wants_token(self, info: ConnectionInfo) -> bool:
        return info.status.state is ConnectionState.REFUSED and address_tokens(info.id) is not None

    def _draw_switch(self, switch: QToolButton, *, allowed: bool) -> None:
        switch.setChecked(allowed)
        switch.setText(say(RobotWording.COMMANDS_ALLOWED()) if allowed else say(RobotWording.VIEW_ONLY()))
        set_icon(switch, self._themes.icon("unlock" if allowed else "lock", "warn" if allowed else "muted"))

    def _prepare(self, notice: Notice, row: int) -> None:
        notice.begin_with_title()
        notice.switch.setToolTip(
            self._switch.with_key(
                translate(
                    "Connections",
                    "A robot is only looked at until you allow commands to it.\n"
                    "That holds for this robot and until Teledeck ends",
                )
            )
        )
        notice.switch.setAccessibleName(translate("Connections", "Allow commands"))
        notice.action.setText(translate("Connections", "Token…"))
        notice.action.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        notice.action.setToolTip(translate("Connections", "Give the token that this robot wants, and connect anew"))
        notice.action.clicked.connect(lambda: self.token_asked.emit(self._ids[row]))
        strip = make_fact_strip()
        self._strips.append(strip)
        notice.add_below(strip)
        notice.switch.clicked.connect(lambda allowed: self._switch.allow(self._ids[row], allowed))
        notice.more.setVisible(True)
        notice.more.setToolTip(translate("Connections", "Copy"))
        notice.more.setAccessibleName(translate("Connections", "Copy the address or a command line"))
        menu = notice.more.choices
        add_entry(menu, translate("Connections", "Copy address"), lambda: _copy(self._addresses[row]))
        add_entry(
            menu,
            translate("Connections", "Copy as command line"),
            lambda: _copy(f"teledeck {shlex.quote(self._addresses[row])}"),
        )
        notice.button.setVisible(True)
        name_widget(notice.button, translate("Connections", "Disconnect"))
        notice.button.clicked.connect(lambda: self.disconnect_asked.emit(self._ids[row]))


def _short_name(uri: str, others: Sequence[str]) -> str:
    """Return the host of an address, with the port where one of the others is on the same host."""
    parts = urlsplit(uri)
    alone = all(urlsplit(other).hostname != parts.hostname for other in others)
    return (parts.hostname if alone else parts.netloc) or uri


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)

"""The bar of a simulated world: its state, and pause, step and reset, where commands are allowed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.model.schema import DecodeError, Role
from app.model.status import ConnectionState
from app.model.topics import Message, TopicKey
from app.model.world import WorldAction, WorldCommand, WorldState
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.action_base import PALETTE_NAME_PROPERTY, without_mnemonic
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.text import followed, format_age, format_stamp, listed_names, say
from app.ui.base.text_size import grown_square
from app.ui.base.theme import Themes
from app.ui.robot.connections import connection_state_word
from app.ui.widgets.labels import ElidedLabel, FigureLabel
from app.ui.widgets.menus import MenuButton
from app.ui.widgets.notices import Notice
from app.ui.widgets.tool_row import ToolRow
from app.ui.window.actions import WorldActions
from app.wording.ui.robot import RobotWording
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands
    from app.session.links import Links
    from app.session.topics import Topics

OWNER: Final = "world"

# seconds; a world sends its state five times a second: a longer silence is shown
_SILENT_S: Final = 2.0

# messages over which the real time factor is a mean, about three seconds
_SAMPLES: Final = 15

# in characters: the end of an address, by which robots differ
_NAME_CHARACTERS: Final = 14

# a simulation of a day, and one that is much faster than real time: figures up to these move nothing
_LONG_NS: Final = 86_400_000_000_000
_FAST: Final = 99.99
_SILENCES_S: Final = (2.0, 99.9, 999.9, 9_999.0)

_MAX_STEPS: Final = 1_000_000
_ICON: Final = 16


class WorldBar(QWidget):
    """Bar of a simulated world; invisible without a world or when closed. It subscribes only while it can be seen."""

    def __init__(
        self,
        links: Links,
        topics: Topics,
        commands: Commands,
        spawn: Spawn,
        switch: CommandSwitch,
        actions: WorldActions,
        themes: Themes,
        preferences: Preferences,
        current: Callable[[], str | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._links = links
        self._topics = topics
        self._commands = commands
        self._spawn = spawn
        self._switch = switch
        self._actions = actions
        self._themes = themes
        self._preferences = preferences
        self._current = current
        self._connection: ConnectionInfo | None = None
        self._key: TopicKey | None = None
        self._number = 0
        self.state: WorldState | None = None
        self._samples: deque[WorldState] = deque(maxlen=_SAMPLES)
        self._make_widgets()
        self._lay_out()
        self._connect()
        themes.changed.connect(self._draw)
        self._draw()
        self._enable()
        self.setVisible(False)

    @property
    def connection(self) -> str | None:
        """The connection of the world that is shown."""
        return self._connection.id if self._connection is not None else None

    def can_be_seen(self) -> bool:
        """Whether the window is visible: the bar appears when there is a world."""
        return self.window().isVisible()

    def refresh(self, now: float) -> None:
        """Follow the current world, and show its state."""
        connection = self._choose()
        if (connection and connection.id) != self.connection:
            self._clear()
        changed, self._connection = connection != self._connection, connection
        self.setVisible(connection is not None and self._actions.bar.isChecked())
        self.update_subscriptions()
        if changed:
            self._enable()
        if self.isVisible():
            self._read(now)

    def update_subscriptions(self) -> None:
        """Subscribe to the state of the world only while it can be seen."""
        seen = self.isVisible() and not self.window().isMinimized()
        known = self._connection
        key = TopicKey(known.id, known.world_topic) if seen and known is not None else None
        if key != self._key:
            self._key = key
            self._number = 0
            self._samples.clear()
            self._topics.set_subscriptions(OWNER, () if key is None else (key,))

    def showEvent(self, event: QShowEvent) -> None:
        """Subscribe."""
        super().showEvent(event)
        self.update_subscriptions()

    def hideEvent(self, event: QHideEvent) -> None:
        """Unsubscribe."""
        super().hideEvent(event)
        self.update_subscriptions()

    # internals

    def _make_widgets(self) -> None:
        actions = self._actions
        self._icon = QLabel()
        self.word = ElidedLabel()
        font = self.word.font()
        font.setBold(True)
        self.word.setFont(font)
        # changing words and figures must not move each other
        states = (connection_state_word(state) for state in ConnectionState)
        _keep_room(self.word, *states, say(RobotWording.WORLD_PAUSED()), say(RobotWording.WORLD_RUNNING()))
        self.name = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.name.set_min_characters(_NAME_CHARACTERS)
        self.time = FigureLabel()
        self.time.setToolTip(say(RobotWording.SIMULATED_TIME()))
        _keep_room(self.time, format_stamp(_LONG_NS))
        self.factor = FigureLabel()
        _keep_room(self.factor, _format_factor(_FAST), *map(_silence, _SILENCES_S))
        self.factor.setToolTip(say(RobotWording.REAL_TIME_FACTOR()))
        self.pause, self.step = QToolButton(), QToolButton()
        self.pause.setDefaultAction(actions.pause)
        self.step.setDefaultAction(actions.step)
        actions.step.setIconText(without_mnemonic(actions.step.text()))
        self.steps = QSpinBox()
        self.steps.setRange(1, _MAX_STEPS)
        self.steps.setGroupSeparatorShown(True)
        self.steps.setSuffix(" \N{MULTIPLICATION SIGN}")
        self.steps.setAlignment(Qt.AlignmentFlag.AlignRight)
        # keys and the wheel have the same effect
        self.steps.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.steps.setFixedWidth(self.steps.fontMetrics().averageCharWidth() * 12)
        self.steps.setToolTip(say(RobotWording.SIMULATION_STEPS_PER_CLICK()))
        self.steps.setAccessibleName(say(RobotWording.STEPS_PER_CLICK_NAME()))
        self.reset = MenuButton()
        self.reset.setText(f"{say(RobotWording.RESET())} \N{BLACK DOWN-POINTING SMALL TRIANGLE}")
        self.reset.choices.addActions(actions.resets)
        self.error_notice = Notice()
        self.error_notice.setVisible(False)

    def _lay_out(self) -> None:
        frame = QFrame()
        frame.setProperty("notice", True)
        inner = QHBoxLayout(frame)
        inner.setContentsMargins(10, 4, 6, 4)
        line = ToolRow()
        inner.addWidget(line)
        for widget in (self._icon, self.word, self.name):
            line.add(widget, stays=True)
        line.add(self.time)
        line.add_fact(self.factor)
        line.add_stretch()
        line.add_button(self.pause, *_pause_texts(), stays=True)
        line.add_button(self.step)
        line.add(self.steps)
        line.add_button(self.reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(frame)
        layout.addWidget(self.error_notice)

    def _connect(self) -> None:
        actions = self._actions
        actions.pause.triggered.connect(self._pause_or_resume)
        actions.step.triggered.connect(lambda: self._send(WorldCommand(WorldAction.STEP, self.steps.value())))
        actions.reset_all.triggered.connect(lambda: self._ask_to_reset(WorldAction.RESET_ALL))
        actions.reset_time.triggered.connect(lambda: self._ask_to_reset(WorldAction.RESET_TIME))
        actions.reset_models.triggered.connect(lambda: self._ask_to_reset(WorldAction.RESET_MODELS))
        self._switch.changed.connect(self._enable)

    def _choose(self) -> ConnectionInfo | None:
        """Return the connection of the current topic if it has a world, else the first connection with a world."""
        worlds = [info for info in self._links.shown if info.world_topic]
        current = self._current()
        return next((info for info in worlds if info.id == current), worlds[0] if worlds else None)

    def _clear(self) -> None:
        self.state = None
        self._number = 0
        self._samples.clear()
        self.error_notice.setVisible(False)

    def _read(self, now: float) -> None:
        topic = self._topics.store.get(self._key) if self._key is not None else None
        message = topic.newest if topic is not None else None
        if message is not None and message.number != self._number:
            self._number = message.number
            self._read_state(message)
        self._show(topic.last_arrival_s if topic is not None and topic.messages else None, now)

    def _read_state(self, message: Message) -> None:
        if Role.WORLD not in message.schema.roles():
            return
        try:
            state: WorldState = cast("WorldState", message.schema.read(Role.WORLD, message.payload))
        except DecodeError:
            # the inspector shows what is wrong with the message
            return
        before, self.state = self.state, state
        if before is not None and state.sim_time_ns < before.sim_time_ns:
            self._samples.clear()
        self._samples.append(state)
        if before is None or before.paused != state.paused:
            self._enable()
            self._draw_pause()

    def _show(self, arrived_s: float | None, now: float) -> None:
        state = self.state
        silent_s = None if arrived_s is None else max(now - arrived_s, 0.0)
        word, role, icon = say(RobotWording.WORLD()), "muted", self._themes.icon("waiting", "muted")
        time, factor = say(RobotWording.WORLD_SILENT()), ""
        if state is not None:
            word = say(RobotWording.WORLD_PAUSED()) if state.paused else say(RobotWording.WORLD_RUNNING())
            time = format_stamp(state.sim_time_ns)
            factor = _format_factor(self._factor())
            if silent_s is not None and silent_s > _SILENT_S:
                factor = _silence(silent_s)
            else:
                role = "warn" if state.paused else "ok"
                icon = self._themes.icon("pause" if state.paused else "play", role)
        if self._connection is not None and not self._is_reached:
            status = self._connection.status.state
            word, role, icon = connection_state_word(status), "muted", self._themes.state_icon(status)
        several = self._connection is not None and len(self._links.connections) > 1
        name = self._preferences.robot_name(self._connection.id) if several and self._connection is not None else ""
        for label, text in ((self.word, word), (self.time, time), (self.factor, factor), (self.name, name)):
            if label.text() != text:
                label.setText(text)
            label.setVisible(bool(text))
        current = "text" if self._is_reached else "muted"
        for label, shown_as in ((self.word, role), *((each, current) for each in (self.name, self.time, self.factor))):
            style = f"color: {getattr(self._themes.current, shown_as)};"
            if label.styleSheet() != style:
                label.setStyleSheet(style)
        self._icon.setPixmap(icon.pixmap(grown_square(_ICON), self.devicePixelRatioF()))

    @property
    def _is_reached(self) -> bool:
        """Whether commands reach the simulator."""
        connection = self._connection
        return connection is not None and connection.status.state in {ConnectionState.CONNECTED, ConnectionState.STALE}

    def _factor(self) -> float | None:
        """Return simulated over real time for the last seconds; None where it isn't known or the world is paused."""
        if len(self._samples) < 2 or self._samples[-1].paused:
            return None
        first, last = self._samples[0], self._samples[-1]
        if first.real_time_ns is None or last.real_time_ns is None or last.real_time_ns <= first.real_time_ns:
            return None
        return (last.sim_time_ns - first.sim_time_ns) / (last.real_time_ns - first.real_time_ns)

    # commands

    def _enable(self) -> None:
        connection, actions = self._connection, self._actions
        may = connection is not None and self._is_reached and self._commands.allows(connection.id)
        paused = self.state is not None and self.state.paused
        locked = say(RobotWording.ALLOW_FIRST())
        if not self._is_reached:
            locked = say(RobotWording.WORLD_AWAY())
        for action in actions.commands:
            action.setEnabled(may)
            keys = listed_names(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())
            tip = say(WidgetsWording.WITH_KEY(text=action.property(PALETTE_NAME_PROPERTY), key=keys))
            action.setToolTip(tip if may else locked)
        actions.pause.setText(_pause_texts()[paused])
        self.steps.setEnabled(may)
        self.reset.setEnabled(may)
        self.reset.setToolTip(say(RobotWording.RESET_TIME_MODELS_OR()) if may else locked)

    def _pause_or_resume(self) -> None:
        paused = self.state is not None and self.state.paused
        self._send(WorldCommand(WorldAction.RESUME if paused else WorldAction.PAUSE))

    def _send(self, command: WorldCommand) -> None:
        if self._connection is not None:
            name = self._connection.id
            self._spawn(self._control(name, command), f"{command.action.value} {name}")

    async def _control(self, connection_id: str, command: WorldCommand) -> None:

        try:
            await self._commands.control_world(connection_id, command)
        except SessionError as error:
            icon, theme = self._themes.icon("alert-error", "error"), self._themes.current
            self.error_notice.set_content(icon, say(RobotWording.NOT_DONE()), theme.error, "", error.reason, error.tip)
            self.error_notice.setVisible(True)
        else:
            self.error_notice.setVisible(False)

    def _ask_to_reset(self, action: WorldAction) -> None:
        connection = self._connection
        if connection is None:
            return
        dialogs.ask_to_confirm(
            self,
            self._themes,
            say(_question(action)(name=self._preferences.robot_name(connection.id))),
            followed(_consequence(action), RobotWording.CANT_BE_UNDONE()),
            say(RobotWording.RESET()),
            lambda: self._send_reset(connection.id, action),
            harmful=True,
        )

    def _send_reset(self, connection_id: str, action: WorldAction) -> None:
        # the current robot may have changed while the question was open
        self._spawn(self._control(connection_id, WorldCommand(action)), f"{action.value} {connection_id}")

    # icons

    def _draw(self) -> None:
        actions, themes = self._actions, self._themes
        actions.step.setIcon(themes.icon("step"))
        for action in actions.resets:
            action.setIcon(themes.icon("reset"))
        self.reset.setIcon(themes.icon("reset"))
        self._draw_pause()

    def _draw_pause(self) -> None:
        paused = self.state is not None and self.state.paused
        self._actions.pause.setIcon(self._themes.icon("play" if paused else "pause"))


def _pause_texts() -> tuple[str, str]:
    return say(RobotWording.PAUSE()), say(RobotWording.RESUME())


def _keep_room(label: ElidedLabel | FigureLabel, *texts: str) -> None:
    """Make a label as wide as the widest of these texts, so that what stands behind it does not move."""
    metrics = label.fontMetrics()
    label.setMinimumWidth(max(map(metrics.horizontalAdvance, texts)) + metrics.averageCharWidth())


def _silence(silent_s: float) -> str:
    return say(RobotWording.WORLD_NOT_HEARD(age=format_age(silent_s)))


def _format_factor(factor: float | None) -> str:
    if factor is None:
        return ""
    return say(RobotWording.WORLD_FACTOR(factor=factor))


def _question(action: WorldAction) -> RobotWording:
    return {
        WorldAction.RESET_ALL: RobotWording.RESET_WORLD,
        WorldAction.RESET_TIME: RobotWording.RESET_TIME,
        WorldAction.RESET_MODELS: RobotWording.RESET_MODELS,
    }[action]


def _consequence(action: WorldAction) -> str:
    return {
        WorldAction.RESET_ALL: say(RobotWording.RESET_WORLD_TIP()),
        WorldAction.RESET_TIME: say(RobotWording.RESET_TIME_TIP()),
        WorldAction.RESET_MODELS: say(RobotWording.RESET_MODELS_TIP()),
    }[action]

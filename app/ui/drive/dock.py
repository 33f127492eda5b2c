"""Dock of driving, and all that belongs to it in a window: the panel, STOP in the tool bar, the guard, the sounds."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar

from app.config.profile import Profile, ProfileError
from app.drive.control.values import Reason, Stage
from app.model.alerts import Alert, Severity
from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import STATISTICS_INTERVAL_S, Refresher, Spawn
from app.ui.base.text import say, translate
from app.ui.base.theme import Themes
from app.ui.drive.alert_sounds import AlertSounds
from app.ui.drive.client import DriveClient
from app.ui.drive.desktop import ScreenWakeLock, SoundPlayer, system_inhibitor
from app.ui.drive.guard import DriveGuard
from app.ui.drive.keyboard import KeyboardMonitor
from app.ui.drive.stop_button import StopButton
from app.ui.widgets.dock_places import heighten, is_in_front
from app.ui.widgets.docks import make_hidden_dock
from app.ui.window.actions import DriveActions
from app.wording.ui.drive import DrivePanelWording

if TYPE_CHECKING:
    from app.drive.supervisor.drive_state import DriveState
    from app.session.alerts import SessionAlerts
    from app.session.commands import Commands
    from app.session.driving import Driving
    from app.session.graphs import Graphs
    from app.session.topics import Topics
    from app.ui.drive.pad_setup.dialog import PadSetupDialog
    from app.ui.drive.panel import DrivePanel
    from app.ui.drive.profiles.editor import ProfileEditor

DOCK_NAME: Final = "drive"

_SOUND: Final = "drive-sound"
_ALERT: Final = "drive-may-be-moving"
_ALERT_UNSEEN: Final = "drive-panel-unseen"


class DriveDock(QObject):
    """Driving in one window. It connects client, panel, guard, actions, sounds and the wake lock of the screen.

    Attributes:
        client: client of the drive process, for buttons and inputs.
        keyboard_monitor: reads which keys are down, independent of the window's events.
        dock: dock of the panel.
        panel: None before the dock was first visible.
        stop_button: button in the tool bar, which is there on every page; red while a robot is driven.
    """

    def __init__(
        self,
        window: QMainWindow,
        topics: Topics,
        graphs: Graphs,
        commands: Commands,
        driving: Callable[[], Driving],
        alerts: SessionAlerts,
        robot: CurrentRobot,
        switch: CommandSwitch,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        show_topic: Callable[[TopicKey], None],
        actions: DriveActions,
        refresher: Refresher,
        tool_bar: QToolBar,
        beside: QDockWidget,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._topics = topics
        self._graphs = graphs
        self._commands = commands
        self._alerts = alerts
        self._robot = robot
        self._switch = switch
        self._themes = themes
        self._preferences = preferences
        self._show_topic = show_topic
        self._actions = actions
        self._refresher = refresher
        self._awake: ScreenWakeLock | None = None
        self._pad_setup: PadSetupDialog | None = None
        self._editor: ProfileEditor | None = None
        self._was_hidden = True
        self._warned: tuple[str, ...] = ()
        self._refused = self._refusal_told = False
        self.panel: DrivePanel | None = None
        self.sound_player = SoundPlayer(self)
        self.alert_sounds = AlertSounds(self.sound_player.play)
        self.client = DriveClient(driving, spawn, self, lambda: self._is_seen)
        self.guard = DriveGuard(self.client, window)
        self.keyboard_monitor = KeyboardMonitor(self.client)
        self.keyboard_monitor.keys_reported.connect(self.guard.sync_keys)
        self.stop_button = self._make_stop_button(tool_bar)
        self.dock = self._make_dock(beside)
        actions.enable_icons()
        self._connect_actions()
        self._connect_client()
        refresher.add(self, STATISTICS_INTERVAL_S)

    # for the window

    def can_be_seen(self) -> bool:
        """Whether to refresh: always, as robots come and go also while the panel is hidden."""
        return True

    def refresh(self, now: float) -> None:
        """Leave the robot if it was disconnected, or if commands to it are not allowed any more."""
        del now
        choice = self.client.selection
        if choice is None:
            return
        if all(info.id != choice.connection for info in self._robot.connections):
            self.client.deselect(Reason.EXIT)
        elif not self._commands.allows(choice.connection):
            self.client.deselect()

    def show_panel(self) -> DrivePanel:
        """Show the panel in front of other docks at its place."""
        self.dock.show()
        self.dock.raise_()
        panel = self._made()
        # at once, so that the stick can have the focus
        panel.set_in_sight(True)
        return panel

    def drive_by(self, robot: str, profile: Profile) -> None:
        """Make a robot ready to be driven by a profile, or by a saved one for the same joint; a new profile is saved.

        Nothing moves by this: the operator arms in the panel.
        """
        from app.config.profile_folder import ProfileFolder  # noqa: PLC0415 - not needed before a robot is driven

        panel, files = self.show_panel(), ProfileFolder()
        # profiles of joints whose names differ in characters that no file name has would have one name
        kept = (files.read(name).profile for name in files.names if name.startswith(profile.name))
        known = next((each for each in kept if each is not None and _joint_of(each) == _joint_of(profile)), None)
        if known is None:
            known = replace(profile, name=files.free_name(profile.name))
            try:
                files.save(known)
            except ProfileError as error:
                dialogs.show_warning(self._window, self._themes, error.reason, error.tip)
                return
        panel.reload_profiles()
        panel.selector.drive_by(robot, known)

    def set_up_pad(self) -> PadSetupDialog:
        """Open the dialog to set up a pad; what is driven is disarmed."""
        # before the window is made, which takes a moment
        self.client.disarm(Reason.BY_OPERATOR)
        if self._pad_setup is None:
            # hardly ever opened
            from app.ui.drive.pad_setup.dialog import PadSetupDialog  # noqa: PLC0415

            self._pad_setup = PadSetupDialog(self._themes, self._preferences, self.client, self._window)
        self._pad_setup.start()
        return self._pad_setup

    def edit_profiles(self) -> ProfileEditor:
        """Open the profile editor; what is driven is disarmed."""
        # before the window is made, which takes a moment
        self.client.disarm(Reason.BY_OPERATOR)
        if self._editor is None:
            # hardly ever opened
            from app.ui.drive.profiles.editor import ProfileEditor  # noqa: PLC0415

            panel = self._made()
            self._editor = ProfileEditor(
                self._graphs, self._themes, self._preferences, self.client, panel.selector, self._window
            )
            self._editor.set_up_requested.connect(self.set_up_pad)
            self._editor.saved.connect(panel.reload_profiles)
            self._refresher.add(self._editor, STATISTICS_INTERVAL_S)
        self._editor.start()
        return self._editor

    def may_close(self, then: Callable[[], object]) -> bool:
        """Whether nothing is unsaved; else the operator is asked, and `then` is called afterwards."""
        editor = self._editor
        if editor is None or not editor.isVisible() or not editor.is_changed:
            return True
        editor.activateWindow()
        editor.ask_before_leaving(then)
        return False

    def update_subscriptions(self) -> None:
        """Update the subscriptions after the window was minimised or restored."""
        if self.panel is not None:
            self.panel.battery.update_subscriptions()

    def close(self) -> None:
        """End driving, as the window closes."""
        if self._pad_setup is not None and self._pad_setup.isVisible():
            self._pad_setup.reject()
        self.guard.close()
        self.keyboard_monitor.close()
        self.client.close()
        if self._editor is not None and self._editor.isVisible():
            self._editor.discard()
        self.sound_player.close()
        if self._awake is not None:
            self._awake.set_held(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take at once that the dock is closed: that is no arrangement, after which it may be there."""
        if event.type() == QEvent.Type.Close:
            self.dock.hide()
            self._judge()
        return super().eventFilter(watched, event)

    # internals

    def _make_stop_button(self, tool_bar: QToolBar) -> StopButton:
        button = StopButton(30, 1.1)
        button.set_live(live=False)
        # by Tab; a click leaves the keys to the stick
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tool_bar.addWidget(button)
        button.pressed.connect(self._stop)
        return button

    def _make_dock(self, beside: QDockWidget) -> QDockWidget:
        dock = make_hidden_dock(self._window, DOCK_NAME, translate("Docks", "Drive"), self._themes, beside)
        dock.visibilityChanged.connect(self._show_contents)
        # Qt hides a dock for a moment where it floats, is put back, or an arrangement is restored: no closing. That is
        # judged by what is there when the event is over, and before any other
        dock.visibilityChanged.connect(self._judge, Qt.ConnectionType.QueuedConnection)
        dock.installEventFilter(self)
        return dock

    def _connect_client(self) -> None:
        client, switch = self.client, self._switch
        client.polled.connect(self._look)
        client.selection_changed.connect(self._follow)
        switch.changed.connect(lambda: self.refresh(0.0))
        # publishers elsewhere in the window that move a robot
        client.stopped.connect(switch.stopped)
        switch.moving_changed.connect(lambda: client.set_others_move(others_move=switch.moves))

    def _connect_actions(self) -> None:
        actions, pilot = self._actions, self.client
        actions.panel.triggered.connect(self._toggle)
        actions.stop.triggered.connect(pilot.stop)
        actions.arm.triggered.connect(self._arm)
        actions.disarm.triggered.connect(lambda: pilot.disarm(Reason.BY_OPERATOR))
        actions.clear.triggered.connect(pilot.clear)
        actions.set_up.triggered.connect(self.set_up_pad)
        actions.profiles.triggered.connect(self.edit_profiles)
        preferences = self._preferences
        actions.sound.setChecked(preferences.switch(_SOUND))
        actions.sound.toggled.connect(functools.partial(preferences.set_switch, _SOUND))
        actions.sound.toggled.connect(functools.partial(setattr, self.alert_sounds, "on"))
        self.alert_sounds.on = actions.sound.isChecked()

    @property
    def _is_seen(self) -> bool:
        """Whether the panel is visible: open, not behind another dock, and the window not minimised."""
        return self._window.isVisible() and not self._window.isMinimized() and is_in_front(self.dock)

    def _bring_up(self) -> None:
        panel = self.show_panel()
        panel.refresh(0.0)
        panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def _toggle(self) -> None:
        if self._is_seen:
            self.dock.close()
        else:
            self._bring_up()

    def _stop(self) -> None:
        """Stop the robot; where nothing is driven, show the panel, which says what to do."""
        if self.client.can_stop:
            self.client.stop()
        else:
            self._bring_up()

    def _arm(self) -> None:
        """Arm if the panel is visible; else only show it, so that the operator sees who else drives before arming."""
        if self._is_seen:
            self._made().arm()
        else:
            self._bring_up()

    def _show_contents(self, seen: bool) -> None:  # noqa: FBT001 - a slot
        if seen:
            self._made()

    def _judge(self) -> None:
        """Take whether the panel is open, and tell whether it is seen: one that was closed disarms."""
        hidden, panel = self.dock.isHidden(), self.panel
        self._actions.panel.setChecked(not hidden)
        if panel is not None and hidden != self._was_hidden:
            panel.set_open(not hidden)
        self._was_hidden = hidden
        if panel is not None:
            panel.set_in_sight(is_in_front(self.dock))
        self.client.report_visibility()

    def _made(self) -> DrivePanel:
        """Return the panel, and create it if needed."""
        if self.panel is None:
            # not needed before a robot is driven
            from app.ui.drive.panel import INTERVAL_S, DrivePanel  # noqa: PLC0415

            self.panel = DrivePanel(
                self._topics,
                self._commands,
                self._robot,
                self._switch,
                self._themes,
                self._preferences,
                self._show_topic,
                self.client,
            )
            self.panel.set_up_requested.connect(self.set_up_pad)
            self.panel.edit_requested.connect(self.edit_profiles)
            self.keyboard_monitor.keys_reported.connect(self.panel.ui.surface.sync_keys)
            self.dock.setWidget(self.panel)
            self._refresher.add(self.panel, INTERVAL_S)
            self._give_room()
        return self.panel

    def _give_room(self) -> None:
        """Make the dock high enough for its panel when it is first shown, as the operator has not resized it yet."""
        title = self.dock.titleBarWidget()
        wanted = self._made().least_height(self.dock.width()) + title.sizeHint().height()
        heighten(self._window, self.dock, wanted)

    def _warn(self, state: DriveState | None) -> None:
        """Raise an alert on the page while a robot may be moving, as the panel may be closed."""
        choice = self.client.selection
        left = state.watchdogs.left_robots if state is not None else ()
        driven = (choice.connection if choice is not None else "",)
        moving = (
            driven if state is not None and state.may_be_moving and (state.driven_may_be_moving or not left) else ()
        ) + left
        if moving == self._warned:
            return
        self._warned = moving
        alerts = self._alerts
        if not moving:
            alerts.clear(_ALERT)
            return
        words = say(DrivePanelWording.MAY_BE_MOVING())
        tip = translate(
            "Drive", "Look at it. If it moves, press STOP (Space). When it stands, clear it twice in the drive panel."
        )
        if left:
            # STOP acts only on the robot that is driven
            words = say(DrivePanelWording.ROBOTS_MAY_BE_MOVING(robots=", ".join(filter(None, moving))))
            tip = translate(
                "Drive",
                "Look there: zeros are sent until they arrive. If it moves, stop it at the robot, or choose it again."
                " When it stands, press Clear twice in the drive panel.",
            )
        alerts.raise_alert(Alert(_ALERT, Severity.ERROR, moving[0], words, tip))

    def _tell_refusal(self, state: DriveState | None) -> None:
        """Raise an alert on the page where arming was refused because the panel can't be seen."""
        choice = self.client.selection
        report = state.report if state is not None and choice is not None else None
        refused = report is not None and report.refusal is Reason.UNSEEN
        # a refusal that was seen in the panel is not repeated when the panel is closed
        wanted = refused and not self._is_seen and (self._refusal_told or not self._refused)
        self._refused = refused
        if wanted == self._refusal_told:
            return
        self._refusal_told = wanted
        alerts = self._alerts
        if not wanted or choice is None:
            alerts.clear(_ALERT_UNSEEN)
            return
        words = say(DrivePanelWording.UNSEEN())
        tip = translate("Drive", "Show it (Ctrl+Shift+D), look there who else drives, then arm.")
        alerts.raise_alert(Alert(_ALERT_UNSEEN, Severity.WARNING, choice.connection, words, tip))

    def _follow(self) -> None:
        """Show that something else is driven, or nothing any more."""
        self._look(self.client.state)

    def _look(self, state: DriveState | None) -> None:
        self._judge()
        driven = state is not None
        self.stop_button.set_live(live=self.client.can_stop)
        self.alert_sounds.check(state)
        self._warn(state)
        self._tell_refusal(state)
        armed = state is not None and state.stage in {Stage.ARMING, Stage.ARMED}
        if armed and self._awake is None:
            self._awake = ScreenWakeLock(system_inhibitor())
        if self._awake is not None:
            self._awake.set_held(armed)
        can = (False, False, False)
        if driven:
            from app.ui.drive.status_text import describe_state  # noqa: PLC0415 - not needed before a robot is driven

            said = describe_state(state)
            can = (said.can_arm, said.can_disarm, said.can_clear)
        for action, enabled in zip(self._actions.commands, (self.client.can_stop, *can), strict=True):
            if action.isEnabled() != enabled:
                action.setEnabled(enabled)


def _joint_of(profile: Profile) -> tuple[str, str, str]:
    """Return joint, topic and type by which a profile drives a joint."""
    return profile.joint, profile.topic, profile.type_name

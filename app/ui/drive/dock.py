"""Dock of driving, and all that belongs to it in a window: the panel, STOP in the tool bar, the guard, the sounds."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar

from app.config.feedback import FeedbackPattern, StopClass
from app.config.profile import Profile
from app.config.profile_checks import ProfileError
from app.drive.control.values import EstopState, Reason, Stage
from app.model.alerts import Alert, Severity
from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.refresh import STATISTICS_INTERVAL_S, Refresher
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import say
from app.ui.base.view_keys import key_name
from app.ui.drive.alert_sounds import AlertSounds
from app.ui.drive.client import DriveClient
from app.ui.drive.desktop import ScreenWakeLock, SoundPlayer, system_inhibitor
from app.ui.drive.drive_mode import DriveMode
from app.ui.drive.guard import DriveGuard
from app.ui.drive.keyboard import KeyboardMonitor
from app.ui.drive.stop_button import StopButton
from app.ui.navigation.goal_control import GoalControl
from app.ui.widgets.dock_places import heighten, is_in_front
from app.ui.widgets.docks import make_hidden_dock
from app.ui.window.actions import DriveActions
from app.wording.names import in_a_row
from app.wording.ui.drive import DrivePanelWording
from app.wording.ui.navigation import NavigationWording

if TYPE_CHECKING:
    from app.drive.supervisor.drive_state import DriveState
    from app.session.alerts import SessionAlerts
    from app.session.driving import Driving
    from app.session.graphs import Graphs
    from app.session.recorded_side import RecordedSide
    from app.session.topics import Topics
    from app.ui.drive.pad_setup.dialog import PadSetupDialog
    from app.ui.drive.panel import DrivePanel
    from app.ui.drive.profiles.editor import ProfileEditor

DOCK_NAME: Final = "drive"

_ALERT: Final = "drive-may-be-moving"
_ALERT_UNSEEN: Final = "drive-panel-unseen"
_ALERT_ESTOP: Final = "drive-estop"


class DriveDock(QObject):
    """Driving in one window. It connects client, panel, guard, actions, sounds and the wake lock of the screen.

    Attributes:
        client: client of the drive process, for buttons and inputs.
        mode: drive mode, in which the keys drive whatever has the focus.
        keyboard_monitor: reads which keys are down, independent of the window's events.
        dock: dock of the panel.
        panel: None before the dock was first visible.
        past: gives what is known of the time that views show; None while that is now.
        stop_button: button in the tool bar, which is there on every page; red while a robot is driven.
    """

    def __init__(
        self,
        window: QMainWindow,
        topics: Topics,
        graphs: Graphs,
        tools: RobotTools,
        driving: Callable[[], Driving],
        alerts: SessionAlerts,
        goals: GoalControl,
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
        self._commands = tools.commands
        self._alerts = alerts
        self._robot = tools.robot
        self._switch = tools.switch
        self._goals = goals
        self._themes = tools.themes
        self._preferences = tools.preferences
        self._show_topic = show_topic
        self._actions = actions
        self._refresher = refresher
        self._awake: ScreenWakeLock | None = None
        self._pad_setup: PadSetupDialog | None = None
        self._editor: ProfileEditor | None = None
        self._was_hidden = True
        self._warned: tuple[str, ...] = ()
        self._refused = self._refusal_told = self._estop_told = False
        self.past: Callable[[], RecordedSide | None] = lambda: None
        self.panel: DrivePanel | None = None
        self.sound_player = SoundPlayer(self)
        self.alert_sounds = AlertSounds(self.sound_player.play, self._sound_pattern)
        self.client = DriveClient(
            driving,
            tools.spawn,
            self,
            lambda: self._is_seen,
            recall=tools.preferences.drive_share,
            remember=tools.preferences.set_drive_share,
        )
        self.mode = DriveMode(self.client, window, tools.themes)
        self.guard = DriveGuard(self.client, window, self.mode)
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

    def reload_profiles(self) -> None:
        """Use profiles that were written meanwhile; what is driven is disarmed."""
        self.client.disarm(Reason.BY_OPERATOR)
        if self.panel is not None:
            self.panel.reload_profiles()
            if self.client.selection is not None:
                self.panel.selector.use_profile(self.panel.selector.profile_name)

    def may_close(self, then: Callable[[], object]) -> bool:
        """Whether no robot is armed or may be moving, and nothing is unsaved; else the operator is asked.

        `then` is called afterwards. An armed robot is stopped and disarmed before anything is asked, and publishers of
        the window that move one end, as by STOP.
        """
        question = self._question_to_quit()
        if question is None:
            return self._is_saved(then)
        self.disarm_all()
        dialogs.ask_to_confirm(
            self._window,
            self._themes,
            *question,
            say(DrivePanelWording.QUIT()),
            lambda: then() if self._is_saved(then) else None,
            harmful=True,
        )
        return False

    @property
    def needs_window(self) -> bool:
        """Whether a robot is armed, moves or is moved from here; one that has a goal of another program needs none."""
        by_others = self._switch.is_only_mover(self._goals)
        return self._question_to_quit() is not None or (self.client.in_danger and not by_others)

    def disarm_all(self) -> None:
        """Disarm the robot that is driven, and end publishers of the window that move one, as by STOP."""
        self.client.disarm()
        self._switch.stopped.emit()

    def _question_to_quit(self) -> tuple[str, str] | None:
        """Return what is to be asked because of a robot, and what becomes of it; None where nothing is to be asked."""
        state, choice = self.client.state, self.client.selection
        armed = state is not None and state.stage in {Stage.ARMING, Stage.ARMED}
        if state is not None and state.may_be_moving:
            return say(DrivePanelWording.QUIT_WHILE_MOVING()), say(DrivePanelWording.QUIT_WHILE_MOVING_TIP())
        if armed and choice is not None:
            name = self._preferences.robot_name(choice.connection)
            return say(DrivePanelWording.QUIT_WHILE_ARMED(robot=name)), say(DrivePanelWording.QUIT_WHILE_ARMED_TIP())
        if (robot := self._goals.own_on) is not None:
            name = self._preferences.robot_name(robot)
            return say(NavigationWording.QUIT_WHILE_GOAL(robot=name)), say(NavigationWording.QUIT_WHILE_GOAL_TIP())
        # a goal of another program goes on
        if self.client.others_move and not self._switch.is_only_mover(self._goals):
            return say(DrivePanelWording.QUIT_WHILE_OTHERS_MOVE()), say(DrivePanelWording.QUIT_WHILE_OTHERS_MOVE_TIP())
        return None

    def _is_saved(self, then: Callable[[], object]) -> bool:
        """Whether no profile is unsaved; else the operator is asked, and `then` is called afterwards."""
        editor = self._editor
        if editor is None or not editor.isVisible() or not editor.is_changed:
            return True
        editor.activateWindow()
        editor.ask_before_leaving(then)
        return False

    def update_subscriptions(self) -> None:
        """Update the subscriptions after the window was minimised or restored."""
        if self.panel is not None:
            self.panel.update_subscriptions()

    def close(self) -> None:
        """End driving, as the window closes."""
        if self._pad_setup is not None and self._pad_setup.isVisible():
            self._pad_setup.reject()
        self.guard.close()
        self.keyboard_monitor.close()
        self.client.close()
        # another window may follow, which knows nothing of them
        for key in (_ALERT, _ALERT_UNSEEN, _ALERT_ESTOP):
            self._alerts.clear(key)
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
        dock = make_hidden_dock(self._window, DOCK_NAME, say(DrivePanelWording.DRIVE()), self._themes, beside)
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
        client.pressed.connect(self._goals.stop)
        client.has_goal = self._goals.is_driving
        self._goals.driving_obstacle = self._goal_obstacle
        self._goals.changed.connect(self._show_goals)
        switch.moving_changed.connect(lambda: client.set_others_move(others_move=switch.moves))

    def _connect_actions(self) -> None:
        actions, pilot = self._actions, self.client
        actions.panel.triggered.connect(self._toggle)
        actions.stop.triggered.connect(pilot.stop)
        actions.arm.triggered.connect(self._arm)
        actions.disarm.triggered.connect(lambda: pilot.disarm(Reason.BY_OPERATOR))
        actions.clear.triggered.connect(pilot.clear)
        actions.mode.triggered.connect(self._switch_mode)
        self.mode.changed.connect(actions.mode.setChecked)
        actions.cancel_goals.triggered.connect(self._cancel_goals)
        actions.give_up_goals.triggered.connect(self._give_up_goals)
        actions.set_up.triggered.connect(self.set_up_pad)
        actions.profiles.triggered.connect(self.edit_profiles)
        preferences = self._preferences
        self._show_sound()
        actions.sound.toggled.connect(functools.partial(preferences.set_value, "alarm"))
        preferences.changed.connect(self._show_sound)

    def _show_sound(self) -> None:
        self._actions.sound.setChecked(self._preferences.values.alarm)

    def _goal_obstacle(self, robot: str) -> str:
        """Why a robot gets no goals because of how it is driven by hand; empty if it does."""
        state, choice = self.client.state, self.client.selection
        if state is None or choice is None or choice.connection != robot:
            return ""
        if state.latched or state.stage is Stage.STOPPED:
            return say(NavigationWording.ROBOT_STOPPED())
        armed = state.stage in {Stage.ARMING, Stage.ARMED, Stage.STOPPING}
        return say(NavigationWording.ROBOT_ARMED()) if armed else ""

    def _show_goals(self) -> None:
        """Show whether there are goals to cancel, and tell the drive process: a robot with a goal is not armed."""
        active = bool(self._goals.cancellable)
        if self._actions.cancel_goals.isEnabled() != active:
            self._actions.cancel_goals.setEnabled(active)
        overdue = bool(self._goals.overdue)
        if self._actions.give_up_goals.isEnabled() != overdue:
            self._actions.give_up_goals.setEnabled(overdue)
        self.client.report_visibility()

    def _cancel_goals(self) -> None:
        for robot in self._goals.cancellable:
            self._goals.cancel(robot)

    def _sound_pattern(self, about: StopClass) -> FeedbackPattern:
        return self._preferences.values.sound(about)

    def _give_up_goals(self) -> None:
        for robot in self._goals.overdue:
            self._goals.give_up(robot)

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
        """Stop, whatever is known to move; where nothing is, show the panel, too, which says what to do."""
        nothing_moves = not self.client.can_stop
        self.client.stop()
        if nothing_moves:
            self._bring_up()

    def _arm(self) -> None:
        """Arm if the panel is visible; else only show it, so that the operator sees who else drives before arming."""
        if self._is_seen:
            self._made().arm()
        else:
            self._bring_up()

    def _switch_mode(self, on: bool) -> None:  # noqa: FBT001 - a slot
        """Switch drive mode on if the panel is visible; else only show it: the stick takes no keys before."""
        seen = self._is_seen
        if on and not seen:
            self._bring_up()
        self.mode.switch(on and seen)

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

    def _side_of_past(self) -> RecordedSide | None:
        return self.past()

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
                self._goals,
                self._themes,
                self._preferences,
                self._show_topic,
                self.client,
                self.mode,
            )
            self.panel.past = self._side_of_past
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
        words = DrivePanelWording.MAY_BE_MOVING()
        tip = DrivePanelWording.MAY_BE_MOVING_TIP(key=key_name("Space"))
        if left:
            # STOP acts only on the robot that is driven
            words = DrivePanelWording.ROBOTS_MAY_BE_MOVING(robots=in_a_row(filter(None, moving)))
            tip = DrivePanelWording.LEFT_MOVING_TIP()
        alerts.raise_alert(Alert(_ALERT, Severity.ERROR, moving[0], words, tip))

    def _tell_estop(self, state: DriveState | None) -> None:
        """Raise an alert on the page while the E-stop of the robot that is driven is pressed."""
        choice = self.client.selection
        report = state.report if state is not None and state.phase.name == "RUNNING" else None
        pressed = choice is not None and report is not None and report.estop is EstopState.PRESSED
        if pressed == self._estop_told:
            return
        self._estop_told = pressed
        if not pressed or choice is None:
            self._alerts.clear(_ALERT_ESTOP)
            return
        words, tip = DrivePanelWording.ESTOP_ALERT(), DrivePanelWording.ESTOP_ALERT_TIP()
        self._alerts.raise_alert(Alert(_ALERT_ESTOP, Severity.WARNING, choice.connection, words, tip))

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
        words = DrivePanelWording.UNSEEN()
        tip = DrivePanelWording.UNSEEN_TIP()
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
        self._tell_estop(state)
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
        self._actions.mode.setEnabled(self.mode.can_begin or self.mode.is_on)
        for action, enabled in zip(self._actions.commands, (self.client.can_stop, *can), strict=True):
            if action.isEnabled() != enabled:
                action.setEnabled(enabled)


def _joint_of(profile: Profile) -> tuple[str, str, str]:
    """Return joint, topic and type by which a profile drives a joint."""
    return profile.joint, profile.topic, profile.type_name

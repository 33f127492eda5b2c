"""The drive panel: it shows what is driven and how, and passes on what the operator does with its buttons."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QMouseEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.config.profile import Profile
from app.config.profile_folder import DEFAULT_PROFILE, profile_names
from app.drive.control.values import ZERO, LinkLevel, Pace, Reason, Velocity
from app.drive.messages.report import DriveReport, PadReport
from app.drive.robot.targets import can_go_sideways, driven_scheme, is_steered
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.model.steady_link import SteadyLink
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.spoken import announce
from app.ui.base.text import followed, say, with_tip
from app.ui.base.theme import Themes
from app.ui.drive.battery import BatteryMonitor
from app.ui.drive.client import DriveClient
from app.ui.drive.command_topics import CommandTopic, CommandTopicDrop, CommandTopics, is_drivable
from app.ui.drive.controls_map import Block, brief_text, control_blocks
from app.ui.drive.drive_mode import DriveMode
from app.ui.drive.motion import MotionMonitor
from app.ui.drive.pad_words import chosen_pad
from app.ui.drive.panel_ui import DrivePanelScroll, DrivePanelUi, show_text
from app.ui.drive.selector import DriveSelector
from app.ui.drive.status_text import (
    DriveStatusText,
    as_effort,
    chord_text,
    describe_state,
    keys_text,
    limit_text,
)
from app.ui.drive.velocity_view import EFFORT_UNITS
from app.ui.navigation.goal_control import GoalControl, GoalText
from app.ui.widgets.menus import MenuButton, add_copy, add_entry, context_menu
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.question_bar import Answer
from app.wording.ui.drive import DrivePanelWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands
    from app.session.recorded_side import RecordedSide
    from app.session.topics import Topics

# as often as reports come
INTERVAL_S: Final = 0.05


class DrivePanel(QWidget):
    """Panel to drive a robot.

    Signals:
        set_up_requested: a pad is to be set up.
        edit_requested: profiles are to be edited.

    Attributes:
        ui: the widgets of the panel.
        empty_state: page that says what to do where there is nothing to drive.
        selector: selects what is driven.
        battery: reads the robot's battery.
        motion: reads how the robot moves.
        status_text: the texts that are shown now.
        past: gives what is known of the time that views show; None while that is now.
    """

    # while views show the past
    is_of_now = True

    set_up_requested: Final = Signal()
    edit_requested: Final = Signal()

    def __init__(
        self,
        topics: Topics,
        commands: Commands,
        robot: CurrentRobot,
        switch: CommandSwitch,
        goals: GoalControl,
        themes: Themes,
        preferences: Preferences,
        show_topic: Callable[[TopicKey], None],
        pilot: DriveClient,
        mode: DriveMode,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._commands = commands
        self._mode = mode
        self._robot = robot
        self._switch = switch
        self._goals = goals
        self._themes = themes
        self._preferences = preferences
        self._show_topic = show_topic
        self.selector = DriveSelector(topics, robot, preferences, pilot)
        self.battery = BatteryMonitor(topics, self.can_be_seen)
        self.motion = MotionMonitor(topics, self.can_be_seen)
        self._link = SteadyLink(LinkLevel.POOR)
        self.status_text = describe_state(None)
        # state, and whether the link is bad, as they were announced last
        self._announced: tuple[str, bool] | None = None
        self._pilot = pilot
        self._profiles: list[str] = []
        # the robot that the pace of the switch is for
        self._pace_of = ""
        # what the map of the controls was made of, and the map
        self._controls_of: object = None
        self._blocks: tuple[Block, ...] = ()
        self.empty_state = EmptyState(themes, "drive")
        self.allow_button = QPushButton(say(DrivePanelWording.ALLOW_COMMANDS_TO_THIS()))
        self.allow_button.setToolTip(switch.with_key(say(DrivePanelWording.ALLOW_TIP())))
        self.empty_state.buttons.addWidget(self.allow_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.profile_button = MenuButton()
        self.profile_button.setText(say(DrivePanelWording.CHOOSE_A_PROFILE()))
        self.profile_button.setProperty("framed", True)
        self.profile_button.setToolTip(say(DrivePanelWording.PROFILES_TIP()))
        self.empty_state.buttons.addWidget(self.profile_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.ui = DrivePanelUi(themes)
        self._scroll = DrivePanelScroll(self.ui)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty_state)
        self._stack.addWidget(self._scroll)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self.past: Callable[[], RecordedSide | None] = lambda: None
        self._drop = CommandTopicDrop(self, lambda: self.command_topics, lambda: self.robot, self.selector.select_topic)
        self._connect()

    @property
    def robot(self) -> str | None:
        """Connection id of the robot in the panel; None for no robot."""
        return self.selector.robot

    @property
    def command_topics(self) -> CommandTopics:
        """Command topics of the robot in the panel."""
        return self.selector.command_topics

    # for the window

    def can_be_seen(self) -> bool:
        """Whether a refresh would be seen."""
        return self.isVisible() and not self.window().isMinimized()

    def least_height(self, width: int) -> int:
        """Return the least height for a width at which nothing that drives has to be scrolled to."""
        return self._scroll.least_height(width)

    def refresh(self, now: float) -> None:
        """Show the newest state; `now` is monotonic, in seconds."""
        side = self.past()
        self.ui.show_then(side.drive if side is not None else None, is_past=side is not None)
        info = self.selector.refresh()
        if info is not None and self.selector.needs_profile and self._commands.allows(info.id):
            self.selector.select_default()
        if self._has_nothing(info):
            return
        if self._stack.currentWidget() is not self._scroll:
            self._stack.setCurrentWidget(self._scroll)
        self.selector.select_default()
        self._show_choices()
        self._show(self._pilot.state, now)
        self.ui.show_battery(self.battery.read(info, now))

    def showEvent(self, event: QShowEvent) -> None:
        """Subscribe to battery and motion."""
        super().showEvent(event)
        self.update_subscriptions()

    def hideEvent(self, event: QHideEvent) -> None:
        """Unsubscribe from battery and motion."""
        super().hideEvent(event)
        self.update_subscriptions()

    def update_subscriptions(self) -> None:
        """Update the subscriptions after the panel or its window was shown or hidden."""
        self.battery.update_subscriptions()
        self.motion.update_subscriptions()

    def set_open(self, opened: bool) -> None:  # noqa: FBT001 - a setter
        """Take that the dock was opened or closed: closing it disarms."""
        if opened:
            self.reload_profiles()
        else:
            self.set_in_sight(False)
            self._pilot.disarm(Reason.PANEL_CLOSED)

    def set_in_sight(self, seen: bool) -> None:  # noqa: FBT001 - a setter
        """Take that the panel can be seen, or can't: its stick lets go then, and takes neither keys nor mouse."""
        surface = self.ui.surface
        if not seen:
            self._mode.leave()
            # else Qt hands the focus on to the next control
            surface.clearFocus()
            surface.release_all()
        surface.setEnabled(seen)

    def reload_profiles(self) -> None:
        """Read the names of the profiles anew."""
        self._profiles = profile_names()

    # what the operator does

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to the stick; with a focus proxy Tab would go there first, and past all other controls."""
        super().focusInEvent(event)
        self.ui.surface.setFocus(event.reason())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Give the focus to the stick, by a click beside all widgets."""
        super().mousePressEvent(event)
        self.ui.surface.setFocus(Qt.FocusReason.MouseFocusReason)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the panel."""
        self.show_menu(event.globalPos())

    def show_menu(self, place: QPoint) -> QMenu:
        """Open the menu of the panel at a global position."""
        menu = context_menu(self)
        clipboard = QGuiApplication.clipboard()
        add_entry(menu, say(DrivePanelWording.COPY_VALUES()), lambda: clipboard.setText(self.full_text))
        add_entry(menu, say(DrivePanelWording.PROFILES()), self.edit_requested.emit)
        add_entry(menu, say(DrivePanelWording.SET_UP_A_GAMEPAD()), self.set_up_requested.emit)
        choice = self._pilot.selection
        if choice is not None:
            by_profile = driven_scheme(choice.connection).by_joints
            how = f"--topic {choice.topic} --type {choice.type_name}"
            if by_profile:
                how = f"--profile {shlex.quote(choice.profile.name)}"
            command = f"teledeck drive {choice.connection} {how}"
            add_copy(menu, say(DrivePanelWording.COPY_AS_COMMAND_DRIVE()), command)
            key = TopicKey(choice.connection, choice.topic.partition(",")[0] if by_profile else choice.topic)
            add_entry(menu, say(DrivePanelWording.GO_TO_TOPIC()), lambda: self._show_topic(key))
            menu.addSeparator()
            add_entry(menu, say(DrivePanelWording.LEAVE_THIS_ROBOT()), self.deselect)
        menu.popup(place)
        return menu

    def arm(self) -> None:
        """Arm; without a watchdog only after a second, different act."""
        said = describe_state(self._pilot.state)
        if not said.can_arm or not said.arms_unwatched:
            self._arm(unwatched=False)
            return
        self.ui.question.ask(
            say(DrivePanelWording.ASK_UNWATCHED()),
            Answer(
                say(DrivePanelWording.ARM_UNWATCHED()),
                lambda: self._arm(unwatched=True),
                say(DrivePanelWording.ARM_UNWATCHED_TIP()),
            ),
            Answer(say(DrivePanelWording.DONT_ARM()), lambda: None, say(DrivePanelWording.CHANGE_NOTHING())),
        )

    def deselect(self) -> None:
        """Drive no robot until one is selected again."""
        self.selector.deselect()

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        said, face = self.status_text, self.ui
        lines = (
            face.robots.currentText(),
            said.word,
            said.hint,
            said.banner,
            said.notice,
            said.stopped,
            face.velocities.full_text,
            face.axes.full_text,
            said.link,
            said.delay,
            said.delays,
            said.estop,
            said.driver,
            said.others,
            face.goal.text(),
            face.battery.text(),
            face.pads.full_text,
            face.controls.full_text,
            face.then.full_text if face.shows_then else "",
        )
        return "\n".join(line for line in lines if line)

    # what is driven

    def _arm(self, *, unwatched: bool) -> None:
        # who arms here drives here
        self.ui.surface.setFocus(Qt.FocusReason.OtherFocusReason)
        self._pilot.arm(unwatched=unwatched)

    def _connect(self) -> None:
        face, pilot = self.ui, self._pilot
        self.allow_button.clicked.connect(self._allow)
        self.profile_button.choices.aboutToShow.connect(self._offer_profiles)
        face.arm.clicked.connect(self.arm)
        face.disarm.clicked.connect(lambda: pilot.disarm(Reason.BY_OPERATOR))
        face.clear.clicked.connect(pilot.clear)
        face.cancel.clicked.connect(self._cancel_goals)
        face.edit.clicked.connect(self.edit_requested)
        face.stop.pressed.connect(pilot.stop)
        self._connect_stick()
        face.speed.valueChanged.connect(lambda value: pilot.set_speed(value / 100))
        face.robots.activated.connect(self._choose_robot)
        face.topics.activated.connect(lambda number: self.selector.select_topic(self.command_topics.all[number]))
        face.profiles.activated.connect(lambda number: self.selector.use_profile(self._profiles[number]))

    def _connect_stick(self) -> None:
        surface, pilot, mode = self.ui.surface, self._pilot, self._mode
        surface.moved.connect(pilot.move)
        surface.speed_stepped.connect(pilot.step_speed)
        self.ui.paces.chosen.connect(self._keep_pace)
        pilot.selection_changed.connect(self._begin_pace)
        self.ui.axes.pushed.connect(surface.push_axis)
        surface.axes_released.connect(self.ui.axes.spring_back)
        pilot.released.connect(surface.release_all)
        # as the button does, with all that it refuses and asks
        surface.chord_made.connect(self.ui.arm.click)
        surface.chord_changed.connect(pilot.set_chord_held)
        pilot.polled.connect(lambda _: surface.beat())
        surface.keeps_keys = lambda: mode.keeps_keys
        mode.take_key = surface.take_key
        mode.changed.connect(surface.set_mode)
        self.ui.mode.clicked.connect(mode.switch)
        mode.changed.connect(lambda on: self.ui.show_mode(can_begin=mode.can_begin, on=on))

    def _cancel_goals(self) -> None:
        if self.robot is not None:
            self._goals.cancel(self.robot)

    def _keep_pace(self, pace: Pace) -> None:
        choice = self._pilot.selection
        if choice is not None:
            self._preferences.set_drives_slowly(choice.connection, slow=pace is Pace.SLOW)

    def _begin_pace(self) -> None:
        """Begin another robot slowly if it was driven so last; never with turbo."""
        choice = self._pilot.selection
        if choice is not None and choice.connection != self._pace_of:
            self._pace_of = choice.connection
            self.ui.paces.set_slow(slow=self._preferences.drives_slowly(choice.connection))

    def _allow(self) -> None:
        if self.robot is not None:
            self._switch.allow(self.robot, allowed=True)

    def _offer_profiles(self) -> None:
        menu = self.profile_button.choices
        menu.clear()
        for name in self.selector.fitting_profiles():
            add_entry(menu, name.replace("&", "&&"), functools.partial(self.selector.drive_by_profile, name))
        if menu.isEmpty():
            menu.addAction(say(DrivePanelWording.NO_PROFILE_WITH_WHEELS())).setEnabled(False)
        menu.addSeparator()
        add_entry(menu, say(DrivePanelWording.PROFILES()), self.edit_requested.emit)

    def _choose_robot(self, number: int) -> None:
        infos = self._robot.connections
        if number < len(infos):
            self.selector.select_robot(infos[number].id)

    # what is shown

    def _has_nothing(self, info: ConnectionInfo | None) -> bool:
        """Whether there is nothing to drive; the empty page then says what to do about it."""
        words = self._lacking(info)
        if words is None:
            return False
        title, hint, icon, allow = words
        if len(self._robot.connections) > 1:
            hint = followed(hint, say(DrivePanelWording.SELECT_ANOTHER()))
        self.empty_state.set_texts(title, hint, icon)
        self.allow_button.setVisible(allow)
        self.profile_button.setVisible(not allow and self.selector.needs_profile)
        self._stack.setCurrentWidget(self.empty_state)
        return True

    def _lacking(self, info: ConnectionInfo | None) -> tuple[str, str, str, bool] | None:
        """Return title, hint and icon of the empty page, and whether commands can be allowed; None for no such page."""
        if info is None:
            return say(DrivePanelWording.NO_ROBOT()), say(DrivePanelWording.CONNECT_FIRST()), "robot", False
        name = self._preferences.robot_name(info.id)
        if not is_drivable(info.id):
            title = say(DrivePanelWording.NOT_DRIVABLE(name=name))
            return title, say(DrivePanelWording.NOT_DRIVABLE_TIP()), "drive", False
        if not self._commands.allows(info.id):
            title = say(DrivePanelWording.LOCKED(name=name))
            return title, say(DrivePanelWording.LOCKED_TIP()), "lock", True
        if not self.command_topics.all:
            hint = say(DrivePanelWording.START_BASE())
            return say(self.command_topics.reason), self.command_topics.tip or hint, "drive", False
        return None

    def _show_choices(self) -> None:
        face, themes, names = self.ui, self._themes, self._preferences
        infos = self._robot.connections
        ids = [info.id for info in infos]
        face.robots.set_choices(
            [names.robot_name(name) for name in ids],
            ids.index(self.robot) if self.robot in ids else -1,
            [themes.robot_dot_of(name) for name in ids],
            ids,
        )
        choice = self._pilot.selection
        driven = CommandTopic(choice.topic, choice.type_name) if choice is not None else None
        offers = self.command_topics.all
        face.topics.set_choices([offer.topic for offer in offers], offers.index(driven) if driven in offers else -1)
        name = self.selector.profile_name
        if name not in self._profiles:
            self.reload_profiles()
        texts = [say(DrivePanelWording.PROFILE(name=each)) for each in self._profiles]
        face.profiles.set_choices(texts, self._profiles.index(name) if name in self._profiles else -1)
        if face.profiles.isEnabled() != (choice is not None):
            face.profiles.setEnabled(choice is not None)

    @property
    def _stopped_elsewhere(self) -> str:
        """Name of another robot at which STOP was pressed, and is latched still; empty where it is this one."""
        robot = self._pilot.earlier.stopped_on
        return self._preferences.robot_name(robot) if robot and robot != self.robot else ""

    def _show_axes(self, profile: Profile, pads: tuple[PadReport, ...]) -> None:
        """Show which axes the robot has, and what the sticks and buttons of a gamepad do, or the keys without one."""
        choice = self._pilot.selection
        steers = choice is not None and is_steered(choice.connection, choice.type_name)
        can_go = choice is None or can_go_sideways(choice.connection, choice.type_name)
        sideways = bool(profile.limits.lateral_m_s) and can_go and not profile.joint
        pad, arms = chosen_pad(pads), self._preferences.values.arm_by_keys
        if (seen := (profile, steers, sideways, bool(pads), arms)) != self._controls_of:
            self._controls_of, way = seen, {"arms_by_keys": arms, "steers": steers, "sideways": sideways}
            self._blocks = control_blocks(profile, has_pad=pad is not None, **way)
            show_text(self.ui.sticks, brief_text(self._blocks))
        self.ui.controls.show_blocks(self._blocks, pad)
        self.ui.sticks.setAccessibleDescription(self.ui.controls.accessibleDescription())
        self.ui.velocities.show_axes(steers=steers, sideways=sideways)
        self.ui.axes.show_axes(profile.axes)
        self.ui.surface.set_axis_count(len(profile.axes))

    def _with_recalled(self, hint: str) -> str:
        """Return the hint, and that the robot would be driven faster than the profile begins with, as it was last."""
        pilot = self._pilot
        if not pilot.is_recalled or pilot.selection is None or pilot.speed <= pilot.selection.profile.pace.share:
            return hint
        first = pilot.selection.profile.pace.share
        return followed(hint, say(DrivePanelWording.RECALLED(share=pilot.speed, first=first)))

    def _show_stick(self, said: DriveStatusText, profile: Profile) -> None:
        """Show what the stick and the keys do now, and what has to be held beside them."""
        face = self.ui
        face.surface.set_live(said.is_live)
        face.surface.set_deadman(profile.deadman)
        face.surface.chord.is_ready = said.can_arm and self._preferences.values.arm_by_keys
        face.show_mode(can_begin=self._mode.can_begin, on=self._mode.is_on)
        show_text(face.keys, keys_text(profile.deadman, focused=face.surface.has_keys))

    def _show_robot(self, said: DriveStatusText, profile: Profile) -> None:
        """Show what the robot tells: of its own E-stop, and how soon it does what it is told."""
        tip = say(DrivePanelWording.ESTOP_TIP(topic=profile.estop_topic, field=profile.estop_field))
        self.ui.show_row(self.ui.estop, said.estop, tip, warns=said.estop_is_bad)
        self.ui.show_row(self.ui.delay, said.delay, said.delays)
        self.ui.link.set_detail(said.delays)

    def _show(self, state: DriveState | None, now: float) -> None:
        face, told = self.ui, state.report if state is not None else None
        # what a process told that is silent, or over, is not of now
        report = told if state is not None and state.phase is DrivePhase.RUNNING else None
        measured = self.motion.read(self._pilot.selection, report, now)
        by_itself = self.motion.moves_by_itself(now)
        if report is None:
            # what was shown is of another robot, or of before
            self._link = SteadyLink(LinkLevel.POOR)
        link = self._link.step(report.level, report.round_trip_s, now) if report is not None else None
        profile = self._pilot.selection.profile if self._pilot.selection is not None else DEFAULT_PROFILE
        said = describe_state(
            state,
            self._pilot.earlier,
            self._stopped_elsewhere,
            moves_by_itself=by_itself,
            link=link,
            deadman=profile.deadman,
            mode=self._mode.is_on,
        )
        self.status_text = said
        face.badge.show_state(said.tone, said.word)
        self._announce(said)
        trouble = self._pilot.problem
        hint = chord_text(face.surface.chord) or self._with_recalled(said.hint)
        words = with_tip(trouble[0], trouble[1]) if trouble[0] else hint
        face.show_words(face.hint, words, warns=hint == said.hint and said.hint_warns and not trouble[0])
        show_text(face.stopped, self.selector.profile_error or said.stopped)
        face.show_banner(said.banner)
        face.show_notice(said.notice)
        if not said.arms_unwatched:
            # there is a watchdog by now, or another obstacle to arming
            face.question.dismiss()
        for button, can in ((face.arm, said.can_arm), (face.disarm, said.can_disarm), (face.clear, said.can_clear)):
            if button.isEnabled() != can:
                button.setEnabled(can)
        face.arm.explain(said.obstacle)
        text = face.clear_texts[said.clear_again]
        if face.clear.text() != text:
            face.clear.setText(text)
        goal = self._goals.describe(self.robot) if self.robot is not None else GoalText()
        face.show_goal(goal.words, goal.role, can_cancel=goal.can_cancel)
        self._show_stick(said, profile)
        self._show_robot(said, profile)
        self._show_figures(state, profile, report, measured)
        self._show_way(said)

    def _show_figures(
        self, state: DriveState | None, profile: Profile, report: DriveReport | None, measured: Velocity | None
    ) -> None:
        """Show what is commanded, measured and allowed, and what the hands do; `report` is None if none is of now."""
        face, told = self.ui, state.report if state is not None else None
        command, cap = ZERO, ZERO
        if state is not None and told is not None and state.phase is not DrivePhase.ENDED:
            # of a process that is silent nobody knows that it commands anything else by now
            command, cap = told.command, told.cap
        units, free = self._themes.units, command.free
        self._show_axes(profile, report.pads if report is not None else ())
        face.velocities.show_units(EFFORT_UNITS if profile.joint_effort else (units.of("m/s"), units.of("rad/s")))
        if profile.joint_effort:
            command, cap, measured = as_effort(command, profile), as_effort(cap, profile), None
        face.velocities.show_velocities(command, measured, cap)
        face.axes.show_values(free)
        share = state.speed if state is not None else self._pilot.speed
        face.speed.show_speed(share)
        show_text(face.speed_text, f"{share:.0%}  {limit_text(profile, share, units)}")
        face.lease.show_lease(report.lease_left_s if report is not None else 0.0)
        face.pads.show_pads(report.pads if report is not None else ())

    def _announce(self, said: DriveStatusText) -> None:
        """Have a screen reader say each change of the state, and that the link got bad, or well again."""
        state = (said.word, said.link_is_bad)
        before, self._announced = self._announced, state
        if before is None or before == state:
            return
        announce(self, with_tip(said.word, said.stopped if before[0] != said.word else said.link))

    def _show_way(self, said: DriveStatusText) -> None:
        """Show how good the link is, who drives, and who else does."""
        face = self.ui
        for label, words, bad in (
            (face.link, said.link, said.link_is_bad),
            (face.driver, said.driver, False),
            (face.others, said.others, said.others_are_sending),
        ):
            face.show_words(label, words, warns=bad)
        # what stands last is cut where there is little room
        ways = (said.others, said.link) if said.others_are_sending else (said.link, said.others)
        words = " \N{MIDDLE DOT} ".join(filter(None, (face.velocities.measured_text, *ways)))
        face.show_words(face.brief, words, warns=said.link_is_bad or said.others_are_sending)

"""The drive panel: it shows what is driven and how, and passes on what the operator does with its buttons."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QMouseEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from app.config.profile_folder import DEFAULT_PROFILE, profile_names
from app.drive.control.values import ZERO, Reason
from app.drive.robot.targets import driven_scheme
from app.drive.supervisor.drive_state import DriveState
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.text import begin_sentence, say, translate
from app.ui.base.theme import Themes
from app.ui.drive.battery import BatteryMonitor
from app.ui.drive.client import DriveClient
from app.ui.drive.command_topics import CommandTopic, CommandTopics, is_drivable
from app.ui.drive.panel_ui import DrivePanelScroll, DrivePanelUi
from app.ui.drive.selector import DriveSelector
from app.ui.drive.status_text import as_effort, describe_state, limit_text
from app.ui.drive.velocity_view import EFFORT_UNITS, SPEED_UNITS
from app.ui.time_axis.fields import fields_from_mime
from app.ui.widgets.menus import MenuButton, add_copy, add_entry, context_menu
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.question_bar import Answer
from app.wording.ui.drive import DrivePanelWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands
    from app.session.topics import Topics

# as often as reports come
INTERVAL_S: Final = 0.05


class CommandTopicDrop(QObject):
    """Event filter that accepts drops of command topics of the robot in view; other drops are refused."""

    def __init__(
        self,
        panel: QWidget,
        offers: Callable[[], CommandTopics],
        robot: Callable[[], str | None],
        choose: Callable[[CommandTopic], None],
    ) -> None:
        super().__init__(panel)
        self._offers = offers
        self._robot = robot
        self._choose = choose
        panel.setAcceptDrops(True)
        panel.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDragEnterEvent | QDropEvent) or event.type() not in {
            QEvent.Type.DragEnter,
            QEvent.Type.Drop,
        }:
            return super().eventFilter(watched, event)
        offer = self._offer_of(event)
        if offer is None:
            event.ignore()
            return True
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self._choose(offer)
        return True

    def _offer_of(self, event: QDropEvent) -> CommandTopic | None:
        dragged = {key.topic for key, _ in fields_from_mime(event.mimeData()) if key.connection == self._robot()}
        return next((offer for offer in self._offers().all if offer.topic in dragged), None)


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
        status_text: the texts that are shown now.
    """

    set_up_requested: Final = Signal()
    edit_requested: Final = Signal()

    def __init__(
        self,
        topics: Topics,
        commands: Commands,
        robot: CurrentRobot,
        switch: CommandSwitch,
        themes: Themes,
        preferences: Preferences,
        show_topic: Callable[[TopicKey], None],
        pilot: DriveClient,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._commands = commands
        self._robot = robot
        self._switch = switch
        self._themes = themes
        self._preferences = preferences
        self._show_topic = show_topic
        self.selector = DriveSelector(topics, robot, preferences, pilot)
        self.battery = BatteryMonitor(topics, self.can_be_seen)
        self.status_text = describe_state(None)
        self._pilot = pilot
        self._profiles: list[str] = []
        self.empty_state = EmptyState(themes, "drive")
        self.allow_button = QPushButton(translate("Drive", "Allow commands to this robot"))
        self.allow_button.setToolTip(switch.with_key(translate("Drive", "Until the program ends")))
        self.empty_state.buttons.addWidget(self.allow_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.profile_button = MenuButton()
        self.profile_button.setText(translate("Drive", "Choose a profile"))
        self.profile_button.setProperty("framed", True)
        self.profile_button.setToolTip(
            translate("Drive", "Profiles that name a robot's wheels, or a joint, and their editor.")
        )
        self.empty_state.buttons.addWidget(self.profile_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.ui = DrivePanelUi(themes)
        self._scroll = DrivePanelScroll(self.ui)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty_state)
        self._stack.addWidget(self._scroll)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
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
        info = self.selector.refresh()
        if info is not None and self.selector.needs_profile and self._commands.allows(info.id):
            self.selector.select_default()
        if self._has_nothing(info):
            return
        if self._stack.currentWidget() is not self._scroll:
            self._stack.setCurrentWidget(self._scroll)
        self.selector.select_default()
        self._show_choices()
        self._show(self._pilot.state)
        self.ui.show_battery(self.battery.read(info, now))

    def showEvent(self, event: QShowEvent) -> None:
        """Subscribe to the battery."""
        super().showEvent(event)
        self.battery.update_subscriptions()

    def hideEvent(self, event: QHideEvent) -> None:
        """Unsubscribe from the battery."""
        super().hideEvent(event)
        self.battery.update_subscriptions()

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
        add_entry(menu, translate("Drive", "Copy what is shown"), lambda: clipboard.setText(self.full_text))
        add_entry(menu, translate("Drive", "Profiles…"), self.edit_requested.emit)
        add_entry(menu, translate("Drive", "Set up a pad…"), self.set_up_requested.emit)
        choice = self._pilot.selection
        if choice is not None:
            by_profile = driven_scheme(choice.connection).by_joints
            how = f"--topic {choice.topic} --type {choice.type_name}"
            if by_profile:
                how = f"--profile {shlex.quote(choice.profile.name)}"
            command = f"teledeck drive {choice.connection} {how}"
            add_copy(menu, translate("Drive", "Copy as command: drive"), command)
            key = TopicKey(choice.connection, choice.topic.partition(",")[0] if by_profile else choice.topic)
            add_entry(menu, translate("Drive", "Go to the topic"), lambda: self._show_topic(key))
            menu.addSeparator()
            add_entry(menu, translate("Drive", "Leave this robot"), self.deselect)
        menu.popup(place)
        return menu

    def arm(self) -> None:
        """Arm; without a watchdog only after a second, different act."""
        said = describe_state(self._pilot.state)
        if not said.can_arm or not said.arms_unwatched:
            self._arm(unwatched=False)
            return
        self.ui.question.ask(
            translate("Drive", "There is no watchdog: if driving fails, nothing stops the robot. Arm without it?"),
            Answer(
                say(DrivePanelWording.ARM_UNWATCHED()),
                lambda: self._arm(unwatched=True),
                translate("Drive", "Only where the robot stops by itself, or somebody stands at its own stop button."),
            ),
            Answer(translate("Drive", "Don't arm"), lambda: None, translate("Drive", "Change nothing.")),
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
            said.link,
            said.driver,
            said.others,
            face.battery.text(),
            face.pads.full_text,
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
        face.edit.clicked.connect(self.edit_requested)
        face.stop.pressed.connect(pilot.stop)
        face.surface.moved.connect(pilot.move)
        pilot.released.connect(face.surface.release_all)
        face.speed.valueChanged.connect(lambda value: pilot.set_speed(value / 100))
        face.robots.activated.connect(self._choose_robot)
        face.topics.activated.connect(lambda number: self.selector.select_topic(self.command_topics.all[number]))
        face.profiles.activated.connect(lambda number: self.selector.use_profile(self._profiles[number]))

    def _allow(self) -> None:
        if self.robot is not None:
            self._switch.allow(self.robot, allowed=True)

    def _offer_profiles(self) -> None:
        menu = self.profile_button.choices
        menu.clear()
        for name in self.selector.fitting_profiles():
            add_entry(menu, name.replace("&", "&&"), functools.partial(self.selector.drive_by_profile, name))
        if menu.isEmpty():
            menu.addAction(translate("Drive", "No profile names its wheels")).setEnabled(False)
        menu.addSeparator()
        add_entry(menu, translate("Drive", "Profiles…"), self.edit_requested.emit)

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
            hint += " " + say(DrivePanelWording.SELECT_ANOTHER())
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
            return title, translate("Drive", "Robots of its protocol take no commands to move."), "drive", False
        if not self._commands.allows(info.id):
            title = say(DrivePanelWording.LOCKED(name=name))
            return title, translate("Drive", "Allow commands to it first, if nobody can be hurt."), "lock", True
        if not self.command_topics.all:
            hint = say(DrivePanelWording.START_BASE())
            return begin_sentence(self.command_topics.reason), self.command_topics.tip or hint, "drive", False
        return None

    def _show_choices(self) -> None:
        face, themes, names = self.ui, self._themes, self._preferences
        infos = self._robot.connections
        ids = [info.id for info in infos]
        face.robots.set_choices(
            [names.robot_name(name) for name in ids],
            ids.index(self.robot) if self.robot in ids else -1,
            [themes.robot_dot_of(name) for name in ids],
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

    def _show(self, state: DriveState | None) -> None:
        said = self.status_text = describe_state(state, self._pilot.earlier, self._stopped_elsewhere)
        face, report = self.ui, state.report if state is not None else None
        face.badge.show_state(said.tone, said.word)
        trouble = self._pilot.problem
        _say(face.hint, f"{begin_sentence(trouble[0])}. {trouble[1]}" if trouble[0] else said.hint)
        _say(face.stopped, self.selector.profile_error or said.stopped)
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
        face.surface.set_live(said.is_live)
        focused = face.surface.hasFocus()
        # four keys are one word: nothing breaks within them
        keys = translate("Drive", "Drive with W\u00a0A\u00a0S\u00a0D or the arrow keys")
        _say(face.keys, keys if focused else translate("Drive", "Click the stick to use W\u00a0A\u00a0S\u00a0D"))
        command, cap = (report.command, report.cap) if report is not None else (ZERO, ZERO)
        profile = self._pilot.selection.profile if self._pilot.selection is not None else DEFAULT_PROFILE
        measured = report.measured if report is not None else None
        face.velocities.show_units(EFFORT_UNITS if profile.joint_effort else SPEED_UNITS)
        if profile.joint_effort:
            command, cap, measured = as_effort(command, profile), as_effort(cap, profile), None
        face.velocities.show_velocities(command, measured, cap)
        share = state.speed if state is not None else self._pilot.speed
        face.speed.show_speed(share)
        _say(face.speed_text, f"{share:.0%}  {limit_text(profile, share)}")
        face.lease.show_lease(report.lease_left_s if report is not None else 0.0)
        face.pads.show_pads(report.pads if report is not None else ())
        theme = self._themes.current
        for label, words, bad in (
            (face.link, said.link, said.link_is_bad),
            (face.driver, said.driver, False),
            (face.others, said.others, said.others_are_sending),
        ):
            _say(label, words)
            style = f"color: {theme.warn}; font-weight: 600;" if bad else ""
            if label.styleSheet() != style:
                label.setStyleSheet(style)


def _say(label: QLabel, text: str) -> None:
    """Set the text, unless it is the same: nothing is drawn anew then."""
    if label.text() != text:
        label.setText(text)

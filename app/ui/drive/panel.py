"""The drive panel: chooses what is driven, shows all that is known of it, and is what the hands are on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.config.profile import ProfileError
from app.config.profile_files import DEFAULT, profile_names, profile_of
from app.drive.values import ZERO, Reason
from app.model.topic_store import TopicKey
from app.ui.drive.dropping import CommandDrop
from app.ui.drive.face import face_of
from app.ui.drive.offers import Offer, Offers, can_be_driven, offers_of
from app.ui.drive.panel_face import FaceScroll, PanelFace
from app.ui.drive.pilot import Choice, Pilot
from app.ui.robot_tools import RobotTools
from app.ui.text import begin_sentence, translate
from app.ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from app.drive.handle import HandleState
    from app.session import ConnectionInfo

# as often as reports come
INTERVAL_S: Final = 0.05

_KEPT: Final = "drive"
_MOST_KEPT: Final = 20


class DrivePanel(QWidget):
    """See the module.

    Signals:
        set_up_wanted: a pad is to be set up.

    Attributes:
        face: what it is made of.
        nothing: says what to do where there is nothing to drive.
        robot: the one that is looked at; None where there is none.
        offers: what that can be driven by.
    """

    set_up_wanted: Final = Signal()

    def __init__(self, tools: RobotTools, pilot: Pilot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tools = tools
        self.robot: str | None = None
        self.offers = Offers()
        self.said = face_of(None)
        self._pilot = pilot
        self._asked_for: str | None = None
        # the robot that was in view then
        self._looked_at: str | None = None
        # the robot that the operator wants to drive no more
        self._left: str | None = None
        self._revision = -1
        self._profiles: list[str] = []
        self._profile_trouble = ""
        self._kept = self._read_kept()
        self.nothing = EmptyState(tools.themes, "drive")
        self.allow = QPushButton(translate("Drive", "Allow commands to this robot"))
        self.allow.setToolTip(translate("Drive", "Until the program ends (Ctrl+U)"))
        self.nothing.buttons.addWidget(self.allow, 0, Qt.AlignmentFlag.AlignHCenter)
        self.face = PanelFace(tools.themes)
        self._scroll = FaceScroll(self.face)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.nothing)
        self._stack.addWidget(self._scroll)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self.setFocusProxy(self.face.surface)
        self._drop = CommandDrop(self, lambda: self.offers, lambda: self.robot, self._choose_offer)
        self._connect()

    # for the window

    def can_be_seen(self) -> bool:
        """See `refresh.View`."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """See `refresh.View`."""
        del now
        info = self._chosen_robot()
        name = info.id if info is not None else None
        store = self.tools.session.store
        if (name, store.revision) != (self.robot, self._revision):
            self.robot, self._revision = name, store.revision
            self._find_offers()
        if self._has_nothing(info):
            return
        if self._stack.currentWidget() is not self._scroll:
            self._stack.setCurrentWidget(self._scroll)
        self._take_the_usual()
        self._show_choices()
        self._show(self._pilot.state)

    def set_open(self, opened: bool) -> None:  # noqa: FBT001 - a setter
        """The dock was opened or closed."""
        if opened:
            self._profiles = profile_names()
        else:
            self.face.surface.let_go()
            self._pilot.disarm(Reason.PANEL_CLOSED)

    def save(self) -> None:
        """Remember what each robot is driven by; never that it was armed."""
        kept = dict(list(self._kept.items())[-_MOST_KEPT:])
        self.tools.preferences.set_layout(_KEPT, QByteArray(json.dumps(kept).encode()))

    # what the operator does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside everything gives the keys to the stick."""
        super().mousePressEvent(event)
        self.face.surface.setFocus(Qt.FocusReason.MouseFocusReason)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be copied."""
        self.show_menu(event.globalPos())

    def show_menu(self, place: QPoint) -> QMenu:
        """The menu of the panel."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        clipboard = QGuiApplication.clipboard()
        menu.addAction(translate("Drive", "Copy what is shown"), lambda: clipboard.setText(self.words))
        menu.addAction(translate("Drive", "Set up a pad…"), self.set_up_wanted.emit)
        choice = self._pilot.choice
        if choice is not None:
            command = f"teledeck drive {choice.connection} --topic {choice.topic} --type {choice.type_name}"
            menu.addAction(translate("Drive", "Copy as command: drive"), lambda: clipboard.setText(command))
            key = TopicKey(choice.connection, choice.topic)
            menu.addAction(translate("Drive", "Go to the topic"), lambda: self.tools.show_topic(key))
            menu.addSeparator()
            menu.addAction(translate("Drive", "Leave this robot"), self.leave)
        menu.popup(place)
        return menu

    def leave(self) -> None:
        """Drive none, until one is chosen again."""
        self._asked_for = None
        self._pilot.leave()
        self._left = self.robot

    @property
    def words(self) -> str:
        """All that is shown, as text."""
        said, face = self.said, self.face
        lines = (
            face.robots.currentText(),
            said.word,
            said.hint,
            said.banner,
            said.stopped,
            face.velocities.words,
            said.link,
            said.driver,
            said.others,
            face.pads.words,
        )
        return "\n".join(line for line in lines if line)

    # what is driven

    def _connect(self) -> None:
        face, pilot = self.face, self._pilot
        self.allow.clicked.connect(self._allow)
        face.arm.clicked.connect(self._arm)
        face.disarm.clicked.connect(lambda: pilot.disarm(Reason.BY_OPERATOR))
        face.clear.clicked.connect(pilot.clear)
        face.stop.pressed.connect(pilot.stop)
        face.surface.wished.connect(pilot.wish)
        pilot.released.connect(face.surface.let_go)
        face.speed.valueChanged.connect(lambda value: pilot.set_speed(value / 100))
        face.robots.activated.connect(self._choose_robot)
        face.topics.activated.connect(lambda number: self._choose_offer(self.offers.all[number]))
        face.profiles.activated.connect(lambda number: self._choose_profile(self._profiles[number]))

    def _allow(self) -> None:
        if self.robot is not None:
            self.tools.lock.allow(self.robot, allowed=True)

    def _arm(self) -> None:
        # whoever arms here drives here
        self.face.surface.setFocus(Qt.FocusReason.OtherFocusReason)
        self._pilot.arm()

    def _chosen_robot(self) -> ConnectionInfo | None:
        """The one that is driven, else that which was asked for, else that in view."""
        known = {info.id: info for info in self.tools.connections}
        choice = self._pilot.choice
        if self._asked_for is not None and self.tools.current() != self._looked_at:
            self._asked_for = None
        for name in (choice.connection if choice is not None else None, self._asked_for):
            if name in known:
                return known[name]
        return self.tools.choose(lambda info: can_be_driven(info.id))

    def _choose_robot(self, number: int) -> None:
        infos = self.tools.connections
        if number >= len(infos) or infos[number].id == self.robot:
            return
        self._left = None
        self._asked_for, self._looked_at = infos[number].id, self.tools.current()
        if self._pilot.choice is not None:
            self._pilot.leave(Reason.ROBOT_CHANGED)

    def _find_offers(self) -> None:
        robot = self.robot
        topics = self.tools.session.store.topics
        infos = [topic.info for topic in topics if topic.key.connection == robot]
        self.offers = offers_of(robot, infos) if robot is not None else Offers()
        choice = self._pilot.choice
        if choice is not None and choice.connection == robot:
            # it may not be named for a moment
            driven = Offer(choice.topic, choice.type_name)
            if driven not in self.offers.all:
                self.offers = Offers((driven, *self.offers.all), self.offers.usual)

    def _take_the_usual(self) -> None:
        """Where there is one thing to drive by, or one that was chosen before, nobody has to choose it again."""
        if self._pilot.choice is not None or self.robot is None or self.robot == self._left:
            return
        kept = self._kept.get(self.robot, {})
        before = next((offer for offer in self.offers.all if offer.topic == kept.get("topic")), None)
        offer = before or self.offers.usual
        if offer is not None:
            self._choose(offer, kept.get("profile", DEFAULT.name))

    def _choose_offer(self, offer: Offer) -> None:
        self._choose(offer, self._profile_name)

    def _choose_profile(self, name: str) -> None:
        choice = self._pilot.choice
        if choice is not None:
            self._choose(Offer(choice.topic, choice.type_name), name)

    def _choose(self, offer: Offer, profile_name: str) -> None:
        if self.robot is None:
            return
        try:
            profile = profile_of(profile_name)
            self._profile_trouble = ""
        except ProfileError as error:
            self._profile_trouble = f"{begin_sentence(error.reason)}. {error.tip}".strip()
            if self._pilot.choice is not None:
                return
            profile = DEFAULT
        self._left = None
        self._kept.pop(self.robot, None)
        self._kept[self.robot] = {"topic": offer.topic, "profile": profile.name}
        self._pilot.choose(Choice(self.robot, offer.topic, offer.type_name, profile))

    @property
    def _profile_name(self) -> str:
        choice = self._pilot.choice
        return choice.profile.name if choice is not None else DEFAULT.name

    # what is shown

    def _has_nothing(self, info: ConnectionInfo | None) -> bool:
        """Whether there is nothing to drive; what to do about it is said."""
        words = self._lacking(info)
        if words is None:
            return False
        title, hint, icon, allow = words
        if len(self.tools.connections) > 1:
            hint += " " + translate("Drive", "For another robot, select it in the list of topics.")
        self.nothing.say(title, hint, icon)
        self.allow.setVisible(allow)
        self._stack.setCurrentWidget(self.nothing)
        return True

    def _lacking(self, info: ConnectionInfo | None) -> tuple[str, str, str, bool] | None:
        """A sentence, a hint, an icon, and whether commands could be allowed."""
        if info is None:
            return translate("Drive", "No robot"), translate("Drive", "Connect to one first."), "robot", False
        name = self.tools.preferences.robot_name(info.id)
        if not can_be_driven(info.id):
            title = translate("Drive", "{name} can't be driven").format(name=name)
            return title, translate("Drive", "Robots of its protocol take no commands to move."), "drive", False
        if not self.tools.lock.allows(info.id):
            title = translate("Drive", "{name} is only looked at").format(name=name)
            return title, translate("Drive", "Allow commands to it first, if nobody can be hurt."), "lock", True
        if not self.offers.all:
            hint = translate("Drive", "Start the robot's base: its topic for velocities is offered here by itself.")
            return self.offers.reason, hint, "drive", False
        return None

    def _show_choices(self) -> None:
        face, themes, names = self.face, self.tools.themes, self.tools.preferences
        infos = self.tools.connections
        ids = [info.id for info in infos]
        face.robots.offer(
            [names.robot_name(name) for name in ids],
            ids.index(self.robot) if self.robot in ids else -1,
            [themes.robot_dot_of(name) for name in ids],
        )
        choice = self._pilot.choice
        driven = Offer(choice.topic, choice.type_name) if choice is not None else None
        offers = self.offers.all
        face.topics.offer([offer.topic for offer in offers], offers.index(driven) if driven in offers else -1)
        name = self._profile_name
        if name not in self._profiles:
            self._profiles = profile_names()
        texts = [translate("Drive", "Profile: {name}").format(name=each) for each in self._profiles]
        face.profiles.offer(texts, self._profiles.index(name) if name in self._profiles else -1)
        if face.profiles.isEnabled() != (choice is not None):
            face.profiles.setEnabled(choice is not None)

    def _show(self, state: HandleState | None) -> None:
        said = self.said = face_of(state)
        face, report = self.face, state.report if state is not None else None
        face.badge.say(said.tone, said.word)
        trouble = self._pilot.trouble
        _say(face.hint, f"{begin_sentence(trouble[0])}. {trouble[1]}" if trouble[0] else said.hint)
        _say(face.stopped, self._profile_trouble or said.stopped)
        face.say_banner(said.banner)
        for button, can in ((face.arm, said.can_arm), (face.disarm, said.can_disarm), (face.clear, said.can_clear)):
            if button.isEnabled() != can:
                button.setEnabled(can)
        again = translate("Drive", "Clear: once more")
        text = again if said.clear_again else translate("Drive", "Clear")
        if face.clear.text() != text:
            face.clear.setText(text)
        face.surface.set_live(said.live)
        focused = face.surface.hasFocus()
        # four keys are one word: nothing breaks within them
        keys = translate("Drive", "W\u00a0A\u00a0S\u00a0D or arrows drive, too")
        _say(face.keys, keys if focused else translate("Drive", "Click the stick to drive by W\u00a0A\u00a0S\u00a0D"))
        command, cap = (report.command, report.cap) if report is not None else (ZERO, ZERO)
        face.velocities.show_velocities(command, report.measured if report is not None else None, cap)
        limits = self._pilot.choice.profile.limits if self._pilot.choice is not None else DEFAULT.limits
        share = face.speed.value() / 100
        _say(face.speed_text, f"{share:.0%}  {limits.linear_m_s * share:.2f} m/s")
        face.lease.show_lease(report.lease_left_s if report is not None else 0.0)
        face.pads.show_pads(report.pads if report is not None else ())
        theme = self.tools.themes.current
        for label, words, bad in (
            (face.link, said.link, said.link_is_bad),
            (face.driver, said.driver, False),
            (face.others, said.others, said.others_send),
        ):
            _say(label, words)
            style = f"color: {theme.warn}; font-weight: 600;" if bad else ""
            if label.styleSheet() != style:
                label.setStyleSheet(style)

    def _read_kept(self) -> dict[str, dict[str, str]]:
        try:
            told = json.loads(bytes(self.tools.preferences.layout(_KEPT).data()) or b"{}")
        except (ValueError, RecursionError):
            return {}
        pairs = told.items() if isinstance(told, dict) else ()
        return {
            name: {key: str(value) for key, value in kept.items()} for name, kept in pairs if isinstance(kept, dict)
        }


def _say(label: QLabel, text: str) -> None:
    """Nothing is drawn anew that stays the same."""
    if label.text() != text:
        label.setText(text)

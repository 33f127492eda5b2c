"""Command topics: the topics of a robot by which it can be driven, and the drop of one onto the drive panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.drive.robot.targets import TargetError, choose_target, driven_scheme, fitting_topics
from app.model.topics import TopicInfo
from app.ui.time_axis.fields import fields_from_mime


@dataclass(frozen=True, slots=True)
class CommandTopic:
    """Topic that takes commands, and the type of its messages."""

    topic: str
    type_name: str


@dataclass(frozen=True, slots=True)
class CommandTopics:
    """Command topics of a robot.

    Attributes:
        default: the topic that is used unless the operator selects another; None where the operator has to select one.
        reason, tip: why there is no topic; empty where there is one.
    """

    all: tuple[CommandTopic, ...] = ()
    default: CommandTopic | None = None
    reason: str = ""
    tip: str = ""


def is_drivable(connection_id: str) -> bool:
    """Whether robots of this connection's protocol can be driven at all."""
    return bool(driven_scheme(connection_id).targets)


def find_command_topics(connection_id: str, infos: Iterable[TopicInfo]) -> CommandTopics:
    """Find the command topics of a robot with these topics."""
    known = tuple(infos)
    found = [CommandTopic(topic, target.type_name) for topic, target in fitting_topics(connection_id, known)]
    try:
        topic, target = choose_target(connection_id, "", "", known)
    except TargetError as error:
        # other tips are for a command line; only that for a robot that needs a profile fits here
        tip = error.tip if driven_scheme(connection_id).by_joints else ""
        return CommandTopics(tuple(found)) if found else CommandTopics((), None, error.reason, tip)
    usual = CommandTopic(topic, target.type_name)
    return CommandTopics(tuple(found) if usual in found else (usual, *found), usual)


def find_named_topic(connection_id: str, topic: str, type_name: str, infos: Iterable[TopicInfo]) -> CommandTopic | None:
    """Find the command topic by name and type, of which either may be empty; None where both are.

    Raises TargetError: the robot can't be driven by that topic or type.
    """
    if not topic and not type_name:
        return None
    chosen, target = choose_target(connection_id, topic, type_name, infos)
    return CommandTopic(chosen, target.type_name)


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

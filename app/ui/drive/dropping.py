"""Drag and drop of a command topic onto the drive panel."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.ui.drive.command_topics import CommandTopic, CommandTopics
from app.ui.time_axis.fields import fields_from_mime


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

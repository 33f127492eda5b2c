"""A combo box of the topics that carry images, filtered by typing, and the drop of such a topic onto a view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QSizePolicy, QWidget

from app.model.schema import Role
from app.model.topics import Topic, TopicKey
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.base.text import say, topic_text
from app.ui.time_axis.fields import fields_from_mime
from app.wording.ui.images import ImagesWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

_CHARACTERS: Final = 16
# pixels at each side of a field, as in Qt
_TEXT_MARGIN: Final = 2


def carries_images(topics: Topics, topic: Topic) -> bool:
    """Whether the messages of a topic carry images, as far as known."""
    schema = topic.schema
    if schema is None and topic.info.type_name:
        try:
            schema = topics.schema_of(topic.key.connection, topic.info.type_name)
        except SessionError:
            return False
    return schema is not None and Role.IMAGE in schema.roles()


class ImageTopicChoice(QComboBox):
    """Combo box of the topics with images.

    Signals:
        chosen: the operator chose a TopicKey.
    """

    chosen: Final = Signal(object)

    def __init__(self, topics: Topics, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._topics = topics
        self._preferences = preferences
        self._revisions = (-1, -1)
        self._key: TopicKey | None = None
        self._keys: list[TopicKey] = []
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMinimumContentsLength(_CHARACTERS)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say(ImagesWording.TOPIC()))
        self._line = _NameField()
        self.setLineEdit(self._line)
        line = self._line
        line.setAccessibleName(self.accessibleName())
        line.setPlaceholderText(say(ImagesWording.CHOOSE_AN_IMAGE_TOPIC()))
        line.editingFinished.connect(self._restore)
        completer = QCompleter(self.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(completer)
        self.activated.connect(self._choose)

    @property
    def drawn_text(self) -> str:
        """The name as it is drawn, shortened to fit."""
        return self._line.drawn_text

    @property
    def keys(self) -> list[TopicKey]:
        """The topics to choose from."""
        return self._keys

    def sync(self, key: TopicKey | None) -> None:
        """Follow changes of the topics, and show the chosen one, which need not exist yet."""
        revisions = (self._topics.store.revision, self._preferences.robots_revision)
        if revisions == self._revisions and key == self._key:
            return
        if revisions != self._revisions:
            self._revisions = revisions
            self._fill()
        self._key = key
        if not self._line.hasFocus() or not self._line.isModified():
            self._restore()

    def _fill(self) -> None:
        # there may be ten thousand topics, but of a few types
        known: dict[tuple[str, str, bool], bool] = {}
        keys = []
        for topic in self._topics.store.topics:
            kind = (topic.key.connection, topic.info.type_name, topic.schema is None)
            if kind not in known or not topic.info.type_name:
                known[kind] = carries_images(self._topics, topic)
            if known[kind]:
                keys.append(topic.key)
        keys.sort(key=lambda key: (key.connection, key.topic))
        if keys == self._keys:
            return
        self._keys = keys
        several = len({key.connection for key in keys}) > 1
        self.clear()
        for key in keys:
            robot = self._preferences.robot_name(key.connection)
            name = topic_text(key.topic)
            self.addItem(f"{name}  \N{EN DASH}  {robot}" if several else name, key)
            tip = "\n".join(dict.fromkeys((name, robot, key.connection)))
            self.setItemData(self.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)

    def _restore(self) -> None:
        """Show the chosen topic, whatever was typed."""
        key = self._key
        index = self._keys.index(key) if key in self._keys else -1
        if self.currentIndex() != index:
            self.setCurrentIndex(index)
        # the robot is shown in the list only
        text = topic_text(key.topic) if key is not None else ""
        if self._line.text() != text:
            self.setEditText(text)
        self.setToolTip(text)

    def _choose(self, index: int) -> None:
        key = self._keys[index] if 0 <= index < len(self._keys) else None
        if key is not None and key != self._key:
            self._key = key
            self.chosen.emit(key)
        self._restore()


class _NameField(QLineEdit):
    """Field whose text is shortened in the middle while it has no focus."""

    @property
    def drawn_text(self) -> str:
        """The name, shortened to fit."""
        room = self.contentsRect().width() - 2 * _TEXT_MARGIN
        if self.hasFocus():
            return self.text()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the name, shortened to fit."""
        text = self.drawn_text
        if text == self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        rect = self.contentsRect().adjusted(_TEXT_MARGIN, 0, -_TEXT_MARGIN, 0)
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class ImageDropTarget(QObject):
    """Accepts the first dragged topic with images; others are refused, which the pointer shows.

    Args:
        show: shows a topic.
    """

    def __init__(self, view: QWidget, topics: Topics, show: Callable[[TopicKey], None]) -> None:
        super().__init__(view)
        self._topics = topics
        self._show = show
        view.setAcceptDrops(True)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See QObject."""
        if isinstance(event, QDragEnterEvent | QDropEvent) and event.type() in {
            QEvent.Type.DragEnter,
            QEvent.Type.Drop,
        }:
            key = self._topic_of(event)
            if key is not None:
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self._show(key)
            else:
                event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _topic_of(self, event: QDropEvent) -> TopicKey | None:
        topics = (self._topics.store.get(key) for key, _ in fields_from_mime(event.mimeData()))
        return next((topic.key for topic in topics if topic is not None and carries_images(self._topics, topic)), None)

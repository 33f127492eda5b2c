"""The newest message of the selected topic as a live tree.

A message is decoded when a refresh finds a new one, never when it arrives, at most 15 times a second and in at most a
tenth of the interface thread's time. Only the selected topic is subscribed to, and only while it can be seen. While
paused, the message that was shown is held, and newer ones are only counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QGuiApplication, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.model.schema import DecodeError, FieldPath, Role, Schema
from app.model.status import ConnectionState
from app.model.topics import Message, Topic, TopicKey
from app.model.value_text import message_json_line
from app.ui.base.preferences import Preferences
from app.ui.base.text import format_count, say, with_tip
from app.ui.base.theme import Themes
from app.ui.inspector.decoder_picker import DecoderPicker
from app.ui.inspector.field_history import FieldHistory
from app.ui.inspector.message_header import MessageBar, MessageFaultNotice, PauseNotice, TopicHeader
from app.ui.inspector.raw_bytes import RawBytes
from app.ui.inspector.value_tree import ValueTree
from app.ui.topics.topic_settings import DecoderSettings, TopicNameSettings
from app.ui.widgets.notices import CostNotice
from app.ui.widgets.pages import EmptyState, PageStack, ScrolledPage
from app.ui.window.actions import MessageActions
from app.wording.ui.inspector import InspectorWording
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

OWNER: Final = "inspector"

# numbers that change faster can't be read
DECODE_INTERVAL_S: Final = 1 / 15

# a message that came so much later than the one before, or earlier, is of another time, which was gone to
_JUMP_NS: Final = 1_000_000_000

# fraction of the interface thread's time that decoding may take
MAX_DECODE_FRACTION: Final = 0.1

# a larger message is decoded only on request: at 20 to 50 MB/s it would hold up the window; images are exempt, their
# pixels are not copied
LARGEST_BYTES: Final = 2_000_000

_FACTS_INTERVAL_S: Final = 0.2

# pixels between the parts of the page
_SPACING: Final = 8
# pixels around the page
_MARGIN: Final = 8
# so many fields have room before the history of one has, and before the figures of the topic have
_ROWS: Final = 8
_FEW_ROWS: Final = 3


class InspectorPanel(QWidget):
    """Inspector of the selected topic."""

    def __init__(
        self,
        links: Links,
        topics: Topics,
        themes: Themes,
        preferences: Preferences,
        actions: MessageActions,
        stopwatch: Callable[[], float] = time.perf_counter,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._links = links
        self._topics = topics
        self._themes = themes
        self._actions = actions
        self._stopwatch = stopwatch
        self._key: TopicKey | None = None
        self._topic: Topic | None = None
        # the message shown, when it came, and whether its fields are those in the tree
        self._message: Message | None = None
        # whether fields are of another time than the one that was gone to since
        self._is_other_time = False
        self._jumps = topics.jumps
        self._arrival_s = 0.0
        self._is_read = False
        self._decode_due_s = 0.0
        self._facts_due_s = 0.0
        self._reading_requested = False
        self._idle = False
        # the row of the list that is no topic, and how many are below it
        self._group: tuple[str, int] | None = None
        self._paused_s: float | None = None
        self._total_paused_s = 0.0
        self._now = 0.0
        # the schema of the message shown, until the decoder that the operator chose has another
        self._replaced_schema: Schema | None = None
        # pixels for the fields
        self._room = 0
        self.header = TopicHeader(themes)
        self._naming = TopicNameSettings(links, topics, preferences)
        self.picker = DecoderPicker(themes, DecoderSettings(topics, preferences))
        self.fault, self.hold, self.cost = MessageFaultNotice(themes), PauseNotice(themes), CostNotice(themes)
        self.bar = MessageBar(themes, actions)
        self.tree = ValueTree(themes, preferences, actions)
        self.model = self.tree.values
        self.raw = RawBytes()
        self.history = FieldHistory(themes)
        self.empty = EmptyState(themes, "message")
        self._waiting = EmptyState(themes, "waiting")
        self._lay_out()
        self._connect()
        self.show_topic(None)

    def _lay_out(self) -> None:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_SPACING)
        self._body = PageStack()
        for shown in (self.tree, self.raw, self._waiting):
            self._body.addWidget(shown)
        for above in (self.header, self.picker, self.cost, self.hold, self.fault, self.bar):
            layout.addWidget(above)
        layout.addWidget(self._body, 1)
        layout.addWidget(self.history)
        self._stack = PageStack()
        self._page = ScrolledPage(page)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(_MARGIN, 0, _MARGIN, _MARGIN)
        outer.addWidget(self._stack)

    def _connect(self) -> None:
        actions = self._actions
        actions.pause.toggled.connect(self._set_paused)
        actions.copy_message.triggered.connect(self.copy_message)
        actions.copy_topic.triggered.connect(self.copy_topic)
        actions.history.toggled.connect(self._arrange)
        self.bar.page_chosen.connect(self._show_page)
        self.picker.chosen.connect(self._apply_decoder)
        self.tree.field_selected.connect(self._show_field_history)
        self.fault.button.clicked.connect(self._request_reading)
        self.hold.button.clicked.connect(lambda: actions.pause.setChecked(False))

    @property
    def waiting(self) -> EmptyState:
        """The page that is shown until the first message."""
        return self._waiting

    @property
    def paused(self) -> bool:
        """Whether a message is held."""
        return self._paused_s is not None

    def show_topic(self, key: TopicKey | None) -> None:
        """Show another topic, or none, and end the pause."""
        if key is not None and key == self._key:
            return
        self._group = None
        self._actions.pause.setChecked(False)
        self._key = self.tree.topic = key
        self._set_topic(self._topics.store.get(key) if key is not None else None)
        self._decode_due_s = self._facts_due_s = 0.0
        self.raw.set_payload(b"")
        self.raw.show_first_page()
        self._choose_page()
        self.update_subscriptions()
        self._show_state(0.0)

    def _change_topic(self, topic: Topic) -> None:
        """Show another state of the topic, which has taken the place of the one before; rows stay where fields do."""
        newest = topic.newest
        is_alike = newest is not None and newest.schema is self.model.schema
        if is_alike and self._message is not None and self._replaced_schema is None:
            self._topic = topic
            self._decode_due_s = 0.0
        else:
            self._set_topic(topic)

    def _set_topic(self, topic: Topic | None) -> None:
        self._topic = topic
        self._message = None
        self._is_read = self._reading_requested = False
        self._replaced_schema = None
        self.fault.setVisible(False)
        self.model.set_schema(topic.schema if topic is not None else None)

    def ask_type(self, decoder: str) -> None:
        """Focus the field for the type of the topic that is shown."""
        self.picker.ask_type(decoder)

    def set_idle(self, idle: bool) -> None:  # noqa: FBT001 - a setter
        """Show that there is no topic to select."""
        if idle != self._idle:
            self._idle = idle
            self._choose_page()

    def show_group(self, name: str, count: int) -> None:
        """Say what can be done with a row that is no topic, while none is shown."""
        self._group = (name, count)
        self._choose_page()

    def _choose_page(self) -> None:
        self._stack.setCurrentIndex(1 if self._key is not None else 0)
        title = say(InspectorWording.NO_TOPIC())
        hint = say(InspectorWording.SELECT_A_TOPIC())
        if self._group is not None:
            name, count = self._group
            hint = say(InspectorWording.GROUP_HINT(name=name, count=format_count(count)))
        if self._idle:
            title = say(InspectorWording.NOTHING_YET())
            hint = say(InspectorWording.SELECT_A_TOPIC_LATER())
        self.empty.set_texts(title, hint)

    def update_subscriptions(self) -> None:
        """Subscribe to the topic that is shown, and to none while it can't be seen."""
        self._topics.set_subscriptions(OWNER, {self._key} if self._key is not None and self.can_be_seen() else set())

    def can_be_seen(self) -> bool:
        """Whether the panel is on screen."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Show the newest message and the figures, each at its own rate."""
        if self._key is None:
            return
        self._now = now
        if not self.paused:
            known = self._topics.store.get(self._key)
            if known is not None and known is not self._topic:
                self._change_topic(known)
            jumps, self._jumps = self._jumps, self._topics.jumps
            if self._jumps != jumps:
                self._is_other_time = True
                self.history.start_anew()
            if self._message is not None and self._topics.nobody_listened(self._key):
                # another time was gone to
                self._set_topic(self._topic)
                self._facts_due_s = 0.0
            self.model.set_time(now - self._total_paused_s)
            topic = self._topic
            if topic is not None and topic.newest is not self._message and self._is_due(topic, now):
                self._show_newest(topic, now)
        self._read_as_chosen(now)
        if self._reading_requested:
            self._read(now)
        if now >= self._facts_due_s:
            self._facts_due_s = now + _FACTS_INTERVAL_S
            if self._links.status(self._key.connection) is None:
                # the operator has disconnected the robot: its values leave the window with it
                self.show_topic(None)
            else:
                self._show_state(now)

    def save_layout(self) -> None:
        """Save the columns."""
        self.tree.save_layout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the history of a field, and figures of the topic, where the message needs the room."""
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """Subscribe."""
        super().showEvent(event)
        self.update_subscriptions()

    def hideEvent(self, event: QHideEvent) -> None:
        """Unsubscribe."""
        super().hideEvent(event)
        self.update_subscriptions()

    # messages

    def _is_due(self, topic: Topic, now: float) -> bool:
        """Return whether the newest message is to be shown: at once where it is of another time, or the first."""
        newest, shown = topic.newest, self._message
        if shown is None:
            return True
        has_jumped = newest and not 0 <= newest.received_ns - shown.received_ns < _JUMP_NS
        return now >= self._decode_due_s - (DECODE_INTERVAL_S if has_jumped else 0.0)

    def _show_newest(self, topic: Topic, now: float) -> None:
        message = topic.newest
        if message is None:
            return
        if self.model.schema is not message.schema:
            self.model.set_schema(message.schema)
        self._message, self._arrival_s, self._is_read = message, topic.last_arrival_s, False
        self.history.add_message(message)
        self._show_message(now)

    def _apply_decoder(self) -> None:
        """Show the message again with the decoder that the operator chose, as soon as its schema is known."""
        self._replaced_schema = self.model.schema
        self._read_as_chosen(self._now)

    def _read_as_chosen(self, now: float) -> None:
        schema = self._topic.schema if self._topic is not None else None
        if self._replaced_schema is None or schema is None or schema is self._replaced_schema:
            return
        self._replaced_schema, self._is_read = None, False
        self.model.set_schema(schema)
        self._show_message(now)

    def _show_message(self, now: float) -> None:
        """Show the current message on the open page; fields are decoded only for the page of fields."""
        if self._message is None:
            return
        if self._actions.raw_bytes.isChecked():
            self.fault.setVisible(False)
            self._is_read = False
            self.raw.set_payload(self._message.payload)
            self.header.show_message(self._message.number, self._stamp_ns())
            self._decode_due_s = now + DECODE_INTERVAL_S
        elif not self._is_read:
            self._read(now)
        self._arrange()
        self.tree.open_rows(self._room)

    def _stamp_ns(self) -> int | None:
        if self._message is None or self.model.schema is None or self._is_large():
            return None
        try:
            return self.model.schema.stamp_ns(self._message.payload)
        except DecodeError:
            return None

    def _is_large(self) -> bool:
        schema, message = self.model.schema, self._message
        if schema is None or message is None or Role.IMAGE in schema.roles():
            return False
        return len(message.payload) > LARGEST_BYTES

    def _read(self, now: float) -> None:
        message, schema = self._message, self.model.schema
        if message is None or schema is None:
            return
        if self._is_large() and not self._reading_requested:
            self.fault.show_large_message(len(message.payload))
            self._clear_fields()
            return
        self._reading_requested = False
        started = self._stopwatch()
        try:
            decoded = schema.decode(message.payload)
            stamp_ns = schema.stamp_ns(message.payload)
        except DecodeError as error:
            self.fault.show_fault(error.reason, error.tip)
            self.header.show_message(message.number, None)
            self._clear_fields()
        else:
            self.fault.setVisible(False)
            self._is_other_time = False
            self.model.set_message(decoded, now - self._total_paused_s)
            self.header.show_message(message.number, stamp_ns)
        duration_s = self._stopwatch() - started
        self._is_read = True
        self._decode_due_s = now + max(DECODE_INTERVAL_S, duration_s / MAX_DECODE_FRACTION)

    def _clear_fields(self) -> None:
        """Remove fields of another time, where those of this one can't be shown."""
        if self._is_other_time:
            self._is_other_time = False
            self.model.set_schema(self.model.schema)

    def _request_reading(self) -> None:
        self._reading_requested = True

    # pause, pages, the selected field

    def _set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a slot
        if paused and self._message is None:
            self._actions.pause.setChecked(False)
        elif paused:
            self._paused_s = self._now
        elif self._paused_s is not None:
            # the time of the pause does not count for a value that was steady before it
            self._total_paused_s += self._now - self._paused_s
            self._paused_s = None
            self._decode_due_s = 0.0
        self._facts_due_s = 0.0
        self._show_pause()

    def _show_pause(self) -> None:
        self.hold.setVisible(self.paused)
        message, topic = self._message, self._topic
        if not self.paused or message is None or topic is None:
            return
        self.hold.show_newer(topic.messages - message.number)

    def _show_page(self) -> None:
        """Show the held or newest message on another page."""
        self._show_message(self._now)
        self._arrange()

    def _arrange(self) -> None:
        """Show the open page, or the reason why there is none."""
        shown = self._message is not None
        raw = self._actions.raw_bytes.isChecked()
        self._body.setCurrentWidget(self._waiting if not shown else self.raw if raw else self.tree)
        self.bar.setVisible(shown)
        field = shown and not raw and self.tree.currentIndex().isValid()
        parts = (self.header.name, self.picker, self.cost, self.hold, self.fault, self.bar)
        others = sum(part.minimumSizeHint().height() + _SPACING for part in parts if not part.isHidden())
        room = self.height() - _MARGIN - others - self.header.rows_height
        self.header.set_compact(room < self.tree.height_of(_FEW_ROWS))
        # fields first: those that are selected from
        enough = room >= self.tree.height_of(_ROWS) + 2 * _SPACING + self.history.height()
        with_history = shown and enough and self._actions.history.isChecked()
        self.history.setVisible(with_history)
        self._room = room - (self.history.height() + _SPACING if with_history else 0)
        self._actions.enable(topic=self._key is not None, message=shown, field=field)

    def _show_field_history(self, path: FieldPath | None) -> None:
        """Follow the selected field."""
        self.history.show_field(self.model.schema, path)
        if self._message is not None:
            self.history.add_message(self._message)
        self._arrange()

    def copy_message(self) -> None:
        """Copy the message that is shown, as the command line prints it."""
        schema, message = self.model.schema, self._message
        if schema is None or message is None or self._key is None:
            return
        try:
            value, stamp_ns = schema.decode(message.payload), schema.stamp_ns(message.payload)
        except DecodeError as error:
            self.fault.show_fault(error.reason, error.tip)
            return
        line = message_json_line(self._key.topic, value, message.received_ns, stamp_ns)
        QGuiApplication.clipboard().setText(line)

    def copy_topic(self) -> None:
        """Copy the name of the topic."""
        if self._key is not None:
            QGuiApplication.clipboard().setText(self._key.topic)

    # states

    def _show_state(self, now: float) -> None:
        key, topic = self._key, self._topic
        self._arrange()
        if key is None:
            return
        self._show_pause()
        status = self._links.shown_status(key.connection)
        gone = self._topics.store.get(key) is None
        connected = status is not None and status.state is ConnectionState.CONNECTED
        old = gone or not connected or topic is None or not topic.live
        self.model.set_old(old)
        arrival_s = self._arrival_s if self.paused else None
        self.header.show_topic(key, topic, old=old, now=now, arrival_s=arrival_s)
        self.header.show_lag(self._topics.lag_of(topic) if topic is not None and not old else None)
        self.picker.show_topic(key)
        self.cost.show_topic(topic)
        self.header.show_poll_rate(self._naming.poll_rate_of(key))
        fault = topic.info.fault if topic is not None and connected else ""
        if self._message is not None:
            if fault:
                self.fault.show_fault(fault, "")
            return
        if self._topics.nobody_listened(key):
            title, hint = say(WidgetsWording.NOBODY_LISTENED()), say(WidgetsWording.NOBODY_LISTENED_TIP())
        elif gone:
            title = say(InspectorWording.TOPIC_GONE())
            hint = say(InspectorWording.SHOWN_WHEN_OFFERED())
        elif not connected:
            title = say(InspectorWording.NOT_CONNECTED())
            hint = status.reason if status is not None else ""
        elif fault and topic is not None and topic.info.publishers == 0:
            title = say(InspectorWording.TOPIC_UNKNOWN())
            hint = with_tip(fault)
        elif fault:
            title, hint = say(InspectorWording.UNREADABLE()), with_tip(fault)
        elif topic is not None and topic.info.publishers == 0:
            title = say(InspectorWording.NOBODY_PUBLISHES())
            hint = say(InspectorWording.SHOWN_WHEN_PUBLISHED())
        else:
            title = say(InspectorWording.WAITING())
            hint = say(InspectorWording.SENT_ON_CHANGE())
        self._waiting.set_texts(title, hint)

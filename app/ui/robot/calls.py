"""Panel that calls the services of a robot and publishes its topics, with messages edited by their schemas."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken
from typing_extensions import override

from app.model.graph import ServiceSignature
from app.model.schema import Schema
from app.model.topics import TopicKey
from app.model.value_text import jsonable
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import format_count, say, say_error
from app.ui.base.text_size import fixed_font
from app.ui.publishing.message_draft import DraftError
from app.ui.publishing.message_editor import MessageEditor, Presets
from app.ui.publishing.repeated_publishing import MAX_RATE_HZ, RepeatedPublishing
from app.ui.robot.call_targets import SERVICES, TOPICS, CallTargets
from app.ui.robot.robot_panel import TIMEOUT_S, RobotPanel
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.menus import add_copy, add_entry, context_menu
from app.ui.widgets.notices import Notice
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.splitters import KeySplitter
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.robot import CallsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.graphs import Graphs
    from app.session.topics import Topics

_LAYOUT: Final = "calls"

# pixels, as the gaps between the other widgets
_HANDLE_HEIGHT: Final = 9


class CallsPanel(RobotPanel):
    """Calls and publishing panel. Nothing is called or published unless commands are allowed to the robot."""

    is_of_now = True

    def __init__(
        self,
        topics: Topics,
        graphs: Graphs,
        tools: RobotTools,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tools, "call", parent)
        self._topics = topics
        self._graphs = graphs
        self._revisions: tuple[int, int] = (-1, -1)
        self._signature: ServiceSignature | None = None
        self._type_name = ""
        self._motion = False
        self._question: QMessageBox | None = None
        self._calling = False
        # what Qt gave the focus to when the button was locked, if that had it
        self._focused_meanwhile: tuple[QWidget | None, ...] = ()
        self.publishing = RepeatedPublishing(tools.commands, tools.switch, self)
        self.targets = CallTargets(tools.themes)
        self.title = ElidedLabel()
        self.type = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.type.setProperty("muted", True)
        self.editor = MessageEditor(tools.themes, Presets(tools.preferences))
        self.reason_page = EmptyState(tools.themes, "call")
        self._make_buttons()
        self.answer = QPlainTextEdit()
        self.answer.setReadOnly(True)
        self.answer.setAccessibleName(say(CallsWording.ANSWER()))
        self.answer.setFont(fixed_font())
        self.answered = QLabel()
        self.answered.setProperty("muted", True)
        # why no button can be pressed
        self.locked = ElidedLabel()
        self.locked.setProperty("muted", True)
        # what failed stands where the answer would
        self.result = QWidget()
        self.failure = Notice()
        self.failure.setVisible(False)
        self.setFocusProxy(self.targets.filter)
        self._lay_out()
        self._connect()
        self._show_target()

    # RobotPanel

    @override
    def has_content(self, info: ConnectionInfo) -> bool:
        # topics can be published without services
        return info.has_graph or info.can_publish

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return (
            say(CallsWording.ONLY_TELLS(name=name)),
            say(CallsWording.NOTHING_TO_CALL()),
        )

    @override
    def robot_changed(self) -> None:
        self._revisions = (-1, -1)
        self._withdraw_question()
        self.targets.set_names((), ())
        self._spawn(self.publishing.stop_publishing(), "publish no more")

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        del now
        graph = self._graphs.graph(info.id)
        revisions = (graph.revision if graph is not None else 0, self._topics.live.revision)
        if revisions != self._revisions:
            self._revisions = revisions
            topics = {t.info.name for t in self._topics.live.topics if t.key.connection == info.id}
            self.targets.set_names(
                [known.name for known in graph.services] if graph is not None else (), sorted(topics)
            )
        self.show_body()
        self._show_publishing()

    @override
    def set_open(self, opened: bool) -> None:
        # what can't be stopped any more is stopped
        if not opened:
            self._withdraw_question()
        if not opened and self.publishing.key is not None:
            self._spawn(self.publishing.stop_publishing(), "publish no more")

    @override
    def end(self) -> None:
        self._spawn(self.publishing.stop_publishing(), "publish no more")

    @override
    def show_lock(self) -> None:
        if not self.allowed:
            self._withdraw_question()
        self._show_buttons()

    # operator actions

    def choose_topic(self, key: TopicKey) -> None:
        """Choose a topic to publish, if it is one of the robot in view."""
        if key.connection == self.connection:
            self.targets.choose(TOPICS, key.topic)

    def call(self) -> None:
        """Call the service with the message in the editor."""
        value, name = self._value(), self.targets.name
        if value is None or not name or self._calling:
            return

        async def ask(connection: str) -> None:
            started = time.perf_counter()
            self._set_calling(calling=True)
            try:
                answer = await self._commands.call_service(connection, name, value, TIMEOUT_S)
            finally:
                self._set_calling(calling=False)
            self.error_notice.hide()
            if (connection, name) == (self.connection, self.targets.name):
                self._show_answer(answer, time.perf_counter() - started)

        self._clear_answer()
        self.answered.setText(say(CallsWording.NO_ANSWER_YET()))
        self.run(ask, f"call {name} of", self._show_failure)

    def publish(self, rate_hz: float | None) -> None:
        """Publish the message in the editor, once or repeatedly; if it may move a robot only after a question."""
        value, name, type_name, connection = self._value(), self.targets.name, self._type_name, self.connection
        if value is None or not name or self._motion or connection is None:
            return
        key = TopicKey(connection, name)
        try:
            moves = self._topics.may_move(key, type_name)
            stop_message = self._topics.stop_message_for(key, type_name, value) if moves else None
        except SessionError as error:
            self.show_error(error)
            return

        async def ask(_: str) -> None:
            await self.publishing.publish(key, type_name, value, rate_hz, moves=moves, stop_message=stop_message)

        if moves and self.allowed:
            self._ask_to_move(
                key, rate_hz, ends=stop_message is not None, do=lambda: self.run(ask, f"publish {name} of")
            )
        else:
            self.run(ask, f"publish {name} of")

    # internals

    def _ask_to_move(self, key: TopicKey, rate_hz: float | None, *, ends: bool, do: Callable[[], object]) -> None:
        """Ask for confirmation: a message published without arming moves a robot at once, and no watchdog stops it."""
        words = CallsWording.MAY_MOVE
        more = say(CallsWording.MAY_MOVE_TIP())
        end = say(CallsWording.STOP_ENDS_NOTHING())
        if ends:
            end = say(CallsWording.STOP_ENDS_IT())
        elif rate_hz is not None:
            end = say(CallsWording.STOP_ENDS_REPETITION())
        robot = self._preferences.robot_name(key.connection)
        self._withdraw_question()
        self._question = dialogs.ask_to_confirm(
            self,
            self._themes,
            say(words(type=self._type_name, name=key.topic, robot=robot)),
            f"{more} {end}",
            self.once_button.text() if rate_hz is None else say(CallsWording.REPEAT()),
            do,
            harmful=True,
        )

    def _withdraw_question(self) -> None:
        """Withdraw the question: its subject has changed, or motion is no longer allowed."""
        question, self._question = self._question, None
        if question is not None and Shiboken.isValid(question):
            question.close()

    def _make_buttons(self) -> None:
        self.call_button = QPushButton(say(CallsWording.CALL()))
        self.once_button = QPushButton(say(CallsWording.PUBLISH_ONCE()))
        self.repeat_button = QPushButton()
        for button in (self.call_button, self.once_button):
            button.setProperty("primary", True)
        self.rate = QDoubleSpinBox()
        self.rate.setRange(0.1, MAX_RATE_HZ)
        self.rate.setValue(1.0)
        self.rate.setDecimals(1)
        self.rate.setSuffix(" Hz")
        self.rate.setAccessibleName(say(CallsWording.MESSAGES_PER_SECOND()))
        self.sent = QLabel()
        self.sent.setProperty("muted", True)

    def _lay_out(self) -> None:
        bottom = QWidget()
        column = QVBoxLayout(bottom)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        line = QHBoxLayout()
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        line.addWidget(self.title, 1)
        line.addWidget(self.type)
        column.addLayout(line)
        column.addWidget(self.reason_page, 3)
        column.addWidget(self.editor, 3)
        row = ToolRow()
        row.add(self.call_button, stays=True)
        row.add(self.once_button)
        # what was begun can be ended
        row.add(self.repeat_button, stays=True)
        row.add(self.rate)
        row.add_fact(self.sent)
        row.add_fact(self.answered)
        row.add(self.locked, 100)
        row.add_stretch()
        column.addWidget(row)
        place = QVBoxLayout(self.result)
        place.setContentsMargins(0, 0, 0, 0)
        place.addWidget(self.failure, 0, Qt.AlignmentFlag.AlignTop)
        place.addWidget(self.answer, 1)
        column.addWidget(self.result, 1)
        self.splitter = KeySplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(_HANDLE_HEIGHT)
        self.splitter.addWidget(self.targets)
        self.splitter.addWidget(bottom)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.setSizes([140, 460])
        self.splitter.restoreState(self._preferences.widget_state(_LAYOUT))
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def _connect(self) -> None:
        self.targets.chosen.connect(self._choose_target)
        self.targets.list.customContextMenuRequested.connect(self._show_menu)
        self.editor.refused.connect(lambda text: self.show_error(SessionError(text)))
        self.editor.accepted.connect(self.error_notice.hide)
        # the question is about a message that is no longer the one that would be sent
        for edited in (self.editor.accepted, self.editor.text.textChanged, self.rate.valueChanged):
            edited.connect(self._withdraw_question)
        self.call_button.clicked.connect(self.call)
        self.once_button.clicked.connect(lambda: self.publish(None))
        self.repeat_button.clicked.connect(self._start_or_stop)
        self.publishing.changed.connect(self._show_publishing)
        self.publishing.failed.connect(self.show_error)
        self._switch.stopped.connect(self._withdraw_question)

    @override
    def save(self) -> None:
        self._preferences.set_widget_state(_LAYOUT, self.splitter.saveState())

    # the target

    def _clear_target(self) -> None:
        self._withdraw_question()
        self._signature, self._type_name, self._motion = None, "", False
        self.editor.start_message(None)
        self._show_target()

    def _choose_target(self) -> None:
        self.publishing.stop()
        self.error_notice.hide()
        self._clear_target()
        name = self.targets.name
        if not name:
            return
        if self.targets.page == TOPICS:
            self._choose_topic(name)
        else:
            self.reason_page.set_texts(say(CallsWording.ASKING(name=name)), "", "waiting")

            async def ask(connection: str) -> None:
                signature = await self._graphs.probe_service(connection, name, TIMEOUT_S)
                if (connection, name) == (self.connection, self.targets.name):
                    self._show_signature(signature)

            self.run(ask, f"probe {name} of", lambda error: self._show_reason(error.reason, error.tip))

    def _show_signature(self, signature: ServiceSignature) -> None:
        self._signature, self._type_name = signature, signature.type_name
        self._start_message(signature.request if signature.request.known else None)

    def _choose_topic(self, name: str) -> None:
        connection = self.connection or ""
        topic = self._topics.live.get(TopicKey(connection, name))
        self._type_name = topic.info.type_name if topic is not None else ""
        try:
            self._motion = self._topics.commands_motion(TopicKey(connection, name), self._type_name)
            schema = self._topics.schema_of(connection, self._type_name) if self._type_name else None
        except SessionError as error:
            self._show_reason(error.reason, error.tip)
            return
        if schema is None and topic is not None:
            schema = topic.schema
        if self._motion:
            self._show_target()
            text = CallsWording.SETS_IN_MOTION
            self._show_reason(
                say(text(type=self._type_name, name=name)),
                say(CallsWording.USE_DRIVE_PANEL()),
            )
        else:
            self._start_message(schema if schema is not None and schema.known else None)

    def _start_message(self, schema: Schema | None) -> None:
        self.editor.start_message(schema)
        self.editor.setVisible(schema is not None)
        self.reason_page.setVisible(schema is None)
        self._show_target()
        if schema is None:
            self._show_reason(
                say(CallsWording.TYPE_UNKNOWN(type=self._type_name or "?")),
                say(CallsWording.NAME_FOLDER()),
            )

    def _show_reason(self, title: str, hint: str) -> None:
        self.reason_page.set_texts(title, hint, "call")
        self.reason_page.setVisible(True)
        self.editor.setVisible(False)
        self._show_buttons()

    def _show_target(self) -> None:
        self.title.setText(self.targets.name)
        self.type.setText(self._type_name)
        self._clear_answer()
        if not self.targets.name:
            self._show_reason(
                say(CallsWording.NOTHING_CHOSEN()),
                say(CallsWording.CHOOSE()),
            )
        self._show_buttons()

    def _show_buttons(self) -> None:
        calls = self.targets.page == SERVICES
        ready = bool(self.targets.name) and not self.editor.isHidden() and not self._motion
        for widget, shown in (
            (self.call_button, calls),
            (self.answered, calls),
            (self.result, calls),
            (self.once_button, not calls),
            (self.repeat_button, not calls),
            (self.rate, not calls),
            (self.sent, not calls),
        ):
            widget.setVisible(shown and bool(self.targets.name) and not self._motion)
        self.call_button.setEnabled(ready and self.allowed and not self._calling)
        self.once_button.setEnabled(ready and self.allowed)
        self.repeat_button.setEnabled(self.publishing.is_running or (ready and self.allowed))
        self.rate.setEnabled(not self.publishing.is_running)
        self.locked.setText(self.lock_text)
        self.locked.setVisible(bool(self.lock_text) and bool(self.targets.name) and not self._motion)
        self.call_button.setToolTip(self.locked_tip(say(CallsWording.CALL_THE_SERVICE_WITH())))
        for button in (self.once_button, self.repeat_button):
            button.setToolTip(self.locked_tip(say(CallsWording.PUBLISH_THIS_MESSAGE())))
        self._show_publishing()

    # calling

    def _value(self) -> Mapping[str, Any] | None:
        try:
            return self.editor.value
        except DraftError as error:
            self.show_error(SessionError(say_error(error)))
            return None

    def _set_calling(self, *, calling: bool) -> None:
        """Lock the button meanwhile; one that had the focus has it again afterwards, unless that was moved."""
        self._calling = calling
        before = QApplication.focusWidget()
        self._show_buttons()
        if calling:
            self._focused_meanwhile = (QApplication.focusWidget(),) if before is self.call_button else ()
        elif before in self._focused_meanwhile and self.call_button.isEnabled():
            self.call_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_answer(self, answer: Mapping[str, Any], duration_s: float) -> None:
        text = say(CallsWording.ANSWERED(time=f"{duration_s * 1000:,.1f}"))
        self.answered.setText(text)
        self.answer.setPlainText(json.dumps(jsonable(answer, with_bytes=True), ensure_ascii=False, indent=2))

    def _clear_answer(self) -> None:
        self.answer.clear()
        self.answered.clear()
        self.failure.hide()
        self.answer.show()

    def _show_failure(self, error: SessionError) -> None:
        self.answered.clear()
        self.answer.hide()
        self.show_error_in(self.failure, error, say(CallsWording.FAILED()))

    # publishing

    def _start_or_stop(self) -> None:
        if self.publishing.is_running:
            self.publishing.stop()
        else:
            self.publish(self.rate.value())

    def _show_publishing(self) -> None:
        running = self.publishing.is_running
        text = say(CallsWording.STOP()) if running else say(CallsWording.REPEAT())
        if self.repeat_button.text() != text:
            self.repeat_button.setText(text)
            self._show_buttons()
        key = self.publishing.key
        if key is None or key.topic != self.targets.name:
            self.sent.clear()
            return
        words = CallsWording.SENT
        self.sent.setText(
            say(words(sent=format_count(self.publishing.sent), count=format_count(self.publishing.subscribers)))
        )

    def _show_menu(self, position: Any) -> None:
        name = self.targets.name if self.targets.list.indexAt(position).isValid() else ""
        if not name:
            return
        menu = context_menu(self)
        add_copy(menu, say(CallsWording.COPY_NAME()), name)
        add_copy(menu, say(CallsWording.COPY_TYPE()), self._type_name)
        # when it is chosen: what is wrong with the message is told then
        clipboard = QGuiApplication.clipboard()
        add_entry(menu, say(CallsWording.COPY_AS_COMMAND()), lambda: clipboard.setText(self.command_line()))
        menu.popup(self.targets.list.viewport().mapToGlobal(position))

    def command_line(self) -> str:
        """Return the command line for what is in the editor."""
        value = shlex.quote(json.dumps(self._value() or {}))
        uri, name = shlex.quote(self.connection or ""), shlex.quote(self.targets.name)
        if self.targets.page == SERVICES:
            return f"teledeck call {uri} {name} {value}"
        return f"teledeck pub {uri} {name} {shlex.quote(self._type_name)} {value}"

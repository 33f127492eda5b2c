"""The verbs of topics: one table for the context menu, the palette, and the bar below the list."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.model.schema import Role
from app.model.topics import Topic
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base.text import say
from app.ui.images.topic_choice import carries_images
from app.ui.joints.joint_topics import has_joints
from app.ui.time_axis.fields import number_fields_of_topic
from app.ui.time_axis.states.default_fields import has_states
from app.ui.top_view.topics import is_drawable
from app.ui.topics.topic_node import TopicNode
from app.ui.widgets.labels import ElidedLabel, name_widget
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.topics import TopicsWording, TopicVerbWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

Applies = Callable[["Topics", Topic, ConnectionInfo | None], bool]


class TopicVerb(enum.Enum):
    """A thing that can be done with a topic, in the order of menus."""

    IMAGE = enum.auto()
    TOP_VIEW = enum.auto()
    JOINTS = enum.auto()
    FRAMES = enum.auto()
    CONSOLE = enum.auto()
    PLOT = enum.auto()
    STATES = enum.auto()
    INSPECT = enum.auto()
    ANALYSE = enum.auto()
    PUBLISH = enum.auto()
    DRIVE = enum.auto()
    MEASURE = enum.auto()


# what Enter and a double click do, if one of them applies
OPENING: Final = (TopicVerb.IMAGE, TopicVerb.TOP_VIEW, TopicVerb.JOINTS, TopicVerb.FRAMES, TopicVerb.CONSOLE)


@dataclass(frozen=True, slots=True)
class VerbRow:
    """Row of the table.

    Attributes:
        text: in menus and in the palette.
        label: on a button, where there is little room.
        tip: on that button.
        applies: whether it can be done with a topic, of the connection if that is known.
    """

    text: TopicsWording | TopicVerbWording
    label: TopicVerbWording
    tip: TopicVerbWording
    icon: str
    applies: Applies


def _always(_topics: Topics, _topic: Topic, _info: ConnectionInfo | None) -> bool:
    return True


def _has_numbers(topics: Topics, topic: Topic, _info: ConnectionInfo | None) -> bool:
    return bool(number_fields_of_topic(topics, topic.key))


def _sets_in_motion(topics: Topics, topic: Topic, info: ConnectionInfo | None) -> bool:
    if info is None or not info.can_publish:
        return False
    try:
        return topics.commands_motion(topic.key, topic.info.type_name)
    except SessionError:
        return False


def _can_be_published(topics: Topics, topic: Topic, info: ConnectionInfo | None) -> bool:
    return info is not None and info.can_publish and not _sets_in_motion(topics, topic, info)


def _has_role(role: Role) -> Applies:
    def holds(topics: Topics, topic: Topic, _info: ConnectionInfo | None) -> bool:
        schema = topics.schema_of_topic(topic)
        return schema is not None and role in schema.roles()

    return holds


def _known(holds: Callable[[Topics, Topic], bool]) -> Applies:
    return lambda topics, topic, _info: holds(topics, topic)


_Word = TopicVerbWording
TOPIC_VERBS: Final[Mapping[TopicVerb, VerbRow]] = {
    TopicVerb.IMAGE: VerbRow(TopicsWording.SHOW_IMAGE, _Word.IMAGE, _Word.IMAGE_TIP, "picture", _known(carries_images)),
    TopicVerb.TOP_VIEW: VerbRow(
        _Word.SHOW_TOP_VIEW, _Word.TOP_VIEW, _Word.TOP_VIEW_TIP, "topview", _known(is_drawable)
    ),
    TopicVerb.JOINTS: VerbRow(_Word.SHOW_JOINTS, _Word.JOINTS, _Word.JOINTS_TIP, "joint", _known(has_joints)),
    TopicVerb.FRAMES: VerbRow(_Word.SHOW_FRAMES, _Word.FRAMES, _Word.FRAMES_TIP, "frame", _has_role(Role.TRANSFORMS)),
    TopicVerb.CONSOLE: VerbRow(
        _Word.OPEN_CONSOLE, _Word.CONSOLE, _Word.CONSOLE_TIP, "console", _has_role(Role.LOG_LINE)
    ),
    TopicVerb.PLOT: VerbRow(TopicsWording.PLOT_NUMBERS, _Word.PLOT, _Word.PLOT_TIP, "history", _has_numbers),
    TopicVerb.STATES: VerbRow(_Word.SHOW_STATES, _Word.STATES, _Word.STATES_TIP, "lane", _known(has_states)),
    TopicVerb.INSPECT: VerbRow(_Word.INSPECT, _Word.INSPECT, _Word.INSPECT_TIP, "inspector", _always),
    TopicVerb.ANALYSE: VerbRow(_Word.ANALYSE, _Word.ANALYSE, _Word.ANALYSE_TIP, "spectrum", _always),
    TopicVerb.PUBLISH: VerbRow(_Word.PUBLISH, _Word.PUBLISH, _Word.PUBLISH_TIP, "call", _can_be_published),
    TopicVerb.DRIVE: VerbRow(_Word.OPEN_DRIVE, _Word.DRIVE, _Word.DRIVE_TIP, "drive", _sets_in_motion),
    TopicVerb.MEASURE: VerbRow(TopicsWording.MEASURE_TOPIC, _Word.MEASURE, _Word.MEASURE_TIP, "measure", _always),
}


def verbs_of(topics: Topics, node: TopicNode | None) -> tuple[TopicVerb, ...]:
    """Return what can be done with a row of the list: with a connection or a namespace all below can be measured."""
    if node is None:
        return ()
    if node.topic is None:
        return (TopicVerb.MEASURE,)
    topic, info = node.topic, node.connection
    return tuple(verb for verb, row in TOPIC_VERBS.items() if row.applies(topics, topic, info))


class VerbBar(QWidget):
    """Row of buttons with the verbs of the current row; it is as high without any.

    Signals:
        asked: the TopicVerb that was pressed.
    """

    asked: Final = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = ElidedLabel(say(TopicVerbWording.SELECT_A_TOPIC()))
        self.hint.setProperty("muted", True)
        # the frame around the panel, which says that it shows now, is over its edge
        self.hint.setContentsMargins(6, 0, 6, 0)
        self.row = ToolRow()
        self.buttons: dict[TopicVerb, QToolButton] = {}
        for verb, row in TOPIC_VERBS.items():
            button = self.buttons[verb] = QToolButton()
            button.setText(say(row.label()))
            button.setProperty("framed", True)
            name_widget(button, say(row.tip()))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setVisible(False)
            button.clicked.connect(functools.partial(self.asked.emit, verb))
            self.row.add(button)
        self.row.add_stretch()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.hint, 1)
        layout.addWidget(self.row, 1)
        self.setFixedHeight(next(iter(self.buttons.values())).sizeHint().height() + 2)
        self._shown: Sequence[TopicVerb] | None = None
        self.show_verbs(())

    @property
    def shown(self) -> Sequence[TopicVerb]:
        """The verbs that are shown."""
        return self._shown or ()

    def show_verbs(self, verbs: Sequence[TopicVerb]) -> None:
        """Show the buttons of these verbs, or what to do where there are none."""
        if verbs == self._shown:
            return
        self._shown = verbs
        for verb, button in self.buttons.items():
            button.setVisible(verb in verbs)
        self.hint.setVisible(not verbs)
        self.row.setVisible(bool(verbs))

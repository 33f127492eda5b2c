from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMainWindow, QMenu
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind, Role
from app.model.status import ConnectionState
from app.model.topics import DecoderChoice, Message, Topic, TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.inspector.inspector import DECODE_INTERVAL_S, LARGEST_BYTES, OWNER, InspectorPanel
from app.ui.inspector.message_header import RAW_TAB
from app.ui.inspector.value_item import PAGE, ValueColumn
from app.ui.window.actions import MessageActions
from app.wording.ui.inspector import InspectorWording
from app.wording.ui.widgets import WidgetsWording
from protocols.protobuf.schema import RawProtobufSchema
from protocols.wording import FieldWording
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.tools.sentences import shows

DASH = "\N{EN DASH}"

_IMU = TopicKey(URI, "/a/imu")
_ODOM = TopicKey(URI, "/a/odom")


class FakeStopwatch:
    """Each look at it is `step_s` later than the one before."""

    def __init__(self) -> None:
        self.now = 0.0
        self.step_s = 0.0

    def __call__(self) -> float:
        self.now += self.step_s
        return self.now


@pytest.fixture
def stopwatch() -> FakeStopwatch:
    return FakeStopwatch()


@pytest.fixture
def schema(session: FakeSession) -> JsonSchema:
    fields = {
        "test.Imu": (Field("x", FieldKind.FLOAT, "double"), Field("list", FieldKind.FLOAT, "double", repeated=True))
    }
    schema = JsonSchema("test.Imu", fields)
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu", "/a/odom", schema=schema)
    return schema


@pytest.fixture
def actions(themes: Themes, qapp: QApplication) -> MessageActions:
    return MessageActions(themes, qapp)


@pytest.fixture
def panel(
    qtbot: QtBot,
    session: FakeSession,
    schema: JsonSchema,  # noqa: ARG001 - the topics are there before the panel
    themes: Themes,
    preferences: Preferences,
    actions: MessageActions,
    stopwatch: FakeStopwatch,
) -> Iterator[InspectorPanel]:
    window = QMainWindow()
    panel = InspectorPanel(session.links, session.topics, themes, preferences, actions, stopwatch)
    window.setCentralWidget(panel)
    qtbot.addWidget(window)
    window.resize(500, 600)
    window.show()
    yield panel
    window.close()


def _values(panel: InspectorPanel) -> dict[str, str]:
    model = panel.model
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    return {row.data(): row.siblingAtColumn(ValueColumn.VALUE).data() for row in rows}


def test_nothing_selected_says_what_to_do(panel: InspectorPanel) -> None:
    assert panel.empty.isVisible()
    assert panel.empty.title == InspectorWording.NO_TOPIC()

    panel.show_group("/gazebo", 12)
    assert shows(panel.empty.hint, InspectorWording.GROUP_HINT, name="/gazebo", count="12")

    panel.set_idle(True)
    assert panel.empty.title == InspectorWording.NOTHING_YET()


def test_the_newest_message_of_the_selected_topic_is_shown(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "time": 12.5}, {"x": 2.0, "time": 12.75})
    panel.refresh(session.now + 0.2)

    assert _values(panel) == {"x": "2", "time": "12.75"}
    header = panel.header
    assert (header.name.text(), header.type_name.text()) == ("/a/imu", "test.Imu")
    assert (header.number.text(), header.stamp.text(), header.age.text()) == ("2", "12.750 s", "0.2 s")


async def test_the_values_of_a_robot_leave_with_it(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "time": 12.5})
    panel.refresh(session.now + 0.2)

    await session.links.disconnect(URI)
    panel.refresh(session.now + 5.0)

    assert panel.empty.isVisible()
    assert _IMU not in {key for keys in session.topics.wants.values() for key in keys}


def test_a_thousand_messages_between_two_refreshes_are_decoded_once(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 0.0})
    panel.refresh(1000.0)
    before = schema.decoded
    for number in range(1000):
        session.receive("/a/imu", {"x": float(number)})
    assert schema.decoded == before

    panel.refresh(1001.0)
    assert schema.decoded == before + 1
    assert _values(panel) == {"x": "999"}


def test_nothing_is_decoded_while_no_message_comes(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 0.0})
    for tick in range(100):
        panel.refresh(1000.0 + tick * 0.016)

    assert schema.decoded == 1


def test_messages_are_decoded_at_most_fifteen_times_a_second(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema
) -> None:
    panel.show_topic(_IMU)
    for tick in range(250):
        session.receive("/a/imu", {"x": float(tick)})
        panel.refresh(1000.0 + tick * 0.016)

    assert 4 * 12 <= schema.decoded <= 4 / DECODE_INTERVAL_S + 1


def test_a_message_of_another_time_is_shown_at_once(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema
) -> None:
    panel.show_topic(_IMU)
    decoded = []
    for now_s in (100.0, 100.01, 40.0, 70.0, 70.01):
        session.now = now_s
        session.receive("/a/imu", {"x": now_s})
        panel.refresh(1000.0)
        decoded.append(schema.decoded)
    assert decoded == [1, 1, 2, 3, 3]


def _look_back(session: FakeSession, schema: JsonSchema, payload: bytes) -> Topic:
    """Have views show a past in which the IMU said something; returns its topic of then."""
    past = session.topic("/a/imu").copied()
    past.schema, past.newest = schema, Message(payload, 7, 90 * 10**9, schema)
    session.topics.look_back(session.topics.live.copied([past]))
    return past


def test_rows_stay_as_they_are_when_views_go_to_another_time(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema
) -> None:
    panel.show_topic(_IMU)
    session.now = 100.0
    session.receive("/a/imu", {"x": 1.0, "list": [1.0]})
    panel.refresh(1000.0)
    panel.tree.setCurrentIndex(panel.model.index(0, 0))

    _look_back(session, schema, b'{"x": 2.0, "list": [3.0]}')
    panel.refresh(1000.01)
    assert _values(panel)["x"] == "2"
    assert panel.tree.currentIndex().data() == "x"

    session.topics.show_past(None)
    panel.refresh(1000.02)
    assert _values(panel)["x"] == "1"
    assert panel.tree.currentIndex().data() == "x"


@pytest.mark.parametrize("payload", [b"no message", b'{"x": 2.0, "text": "%s"}' % (b"a" * LARGEST_BYTES)])
def test_no_fields_of_one_time_are_shown_beside_what_can_not_be_shown_of_another(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema, payload: bytes
) -> None:
    panel.show_topic(_IMU)
    session.now = 100.0
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.0)

    _look_back(session, schema, payload)
    panel.refresh(1000.01)

    assert _values(panel) == {}
    assert panel.fault.isVisible()

    session.topics.show_past(None)
    panel.refresh(1000.02)
    assert _values(panel) == {"x": "1"}


def test_what_takes_long_to_decode_is_decoded_at_once_when_views_go_to_another_time(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema, stopwatch: FakeStopwatch
) -> None:
    stopwatch.step_s = 0.2
    panel.show_topic(_IMU)
    session.now = 100.0
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.0)

    _look_back(session, schema, b'{"x": 2.0}')
    panel.refresh(1000.01)
    assert _values(panel)["x"] == "2"

    session.topics.show_past(None)
    panel.refresh(1000.02)
    assert _values(panel)["x"] == "1"


def test_the_history_of_a_field_has_values_of_one_time(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema
) -> None:
    panel.show_topic(_IMU)
    session.now = 100.0
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.0)
    panel.tree.setCurrentIndex(panel.model.index(0, 0))
    past = _look_back(session, schema, b'{"x": 2.0}')
    panel.refresh(1000.01)
    assert [value for _, value in panel.history.model.points] == [2.0]

    # a later time of the same past
    session.topics.jump = 1
    past.newest = Message(b'{"x": 3.0}', 8, 95 * 10**9, schema)
    panel.refresh(1000.1)
    past.newest = Message(b'{"x": 4.0}', 9, 95 * 10**9 + 1, schema)
    panel.refresh(1000.2)
    assert [value for _, value in panel.history.model.points] == [3.0, 4.0]

    session.topics.show_past(None)
    panel.refresh(1000.3)
    assert [value for _, value in panel.history.model.points] == [1.0]


def test_of_another_time_by_which_a_topic_had_other_fields_these_are_shown_at_once(
    panel: InspectorPanel, session: FakeSession
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.0)
    other = JsonSchema("test.Imu", {"test.Imu": (Field("y", FieldKind.FLOAT, "double"),)})

    _look_back(session, other, b'{"y": 4.0}')
    panel.refresh(1000.01)

    assert _values(panel) == {"y": "4"}


def test_slow_decoding_takes_at_most_a_tenth_of_the_time(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema, stopwatch: FakeStopwatch
) -> None:
    stopwatch.step_s = 0.05
    panel.show_topic(_IMU)
    for tick in range(625):
        session.receive("/a/imu", {"x": float(tick)})
        panel.refresh(1000.0 + tick * 0.016)

    assert schema.decoded * 0.05 <= 10 * 0.1 + 0.05


def test_a_very_large_message_is_read_only_when_asked_for(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema
) -> None:
    panel.show_topic(_IMU)
    large = b'{"x": 5.0}' + b" " * LARGEST_BYTES
    session.receive("/a/imu", large)
    panel.refresh(1000.0)
    assert schema.decoded == 0
    assert panel.fault.texts[0] == InspectorWording.LARGE()
    assert panel.fault.isVisible()

    QTest.mouseClick(panel.fault.button, Qt.MouseButton.LeftButton)
    panel.refresh(1000.1)
    assert _values(panel) == {"x": "5"}
    assert not panel.fault.isVisible()

    session.receive("/a/imu", large)
    panel.refresh(1010.0)
    assert schema.decoded == 1


def test_a_picture_is_read_however_large_it_is(panel: InspectorPanel, session: FakeSession) -> None:
    schema = JsonSchema("test.Picture", roles=[Role.IMAGE])
    session.add_topics("/a/camera", schema=schema)
    panel.show_topic(TopicKey(URI, "/a/camera"))
    session.receive("/a/camera", b'{"x": 5.0}' + b" " * LARGEST_BYTES)
    panel.refresh(1000.0)

    assert schema.decoded == 1


def test_the_wish_follows_selection_and_visibility(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_IMU)
    assert session.topics.wants[OWNER] == {_IMU}

    panel.show_topic(_ODOM)
    assert session.topics.wants[OWNER] == {_ODOM}

    panel.hide()
    assert session.topics.wants[OWNER] == set()

    panel.show_topic(_IMU)
    assert session.topics.wants[OWNER] == set()

    panel.show()
    assert session.topics.wants[OWNER] == {_IMU}

    panel.show_topic(None)
    assert session.topics.wants[OWNER] == set()


def test_a_minimised_window_wants_nothing(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_IMU)
    panel.window().setWindowState(Qt.WindowState.WindowMinimized)
    panel.update_subscriptions()

    assert session.topics.wants[OWNER] == set()
    assert not panel.can_be_seen()


def test_another_topic_shows_nothing_of_the_one_before(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "time": 3})
    panel.refresh(1000.0)
    panel.show_topic(_ODOM)

    assert _values(panel) == {}
    assert panel.waiting.isVisible()
    assert (panel.header.number.text(), panel.header.stamp.text(), panel.header.age.text()) == (DASH, DASH, DASH)


@pytest.mark.parametrize(
    ("state", "publishers", "title"),
    [
        (ConnectionState.CONNECTED, 1, InspectorWording.WAITING()),
        (ConnectionState.CONNECTED, 0, InspectorWording.NOBODY_PUBLISHES()),
        (ConnectionState.LOST, 1, InspectorWording.NOT_CONNECTED()),
    ],
)
def test_without_a_message_it_says_why(
    panel: InspectorPanel, session: FakeSession, state: ConnectionState, publishers: int, title: str
) -> None:
    session.set_state(state, "the reason")
    session.add_topics("/a/imu", schema=JsonSchema("test.Imu"), publishers=publishers)
    panel.show_topic(_IMU)

    assert panel.waiting.isVisible()
    assert panel.waiting.title == title


def test_values_stay_greyed_with_their_age_when_the_link_is_lost(
    panel: InspectorPanel, session: FakeSession, themes: Themes
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.1)
    value = panel.model.index(0, ValueColumn.VALUE)
    assert value.data(Qt.ItemDataRole.ForegroundRole) is None

    session.set_state(ConnectionState.LOST, "the link broke")
    panel.refresh(1180.0)

    assert _values(panel) == {"x": "1"}
    assert value.data(Qt.ItemDataRole.ForegroundRole).name() == themes.current.muted
    assert panel.header.age.text() == "3 min"
    assert themes.current.warn in panel.header.age.styleSheet()


def test_a_topic_that_is_gone_keeps_its_values_and_is_shown_again_when_it_is_back(
    panel: InspectorPanel, session: FakeSession
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.1)
    session.topic("/a/imu").live = False
    session.remove_topics("/a/imu")
    panel.refresh(1005.0)
    assert _values(panel) == {"x": "1"}
    assert panel.header.age.text() == "5.0 s"

    session.add_topics("/a/imu", schema=JsonSchema("test.Imu"))
    session.receive("/a/imu", {"x": 2.0})
    panel.refresh(1006.0)
    assert _values(panel) == {"x": "2"}


def test_a_message_that_does_not_fit_is_told_with_its_tip_until_one_fits(
    panel: InspectorPanel, session: FakeSession
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.0)
    session.receive("/a/imu", b"\xff garbage")
    panel.refresh(1001.0)
    word, _, text, tip = panel.fault.texts
    assert panel.fault.isVisible()
    assert (word, tip) == (InspectorWording.UNREADABLE(), FieldWording.OTHER_DEFINITION_TIP())
    assert "test.Imu" in text
    assert _values(panel) == {"x": "1"}

    session.receive("/a/imu", {"x": 3.0})
    panel.refresh(1002.0)
    assert not panel.fault.isVisible()
    assert _values(panel) == {"x": "3"}


def test_a_type_that_becomes_known_later_is_used_then(panel: InspectorPanel, session: FakeSession) -> None:
    topic = session.topic("/a/odom")
    schema, topic.schema = topic.schema, None
    panel.show_topic(_ODOM)
    panel.refresh(1000.0)
    assert panel.waiting.isVisible()

    topic.schema = schema
    session.receive("/a/odom", {"x": 1.0})
    panel.refresh(1000.3)
    assert _values(panel) == {"x": "1"}


def test_a_message_is_read_as_its_own_publisher_means_it(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_ODOM)
    session.receive("/a/odom", {"x": 1.0})
    # another publisher of the topic sends another type, of which nothing has come
    session.topic("/a/odom").schema = RawProtobufSchema("a.Other")

    panel.refresh(1000.0)

    assert _values(panel) == {"x": "1"}


def _select_row(panel: InspectorPanel, name: str, parent: QModelIndex | None = None) -> None:
    model, parent = panel.model, parent or QModelIndex()
    rows = [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
    panel.tree.setCurrentIndex(next(row for row in rows if row.data() == name))


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_value_path_and_topic_are_copied(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 0.1, "list": [1.5, 0.30000000000000004]})
    panel.refresh(1000.0)
    panel.grab()
    panel.tree.expand(panel.model.index(1, 0))
    _select_row(panel, "[1]", panel.model.index(1, 0))

    QTest.keyClick(panel.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "0.30000000000000004"

    panel.tree.customContextMenuRequested.emit(panel.tree.visualRect(panel.tree.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    value, path, message, topic = menu.actions()[-4:]
    copied = []
    for action in (value, path, message, topic):
        action.trigger()
        copied.append(QApplication.clipboard().text())
    menu.close()
    assert copied == [
        "0.30000000000000004",
        "list[1]",
        (
            '{"topic":"/a/imu","received_ns":1000000000000,"stamp_ns":null,'
            '"value":{"x":0.1,"list":[1.5,0.30000000000000004]}}'
        ),
        "/a/imu",
    ]


def test_a_click_on_the_rest_of_a_list_shows_more_of_it(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"list": [0.5] * 250})
    panel.refresh(1000.0)
    panel.grab()
    numbers = panel.model.index(0, 0)
    panel.tree.expand(numbers)
    rest = panel.model.index(PAGE, 0, numbers)
    panel.tree.scrollTo(rest)
    panel.grab()
    place = panel.tree.visualRect(rest).center()
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.x(), place.y()))

    assert panel.model.rowCount(numbers) == 2 * PAGE + 1


def test_the_columns_are_remembered(
    qtbot: QtBot,
    panel: InspectorPanel,
    session: FakeSession,
    themes: Themes,
    preferences: Preferences,
    actions: MessageActions,
) -> None:
    panel.tree.header().resizeSection(ValueColumn.FIELD, 123)
    panel.save_layout()
    again = InspectorPanel(session.links, session.topics, themes, preferences, actions)
    qtbot.addWidget(again)

    assert again.tree.header().sectionSize(ValueColumn.FIELD) == 123


def test_while_paused_the_message_stays_and_others_are_counted(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema, actions: MessageActions
) -> None:
    assert not actions.pause.isEnabled()
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "time": 12.5})
    panel.refresh(1000.0)
    actions.pause.trigger()
    session.now = 1004.0
    session.receive("/a/imu", *({"x": 2.0} for _ in range(1234)))
    panel.refresh(1005.0)

    assert panel.paused
    assert panel.hold.isVisible()
    assert panel.hold.texts == (InspectorWording.PAUSED(), "", InspectorWording.NEWER(count="1,234"), "")
    assert _values(panel) == {"x": "1", "time": "12.5"}
    assert (panel.header.number.text(), panel.header.stamp.text()) == ("1", "12.500 s")
    assert panel.header.age.text() == "5.0 s"
    assert schema.decoded == 1
    assert session.topics.wants[OWNER] == {_IMU}

    panel.hold.button.click()
    panel.refresh(1005.01)
    assert not panel.hold.isVisible()
    assert not actions.pause.isChecked()
    assert _values(panel) == {"x": "2"}
    assert panel.header.age.text() == "1.0 s"


def test_another_topic_is_not_paused(panel: InspectorPanel, session: FakeSession, actions: MessageActions) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.0)
    actions.pause.trigger()
    panel.show_topic(_ODOM)
    session.receive("/a/odom", {"x": 5.0})
    panel.refresh(1001.0)

    assert not panel.paused
    assert not actions.pause.isChecked()
    assert _values(panel) == {"x": "5"}


def test_a_message_that_is_held_survives_its_topic(
    panel: InspectorPanel, session: FakeSession, actions: MessageActions
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.0)
    actions.pause.trigger()
    session.topic("/a/imu").live = False
    session.remove_topics("/a/imu")
    session.add_topics("/a/imu", schema=JsonSchema("test.Imu"))
    session.receive("/a/imu", {"x": 2.0})
    panel.refresh(1005.0)
    assert _values(panel) == {"x": "1"}

    actions.copy_message.trigger()
    assert '"value":{"x":1.0}' in QApplication.clipboard().text()
    actions.pause.trigger()
    panel.refresh(1005.1)
    assert _values(panel) == {"x": "2"}


def test_nothing_can_be_paused_or_copied_before_the_first_message(
    panel: InspectorPanel, actions: MessageActions
) -> None:
    panel.show_topic(_IMU)
    assert [action.isEnabled() for action in actions.copying] == [False, False, False, True]

    actions.pause.setChecked(True)
    assert not actions.pause.isChecked()
    assert not panel.bar.isVisible()


def test_the_message_is_copied_as_the_command_line_prints_it(
    panel: InspectorPanel, session: FakeSession, actions: MessageActions
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", b'{"x": NaN, "time": 2.5, "picture": {"bytes": 3}}')
    panel.refresh(1000.0)
    actions.copy_message.trigger()

    assert QApplication.clipboard().text() == (
        '{"topic":"/a/imu","received_ns":1000000000000,"stamp_ns":2500000000,'
        '"value":{"x":"nan","time":2.5,"picture":{"bytes":3}}}'
    )


def test_what_changes_all_the_time_is_not_marked_behind_a_pause(
    panel: InspectorPanel, session: FakeSession, actions: MessageActions
) -> None:
    panel.show_topic(_IMU)

    def show(x: float, mode: str, now: float) -> list[bool]:
        session.receive("/a/imu", {"x": x, "mode": mode})
        panel.refresh(now)
        model = panel.model
        items = [model.item_at(model.index(row, 0)) for row in range(2)]
        return [item is not None and model.is_marked(item) for item in items]

    for tick in range(40):
        assert show(float(tick), "idle", 1000.0 + tick * 0.1) == [False, False]
    actions.pause.trigger()
    panel.refresh(1060.0)
    actions.pause.trigger()

    assert show(100.0, "run", 1060.1) == [False, True]


def test_an_element_of_a_list_is_gone_to(panel: InspectorPanel, session: FakeSession, actions: MessageActions) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "list": [float(n) for n in range(640)]})
    panel.refresh(1000.0)
    assert not actions.go_to_element.isEnabled()
    _select_row(panel, "list")
    actions.go_to_element.trigger()
    (dialog,) = panel.tree.findChildren(QInputDialog)
    assert (dialog.intMinimum(), dialog.intMaximum()) == (0, 639)
    assert dialog.labelText() == InspectorWording.ELEMENT(path="list", last=639)
    dialog.setIntValue(512)
    dialog.accept()

    current = panel.tree.currentIndex()
    assert panel.model.path(current) == "list[512]"
    assert panel.model.exact_text(current) == "512.0"
    assert panel.tree.isExpanded(current.parent())
    assert panel.tree.visualRect(current).isValid()


def test_raw_bytes_are_shown_without_reading_the_message(
    panel: InspectorPanel, session: FakeSession, schema: JsonSchema, actions: MessageActions
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(1000.0)
    panel.bar.tabs.setCurrentIndex(RAW_TAB)
    assert actions.raw_bytes.isChecked()
    assert panel.raw.isVisible()
    before = schema.decoded
    session.receive("/a/imu", {"x": 2.0, "time": 4.0})
    panel.refresh(1000.2)

    assert panel.raw.model.line(0).endswith('{"x": 2.')
    assert schema.decoded == before
    assert panel.header.stamp.text() == "4.000 s"

    actions.raw_bytes.trigger()
    assert panel.tree.isVisible()
    assert _values(panel) == {"x": "2", "time": "4"}


def test_raw_bytes_of_a_message_that_is_held_or_can_not_be_read_are_shown(
    panel: InspectorPanel, session: FakeSession, actions: MessageActions
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", b"\xff garbage")
    panel.refresh(1000.0)
    assert panel.fault.isVisible()
    actions.pause.trigger()
    session.receive("/a/imu", {"x": 2.0})
    panel.refresh(1000.2)
    actions.raw_bytes.trigger()

    assert not panel.fault.isVisible()
    assert panel.raw.model.line(0).endswith("  . garbag")

    actions.raw_bytes.trigger()
    assert panel.fault.isVisible()


def test_the_last_values_of_the_selected_field_are_kept(
    panel: InspectorPanel, session: FakeSession, actions: MessageActions
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "list": []})
    panel.refresh(1000.0)
    assert len(panel.history.model) == 0
    _select_row(panel, "x")
    session.now = 1001.5
    session.receive("/a/imu", {"x": 3.0, "list": []})
    panel.refresh(1001.5)
    panel.refresh(1001.6)

    assert panel.history.title.text() == "x"
    assert panel.history.count.text() == InspectorWording.VALUES_IN(count=2, time="1.5 s")
    assert panel.history.line.span == (1.0, 3.0)

    actions.history.trigger()
    assert not panel.history.isVisible()

    panel.show_topic(_ODOM)
    assert len(panel.history.model) == 0


def test_bytes_without_a_type_can_be_read_otherwise_also_what_is_shown_already(
    panel: InspectorPanel, session: FakeSession, preferences: Preferences
) -> None:
    session.topics.decoders[_IMU] = DecoderChoice("bytes", ("bytes", "JPEG"))
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0})
    panel.refresh(session.now + 0.2)
    assert panel.picker.isVisible()
    before = panel.model.schema

    panel.picker.decoders.setCurrentText("JPEG")
    panel.picker.decoders.activated.emit(1)
    panel.refresh(session.now + 0.4)
    assert panel.model.schema is before
    # the connection takes it up, and nothing has come since
    session.topic("/a/imu").schema = after = JsonSchema("test.Picture")
    panel.refresh(session.now + 0.6)
    assert panel.model.schema is after
    assert after.decoded == 1
    panel.refresh(session.now + 0.8)
    assert after.decoded == 1
    assert preferences.decoders(URI) == {"/a/imu": ("JPEG", "")}


def test_a_topic_whose_messages_say_themselves_how_they_are_read_leaves_no_choice(panel: InspectorPanel) -> None:
    panel.show_topic(_IMU)

    assert not panel.picker.isVisible()


def test_a_type_can_be_asked_for_from_elsewhere(panel: InspectorPanel, session: FakeSession) -> None:
    session.topics.decoders[_IMU] = DecoderChoice("bytes", ("bytes", "ROS 1"), frozenset({"ROS 1"}))
    panel.show_topic(_IMU)
    panel.ask_type("ROS 1")

    assert panel.picker.type_name.isVisible()


def test_the_history_of_a_field_makes_room_for_the_message(
    session: FakeSession, panel: InspectorPanel, actions: MessageActions
) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "list": []})
    panel.refresh(1000.0)
    if not actions.history.isChecked():
        actions.history.trigger()
    window = panel.window()
    window.setMinimumSize(300, 50)
    _select_row(panel, "x")
    least = panel.minimumSizeHint().height()
    shown = []
    for height in range(200, 620, 20):
        window.resize(500, height)
        QApplication.processEvents()
        shown.append(panel.history.isVisible())
        if panel.history.isVisible():
            assert panel.tree.height() >= panel.tree.height_of(8)
        assert panel.minimumSizeHint().height() == least

    assert shown == sorted(shown)
    assert not shown[0]
    assert shown[-1]


def test_in_a_low_dock_the_fields_have_the_room_of_the_figures(session: FakeSession, panel: InspectorPanel) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "list": []})
    panel.refresh(1000.0)
    window = panel.window()
    window.setMinimumSize(300, 50)
    window.resize(500, 600)
    QApplication.processEvents()
    assert panel.header.rate.isVisible()

    window.resize(500, 200)
    QApplication.processEvents()
    assert not panel.header.rate.isVisible()
    assert panel.tree.height() >= panel.tree.height_of(2)


def test_a_time_by_which_nobody_had_listened_has_no_message(panel: InspectorPanel, session: FakeSession) -> None:
    panel.show_topic(_IMU)
    session.receive("/a/imu", {"x": 1.0, "time": 12.5})
    panel.refresh(session.now + 0.2)

    session.topics.unheard.add(_IMU)
    session.topic("/a/imu").newest = None
    panel.refresh(session.now + 1.0)
    assert panel.waiting.isVisible()
    assert panel.waiting.title == WidgetsWording.NOBODY_LISTENED()

    session.topics.unheard.clear()
    session.receive("/a/imu", {"x": 2.0, "time": 12.5})
    panel.refresh(session.now + 2.0)
    assert _values(panel)["x"] == "2"

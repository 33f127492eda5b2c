from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind, Role
from app.model.status import ConnectionState
from app.model.topics import DecoderChoice, TopicKey
from app.session.errors import SessionError
from app.session.recorded_side import RecordedSide
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.topics.topic_cells import TopicColumn
from app.ui.topics.topic_dialogs import RateDialog
from app.ui.topics.topic_verbs import TopicVerb
from app.ui.topics.topics_panel import TopicsPanel
from app.ui.widgets.row_delegates import row_height
from app.wording.ui.topics import TopicsWording
from tests.fakes.session import ENGINE, URI, FakeSession, JsonSchema
from tests.tools.sentences import shows


@pytest.fixture
def panel(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> TopicsPanel:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu", "/a/odom", "/b/scan", schema=JsonSchema("test.msgs.Numbers"))
    panel = TopicsPanel(session.links, session.topics, themes, preferences)
    qtbot.addWidget(panel)
    panel.resize(700, 500)
    panel.show()
    panel.refresh(0.0)
    return panel


# what the offscreen platform says of every menu that opens
opens_a_menu = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")


def _key(name: str) -> TopicKey:
    return TopicKey(URI, name)


def _select(panel: TopicsPanel, name: str) -> None:
    panel.tree.setCurrentIndex(panel.model.index_of(_key(name)))


def _rows(panel: TopicsPanel) -> list[str]:
    """What can be seen, from the top."""
    panel.grab()
    if panel.matches.is_filtered:
        return [panel.matches.index(row, 0).data() for row in range(panel.matches.rowCount())]
    rows = []
    index = panel.tree.indexAt(QPoint(1, 1))
    while index.isValid():
        rows.append(index.siblingAtColumn(TopicColumn.TOPIC).data())
        index = panel.tree.indexBelow(index)
    return rows


@pytest.fixture
def chosen(panel: TopicsPanel) -> list[TopicKey | None]:
    chosen: list[TopicKey | None] = []
    panel.topic_selected.connect(chosen.append)
    return chosen


def test_everything_is_open_while_it_is_not_too_much(panel: TopicsPanel) -> None:
    assert _rows(panel) == [URI, "/a", "imu", "odom", "/b/scan"]


def test_with_a_great_many_topics_namespaces_stay_closed(panel: TopicsPanel, session: FakeSession) -> None:
    session.add_topics(*(f"/n{number % 9}/t{number}" for number in range(1000)))
    panel.refresh(0.0)

    # what was open before stays so
    assert _rows(panel)[:7] == [URI, "/a", "imu", "odom", "/b/scan", "/n0", "/n1"]


def test_a_click_selects_a_topic(panel: TopicsPanel, chosen: list[TopicKey | None]) -> None:
    rect = panel.tree.visualRect(panel.model.index_of(_key("/a/odom")))
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())

    assert chosen == [_key("/a/odom")]
    assert panel.selected == _key("/a/odom")


def test_a_namespace_is_no_topic(panel: TopicsPanel, chosen: list[TopicKey | None]) -> None:
    _select(panel, "/a/odom")
    panel.tree.setCurrentIndex(panel.model.index_of(_key("/a/odom")).parent())

    assert chosen == [_key("/a/odom"), None]


def test_selection_and_expansion_outlive_topics_that_come_and_go(
    panel: TopicsPanel, session: FakeSession, chosen: list[TopicKey | None]
) -> None:
    _select(panel, "/b/scan")
    panel.tree.collapse(panel.model.index_of(_key("/a/imu")).parent())
    session.add_topics("/a/new", "/b/before", "/aa/x")
    session.remove_topics("/a/imu")
    panel.refresh(0.0)

    assert _rows(panel) == [URI, "/a", "/aa/x", "/b", "before", "scan"]
    assert panel.tree.currentIndex().data() == "scan"
    assert chosen == [_key("/b/scan")]


def test_selection_and_expansion_outlive_a_reset(
    panel: TopicsPanel, session: FakeSession, chosen: list[TopicKey | None]
) -> None:
    _select(panel, "/b/scan")
    panel.tree.collapse(panel.model.index_of(_key("/a/imu")).parent())
    session.add_topics(*(f"/c/t{number}" for number in range(100)))
    panel.refresh(0.0)

    assert _rows(panel)[:4] == [URI, "/a", "/b/scan", "/c"]
    assert panel.tree.currentIndex().data() == "/b/scan"
    assert chosen == [_key("/b/scan")]


def test_a_selected_topic_that_goes_stays_selected_until_it_is_back(
    panel: TopicsPanel, session: FakeSession, chosen: list[TopicKey | None]
) -> None:
    _select(panel, "/a/odom")
    session.remove_topics("/a/odom")
    panel.refresh(0.0)
    assert not panel.tree.currentIndex().isValid()
    assert panel.selected == _key("/a/odom")

    session.add_topics("/a/odom")
    panel.refresh(0.0)
    assert panel.tree.currentIndex().data() == "odom"
    assert chosen == [_key("/a/odom")]


def test_typing_filters_and_escape_ends_it(panel: TopicsPanel, chosen: list[TopicKey | None]) -> None:
    _select(panel, "/a/odom")
    panel.focus_filter()
    QTest.keyClicks(panel.filter, "sca")
    assert _rows(panel) == ["/b/scan"]
    assert panel.list.isVisible()

    QTest.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert _rows(panel) == [URI, "/a", "imu", "odom", "/b/scan"]
    assert panel.tree.currentIndex().data() == "odom"
    assert chosen == [_key("/a/odom")]


def test_the_tree_is_as_it_was_when_the_filter_ends(panel: TopicsPanel, chosen: list[TopicKey | None]) -> None:
    _select(panel, "/a/odom")
    _select(panel, "/b/scan")
    panel.tree.collapse(panel.model.index_of(_key("/a/odom")).parent())
    panel.filter.setText("scan")
    assert _rows(panel) == ["/b/scan"]

    panel.filter.clear()
    assert _rows(panel) == [URI, "/a", "/b/scan"]
    assert panel.tree.currentIndex().data() == "/b/scan"
    assert chosen == [_key("/a/odom"), _key("/b/scan")]


def test_what_was_selected_in_the_list_is_shown_in_the_tree(panel: TopicsPanel, chosen: list[TopicKey | None]) -> None:
    panel.tree.collapse(panel.model.index_of(_key("/b/scan")).parent())
    panel.filter.setText("n")
    panel.list.setCurrentIndex(panel.matches.index_of(_key("/b/scan")))
    panel.filter.setText("sc")
    assert panel.list.currentIndex().data() == "/b/scan"

    panel.filter.clear()
    assert panel.tree.currentIndex().data() == "/b/scan"
    assert "/b/scan" in _rows(panel)
    assert chosen == [_key("/b/scan")]


def test_a_topic_that_comes_while_there_is_a_filter_is_in_the_list(panel: TopicsPanel, session: FakeSession) -> None:
    panel.filter.setText("scan")
    panel.list.setCurrentIndex(panel.matches.index(0, 0))
    session.add_topics("/a/scan", "/a/other", schema=JsonSchema("test.msgs.Time"))
    panel.refresh(0.0)

    assert _rows(panel) == ["/a/scan", "/b/scan"]
    assert panel.list.currentIndex().data() == "/b/scan"


def test_columns_are_as_wide_in_the_list_as_in_the_tree(panel: TopicsPanel) -> None:
    panel.resize(1000, 500)
    panel.tree.header().resizeSection(TopicColumn.TYPE, 211)
    assert panel.list.horizontalHeader().sectionSize(TopicColumn.TYPE) == 211

    panel.list.horizontalHeader().resizeSection(TopicColumn.RATE, 99)
    assert panel.tree.header().sectionSize(TopicColumn.RATE) == 99


def test_a_filter_that_nothing_matches_says_so(panel: TopicsPanel) -> None:
    panel.filter.setText("nonsense")
    assert panel.nothing.isVisible()
    assert "nonsense" in panel.nothing.title

    panel.filter.clear()
    assert panel.tree.isVisible()


def test_without_any_topic_it_says_what_to_wait_for(panel: TopicsPanel, session: FakeSession) -> None:
    session.remove_topics("/a/imu", "/a/odom", "/b/scan")
    panel.refresh(0.0)

    assert panel.nothing.isVisible()
    assert panel.nothing.title == TopicsWording.NONE_YET()


def test_a_robot_of_which_nothing_is_named_asks_for_a_name(panel: TopicsPanel, session: FakeSession) -> None:
    session.links.infos.clear()
    session.topics.store.remove_connection(URI)
    session.links.connect(f"{ENGINE}?packs=")
    session.set_state(ConnectionState.CONNECTED, connection=ENGINE)
    panel.refresh(1.0)

    assert panel.nothing.isVisible()
    assert panel.nothing.hint == TopicsWording.NOTHING_NAMED_TIP()


def test_down_goes_from_the_filter_into_the_tree(panel: TopicsPanel) -> None:
    panel.activateWindow()
    panel.focus_filter()
    QTest.keyClick(panel.filter, Qt.Key.Key_Down)

    assert panel.focusWidget() is panel.tree


def test_delete_asks_to_disconnect_what_the_row_belongs_to(panel: TopicsPanel) -> None:
    asked: list[str] = []
    panel.disconnect_asked.connect(asked.append)
    _select(panel, "/a/odom")
    QTest.keyClick(panel.tree, Qt.Key.Key_Delete)

    assert asked == [URI]


def test_delete_in_the_filter_only_edits(panel: TopicsPanel) -> None:
    asked: list[str] = []
    panel.disconnect_asked.connect(asked.append)
    _select(panel, "/a/odom")
    panel.filter.setText("a")
    panel.filter.setCursorPosition(0)
    QTest.keyClick(panel.filter, Qt.Key.Key_Delete)

    assert (asked, panel.filter.text()) == ([], "")


def test_copy_puts_the_name_into_the_clipboard(panel: TopicsPanel) -> None:
    _select(panel, "/a/odom")
    QTest.keyClick(panel.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QApplication.clipboard().text() == "/a/odom"


def _menu_of(panel: TopicsPanel, row: str) -> QMenu:
    panel.grab()
    index = panel.tree.indexAt(QPoint(1, 1))
    while index.data() != row:
        index = panel.tree.indexBelow(index)
    panel.tree.customContextMenuRequested.emit(panel.tree.visualRect(index).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@opens_a_menu
@pytest.mark.parametrize(
    ("row", "entry", "text"),
    [
        ("odom", "Copy topic", "/a/odom"),
        ("odom", "Copy type", "test.msgs.Numbers"),
        ("odom", "Copy as command: echo", f"teledeck echo {URI} /a/odom"),
        ("odom", "Copy as command: hz", f"teledeck hz {URI} /a/odom"),
        (URI, "Copy as command", f"teledeck {URI}"),
        ("/a", "Copy namespace", "/a"),
        (URI, "Copy address", URI),
    ],
)
def test_the_menu_of_a_row_copies_what_it_says(panel: TopicsPanel, row: str, entry: str, text: str) -> None:
    menu = _menu_of(panel, row)
    next(action for action in menu.actions() if action.text() == entry).trigger()
    menu.close()

    assert QApplication.clipboard().text() == text


@opens_a_menu
def test_the_menu_of_a_connection_asks_to_disconnect(panel: TopicsPanel) -> None:
    asked: list[str] = []
    panel.disconnect_asked.connect(asked.append)
    menu = _menu_of(panel, URI)
    next(action for action in menu.actions() if action.text().startswith("Disconnect")).trigger()
    menu.close()

    assert asked == [URI]


def test_figures_are_painted_anew_at_each_refresh(panel: TopicsPanel, session: FakeSession) -> None:
    session.now = time.monotonic()
    session.receive("/a/imu", 1)
    topic = session.topic("/a/imu")
    topic.live, topic.rate_hz = True, 30.0
    panel.refresh(0.0)
    before = panel.grab().toImage()
    topic.rate_hz = 99.0
    panel.refresh(0.0)

    assert panel.grab().toImage() != before


class Painted(QObject):
    """From where on a widget was painted, each time."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.left: list[int] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        del watched
        if isinstance(event, QPaintEvent):
            self.left.append(event.rect().left())
        return False


def test_only_figures_that_changed_are_painted_until_a_sign_changes(panel: TopicsPanel, session: FakeSession) -> None:
    session.topics.set_subscriptions("test", {_key("/a/imu")})
    session.now = time.monotonic() - 1e6
    session.receive("/a/imu", 1)
    for now in (0.6, 0.8, 1.0):
        panel.refresh(now)
        QApplication.processEvents()
    painted = Painted(panel.tree.viewport())
    rate = panel.tree.header().sectionViewportPosition(TopicColumn.RATE)

    def refresh() -> list[int]:
        painted.left.clear()
        panel.refresh(0.0)
        QApplication.processEvents()
        return painted.left

    assert refresh() == []
    session.topic("/a/imu").rate_hz = 30.0
    assert refresh() == [rate]
    session.topic("/a/imu").rate_hz = 0.0
    assert refresh() == [0]
    assert refresh() == []
    session.topics.set_subscriptions("test", set())
    assert refresh() == [0]


def test_the_columns_are_remembered(
    qtbot: QtBot, panel: TopicsPanel, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    panel.resize(1000, 500)
    panel.tree.header().resizeSection(TopicColumn.TYPE, 211)
    panel.save_layout()
    again = TopicsPanel(session.links, session.topics, themes, preferences)
    qtbot.addWidget(again)

    assert again.tree.header().sectionSize(TopicColumn.TYPE) == 211


def _shown_columns(panel: TopicsPanel) -> list[TopicColumn]:
    return [column for column in TopicColumn if not panel.tree.header().isSectionHidden(column)]


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (420, [TopicColumn.TOPIC, TopicColumn.VALUE, TopicColumn.RATE]),
        (320, [TopicColumn.TOPIC, TopicColumn.RATE]),
        (250, [TopicColumn.TOPIC]),
        (190, [TopicColumn.TOPIC]),
    ],
)
def test_figures_give_way_to_the_names_of_topics_in_a_narrow_list(
    panel: TopicsPanel, width: int, columns: list[TopicColumn]
) -> None:
    # the margins of the page around it
    panel.resize(width - 11, 500)
    panel.refresh(1.0)
    name = panel.tree.visualRect(panel.model.index_of(_key("/a/odom")))

    assert _shown_columns(panel) == columns
    assert panel.tree.header().sectionSize(TopicColumn.TOPIC) >= 140
    assert name.width() >= panel.tree.fontMetrics().horizontalAdvance("diagnostics")


def test_a_figure_that_is_dragged_leaves_the_names_their_room(panel: TopicsPanel) -> None:
    panel.resize(400, 500)
    panel.tree.header().resizeSection(TopicColumn.RATE, 390)

    assert panel.tree.header().sectionSize(TopicColumn.TOPIC) >= 140


def test_columns_that_gave_way_are_remembered_as_wide_as_they_were(
    qtbot: QtBot, panel: TopicsPanel, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    panel.resize(1200, 500)
    panel.tree.header().resizeSection(TopicColumn.TYPE, 311)
    panel.tree.header().resizeSection(TopicColumn.RATE, 222)
    panel.tree.header().resizeSection(TopicColumn.VALUE, 140)
    widths = [panel.tree.header().sectionSize(column) for column in list(TopicColumn)[1:]]
    panel.resize(190, 500)
    assert _shown_columns(panel) == [TopicColumn.TOPIC]

    panel.save_layout()
    again = TopicsPanel(session.links, session.topics, themes, preferences)
    qtbot.addWidget(again)
    again.resize(190, 500)
    again.show()
    again.refresh(0.0)
    assert _shown_columns(again) == [TopicColumn.TOPIC]

    again.resize(sum(widths), 500)
    assert TopicColumn.RATE in _shown_columns(again)
    assert TopicColumn.TYPE not in _shown_columns(again)
    assert again.tree.header().sectionSize(TopicColumn.TOPIC) >= 140

    again.resize(1200, 500)
    assert [again.tree.header().sectionSize(column) for column in list(TopicColumn)[1:]] == widths


def test_ten_thousand_topics_are_followed(panel: TopicsPanel, session: FakeSession) -> None:
    names = [f"/robot{number % 50}/sensor{number}" for number in range(10_000)]
    session.add_topics(*names)
    panel.refresh(0.0)
    panel.tree.expandAll()
    painted = _count_texts(panel)
    panel.refresh(0.0)
    panel.grab()

    assert panel.model.shown == 10_003
    assert 0 < painted() < 500


def _count_texts(panel: TopicsPanel) -> Callable[[], int]:
    """How many rows were asked for their figures from now on."""
    counted = 0
    figures = panel.model.figures

    def counting(index: QModelIndex | QPersistentModelIndex) -> tuple[tuple[str, ...], bool, str] | None:
        nonlocal counted
        counted += 1
        return figures(index)

    panel.model.figures = counting  # type: ignore[method-assign]
    return lambda: counted


@opens_a_menu
@pytest.mark.parametrize(
    ("row", "entry", "names"),
    [
        ("odom", TopicsWording.MEASURE_TOPIC(), {"/a/odom"}),
        ("/a", TopicsWording.MEASURE_BELOW(), {"/a/imu", "/a/odom"}),
        (URI, TopicsWording.MEASURE_BELOW(), {"/a/imu", "/a/odom", "/b/scan"}),
    ],
)
def test_the_menu_measures_all_below_a_row_and_says_so(
    panel: TopicsPanel, session: FakeSession, row: str, entry: str, names: set[str]
) -> None:
    assert not panel.measured.isVisible()
    menu = _menu_of(panel, row)
    next(action for action in menu.actions() if action.text() == entry).trigger()
    menu.close()

    assert session.topics.wants["measure"] == {_key(name) for name in names}
    assert panel.measured.isVisible()
    assert panel.measured.texts[3] == TopicsWording.ALL_FETCHED()

    panel.measured.button.click()
    assert session.topics.wants["measure"] == frozenset()
    assert not panel.measured.isVisible()


def test_the_key_measures_the_current_row_and_ends_it(panel: TopicsPanel, session: FakeSession) -> None:
    panel.tree.setCurrentIndex(panel.model.index_of(_key("/a/odom")).parent())
    panel.toggle_measure()
    assert panel.model.entry(panel.tree.currentIndex()).badge == TopicsWording.MEASURED()

    _select(panel, "/a/odom")
    panel.toggle_measure()
    assert session.topics.wants["measure"] == frozenset()


def test_letters_typed_in_the_tree_go_into_the_filter(panel: TopicsPanel) -> None:
    panel.activateWindow()
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Qt.Key.Key_S)
    QTest.keyClicks(panel.filter, "can")

    assert panel.filter.text() == "scan"
    assert panel.focusWidget() is panel.filter


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Asterisk, Qt.Key.Key_Left, Qt.Key.Key_Backspace])
def test_keys_of_the_tree_stay_its_own(panel: TopicsPanel, key: Qt.Key) -> None:
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, key)

    assert panel.filter.text() == ""


def test_enter_goes_to_the_first_match_and_up_comes_back(panel: TopicsPanel, chosen: list[TopicKey | None]) -> None:
    panel.activateWindow()
    panel.focus_filter()
    QTest.keyClicks(panel.filter, "odom")
    QTest.keyClick(panel.filter, Qt.Key.Key_Return)
    assert panel.focusWidget() is panel.list
    assert chosen == [_key("/a/odom")]

    QTest.keyClick(panel.list, Qt.Key.Key_Up)
    assert panel.focusWidget() is panel.filter


def test_escape_in_the_list_ends_the_filter(panel: TopicsPanel) -> None:
    panel.activateWindow()
    panel.filter.setText("odom")
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Escape)

    assert panel.filter.text() == ""
    assert panel.focusWidget() is panel.tree


def test_all_is_opened_and_closed_at_once(panel: TopicsPanel) -> None:
    panel.collapse_all()
    assert _rows(panel) == [URI, "/a", "/b/scan"]

    panel.expand_all()
    assert _rows(panel) == [URI, "/a", "imu", "odom", "/b/scan"]


def test_the_next_live_topic_is_found_from_the_current_one_on(
    panel: TopicsPanel, session: FakeSession, chosen: list[TopicKey | None]
) -> None:
    panel.select_next_live()
    assert chosen == []
    for name in ("/a/imu", "/b/scan"):
        session.receive(name, 1)
    session.topics.set_subscriptions("test", {_key("/a/imu"), _key("/b/scan")})
    _select(panel, "/a/odom")
    for _ in range(3):
        panel.select_next_live()

    assert chosen == [_key("/a/odom"), _key("/b/scan"), _key("/a/imu"), _key("/b/scan")]


def test_the_current_row_is_copied_as_a_command_line(panel: TopicsPanel) -> None:
    _select(panel, "/a/odom")
    panel.copy_command()

    assert QApplication.clipboard().text() == f"teledeck echo {URI} /a/odom"


@opens_a_menu
def test_how_bytes_are_read_is_chosen_in_the_menu_or_asked_for(panel: TopicsPanel, session: FakeSession) -> None:
    key = _key("/a/imu")
    session.topics.decoders[key] = DecoderChoice("bytes", ("bytes", "JPEG", "ROS 1"), frozenset({"ROS 1"}))
    asked: list[tuple[object, str]] = []
    panel.type_asked.connect(lambda *question: asked.append(question))
    menu = _menu_of(panel, "imu")
    (below,) = menu.findChildren(QMenu)
    assert below.title() == TopicsWording.READ_AS()
    for action in below.actions()[1:]:
        action.trigger()
    menu.close()

    assert session.topics.decoders[key].current == "JPEG"
    assert asked == [(key, "ROS 1")]


@opens_a_menu
def test_what_can_not_be_chosen_in_the_menu_is_told(panel: TopicsPanel, session: FakeSession) -> None:
    key = _key("/a/imu")
    session.topics.decoders[key] = DecoderChoice("bytes", ("bytes", "JPEG"))
    session.topics.decoder_error = SessionError("there is no such connection")
    menu = _menu_of(panel, "imu")
    (below,) = menu.findChildren(QMenu)
    assert below.title() == TopicsWording.READ_AS()
    below.actions()[1].trigger()
    menu.close()

    (box,) = panel.window().findChildren(QMessageBox)
    assert box.text().lower() == "there is no such connection"
    box.close()


def test_a_topic_that_is_not_there_yet_is_selected_as_soon_as_it_is(
    panel: TopicsPanel, session: FakeSession, chosen: list[TopicKey | None]
) -> None:
    panel.filter.setText("imu")
    panel.show_topic(_key("/c/new"))
    assert chosen == [_key("/c/new")]
    assert panel.filter.text() == ""
    assert panel.selected == _key("/c/new")

    session.add_topics("/c/new")
    panel.refresh(0.1)
    node = panel.current_node
    assert node is not None
    assert node.topic is not None
    assert node.topic.key == _key("/c/new")
    assert chosen == [_key("/c/new")]


def test_no_other_row_is_selected_until_a_topic_that_is_shown_has_its_own(
    panel: TopicsPanel, session: FakeSession, chosen: list[TopicKey | None]
) -> None:
    session.add_topics("/c/old")
    panel.refresh(0.1)
    panel.show_topic(_key("/c/old"))
    panel.show_topic(_key("/c/new"))
    panel.refresh(0.2)
    assert not panel.tree.currentIndex().isValid()
    assert panel.current_connection == URI

    session.add_topics("/c/new")
    panel.refresh(0.3)

    node = panel.current_node
    assert node is not None
    assert node.topic is not None
    assert node.topic.key == _key("/c/new")
    assert chosen == [_key("/c/old"), _key("/c/new")]


@opens_a_menu
def test_the_menu_of_a_connection_asks_for_a_topic_by_its_name(panel: TopicsPanel) -> None:
    asked: list[str] = []
    panel.read_asked.connect(asked.append)
    menu = _menu_of(panel, URI)
    next(action for action in menu.actions() if action.text().startswith("Read a topic")).trigger()
    menu.close()

    assert asked == [URI]


@pytest.fixture
def pictures(panel: TopicsPanel, session: FakeSession) -> list[TopicKey]:
    """The topics whose pictures were asked for; that of a camera is among the rows."""
    session.add_topics("/cam/image", schema=JsonSchema("test.msgs.Picture", roles=[Role.IMAGE]))
    panel.refresh(1.0)
    asked: list[TopicKey] = []
    panel.verb_asked.connect(lambda verb, key: asked.append(key) if verb is TopicVerb.IMAGE else None)
    return asked


@opens_a_menu
def test_the_menu_of_a_camera_offers_its_pictures_and_no_other_does(
    panel: TopicsPanel, pictures: list[TopicKey]
) -> None:
    for row, offered in (("odom", False), ("/cam/image", True)):
        menu = _menu_of(panel, row)
        show = [action for action in menu.actions() if action.text() == TopicsWording.SHOW_IMAGE()]
        assert bool(show) is offered
        for action in show:
            action.trigger()
        menu.close()

    assert pictures == [_key("/cam/image")]


def test_enter_and_a_double_click_show_pictures_in_tree_and_list(panel: TopicsPanel, pictures: list[TopicKey]) -> None:
    for name in ("/a/odom", "/cam/image"):
        _select(panel, name)
        QTest.keyClick(panel.tree, Qt.Key.Key_Return)
        panel.tree.doubleClicked.emit(panel.tree.currentIndex())
    assert pictures == [_key("/cam/image")] * 2

    panel.filter.setText("image")
    panel.list.setCurrentIndex(panel.matches.index(0, 0))
    QTest.keyClick(panel.list, Qt.Key.Key_Enter)
    assert pictures == [_key("/cam/image")] * 3


@opens_a_menu
def test_the_menu_of_a_topic_with_numbers_plots_them(panel: TopicsPanel, session: FakeSession) -> None:
    numbers = {"test.Pose": [Field("x", FieldKind.FLOAT, "double")]}
    session.add_topics("/num/pose", schema=JsonSchema("test.Pose", numbers))
    panel.refresh(1.0)
    asked: list[object] = []
    panel.verb_asked.connect(lambda verb, key: asked.append((verb, key)))
    for row, offered in (("odom", False), ("/num/pose", True)):
        menu = _menu_of(panel, row)
        plot = [action for action in menu.actions() if action.text() == TopicsWording.PLOT_NUMBERS()]
        assert bool(plot) is offered
        for action in plot:
            action.trigger()
        menu.close()

    assert asked == [(TopicVerb.PLOT, _key("/num/pose"))]


@pytest.fixture
def engine(panel: TopicsPanel, session: FakeSession) -> TopicKey:
    """A topic of a robot that is asked for it."""
    session.links.connect(f"{ENGINE}?packs=rover,cone")
    session.set_state(ConnectionState.CONNECTED, connection=ENGINE)
    session.add_topics("rover", "cone", connection=ENGINE)
    panel.refresh(1.0)
    return TopicKey(ENGINE, "rover")


@opens_a_menu
def test_how_often_a_topic_is_asked_for_is_chosen_in_the_menu(
    panel: TopicsPanel, session: FakeSession, preferences: Preferences, engine: TopicKey
) -> None:
    menu = _menu_of(panel, "rover")
    (below,) = menu.findChildren(QMenu)
    assert [action.text() for action in below.actions() if action.isChecked()] == [
        TopicsWording.AS_THE_OTHERS(rate="20.0 Hz")
    ]
    next(action for action in below.actions() if action.text() == "50.0 Hz").trigger()
    menu.close()
    assert session.topics.poll_rates == {engine: 50.0}
    assert preferences.poll_rates(ENGINE) == {"rover": 50.0}
    assert shows(
        panel.model.index_of(engine).data(Qt.ItemDataRole.ToolTipRole), TopicsWording.ASKED_FOR, rate="50.0 Hz"
    )

    menu = _menu_of(panel, "odom")
    assert not [action for action in menu.actions() if action.text() == TopicsWording.ASK_FOR_IT()]
    menu.close()


@opens_a_menu
def test_another_rate_is_typed(panel: TopicsPanel, session: FakeSession, engine: TopicKey) -> None:
    menu = _menu_of(panel, "rover")
    (below,) = menu.findChildren(QMenu)
    below.actions()[-1].trigger()
    menu.close()
    dialog = panel.window().findChildren(RateDialog)[0]
    dialog.rate.setText("7.5")
    dialog._accept()

    assert session.topics.poll_rates == {engine: 7.5}


@opens_a_menu
def test_a_topic_that_was_named_is_taken_from_the_list(
    panel: TopicsPanel, session: FakeSession, engine: TopicKey, chosen: list[TopicKey | None]
) -> None:
    panel.tree.setCurrentIndex(panel.model.index_of(engine))
    menu = _menu_of(panel, "rover")
    next(action for action in menu.actions() if action.text() == TopicsWording.REMOVE_FROM_LIST()).trigger()
    menu.close()
    assert session.links.named[ENGINE] == ("cone",)
    assert chosen == [engine, None]

    menu = _menu_of(panel, "odom")
    assert not [action for action in menu.actions() if action.text() == TopicsWording.REMOVE_FROM_LIST()]
    menu.close()


@opens_a_menu
def test_the_address_of_a_robot_is_copied_with_the_topics_that_were_named(panel: TopicsPanel, engine: TopicKey) -> None:
    menu = _menu_of(panel, engine.connection)
    next(action for action in menu.actions() if action.text() == TopicsWording.COPY_AS_COMMAND()).trigger()
    menu.close()

    assert QApplication.clipboard().text() == f"teledeck '{ENGINE}?packs=rover,cone'"


def test_types_have_the_room_that_other_columns_leave(panel: TopicsPanel, session: FakeSession) -> None:
    name = "std_msgs/Float64MultiArrayStamped"
    session.add_topics("/c/long", schema=JsonSchema(name))
    panel.resize(900, 500)
    panel.refresh(1.0)
    header = panel.tree.header()
    assert header.sectionSize(TopicColumn.TYPE) >= panel.tree.fontMetrics().horizontalAdvance(name)

    panel.resize(780, 500)
    panel.refresh(2.0)
    assert TopicColumn.AGE in _shown_columns(panel)
    assert header.sectionSize(TopicColumn.TOPIC) >= 140

    panel.resize(1200, 500)
    panel.refresh(3.0)
    header.resizeSection(TopicColumn.TYPE, 170)
    session.add_topics("/c/longer", schema=JsonSchema(f"{name}AndMore"))
    panel.refresh(4.0)
    # as the operator wants it
    assert header.sectionSize(TopicColumn.TYPE) == 170


def test_values_have_room_in_a_wide_list_and_give_it_back_in_a_narrow_one(panel: TopicsPanel) -> None:
    header = panel.tree.header()
    widths: list[int] = []
    shown = []
    for width in (780, 1400, 780, 490):
        panel.resize(width, 500)
        panel.refresh(float(len(widths)))
        widths.append(header.sectionSize(TopicColumn.VALUE))
        shown.append(_shown_columns(panel))

    assert widths[1] >= 1.5 * widths[3]
    assert (widths[2], shown[2]) == (widths[0], shown[0])
    assert shown[1] == list(TopicColumn)
    assert TopicColumn.VALUE in shown[3]
    assert header.sectionSize(TopicColumn.TOPIC) >= 140


def test_columns_that_were_dragged_keep_their_width_in_the_next_run(
    qtbot: QtBot, panel: TopicsPanel, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    panel.resize(1400, 500)
    panel.refresh(0.0)
    panel.tree.header().resizeSection(TopicColumn.VALUE, 133)
    panel.save_layout()

    again = TopicsPanel(session.links, session.topics, themes, preferences)
    qtbot.addWidget(again)
    again.resize(1400, 500)
    again.show()
    again.refresh(0.0)
    assert again.tree.header().sectionSize(TopicColumn.VALUE) == 133


def test_the_newest_value_stands_beside_a_topic_that_is_read(panel: TopicsPanel, session: FakeSession) -> None:
    session.receive("/a/imu", {"header": {"seq": 1}, "data": "docked"})
    panel.refresh(1.0)
    value = panel.model.index_of(_key("/a/imu")).siblingAtColumn(TopicColumn.VALUE)

    assert panel.model.figure(value) == ("docked", True)
    assert panel.model.index_of(_key("/a/odom")).siblingAtColumn(TopicColumn.VALUE).data() == ""


def test_names_have_their_room_before_types_have_more_than_theirs(panel: TopicsPanel, session: FakeSession) -> None:
    name = "/a_robot_with_a_long_name/front_camera"
    session.add_topics(name, schema=JsonSchema("std_msgs/Float64MultiArrayStampedAndSomeMore"))
    panel.resize(900, 500)
    panel.refresh(1.0)

    assert panel.tree.header().sectionSize(TopicColumn.TOPIC) > panel.tree.fontMetrics().horizontalAdvance(name) + 60


@pytest.mark.parametrize("percent", [100, 200])
def test_a_low_list_leaves_out_verbs_then_titles_and_gets_them_back(
    panel: TopicsPanel, preferences: Preferences, percent: int
) -> None:
    preferences.set_value("text_percent", percent)
    panel.resize(500, 900)
    assert panel.verbs.isVisible()
    rows = row_height(panel.tree.fontMetrics())
    shown = []
    for height in (900, panel.minimumSizeHint().height(), panel.minimumSizeHint().height() - 2 * rows, 900):
        panel.resize(500, height)
        QApplication.processEvents()
        shown.append((panel.verbs.isVisible(), not panel.tree.isHeaderHidden()))
        assert panel.tree.viewport().height() >= rows
    assert shown == [(True, True), (False, True), (False, False), (True, True)]


def test_the_least_height_of_the_list_has_room_for_some_topics(panel: TopicsPanel) -> None:
    panel.resize(500, panel.minimumSizeHint().height())
    QApplication.processEvents()
    assert panel.tree.viewport().height() >= 3 * panel.tree.fontMetrics().height()


def _cell(panel: TopicsPanel, name: str, column: TopicColumn) -> str:
    return str(panel.model.index_of(_key(name)).siblingAtColumn(column).data())


def test_in_the_past_rows_say_what_topics_said_then_beside_their_values_of_now(
    panel: TopicsPanel, session: FakeSession
) -> None:
    session.topics.heard = {_key("/a/imu"): 0.2}
    session.past = RecordedSide({}, ())
    panel.refresh(1.0)
    assert panel.model.headerData(TopicColumn.RATE, Qt.Orientation.Horizontal) == TopicsWording.THEN()
    assert _cell(panel, "/a/imu", TopicColumn.RATE) == TopicsWording.THEN_AGE(age="0.2 s")
    assert _cell(panel, "/b/scan", TopicColumn.RATE) == TopicsWording.NOT_HEARD_THEN()
    session.receive("/a/imu", 7)
    panel.refresh(2.0)
    assert "7" in _cell(panel, "/a/imu", TopicColumn.VALUE)
    assert TopicsWording.THEN_TIP(then=TopicsWording.THEN_AGE(age="0.2 s")) in str(
        panel.model.index_of(_key("/a/imu")).data(Qt.ItemDataRole.ToolTipRole)
    )

    session.past = None
    panel.refresh(3.0)
    assert panel.model.headerData(TopicColumn.RATE, Qt.Orientation.Horizontal) == TopicsWording.RATE()
    assert _cell(panel, "/b/scan", TopicColumn.RATE) == ""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from app.model.schema import Field, FieldKind
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import fields_to_mime
from app.ui.time_axis.link import TimeLink
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.states.panel import StateBar, StatePanel
from app.ui.time_axis.states.state import MAX_ROWS
from app.wording.ui.time_axis import StatesWording, TimeAxisWording
from tests.fakes.session import URI, JsonSchema
from tests.fakes.states import BEGIN_S, ODOM, STATUS, StatesStage
from tests.fakes.view_services import ViewServices
from tests.tools.sentences import shows


def texts(menu: QMenu) -> list[str]:
    return [action.text().replace("&", "") for action in menu.actions() if not action.isSeparator()]


def plain(*words: str) -> list[str]:
    return [word.replace("&", "") for word in words]


def choose(menu: QMenu, words: str) -> None:
    next(action for action in menu.actions() if words in action.text().replace("&", "")).trigger()


def test_every_field_with_states_that_is_not_shown_can_be_added(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    menu = stage.panel.bar.new.choices
    stage.panel.menu.fill_add(menu)
    assert texts(menu) == [StatesWording.ADD_DEFAULTS(), "/status\tdocked", "/status\tnote"]
    choose(menu, "note")

    assert stage.shown() == ["mode", "note"]


def test_with_several_robots_each_has_a_menu_of_its_own(stage: StatesStage) -> None:
    schema = JsonSchema("T", {"T": (Field("state", FieldKind.STRING, "string"),)})
    stage.session.add_topics("/x", schema=schema, connection="gazebo://other:1")
    menu = QMenu(stage.panel)
    stage.panel.menu.fill_add(menu)

    assert len(menu.actions()) == 2
    assert all(action.menu() is not None for action in menu.actions())


def test_where_nothing_is_known_the_menu_says_so(stage: StatesStage) -> None:
    for topic in stage.session.topics.store.topics:
        topic.schema = None
    menu = QMenu(stage.panel)
    stage.panel.menu.fill_add(menu)

    assert texts(menu) == [StatesWording.NOTHING_TO_ADD()]
    assert not menu.actions()[0].isEnabled()


def test_a_lane_is_moved_copied_and_removed_by_its_menu(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "note")])
    stage.send(1.0, mode=1, note="well")
    menu = stage.panel.menu
    mode = stage.panel.rows.all[0]
    choose(menu.make(mode), "Move down")
    assert stage.shown() == ["note", "mode"]
    choose(menu.make(mode), "Copy the path")
    assert QGuiApplication.clipboard().text() == "mode"
    choose(menu.make(mode), "Copy all as CSV")
    assert QGuiApplication.clipboard().text().splitlines()[1].split(",")[2] == "DRIVE"
    choose(menu.make(mode), "Remove")
    assert stage.shown() == ["note"]
    choose(menu.make(None), "Undo removal")

    assert stage.shown() == ["note", "mode"]


def test_a_menu_of_a_lane_that_has_gone_meanwhile_does_nothing(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "note")])
    mode = stage.panel.rows.all[0]
    menus = [stage.panel.menu.make(mode) for _ in range(2)]
    stage.panel.remove_row(mode)
    choose(menus[0], "Move down")
    choose(menus[1], "Remove")

    assert stage.shown() == ["note"]


def test_beside_the_lanes_the_menu_is_of_the_view(stage: StatesStage) -> None:
    menu = stage.panel.menu.make(None)
    assert texts(menu) == plain(StatesWording.ADD(), StatesWording.PAUSE())
    choose(menu, *plain(StatesWording.PAUSE()))

    assert not stage.panel.time_window.live
    assert texts(stage.panel.menu.make(None)) == plain(StatesWording.ADD(), StatesWording.FOLLOW())


def test_an_empty_view_says_what_to_do_and_does_it(stage: StatesStage) -> None:
    stage.look()
    assert stage.panel.empty_state.isVisible()
    assert stage.panel.empty_state.hint == StatesWording.ADD_STATES()
    stage.panel.defaults_button.click()
    assert stage.panel.empty_state.hint == StatesWording.WAITING_HINT()
    assert not stage.panel.defaults_button.isVisible()
    stage.send(1.0, mode=1, docked=True)

    assert stage.shown() == ["mode", "docked"]
    assert not stage.panel.empty_state.isVisible()


def test_without_a_robot_that_tells_anything_it_says_so(stage: StatesStage) -> None:
    stage.session.topics.store.remove_connection(URI)
    stage.look()
    stage.panel.restore({})
    assert not stage.panel.defaults_button.isVisible()
    assert shows(stage.panel.empty_state.title, StatesWording.REPORTS_NONE)
    assert stage.panel.empty_state.hint == StatesWording.ADD_STATES()
    del stage.session.links.infos[URI]
    stage.session.links.note_change()
    stage.panel.restore({})

    assert stage.panel.empty_state.hint == StatesWording.CONNECT_FIRST()


def test_suggested_states_come_in_their_order_whenever_they_are_told(stage: StatesStage) -> None:
    flag = JsonSchema("Bool", {"Bool": (Field("data", FieldKind.BOOLEAN, "bool"),)})
    stage.session.add_topics("/bumper", schema=flag)
    stage.panel.add_fields([(STATUS, "note")])
    stage.panel.add_defaults(URI)
    assert stage.session.topics.wants["lane-1 suggested"] == {STATUS, TopicKey(URI, "/bumper")}
    stage.send(1.0, mode=1, note="a")
    assert stage.shown() == ["mode", "note"]
    stage.session.receive("/bumper", {"data": True})
    stage.send(1.0, mode=1, note="a", docked=True)

    assert stage.shown() == ["data", "mode", "docked", "note"]
    assert stage.panel.rows.all[0].history.words == ("true",)


def test_a_suggested_state_that_was_removed_does_not_come_back(stage: StatesStage) -> None:
    stage.panel.add_defaults(URI)
    stage.send(1.0, mode=1)
    assert stage.panel.state()["robot"] == URI
    stage.panel.remove_row(stage.panel.rows.all[0])
    stage.send(1.0, mode=2, docked=True)
    assert stage.shown() == ["docked"]
    assert "robot" not in stage.panel.state()
    stage.panel.restore({})

    assert stage.session.topics.wants["lane-1 suggested"] == frozenset()


def test_history_goes_on_where_a_layout_shows_the_same_again(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.send(1.0, mode=1)
    state = stage.panel.state()
    stage.panel.restore({})
    stage.send(1.0, mode=2)
    stage.panel.restore(state)
    stage.look()

    assert stage.panel.rows.all[0].history.words == ("DRIVE", "DOCK")


def test_what_is_restored_is_the_time_of_all_that_are_linked(stage: StatesStage, tools: ViewServices) -> None:
    rest = (tools.themes, tools.preferences, tools.show_topic, "lane-2", stage.link)
    other = StatePanel(tools.links, tools.topics, tools.robot, *rest, clock=lambda: BEGIN_S)
    stage.panel.toggle_pause()
    other.restore({"version": 1, "span_s": 19.2})

    assert (stage.panel.time_window.span_s, stage.panel.time_window.live) == (19.2, True)
    other.close_down()
    other.deleteLater()


def test_a_topic_as_a_whole_is_all_of_its_states(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "")])

    assert stage.shown() == ["mode", "docked", "note"]


def test_a_number_is_refused_and_can_be_plotted_instead(stage: StatesStage) -> None:
    asked: list[object] = []
    stage.panel.plot_asked.connect(asked.append)
    stage.panel.add_fields([(STATUS, "power")])
    assert stage.shown() == []
    assert stage.panel.notice.texts[2] == StatesWording.IS_NUMBER(path="power")
    stage.panel.notice.action.click()

    assert asked == [[(STATUS, "power")]]
    assert not stage.panel.notice.isVisible()


def test_a_topic_of_numbers_can_be_plotted_instead(stage: StatesStage) -> None:
    asked: list[object] = []
    stage.panel.plot_asked.connect(asked.append)
    stage.panel.add_fields([(ODOM, "")])
    assert stage.panel.notice.texts[2] == StatesWording.ONLY_NUMBERS(topic="/odom")
    stage.panel.notice.action.click()

    assert asked == [[(ODOM, "")]]


@pytest.mark.parametrize(
    ("key", "path", "words"),
    [
        (TopicKey(URI, "/nosuch"), "", StatesWording.STATES_UNKNOWN(topic="/nosuch")),
        (STATUS, "[", "“[” is not a field path"),
    ],
)
def test_what_cannot_be_shown_is_told(stage: StatesStage, key: TopicKey, path: str, words: str) -> None:
    stage.panel.add_fields([(key, path)])

    assert words in stage.panel.notice.texts[2]
    assert not stage.panel.notice.action.isVisible()


def test_a_field_that_holds_more_than_a_word_is_told(stage: StatesStage) -> None:
    fields = (Field("flags", FieldKind.BOOLEAN, "bool", repeated=True),)
    stage.session.add_topics("/flags", schema=JsonSchema("Flags", {"Flags": fields}))
    stage.panel.add_fields([(TopicKey(URI, "/flags"), "flags")])

    assert shows(stage.panel.notice.texts[2], StatesWording.NO_SINGLE_WORD, path="flags")


def test_there_is_an_end_to_lanes(stage: StatesStage) -> None:
    names = [f"/t{number}" for number in range(MAX_ROWS + 1)]
    stage.session.add_topics(*names, schema=JsonSchema("T", {"T": (Field("state", FieldKind.STRING, "string"),)}))
    stage.panel.add_fields([(TopicKey(URI, name), "state") for name in names])

    assert len(stage.panel.rows) == MAX_ROWS
    assert stage.panel.notice.texts[2] == StatesWording.TOO_MANY(count=MAX_ROWS)


def test_a_removed_lane_comes_back_to_its_place_with_its_history(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "note")])
    stage.send(2.0, mode=1, note="a")
    stage.panel.remove_row(stage.panel.rows.all[0])
    assert stage.panel.notice.texts[1] == "mode"
    stage.send(2.0, mode=2, note="a")
    stage.panel.notice.action.click()
    stage.look()

    assert stage.shown() == ["mode", "note"]
    assert stage.panel.rows.all[0].history.words == ("DRIVE", "DOCK")
    assert not stage.panel.notice.isVisible()


def test_all_removed_lanes_come_back_one_by_one_and_go_again(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "docked"), (STATUS, "note")])
    removals, found = stage.panel.removals, []
    for _ in range(3):
        stage.panel.remove_row(stage.panel.rows.all[0])
    for step in [removals.undo_last] * 3 + [removals.redo] * 2:
        step()
        found.append(stage.shown())

    assert found == [["note"], ["docked", "note"], ["mode", "docked", "note"], ["docked", "note"], ["note"]]


def test_a_removed_lane_whose_place_was_taken_does_not_come_back(stage: StatesStage) -> None:
    names = [f"/t{number}" for number in range(MAX_ROWS)]
    stage.session.add_topics(*names, schema=JsonSchema("T", {"T": (Field("state", FieldKind.STRING, "string"),)}))
    stage.panel.add_fields([(STATUS, "mode")])
    stage.panel.remove_row(stage.panel.rows.all[0])
    stage.panel.add_fields([(TopicKey(URI, name), "state") for name in names])
    stage.panel.removals.undo_last()

    assert len(stage.panel.rows) == MAX_ROWS
    assert stage.panel.notice.texts[2] == StatesWording.TOO_MANY(count=MAX_ROWS)


def test_it_is_saved_and_restored_with_its_colors(stage: StatesStage, tools: ViewServices) -> None:
    stage.panel.add_fields([(STATUS, "note"), (STATUS, "mode")])
    stage.send(1.0, mode=1, note="first")
    stage.panel.time_window.set_span(60.0)
    state = stage.panel.state()
    other = StatePanel(
        tools.links,
        tools.topics,
        tools.robot,
        tools.themes,
        tools.preferences,
        tools.show_topic,
        "lane-2",
        TimeLink(),
        clock=lambda: BEGIN_S,
    )
    other.restore(state)

    assert other.state() == state
    assert state["words"] == ["first", "DRIVE"]
    assert other.rows.colors.number("DRIVE") == stage.panel.rows.colors.number("DRIVE")
    other.close_down()
    other.deleteLater()


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.recursive(st.none() | st.text() | st.integers(), lambda inner: st.lists(inner, max_size=2)))
def test_any_lanes_may_be_restored(stage: StatesStage, lanes: object) -> None:
    stage.panel.restore({"version": 1, "lanes": lanes, "words": lanes, "span_s": lanes, "base": lanes})
    stage.look()

    assert stage.shown() == []


def test_history_goes_on_while_it_cannot_be_seen(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.panel.window().hide()
    stage.send(2.0, mode=1)
    stage.clock[0] += 2
    stage.look()
    painted = stage.panel.view.painted

    assert stage.panel.can_be_seen()
    assert stage.panel.rows.all[0].history.words == ("DRIVE",)
    assert stage.panel.view.painted == painted


def test_views_that_are_linked_show_and_point_at_the_same(stage: StatesStage, tools: ViewServices) -> None:
    other = StatePanel(
        tools.links,
        tools.topics,
        tools.robot,
        tools.themes,
        tools.preferences,
        tools.show_topic,
        "lane-2",
        stage.link,
        clock=lambda: BEGIN_S,
    )
    stage.look()
    stage.panel.toggle_pause()
    stage.panel.bar.span_chosen.emit(120.0)
    stage.panel.cursors.put(5.0, second=False)
    stage.panel.view.moved.emit()

    assert not other.time_window.live
    assert other.time_window.shown == stage.panel.time_window.shown
    assert other.cursors.first_s == 5.0
    assert other.bar.span.currentData() == 120.0
    other.close_down()
    stage.panel.toggle_pause()
    assert not other.time_window.live
    other.deleteLater()


def test_by_stamp_time_ends_with_the_newest_message(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.send(1.0, mode=1)
    stage.panel.bar.base_chosen.emit(TimeBase.STAMP)
    stage.session.receive("/status", {"mode": 2, "time": 70.0})
    stage.look()

    assert stage.panel.time_base is TimeBase.STAMP
    assert stage.panel.time_window.now_s == 70.0
    assert stage.panel.rows.all[0].history.words == ("DOCK",)
    assert stage.panel.state()["base"] == "stamp"


def test_the_state_under_the_cursor_is_copied_or_that_of_now(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.send(2.0, mode=0)
    stage.send(2.0, mode=1)
    lane = stage.panel.rows.all[0]
    stage.panel.copy_state(lane)
    now = QGuiApplication.clipboard().text()
    stage.panel.cursors.put(stage.clock[0] - 3.0, second=False)
    stage.panel.copy_state(lane)

    assert [now, QGuiApplication.clipboard().text()] == ["DRIVE", "IDLE"]


def test_while_views_show_the_past_the_head_of_a_row_says_how_it_was_then(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.send(2.0, mode=0)
    stage.send(2.0, mode=1)
    stage.look()
    head = stage.panel.view.row_geometry.head(0)
    of_now = stage.panel.view.grab(head).toImage()

    stage.panel.cursors.past_s = stage.clock[0] - 3.0
    of_then = stage.panel.view.grab(head).toImage()
    stage.panel.copy_state(stage.panel.rows.all[0])

    assert of_then != of_now
    assert QGuiApplication.clipboard().text() == "IDLE"


def test_fields_may_be_dropped_beside_the_lanes(stage: StatesStage) -> None:
    data = fields_to_mime([(STATUS, "note")])
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(stage.panel, QDragEnterEvent(QPoint(5, 5), *rest))
    QApplication.sendEvent(stage.panel, QDropEvent(QPointF(5, 5), *rest))

    assert stage.shown() == ["note"]


def test_robots_are_named_only_where_there_are_several(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.look()
    assert stage.panel.rows.all[0].robot == ""
    stage.panel.add_fields([(TopicKey("gazebo://other:1", "/status"), "mode")])
    stage.clock[0] += 1
    stage.look()

    assert [lane.robot for lane in stage.panel.rows.all] == ["robot", "other"]


def test_a_closed_view_wants_nothing_and_can_still_be_painted(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.send(1.0, mode=1)
    stage.panel.close_down()
    stage.panel.view.grab()

    assert stage.session.topics.wants["lane-1"] == frozenset()


# the bar


def test_the_bar_shows_what_was_chosen_also_what_is_in_no_list(themes: Themes) -> None:
    bar, window = StateBar(themes), TimeWindow(60.0)
    bar.show_time(window, TimeBase.STAMP)
    assert bar.span.currentText() == "1 min"
    assert bar.base.currentData() is TimeBase.STAMP
    window.set_span(42.5)
    window.pause()
    bar.show_time(window, TimeBase.RECEIPT)

    assert bar.span.currentIndex() == -1
    assert bar.span.placeholderText() == "42.5 s"
    assert bar.pause.text() == TimeAxisWording.FOLLOW()
    assert bar.base.currentData() is TimeBase.RECEIPT


def test_the_bar_tells_what_is_chosen(themes: Themes) -> None:
    bar = StateBar(themes)
    told: list[object] = []
    bar.span_chosen.connect(told.append)
    bar.base_chosen.connect(told.append)
    bar.pause_asked.connect(lambda: told.append("pause"))
    bar.span.activated.emit(0)
    bar.base.activated.emit(1)
    bar.pause.click()

    assert told == [1.0, TimeBase.STAMP, "pause"]


def test_everything_in_the_bar_has_a_tip(themes: Themes) -> None:
    bar = StateBar(themes)

    assert all(part.toolTip() for part in (bar.pause, bar.span, bar.base, bar.new, bar.transitions))

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import (
    QCursor,
    QFont,
    QIcon,
    QImage,
    QKeyEvent,
    QPaintEvent,
    QRegion,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHeaderView
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.widgets.figure_views import FigureTable, FigureTree, RowFigures, VisibleRow

ROWS = 5


@dataclass(frozen=True, slots=True)
class Words:
    text: str
    icon: QIcon | None = None
    lead: str = ""
    tail: str = ""
    badge: str = ""
    origin: tuple[QIcon, str] | None = None
    muted: bool = False
    edge: str = ""
    kind: QIcon | None = None


class Source:
    """A column of words and one of figures; counts who asks for words, and keeps the keys that came."""

    def __init__(self) -> None:
        self.figures_of_row = [f"{row} Hz" for row in range(ROWS)]
        self.words_asked = 0
        self.keys: list[int] = []

    def entry(self, index: QModelIndex | QPersistentModelIndex) -> Words:
        self.words_asked += 1
        return Words(str(index.data()))

    def figure(self, index: QModelIndex | QPersistentModelIndex) -> tuple[str, bool]:
        return self.figures_of_row[index.row()], False

    def figures(self, index: QModelIndex | QPersistentModelIndex) -> RowFigures:
        return [self.figures_of_row[index.row()]], False, ""

    def take_key(self, event: QKeyEvent) -> bool:
        self.keys.append(event.key())
        return event.key() == Qt.Key.Key_A.value


# what stands in for a model has words of its own
_TREE: Any = FigureTree


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture(params=[FigureTree, FigureTable])
def view(request: pytest.FixtureRequest, qtbot: QtBot, source: Source, themes: Themes) -> FigureTree | FigureTable:
    view: FigureTree | FigureTable = request.param(source, themes, range(1, 2), source.take_key)
    model = QStandardItemModel(0, 2, view)
    for row in range(ROWS):
        model.appendRow([QStandardItem(f"topic {row}"), QStandardItem()])
    view.setModel(model)
    qtbot.addWidget(view)
    view.resize(400, 300)
    with qtbot.waitExposed(view, timeout=20_000):
        view.show()
    view.figures.refresh()
    QApplication.processEvents()
    return view


def _settle(view: FigureTree | FigureTable) -> None:
    view.figures.refresh()
    QApplication.processEvents()


def test_figures_that_change_are_painted_without_asking_for_words(
    view: FigureTree | FigureTable, source: Source
) -> None:
    _settle(view)
    asked = source.words_asked
    before = view.viewport().grab().toImage()
    _settle(view)
    asked_by_grab = source.words_asked - asked
    asked = source.words_asked

    source.figures_of_row[2] = "999 Hz"
    _settle(view)

    assert asked_by_grab > 0
    assert source.words_asked == asked
    assert view.viewport().grab().toImage() != before


def test_the_owner_has_a_key_first_and_what_it_leaves_moves_the_row(
    view: FigureTree | FigureTable, source: Source
) -> None:
    view.setCurrentIndex(view.model().index(0, 0))

    QTest.keyClick(view, Qt.Key.Key_A)
    assert view.currentIndex().row() == 0
    QTest.keyClick(view, Qt.Key.Key_Down)

    assert source.keys == [Qt.Key.Key_A.value, Qt.Key.Key_Down.value]
    assert view.currentIndex().row() == 1


class Clockwork:
    """Figures that depend on the name of a row and on a number; those of every other name never change."""

    tick = 0

    def __init__(self) -> None:
        self.asked: list[str] = []

    def entry(self, index: QModelIndex | QPersistentModelIndex) -> Words:
        return Words(str(index.data()))

    def figure(self, index: QModelIndex | QPersistentModelIndex) -> tuple[str, bool]:
        return self.figures(index)[0][index.column() - 1], False

    def figures(self, index: QModelIndex | QPersistentModelIndex) -> tuple[list[str], bool, str]:
        self.asked.append(str(index.sibling(index.row(), 0).data()))
        number = zlib.crc32(self.asked[-1].encode())
        return [f"{number % 1000} Hz", f"{number % 100 + (self.tick if number % 2 else 0)} s"], False, ""

    def take_key(self, event: QKeyEvent) -> bool:
        del event
        return False


def _row(name: str) -> list[QStandardItem]:
    return [QStandardItem(name), QStandardItem(), QStandardItem()]


def _header(view: FigureTree | FigureTable) -> QHeaderView:
    return view.header() if isinstance(view, FigureTree) else view.horizontalHeader()


@pytest.fixture
def clockwork() -> Clockwork:
    return Clockwork()


@pytest.fixture(params=[FigureTree, FigureTable])
def long_view(
    request: pytest.FixtureRequest, qtbot: QtBot, clockwork: Clockwork, themes: Themes
) -> FigureTree | FigureTable:
    """More rows than can be seen; every third has three below it."""
    view: FigureTree | FigureTable = request.param(clockwork, themes, range(1, 3), clockwork.take_key)
    model = QStandardItemModel(0, 3, view)
    for number in range(60):
        row = _row(f"topic {number}")
        if number % 3 == 0:
            for child in range(3):
                row[0].appendRow(_row(f"topic {number}.{child}"))
        model.appendRow(row)
    view.setModel(model)
    qtbot.addWidget(view)
    view.resize(420, 300)
    with qtbot.waitExposed(view, timeout=20_000):
        view.show()
    for _ in range(3):
        _settle(view)
    return view


def _model(view: FigureTree | FigureTable) -> QStandardItemModel:
    model = view.model()
    assert isinstance(model, QStandardItemModel)
    return model


def _open(view: FigureTree | FigureTable, *, opened: bool) -> None:
    if isinstance(view, FigureTree):
        view.setExpanded(view.model().index(0, 0), opened)


def _open_all(view: FigureTree | FigureTable, *, opened: bool) -> None:
    if isinstance(view, FigureTree) and opened:
        view.expandAll()
    elif isinstance(view, FigureTree):
        view.collapseAll()


def _rename_all(view: FigureTree | FigureTable) -> None:
    model = _model(view)
    model.clear()
    model.setColumnCount(3)
    for number in range(60):
        model.appendRow(_row(f"other {number}"))


def _scroll_aside(view: FigureTree | FigureTable) -> None:
    _header(view).resizeSection(0, 500)
    view.horizontalScrollBar().setValue(50)


def _enlarge(view: FigureTree | FigureTable) -> None:
    font = QFont(view.font())
    font.setPointSizeF(font.pointSizeF() * 1.4)
    view.setFont(font)


CHANGES: dict[str, Callable[[FigureTree | FigureTable], object]] = {
    "nothing": lambda _view: None,
    "scrolled": lambda view: view.verticalScrollBar().setValue(7),
    "scrolled by a row": lambda view: view.verticalScrollBar().setValue(1),
    "scrolled to the end": lambda view: view.scrollToBottom(),
    "scrolled aside": _scroll_aside,
    "higher": lambda view: view.resize(420, 420),
    "lower and wider": lambda view: view.resize(520, 170),
    "opened": lambda view: _open(view, opened=True),
    "all opened": lambda view: _open_all(view, opened=True),
    "rows above": lambda view: _model(view).insertRow(1, _row("new")),
    "row above gone": lambda view: _model(view).removeRow(1),
    "all but a few gone": lambda view: _model(view).removeRows(2, 57),
    "sorted": lambda view: _model(view).sort(0, Qt.SortOrder.DescendingOrder),
    "begun afresh": _rename_all,
    "selected": lambda view: view.setCurrentIndex(view.model().index(2, 0)),
    "larger letters": _enlarge,
    "column wider": lambda view: _header(view).resizeSection(1, 140),
    "column too narrow": lambda view: _header(view).resizeSection(2, 25),
    "column hidden": lambda view: _header(view).hideSection(1),
}


def _on_screen(view: FigureTree | FigureTable) -> QImage:
    return view.screen().grabWindow(view.winId()).toImage()


def _assert_that_painting_all_changes_nothing(view: FigureTree | FigureTable) -> None:
    seen = _on_screen(view)
    view.viewport().update()
    QApplication.processEvents()

    assert seen == _on_screen(view)


def _wait_for_what_is_delayed(view: FigureTree | FigureTable, qtbot: QtBot) -> None:
    """A view puts off what follows from another width of a column; one more such event comes after all of that."""
    for _ in range(2):
        with qtbot.waitCallback(timeout=20_000) as called:
            QTimer.singleShot(0, view, called)
    QApplication.processEvents()


@pytest.fixture(params=["away", "on a row"])
def mouse(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where the mouse stays meanwhile: other tests leave it anywhere."""
    before = QCursor.pos()
    QCursor.setPos(QPoint(250, 100) if request.param == "on a row" else QPoint(900, 700))
    yield
    QCursor.setPos(before)


@pytest.mark.usefixtures("mouse")
@pytest.mark.parametrize("change", CHANGES)
def test_whatever_moves_rows_what_is_seen_is_what_is_true(
    long_view: FigureTree | FigureTable, clockwork: Clockwork, qtbot: QtBot, change: str
) -> None:
    view = long_view
    before = _on_screen(view)
    clockwork.tick += 1
    CHANGES[change](view)
    _settle(view)
    _wait_for_what_is_delayed(view, qtbot)
    _settle(view)

    assert _on_screen(view) != before
    _assert_that_painting_all_changes_nothing(view)
    clockwork.tick += 1
    _settle(view)
    _assert_that_painting_all_changes_nothing(view)


@pytest.mark.usefixtures("mouse")
@pytest.mark.parametrize("change", CHANGES)
def test_rows_may_move_between_a_refresh_and_its_painting(
    long_view: FigureTree | FigureTable, clockwork: Clockwork, qtbot: QtBot, change: str
) -> None:
    view = long_view
    clockwork.tick += 1
    view.figures.refresh()
    CHANGES[change](view)
    QApplication.processEvents()
    _wait_for_what_is_delayed(view, qtbot)
    _settle(view)

    _assert_that_painting_all_changes_nothing(view)


@pytest.mark.parametrize("all_of_them", [False, True])
def test_rows_that_are_closed_give_way(
    long_view: FigureTree | FigureTable, clockwork: Clockwork, *, all_of_them: bool
) -> None:
    view = long_view
    _open_all(view, opened=True)
    for _ in range(3):
        _settle(view)
    clockwork.tick += 1
    if all_of_them:
        _open_all(view, opened=False)
    else:
        _open(view, opened=False)
    _settle(view)

    _assert_that_painting_all_changes_nothing(view)


def test_another_look_is_taken_on(long_view: FigureTree | FigureTable, clockwork: Clockwork, themes: Themes) -> None:
    view, before = long_view, _on_screen(long_view)
    themes.choose(ThemeChoice.LIGHT if themes.current.dark else ThemeChoice.DARK)
    clockwork.tick += 1
    _settle(view)

    assert _on_screen(view) != before
    _assert_that_painting_all_changes_nothing(view)


def test_two_refreshes_before_a_painting_are_painted_both(
    long_view: FigureTree | FigureTable, clockwork: Clockwork
) -> None:
    clockwork.tick += 1
    long_view.figures.refresh()
    clockwork.tick += 1
    _settle(long_view)

    _assert_that_painting_all_changes_nothing(long_view)


def test_what_was_covered_is_painted_anew(long_view: FigureTree | FigureTable, clockwork: Clockwork) -> None:
    view = long_view
    clockwork.tick += 1
    view.figures.refresh()
    view.viewport().update(view.figures.left + 10, 50, 80, 60)
    QApplication.processEvents()

    _assert_that_painting_all_changes_nothing(view)


class Painted(QObject):
    """Where a widget was painted, each time, and with it whatever is painted behind it."""

    def __init__(self, *widgets: QObject) -> None:
        super().__init__()
        self.regions: list[tuple[QObject, QRegion]] = []
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if isinstance(event, QPaintEvent):
            self.regions.append((watched, QRegion(event.region())))
        return False


@pytest.mark.parametrize("long_view", [FigureTable], indirect=True)
def test_after_a_list_was_painted_whole_only_what_changes_is_painted(
    long_view: FigureTable, clockwork: Clockwork
) -> None:
    long_view.viewport().update()
    QApplication.processEvents()
    painted = Painted(long_view.viewport())
    _settle(long_view)
    assert painted.regions == []

    clockwork.tick += 1
    _settle(long_view)

    assert painted.regions[0][1].boundingRect().left() >= long_view.figures.left
    _assert_that_painting_all_changes_nothing(long_view)


@pytest.mark.parametrize("view", [FigureTable], indirect=True)
def test_only_the_rows_that_were_covered_are_asked_for_their_words(view: FigureTable, source: Source) -> None:
    place = view.visualRect(view.model().index(1, 0))
    source.words_asked = 0

    view.viewport().update(place.adjusted(0, 1, 0, -1))
    QApplication.processEvents()

    assert source.words_asked == 1


def test_only_the_cells_that_changed_are_painted_and_nothing_behind_them(
    long_view: FigureTree | FigureTable, clockwork: Clockwork
) -> None:
    view, header = long_view, _header(long_view)
    painted = Painted(view, view.viewport())
    clockwork.tick += 1
    _settle(view)

    assert [widget for widget, _ in painted.regions] == [view.viewport()]
    place = painted.regions[0][1].boundingRect()
    assert place.left() == header.sectionViewportPosition(2)
    assert place.width() <= header.sectionSize(2)
    rows = [view.visualRect(view.model().index(row, 2)) for row in range(8)]
    changing = [zlib.crc32(f"topic {row}".encode()) % 2 == 1 for row in range(8)]
    assert [painted.regions[0][1].intersects(rect) for rect in rows] == changing
    assert len(set(changing)) == 2
    painted.regions.clear()
    _settle(view)
    assert painted.regions == []


@pytest.mark.parametrize("change", ["rows above", "row above gone", "all but a few gone", "sorted", "begun afresh"])
def test_rows_that_are_gone_are_not_asked_for(
    long_view: FigureTree | FigureTable, clockwork: Clockwork, change: str
) -> None:
    CHANGES[change](long_view)
    clockwork.asked.clear()
    # the view lays them out later
    long_view.figures.refresh()

    count = len(clockwork.asked)
    assert clockwork.asked == [long_view.model().index(row, 0).data() for row in range(count)]
    below = long_view.indexAt(QPoint(1, long_view.viewport().height() - 1))
    assert count == (below.row() + 1 if below.isValid() else long_view.model().rowCount())


def test_rows_are_looked_for_only_when_they_moved(
    long_view: FigureTree | FigureTable, clockwork: Clockwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    look: Callable[[], Iterator[VisibleRow]] = long_view._iterate_rows

    def watched() -> Iterator[VisibleRow]:
        looked.append(clockwork.tick)
        return look()

    monkeypatch.setattr(long_view, "_iterate_rows", watched)
    for _ in range(5):
        clockwork.tick += 1
        _settle(long_view)
    assert looked == []

    long_view.verticalScrollBar().setValue(3)
    _settle(long_view)
    assert looked == [5]


def test_the_row_below_a_mouse_that_rests_is_tinted_also_where_rows_moved_and_were_painted(
    qtbot: QtBot, source: Source, themes: Themes
) -> None:
    view: FigureTree = _TREE(source, themes, range(1, 2), source.take_key)
    model = QStandardItemModel(0, 2, view)
    for row in range(ROWS - 1):
        model.appendRow([QStandardItem(f"topic {row}"), QStandardItem()])
    view.setModel(model)
    qtbot.addWidget(view)
    view.resize(400, 300)
    with qtbot.waitExposed(view, timeout=20_000):
        view.show()
    _settle(view)
    before = QCursor.pos()
    place = view.visualRect(model.index(1, 0)).center()
    QCursor.setPos(view.viewport().mapToGlobal(place))
    QTest.mouseMove(view.viewport(), place)
    _settle(view)
    hovered: list[int] = []

    class Hearer(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            if event.type() is QEvent.Type.HoverMove:
                hovered.append(view.indexAt(view.viewport().mapFromGlobal(QCursor.pos())).row())
            return super().eventFilter(watched, event)

    hearer = Hearer(view)
    view.viewport().installEventFilter(hearer)
    model.insertRow(0, [QStandardItem("topic before"), QStandardItem()])
    # painted before the next refresh, as where the window is
    view.viewport().repaint()
    view.figures.refresh()
    QCursor.setPos(before)

    assert view.viewport().underMouse()
    assert hovered == [1]

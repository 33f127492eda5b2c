"""List of the layers of a top view, and of ghosts: visibility, colour, age and faults of each, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from app.model.reference_runs import is_run
from app.model.schema import Role
from app.model.topics import TopicKey
from app.ui.base.text import format_age, plain_tip, say, topic_text
from app.ui.base.theme import Theme, Themes
from app.ui.base.view_keys import ViewKey
from app.ui.top_view.colors import layer_color
from app.ui.top_view.frame_feed import FrameSilence
from app.ui.top_view.layer_feeds import LayerFeed
from app.ui.top_view.shapes import ghost_icon, layer_icon
from app.ui.top_view.state import Layer
from app.wording.ui.top_view import TopViewWording
from app.wording.ui.widgets import WidgetsWording

_KEY: Final = Qt.ItemDataRole.UserRole
# in pixels, around each row
_BETWEEN: Final = 2
# characters of a name, as far as there is room beside the map; of runs, which people name
_CHARACTERS: Final = 24
_OF_RUNS: Final = 36


@dataclass(frozen=True, slots=True)
class LayerRow:
    """Row of the list: one layer, or the ghost of a run.

    Attributes:
        key: the topic.
        text: the name of the layer.
        note: its state in a word or two.
        tip: the tool tip, with all details.
        visible: whether the layer is drawn.
        color: that of the layer, and `number` its number.
        role: in which it is drawn, None as long as it is not known.
        faulty: whether something is wrong with the layer.
        is_ghost: whether it is no layer but the ghost of a run, which lies beneath all of them.
    """

    key: TopicKey
    text: str
    note: str
    tip: str
    visible: bool
    color: QColor
    faulty: bool = False
    number: int = 0
    role: Role | None = None
    is_ghost: bool = False


class _RowDelegate(QStyledItemDelegate):
    """Delegate that leaves out the end of what is too long for the row of a ghost."""

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        key: TopicKey | None = index.data(_KEY)
        if key is not None and is_run(key.connection):
            # of names and faults the beginning counts, of topics the end
            option.textElideMode = Qt.TextElideMode.ElideRight


class LayerList(QListWidget):
    """List of the layers of a top view.

    Signals:
        shown: a layer was checked or unchecked: its TopicKey, and whether it is to be drawn.
        moved: a layer was dragged: its TopicKey, and its new index.
        menu_asked: the menu of a layer is asked for: its TopicKey, and a place of the screen.
        removal_asked: a layer is to be removed: its TopicKey.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Del", TopViewWording.REMOVE_KEY),)

    shown: Final = Signal(object, bool)
    moved: Final = Signal(object, int)
    menu_asked: Final = Signal(object, object)
    removal_asked: Final = Signal(object)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._rows: tuple[LayerRow, ...] = ()
        self._filling = False
        self.setAccessibleName(say(TopViewWording.LAYERS()))
        self.setTextElideMode(Qt.TextElideMode.ElideLeft)
        self.setItemDelegate(_RowDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setSpacing(_BETWEEN)
        self.setProperty("lines", True)
        self.itemChanged.connect(self._changed)
        self.customContextMenuRequested.connect(self._ask_menu)
        self.model().rowsMoved.connect(self._dragged)

    @property
    def current(self) -> TopicKey | None:
        """Topic of the current row; None if there is none."""
        item = self.currentItem()
        key: TopicKey | None = item.data(_KEY) if item is not None else None
        return key

    def show_rows(self, rows: Sequence[LayerRow]) -> None:
        """Show these rows; only rows that changed are filled again."""
        rows = tuple(rows)
        if rows == self._rows:
            return
        current = self.current
        self._filling = True
        while self.count() > len(rows):
            self.takeItem(self.count() - 1)
        while self.count() < len(rows):
            self.addItem(QListWidgetItem())
        for number, row in enumerate(rows):
            if number >= len(self._rows) or self._rows[number] != row or self.item(number).data(_KEY) != row.key:
                self._fill(self.item(number), row)
            if row.key == current:
                self.setCurrentRow(number)
        self._rows = rows
        self._filling = False
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size for all layers, without a scroll bar."""
        rows = sum(self.sizeHintForRow(row) + 2 * _BETWEEN for row in range(self.count()))
        characters = _OF_RUNS if any(row.is_ghost for row in self._rows) else _CHARACTERS
        return QSize(self.fontMetrics().averageCharWidth() * characters, rows + 2 * self.frameWidth() + _BETWEEN)

    def minimumSizeHint(self) -> QSize:
        """Return the size for one layer with a short name."""
        row = max(self.sizeHintForRow(0), self.fontMetrics().lineSpacing()) + 2 * _BETWEEN
        return QSize(self.sizeHint().width() // 2, row + 2 * self.frameWidth() + _BETWEEN)

    def redraw_rows(self) -> None:
        """Fill all rows again at the next `show_rows`, after a change of theme."""
        self._rows = ()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask to remove the current layer by the Delete key."""
        key = self.current
        if event.key() == Qt.Key.Key_Delete and key is not None:
            self.removal_asked.emit(key)
        else:
            super().keyPressEvent(event)

    def _fill(self, item: QListWidgetItem, row: LayerRow) -> None:
        item.setData(_KEY, row.key)
        item.setText(f"{row.text}\n{row.note}" if row.note else row.text)
        item.setToolTip(plain_tip(row.tip))
        item.setCheckState(Qt.CheckState.Checked if row.visible else Qt.CheckState.Unchecked)
        item.setIcon(self._themes.icon("alert-warning", "warn") if row.faulty else self._layer_icon(row))
        item.setForeground(self._themes.current.color("text" if row.visible else "muted"))
        flags = Qt.ItemFlag
        drag = flags.NoItemFlags if row.is_ghost else flags.ItemIsDragEnabled
        item.setFlags(flags.ItemIsEnabled | flags.ItemIsSelectable | flags.ItemIsUserCheckable | drag)

    def _layer_icon(self, row: LayerRow) -> QIcon:
        if row.is_ghost:
            return ghost_icon(row.color)
        return layer_icon(row.role, row.color, row.number, self._themes.current)

    def _changed(self, item: QListWidgetItem) -> None:
        if not self._filling:
            self.shown.emit(item.data(_KEY), item.checkState() == Qt.CheckState.Checked)

    def _ask_menu(self, place: QPoint) -> None:
        item = self.itemAt(place)
        if item is not None:
            self.menu_asked.emit(item.data(_KEY), self.viewport().mapToGlobal(place))

    def _dragged(self, parent: QModelIndex, first: int, last: int, target: QModelIndex, row: int) -> None:
        del parent, target, last
        if not self._filling:
            to = row - 1 if row > first else row
            self._rows = ()
            self.moved.emit(self.item(to).data(_KEY), to)


@dataclass(frozen=True, slots=True)
class LayerFault:
    """Fault of a layer, as a notice shows it."""

    word: str
    title: str
    reason: str
    tip: str


def layer_row(
    layer: Layer,
    feed: LayerFeed,
    unplaced: str,
    age_s: float | None,
    robot: str,
    theme: Theme,
    adrift: FrameSilence | None = None,
) -> LayerRow:
    """Return the row of a layer in the list.

    Args:
        layer: how it is drawn.
        feed: its feed.
        unplaced: why the layer can't be placed, empty if it can.
        age_s: its age where it is outdated, else None.
        robot: the name of its robot, where there are several.
        theme: for the colour.
        adrift: the longest silence among the transforms that place the layer.
    """
    lost = why_adrift(adrift) if adrift is not None else ""
    reason = feed.error.reason if feed.error is not None else (unplaced or lost) if layer.visible else ""
    note = _note(layer, feed, unplaced, age_s, adrift)
    frame = layer.place_in or feed.frame or ""
    tip = "\n".join(part for part in (topic_text(layer.key.topic), frame, reason) if part)
    note = "  ".join(part for part in (robot, note) if part)
    color = layer_color(layer.color, theme)
    name = topic_text(layer.key.topic)
    return LayerRow(layer.key, name, note, tip, layer.visible, color, bool(reason), layer.color, feed.role)


def why_adrift(silence: FrameSilence) -> str:
    """Return why a layer may be drawn in an outdated place."""
    return say(TopViewWording.FRAME_SILENT(frame=silence.frame))


def _note(layer: Layer, feed: LayerFeed, unplaced: str, age_s: float | None, adrift: FrameSilence | None) -> str:
    """Return the most important note on a layer; empty if there is none."""
    place = say(TopViewWording.PLACE_OLD(age=format_age(adrift.age_s if adrift is not None else 0.0)))
    old = say(TopViewWording.OLD(age=format_age(age_s or 0.0)))
    left_out = say(TopViewWording.LEFT_OUT_COUNT(count=f"{feed.skipped:,}"))
    notes = (
        (feed.unheard, say(WidgetsWording.NOBODY_LISTENED())),
        (feed.topic is None, say(TopViewWording.NOT_THERE())),
        (feed.error is not None, say(TopViewWording.UNREADABLE_NOTE())),
        (not layer.visible, ""),
        (bool(unplaced), say(TopViewWording.NOT_PLACED_NOTE())),
        (feed.value is None, say(TopViewWording.WAITING())),
        (age_s is not None, old),
        (adrift is not None, place),
        (feed.skipped > 0, left_out),
    )
    return next((text for so, text in notes if so), "")


def first_fault(
    feeds: Mapping[TopicKey, LayerFeed],
    unplaced: Mapping[TopicKey, str],
    adrift: Mapping[TopicKey, FrameSilence] | None = None,
    trouble: tuple[TopicKey, str] | None = None,
) -> LayerFault | None:
    """Return the fault of the first layer that has one; unreadable messages have precedence. None without faults.

    Args:
        feeds: the feeds of all layers.
        unplaced: why layers can't be placed.
        adrift: the longest silence among the transforms that place each layer.
        trouble: a topic whose transforms are left out, and why; shown where no layer has a fault.
    """
    adrift = adrift or {}
    errors = [(key, feed.error) for key, feed in feeds.items() if feed.error is not None]
    count = len(errors) + len(unplaced) + len(adrift)
    if errors:
        key, error = errors[0]
        word, reason, tip = say(TopViewWording.UNREADABLE()), error.reason, error.tip
    elif unplaced:
        key, reason = next(iter(unplaced.items()))
        word = say(TopViewWording.NOT_PLACED())
        tip = say(TopViewWording.NOT_PLACED_TIP())
    elif adrift:
        key, silence = next(iter(adrift.items()))
        word, reason = say(TopViewWording.OLD_PLACE()), why_adrift(silence)
        tip = say(TopViewWording.OLD_PLACE_TIP())
    elif trouble is not None:
        key, reason = trouble
        word, count = say(TopViewWording.LEFT_OUT()), 1
        tip = say(TopViewWording.LEFT_OUT_TIP())
    else:
        return None
    title = topic_text(key.topic)
    if count > 1:
        title = say(TopViewWording.AND_MORE(topic=title, count=count - 1))
    return LayerFault(word, title, reason, tip)

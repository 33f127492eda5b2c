"""The tree of topics and the flat list of matches, as views whose topics can be dragged.

Selection and expansion of the tree outlive the rows: topics come and go.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint
from PySide6.QtWidgets import QAbstractItemView
from typing_extensions import override

from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import FieldDragView
from app.ui.topics.topic_cells import FIGURES
from app.ui.topics.topic_models import TopicMatchesModel, TopicTreeModel
from app.ui.topics.topic_node import TopicNode, drag_payload, groups_below
from app.ui.widgets.figure_views import FigureTable, FigureTree, KeyHandler

# with more topics, namespaces stay closed until they are opened: nobody reads a thousand rows
_OPEN_UP_TO = 400


class TopicList(FieldDragView, FigureTable):
    """List of matching topics."""

    def __init__(self, model: TopicMatchesModel, themes: Themes, handle_key: KeyHandler) -> None:
        super().__init__(model, themes, FIGURES, handle_key)
        self._topics = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setModel(model)

    @override
    def fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        return [field for row in self.selected_at(place) for field in drag_payload(self._topics.node(row))]


class TopicTree(FieldDragView, FigureTree):
    """Tree of topics.

    Attributes:
        wanted: the topic to select whenever it is there; set by the owner.
        following: whether rows are being updated, so that changes of expansion and selection are not the operator's.
    """

    def __init__(self, model: TopicTreeModel, themes: Themes, handle_key: KeyHandler) -> None:
        super().__init__(model, themes, FIGURES, handle_key)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.wanted: TopicKey | None = None
        self.following = False
        self._topics = model
        self._opened: dict[tuple[str, ...], bool] = {}
        self._scroll_position = 0
        # before the view handles it, which would select a neighbour of the removed row
        model.rowsAboutToBeRemoved.connect(self._clear_removed_selection)
        model.modelAboutToBeReset.connect(self._before_reset)
        self.setModel(model)
        model.rowsInserted.connect(self._after_insert)
        model.modelReset.connect(self._after_reset)
        model.dataChanged.connect(self._after_change)
        self.expanded.connect(lambda index: self._remember(index, opened=True))
        self.collapsed.connect(lambda index: self._remember(index, opened=False))

    @override
    def fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        return [field for row in self.selected_at(place) for field in drag_payload(self._topics.node(row))]

    def collapse_all(self) -> None:
        """Close every namespace; connections stay open."""
        self.collapseAll()
        self.expandToDepth(0)

    def show_wanted(self) -> None:
        """Select the wanted topic where it has a row, unless it is selected already."""
        shown = self._topics.node(self.currentIndex())
        if self.wanted is not None and (shown is None or shown.topic is None or shown.topic.key != self.wanted):
            self._select_wanted()
            self.scrollTo(self.currentIndex())

    def _select_wanted(self) -> None:
        if self.wanted is not None:
            select_row(self, self._topics.index_of(self.wanted))

    def _remember(self, index: QModelIndex, *, opened: bool) -> None:
        node = self._topics.node(index)
        if node is not None and not self.following:
            self._opened[node.path] = opened

    def _clear_removed_selection(self, parent: QModelIndex, first: int, last: int) -> None:
        topics = self._topics
        gone = {id(topics.node(topics.index(row, 0, parent))) for row in range(first, last + 1)}
        node = topics.node(self.currentIndex())
        while node is not None:
            if id(node) in gone:
                self.selectionModel().clear()
                return
            node = node.above

    def _after_insert(self, parent: QModelIndex, first: int, last: int) -> None:
        groups: list[TopicNode] = []
        above = self._topics.node(parent)
        if above is not None and above.topic is not None and len(above.children) == last - first + 1:
            # a topic without rows below until now
            groups.append(above)
        for row in range(first, last + 1):
            node = self._topics.node(self._topics.index(row, 0, parent))
            if node is not None and (node.topic is None or node.children):
                groups += (node, *groups_below(node))
        self._unfold(groups)
        self._reselect()

    def _after_change(self, index: QModelIndex) -> None:
        """Update the span of a row that became a topic, with figures, or a mere group."""
        node = self._topics.node(index)
        if node is not None:
            self.setFirstColumnSpanned(node.row, index.parent(), node.topic is None)

    def _before_reset(self) -> None:
        self._scroll_position = self.verticalScrollBar().value()

    def _after_reset(self) -> None:
        self._unfold(list(self._topics.groups()))
        self._reselect()
        self.verticalScrollBar().setValue(self._scroll_position)

    def _unfold(self, groups: Sequence[TopicNode]) -> None:
        """Span connections and namespaces over all columns, and expand them unless closed before or too many."""
        indexes = [(node, self._topics.index_of_node(node)) for node in groups]
        for node, index in indexes:
            self.setFirstColumnSpanned(node.row, index.parent(), node.topic is None)
        # while a layout is due anyway, each expansion is only recorded
        self.scheduleDelayedItemsLayout()
        few = self._topics.shown <= _OPEN_UP_TO
        for node, index in indexes:
            if self._opened.get(node.path, few or len(node.path) == 1):
                self.expand(index)

    def _reselect(self) -> None:
        if not self.currentIndex().isValid():
            self._select_wanted()


def select_row(view: QAbstractItemView, index: QModelIndex) -> None:
    """Make a row the current one, if it exists."""
    if index.isValid():
        flags = QItemSelectionModel.SelectionFlag
        view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

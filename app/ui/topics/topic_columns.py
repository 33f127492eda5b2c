"""The columns of the list of topics, the same in the tree and in the list of matches: widths, and what gives way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QHeaderView

from app.ui.base.preferences import Preferences
from app.ui.topics.topic_cells import TopicColumn
from app.ui.topics.topic_node import TopicNode
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, size_columns

# with the column of values; the state of the columns before had another name
_LAYOUT: Final = "topics and values"
_DRAGGED: Final = "topics, dragged columns"

# room for so many characters of the name of a topic, with the signs and the indentation before it
_NAME_CHARACTERS: Final = 34
# names of so many topics are measured; their room before types, in characters at most; pixels of the signs beside them
_MEASURED_NAMES: Final = 1000
_LONGEST_NAME: Final = 60
_BESIDE_NAME: Final = 60
# in the list of matches, where the whole name stands and that of its robot
_PATH_CHARACTERS: Final = 48
# columns in the order in which they are hidden; the tool tip of a row tells its type
_HIDDEN_FIRST: Final = (
    *(TopicColumn.BANDWIDTH, TopicColumn.TYPE, TopicColumn.AGE),
    *(TopicColumn.VALUE, TopicColumn.RATE),
)
# characters of types that have room at first, and of the longest one where there is more; pixels beside it
_TYPE_CHARACTERS: Final = 22
_LONGEST_TYPE: Final = 44
_TYPE_MARGIN: Final = 14
# characters of values that have room at first, and where there is more; the share of the width that they take at most
_VALUE_CHARACTERS: Final = 16
_LONGEST_VALUE: Final = 64
_VALUE_SHARE: Final = 0.22
# more characters of names, in the tree and in the list of matches, before values have more than at first
_NAMES_FIRST: Final = (10, 24)


class TopicColumns:
    """Columns of two headers. What is dragged in one has the same width in the other, and keeps it.

    Args:
        tree: the header of the tree.
        matches: that of the list of matches, where names are longer.
    """

    def __init__(self, tree: QHeaderView, matches: QHeaderView, preferences: Preferences) -> None:
        self._preferences = preferences
        self._headers = (tree, matches)
        self._dragged = set(preferences.widget_state(_DRAGGED).data())
        # pixels that types need; for what columns were fitted last
        self._types: dict[str, int] = {}
        # pixels that names need in the tree, with the indentation
        self._names = 0
        self._fitted = (0, 0, 0, False)
        self._hiders = (self._lay_out(tree, _NAME_CHARACTERS), self._lay_out(matches, _PATH_CHARACTERS))
        self._link(tree, self._hiders[0], matches)
        self._link(matches, self._hiders[1], tree)

    def save(self) -> None:
        """Save the columns."""
        self._preferences.set_widget_state(_LAYOUT, self._headers[0].saveState())
        self._preferences.set_widget_state(_DRAGGED, QByteArray(bytes(self._dragged)))

    def add_types(self, names: Iterable[str]) -> None:
        """Take the types of topics into account."""
        metrics = self._headers[0].fontMetrics()
        for name in set(names) - self._types.keys():
            self._types[name] = metrics.horizontalAdvance(name.rpartition(".")[2][:_LONGEST_TYPE]) + _TYPE_MARGIN

    def measure_names(self, leaves: Sequence[TopicNode], indentation: int) -> None:
        """Take the names of topics in the tree into account."""
        metrics, widest = self._headers[0].fontMetrics(), 0
        for leaf in leaves[:_MEASURED_NAMES]:
            depth, above = 1, leaf.above
            while above is not None:
                depth, above = depth + 1, above.above
            widest = max(widest, depth * indentation + metrics.horizontalAdvance(leaf.label))
        self._names = min(widest + _BESIDE_NAME, _LONGEST_NAME * metrics.averageCharWidth())

    def fit(self, *, is_filtered: bool) -> None:
        """Give names what they need, types what others leave, up to the longest, then values what is left.

        Columns that the operator has dragged stay as they are.
        """
        header, hider = self._headers[is_filtered], self._hiders[is_filtered]
        fitted = header.width(), len(self._types), self._names, is_filtered
        if fitted == self._fitted:
            return
        self._fitted = fitted
        character = header.fontMetrics().averageCharWidth()
        values = min(character * _LONGEST_VALUE, round(header.width() * _VALUE_SHARE))
        names = 0 if is_filtered else max(self._names - character * _NAME_CHARACTERS, 0)
        left = max(character * _NAMES_FIRST[is_filtered], names)
        for column, wanted, characters, kept in (
            (TopicColumn.VALUE, 0, _VALUE_CHARACTERS, 0),
            (TopicColumn.TYPE, 0, _TYPE_CHARACTERS, 0),
            (TopicColumn.TYPE, max(self._types.values(), default=0), _TYPE_CHARACTERS, names),
            (TopicColumn.VALUE, values, _VALUE_CHARACTERS, left),
        ):
            if column not in self._dragged:
                hider.widen(column, wanted, character * characters, left=kept)

    def _lay_out(self, header: QHeaderView, name_characters: int) -> ColumnHider:
        header.setSectionResizeMode(TopicColumn.TOPIC, QHeaderView.ResizeMode.Stretch)
        size_columns(
            header,
            {
                TopicColumn.TYPE: _TYPE_CHARACTERS,
                TopicColumn.VALUE: _VALUE_CHARACTERS,
                TopicColumn.RATE: 15,
                TopicColumn.BANDWIDTH: 14,
                TopicColumn.AGE: 10,
            },
        )
        header.restoreState(self._preferences.widget_state(_LAYOUT))
        return ColumnHider(header, ColumnPriority(TopicColumn.TOPIC, name_characters, _HIDDEN_FIRST))

    def _link(self, source: QHeaderView, hider: ColumnHider, target: QHeaderView) -> None:
        def follow(column: int) -> None:
            # the size is read anew: a column that was dragged too wide has been limited by now; a hidden one has no
            # width
            width = source.sectionSize(column)
            if column != TopicColumn.TOPIC and width and not hider.is_fitting:
                if source.isVisible():
                    self._dragged.add(column)
                target.resizeSection(column, width)

        source.sectionResized.connect(follow)

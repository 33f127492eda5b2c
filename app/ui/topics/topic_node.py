"""The rows of the tree of topics, and their places."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from app.model.topics import Topic, TopicInfo, TopicKey
from app.session.connection_info import ConnectionInfo

# before each part of a name, as in /base/laser/scan and rover::chassis::camera
_SEPARATOR: Final = re.compile(r"(?=/|::)")
# of a name; all that follows is one more part
_MAX_PARTS: Final = 12


class TopicNode:
    """A connection, a namespace of it, a topic, or a topic with other topics below it.

    A namespace with a single member has no row: the member stands in its place, with both names.

    Attributes:
        path: the connection, and below it the parts of `split_topic`, or the first of them: the lasting identity.
        name: the last part, without what separates it from the part before.
        members: all nodes below, sorted.
        children: the rows below that views know.
        above: the node whose row it stands below, while it is shown.
        label: the text of its row: the parts of the name below that of the row above.
        row: its number among the rows below `above`.
        topic: the topic of the store, for the row of a topic.
        info: for the row of a connection.
        shown: whether it is among its parent's rows.
        text: the text that a filter searches, of a topic; made from `known_info`.
    """

    __slots__ = (
        *(
            "above",
            "children",
            "info",
            "label",
            "members",
            "name",
            "sort_key",
            "parent",
            "path",
            "row",
            "shown",
            "text",
            "known_info",
            "topic",
        ),
    )

    def __init__(self, parent: TopicNode | None, path: tuple[str, ...], topic: Topic | None = None) -> None:
        self.parent = parent
        self.path = path
        part = path[-1] if path else ""
        self.name = self.label = _plain(part) if len(path) > 1 else part
        self.sort_key = (self.name.casefold(), self.name, part)
        self.above: TopicNode | None = None
        self.row = 0
        self.members: list[TopicNode] = []
        self.children: list[TopicNode] = []
        self.shown = False
        self.topic = topic
        self.text = ""
        self.known_info: TopicInfo | None = None
        self.info: ConnectionInfo | None = None

    @property
    def connection(self) -> ConnectionInfo | None:
        """The snapshot of the connection that the row belongs to; None where it has none."""
        node: TopicNode | None = self
        while node is not None:
            if node.info is not None:
                return node.info
            node = node.parent
        return None

    @property
    def full_name(self) -> str:
        """The name of the topic, or the common beginning of the names of all topics below."""
        return self.topic.info.name if self.topic is not None else "".join(self.path[1:]) or self.name

    @property
    def has_row(self) -> bool:
        """Whether it has a row of its own: a namespace with a single member has none."""
        return len(self.path) == 1 or self.topic is not None or len(self.members) != 1

    def set_info(self, info: TopicInfo) -> None:
        """Set what is known of the topic, and the text for the filter."""
        self.known_info = info
        self.text = f"{info.name} {info.type_name}".casefold()

    def clear_topic(self) -> None:
        """Make the row of a topic a mere group of the rows below it."""
        self.topic = self.known_info = None
        self.text = ""


def split_topic(name: str) -> tuple[str, ...]:
    """Split into parts, each with what separates it from the one before: “/a/b::c” is “/a”, “/b”, “::c”."""
    return tuple(filter(None, _SEPARATOR.split(name, _MAX_PARTS))) or (name,)


def _plain(part: str) -> str:
    return part.removeprefix("/").removeprefix("::") or part


def row_of(node: TopicNode) -> TopicNode:
    """Return the node whose row stands for a node: its own, or that of the single member below it."""
    while not node.has_row:
        node = node.members[0]
    return node


def topics_below(nodes: Iterable[TopicNode], found: list[TopicNode]) -> list[TopicNode]:
    """Append all topics among `nodes` and below them, in order, to `found`, and return it."""
    for node in nodes:
        if node.topic is not None:
            found.append(node)
        if node.children:
            topics_below(node.children, found)
    return found


def sort_key(node: TopicNode) -> tuple[str, str, str]:
    """Return the sort key of a node."""
    return node.sort_key


def number_rows(above: TopicNode, first: int = 0) -> None:
    """Number the rows below a node from `first` on, and set their texts."""
    depth = len(above.path)
    for row in range(first, len(above.children)):
        node = above.children[row]
        node.row, node.above, node.shown = row, above, True
        if depth:
            # names of robots and topics begin with their slash, names within a namespace do not
            label = "".join(node.path[depth:])
            node.label = label if depth == 1 else _plain(label)


def groups_below(node: TopicNode) -> Iterator[TopicNode]:
    """Yield all rows below `node` that have rows below them, from the top."""
    for child in node.children:
        if child.children:
            yield child
            yield from groups_below(child)


def nodes_below(node: TopicNode) -> Iterator[TopicNode]:
    """Yield all members below a node."""
    for member in node.members:
        yield member
        yield from nodes_below(member)


def rows_below(node: TopicNode) -> list[TopicNode]:
    """Return the rows that belong below the row of a node."""
    return [row_of(member) for member in node.members]


def show_all_below(node: TopicNode) -> None:
    """Make visible rows of all that is below a node."""
    if node.members or node.children:
        node.children = rows_below(node)
        number_rows(node)
        for child in node.children:
            show_all_below(child)


def hide_all_below(nodes: Iterable[TopicNode]) -> None:
    """Note that nodes and all below them have no rows."""
    for node in nodes:
        node.shown = False
        hide_all_below(node.children)


def nodes_removed_with(gone: Collection[TopicNode]) -> list[TopicNode]:
    """Return the nodes to remove with topics that are gone; rows that other topics are below stay."""
    counts: dict[TopicNode, int] = {}
    removed = []
    for leaf in gone:
        # a row with members goes with the last of them
        node = None if leaf.members else leaf
        while node is not None and node.parent is not None:
            removed.append(node)
            above = node.parent
            counts[above] = counts.get(above, 0) + 1
            stays = len(above.path) == 1 or (above.topic is not None and above not in gone)
            node = None if stays or counts[above] < len(above.members) else above
    return removed


def row_runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return runs of neighbours as (first, last), last ones first so that row numbers stay valid."""
    runs: list[tuple[int, int]] = []
    for row in sorted(rows, reverse=True):
        if runs and row == runs[-1][0] - 1:
            runs[-1] = row, runs[-1][1]
        else:
            runs.append((row, row))
    return runs


def drag_payload(node: TopicNode | None) -> list[tuple[TopicKey, str]]:
    """Return what is dragged with a row: a topic as a whole; the drop target knows its fields."""
    return [(node.topic.key, "")] if node is not None and node.topic is not None else []

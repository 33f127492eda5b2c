"""The rows of the tree of topics, and their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from app.model.topics import Topic, TopicInfo, TopicKey
from app.session.connection_info import ConnectionInfo

# between the parts of scoped names: model::link::camera
SCOPE: Final = "::"
# of a name; all that follows is one more part
_MAX_PARTS: Final = 12


class TopicNode:
    """A row: a connection, a namespace of it, a topic, or a topic with other topics below it.

    Attributes:
        path: the connection, and below it the parts of `split_topic`, or the first of them: the lasting identity of the
            row.
        members: all rows below, sorted.
        children: the members that views know: the visible rows.
        row: its number among its parent's rows.
        topic: the topic of the store, for the row of a topic.
        info: for the row of a connection.
        shown: whether it is among its parent's rows.
        text: the text that a filter searches, of a topic; made from `known_info`.
    """

    __slots__ = (
        *(
            "children",
            "info",
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
        self.name = path[-1] if path else ""
        self.sort_key = (self.name.casefold(), self.name)
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
        if self.topic is not None or len(self.path) < 3:
            return self.topic.info.name if self.topic is not None else self.name
        namespace = self.path[1]
        return f"{namespace.removesuffix('/')}/" * bool(namespace) + SCOPE.join(self.path[2:])

    def set_info(self, info: TopicInfo) -> None:
        """Set what is known of the topic, and the text for the filter."""
        self.known_info = info
        self.text = f"{info.name} {info.type_name}".casefold()

    def clear_topic(self) -> None:
        """Make the row of a topic a mere group of the rows below it."""
        self.topic = self.known_info = None
        self.text = ""


def split_topic(name: str) -> tuple[str, ...]:
    """Split into namespace and name, or the parts of a name: “/a/b/c” is c in /a/b, “/a/b::c” is c in b in /a.

    A name without any “/” is in the empty namespace: “a::b” is b in a.
    """
    namespace, slash, last = name.rpartition("/")
    parts = last.split(SCOPE, _MAX_PARTS)
    return (namespace or slash, *(parts if all(parts) else (last or name,)))


def path_above(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path of the row above: the empty namespace has no row."""
    return path[:1] if len(path) == 3 and not path[1] else path[:-1]


def topics_below(nodes: Iterable[TopicNode], found: list[TopicNode]) -> list[TopicNode]:
    """Append all topics among `nodes` and below them, in order, to `found`, and return it."""
    for node in nodes:
        if node.topic is not None:
            found.append(node)
        if node.children:
            topics_below(node.children, found)
    return found


def sort_key(node: TopicNode) -> tuple[str, str]:
    """Return the sort key of a row."""
    return node.sort_key


def renumber(nodes: Sequence[TopicNode], first: int = 0) -> None:
    """Number rows from `first` on."""
    for row in range(first, len(nodes)):
        node = nodes[row]
        node.row, node.shown = row, True


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


def show_all_below(node: TopicNode) -> None:
    """Make all members below a node visible rows."""
    if node.members or node.children:
        node.children = node.members[:]
        renumber(node.children)
        for child in node.children:
            show_all_below(child)


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


def row_runs(nodes: Iterable[TopicNode]) -> list[tuple[TopicNode, int, int]]:
    """Return runs of neighbours as (parent, first row, last row), last ones first so that row numbers stay valid."""
    rows: dict[int, tuple[TopicNode, list[int]]] = {}
    for node in nodes:
        if node.parent is not None:
            rows.setdefault(id(node.parent), (node.parent, []))[1].append(node.row)
    runs: list[tuple[TopicNode, int, int]] = []
    for parent, numbers in rows.values():
        numbers.sort(reverse=True)
        last = previous = numbers[0]
        for row in numbers[1:]:
            if row != previous - 1:
                runs.append((parent, previous, last))
                last = row
            previous = row
        runs.append((parent, previous, last))
    return runs


def drag_payload(node: TopicNode | None) -> list[tuple[TopicKey, str]]:
    """Return what is dragged with a row: a topic as a whole; the drop target knows its fields."""
    return [(node.topic.key, "")] if node is not None and node.topic is not None else []

"""The rows of the tree of topics, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from app.model.topic_store import Topic, TopicInfo, TopicKey

if TYPE_CHECKING:
    from app.session import ConnectionInfo


class Node:
    """A row: a connection, a namespace of it or a topic.

    Attributes:
        path: (connection,), (connection, namespace) or (connection, namespace, name): who it is, for ever.
        members: everything below it, sorted.
        children: those of them that views were told of: the rows.
        row: its number among its parent's rows.
        topic: the slot in the store, for a topic.
        info: for a connection.
        shown: whether it is among its parent's rows.
        text: what a filter looks at, of a topic; made from `told`.
    """

    __slots__ = (
        *("children", "info", "members", "name", "order", "parent", "path", "row", "shown", "text", "told", "topic"),
    )

    def __init__(self, parent: Node | None, path: tuple[str, ...], topic: Topic | None = None) -> None:
        self.parent = parent
        self.path = path
        self.name = path[-1] if path else ""
        self.order = (self.name.casefold(), self.name)
        self.row = 0
        self.members: list[Node] = []
        self.children: list[Node] = []
        self.shown = False
        self.topic = topic
        self.text = ""
        self.told: TopicInfo | None = None
        self.info: ConnectionInfo | None = None

    @property
    def connection(self) -> ConnectionInfo | None:
        """What is known of the connection that it belongs to."""
        node: Node | None = self
        while node is not None:
            if node.info is not None:
                return node.info
            node = node.parent
        return None

    def tell(self, info: TopicInfo) -> None:
        """What is known of a topic, for the filter."""
        self.told = info
        self.text = f"{info.name} {info.type_name}".casefold()


def split_topic(name: str) -> tuple[str, str]:
    """Namespace and name: “/a/b/c” is c in /a/b. What has no “/” at all is in no namespace, which is empty."""
    namespace, slash, last = name.rpartition("/")
    return namespace or slash, last or name


def order_of(node: Node) -> tuple[str, str]:
    """What rows are sorted by."""
    return node.order


def renumber(nodes: Sequence[Node], first: int = 0) -> None:
    """Tell rows where they stand, from `first` on."""
    for row in range(first, len(nodes)):
        node = nodes[row]
        node.row, node.shown = row, True


def runs_of(leaves: Iterable[Node]) -> list[tuple[Node, int, int]]:
    """(namespace, first row, last row) of neighbours, the last ones first so that rows stay true while they go."""
    rows: dict[int, tuple[Node, list[int]]] = {}
    for leaf in leaves:
        if leaf.parent is not None:
            rows.setdefault(id(leaf.parent), (leaf.parent, []))[1].append(leaf.row)
    runs: list[tuple[Node, int, int]] = []
    for namespace, numbers in rows.values():
        numbers.sort(reverse=True)
        last = previous = numbers[0]
        for row in numbers[1:]:
            if row != previous - 1:
                runs.append((namespace, previous, last))
                last = row
            previous = row
        runs.append((namespace, previous, last))
    return runs


def dragged_of(node: Node | None) -> list[tuple[TopicKey, str]]:
    """What is dragged with a row: a topic as a whole; where that is dropped it is known which fields it has."""
    return [(node.topic.key, "")] if node is not None and node.topic is not None else []

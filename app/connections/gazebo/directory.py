"""The directory of a Gazebo master's topics, kept for the store."""

from __future__ import annotations

from collections.abc import Iterable

from app.model.topics import TopicInfo, TopicStore
from protocols.gazebo.master import MAX_RECORDS
from protocols.gazebo.names import resolve_topic
from protocols.gazebo.packets import PublisherRecord


class TopicDirectory:
    """The directory of namespaces, publishers and the names of all topics, published or only subscribed to.

    `publish` brings the store up to date: call it once after any number of changes.

    Attributes:
        namespaces: the namespaces; the first is the one that `~` stands for.
        namespaces_assumed: whether the namespaces are only assumed until the master names one.
        has_list: whether the master has ever listed its topics.
    """

    def __init__(self, connection_id: str, store: TopicStore) -> None:
        self.namespaces: tuple[str, ...] = ()
        self.namespaces_assumed = True
        self.has_list = False
        self._connection_id = connection_id
        self._store = store
        self._publishers: dict[str, set[PublisherRecord]] = {}
        self._records = 0
        self._listed: frozenset[str] = frozenset()
        # whether anything has changed since names were listed
        self._touched = True
        self._types: dict[str, str] = {}

    def set_namespaces(self, names: tuple[str, ...]) -> None:
        """Set all namespaces. While there are none, as in a server that loads its world, the former ones hold."""
        self.namespaces = names or self.namespaces
        self.namespaces_assumed = not names

    def assume_namespace(self, name: str) -> None:
        """Assume a namespace until the master names one, if there is none from before."""
        self.namespaces = self.namespaces or (name,)

    def add_namespace(self, name: str) -> None:
        """Add a namespace that was registered."""
        if self.namespaces_assumed:
            self.namespaces = (name,)
            self.namespaces_assumed = False
        elif name not in self.namespaces and len(self.namespaces) < MAX_RECORDS:
            self.namespaces = (*self.namespaces, name)

    def resolve(self, name: str) -> str:
        """The full name of a topic, as far as namespaces are known; a name that the master lists stands for itself."""
        return name if self.knows(name) else resolve_topic(name, self.namespaces)

    def knows(self, name: str) -> bool:
        """Whether the master knows a topic of exactly this name."""
        return name in self._listed or name in self._publishers

    def publishers(self, topic: str) -> frozenset[PublisherRecord]:
        """The publishers of a topic."""
        return frozenset(self._publishers.get(topic, ()))

    def type_of(self, topic: str) -> str:
        """The type of a topic, empty while it is unknown."""
        return self._types.get(topic, "")

    def add(self, record: PublisherRecord) -> None:
        """Add a publisher. Beyond the limit it is left out: a hostile master must not fill our memory."""
        known = self._publishers.get(record.topic, set())
        if record not in known:
            if self._records >= MAX_RECORDS:
                return
            self._publishers.setdefault(record.topic, known).add(record)
            self._records += 1
        self._touched = True
        if record.msg_type:
            self._types[record.topic] = record.msg_type

    def remove(self, record: PublisherRecord) -> None:
        """Remove a publisher; it is matched by topic and address, as by the master: the type may be empty."""
        known = self._publishers.get(record.topic, set())
        gone = {other for other in known if other.endpoint == record.endpoint}
        self._touched = True
        self._records -= len(gone)
        known -= gone
        if not known:
            self._publishers.pop(record.topic, None)

    def replace(self, records: Iterable[PublisherRecord]) -> None:
        """Set all publishers."""
        self._publishers = {}
        self._records = 0
        self._touched = True
        for record in records:
            self.add(record)

    def set_listed(self, names: Iterable[str]) -> bool:
        """Set the names of all topics; whether they, or anything told since the last list, are new.

        The master is asked again and again, and of thousands of topics the answer is long.
        """
        listed = frozenset(names)
        self.has_list = True
        if listed == self._listed and not self._touched:
            return False
        self._touched = False
        self._listed = listed
        self._types = {
            topic: type_name
            for topic, type_name in self._types.items()
            if topic in self._listed or topic in self._publishers
        }
        return True

    def set_type(self, topic: str, type_name: str) -> None:
        """Set the type of a topic that is listed."""
        if type_name and topic in self._listed:
            self._touched = True
            self._types[topic] = type_name

    def without_type(self) -> tuple[str, ...]:
        """The topics whose type is not known: those that are only subscribed to."""
        return tuple(sorted(topic for topic in self._listed if topic not in self._types))

    def publish(self, wanted: Iterable[str] = ()) -> None:
        """Update the store; `wanted` topics are listed too if the master does not know them."""
        names = sorted({*self._listed, *self._publishers, *wanted})
        infos = [
            TopicInfo(name, self._types.get(name, ""), publishers=len(self._publishers.get(name, ()))) for name in names
        ]
        self._store.update(self._connection_id, infos)

"""The topics of a robot: one session for each topic that is needed, and none for any other."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from app.connections.galileo.converters import CMD_VEL, STATUS, TWIST
from app.connections.galileo.decoders import Decoders, DecoderSelection
from app.connections.galileo.topic import GalileoTopic, GalileoTopicHost
from app.connections.galileo.topic_link import GalileoTopicLink, check_path
from app.model.alerts import Severity
from app.model.condition import LinkCounts
from app.model.topics import Sink, Topic, TopicInfo, TopicKey, TopicStore
from app.net.tasks import TaskPool
from protocols.errors import LocalProtocolError
from protocols.galileo.uri import GalileoUri
from protocols.galileo_errors import GalileoLocalError

# sessions at a time: each costs both sides twenty datagrams a second, and a robot may serve few
MAX_TOPICS: Final = 32
# the greatest number of names that are remembered, whether open or not, and of decoders that were chosen
MAX_KNOWN: Final = 256


class GalileoTopics:
    """The topics of one connection; that of its URI is always open, from `start` to `close`."""

    def __init__(
        self, uri: GalileoUri, owner: GalileoTopicHost, store: TopicStore, decoders: Decoders, tasks: TaskPool
    ) -> None:
        self._uri = uri
        self._owner = owner
        self._store = store
        self._decoders = decoders
        self._tasks = tasks
        self._open: dict[str, GalileoTopic] = {}
        self._known: dict[str, None] = dict.fromkeys((uri.path, STATUS, CMD_VEL))
        self._wanted: tuple[str, ...] = ()
        self._sinks: dict[str, tuple[Sink, ...]] = {}
        self._choices: dict[str, DecoderSelection] = {}
        # sessions that wait for an answer to their last messages
        self._ending: set[GalileoTopicLink] = set()
        self._counted = LinkCounts()
        self._closed = False

    @property
    def main(self) -> GalileoTopic | None:
        """The topic of the URI; None before the start and after the end."""
        return self._open.get(self._uri.path)

    @property
    def all(self) -> tuple[GalileoTopic, ...]:
        """The topics with a session; that of the URI first."""
        return tuple(sorted(self._open.values(), key=lambda topic: topic.path != self._uri.path))

    @property
    def counts(self) -> LinkCounts:
        """The counts of all sessions, ended ones included."""
        total = self._counted
        for topic in self._open.values():
            total = total.plus(topic.counts)
        return total

    @property
    def infos(self) -> tuple[TopicInfo, ...]:
        """The known facts of all topics that were named."""
        return tuple(self._slot(path).info for path in self._known)

    def start(self) -> None:
        """Open the topic of the URI."""
        for path in self._known:
            self._slot(path)
        self._apply()

    def close(self) -> None:
        """End all sessions at once."""
        self._closed = True
        for topic in self._open.values():
            topic.close_now()
        self._open.clear()
        # while their sockets stand
        for link in tuple(self._ending):
            link.close()

    def check(self, name: str) -> str:
        """Check a name and return the topic that it stands for. Raises LocalProtocolError if it can't be one."""
        return check_path(self._uri, name)

    def set_wanted(self, names: Collection[str]) -> None:
        """Set the topics that are read, by names as the operator writes them."""
        for name in set(self._wanted) - set(names):
            self._owner.clear_alert(f"name {name}")
        self._wanted = tuple(names)
        self._apply()

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        """Set the receivers of every message of a topic."""
        if sinks:
            self._sinks[name] = tuple(sinks)
        else:
            self._sinks.pop(name, None)
        self._distribute()

    def add_publisher(self, path: str) -> GalileoTopic:
        """Add a publisher of a topic. Raises GalileoLocalError if there are too many topics."""
        topic = self._need(path)
        topic.publishers += 1
        self._settle()
        return topic

    def remove_publisher(self, topic: GalileoTopic) -> None:
        """Remove a publisher of a topic."""
        topic.publishers -= 1
        self._settle()

    # the decoders of bytes; any thread

    def decoder_of(self, path: str) -> DecoderSelection | None:
        """The selected decoder of a topic's bytes; None where no bytes came and nothing was selected."""
        choice, topic = self._choices.get(path), self._open.get(path)
        return DecoderSelection() if choice is None and topic is not None and topic.reader.has_bytes else choice

    def set_decoder(self, path: str, choice: DecoderSelection) -> None:
        """Select the decoder of a topic's bytes. Raises LocalProtocolError if too many topics have one of their own."""
        if path not in self._choices and len(self._choices) >= MAX_KNOWN:
            raise LocalProtocolError(f"more than {MAX_KNOWN} topics have a decoder of their own")
        self._choices[path] = choice
        topic = self._open.get(path)
        if topic is not None:
            topic.reader.choice = choice

    # inside

    def _slot(self, path: str) -> Topic:
        self._known[path] = None
        return self._store.get_or_create(TopicKey(self._owner.id, path), TWIST if path == CMD_VEL else "")

    def _apply(self) -> None:
        """Open the topics that are wanted, and close the others."""
        if self._closed:
            return
        paths = {self._uri.path: None}
        for name in self._wanted:
            try:
                paths[self.check(name)] = None
            except LocalProtocolError as error:
                self._owner.raise_alert(f"name {name}", Severity.ERROR, error.reason, error.tip)
        for path, topic in self._open.items():
            topic.wanted = path in paths
        self._settle()
        left = 0
        for path in paths:
            try:
                self._need(path).wanted = True
            except GalileoLocalError:
                left += 1
        if left:
            text = f"only {MAX_TOPICS} topics can be open at a time: {left} that are wanted are not"
            self._owner.ensure_alert("topics", Severity.WARNING, text, "Close what is not needed.")
        else:
            self._owner.clear_alert("topics")
        self._settle()

    def _need(self, path: str) -> GalileoTopic:
        """Return the topic, made if it is not there. Raises GalileoLocalError if there are too many."""
        topic = self._open.get(path)
        if topic is None:
            if len(self._open) >= MAX_TOPICS:
                raise GalileoLocalError(f"only {MAX_TOPICS} topics can be open at a time", "Close what is not needed.")
            topic = GalileoTopic(self._slot(path), self._uri.with_path(path), self._owner, self._decoders, self._tasks)
            topic.reader.choice = self._choices.get(path, topic.reader.choice)
            self._open[path] = topic
        return topic

    def _settle(self) -> None:
        """Open the sessions of the topics that are needed, and close all others."""
        if self._closed:
            return
        for path, topic in tuple(self._open.items()):
            if topic.is_needed:
                topic.open()
            else:
                del self._open[path]
                self._finish(topic.close())
                self._counted = self._counted.plus(topic.counts)
                self._owner.clear_alert(f"topic {path}")
        self._distribute()
        if len(self._known) > MAX_KNOWN:
            self._forget_names()
        self._store.touch()

    def _finish(self, link: GalileoTopicLink | None) -> None:
        """End a session when the robot has answered to its last messages."""
        if link is None:
            return
        self._ending.add(link)
        task = self._tasks.spawn(link.close_when_answered(), f"end of {link.path}")
        task.add_done_callback(lambda _: self._ending.discard(link))

    def _forget_names(self) -> None:
        """Drop the oldest names that are not open."""
        kept = [path for path in self._known if path in self._open or path in {STATUS, CMD_VEL}]
        others = [path for path in self._known if path not in kept]
        others = others[len(others) - max(MAX_KNOWN - len(kept), 0) :]
        self._known = dict.fromkeys((*kept, *others))
        self._store.update(self._owner.id, self.infos)

    def _distribute(self) -> None:
        by_path: dict[str, tuple[Sink, ...]] = {}
        for name, sinks in self._sinks.items():
            path = name.strip("/")
            by_path[path] = by_path.get(path, ()) + sinks
        for path, topic in self._open.items():
            topic.sinks = by_path.get(path, ())

"""The link to the Gazebo master, made again whenever it is lost, and the requests that somebody awaits on it.

This link asks and listens; it never subscribes nor advertises: `app.connections.gazebo.advertised_records` says why.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from app.config.run_settings import Settings
from app.model.topics import TopicInfo
from app.net.redial import Attempts, redial
from app.net.tcp import Address, CoreLink, connect
from protocols.errors import GazeboClosedError, GazeboRejectedError, ProtocolError
from protocols.gazebo.master import GazeboMasterGreeted, MasterEvent, MasterSession
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import GazeboTopicInfo as MasterTopicInfo
from protocols.timing import Backoff, BackoffPolicy

RECONNECT = BackoffPolicy(first_s=0.1, factor=1.8, cap_s=1.0)
# A link that the master closes has had to make room for a newcomer, and the next one makes room in its turn: a client
# that comes back at once throws others out, for ever. Most newcomers leave within a second, and free the place.
RELINK = BackoffPolicy(first_s=1.5, factor=1.5, cap_s=5.0)
# after a link that lasted this long, losing one is no struggle for a place
LONG_LINK_S = 20.0
# A link that ends before the greeting may have had to make room for a newcomer, too: so often in a row is no chance.
REJECTIONS = 3
# most newcomers leave within a second
DOUBTED_RETRY = BackoffPolicy(first_s=0.7, factor=1.0, cap_s=0.7)
# a master that turns us away will do so again, and logs every attempt
REJECTED_RETRY_S = 3.0
# a link that lasted this long counts as good: the next attempt is at once
GOOD_LINK_S = 2.0

# gives commands to the session, with the time; False if there is none that takes them
GiveCommand = Callable[[Callable[[MasterSession, float], None]], bool]


class MasterLink:
    """The link to the master: one after the other, for as long as `run` runs.

    Args:
        on_event: called with each event of the session and the time.
        on_lost: called when a link has ended or could not be made; `failure` is the reason.
        attempts: is told of each link that has ended or could not be made.

    Attributes:
        is_greeted: whether the master has greeted on the present link: only then commands can be given.
        failure: the reason why the last link ended or could not be made; None while the master has greeted.
        failed_at: the time since which there has been no greeted link; None while there is one, or if none was tried.
        is_doubtful: whether `failure` may be caused by a newcomer, where it looks as if the master refused us.
        heard_at: the time at which the master last sent anything.
        address: the master's address as it was reached, empty if it never was.
        local_address: our address on the route to the master.
    """

    def __init__(
        self,
        endpoint: GazeboEndpoint,
        settings: Settings,
        on_event: Callable[[MasterEvent, float], None],
        on_lost: Callable[[], None],
        attempts: Attempts | None = None,
    ) -> None:
        self.is_greeted = False
        self.failure: ProtocolError | None = None
        self.failed_at: float | None = None
        self.is_doubtful = False
        self.heard_at = 0.0
        self.address = ""
        self.local_address = ""
        self._endpoint = endpoint
        self._settings = settings
        self._on_event = on_event
        self._on_lost = on_lost
        self._attempts = attempts
        self._identity: GazeboEndpoint | None = None
        self._link: CoreLink[MasterSession] | None = None
        self._early: list[tuple[MasterEvent, float]] = []
        self._reconnects = Backoff(RECONNECT, random.random)
        self._relinks = Backoff(RELINK, random.random)
        self._rejections = 0

    def command(self, give: Callable[[MasterSession, float], None]) -> bool:
        """Give commands to the session and send what follows; False if there is no greeted one."""
        if not self.is_greeted or self._link is None or not self._link.is_open:
            return False
        give(self._link.core, asyncio.get_running_loop().time())
        self._link.flush()
        return True

    def close(self) -> None:
        """End the link; `run` has been cancelled."""
        self.is_greeted = False
        link, self._link = self._link, None
        if link is not None:
            link.close()

    async def run(self) -> None:
        """Keep a link until cancelled."""
        await redial(self._run_once, self._ended, attempts=self._attempts)

    def _ended(self, reason: ProtocolError, lasted_s: float) -> float:
        is_rejection = isinstance(reason, GazeboRejectedError)
        self._rejections = self._rejections + 1 if is_rejection else 0
        self.failure = reason
        self.is_doubtful = 0 < self._rejections < REJECTIONS
        self.is_greeted = False
        if self.failed_at is None:
            self.failed_at = asyncio.get_running_loop().time()
        self._on_lost()
        # a link that is lost at once, again and again, is no fresh start
        delay_s = self._reconnects.next_s(is_good=lasted_s > GOOD_LINK_S)
        if self.is_doubtful:
            return DOUBTED_RETRY.delay_s(0, random.random)
        if is_rejection:
            return REJECTED_RETRY_S
        if isinstance(reason, GazeboClosedError):
            return self._relinks.next_s(is_good=lasted_s > LONG_LINK_S)
        return delay_s

    async def _run_once(self) -> ProtocolError:
        ended: asyncio.Future[ProtocolError] = asyncio.get_running_loop().create_future()

        def on_closed(error: ProtocolError) -> None:
            if not ended.done():
                ended.set_result(error)

        self._link = await connect(
            self._endpoint.host,
            self._endpoint.port,
            self._make_core,
            self._take_event,
            on_closed,
            self._settings.connect_timeout_s,
        )
        early, self._early = self._early, []
        for event, now in early:
            self._take_event(event, now)
        reason = await ended
        self._link = None
        return reason

    def _make_core(self, local: Address, peer: Address, now: float) -> MasterSession:
        # our identity at the master stays the same from link to link
        self._identity = self._identity or GazeboEndpoint(*local)
        self.address = peer[0]
        self.local_address = local[0]
        return MasterSession(self._identity, now, self._settings.frame_limit_bytes)

    def _take_event(self, event: MasterEvent, now: float) -> None:
        if self._link is None:
            # the loop may deliver the first bytes before it hands out the link
            self._early.append((event, now))
            return
        self.heard_at = now
        if isinstance(event, GazeboMasterGreeted):
            self.is_greeted = True
            self.failure = None
            self.failed_at = None
            self.is_doubtful = False
        self._on_event(event, now)


class MasterLinkLostError(Exception):
    """The loss of the link before the answer came: wait for the next link and ask again."""


class MasterRequests:
    """The requests that wait for an answer of the master; answers come in the order of the questions.

    Args:
        command: gives commands to the link to the master.
    """

    def __init__(self, command: GiveCommand) -> None:
        self._give_command = command
        self._greeted = asyncio.Event()
        self._closed = False
        self._lists: list[asyncio.Future[tuple[str, ...]]] = []
        self._infos: dict[str, list[asyncio.Future[MasterTopicInfo]]] = {}

    async def wait_greeted(self) -> None:
        """Wait until questions can be asked. Raises MasterLinkLostError if they never can be again."""
        await self._greeted.wait()
        if self._closed:
            raise MasterLinkLostError

    async def list_topics(self) -> tuple[TopicInfo, ...]:
        """Ask for all topics with their counts at once, which costs no more than one. Raises MasterLinkLostError."""
        loop = asyncio.get_running_loop()
        names: asyncio.Future[tuple[str, ...]] = loop.create_future()
        self._lists.append(names)
        self._command(lambda session, now: session.ask_topics(now))
        topics = await names
        answers: dict[str, asyncio.Future[MasterTopicInfo]] = {topic: loop.create_future() for topic in topics}
        for topic, answer in answers.items():
            self._infos.setdefault(topic, []).append(answer)

        def ask(session: MasterSession, now: float) -> None:
            for topic in topics:
                session.ask_topic_info(topic, now)

        self._command(ask)
        await asyncio.gather(*answers.values())
        return tuple(
            TopicInfo(topic, info.any_type, len(info.publishers), len(info.subscribers))
            for topic, info in ((topic, answer.result()) for topic, answer in answers.items())
        )

    async def ask_topic(self, topic: str) -> MasterTopicInfo:
        """Ask for the master's record of one topic. Raises MasterLinkLostError."""
        answer: asyncio.Future[MasterTopicInfo] = asyncio.get_running_loop().create_future()
        self._infos.setdefault(topic, []).append(answer)
        self._command(lambda session, now: session.ask_topic_info(topic, now))
        return await answer

    def _command(self, give: Callable[[MasterSession, float], None]) -> None:
        if not self._give_command(give):
            raise MasterLinkLostError

    # answers

    def link_greeted(self) -> None:
        """Record that the master has greeted: questions can be asked."""
        self._greeted.set()

    def link_lost(self) -> None:
        """End all waits with MasterLinkLostError: the link is lost, and no answer comes any more."""
        self._greeted.clear()
        waiting: list[asyncio.Future[Any]] = [*self._lists]
        for answers in self._infos.values():
            waiting.extend(answers)
        self._lists.clear()
        self._infos.clear()
        for future in waiting:
            if not future.done():
                future.set_exception(MasterLinkLostError())
                # a waiter that was cancelled meanwhile never retrieves it
                future.exception()

    def close(self) -> None:
        """End all waits for ever: no link will be made again."""
        self.link_lost()
        self._closed = True
        self._greeted.set()

    def topics_listed(self, topics: tuple[str, ...]) -> None:
        """Hand over the names of all topics, which have come."""
        waiting, self._lists = self._lists, []
        for future in waiting:
            if not future.done():
                future.set_result(topics)

    def topic_info_answered(self, topic: str, info: MasterTopicInfo) -> None:
        """Hand over the answer on one topic, which has come."""
        for future in self._infos.pop(topic, []):
            if not future.done():
                future.set_result(info)

"""The link to one topic, one session after the other: each tells the robot to forget the ids of the one before."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final

from app.model.status import LinkCounts
from app.net.addresses import local_address, resolve_host
from app.net.errors import LinkError, translate_error
from app.net.redial import Attempts, redial
from app.net.tasks import TaskPool
from app.net.udp import DatagramLink
from app.wording.connections import GalileoWording
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.galileo.client_session import CLOSE_TIMEOUT_S, GalileoClientSession
from protocols.galileo.events import ENDED, OPEN, Address, ClientEvent, GalileoSessionState, SessionStateChanged
from protocols.galileo.uri import GalileoUri, check_topic, is_ipv4
from protocols.schema import Payload
from protocols.timing import Backoff, BackoffPolicy

# a robot that is back is heard within two seconds: after one such wait, and its answer to the request to connect
RETRY: Final = BackoffPolicy(first_s=0.1, factor=1.8, cap_s=1.0)
# a session that ends sooner counts as a failure: a robot that ends sessions at once is asked ever more seldom
GOOD_SESSION_S: Final = 2.0
# after so many unanswered requests: a name may stand for another address; a proxy's second way has been tried
MAX_UNANSWERED: Final = 2

_GRACE_S: Final = 0.5


class GalileoTopicLink:
    """Keeps a session for one topic until it is closed. Raises LocalProtocolError for a topic that can't be asked for.

    Args:
        uri: the URI of the robot, with the topic as its path.
        on_event: called with every event, and the time.
        on_failure: called when there is no session and another try follows.
        attempts: is told of each session that ended without an answer.

    Attributes:
        path: the topic.
        peer: the address that datagrams go to; None before the name was looked up.
    """

    def __init__(
        self,
        uri: GalileoUri,
        tasks: TaskPool,
        on_event: Callable[[ClientEvent, float], None],
        on_failure: Callable[[ProtocolError], None],
        attempts: Attempts | None = None,
    ) -> None:
        self.path = uri.path
        self.peer: Address | None = None
        self._frames = uri.connect_frames()
        self._uri = uri
        self._tasks = tasks
        self._on_event = on_event
        self._on_failure = on_failure
        self._link: DatagramLink[GalileoClientSession] | None = None
        self._ended: asyncio.Future[LinkError] | None = None
        self._unanswered = 0
        self._answered = False
        self._turn = 0
        self._former_ids: tuple[bytes, ...] = ()
        # a robot takes the end of a session only from where it began
        self._local_port = 0
        self._closed = False
        self._counted = LinkCounts()
        self._backoff = Backoff(RETRY, random.random)
        self._task = tasks.spawn(redial(self._hold, self._on_end, attempts=attempts), f"session of {self.path}")

    @property
    def session(self) -> GalileoClientSession | None:
        """The present session; None between two sessions."""
        return self._link.core if self._link is not None else None

    @property
    def is_connected(self) -> bool:
        """Whether the robot is heard."""
        session = self.session
        return session is not None and session.state is GalileoSessionState.CONNECTED

    @property
    def counts(self) -> LinkCounts:
        """The counts of all its sessions."""
        return self._counted if self._link is None else self._counted.plus(_counts_of(self._link))

    def send(self, payload: Payload, *, text: bool) -> bool:
        """Send a message now or never; whether there is a session for it."""
        link = self._link
        if link is None or self._closed or link.core.state not in OPEN:
            return False
        try:
            if text:
                link.core.send_text(str(payload, "utf-8"))
            else:
                link.core.send_binary(payload)
        finally:
            link.flush()
        return True

    def answered_since(self, moment: float) -> bool:
        """Whether the robot has answered a ping that was sent after `moment`."""
        session = self.session
        return session is not None and session.answered_since(moment)

    def send_stop(self, payload: Payload, began_at: float, *, text: bool) -> bool:
        """Send a command to stand still, as all since `began_at` were; `stop_arrived` says whether they arrived."""
        link = self._link
        if link is None or not self.send(payload, text=text):
            return False
        link.core.stop_sent(began_at, asyncio.get_running_loop().time())
        link.flush()
        return True

    def end_stop(self) -> None:
        """End the proof of a stop: another command is sent next."""
        if self._link is not None:
            self._link.core.end_stop()

    @property
    def stop_arrived(self) -> bool:
        """Whether it is proven that a command to stand still has arrived."""
        session = self.session
        return session is not None and session.stop_arrived

    def close(self) -> None:
        """End the session at once; no callback is called any more."""
        self._closed = True
        if self._link is not None:
            self._link.core.close()
        self._end_link()
        self._task.cancel()

    async def close_when_answered(self) -> bool:
        """End the session when the robot has answered to the last messages; whether it has."""
        link, session = self._link, self.session
        if link is None or session is None or session.state not in OPEN or self._closed:
            self.close()
            return False
        self._closed = True
        session.close_when_answered(asyncio.get_running_loop().time())
        link.flush()
        try:
            if self._ended is not None:
                await asyncio.wait({self._ended}, timeout=CLOSE_TIMEOUT_S + _GRACE_S)
        finally:
            self.close()
        return session.delivered

    # inside

    def _on_end(self, reason: ProtocolError, lasted_s: float) -> float:
        if not self._answered:
            # a name may have several addresses
            self._turn += 1
        delay_s = self._backoff.next_s(is_good=lasted_s > GOOD_SESSION_S)
        if not self._closed:
            self._on_failure(reason)
        return delay_s

    async def _look_up(self) -> Address:
        host, port = self._uri.destination
        try:
            addresses = await resolve_host(host)
        except (OSError, ValueError) as error:
            raise translate_error(error, host, port) from error
        return addresses[self._turn % len(addresses)], port

    async def _hold(self) -> LinkError:
        """Keep one session until it ends; returns the reason."""
        self.peer = peer = await self._look_up()
        self._unanswered = 0
        self._answered = False
        ended: asyncio.Future[LinkError] = asyncio.get_running_loop().create_future()
        self._ended = ended

        def make_session(now: float) -> GalileoClientSession:
            return GalileoClientSession(self._frames, peer, now, any_port=self._uri.is_wan, former_ids=self._former_ids)

        self._link = DatagramLink(
            make_session, peer, self._tasks, self._take, self._settle, local_address, self._local_port
        )
        self._local_port = self._link.local[1]
        try:
            return await ended
        finally:
            self._former_ids = self._link.core.ids if self._link is not None else self._former_ids
            self._end_link()

    def _end_link(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            self._counted = self._counted.plus(_counts_of(link))
            link.close()

    def _take(self, event: ClientEvent, now: float) -> None:
        if not self._closed:
            self._on_event(event, now)
        if isinstance(event, SessionStateChanged):
            self._follow(event)

    def _follow(self, event: SessionStateChanged) -> None:
        self._answered = self._answered or event.state is GalileoSessionState.CONNECTED
        if event.state in ENDED:
            self._settle(LinkError(event.reason, event.tip))
        elif event.state is GalileoSessionState.CONNECTING:
            self._unanswered += 1
            if self._unanswered >= MAX_UNANSWERED and not is_ipv4(self._uri.host):
                self._settle(LinkError(event.reason, event.tip))

    def _settle(self, reason: LinkError) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(reason)


def _counts_of(link: DatagramLink[GalileoClientSession]) -> LinkCounts:
    core = link.core
    counters = core.counters
    return LinkCounts(
        foreign=counters.foreign,
        strange=counters.wrong_id,
        malformed=counters.malformed,
        late=core.too_late,
        dropped=counters.dropped,
        unsent=link.dropped,
        errors=counters.errors,
    )


def check_path(uri: GalileoUri, path: str) -> str:
    """Check a name and return the topic that it stands for. Raises LocalProtocolError if it can't be asked for."""
    check_topic(path)
    found = uri.with_path(path)
    if not found.path:
        raise LocalProtocolError(GalileoWording.TOPIC_UNNAMED(), GalileoWording.TOPIC_UNNAMED_TIP())
    found.connect_frames()
    return found.path

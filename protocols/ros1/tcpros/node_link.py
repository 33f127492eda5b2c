"""A link that was made to us, sans-IO: one port serves subscribers of our topics and callers of our services.

The node that dials says in a connection header which of both it is, by the presence of `topic` or `service`. Then
either the link is taken over by a RosOutboundTopicLink or a ServiceProviderLink, or it is refused by a header with
an `error`.

    Subscribed       a subscriber has dialled, which from now on gets what is published
    ServiceOpened    a caller has dialled; its calls follow as ServiceCalled, to be answered by `role`
    LinkRefused      the link was refused

After every event, and after every answer, flush the link, and close it if the core is `finished`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from protocols.errors import RosClosedError, RosRemoteError, printable
from protocols.frames import DEFAULT_LIMIT
from protocols.ros1.names import ANY
from protocols.ros1.tcpros.header import HEADER_TIMEOUT_S, HeaderReader, encode_header
from protocols.ros1.tcpros.service_links import RosServices, ServiceCalled, ServiceProviderLink
from protocols.ros1.tcpros.topic_links import RosOutboundTopicLink, RosPublications
from protocols.ros1.wording import TcprosWording
from protocols.schema import Payload


@dataclass(frozen=True, slots=True)
class Subscribed:
    """A subscriber of a topic of ours has dialled."""

    topic: str
    subscriber: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ServiceOpened:
    """A caller of a service of ours has dialled, perhaps only to ask for its type."""

    service: str
    caller: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LinkRefused:
    """The far side wanted something that we don't have; `reason` is what it was told."""

    reason: str
    fields: Mapping[str, str]


NodeEvent = Subscribed | ServiceOpened | LinkRefused | ServiceCalled


class RosNodeLink:
    """One accepted link.

    Args:
        publications, services: the topics and services of our node.
        callerid: the name of our node.
        now: the time at which the link was made.
        limit: the longest request taken, in bytes.

    Attributes:
        role: the core for the link's role, None before its header has come and if it was refused.

    `received`, `receive_data`, `receive_eof`, `data_to_send` and `handle_deadline` raise RosRemoteError or
    FrameTooLargeError.
    """

    def __init__(
        self,
        publications: RosPublications,
        services: RosServices,
        callerid: str,
        now: float,
        *,
        limit: int = DEFAULT_LIMIT,
    ) -> None:
        self.role: RosOutboundTopicLink | ServiceProviderLink | None = None
        self._publications = publications
        self._services = services
        self._callerid = callerid
        self._limit = limit
        self._header = HeaderReader()
        self._deadline: float | None = now + HEADER_TIMEOUT_S
        self._refusal: list[bytes] = []
        self._refused = False
        self._events: deque[NodeEvent] = deque()
        self._ignored = bytearray(1024)

    @property
    def finished(self) -> bool:
        """Whether nothing more will come or go, but the bytes that wait to be written: flush, then close."""
        return self._refused if self.role is None else self.role.finished

    @property
    def is_drained(self) -> bool:
        """Whether all published messages have left, as far as the adapter could tell."""
        return not isinstance(self.role, RosOutboundTopicLink) or self.role.is_drained

    def transport_holds(self, nbytes: int) -> None:
        """Note how many bytes the adapter has yet to send: call it before `data_to_send`, and as the number shrinks."""
        if self.role is not None:
            self.role.transport_holds(nbytes)

    def close(self) -> None:
        """Take notice that the link has ended: it gets nothing more."""
        self._deadline = None
        self._refusal.clear()
        if self.role is not None:
            self.role.close()

    # the five verbs, and the two of a stream

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into."""
        if self.role is not None:
            return self.role.receive_buffer(hint)
        return memoryview(self._ignored) if self._refused else self._header.receive_buffer(hint)

    def received(self, nbytes: int, now: float) -> None:
        """Take the bytes that were written into the receive buffer."""
        if self.role is not None:
            self.role.received(nbytes, now)
        elif not self._refused:
            self._take_header(self._header.received(nbytes), now)

    def receive_data(self, data: Payload, now: float) -> None:
        """Take bytes that were not written into the receive buffer."""
        if self.role is not None:
            self.role.receive_data(data, now)
        elif not self._refused:
            self._take_header(self._header.feed(data), now)

    def receive_eof(self, now: float) -> None:
        """Raise the error for a link that the far side has closed."""
        del now
        self.close()
        reason = TcprosWording.DIALLER_CLOSED if self.role is None else TcprosWording.CALLER_CLOSED
        if isinstance(self.role, RosOutboundTopicLink):
            reason = TcprosWording.SUBSCRIBER_CLOSED
        raise RosClosedError(reason(), TcprosWording.NO_MORE_TIP())

    def data_to_send(self, now: float) -> list[bytes]:
        """Return the bytes to write now, none while the transport holds enough; call again until there are none."""
        if self.role is not None:
            return self.role.data_to_send(now)
        data, self._refusal = self._refusal, []
        return data

    def next_event(self) -> NodeEvent | None:
        """Return the event of the header, then the calls; None when there is no event."""
        if self._events:
            return self._events.popleft()
        return self.role.next_event() if isinstance(self.role, ServiceProviderLink) else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`; only while a header or a request is under way."""
        return self._deadline if self.role is None else self.role.next_deadline()

    def handle_deadline(self, now: float) -> None:
        """Raise RosRemoteError if the header has not come in time, or the request under way has hardly moved on."""
        if self.role is not None:
            self.role.handle_deadline(now)
        elif self._deadline is not None and now >= self._deadline:
            self._deadline = None
            raise RosRemoteError(TcprosWording.NO_HEADER(timeout_s=HEADER_TIMEOUT_S), TcprosWording.NO_HEADER_TIP())

    # inside

    def _take_header(self, fields: dict[str, str] | None, now: float) -> None:
        if fields is None:
            return
        self._deadline = None
        reason = self._open(fields)
        if reason:
            self._refused = True
            self._refusal = [encode_header({"error": reason})]
            self._events.append(LinkRefused(reason, fields))
        elif self.role is not None and self._header.leftovers:
            self.role.receive_data(self._header.leftovers, now)

    def _open(self, fields: dict[str, str]) -> str:
        """Give the link the role that its header asks for; return the reason to refuse it, empty if there is none."""
        what = "topic" if "topic" in fields else "service"
        missing = [key for key in (what, "md5sum", "callerid") if key not in fields]
        if what in missing:
            return "no topic or service name detected"
        if missing:
            return f"Missing required '{missing[0]}' field"
        return self._open_topic(fields) if what == "topic" else self._open_service(fields)

    def _open_topic(self, fields: dict[str, str]) -> str:
        topic, subscriber = fields["topic"], fields["callerid"]
        publication = self._publications.get(topic)
        if publication is None:
            return f"[{self._callerid}] is not a publisher of [{printable(topic, 80)}]"
        reason = publication.refusal_reason(fields["md5sum"], fields.get("type", ANY))
        if not reason:
            self.role = RosOutboundTopicLink(publication, subscriber, self._callerid)
            self._events.append(Subscribed(topic, subscriber, fields))
        return printable(reason)

    def _open_service(self, fields: dict[str, str]) -> str:
        name, caller = fields["service"], fields["callerid"]
        service = self._services.get(name)
        if service is None:
            return f"[{self._callerid}] does not provide service [{printable(name, 80)}]"
        probe = fields.get("probe", "").strip() == "1"
        reason = "" if probe else service.refusal_reason(fields["md5sum"])
        if not reason:
            persistent = fields.get("persistent", "").strip().lower() in {"1", "true"}
            self.role = ServiceProviderLink(
                service, caller, self._callerid, persistent=persistent, probe=probe, limit=self._limit
            )
            self._events.append(ServiceOpened(name, caller, fields))
        return printable(reason)

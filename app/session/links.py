"""The links of one run to robots, as views and commands use them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from app.config.run_settings import Settings
from app.connections.schemes import SCHEMES, find_scheme
from app.demo.demo_process import DemoProcessError, DemoRobot, demo_error_log
from app.model.addresses import AddressTokens
from app.model.doctor import DoctorCheck
from app.model.status import ConnectionState, ConnectionStatus, Retry, SimClock
from app.net.link_thread import LinkThread
from app.session.addresses import (
    SecretAddresses,
    address_tokens,
    with_token,
)
from app.session.connection_info import ConnectionInfo
from app.session.connections import OpenConnections
from app.session.errors import SessionError, translated_errors
from app.session.recorded_side import LinkState, RecordedSide
from app.session.typed_addresses import check_port, complete_address
from app.wording.names import in_a_row
from app.wording.session import SessionWording
from protocols.names import redact_options
from protocols.sentence import Sentence, sentence_of

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.connections.base import Connection


class Links:
    """The connections to robots: made by an address, known by an id. Any thread may call it.

    Attributes:
        before_end: is awaited with the id of a connection that is to be ended.
        past_clock: gives the time that views show of robots; None while that is now.
        past: gives what views show of links in the past; None while they show now.
    """

    before_end: Callable[[str], Awaitable[None]] | None = None
    past_clock: Callable[[], SimClock | None] = staticmethod(lambda: None)
    past: Callable[[], RecordedSide | None] = staticmethod(lambda: None)

    def __init__(
        self, link: LinkThread, connections: OpenConnections, settings: Settings, environ: Mapping[str, str]
    ) -> None:
        self._link = link
        self._open_connections = connections
        self._settings = settings
        self._environ = environ
        # as they were given, with their secrets
        self._addresses = SecretAddresses()
        self._demo = DemoRobot()

    @property
    def revision(self) -> int:
        """A number that changes with the connections, their states, the permissions for commands, and alerts."""
        return self._open_connections.revision

    @property
    def own_clocks(self) -> dict[str, SimClock]:
        """The clocks of now, by connection, of robots and recordings that have clocks of their own."""
        return {known.id: known.clock for known in self._open_connections.all if known.clock is not None}

    @property
    def connections(self) -> tuple[ConnectionInfo, ...]:
        """A snapshot of all connections, oldest first."""
        past = self.past_clock()
        return tuple(
            ConnectionInfo(
                known.id,
                known.description,
                known.status,
                known.can_publish,
                known.resolve(known.world_topic) if known.world_topic and known.attempts.was_reached else "",
                known.log_topic,
                past if past is not None and known.is_recorded else known.clock,
                known.graph_access is not None,
                known.condition,
                known.quality,
                known.address,
                known.named,
                known.sends_only_changes,
                known.attempts.retry,
            )
            for known in self._open_connections.all
        )

    @property
    def shown(self) -> tuple[ConnectionInfo, ...]:
        """The connections of now, with their states at the time that views show."""
        past = self.past()
        if past is None:
            return self.connections
        return tuple(
            _as_then(info, past.links.get(info.id)) if self._open_connections.is_recorded(info.id) else info
            for info in self.connections
        )

    def shown_status(self, connection_id: str) -> ConnectionStatus | None:
        """The state of a connection at the time that views show, None if there is none of that id now."""
        past, status = self.past(), self.status(connection_id)
        if past is None or status is None or not self._open_connections.is_recorded(connection_id):
            return status
        then = past.links.get(connection_id)
        return then.status if then is not None else _not_there()

    @property
    def secrets(self) -> tuple[str, ...]:
        """All tokens in the addresses that were given, to be redacted in everything that is written."""
        known = (address_tokens(address) for address in tuple(self._addresses.values()))
        return tuple(
            token for access in known if access is not None for token in (access.token, access.proxy_token) if token
        )

    @property
    def addresses(self) -> SecretAddresses:
        """The addresses that make each connection again, by its id: with its later changes, and its secrets."""
        made = SecretAddresses()
        for info in self.connections:
            access = address_tokens(self._addresses[info.id])
            address = info.address or self._addresses[info.id]
            made[info.id] = with_token(address, access.token, access.proxy_token) if access is not None else address
        return made

    def status(self, connection_id: str) -> ConnectionStatus | None:
        """The state of a connection, None if there is none of that id."""
        connection = self._open_connections.get(connection_id)
        return connection.status if connection is not None else None

    def connection_id_for(self, uri: str) -> str:
        """The id of the connection that `uri` would make. Raises SessionError saying what is wrong with `uri`."""
        return self._open(uri).id

    def connect(self, uri: str) -> str:
        """Add a connection and begin to connect; returns its id.

        If the connection exists already, the topics that `uri` names are added to its topics.

        Raises:
            SessionError: `uri` can't be understood.
        """
        connection = self._open(uri)
        known = self._open_connections.get(connection.id)
        if known is not None:
            if connection.named and known.named is not None:
                self.name_topics(known.id, (*known.named, *connection.named))
            return known.id
        self._addresses[connection.id] = complete_address(uri)
        self._open_connections.add(connection)
        return connection.id

    async def disconnect(self, connection_id: str) -> None:
        """End a connection and remove its topics; await it on any loop, on the interface's if its robot is driven."""
        if self.before_end is not None:
            await self.before_end(connection_id)
        if self._open_connections.get(connection_id) is None:
            return
        try:
            await self._open_connections.end(connection_id)
        finally:
            if connection_id == self._demo.uri:
                await self._link.run(asyncio.to_thread(self._demo.close))

    def try_now(self, connection_id: str) -> None:
        """Try to reach a robot now that is not there. Raises SessionError if there is no such connection."""
        self._link.call(self._open_connections.find(connection_id).try_now)

    async def run_doctor(self, connection_id: str, report: Callable[[DoctorCheck], None]) -> None:
        """Check everything that a connection needs; await it on any loop. `report` is called in the link thread."""
        await self._link.run(self._open_connections.find(connection_id).run_doctor(report))

    @property
    def demo_uri(self) -> str:
        """The address of the demo robot of this run; empty if there is none."""
        return self._demo.uri

    async def start_demo(self) -> str:
        """Start a demo robot, if there is none, and give its address; it ends with its connection, or with the session.

        Await it on any loop. Raises SessionError if the demo robot can't be started.
        """
        try:
            return await self._link.run(asyncio.to_thread(self._demo.start))
        except DemoProcessError as error:
            raise SessionError(sentence_of(error), SessionWording.SEE_LOG(path=demo_error_log())) from error

    async def close(self) -> None:
        """End all connections and the demo robot; await it on any loop."""
        await self._open_connections.close()
        await self._link.run(asyncio.to_thread(self._demo.close))

    # addresses

    def secret_address(self, connection_id: str) -> tuple[str, AddressTokens | None]:
        """The address of a connection, with its secrets, and its tokens. Raises SessionError."""
        self._open_connections.find(connection_id)
        address = self._addresses[connection_id]
        return address, address_tokens(address)

    def name_topics(self, connection_id: str, names: Collection[str]) -> None:
        """Set the topics of a robot that can't list its own: see `ConnectionInfo.named`.

        Raises SessionError if these can't be names of topics, or if there is no such connection.
        """
        connection = self._open_connections.find(connection_id)
        with translated_errors():
            checked = connection.check_named(names)
        # at once: the topics that are named next are added to these
        connection.named = checked
        self._link.call(connection.set_named, checked)

    def _open(self, uri: str) -> Connection:
        uri = complete_address(uri)
        check_port(uri)
        scheme = find_scheme(uri)
        if scheme is None:
            known = in_a_row(f"{name}://" for name in SCHEMES)
            raise SessionError(
                SessionWording.UNKNOWN_SCHEME(uri=redact_options(uri)), SessionWording.KNOWN_SCHEMES(known=known)
            )
        opened = self._open_connections
        try:
            with translated_errors():
                return scheme.open(
                    uri.strip(), opened.store, opened.alerts, self._settings, self._environ, opened.note_change
                )
        except SessionError as error:  # protocols without tokens repeat the address as it was typed
            raise SessionError(_redacted(error.reason), error.tip) from None


def _as_then(info: ConnectionInfo, then: LinkState | None) -> ConnectionInfo:
    """Return what is known of a connection with its state of then."""
    if then is None:
        return replace(info, status=_not_there(), condition=None, quality=None, retry=Retry())
    return replace(info, status=then.status, condition=then.condition, quality=then.quality, retry=Retry())


def _not_there() -> ConnectionStatus:
    return ConnectionStatus(
        ConnectionState.CLOSED, SessionWording.NOT_THERE_THEN(), SessionWording.NOT_THERE_THEN_TIP()
    )


def _redacted(text: str) -> str:
    """Return a text without what is secret in addresses; a sentence stays one where only its values have some."""
    plain = redact_options(text)
    if not isinstance(text, Sentence):
        return plain
    values = {name: _redacted(value) if isinstance(value, str) else value for name, value in text.values.items()}
    redacted = text.code(**values)
    return redacted if redacted == plain else plain

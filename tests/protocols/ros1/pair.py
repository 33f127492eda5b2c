"""Two cores joined by a link that is nothing but memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from protocols.errors import RemoteProtocolError
from tests.protocols import feeding


class Core(feeding.Core[Any], Protocol):
    """What a link joins."""

    def receive_eof(self, now: float) -> None: ...

    def data_to_send(self, now: float) -> list[bytes]: ...


_Near = TypeVar("_Near", bound=Core)
_Far = TypeVar("_Far", bound=Core)


class Pair(Generic[_Near, _Far]):
    """A link between `near`, which dialled, and `far`.

    Attributes:
        errors: what the cores raised.
    """

    def __init__(self, near: _Near, far: _Far, sizes: Iterable[int] = (65536,)) -> None:
        self.near = near
        self.far = far
        self.now = 0.0
        self.errors: list[RemoteProtocolError] = []
        self._sizes = list(sizes)

    def transfer(self) -> None:
        """Carry bytes in both directions until none is left; what is written is read in pieces of the sizes."""
        while self._carry(self.near, self.far) | self._carry(self.far, self.near):
            pass

    def drop(self) -> None:
        """Cut the link: both ends learn of it."""
        for core in (self.near, self.far):
            try:
                core.receive_eof(self.now)
            except RemoteProtocolError as error:
                self.errors.append(error)

    def _carry(self, source: Core, target: Core) -> bool:
        data = b"".join(source.data_to_send(self.now))
        if hasattr(source, "transport_holds"):
            source.transport_holds(0)
        try:
            feeding.feed_in_place(target, data, self.now, self._sizes)
        except RemoteProtocolError as error:
            self.errors.append(error)
            return False
        return bool(data)

"""The services that a node of ours provides, as callers are told of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from protocols.errors import RosLocalError
from protocols.ros1.names import ANY


@dataclass(frozen=True, slots=True)
class RosService:
    """One service of ours: its full name, its type, the type's MD5, and the types of its two messages."""

    name: str
    type_name: str
    md5: str
    request_type: str
    response_type: str

    @property
    def header(self) -> dict[str, str]:
        """The fields of the header that a caller gets."""
        return {
            "type": self.type_name,
            "md5sum": self.md5,
            "request_type": self.request_type,
            "response_type": self.response_type,
        }

    def refusal_reason(self, md5: str) -> str:
        """Say why a caller that wants this type can't be served; return an empty text if it can."""
        if ANY in {md5, self.md5} or md5 == self.md5:
            return ""
        return f"md5sums do not match: [{md5}] vs. [{self.md5}]"


class RosServices:
    """The services of one node, by name."""

    def __init__(self) -> None:
        self._by_name: dict[str, RosService] = {}

    def __iter__(self) -> Iterator[RosService]:
        return iter(tuple(self._by_name.values()))

    def get(self, name: str) -> RosService | None:
        """Return the service of that name, None if there is none."""
        return self._by_name.get(name)

    def add(self, service: RosService) -> None:
        """Add a service. Raises RosLocalError if there is one of that name already."""
        if service.name in self._by_name:
            raise RosLocalError(f"{service.name} is served already")
        self._by_name[service.name] = service

    def remove(self, name: str) -> None:
        """Remove a service; its links are left to their owner."""
        self._by_name.pop(name, None)

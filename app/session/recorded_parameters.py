"""The parameters of all robots as a recording has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from app.session.connections import OpenConnections

# of one value: the description of a robot is megabytes of text, and a topic or a file has it as well
_MAX_CHARACTERS: Final = 1000


class RecordedParameters:
    """The parameters of all robots that are known, without what is too long. For one thread."""

    def __init__(self, connections: OpenConnections) -> None:
        self._connections = connections
        self._revisions: dict[str, int] = {}
        self._trees: dict[str, object] = {}

    def read(self) -> Mapping[str, object]:
        """Return the parameters by robot; the same object as long as nothing has changed."""
        known = {
            connection.id: connection.graph_access.parameters
            for connection in self._connections.all
            if connection.graph_access is not None and connection.graph_access.parameters.tree is not None
        }
        revisions = {each: parameters.revision for each, parameters in known.items()}
        if revisions != self._revisions:
            self._trees = {each: _shortened(parameters.tree) for each, parameters in known.items()}
            self._revisions = revisions
        return self._trees


def _shortened(value: Any) -> object:
    """Return a value in which long text is cut."""
    if isinstance(value, Mapping):
        return {key: _shortened(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_shortened(each) for each in value] if len(value) <= _MAX_CHARACTERS else f"{len(value)} values"
    return value[:_MAX_CHARACTERS] if isinstance(value, str | bytes) else value

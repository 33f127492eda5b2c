"""The parameters that a recording has."""

from __future__ import annotations

from typing import Any

from app.model.graph import Parameters
from app.session.connections import OpenConnections
from app.session.recorded_parameters import RecordedParameters
from tests.app.session.test_graphs import BARE, URI, FakeConnection
from tests.fakes.graph_access import FakeAccess
from tests.fakes.session import InlineLink


def test_they_are_those_of_each_robot_that_has_any_without_what_is_long() -> None:
    connections, access = OpenConnections(InlineLink()), FakeAccess()
    for connection_id, its in ((URI, access), (BARE, None)):
        known: Any = FakeConnection(connection_id, its)
        connections._connections[connection_id] = known
    parameters = RecordedParameters(connections)
    access.parameters = Parameters(1, {"a": {"b": 1}, "robot_description": "<robot>" * 1000, "c": [1, 2]})
    read = parameters.read()
    told: Any = read[URI]
    assert list(read) == [URI]
    assert told["a"] == {"b": 1}
    assert told["c"] == [1, 2]
    assert len(told["robot_description"]) == 1000
    assert parameters.read() is read
    access.parameters = Parameters(2, {"a": 2})
    assert parameters.read() == {URI: {"a": 2}}

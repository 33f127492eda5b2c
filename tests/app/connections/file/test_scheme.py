"""The record of addresses of recordings."""

from __future__ import annotations

from app.connections.file.scheme import FILE
from app.connections.schemes import find_scheme
from app.session.typed_addresses import KINDS, complete_address, kind_of


def test_a_recording_is_neither_dialled_nor_offered_as_a_kind_of_robot() -> None:
    assert (FILE.usual_port, FILE.probe, FILE.discovery, FILE.is_file) == (0, None, None, True)
    assert FILE.name not in {kind.scheme for kind in KINDS}
    assert kind_of("file:/a.mcap") == FILE.label


def test_the_path_of_a_recording_is_an_address() -> None:
    assert find_scheme(complete_address("runs/a.mcap")) is FILE
    assert complete_address("/a b/c.bag ") == "file:/a b/c.bag"
    assert complete_address("http://robot/a.mcap") != "file:http://robot/a.mcap"

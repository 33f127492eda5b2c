from __future__ import annotations

from protocols.errors import GalileoError, GalileoLocalError, LocalProtocolError, RemoteProtocolError


def test_the_robot_s_faults_and_ours_are_told_apart() -> None:
    assert issubclass(GalileoError, RemoteProtocolError)
    assert issubclass(GalileoLocalError, LocalProtocolError)


def test_every_fault_of_a_robot_has_a_tip() -> None:
    assert GalileoError("a frame is too short").tip

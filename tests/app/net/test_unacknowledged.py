from __future__ import annotations

import contextlib
import socket
import sys
import time
from collections.abc import Iterator

import pytest

from app.net.tcp_server import unacknowledged_bytes
from tests.fakes.waiting import TIMEOUT_S

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems count differently, or not at all")


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        near = socket.create_connection(server.getsockname())
        far, _ = server.accept()
        with near, far:
            yield near, far


def test_what_the_far_system_has_taken_is_not_counted(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    near.sendall(b"x" * 1000)
    assert unacknowledged_bytes(near) is not None
    far.recv(1000, socket.MSG_WAITALL)

    # the confirmation comes by itself, a moment after what it confirms at the latest
    deadline = time.monotonic() + TIMEOUT_S
    while unacknowledged_bytes(near) and time.monotonic() < deadline:
        time.sleep(0.001)
    assert unacknowledged_bytes(near) == 0


def test_what_the_far_system_has_no_room_for_is_counted(pair: tuple[socket.socket, socket.socket]) -> None:
    near, _ = pair
    near.setblocking(False)
    sent = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            sent += near.send(bytes(65536))

    count = unacknowledged_bytes(near)
    assert count is not None
    assert 0 < count <= sent


def test_of_a_closed_socket_nothing_is_known(pair: tuple[socket.socket, socket.socket]) -> None:
    pair[0].close()

    assert unacknowledged_bytes(pair[0]) is None

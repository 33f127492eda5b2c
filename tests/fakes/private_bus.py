"""A D-Bus of a test's own, and services on it that a test plays."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

DAEMON = shutil.which("dbus-daemon")
needs_bus = pytest.mark.skipif(DAEMON is None, reason="there is no dbus-daemon here")

# what a method returns: its signature and values; or nothing, for an error
Answer = tuple[str, tuple[Any, ...]] | None


@contextlib.contextmanager
def private_bus() -> Iterator[str]:
    """Its address."""
    assert DAEMON is not None
    process = subprocess.Popen(
        [DAEMON, "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().decode().strip()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


class Service:
    """A program on the bus that answers what it is called for; ended by `close`.

    Attributes:
        calls: methods that were called, with their arguments.
    """

    def __init__(self, address: str, name: str, answer: Callable[[str, tuple[Any, ...]], Answer]) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self._answer = answer
        self._connection: DBusConnection = open_dbus_connection(address, enable_fds=True)
        self._connection.send_and_get_reply(message_bus.RequestName(name))
        self._sending = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name)
        self._thread.start()

    def emit(self, path: str, interface: str, member: str, signature: str, *values: Any) -> None:
        """A signal to whoever listens."""
        with self._sending:
            self._connection.send(new_signal(DBusAddress(path, interface=interface), member, signature, values))

    def close(self) -> None:
        """Answer no more."""
        self._closing.set()
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            with contextlib.suppress(TimeoutError):
                self._serve(self._connection.receive(timeout=0.05))

    def _serve(self, message: Message) -> None:
        if message.header.message_type is not MessageType.method_call:
            return
        member = message.header.fields[HeaderFields.member]
        self.calls.append((member, message.body))
        answer = self._answer(member, message.body)
        with self._sending:
            if answer is None:
                self._connection.send(new_error(message, "org.freedesktop.DBus.Error.Failed", "s", ("not today",)))
            else:
                self._connection.send(new_method_return(message, *answer))

"""A watchdog as the window has it: at the other end of a real socket."""

from __future__ import annotations

import contextlib
import json
import socket
from typing import Any

from app.drive.messages.lines import encode_line
from app.drive.messages.watchdog_messages import WatchdogState, parse_window_address, watchdog_state_line


class Dog:
    """One that stands by, as far as the window sees."""

    def __init__(self, text: str, **changes: Any) -> None:
        place = parse_window_address(text)
        self.socket = socket.create_connection(("127.0.0.1", place.port), 5)
        self.socket.sendall(encode_line({"token": place.token, "launch": place.launch} | changes))
        self.said: list[dict[str, Any]] = []

    def tell(self, **state: Any) -> None:
        self.socket.sendall(watchdog_state_line(WatchdogState(**state)))

    def hear(self) -> list[dict[str, Any]]:
        """All that came by now."""
        self.socket.settimeout(0.2)
        data = b""
        try:
            while more := self.socket.recv(4096):
                data += more
        except TimeoutError:
            pass
        self.said += [json.loads(line) for line in data.splitlines()]
        return self.said

    def is_alone(self) -> bool:
        """Whether the window hangs up, which is waited for, and says nothing before that but that it leaves."""
        self.socket.settimeout(10)
        data = b""
        # whoever had not yet been listened to is hung up on by a reset
        with contextlib.suppress(ConnectionResetError):
            while more := self.socket.recv(4096):
                data += more
        return all(json.loads(line) == {"leave": True} for line in data.splitlines())

    def close(self) -> None:
        self.socket.close()

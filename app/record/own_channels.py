"""Our own side of a recording: alerts, connections, driving, log and the like, as channels of JSON."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import msgspec
from typing_extensions import override

# of our own channels, the first ones of every recording
OWN_CHANNELS: Final = (
    "about",
    "alerts",
    "clock",
    "connections",
    "drive",
    "dropped",
    "log",
    "marks",
    "pad",
    "parameters",
    "sent",
    "unrecorded",
    "window",
)
# what waits to be written; more is dropped, the oldest first
_MAX_NOTES: Final = 10_000
# of one message; of a longer one the beginning is kept
_MAX_CHARACTERS: Final = 1 << 20
_HIDDEN: Final = "***"

_LOGGER = logging.getLogger(__name__)


class Note(NamedTuple):
    """A message of one of our own channels: its channel's number, the time, and JSON."""

    channel: int
    time_ns: int
    payload: bytes


class OwnChannels:
    """The side of Teledeck itself in a recording. Any thread notes; the thread that writes takes.

    Args:
        watched: by the name of a channel, a function that gives a value of now, of any thread. It is noted whenever it
            is another one.
        secrets: gives what must not be written: it is replaced.

    Attributes:
        dropped: the number of messages that were not kept.
    """

    def __init__(
        self, watched: Mapping[str, Callable[[], object]], secrets: Callable[[], tuple[str, ...]] = tuple
    ) -> None:
        self.dropped = 0
        self._watched = watched
        self._secrets = secrets
        # the channels of which a fault was logged
        self._faulty: set[str] = set()
        self._last: dict[str, object] = {}
        self._notes: deque[tuple[str, int, object]] = deque(maxlen=_MAX_NOTES)

    def note(self, name: str, value: object, now_ns: int) -> None:
        """Add a message to a channel; `value` must not change any more. One to a channel that is none is dropped."""
        if name not in OWN_CHANNELS:
            self.dropped += 1
            self._tell(name, "there is no channel %s")
            return
        if len(self._notes) >= _MAX_NOTES:
            self.dropped += 1
        self._notes.append((name, now_ns, value))

    def watch(self, name: str, read: Callable[[], object]) -> None:
        """Watch something more, or another thing instead; any thread."""
        self._watched = {**self._watched, name: read}

    def take(self, now_ns: int, *, everything: bool = False) -> list[Note]:
        """Return what was noted since the last time, and what has changed; with `everything`, all that is watched."""
        # what can't be hidden stays for the next time
        hidden = self._secrets()
        taken = [self._notes.popleft() for _ in range(len(self._notes))]
        for name, read in self._watched.items():
            if name not in OWN_CHANNELS:
                self._tell(name, "there is no channel %s")
                continue
            try:
                value = read()
                is_new = everything or value != self._last.get(name)
            except Exception as error:  # noqa: BLE001 - no other is lost for it
                self._tell(name, "%s can't be watched", error)
                continue
            if is_new:
                self._last[name] = value
                taken.append((name, now_ns, value))
        secrets = [json.dumps(secret, ensure_ascii=False)[1:-1] for secret in hidden] if taken else []
        return [
            Note(OWN_CHANNELS.index(name) + 1, then_ns, self._encode(value, secrets)) for name, then_ns, value in taken
        ]

    def _tell(self, name: str, fault: str, error: Exception | None = None) -> None:
        """Log why something can't be kept, once for each channel."""
        if name not in self._faulty:
            self._faulty.add(name)
            _LOGGER.error(fault, name, exc_info=error)

    @staticmethod
    def _encode(value: object, secrets: list[str]) -> bytes:
        told = value if isinstance(value, dict) else {"value": value}
        try:
            # whatever JSON has no form for is written as text
            text = msgspec.json.encode(told, enc_hook=str).decode()
        except (ValueError, TypeError, OverflowError, RecursionError, msgspec.MsgspecError):
            # as a name with bytes that are no text
            text = json.dumps({"value": repr(value)})
        for secret in secrets:
            text = text.replace(secret, _HIDDEN)
        if len(text) > _MAX_CHARACTERS:
            text = json.dumps({"cut": text[: _MAX_CHARACTERS // 2]})
        return text.encode("utf-8", "replace")


class LogNotes(logging.Handler):
    """A handler that notes what the program logs, from what an operator should know of on."""

    def __init__(self, own: OwnChannels) -> None:
        super().__init__(logging.INFO)
        self._own = own

    @override
    def emit(self, record: logging.LogRecord) -> None:
        try:
            told = {"level": record.levelname, "logger": record.name, "text": record.getMessage()}
        except Exception:  # noqa: BLE001 - whoever logs goes on, whatever it has logged
            self.handleError(record)
            return
        self._own.note("log", told, int(record.created * 1e9))

"""Sleep of this computer as an input source: the robot stands before the sleep, as far as the system waits for that.

The system is asked to wait while something is armed or may move. When it announces sleep, driving stops and is
disarmed; as soon as the zeros have arrived, or after four seconds, the system may go on. Nothing is armed meanwhile.

On Linux systemd's logind is asked over D-Bus, in a thread of its own. A delay lock of logind is a descriptor: as long
as it is open, the system waits, 5 s at the most. Being given a lock takes a few milliseconds, in which the system may
go to sleep all the same.
"""

from __future__ import annotations

import contextlib
import logging
import selectors
import socket
import sys
import threading
from abc import ABC, abstractmethod
from collections import deque
from typing import Any, Final

from typing_extensions import override

from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.values import Outcome, Reason, Stage
from app.wording.drive import DriveWording

# logind waits for 5 s, unless it is configured otherwise
MAX_WAIT_S: Final = 4.0
_DRIVEN: Final = frozenset({Stage.ARMING, Stage.ARMED})


_LOGGER = logging.getLogger(__name__)
TIMEOUT_S: Final = 5.0
_NAME: Final = "org.freedesktop.login1"
_PATH: Final = "/org/freedesktop/login1"
_INTERFACE: Final = "org.freedesktop.login1.Manager"
_LOCK: Final = ("sleep", "Teledeck", DriveWording.STANDS_BEFORE_SLEEP(), "delay")


class SleepMonitor(ABC):
    """The system's announcements of sleep; nothing here ever waits.

    Attributes:
        is_near: the system has announced sleep, and did not wake up since.
    """

    is_near: bool

    @abstractmethod
    def delay_sleep(self) -> None:
        """Ask the system to wait for us, from now on."""

    @abstractmethod
    def allow_sleep(self) -> None:
        """Tell the system that it need not wait for us any longer."""

    @abstractmethod
    def close(self) -> None:
        """Stop listening. Can be called twice."""


def open_sleep_monitor() -> SleepMonitor | None:
    """Open the sleep watch of this system; None where the system can't be asked."""
    return LogindSleepMonitor() if sys.platform == "linux" else None


class SleepSource(InputSource):
    """The input source that stops driving before this computer sleeps."""

    name = "sleep"

    def __init__(self, watch: SleepMonitor) -> None:
        self._watch = watch
        self._since: float | None = None
        self._held = False

    @override
    def poll(self, now: float) -> SourceInputs:
        if not self._watch.is_near:
            self._since = None
            return SourceInputs()
        if self._since is None:
            self._since = now
        return SourceInputs(reasons=(Reason.SLEEP,))

    @override
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        # the system waits as long as that is needed
        stands = outcome.command.is_zero and outcome.quiet and not (outcome.owed or outcome.slowing)
        moves = outcome.stage in _DRIVEN or not stands
        waited = self._since is not None and not 0.0 <= now - self._since < MAX_WAIT_S
        wanted = moves and not waited
        if wanted != self._held:
            self._held = wanted
            if wanted:
                self._watch.delay_sleep()
            else:
                self._watch.allow_sleep()

    @override
    def close(self) -> None:
        self._watch.close()


class LogindSleepMonitor(SleepMonitor):
    """The sleep watch of systemd's logind. Where there is no logind, sleep is never near, and the log says so."""

    def __init__(self) -> None:
        self.is_near = False
        self._wanted = self._closed = False
        self._lock: Any = None
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="logind", daemon=True)
        self._thread.start()

    @override
    def delay_sleep(self) -> None:
        self._wanted = True
        self._wake()

    @override
    def allow_sleep(self) -> None:
        self._wanted = False
        self._wake()

    @override
    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._wake()
            self._thread.join(TIMEOUT_S)
            self._ours.close()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            self._ours.send(b"!")

    # in the thread

    def _run(self) -> None:
        try:
            self._listen()
        except Exception as error:  # noqa: BLE001 - whatever a bus or its library comes up with
            _LOGGER.info("this system does not say when it goes to sleep: %s", error)
        finally:
            # a bus that went away announces nothing any more
            self.is_near = False
            self._give_back()
            self._theirs.close()

    def _listen(self) -> None:
        from jeepney import DBusAddress, MatchRule, message_bus  # noqa: PLC0415 - on one system, and not needed before
        from jeepney.io.blocking import Proxy, open_dbus_connection  # noqa: PLC0415

        rule = MatchRule(type="signal", interface=_INTERFACE, member="PrepareForSleep", path=_PATH)
        manager = DBusAddress(_PATH, bus_name=_NAME, interface=_INTERFACE)
        with open_dbus_connection(bus="SYSTEM", enable_fds=True, auth_timeout=TIMEOUT_S) as bus:
            Proxy(message_bus, bus, timeout=TIMEOUT_S).AddMatch(rule)
            heard: deque[Any] = deque()
            with bus.filter(rule, queue=heard), selectors.DefaultSelector() as selector:
                selector.register(self._theirs, selectors.EVENT_READ)
                selector.register(bus.sock, selectors.EVENT_READ)
                while not self._closed:
                    self._keep(bus, manager)
                    while heard:
                        self.is_near = bool(heard.popleft().body[0])
                    for key, _ in selector.select():
                        if key.fileobj is self._theirs:
                            self._theirs.recv(64)
                    with contextlib.suppress(TimeoutError):
                        while True:
                            bus.recv_messages(timeout=0)

    def _keep(self, bus: Any, manager: Any) -> None:
        """Take or give back the lock, as is wanted."""
        from jeepney import new_method_call  # noqa: PLC0415 - on one system
        from jeepney.wrappers import DBusErrorResponse, unwrap_msg  # noqa: PLC0415

        if not self._wanted:
            self._give_back()
        elif self._lock is None:
            message = new_method_call(manager, "Inhibit", "ssss", _LOCK)
            try:
                (self._lock,) = unwrap_msg(bus.send_and_get_reply(message, timeout=TIMEOUT_S))
            except DBusErrorResponse as error:
                # refused for example while the system goes to sleep; asked again when something changes
                _LOGGER.info("this system does not wait before it goes to sleep: %s", error)

    def _give_back(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.close()

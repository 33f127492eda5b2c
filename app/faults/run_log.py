"""The log that a process keeps of itself while it runs, so that an abnormal end can be understood.

Each process has a file of its own (see `run_file`), whose first line describes the process. Uncaught errors are added
as they come: `ErrorHooks` takes the place of what Python calls for each kind of them. A native crash adds the stacks of
all threads, and so does a window that stands still. A process that ends in order, and logged no error, leaves no file.

What was printed on standard error without the hooks still is: the program may have been started in a terminal.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

from app.faults.run_file import (
    MAX_FILE_BYTES,
    RUN_VARIABLE,
    RunHead,
    create_private_file,
    end_line,
    head_line,
    lock,
    runs_folder,
)
from app.version import identity

# the precision of the time of an end that could not be logged
ALIVE_EVERY_S: Final = 10.0
# a window that stands still for this long is about to be killed, and its stacks would say why
FROZEN_S: Final = 20.0
# the same error within this time is only counted
REPEAT_S: Final = 60.0
MAX_ENTRY_CHARACTERS: Final = 16_000
# leaves room for errors, however many warnings come
MAX_WARNINGS_BYTES: Final = MAX_FILE_BYTES // 4
MAX_SUMMARY_CHARACTERS: Final = 300
# kinds of errors that are distinguished
MAX_KINDS: Final = 200
# not read yet
MAX_NEW_ERRORS: Final = 20
# another process may be testing the lock of a new file just then
LOCK_TRIES: Final = 3
LOCK_WAIT_S: Final = 0.005


# exceptions of a normal end
_NORMAL_ENDS: Final = (KeyboardInterrupt, SystemExit, GeneratorExit)


@dataclass(frozen=True, slots=True)
class UncaughtError:
    """An uncaught error that the process has survived.

    Attributes:
        kind: the same for the same type of error at the same place.
        summary: a line.
        repeats: how often the error came since it was last written.
    """

    kind: str
    summary: str
    repeats: int = 0


class RunLog:
    """The file in which a process logs its errors. Any thread may call it; it never raises or waits for others.

    If the file can't be written, the process goes on without: a full disk keeps nobody from working.

    Attributes:
        failure: why there is no file; empty if there is one.
    """

    def __init__(
        self,
        role: str,
        *,
        inherits: bool = False,
        wall_s: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the file; `inherits`: whether the process belongs to the run of the process that has started it."""
        self.failure = ""
        self._clock = clock
        self._wall_s = wall_s
        started = wall_s()
        own = f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(started))}-{os.getpid()}"
        run = os.environ.get(RUN_VARIABLE, "") if inherits else ""
        leads = not run or any(character in run for character in "/\\:. ")
        self.head = RunHead(
            role,
            own if leads else run[:80],
            leads,
            os.getpid(),
            _iso(started),
            identity(),
            sys.version.partition(" ")[0],
            sys.platform,
        )
        self._path = runs_folder() / self.head.file_name
        self._descriptor = -1
        self._nbytes = 0
        self._nbytes_of_warnings = 0
        self._troubled = False
        self._kinds: dict[str, tuple[float, int]] = {}
        self._news: deque[UncaughtError] = deque(maxlen=MAX_NEW_ERRORS)
        self._secrets: Callable[[], Iterable[str]] = tuple
        # reentrant: an error while another is written comes from the same thread
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._begin()

    def set_secret_source(self, secrets: Callable[[], Iterable[str]]) -> None:
        """Redact the values that `secrets` gives in everything that is written from now on."""
        self._secrets = secrets

    def write_line(self, text: str) -> None:
        """Write a line; the file is not kept for it."""
        self._write(text)

    def write_warning(self, text: str) -> None:
        """Write a line, as long as it leaves room for errors."""
        with self._lock:
            if self._nbytes_of_warnings < MAX_WARNINGS_BYTES:
                before = self._nbytes
                self._write(text)
                self._nbytes_of_warnings += self._nbytes - before
                if self._nbytes_of_warnings >= MAX_WARNINGS_BYTES:
                    self._write("[more warnings are not kept]")

    def write_error(self, kind: str, summary: str, text: str) -> None:
        """Write an error with its text; the same kind again within a minute is only counted."""
        with self._lock:
            now = self._clock()
            last, repeats = self._kinds.get(kind, (None, 0))
            if (last is not None and 0.0 <= now - last < REPEAT_S) or (last is None and len(self._kinds) >= MAX_KINDS):
                if last is not None:
                    self._kinds[kind] = (last, repeats + 1)
                return
            self._kinds[kind] = (now, 0)
            self._troubled = True
            said = f"{text}\n({repeats} more like this since it was last written)" if repeats else text
            self._write(said)
            self._news.append(UncaughtError(kind, self._blotted(summary)[:MAX_SUMMARY_CHARACTERS], repeats))

    def take_new_errors(self) -> list[UncaughtError]:
        """Take the errors since the last call."""
        with self._lock:
            news = list(self._news)
            self._news.clear()
            return news

    def restart_freeze_timer(self) -> None:
        """Restart the timer that writes the stacks of all threads; for a thread that must not stand still."""
        if self._descriptor >= 0 and os.fstat(self._descriptor).st_size < MAX_FILE_BYTES:
            # faulthandler's thread needs no GIL, and so shows also a thread that does not release it
            with contextlib.suppress(OSError, RuntimeError, ValueError):
                faulthandler.dump_traceback_later(FROZEN_S, file=self._descriptor)

    def stop_freeze_timer(self) -> None:
        """Stop the timer that writes the stacks: from now on the thread may stand still."""
        if self._descriptor >= 0:
            faulthandler.cancel_dump_traceback_later()

    def end(self) -> None:
        """End the log of a process that ends in order. Can be called twice."""
        with self._lock:
            descriptor, self._descriptor = self._descriptor, -1
            if descriptor < 0:
                return
            self._ended.set()
            faulthandler.cancel_dump_traceback_later()
            faulthandler.disable()
            with contextlib.suppress(OSError):
                # the stacks of a window that stood still make the file longer than what was written here
                if self._troubled or os.fstat(descriptor).st_size > self._nbytes:
                    os.write(descriptor, end_line())
                else:
                    self._path.unlink()
            with contextlib.suppress(OSError):
                os.close(descriptor)

    # inside

    def _begin(self) -> None:
        if self.head.leads:
            os.environ[RUN_VARIABLE] = self.head.run
        try:
            self._descriptor = create_private_file(self._path)
        except OSError as error:
            self.failure = f"{error.strerror or error} ({self._path.parent})"
            return
        try:
            # without locks this file could not be distinguished from one of a dead process
            _lock_soon(self._descriptor)
            self._nbytes = os.write(self._descriptor, head_line(self.head))
        except OSError as error:
            self.failure = f"{error.strerror or error} ({self._path.parent})"
            self._give_up()
            return
        faulthandler.enable(file=self._descriptor)
        threading.Thread(target=self._live, name="run log", daemon=True).start()

    def _give_up(self) -> None:
        descriptor, self._descriptor = self._descriptor, -1
        with contextlib.suppress(OSError):
            os.close(descriptor)
        with contextlib.suppress(OSError):
            self._path.unlink()

    def _live(self) -> None:
        """Update the time of the file again and again; in a thread, since a disk may not answer."""
        while not self._ended.wait(ALIVE_EVERY_S):
            with contextlib.suppress(OSError):
                os.utime(self._path)

    def _write(self, text: str) -> None:
        with self._lock:
            if self._descriptor < 0 or self._nbytes >= MAX_FILE_BYTES:
                return
            text = self._blotted(text)
            if len(text) > MAX_ENTRY_CHARACTERS:
                half = MAX_ENTRY_CHARACTERS // 2
                text = f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"
            data = f"{_iso(self._wall_s())} {text.rstrip()}\n".encode(errors="backslashreplace")
            if self._nbytes + len(data) >= MAX_FILE_BYTES:
                data = data[: MAX_FILE_BYTES - self._nbytes] + b"\n[this file is full]\n"
            with contextlib.suppress(OSError):
                self._nbytes += os.write(self._descriptor, data)

    def _blotted(self, text: str) -> str:
        # imported only when something is written
        from app.faults.redaction import redact_secrets  # noqa: PLC0415

        try:
            known = list(self._secrets())
        except Exception:  # noqa: BLE001 - whatever it is, the error that is to be written matters more
            known = []
        return redact_secrets(text, known)


def _lock_soon(descriptor: int) -> None:
    """Lock a file, with some attempts. Raises OSError."""
    for _ in range(LOCK_TRIES):
        if lock(descriptor):
            return
        time.sleep(LOCK_WAIT_S)
    raise OSError("it can't be locked")


def _iso(wall_s: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(wall_s)) + "Z"


class ErrorHooks:
    """Writes all uncaught errors of this process to `log`, from `install` to `uninstall`.

    Args:
        takes_logging: whether logged errors are written, too: errors of asyncio tasks come that way. Not for a process
            that must never wait for a disk.
    """

    def __init__(self, log: RunLog, *, takes_logging: bool = False) -> None:
        self._log = log
        self._handler = _LoggedErrors(log) if takes_logging else None
        self._before: tuple[Any, Any, Any] = (sys.excepthook, threading.excepthook, sys.unraisablehook)

    def install(self) -> None:
        """Install the hooks."""
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._take
        threading.excepthook = self._take_of_thread
        sys.unraisablehook = self._take_unraisable
        if self._handler is not None:
            root = logging.getLogger()
            if not root.handlers and logging.lastResort is not None:
                # it prints warnings as long as there is no other handler
                root.addHandler(logging.lastResort)
            root.addHandler(self._handler)

    def uninstall(self) -> None:
        """Restore what was there before."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
        if self._handler is not None:
            root = logging.getLogger()
            root.removeHandler(self._handler)
            if logging.lastResort is not None:
                root.removeHandler(logging.lastResort)

    def _take(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._before[0](kind, error, trace)
        _log_error(self._log, error, f"in the thread {threading.current_thread().name}")

    def _take_of_thread(self, arguments: threading.ExceptHookArgs) -> None:
        self._before[1](arguments)
        if arguments.exc_value is not None:
            name = arguments.thread.name if arguments.thread is not None else "?"
            _log_error(self._log, arguments.exc_value, f"in the thread {name}")

    def _take_unraisable(self, arguments: Any) -> None:
        self._before[2](arguments)
        if arguments.exc_value is not None:
            _log_error(self._log, arguments.exc_value, f"{arguments.err_msg or 'where it could not be raised'}")


@contextlib.contextmanager
def logged_run(
    role: str,
    *,
    inherits: bool = False,
    takes_logging: bool = False,
    meant: tuple[type[BaseException], ...] = (),
) -> Iterator[RunLog]:
    """Keep a run log of this process within the context.

    After an error the log is not ended: it shows that the process did not end in order, and the error itself is added
    at the very end, by the hook.

    Args:
        role: of the process: window, drive or watchdog.
        inherits: whether it belongs to the run of the process that has started it.
        takes_logging: see `ErrorHooks`.
        meant: errors by which the process ends in order.
    """
    log = RunLog(role, inherits=inherits)
    hooks = ErrorHooks(log, takes_logging=takes_logging)
    hooks.install()
    try:
        yield log
    except BaseException as error:
        if isinstance(error, (*_NORMAL_ENDS, *meant)):
            hooks.uninstall()
            log.end()
        raise
    hooks.uninstall()
    log.end()


class _LoggedErrors(logging.Handler):
    """A log handler that writes warnings as lines, and errors with their tracebacks."""

    def __init__(self, log: RunLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record to the run log."""
        try:
            error = record.exc_info[1] if record.exc_info else None
            if error is not None and record.levelno >= logging.ERROR:
                _log_error(self._log, error, f"{record.name}: {record.getMessage()}")
            else:
                self._log.write_warning(f"{record.levelname} {record.name}: {record.getMessage()}")
        except Exception:  # noqa: BLE001 - as every handler
            self.handleError(record)


def _log_error(log: RunLog, error: BaseException, where: str) -> None:
    if isinstance(error, _NORMAL_ENDS):
        return
    import traceback  # noqa: PLC0415 - as long as nothing breaks nobody needs it

    try:
        kind = type(error).__name__
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        summary = traceback.format_exception_only(error)[0].partition("\n")[0]
        text = "".join(traceback.format_exception(error))
        log.write_error(f"{kind} {place}", summary, f"ERROR {where}\n{text}")
    except Exception as another:  # noqa: BLE001 - formatting the error may fail itself
        log.write_error(
            type(error).__name__, type(error).__name__, f"ERROR {where}\n{type(error).__name__} ({another!r})"
        )

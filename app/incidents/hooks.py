"""Hooks that write uncaught errors to a `RunLog`, in place of what Python calls for each kind of them.

What was printed on standard error without the hooks still is: the program may have been started in a terminal.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final

from app.incidents.run_log import RunLog

# exceptions of a normal end
_NORMAL_ENDS: Final = (KeyboardInterrupt, SystemExit, GeneratorExit)


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

"""Messages of Qt: warnings are logged, and the reason of an abort is recorded before it."""

from __future__ import annotations

import logging
import sys
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler

from app.faults.run_log import RunLog

_LEVELS: Final = {QtMsgType.QtWarningMsg: logging.WARNING, QtMsgType.QtCriticalMsg: logging.ERROR}


def log_qt_messages(log: RunLog) -> None:
    """Log messages of Qt from now on; a fatal one goes to `log` itself."""

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        level = _LEVELS.get(kind)
        if level is not None:
            # a terminal shows them like all that is logged
            logging.getLogger("qt").log(level, "%s", qFormatLogMessage(kind, context, text))
            return
        if kind is QtMsgType.QtFatalMsg:
            log.write_line(f"CRITICAL qt: {text}")
        if sys.stderr is not None:
            print(qFormatLogMessage(kind, context, text), file=sys.stderr, flush=True)  # noqa: T201

    qInstallMessageHandler(handle)


def print_qt_messages() -> None:
    """Let Qt print its messages itself: at the end of the program there is no Python any more to log them."""
    qInstallMessageHandler(None)

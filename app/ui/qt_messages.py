"""Messages of Qt itself: warnings go the way of all that is logged, and the reason of an abort is kept before it."""

from __future__ import annotations

import logging
import sys
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler

from app.incidents.run_log import RunLog

_LEVELS: Final = {QtMsgType.QtWarningMsg: logging.WARNING, QtMsgType.QtCriticalMsg: logging.ERROR}


def lead_messages_to(log: RunLog) -> None:
    """From now on messages of Qt are logged; one by which Qt ends the program goes to `log` itself."""

    def take(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        level = _LEVELS.get(kind)
        if level is not None:
            # whoever started it in a terminal reads them there, as all that is logged
            logging.getLogger("qt").log(level, "%s", qFormatLogMessage(kind, context, text))
            return
        if kind is QtMsgType.QtFatalMsg:
            log.tell(f"CRITICAL qt: {text}")
        if sys.stderr is not None:
            print(qFormatLogMessage(kind, context, text), file=sys.stderr, flush=True)  # noqa: T201

    qInstallMessageHandler(take)


def print_messages() -> None:
    """Let Qt print them itself: at the end of the program there is no Python any more to take them."""
    qInstallMessageHandler(None)

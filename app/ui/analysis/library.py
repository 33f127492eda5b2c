"""pyqtgraph, loaded when it is first needed, and beside the interface thread: it takes a third of a second.

Whoever drives meanwhile must not notice: an interface that is silent for 200 ms stops the robot.
"""

from __future__ import annotations

import importlib
import logging
import sys
import threading

_LOGGER = logging.getLogger(__name__)

_NAME = "pyqtgraph"


class Library:
    """Loads it once; ask `ready` until it is.

    Attributes:
        fault: why it can't be loaded, in words; empty as long as nothing is wrong.
    """

    def __init__(self) -> None:
        self.fault = ""
        self._thread: threading.Thread | None = None

    def ready(self) -> bool:
        """Whether it is loaded; if not, loading it goes on."""
        if self._thread is None:
            if _NAME in sys.modules:
                return True
            self._thread = threading.Thread(target=self._load, name="pyqtgraph", daemon=True)
            self._thread.start()
        return not self._thread.is_alive() and not self.fault

    def _load(self) -> None:
        try:
            importlib.import_module(_NAME)
        except ImportError as error:
            _LOGGER.exception("pyqtgraph can't be loaded")
            self.fault = str(error)


LIBRARY = Library()

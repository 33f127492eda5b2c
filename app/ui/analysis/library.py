"""pyqtgraph, loaded when it is first needed.

It makes hundreds of classes of Qt's, which is safe in the interface thread alone, and holds that up for a quarter of a
second. An interface that is silent for 200 ms stops the robot, so nothing is loaded while somebody drives.
"""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Callable

_LOGGER = logging.getLogger(__name__)

_NAME = "pyqtgraph"


class Library:
    """Loads it once; ask `ready` until it is.

    Attributes:
        fault: why it can't be loaded, in words; empty as long as nothing is wrong.
        must_wait: whether nothing may be loaded now.
    """

    def __init__(self, must_wait: Callable[[], bool] = lambda: False) -> None:
        self.fault = ""
        self.must_wait = must_wait

    def ready(self) -> bool:
        """Whether it is loaded, which is done here unless it has to wait."""
        if not self.fault and _NAME not in sys.modules and not self.must_wait():
            try:
                importlib.import_module(_NAME)
            except ImportError as error:
                _LOGGER.exception("pyqtgraph can't be loaded")
                self.fault = str(error)
        return not self.fault and _NAME in sys.modules


LIBRARY = Library()

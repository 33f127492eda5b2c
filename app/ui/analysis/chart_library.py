"""The loader of pyqtgraph, which loads it when it is first needed.

pyqtgraph makes hundreds of classes of Qt's, which is safe in the interface thread alone, and blocks that for a quarter
of a second. An interface that is silent for 200 ms stops the robot, so nothing is loaded while somebody drives.
"""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Callable

_LOGGER = logging.getLogger(__name__)

_NAME = "pyqtgraph"


class ChartLibrary:
    """Loads pyqtgraph once; call `ensure_loaded` until it returns True.

    Attributes:
        fault: why it can't be loaded, in words; empty unless an attempt failed.
        must_wait: returns whether loading has to wait.
    """

    def __init__(self, must_wait: Callable[[], bool] = lambda: False) -> None:
        self.fault = ""
        self.must_wait = must_wait

    def ensure_loaded(self) -> bool:
        """Load pyqtgraph, unless that has to wait; return whether it is loaded."""
        if not self.fault and _NAME not in sys.modules and not self.must_wait():
            try:
                importlib.import_module(_NAME)
            except ImportError as error:
                _LOGGER.exception("pyqtgraph can't be loaded")
                self.fault = str(error)
        return not self.fault and _NAME in sys.modules


CHART_LIBRARY = ChartLibrary()

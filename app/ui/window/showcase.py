"""The window of the demo: a topic is selected without the operator and, on request, a screenshot is saved."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer

from app.model.schema import FieldPath
from app.model.topics import TopicKey
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

_LOGGER = logging.getLogger(__name__)

_OWNER: Final = "showcase"
_INTERVAL_MS: Final = 200


class WindowShowcase:
    """Selects a topic once and, on request, saves a screenshot of the window and closes it.

    Attributes:
        failed: whether the screenshot could not be written.

    Args:
        window: the window to select in and to draw.
        look_at: the name of a topic and the path of a field; they are selected once, as soon as they exist, unless the
            operator was quicker.
        picture: a file and the seconds after which the window is drawn to it and closed. Until then all topics are
            subscribed to, so that the screenshot shows all rates.
    """

    def __init__(
        self, window: MainWindow, selection: tuple[str, str] | None, screenshot: tuple[str, float] | None
    ) -> None:
        self.failed = False
        self._window = window
        self._topic, self._field = selection or ("", "")
        self._screenshot = screenshot
        self._topics: Topics | None = None
        self._expanded = False
        self._select_timer = QTimer(window)
        self._select_timer.setInterval(_INTERVAL_MS)
        self._select_timer.timeout.connect(self._select_when_ready)
        self._screenshot_timer = QTimer(window)
        self._screenshot_timer.setSingleShot(True)
        self._screenshot_timer.timeout.connect(self._save_screenshot)

    @property
    def takes_picture(self) -> bool:
        """Whether a screenshot is saved."""
        return self._screenshot is not None

    def start(self, topics: Topics) -> None:
        """Start, now that the window has its panels."""
        self._topics = topics
        self._select_timer.start()
        if self._screenshot is not None:
            self._screenshot_timer.start(round(self._screenshot[1] * 1000))

    def stop(self) -> None:
        """Stop: the window closes."""
        self._select_timer.stop()
        self._screenshot_timer.stop()
        self._topics = None

    def _select_when_ready(self) -> None:
        if self._topics is None:
            return
        topics = self._topics.live.topics
        if self._screenshot is not None:
            self._topics.set_subscriptions(
                _OWNER, [topic.key for topic in topics if topic.info.publishers and not topic.info.cost]
            )
        panel, inspector = self._window.topics, self._window.inspector
        if panel.selected is None:
            keys = [topic.key for topic in topics if topic.key.topic == self._topic]
            if keys:
                self._select(keys[0])
        elif not self._expanded and inspector.model.rowCount():
            self._expanded = True
            inspector.tree.expandToDepth(0)
            if self._field and not inspector.tree.currentIndex().isValid():
                inspector.tree.setCurrentIndex(inspector.model.index_of(FieldPath.parse(self._field)))
            if self._screenshot is None:
                self._select_timer.stop()

    def _select(self, key: TopicKey) -> None:
        tree = self._window.topics.tree
        index = self._window.topics.model.index_of(key)
        if index.isValid():
            tree.setCurrentIndex(index)
            tree.scrollTo(index)

    def _save_screenshot(self) -> None:
        if self._screenshot is None:
            return
        path = Path(self._screenshot[0])
        # without a suffix Qt does not know which format to write
        if not self._window.grab().save(str(path), None if path.suffix else "PNG"):
            self.failed = True
            _LOGGER.error("the picture can't be written to %s", path)
        self._window.close()

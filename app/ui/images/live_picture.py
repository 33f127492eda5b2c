"""The small picture of what comes now, in a corner of an image view that shows the past."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from app.model.topics import Topic, TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.images.image_feed import ImageFeed
from app.ui.images.image_frame import RenderRequest
from app.ui.images.image_view import ImageView
from app.ui.images.status_text import is_silent
from app.ui.images.view_state import ImageViewState
from app.wording.ui.images import ImagesWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

# whoever wants to see more of it returns to now
INTERVAL_S: Final = 0.2
_SWITCH: Final = "live-picture"
_SHARE: Final = 0.3
_LEAST_PX: Final = 96
_MARGIN_PX: Final = 6


class LivePicture:
    """Shows what comes now in a corner of a widget, while views show the past; else there is nothing of it.

    Attributes:
        view: the small picture; None while there is none.
    """

    def __init__(
        self,
        parent: QWidget,
        topics: Topics,
        themes: Themes,
        preferences: Preferences,
        stopwatch: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.view: ImageView | None = None
        self._parent = parent
        self._topics = topics
        self._themes = themes
        self._preferences = preferences
        self._feed = ImageFeed(stopwatch)
        self._state = ImageViewState()
        self._due_s = -math.inf

    @property
    def is_wanted(self) -> bool:
        """Whether the operator wants it, in all image views."""
        return self._preferences.switch(_SWITCH)

    def toggle(self) -> None:
        """Switch it off, or on again."""
        self._preferences.set_switch(_SWITCH, not self.is_wanted)

    def refresh(self, state: ImageViewState, now: float) -> None:
        """Show what comes now, if a view of this state shows the past; `now` is monotonic, in seconds."""
        topic = self._live_topic(state.key)
        if topic is None:
            self.close()
            return
        if (state.key, state.index) != (self._state.key, self._state.index):
            self._feed.reset()
        self._state = state
        if math.isinf(self._due_s):
            # what was then comes first
            self._due_s = now + INTERVAL_S
        if self.view is None and now < self._due_s:
            return
        view = self.view or self._make()
        view.viewpoint.turns = state.turns
        self._place(view)
        if now >= self._due_s:
            self._due_s = now + INTERVAL_S
            rendered = self._feed.refresh(topic, state.index, self._request, view.rendered, now)
            if rendered is not None:
                view.show_rendered(rendered)
                view.show()
            if view.rendered is not None:
                view.set_old(is_silent(view.rendered.frame, topic, now))

    def close(self) -> None:
        """Take it away, and release everything."""
        view, self.view = self.view, None
        self._due_s = -math.inf
        if view is not None:
            self._feed.close()
            view.hide()
            view.deleteLater()

    # inside

    def _live_topic(self, key: TopicKey | None) -> Topic | None:
        """Return the topic of now that is to be shown; None for nothing."""
        past, live = self._topics.store, self._topics.live
        if key is None or past is live or not self.is_wanted:
            return None
        topic = live.get(key)
        # that of a recording is played on
        return topic if topic is not None and topic is not past.get(key) and topic.newest is not None else None

    def _make(self) -> ImageView:
        view = self.view = ImageView(self._themes, self._parent)
        view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setMinimumSize(0, 0)
        view.is_inset = True
        view.setAccessibleName(say(ImagesWording.LIVE_PICTURE()))
        view.set_facts(((say(ImagesWording.NOW()), "accent"),))
        # until there is a picture
        view.hide()
        return view

    def _place(self, view: ImageView) -> None:
        within = self._parent.rect()
        most = QSize(*(max(round(side * _SHARE), _LEAST_PX) for side in within.size().toTuple()))
        size = QSize(*view.viewpoint.turned_size).scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(QPoint(), size if view.rendered is not None else most)
        place.moveBottomRight(within.bottomRight() - QPoint(_MARGIN_PX, _MARGIN_PX))
        view.setGeometry(place)
        view.raise_()

    def _request(self, size: tuple[int, int]) -> RenderRequest:
        view = self.view
        assert view is not None  # noqa: S101 - it is asked for by the view alone
        return view.render_request(self._state.coloring, size)

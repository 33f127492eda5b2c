"""A view of one camera: its topic, the newest image, and the actions on it by menu and key.

A new image is painted as soon as it arrives, without waiting for the next tick of the window.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.model.images import conversion
from app.model.schema import DecodeError
from app.model.topics import Delivery, Topic, TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import PUT_OFF_S, Spawn
from app.ui.base.saving import ImageFileSaver
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.images import saving, status_text
from app.ui.images.coloring_bar import ColoringBar
from app.ui.images.image_feed import ImageFeed
from app.ui.images.image_frame import RenderRequest
from app.ui.images.image_view import ImageView
from app.ui.images.live_picture import LivePicture
from app.ui.images.saving import has_numbers
from app.ui.images.topic_choice import ImageDropTarget, ImageTopicChoice
from app.ui.images.view_state import Coloring, ImageViewState
from app.ui.widgets.labels import name_widget
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.notices import CostNotice, Notice
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.images import ImagesWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

# text that changes faster can't be read
_FACTS_INTERVAL_S: Final = 0.2


class ImagePanelMenu:
    """Menu of an image panel, whose view handles the keys of zoom and turn."""

    def __init__(self, panel: ImagePanel) -> None:
        self._panel = panel

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key of the menu; whether it is one."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        panel = self._panel
        keys: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_P: panel.pause.toggle,
            Qt.Key.Key_S: panel.ask_to_save,
            Qt.Key.Key_I: lambda: panel.show_facts(not panel.shows_facts),
        }
        act = keys.get(Qt.Key(event.key()))
        if act is None:
            return False
        act()
        return True

    def open(self, position: QPoint) -> QMenu:
        """Show the menu at a position of the screen."""
        panel, view = self._panel, self._panel.view
        menu = context_menu(panel)
        some = view.rendered is not None
        for text, key, act in (
            (say(ImagesWording.FIT()), "0", view.fit),
            (say(ImagesWording.ACTUAL_SIZE()), "1", view.show_full_size),
            (say(ImagesWording.ZOOM_IN()), "+", view.zoom_in),
            (say(ImagesWording.ZOOM_OUT()), "-", view.zoom_out),
            (say(ImagesWording.TURN_CLOCKWISE()), "R", lambda: view.turn(1)),
            (say(ImagesWording.TURN_COUNTER_CLOCKWISE()), "Shift+R", lambda: view.turn(-1)),
        ):
            add_entry(menu, text, act, key=key, enabled=some)
        menu.addSeparator()
        hold, facts = say(ImagesWording.HOLD_IMAGE()), say(ImagesWording.FACTS())
        add_entry(menu, hold, panel.pause.toggle, key="P", enabled=some, checked=panel.feed.held)
        add_entry(menu, facts, lambda: panel.show_facts(not panel.shows_facts), key="I", checked=panel.shows_facts)
        add_entry(menu, say(ImagesWording.SHOW_LIVE()), panel.live.toggle, checked=panel.live.is_wanted)
        menu.addSeparator()
        add_entry(menu, say(ImagesWording.SAVE_IMAGE()), panel.ask_to_save, key="S", enabled=some)
        if view.rendered is not None and has_numbers(view.rendered.frame):
            text = say(ImagesWording.SAVE_NUMBERS())
            add_entry(menu, text, lambda: panel.ask_to_save(numbers=True))
        add_entry(menu, say(ImagesWording.COPY_IMAGE()), panel.copy, key="Ctrl+C", enabled=some)
        add_entry(menu, say(ImagesWording.COPY_TOPIC()), panel.copy_topic, enabled=panel.key is not None)
        menu.addSeparator()
        self._add_black_box(menu)
        menu.popup(position)
        return menu

    def _add_black_box(self, menu: QMenu) -> None:
        """Add whether the black box keeps small pictures of the topic."""
        key, preferences = self._panel.key, self._panel.preferences
        kept = key is not None and preferences.keeps_pictures(key.connection, key.topic)
        may = key is not None and preferences.values.black_box and preferences.values.black_box_pictures

        def turn() -> None:
            if key is not None:
                preferences.set_keeps_pictures(key.connection, key.topic, kept=not kept)

        add_entry(menu, say(ImagesWording.KEEP_IN_BLACK_BOX()), turn, enabled=may, checked=kept)


class ImageArrivalNotifier(QObject):
    """Sink of one topic at a time, that emits a signal on arrival.

    It has no parent: the link thread may still hold it when its view is gone.

    Signals:
        arrived: a message arrived; connect it queued, for it is emitted in the link thread. It is not emitted again
            before
            `acknowledge`.
    """

    arrived: Final = Signal()

    def __init__(self, topics: Topics, owner: str) -> None:
        super().__init__()
        self._topics = topics
        self._owner = owner
        self._key: TopicKey | None = None
        self._notified = False

    def follow_topic(self, key: TopicKey | None) -> None:
        """Notify about this topic from now on; it must be subscribed by the same owner. None for no topic."""
        if key == self._key:
            return
        if self._key is not None:
            self._topics.set_sink(self._owner, self._key, None)
        self._key = key
        self._notified = False
        if key is not None:
            self._topics.set_sink(self._owner, key, self)

    def acknowledge(self) -> None:
        """Acknowledge: all messages so far are being handled."""
        self._notified = False

    def __call__(self, delivery: Delivery) -> None:
        """Emit `arrived` for messages that came, see `app.model.topics.Sink`."""
        del delivery
        if not self._notified:
            self._notified = True
            self.arrived.emit()


class ImagePanel(QWidget):
    """Image panel. It subscribes to its topic only while it can be seen.

    Attributes:
        owner: the name under which it subscribes.
        live: the small picture of now, while it shows the past.
        preferences: those of the user.

    Signals:
        title_changed: another topic is shown; its name, empty for none.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("P", ImagesWording.HOLD_KEY),
        ViewKey("I", ImagesWording.FACTS_KEY),
        ViewKey("S", ImagesWording.SAVE_KEY),
    )

    title_changed: Final = Signal(str)

    def __init__(
        self,
        links: Links,
        topics: Topics,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        owner: str,
        stopwatch: Callable[[], float] = time.perf_counter,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.owner = owner
        self._links = links
        self._topics = topics
        self._themes = themes
        self.preferences = preferences
        self._state = ImageViewState()
        self._topic: Topic | None = None
        self._facts_due_s = 0.0
        self._jumps = topics.jumps
        self._now = 0.0
        # whether an image was shown since the last tick but one
        self._is_new = False
        self._arrival = ImageArrivalNotifier(topics, owner)
        self.feed = ImageFeed(stopwatch)
        self.view = ImageView(themes)
        self.topic = ImageTopicChoice(topics, preferences)
        self.which = QComboBox()
        self.which.setToolTip(say(ImagesWording.IMAGE_OF_THE_SAME()))
        self.which.setAccessibleName(say(ImagesWording.IMAGE()))
        self.pause = self._button("pause", say(ImagesWording.HOLD_TIP(key=key_name("P"))), checkable=True)
        self.snapshot = self._button("snapshot", say(ImagesWording.SAVE_TIP(key=key_name("S"))))
        self.more = self._button("more", say(ImagesWording.MORE()))
        self.coloring = ColoringBar()
        self.fault, self.done = Notice(), Notice()
        self.cost = CostNotice(themes)
        self._saver = ImageFileSaver(self, spawn, themes, self.done, self._show_error)
        self.nothing = EmptyState(themes, "picture")
        self.menu = ImagePanelMenu(self)
        self._body = PageStack()
        self.live = LivePicture(self._body, topics, themes, preferences, stopwatch)
        self.dropping = ImageDropTarget(self, topics, self.show_topic)
        self._lay_out()
        self._connect()
        self._draw()
        self._show_state(0.0)

    # for layouts

    def state(self) -> dict[str, Any]:
        """Return the state for `restore`, as JSON values."""
        return self._state.as_json()

    def restore(self, state: object) -> None:
        """Restore a state, as far as it can be understood."""
        self._state = ImageViewState.from_json(state)
        self.view.viewpoint.turns = self._state.turns
        self._clear()

    @property
    def key(self) -> TopicKey | None:
        """The topic that is shown."""
        return self._state.key

    @property
    def title(self) -> str:
        """The title of the dock."""
        return self._state.topic

    def show_topic(self, key: TopicKey | None) -> None:
        """Show the images of another topic."""
        if key != self.key:
            self._state = self._state.with_key(key)
            self.view.fit()
            self._clear()

    @property
    def skipped(self) -> int:
        """Number of images that were not painted."""
        return self.feed.skipped + self.view.unpainted

    # for the docks

    def can_be_seen(self) -> bool:
        """Whether the panel is on screen."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Show the newest image, and the facts a few times a second."""
        self._now = now
        key = self.key
        self._find_topic()
        if key is not None and not self.feed.held and self.feed.frame is not None and self._topics.nobody_listened(key):
            # another time was gone to
            self.feed.reset()
            self.view.clear_image()
            self._show_state(now)
        if key is not None:
            first = self.view.rendered is None
            if first:
                # Qt does not lay out what is hidden
                self.view.viewpoint.set_view_size(self._body.width(), self._body.height())
            self._is_new = self._show_newest()
            if first and self._is_new:
                self._show_state(now)
        self.live.refresh(self._state, now)
        # a picture of another time comes first
        jumps, self._jumps = self._jumps, self._topics.jumps
        if now >= self._facts_due_s + (PUT_OFF_S if self._jumps != jumps else 0.0):
            self._facts_due_s = now + _FACTS_INTERVAL_S
            self._show_state(now)

    def _find_topic(self) -> None:
        known = self._topics.store.get(self.key) if self.key is not None else None
        if known is not None:
            self._topic = known

    def _show_newest(self) -> bool:
        """Show the newest image; whether there was a new one."""
        rendered = self.feed.refresh(self._topic, self._state.index, self._request, self.view.rendered, self._now)
        if rendered is not None:
            self.view.show_rendered(rendered)
        return rendered is not None

    def _show_arrived(self) -> None:
        """Show an image that arrived, but at most one more per tick."""
        self._arrival.acknowledge()
        if not self._is_new and self.view.rendered is not None and self.can_be_seen():
            # views may have gone to another time since
            self._find_topic()
            self._is_new = self._show_newest()

    def update_subscriptions(self) -> None:
        """Subscribe to the topic while it can be seen."""
        key = self.key if self.can_be_seen() else None
        self._topics.set_subscriptions(self.owner, {key} if key is not None else set())
        self._arrival.follow_topic(key)

    def close_down(self) -> None:
        """Unsubscribe, and release everything."""
        self._topics.set_subscriptions(self.owner, set())
        self._arrival.follow_topic(None)
        self.view.clear_image()
        self.feed.close()
        self.live.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Subscribe."""
        super().showEvent(event)
        self.update_subscriptions()

    def hideEvent(self, event: QHideEvent) -> None:
        """Unsubscribe."""
        super().hideEvent(event)
        self.update_subscriptions()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of the menu."""
        if not self.menu.handle_key(event):
            super().keyPressEvent(event)

    # operator actions

    def set_held(self, held: bool) -> None:  # noqa: FBT001 - a slot
        """Hold the image, whatever arrives, or continue."""
        if held and self.feed.frame is None:
            self.pause.setChecked(False)
            return
        self.feed.held = held
        self.pause.setIcon(self._themes.icon("play" if held else "pause"))
        self._show_state(self._now)

    def show_facts(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Show or hide size, rate and age on the image."""
        self._state = replace(self._state, facts=shown)
        self._show_state(self._now)

    @property
    def shows_facts(self) -> bool:
        """Whether size, rate and age are shown on the image."""
        return self._state.facts

    def copy(self) -> None:
        """Copy the image as it is seen, in its full size."""
        rendered = self.view.rendered
        if rendered is None:
            return
        try:
            image = saving.image_as_seen(rendered.frame, rendered.shading, self._state.turns)
        except DecodeError as error:
            self._show_error(say(ImagesWording.NOT_COPIED()), error.reason, error.tip)
        else:
            QGuiApplication.clipboard().setImage(image)

    def copy_topic(self) -> None:
        """Copy the name of the topic."""
        QGuiApplication.clipboard().setText(self._state.topic)

    def ask_to_save(self, *, numbers: bool = False) -> None:
        """Ask for a file, and write the current image to it: as it is seen, or its numbers."""
        rendered = self.view.rendered
        if rendered is None:
            return
        frame = rendered.frame
        name = saving.file_name(self._state.topic, frame, numbers=numbers)
        if numbers:
            write = functools.partial(saving.save_numbers, frame=frame)
            self._saver.ask(say(ImagesWording.SAVE_NUMBERS_TEXT()), name, "PNG (*.png)", write)
        else:
            kinds = say(ImagesWording.IMAGES()) + " (*.png *.jpg)"
            write = functools.partial(
                saving.save_as_seen, frame=frame, shading=rendered.shading, turns=self._state.turns
            )
            self._saver.ask(say(ImagesWording.SAVE_TITLE()), name, kinds, write)

    def _save_as_seen(self) -> None:
        self.ask_to_save()

    # internals

    def _button(self, icon: str, tip: str, *, checkable: bool = False) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setCheckable(checkable)
        name_widget(button, tip)
        button.setProperty("icon_name", icon)
        return button

    def _lay_out(self) -> None:
        line = ToolRow()
        line.add(self.topic, 1)
        for widget in (self.which, self.pause, self.snapshot):
            line.add(widget)
        line.add(self.more, stays=True)
        self._body.addWidget(self.nothing)
        self._body.addWidget(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(line)
        hidden: tuple[QWidget, ...] = (self.coloring, self.cost, self.fault, self.done)
        for below in hidden:
            layout.addWidget(below)
            below.hide()
        layout.addWidget(self._body, 1)
        for notice in (self.fault, self.done):
            name_widget(notice.button, say(ImagesWording.DISMISS()))
        self.done.button.setVisible(True)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        self.topic.chosen.connect(self.show_topic)
        self.which.activated.connect(self._choose_index)
        self.pause.toggled.connect(self.set_held)
        self.snapshot.clicked.connect(self._save_as_seen)
        self.more.clicked.connect(lambda: self.menu.open(self.more.mapToGlobal(self.more.rect().bottomLeft())))
        self.view.customContextMenuRequested.connect(lambda at: self.menu.open(self.view.mapToGlobal(at)))
        self.view.copy_asked.connect(self.copy)
        self.view.turned.connect(self._save_turns)
        self.coloring.changed.connect(self._recolor)
        self.done.button.clicked.connect(self.done.hide)
        self._arrival.arrived.connect(self._show_arrived, Qt.ConnectionType.QueuedConnection)
        self._themes.changed.connect(self._draw)

    def _clear(self) -> None:
        self.feed.reset()
        self.pause.setChecked(False)
        self._topic = None
        self.view.clear_image()
        self.fault.hide()
        self.done.hide()
        self.update_subscriptions()
        self._show_state(self._now)
        self.title_changed.emit(self.title)

    def _request(self, size: tuple[int, int]) -> RenderRequest:
        return self.view.render_request(self._state.coloring, size)

    def _choose_index(self, index: int) -> None:
        self._state = replace(self._state, index=index)
        self.feed.read_again()

    def _save_turns(self) -> None:
        self._state = replace(self._state, turns=self.view.viewpoint.turns)

    def _recolor(self, coloring: Coloring) -> None:
        self._state = replace(self._state, coloring=coloring)
        self._show_coloring()

    def _draw(self) -> None:
        for button in (self.pause, self.snapshot, self.more):
            name = button.property("icon_name")
            button.setIcon(self._themes.icon("play" if button is self.pause and self.feed.held else name))
        self.done.button.setIcon(self._themes.icon("disconnect", "muted"))

    # status

    def _show_state(self, now: float) -> None:
        self.topic.sync(self.key)
        shown = self.view.rendered is not None
        self._body.setCurrentWidget(self.view if shown else self.nothing)
        for button in (self.pause, self.snapshot):
            button.setEnabled(shown)
        self._show_which()
        self._show_coloring()
        self._show_fault()
        self.cost.show_topic(self._topic)
        if shown:
            self._show_facts(now)
        else:
            self._show_nothing()

    def _show_which(self) -> None:
        count = self.feed.frame.count if self.feed.frame is not None else 1
        if self.which.count() != count:
            self.which.clear()
            self.which.addItems([str(number + 1) for number in range(count)])
        self.which.setVisible(count > 1)
        if count > 1 and not self.which.view().isVisible():
            self.which.setCurrentIndex(min(self._state.index, count - 1))

    def _show_coloring(self) -> None:
        rendered = self.view.rendered
        pixels = rendered.frame.pixels if rendered is not None else None
        single = pixels is not None and pixels.format in conversion.SINGLE_CHANNEL
        self.coloring.setVisible(single)
        if single and rendered is not None and pixels is not None:
            self.coloring.show_coloring(self._state.coloring, pixels.format, rendered.shading)

    def _show_fault(self) -> None:
        error = self.feed.error
        if error is not None:
            self._show_error(say(ImagesWording.NOT_SHOWN()), error.reason, error.tip)
        elif self.fault.isVisible() and self.feed.frame is not None:
            self.fault.hide()

    def _show_error(self, word: str, text: str, tip: str) -> None:
        themes = self._themes
        self.fault.set_content(themes.icon("alert-error", "error"), word, themes.current.error, "", text, tip)
        self.fault.show()

    def _show_facts(self, now: float) -> None:
        rendered = self.view.rendered
        if rendered is None:
            return
        stale_reason = status_text.staleness_reason(self._links, self._topics, self.key, self._topic)
        silent = status_text.is_silent(rendered.frame, self._topic, now) and not self.feed.held
        self.view.set_old(bool(stale_reason) or silent)
        thinned_hz = self._topics.thinned_hz(self.key) if self.key is not None else None
        if self._state.facts or stale_reason or silent or self.feed.held or thinned_hz is not None:
            self.view.set_facts(
                status_text.image_facts(
                    rendered.frame,
                    self._topic,
                    self.feed,
                    now,
                    stale_reason,
                    silent=silent,
                    thinned_hz=thinned_hz,
                )
            )
        else:
            self.view.set_facts(())

    def _show_nothing(self) -> None:
        robot = self.preferences.robot_name
        title, hint, icon = status_text.empty_state_text(
            self._links,
            self._topics,
            self.key,
            self._topic,
            robot,
            some=bool(self.topic.keys),
            fault=self.feed.error is not None,
        )
        self.nothing.set_texts(title, hint, icon)

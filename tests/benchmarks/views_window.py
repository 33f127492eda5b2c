"""The whole window of the program under a load: tree, inspector, six plots and a camera."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from app.model.schema import Payload
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import DATA_INTERVAL_S
from app.ui.base.theme import Themes
from app.ui.images.image_panel import ImagePanel
from app.ui.time_axis.plots.panel import PlotsPanel
from app.ui.topics.topic_node import split_topic
from app.ui.window.main_window import MainWindow
from tests.benchmarks.views_frames import Frames, Paints, Pulse, Seen
from tests.benchmarks.views_load import (
    ADVERTISED,
    CAMERA,
    NAMESPACE,
    SENT_TOPICS,
    VALUE_FIELD,
    Counts,
    sent_topic,
    stamp_of,
)
from tests.fakes.waiting import eventually

WINDOW: tuple[int, int] = (1920, 1080)
PLOTS: int = 6
# of the dock; what else is in its column takes some of that
PICTURE_HEIGHT: int = 420
PICTURE_WIDTH: int = 560
# until docks and panels stand where they stay
_SETTLE_S = 0.5
_TIMEOUT_S = 60.0


class CountedWindow(MainWindow):
    """Tells when it was painted.

    Attributes:
        frames: where that is noted.
    """

    def __init__(self, themes: Themes, preferences: Preferences) -> None:
        # events come as soon as there is a window
        self.frames: Frames | None = None
        super().__init__(themes, preferences)

    def event(self, event: QEvent) -> bool:
        """See QWidget. Qt paints all that changed, and brings it to the screen, within this one."""
        done = super().event(event)
        if event.type() == QEvent.Type.UpdateRequest and self.frames is not None:
            self.frames.end()
        return done


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of all that was sent, since the beginning.

    Attributes:
        small: messages of each topic that were counted.
        numbers: the number of the newest message of each topic, as its sender counts.
        dropped: messages that a queue behind the store could not take.
        plotted: samples of the curves, summed up.
        plotted_of: the messages that were counted of their topics, summed up.
        camera: pictures that came.
        painted: pictures that were painted.
        passed: pictures that were passed over because a newer one was there, as the picture's view counts.
        misnumbered: pictures whose number is not that which they were counted by.
    """

    small: tuple[int, ...]
    numbers: tuple[int, ...]
    dropped: int
    plotted: int
    plotted_of: int
    camera: int
    painted: int
    passed: int
    misnumbered: int

    def counts(self) -> Counts:
        """To be compared with what was sent."""
        return Counts(self.small, self.camera)

    def faults(self, sent: Counts) -> list[str]:
        """What was not counted, or dropped without a reason; call it when nothing is under way."""
        found = []
        if self.small != sent.small:
            found.append(f"{sum(sent.small) - sum(self.small):+,} of {sum(sent.small):,} messages were not counted")
        if self.numbers != sent.small:
            found.append("the newest message of a topic is not the last that was sent")
        if self.plotted != self.plotted_of:
            found.append(f"{self.plotted_of - self.plotted:+,} of {self.plotted_of:,} samples are not in the plots")
        if self.camera != sent.camera:
            found.append(f"{sent.camera - self.camera:+,} of {sent.camera:,} pictures were not counted")
        if self.painted + self.passed != self.camera:
            lost = self.camera - self.painted - self.passed
            found.append(f"{lost:+,} of {self.camera:,} pictures were neither painted nor counted as passed over")
        if self.misnumbered:
            found.append(f"{self.misnumbered:,} pictures have another number than they were counted by")
        return found


class LoadedWindow:
    """The window with its views open, and what was painted and counted in it; `opened` makes it."""

    def __init__(self, session: Session, window: CountedWindow, connection: str, number_at: int) -> None:
        self.window = window
        self._session = session
        self._connection = connection
        self._number_at = number_at
        self.frames = Frames()
        self.painted = self.misnumbered = 0
        self._last: object = None
        self._plots: PlotsPanel | None = None
        self._picture: ImagePanel | None = None

    @property
    def plots(self) -> PlotsPanel:
        """The panel of plots."""
        assert self._plots is not None
        return self._plots

    @property
    def picture(self) -> ImagePanel:
        """The view of the camera."""
        assert self._picture is not None
        return self._picture

    def open_views(self) -> None:
        """Show all that is to be shown."""
        topics = self.window.topics
        self.window.actions_of_window.message.history.setChecked(False)
        topics.tree.expandAll()
        topics.measuring.toggle((self._connection, *split_topic(NAMESPACE)))
        self._plots = self.window.plot_docks.show_current()
        self._plots.restore(self._grid())
        self.window.image_docks.show_topic(self._key(CAMERA))
        (self._picture,) = self.window.image_docks.panels.values()
        (dock,) = self.window.image_docks.docks.values()
        # as a tab beside the plots it would hide them
        inspector = self.window.inspector_dock
        # Qt puts what is split off a tab into its tabs, and the inspector is one beside hidden panels
        self.window.addDockWidget(self.window.dockWidgetArea(inspector), inspector, Qt.Orientation.Horizontal)
        self.window.splitDockWidget(inspector, dock, Qt.Orientation.Vertical)
        first = topics.model.index_of(self._key(sent_topic(0)))
        topics.tree.setCurrentIndex(first)
        topics.tree.scrollTo(first, topics.tree.ScrollHint.PositionAtTop)
        self.window.frames = self.frames
        self.window.refresher.add(Pulse(self.window, self.frames.beat), DATA_INTERVAL_S)
        for cell in self._plots.grid.cells:
            Paints(cell.view, self.frames.plot)
        Paints(self._picture.view, self._see_picture)

    async def record(self) -> dict[str, object]:
        """Record all that comes from now on; tells where."""
        state = await self._session.recording.start("load")
        return {"path": str(state.order.path), "lost": state.lost}

    async def end_recording(self) -> dict[str, object]:
        """End it; tells where it is, and how many messages it has lost."""
        state = await self._session.recording.stop()
        assert state is not None
        assert not state.trouble, state.trouble
        return {"path": str(state.path), "lost": state.lost}

    def see(self) -> Seen:
        """See `Frames.seen`."""
        return self.frames.seen()

    def handled(self) -> int:
        """How many messages were counted, since the beginning."""
        return sum(topic.messages for topic in self._session.topics.live.topics)

    def give_up(self) -> None:
        """It is asked in any thread to throw away what waits: there is nothing."""

    def set_on(self, on: bool) -> None:  # noqa: FBT001 - a setter
        """Refresh views, or leave them alone while it is another's turn."""
        self.window.refresher.start() if on else self.window.refresher.stop()

    def taken(self) -> Taken:
        """What became of all that was sent."""
        store = self._session.topics.live
        slots = [store.get(self._key(sent_topic(number))) for number in range(SENT_TOPICS)]
        small = [slot for slot in slots if slot is not None]
        curves = [curve for cell in self.plots.grid.cells for curve in cell.plot.curves]
        plotted = {curve.spec.key: store.get(curve.spec.key) for curve in curves}
        camera = store.get(self._key(CAMERA))
        assert camera is not None
        assert len(small) == len(slots)
        return Taken(
            tuple(slot.messages for slot in small),
            tuple(self._number(slot.newest.payload) if slot.newest is not None else 0 for slot in small),
            sum(slot.dropped for slot in (*small, camera)),
            sum(curve.values.series.written for curve in curves if curve.values is not None),
            sum(slot.messages for curve in curves if (slot := plotted[curve.spec.key]) is not None),
            camera.messages,
            self.painted,
            self.picture.skipped,
            self.misnumbered,
        )

    async def settle(self) -> Taken:
        """What became of all when no more comes, and all that came is painted."""
        before = None
        while before != (now := self.taken()):
            before = now
            await asyncio.sleep(_SETTLE_S)
        return now

    def give_room(self) -> None:
        """The picture as large as it can be below an inspector that is still of use; call it when all is laid out."""
        (dock,) = self.window.image_docks.docks.values()
        self.window.resizeDocks([self.window.inspector_dock, dock], [1, PICTURE_HEIGHT], Qt.Orientation.Vertical)
        self.window.resizeDocks([dock], [PICTURE_WIDTH], Qt.Orientation.Horizontal)

    def _number(self, payload: Payload) -> int:
        return int(struct.unpack_from("<d", payload, self._number_at)[0])

    def _key(self, topic: str) -> TopicKey:
        return TopicKey(self._connection, topic)

    def _grid(self) -> dict[str, object]:
        """Six plots of two curves in two rows; the numbers of messages are no curve that anybody would look at."""
        plots = [
            {"plot": {"curves": [self._curve(2 * plot), self._curve(2 * plot + 1, color=1)]}} for plot in range(PLOTS)
        ]
        rows = [{"split": "columns", "children": plots[first : first + 3]} for first in (0, 3)]
        return {"version": 1, "span_s": 30.0, "grid": {"split": "rows", "children": rows}}

    def _curve(self, number: int, color: int = 0) -> dict[str, object]:
        return CurveSpec(self._key(sent_topic(number)), VALUE_FIELD, color=color).as_json()

    def _see_picture(self) -> None:
        rendered = self.picture.view.rendered
        if rendered is None or rendered.frame is self._last or rendered.frame.pixels is None:
            return
        self._last = rendered.frame
        number, sent_ns = stamp_of(rendered.frame.pixels.pixels)
        self.painted += 1
        self.misnumbered += number != rendered.frame.message.number
        self.frames.picture(sent_ns)


_Window = TypeVar("_Window", bound=LoadedWindow)


@asynccontextmanager
async def opened(
    uri: str, number_at: int, *, keeps: bool = False, make: Callable[[Session, CountedWindow, str, int], _Window]
) -> AsyncIterator[_Window]:
    """The window, connected to a server of `views_load`, with its black box or without; on the loop of the program."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    link, tasks = LinkThread(), TaskPool("window")
    link.start()
    session = Session(link)
    if keeps:
        session.black_box.start()
    preferences = Preferences()
    window = CountedWindow(Themes(app, preferences), preferences)
    try:
        window.resize(*WINDOW)
        window.show()
        window.open(session, tasks.spawn)
        connection = session.links.connect(uri)
        await eventually(lambda: len(session.topics.store.topics) >= ADVERTISED, "the topics", _TIMEOUT_S)
        # as often as the tree follows the store
        await asyncio.sleep(_SETTLE_S)
        loaded = make(session, window, connection, number_at)
        loaded.open_views()
        await asyncio.sleep(_SETTLE_S)
        loaded.give_room()
        await asyncio.sleep(_SETTLE_S)
        # what is hidden by a tab is visible for Qt, but has no place on the screen
        assert not loaded.picture.visibleRegion().isEmpty()
        assert not any(cell.view.visibleRegion().isEmpty() for cell in loaded.plots.grid.cells)
        yield loaded
    finally:
        window.close()
        await session.black_box.close()
        await session.close()
        await tasks.cancel()
        link.stop()
        window.deleteLater()

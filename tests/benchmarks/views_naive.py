"""A window of the usual kind for the same load: a signal for every message, and all is done when it comes.

Each message is decoded whole, its figures are set in its row, a plotted one is given to pyqtgraph, a picture becomes a
pixmap by way of copies.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import pyqtgraph
from PySide6.QtCore import QEvent, Qt, QThread, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMainWindow, QTreeWidget, QTreeWidgetItem, QWidget

from app.ui.base.refresh import TICK_MS
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import HEADER_SIZE, PublisherRecord, parse_header
from protocols.gazebo.topic_links import GazeboInboundTopicLink
from protos.gazebo import images_pb2, sensors_pb2
from tests.benchmarks.views_frames import Frames, Paints, Pulse, Seen
from tests.benchmarks.views_load import (
    CAMERA,
    CAMERA_TYPE,
    SENT_TOPICS,
    SMALL_HZ,
    SMALL_TYPE,
    names,
    sent_topic,
    stamp_of,
)
from tests.benchmarks.views_window import PLOTS, WINDOW

if TYPE_CHECKING:
    from collections.abc import Callable

_SPAN_S: Final = 30


class _Receiver(QThread):
    """Reads one message after the other.

    Signals:
        received: a topic and its message.
    """

    received: Final = Signal(str, bytes)

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port
        self._loop = asyncio.new_event_loop()

    def run(self) -> None:
        """See QThread."""
        asyncio.set_event_loop(self._loop)
        types = {sent_topic(number): SMALL_TYPE for number in range(SENT_TOPICS)} | {CAMERA: CAMERA_TYPE}
        tasks = [self._loop.create_task(self._read(name, kind)) for name, kind in types.items()]
        self._loop.run_forever()
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    def stop(self) -> None:
        """End it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self.wait()

    async def _read(self, name: str, kind: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        link = GazeboInboundTopicLink(
            PublisherRecord(name, kind, "127.0.0.1", self._port), GazeboEndpoint("127.0.0.1", 1), 0.0
        )
        writer.write(b"".join(link.data_to_send(0.0)))
        try:
            while True:
                length = parse_header(await reader.readexactly(HEADER_SIZE))
                self.received.emit(name, await reader.readexactly(length))
        finally:
            writer.close()


class NaiveWindow(QMainWindow):
    """Window that does all work of a message when the message comes.

    Attributes:
        handled: how many messages were.
        off: whether what still waits is thrown away.
    """

    def __init__(self) -> None:
        # events come as soon as there is a window
        self.frames: Frames | None = None
        super().__init__()
        self.handled = 0
        self.off = True
        self._rows: dict[str, tuple[QTreeWidgetItem, list[int]]] = {}
        self._curves: dict[str, tuple[Any, deque[float], deque[float]]] = {}
        self._sent_ns = 0
        self._picture = QLabel()
        self._picture.setMinimumSize(320, 180)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        body, plots = QWidget(), QGridLayout()
        layout = QHBoxLayout(body)
        layout.addWidget(self._make_tree(), 2)
        side = QGridLayout()
        side.addWidget(self._picture, 0, 0)
        side.addLayout(plots, 1, 0)
        side.setRowStretch(0, 1)
        side.setRowStretch(1, 1)
        layout.addLayout(side, 3)
        self._plots: list[Any] = []
        for number in range(PLOTS):
            plot = pyqtgraph.PlotWidget()
            self._plots.append(plot)
            plots.addWidget(plot, number // 3, number % 3)
            for place in range(2):
                points: deque[float] = deque(maxlen=_SPAN_S * SMALL_HZ)
                times: deque[float] = deque(maxlen=_SPAN_S * SMALL_HZ)
                self._curves[sent_topic(2 * number + place)] = (plot.plot(pen=place), times, points)
        self.setCentralWidget(body)

    def watch(self, frames: Frames) -> None:
        """Note its frames from now on."""
        self.frames = frames
        pulse = Pulse(self, frames.beat)
        timer = QTimer(self)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(lambda: pulse.refresh(0.0))
        timer.start(TICK_MS)
        for plot in self._plots:
            Paints(plot.viewport(), frames.plot)
        Paints(self._picture, self._see_picture)

    def event(self, event: QEvent) -> bool:
        """See `views_window.CountedWindow`."""
        done = super().event(event)
        if event.type() == QEvent.Type.UpdateRequest and self.frames is not None:
            self.frames.end()
        return done

    def take(self, name: str, data: bytes) -> None:
        """A message has come."""
        if self.off:
            return
        self.handled += 1
        if name == CAMERA:
            self._show_picture(data)
            return
        message = sensors_pb2.IMU.FromString(data)
        row, count = self._rows[name]
        count[0] += 1
        row.setText(2, str(count[0]))
        row.setText(3, f"{message.angular_velocity.z:.3f}")
        if name in self._curves:
            curve, times, values = self._curves[name]
            times.append(message.linear_acceleration.y)
            values.append(message.angular_velocity.z)
            curve.setData(list(times), list(values))

    def _show_picture(self, data: bytes) -> None:
        image = images_pb2.ImageStamped.FromString(data).image
        pixels = image.data
        copy = QImage(pixels, image.width, image.height, image.step, QImage.Format.Format_RGB888).copy()
        pixmap = QPixmap.fromImage(copy)
        self._picture.setPixmap(pixmap.scaled(self._picture.size(), Qt.AspectRatioMode.KeepAspectRatio))
        _, self._sent_ns = stamp_of(memoryview(pixels))

    def _see_picture(self) -> None:
        if self._sent_ns and self.frames is not None:
            self.frames.picture(self._sent_ns)
            self._sent_ns = 0

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setHeaderLabels(["Topic", "Type", "Messages", "Value"])
        groups: dict[str, QTreeWidgetItem] = {}
        for name in [*names(), CAMERA]:
            space, _, last = name.rpartition("/")
            if space not in groups:
                groups[space] = QTreeWidgetItem(tree, [space])
            kind = CAMERA_TYPE if name == CAMERA else SMALL_TYPE
            self._rows[name] = (QTreeWidgetItem(groups[space], [last, kind, "", ""]), [0])
        tree.expandAll()
        return tree


class NaiveSide:
    """The window, fed; `opened_naive` makes it."""

    def __init__(self, window: NaiveWindow) -> None:
        self.window = window
        self.frames = Frames()
        window.watch(self.frames)

    def see(self) -> Seen:
        """See `Frames.seen`."""
        return self.frames.seen()

    def handled(self) -> int:
        """How many messages were handled, since the beginning."""
        return self.window.handled

    def give_up(self) -> None:
        """Its turn is over: what waits is thrown away. Its own thread may be too busy to be told in it."""
        self.window.off = True

    def set_on(self, on: bool) -> None:  # noqa: FBT001 - a setter
        """Its turn has come, or is over."""
        self.window.off = not on


@asynccontextmanager
async def opened_naive(port: int) -> AsyncIterator[NaiveSide]:
    """The window, connected to a sender of `views_load`."""
    window = NaiveWindow()
    window.resize(*WINDOW)
    window.show()
    receiver = _Receiver(port)
    take: Callable[[str, bytes], None] = window.take
    receiver.received.connect(take, Qt.ConnectionType.QueuedConnection)
    receiver.start()
    try:
        yield NaiveSide(window)
    finally:
        receiver.stop()
        window.close()
        window.deleteLater()

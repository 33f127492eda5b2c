"""The black box of one run, as the window and commands use it."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol

from app.config.folders import black_box_folder, box_pictures_folder
from app.model.alerts import Alert, Severity
from app.model.topics import Message, TopicKey
from app.net.link_thread import LinkThread
from app.record.channels import ChannelTable
from app.record.claims import Claims
from app.record.own_channels import OWN_CHANNELS, LogNotes, OwnChannels
from app.record.recorder import BoxState, Recorder, RecorderThread
from app.record.recording_writer import RecordingOrder, RecordingState
from app.record.segments import BoxFile, BoxLimits, SegmentFolder, run_name
from app.record.tap import HAND_OVER_S, RecordTap
from app.session.alerts import SessionAlerts
from app.session.connections import OpenConnections
from app.wording.record import RecordWording

_ALERT: Final = "black box"
# for a disk that takes its time
_STOP_TIMEOUT_S: Final = 3.0
_STEP_S: Final = 0.02
_SEAL_STEP_S: Final = 0.002


class Companion(Protocol):
    """A thread that runs as long as the black box."""

    def start(self) -> None:
        """Begin."""

    def stop(self, timeout_s: float) -> object:
        """End, within this time if that can be."""


class Subscriptions(Protocol):
    """Subscriptions of the black box. On the link loop."""

    def look(self, now_s: float) -> None:
        """Subscribe to what there is now."""

    def end(self) -> None:
        """Subscribe to nothing."""


class BlackBox:
    """The black box: keeps the last minutes of all that is subscribed to, and of what this side did.

    Recordings are written by the same thread, whether the black box is on or not. Any thread may call what tells; one
    thread all that begins and ends something.

    Args:
        watched: by the name of one of our own channels, a function that gives a value of now, of any thread.
        secrets: gives what must not be written.

    Attributes:
        claims: the times of which nothing is deleted.
        make_companion: makes a thread that runs as long as the black box, and reads what it keeps.
        subscriptions: what it subscribes to by itself, while it is on; asked on the link loop.
    """

    def __init__(
        self,
        link: LinkThread,
        connections: OpenConnections,
        alerts: SessionAlerts,
        watched: Mapping[str, Callable[[], object]],
        secrets: Callable[[], tuple[str, ...]],
    ) -> None:
        self._link = link
        self._connections = connections
        self._alerts = alerts
        self._own = OwnChannels({**watched, "dropped": self._dropped}, secrets)
        self._log = LogNotes(self._own)
        self._limits = BoxLimits()
        self._keeps_pictures: Callable[[TopicKey], bool] = lambda _: True
        self._thread: RecorderThread | None = None
        self._picture_thread: RecorderThread | None = None
        self._tap: RecordTap | None = None
        self._channels = ChannelTable()
        self._timer: asyncio.TimerHandle | None = None
        self.claims = Claims()
        self.make_companion: Callable[[], Companion] | None = None
        self.subscriptions: Subscriptions | None = None
        self._companion: Companion | None = None
        self._keeps = False
        self._recording: RecordingState | None = None

    @property
    def is_ready(self) -> bool:
        """Whether its files are all that there are, also those that ended runs have left."""
        thread, pictures = self._thread, self._picture_thread
        if thread is None or thread.recorder is None or not thread.recorder.has_begun or pictures is None:
            return False
        return pictures.has_failed or (pictures.recorder is not None and pictures.recorder.has_begun)

    def files(self, from_ns: int, until_ns: int, *, recordings: bool = True) -> list[list[BoxFile]]:
        """Return the files of a time, in the order in which they were written, those of each writer together.

        Without `recordings` those are left out that were ended, which the operator has as files already.
        """
        found: list[list[BoxFile]] = []
        for thread in (self._thread, self._picture_thread):
            recorder = thread.recorder if thread is not None else None
            found += recorder.files(from_ns, until_ns, recordings=recordings) if recorder is not None else []
        return found

    def has_heard(self, key: TopicKey) -> bool:
        """Whether something of a topic was kept since the black box was started."""
        return bool(self._channels.numbers_of({key}))

    @property
    def state(self) -> BoxState | None:
        """The state of the black box; None while it is off, or is just being started."""
        thread = self._thread
        recorder = thread.recorder if thread is not None else None
        if thread is not None and thread.has_failed:
            return BoxState(trouble=RecordWording.ENDED_BY_ITSELF())
        pictures = self._picture_thread.recorder if self._picture_thread is not None else None
        if recorder is None or not self._keeps:
            return None
        state = recorder.state
        more = pictures.state.kept_bytes if pictures is not None else 0
        return dataclasses.replace(state, kept_bytes=state.kept_bytes + more)

    @property
    def recording(self) -> RecordingState | None:
        """The state of the recording, or of the last one; None before there is one."""
        thread = self._thread
        recorder = thread.recorder if thread is not None else None
        recording = recorder.recording if recorder is not None else None
        if recording is None:
            return self._recording
        if thread is not None and thread.has_failed and not recording.is_ended:
            return dataclasses.replace(recording, is_ended=True, trouble=RecordWording.ENDED_BY_ITSELF())
        return recording

    @property
    def limits(self) -> BoxLimits:
        """The bounds."""
        return self._limits

    @property
    def is_on(self) -> bool:
        """Whether the black box was started."""
        return self._keeps

    def watch(self, name: str, read: Callable[[], object]) -> None:
        """Keep a value as well, or another one instead, on one of our own channels; `read` is called in any thread."""
        self._own.watch(name, read)

    def note(self, name: str, value: object) -> None:
        """Keep something that happens now, on one of our own channels; `value` must not change any more."""
        if self._thread is not None:
            self._own.note(name, value, time.time_ns())

    def set_limits(self, duration_s: float, nbytes: int) -> None:
        """Set the time that is kept and the most room for it; they hold within a second."""
        self._limits = BoxLimits(duration_s, nbytes)

    def choose_pictures(self, are_kept: Callable[[TopicKey], bool]) -> None:
        """Set which pictures are kept: `are_kept` tells of a topic, in any thread, whether its are."""
        self._keeps_pictures = are_kept

    def start(self) -> None:
        """Start to keep what comes."""
        self._keeps = True
        self._run()

    async def stop(self) -> None:
        """Write what came, and end, unless something is recorded; await it on any loop."""
        self._keeps = False
        if not self._is_recording:
            await self.close()
        else:
            self._tell_keeps()
            await self._end_companion()

    async def record(self, order: RecordingOrder) -> RecordingState | None:
        """Begin a recording; returns its state once it has begun, or could not; None where nothing can be written."""
        keys = order.keys
        self._run()
        thread, tap = self._thread, self._tap
        assert thread is not None  # noqa: S101 - they were just made
        assert tap is not None  # noqa: S101
        self._link.call(tap.take_images, _every_image if keys is None else keys.__contains__)
        while thread.recorder is None and not thread.has_failed:  # noqa: ASYNC110 - the thread that writes has no loop
            await asyncio.sleep(_STEP_S)
        if thread.recorder is not None:
            thread.recorder.order = order
        while not thread.has_failed and self._thread is thread:
            state = self.recording
            if state is not None and state.order is order:
                return state
            await asyncio.sleep(_STEP_S)
        return None

    async def end_recording(self) -> RecordingState | None:
        """End the recording in order; returns its last state, None if nothing was recorded."""
        thread, tap = self._thread, self._tap
        if thread is not None and tap is not None:
            await self._link.run(self._let_go(tap))
            if thread.recorder is not None:
                thread.recorder.order = None
            while self._thread is thread and self._is_recording:  # noqa: ASYNC110 - as above
                await asyncio.sleep(_STEP_S)
            self._recording = self.recording
            if not self._keeps:
                await self.close()
        return self.recording

    @property
    def _is_recording(self) -> bool:
        recording = self.recording
        return recording is not None and not recording.is_ended

    def _tell_keeps(self) -> None:
        for thread in (self._thread, self._picture_thread):
            if thread is not None and thread.recorder is not None:
                thread.recorder.keeps = self._keeps

    def _begin_companion(self) -> None:
        if self._keeps and self._companion is None and self.make_companion is not None:
            self._companion = self.make_companion()
            self._companion.start()

    async def _end_companion(self) -> None:
        companion, self._companion = self._companion, None
        if companion is not None:
            await asyncio.to_thread(companion.stop, _STOP_TIMEOUT_S)

    def _run(self) -> None:
        """Start the thread that writes, unless it runs."""
        if self._thread is not None and not self._thread.has_failed:
            self._tell_keeps()
            self._begin_companion()
            return
        root, picture_root = black_box_folder(), box_pictures_folder()
        # the numbers of channels are those of this run in both
        name = run_name(time.time_ns())
        channels = self._channels = ChannelTable(OWN_CHANNELS)
        tap = self._tap = RecordTap(channels)

        def make() -> Recorder:
            # it needs numpy, which would hold up the window's first paint
            from app.record.mcap_writer import McapWriter  # noqa: PLC0415

            folder = SegmentFolder(root, self.claims, name=name)
            snapshot = lambda: self._newest(tap)  # noqa: E731
            recorder = Recorder(
                folder, tap, channels, self._own, snapshot, self._limits, McapWriter, self._show_trouble
            )
            recorder.keeps = self._keeps
            return recorder

        def make_pictures() -> Recorder:
            from app.record.mcap_writer import McapWriter  # noqa: PLC0415 - as above
            from app.record.thinning import PictureSource  # noqa: PLC0415

            source = PictureSource(channels, lambda: self._connections.store.with_messages, self._wants_picture)
            folder, limits = SegmentFolder(picture_root, self.claims, name=name), self._limits
            recorder = Recorder(folder, source, channels, None, source.newest, limits, McapWriter, lambda _: None)
            recorder.keeps = self._keeps
            return recorder

        self._thread = RecorderThread(make, tap.long_came)
        self._picture_thread = RecorderThread(make_pictures, threading.Event(), is_patient=True)
        for each in (self._thread, self._picture_thread):
            each.start()
        self._begin_companion()
        logging.getLogger().addHandler(self._log)
        self._link.call(self._listen, tap)

    async def close(self) -> None:
        """Write what came, and end, also what is recorded; await it on any loop."""
        thread, self._thread = self._thread, None
        pictures, self._picture_thread = self._picture_thread, None
        tap, self._tap = self._tap, None
        if thread is None or tap is None or pictures is None:
            return
        logging.getLogger().removeHandler(self._log)
        # whatever the companion does, what came is written
        await asyncio.gather(self._end_companion(), self._end_recorders(tap, thread, pictures))
        if thread.recorder is not None and thread.recorder.recording is not None:
            self._recording = thread.recorder.recording
        self._alerts.clear(_ALERT)

    async def _end_recorders(self, tap: RecordTap, *threads: RecorderThread) -> None:
        await self._link.run(self._stop_listening(tap))
        await asyncio.gather(*(asyncio.to_thread(each.stop, _STOP_TIMEOUT_S) for each in threads))

    # on the link loop

    async def seal(self, timeout_s: float) -> None:
        """Have all that came until now be in its files, or wait no longer than this; on the link loop."""
        tap, threads = self._tap, (self._thread, self._picture_thread)
        recorders = [thread.recorder for thread in threads if thread is not None and thread.recorder is not None]
        if tap is None:
            return
        loop = self._link.loop
        until_s = loop.time() + timeout_s
        tap.hand_over(loop.time())
        asked = []
        for recorder in recorders:
            recorder.seals_asked += 1
            asked.append((recorder, recorder.seals_asked))
        for thread in threads:
            if thread is not None:
                thread.wake()
        # the threads that write have no loop
        while any(recorder.seals_done < count for recorder, count in asked) and loop.time() < until_s:  # noqa: ASYNC110
            await asyncio.sleep(_SEAL_STEP_S)

    def _listen(self, tap: RecordTap) -> None:
        self._connections.store.tap = tap.put
        self._hand_over(tap)

    def _hand_over(self, tap: RecordTap) -> None:
        self._timer = self._link.loop.call_later(2 * HAND_OVER_S, self._hand_over, tap)
        now_s = self._link.loop.time()
        tap.hand_over(now_s)
        self._share_room()
        self._subscribe(now_s)

    def _subscribe(self, now_s: float) -> None:
        if self.subscriptions is not None and self._keeps:
            self.subscriptions.look(now_s)
        elif self.subscriptions is not None:
            self.subscriptions.end()

    def _share_room(self) -> None:
        """Give pictures half of the room at most, and no longer a time than the rest; the rest has what they leave."""
        threads = self._thread, self._picture_thread
        box, pictures = (thread.recorder if thread is not None else None for thread in threads)
        if box is None or pictures is None:
            return
        limits = self._limits
        box.limits = dataclasses.replace(
            limits, nbytes=max(limits.nbytes - pictures.state.kept_bytes, limits.nbytes // 2)
        )
        pictures.limits = dataclasses.replace(limits, nbytes=limits.nbytes // 2, since_ns=box.state.since_ns)

    async def _let_go(self, tap: RecordTap) -> None:
        """Hand over what came until now, and leave images out from now on."""
        tap.hand_over(self._link.loop.time())
        tap.take_images(None)

    async def _stop_listening(self, tap: RecordTap) -> None:
        self._connections.store.tap = None
        if self._timer is not None:
            self._timer.cancel()
        if self.subscriptions is not None:
            self.subscriptions.end()
        tap.hand_over(self._link.loop.time())

    # in the thread that writes

    def _dropped(self) -> object:
        """Return how many messages were not kept."""
        state = self.state
        return {"messages": state.lost if state is not None else 0}

    def _newest(self, tap: RecordTap) -> Iterator[tuple[int, Message]]:
        """Yield what topics that are subscribed to said last; of parts that several nodes keep, all."""
        for topic in self._connections.store.with_messages:
            newest = topic.newest
            if newest is None or not topic.live:
                continue
            connection = self._connections.get(topic.key.connection)
            kept = connection.kept_messages(topic.key.topic) if connection is not None else ()
            for message in kept or (newest,):
                if channel := tap.channel_of(topic, message.schema):
                    yield channel, message

    def _wants_picture(self, key: TopicKey) -> bool:
        return self._connections.is_recorded(key.connection) and self._keeps_pictures(key)

    def _show_trouble(self, trouble: str) -> None:
        if trouble:
            text, tip = RecordWording.NOTHING_KEPT(trouble=trouble), RecordWording.NOTHING_KEPT_TIP()
            self._alerts.raise_alert(Alert(_ALERT, Severity.WARNING, "Teledeck", text, tip, time.time_ns()))
        else:
            self._alerts.clear(_ALERT)


def _every_image(_: TopicKey) -> bool:
    return True

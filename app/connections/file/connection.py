"""The connection to a recording, which plays it as if its robot were there; it can never command anything."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import Connection
from app.connections.file.playback import Playback, ReadingThread
from app.connections.file.recording import OpenRecording, UnreadableRecordingError, open_paths
from app.model.alerts import Alerts, Severity
from app.model.schema import Schema
from app.model.status import ConnectionState, SimClock
from app.model.topics import TopicInfo, TopicKey, TopicStore
from app.net.tasks import TaskPool, wait_for_event
from app.record.addresses import recording_paths, recording_uri
from app.record.mcap_fields import RecordingError
from app.record.player import Played
from app.record.survey import Survey
from app.wording.record import PlaybackWording
from protocols.errors import LocalProtocolError
from protocols.schema import Role

_LOGGER = logging.getLogger(__name__)

# a recording that could not be opened is tried again, as often as a file is looked for that was open
CHECK_S: Final = 2.0
LIST_TIMEOUT_S: Final = 60.0
# then it is closed when the disk has answered
CLOSE_TIMEOUT_S: Final = 1.0
# what is played waits so long at most
_SURVEY_S: Final = 0.01
# what else is damaged is counted
_MAX_DAMAGES: Final = 3


def open_connection(
    uri: str,
    store: TopicStore,
    alerts: Alerts,
    settings: Settings,
    environ: Mapping[str, str],
    on_change: Callable[[], None],
) -> FileConnection:
    """Make the connection that `uri` names; it does nothing before `start`. Raises LocalProtocolError."""
    del environ
    paths = recording_paths(uri)
    if not paths:
        raise LocalProtocolError(PlaybackWording.NO_PATH(), PlaybackWording.NO_PATH_TIP())
    return FileConnection(paths, store, alerts, settings, on_change)


class FileConnection(Connection):
    """A connection to a recording of one or several files."""

    is_recorded: ClassVar[bool] = False

    def __init__(
        self,
        paths: tuple[Path, ...],
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(recording_uri(paths), store, alerts, settings, on_change)
        self.description = PlaybackWording.RECORDING()
        self._paths = paths
        self._recording: OpenRecording | None = None
        self._opened = asyncio.Event()
        self._tasks = TaskPool(self.id)
        self._plays_at_once = settings.plays_recordings
        self._damages = 0
        # reads, decompresses and closes: the loop waits for no disk
        self._executor = ReadingThread("recording")
        # for that thread: also one that was opened when nobody waited for it any more
        self._opened_last: OpenRecording | None = None

    @override
    def start(self) -> None:
        self._tasks.spawn(self._run(), "playback")

    @override
    def _topic_of(self, name: str) -> str | None:
        recording = self._recording
        if recording is None:
            return name.strip()
        known = {info.name for info in recording.topics}
        return next((each for each in (name.strip(), f"/{name.strip()}") if each in known), None)

    @override
    def resolve(self, name: str) -> str:
        return self._topic_of(name) or name.strip()

    @override
    def _subscribe(self) -> None:
        wanted, playback = frozenset(self._wanted.resolve()), self.playback
        if playback is None:
            return
        for topic in self._store.topics:
            if topic.key.connection == self.id and topic.live is not (topic.key.topic in wanted):
                topic.live = not topic.live
                topic.reset_rate()
        self._store.touch()
        playback.set_wanted(wanted)
        if wanted and self._plays_at_once:
            self._plays_at_once = False
            playback.play()

    @override
    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        if not await wait_for_event(self._opened, timeout_s) or self._recording is None:
            raise UnreadableRecordingError(self.status.reason, self.status.tip)
        return self._recording.topics

    @override
    def schema_of(self, type_name: str) -> Schema | None:
        schemas = self._recording.schemas if self._recording is not None else ()
        return next((schema for schema in schemas if schema.name == type_name), None)

    @override
    async def close(self) -> None:
        if self.status.state is not ConnectionState.CLOSED:
            self.set_status(ConnectionState.CLOSED, PlaybackWording.CLOSED())
            await self._tasks.cancel()
            loop, closed = asyncio.get_running_loop(), asyncio.Event()

            def close_files() -> None:
                if self._opened_last is not None:
                    self._opened_last.close()
                # the loop may have ended meanwhile
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(closed.set)

            # it may still read
            self._executor.submit(close_files)
            self._executor.shutdown(wait=False)
            await wait_for_event(closed, CLOSE_TIMEOUT_S)

    # the recording

    async def _run(self) -> None:
        recording = await self._open()
        self._recording = recording
        self.playback = playback = Playback(
            recording.player, self._executor, self._deliver_all, self._tell_time, is_empty=not recording.has_messages
        )
        self._show(recording)
        self._tell_time()
        self._opened.set()
        self._subscribe()
        self._tasks.spawn(self._watch(recording), "file")
        self._tasks.spawn(self._survey(recording, playback), "survey")
        while True:
            try:
                await playback.run()
            except OSError as error:
                text = PlaybackWording.NOT_READ(reason=error.strerror or str(error))
                self.alerts.ensure("disk", Severity.ERROR, text, PlaybackWording.NOT_READ_TIP())
                await asyncio.sleep(CHECK_S)

    async def _open(self) -> OpenRecording:
        """Open the recording; as long as that fails, try again."""
        loop = asyncio.get_running_loop()

        def tell(error: RecordingError) -> None:
            loop.call_soon_threadsafe(self._tell_damage, error)

        def open_files() -> OpenRecording:
            self._opened_last = opened = open_paths(self._paths, tell)
            return opened

        while True:
            try:
                return await loop.run_in_executor(self._executor, open_files)
            except UnreadableRecordingError as error:
                reason, tip = error.reason, error.tip
            except (OSError, ValueError, MemoryError) as error:
                why = getattr(error, "strerror", None) or str(error) or type(error).__name__
                reason = PlaybackWording.NOT_OPENED(path=str(self._paths[0]), reason=why)
                tip = PlaybackWording.NOT_OPENED_TIP()
            self.set_status(ConnectionState.CONNECTING, reason, tip, failed=True)
            self.attempts.failed(CHECK_S)
            self.attempts.nudge.clear()
            await wait_for_event(self.attempts.nudge, CHECK_S)

    def _show(self, recording: OpenRecording) -> None:
        """Show the topics, and what is wrong with the recording."""
        self._store.update(self.id, recording.topics)
        for channel in (each for file in recording.files for each in file.channels.values()):
            topic, schema = self._store.get_or_create(TopicKey(self.id, channel.topic)), recording.schema_of(channel)
            topic.schema = topic.schema or schema
            if Role.LOG_LINE in schema.roles() and not self.log_topic:
                self.log_topic = channel.topic
        player, files = recording.player, recording.files
        self.description = PlaybackWording.SPAN(
            duration_s=(player.end_ns - player.start_ns) / 1e9, topics=len(recording.topics), files=len(files)
        )
        for name, fault in recording.faults.items():
            text = PlaybackWording.NOT_DECODED(topic=name, reason=fault.reason)
            self.alerts.ensure(f"schema {name}", Severity.WARNING, text, fault.tip)
        if recording.cut:
            text = PlaybackWording.NOT_ENDED(file=recording.cut[0], count=len(recording.cut))
            self.alerts.ensure("cut", Severity.INFO, text, PlaybackWording.NOT_ENDED_TIP())
        reason = PlaybackWording.OPEN() if recording.has_messages else PlaybackWording.EMPTY()
        self.set_status(ConnectionState.CONNECTED, reason)

    async def _survey(self, recording: OpenRecording, playback: Playback) -> None:
        """See what the recording holds when, little by little: what is played comes between."""
        loop = asyncio.get_running_loop()
        survey = Survey()
        steps = (step for file in recording.files for step in survey.take(str(file.path), file))

        def go_on() -> bool:
            begun_s = time.monotonic()
            for _ in steps:
                if time.monotonic() - begun_s > _SURVEY_S:
                    break
            else:
                survey.sum_up()
                return False
            survey.sum_up()
            return True

        try:
            while await loop.run_in_executor(self._executor, go_on):
                playback.contents = survey.contents
            playback.contents = survey.contents
        except OSError as error:
            # what is played tells of the disk
            _LOGGER.info("The marks of a recording can't be read: %s", error)

    async def _watch(self, recording: OpenRecording) -> None:
        """Tell of a file that goes from its place; what is open goes on."""
        while True:
            await asyncio.sleep(CHECK_S)
            gone = await asyncio.get_running_loop().run_in_executor(self._executor, recording.missing)
            text = PlaybackWording.GONE(file=gone.name) if gone is not None else ""
            self.alerts.ensure("gone", Severity.WARNING, text, PlaybackWording.GONE_TIP())

    def _tell_damage(self, error: RecordingError) -> None:
        self._damages += 1
        if self._damages <= _MAX_DAMAGES:
            text = PlaybackWording.LEFT_OUT(reason=error.reason)
            tip = PlaybackWording.DAMAGED_TIP(file=error.path.name)
            self.alerts.ensure(f"damage {self._damages}", Severity.WARNING, text, tip)

    def _deliver_all(self, played: Sequence[Played], now_s: float) -> None:
        recording = self._recording
        if recording is None:
            return
        for one in played:
            topic = self._store.get(TopicKey(self.id, one.channel.topic))
            if topic is not None and topic.live:
                sender = one.channel.metadata.get("callerid", "")
                self.deliver(topic, one.batch, recording.schema_of(one.channel), now_s, sender=sender)

    def _tell_time(self) -> None:
        """Tell the time of the recording after a step, for which the disk was there."""
        if self.playback is not None:
            self.alerts.clear("disk")
            state = self.playback.state
            self.clock = SimClock(state.position_ns, time.time_ns(), self.playback.jumps_back, is_recorded=True)

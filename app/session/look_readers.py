"""The readers of the black box for looks back, each of which goes on from one look to the next."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from app.model.time_contents import NO_CONTENTS, TimeContents
from app.net.tasks import TaskPool
from app.session.black_box import BlackBox

if TYPE_CHECKING:
    # not needed before somebody looks back, and slow to load
    from app.connections.file.playback import ReadingThread
    from app.record.survey import BoxSurvey
    from app.session.box_reader import BoxReader

# how often it is learnt what the black box has ended since, while nobody looks back
LEARN_S: Final = 15.0
# between two files: each costs live views some frames
REST_S: Final = 2.0


class LookReaders:
    """The reader of the black box and its survey, each with its thread. On the link loop.

    Attributes:
        contents: what the black box holds when, as far as it was looked at.
    """

    def __init__(self, box: BlackBox, now_ns: Callable[[], int]) -> None:
        self.contents: TimeContents = NO_CONTENTS
        self._box = box
        self._now_ns = now_ns
        self._opened: tuple[ReadingThread, BoxReader] | None = None
        # what is looked at does not wait for it, nor does the end of the program
        self._surveying: tuple[ReadingThread, BoxSurvey] | None = None
        self._tasks = TaskPool("look readers")
        self._learning: asyncio.Task[None] | None = None

    async def opened(self) -> tuple[ReadingThread, BoxReader]:
        """Return the reader, and the thread that it is for."""
        if "app.session.box_reader" not in sys.modules:
            await asyncio.get_running_loop().run_in_executor(None, load_readers)
        if self._opened is None:
            from app.connections.file.playback import ReadingThread  # noqa: PLC0415 - loaded by now
            from app.session.box_reader import BoxReader  # noqa: PLC0415 - as above

            self._opened = ReadingThread("look back"), BoxReader(self._box.files)
        return self._opened

    def learn(self) -> None:
        """Go on to learn what is in ended files, so that a look opens them at once; again it is the same."""
        if self._learning is None or self._learning.done():
            self._learning = self._tasks.spawn(self._learn(), "learn")

    def rest(self) -> None:
        """Close all files behind what was asked for: nobody looks back."""
        if self._opened is not None:
            executor, reader = self._opened
            executor.submit(reader.rest)

    async def look(self) -> bool:
        """See what the black box holds in one file that is new, or goes on; returns whether there was one."""
        if self._surveying is None:
            # it needs numpy
            from app.connections.file.playback import ReadingThread  # noqa: PLC0415
            from app.record.survey import BoxSurvey  # noqa: PLC0415

            self._surveying = ReadingThread("survey"), BoxSurvey(lambda: self._box.files(0, self._now_ns()))
        executor, survey = self._surveying
        found_more = await asyncio.get_running_loop().run_in_executor(executor, survey.look)
        self.contents = survey.contents
        return found_more

    async def close(self) -> None:
        """End, when the disk has answered."""
        await self._tasks.cancel()
        self.rest()
        for made in (self._opened, self._surveying):
            if made is not None:
                made[0].shutdown(wait=False)
        self._opened = self._surveying = None

    async def _learn(self) -> None:
        loop = asyncio.get_running_loop()
        executor, reader = await self.opened()
        while True:
            await loop.run_in_executor(executor, reader.read_ahead, self._now_ns())
            found_more = await loop.run_in_executor(executor, reader.learn)
            await asyncio.sleep(REST_S if found_more else LEARN_S)


def load_readers() -> None:
    """Load what reads the black box, which takes longer than a look back may."""
    import app.connections.file.playback  # noqa: PLC0415
    import app.connections.file.recording  # noqa: PLC0415
    import app.record.thinning  # noqa: PLC0415
    import app.session.box_reader  # noqa: PLC0415
    import app.session.recorded_drive  # noqa: PLC0415, F401

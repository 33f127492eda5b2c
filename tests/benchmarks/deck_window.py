"""The whole window under the load, and when all of its views have painted the past that was asked for."""

from __future__ import annotations

import asyncio
import functools
import itertools
import random
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any, Final

from app.session.session import Session
from tests.benchmarks.deck_box import FILLED_S
from tests.benchmarks.views_frames import Frames, Paints, Seen
from tests.benchmarks.views_load import CAMERA_TYPE, SMALL_HZ
from tests.benchmarks.views_window import CountedWindow, LoadedWindow, Taken

JUMPS: Final = 6
SCRUB_HZ: Final = 30
# a view that has not painted it by then never does
_TIMEOUT_S: Final = 5.0
_PAUSE_S: Final = 0.3
# of a time that is shown, messages came no earlier than this before
_SMALL_NS: Final = 2_000_000_000 // SMALL_HZ
_PICTURE_NS: Final = 1_100_000_000
_S: Final = 1_000_000_000
_KEPT_S: Final = 3600.0
_KEPT_BYTES: Final = 1 << 36


class _WatchedFrames(Frames):
    """Tells at the end of a frame."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        super().__init__()
        self._on_end = on_end

    def end(self) -> None:
        """See Frames."""
        super().end()
        self._on_end()


class DeckWindow(LoadedWindow):
    """A window whose views show the past in turns; see `LoadedWindow`."""

    def __init__(self, session: Session, window: CountedWindow, connection: str, number_at: int) -> None:
        super().__init__(session, window, connection, number_at)
        # as where robots are driven: the past is shown when it is admitted
        self._driving = session.driving
        # what is jumped to is kept until the end, however many rounds there are
        session.black_box.set_limits(_KEPT_S, _KEPT_BYTES)
        self.frames = _WatchedFrames(self._end_frame)
        self._chance = random.Random(1)
        # all that is sent comes later, and what the black box has was earlier
        self._begun_s = time.time()
        # the views that are to paint a time, and those that have done it since that was asked for
        self._are_right: dict[str, Callable[[], bool]] = {}
        self._right: set[str] = set()
        self._sought: tuple[int, int] | None = None
        self._done: asyncio.Future[float] | None = None

    def open_views(self) -> None:
        """See LoadedWindow."""
        super().open_views()
        inspector = self.window.inspector
        self._watch("inspector", inspector.tree.viewport(), lambda: self._is_of(inspector._message, _SMALL_NS))
        picture = self.picture.view

        def picture_is_right() -> bool:
            return picture.rendered is not None and self._is_of(picture.rendered.frame.message, _PICTURE_NS)

        self._watch("picture", picture, picture_is_right)
        for number, cell in enumerate(self.plots.grid.cells):
            window = cell.view._window

            def has_line(window: Any = window) -> bool:
                return any(self._is_in(line.mark.time_ns, 0) for line in window.marks)

            self._watch(f"plot {number}", cell.view, has_line)

    async def look_back(self, jumps: int, from_ns: int, until_ns: int) -> dict[str, list[float]]:
        """Look back by the key, jump about between two times, and return; tells how long each took, in ms."""
        action, deck = self.window.actions_of_window.recording.look_back, self._session.deck
        now_ns = time.time_ns()
        told = {"hold": [await self._until_shown(action.trigger, now_ns - 11 * _S, now_ns - 8 * _S)]}
        told["jump"] = []
        for _ in range(jumps):
            await asyncio.sleep(_PAUSE_S)
            to_ns = self._chance.randrange(from_ns + _S, until_ns)
            deck.pause()
            told["jump"].append(await self._until_shown(functools.partial(deck.seek, to_ns), to_ns, to_ns))
        await asyncio.sleep(_PAUSE_S)
        # until views show what is now: no line of the past is in plots
        began = time.perf_counter()
        deck.go_live()
        while deck.is_past:  # noqa: ASYNC110 - it is changed in another thread
            await asyncio.sleep(0)
        told["live_ms"] = [1e3 * (time.perf_counter() - began)]
        return told

    async def scrub(self, duration_s: float) -> dict[str, object]:
        """Drag the time through all that is kept, there and back; tells what was seen meanwhile."""
        deck = self._session.deck
        deck.seek(time.time_ns() - 5 * _S)
        await asyncio.sleep(1.0)
        # of the look: what it plays is opened anew where time goes behind its end
        look = deck.look
        before = look.jumps if look is not None else 0
        self.frames.begin()
        began = time.monotonic()
        for step in itertools.count(1):
            passed_s = time.monotonic() - began
            if passed_s >= duration_s:
                break
            share = 1 - abs(2 * passed_s / duration_s - 1)
            deck.seek(time.time_ns() - round((5 + share * 0.95 * (FILLED_S - 5)) * _S))
            await asyncio.sleep(max(began + step / SCRUB_HZ - time.monotonic(), 0.0))
        seen, jumps = self.frames.seen(), look.jumps - before if look is not None else 0
        deck.go_live()
        return _as_json(seen) | {"jumps_hz": jumps / seen.elapsed_s}

    async def end_box(self) -> dict[str, object]:
        """End the black box; tells how many messages it has counted as lost."""
        state = self._session.black_box.state
        await self._session.black_box.stop()
        return {"lost": state.lost if state is not None else 0}

    # inside

    def _watch(self, name: str, widget: Any, is_right: Callable[[], bool]) -> None:
        self._are_right[name] = is_right

        def painted() -> None:
            if self._sought is not None and is_right():
                self._right.add(name)

        Paints(widget, painted)

    def _is_of(self, message: Any, within_ns: int) -> bool:
        return message is not None and self._is_in(message.received_ns, within_ns)

    def _is_in(self, time_ns: int, within_ns: int) -> bool:
        return self._sought is not None and self._sought[0] - within_ns <= time_ns <= self._sought[1]

    def _end_frame(self) -> None:
        if self._done is not None and not self._done.done() and self._right == self._are_right.keys():
            self._done.set_result(time.perf_counter())

    async def _until_shown(self, ask: Callable[[], object], from_ns: int, until_ns: int) -> float:
        """Ask for a time, and tell in ms how long it took until all views had painted it."""
        self._done = asyncio.get_running_loop().create_future()
        self._right.clear()
        self._sought = from_ns, until_ns
        began = time.perf_counter()
        ask()
        try:
            ended = await asyncio.wait_for(self._done, _TIMEOUT_S)
        except TimeoutError:
            ended = began + _TIMEOUT_S
        self._sought = None
        return 1e3 * (ended - began)

    async def settle(self) -> Taken:
        """See LoadedWindow. Pictures that came while views showed the past were passed over.

        Of samples those count that came since the beginning: curves have what the black box kept before, too.
        """
        taken = await super().settle()
        series = [curve.series for cell in self.plots.grid.cells for curve in cell.plot.curves]
        times = [each.samples().times for each in series if each is not None]
        plotted = sum(int((each >= self._begun_s).sum()) for each in times)
        return replace(taken, passed=taken.camera - taken.painted, plotted=plotted)

    def _see_picture(self) -> None:
        rendered = self.picture.view.rendered
        # those of the past are no pictures of the sender
        if rendered is not None and rendered.frame.message.schema.name == CAMERA_TYPE:
            super()._see_picture()


def _as_json(seen: Seen) -> dict[str, object]:
    return asdict(seen) | {"frames_hz": seen.frames_hz}

"""The newest image of a topic, rendered as a view requests it.

Rendering that takes long is done beside the interface thread, one job at a time. Images that come meanwhile are
skipped, never queued.
"""

from __future__ import annotations

import functools
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, Generic, TypeVar

from app.model.images.shading import AutoRange
from app.model.schema import DecodeError
from app.model.topics import Message, Topic
from app.ui.images.image_frame import RenderedImage, RenderRequest, ViewedImage, read_frame, render, render_cost_key

# seconds; a longer job would hold up a frame
MAX_INLINE_S: Final = 0.0025

# of the newest measurement: a job that took long once may have been held up itself
_WEIGHT: Final = 0.3

_Result = TypeVar("_Result")

_RATE_WINDOW_S: Final = 2.0


class ImageRenderer(Generic[_Result]):
    """Runs jobs. The time of each kind of job is measured, so that short jobs are done at once."""

    def __init__(self, stopwatch: Callable[[], float] = time.perf_counter) -> None:
        self._stopwatch = stopwatch
        self._costs_s: dict[Hashable, float] = {}
        self._executor: ThreadPoolExecutor | None = None
        self._future: Future[tuple[_Result, Hashable, float]] | None = None

    @property
    def busy(self) -> bool:
        """Whether a job is running, or its result was not taken."""
        return self._future is not None

    def run(self, job: Callable[[], _Result], kind: Hashable, *, long: bool) -> _Result | None:
        """Return the result of a short job; None for a long one, in a thread, whose result `take_result` gives later.

        Args:
            job: raises what its caller, or that of `take_result`, can handle.
            kind: jobs of one kind take about the same time.
            long: whether a job of a kind that was never measured is long.
        """
        if self._future is not None:
            raise RuntimeError("one job at a time")
        cost_s = self._costs_s.get(kind)
        if cost_s is None and len(self._costs_s) > 256:
            self._costs_s.clear()
        if (cost_s is None and long) or (cost_s is not None and cost_s > MAX_INLINE_S):
            if self._executor is None:
                self._executor = ThreadPoolExecutor(1, "picture")
            self._future = self._executor.submit(self._run_measured, job, kind)
            return None
        return self._record_cost(*self._run_measured(job, kind))

    def take_result(self) -> _Result | None:
        """Return the result of the job in the thread, None while it runs; raises what the job raised."""
        if self._future is None or not self._future.done():
            return None
        future, self._future = self._future, None
        return self._record_cost(*future.result())

    def close(self) -> None:
        """Stop; a running job ends by itself."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
        self._future = None

    def _run_measured(self, job: Callable[[], _Result], kind: Hashable) -> tuple[_Result, Hashable, float]:
        started = self._stopwatch()
        result = job()
        return result, kind, self._stopwatch() - started

    def _record_cost(self, result: _Result, kind: Hashable, duration_s: float) -> _Result:
        before_s = self._costs_s.get(kind, duration_s)
        self._costs_s[kind] = before_s + _WEIGHT * (duration_s - before_s)
        return result


class ImageFeed:
    """Source of rendered images.

    Attributes:
        frame: the image that is or will be shown; its message is held as long.
        error: why the newest message can't be shown, None while it can.
        held: whether the image stays, whatever arrives.
        skipped: number of messages that were not shown, since the topic was first shown.
    """

    def __init__(self, stopwatch: Callable[[], float] = time.perf_counter) -> None:
        self.frame: ViewedImage | None = None
        self.error: DecodeError | None = None
        self.held = False
        self.skipped = 0
        self._renderer: ImageRenderer[RenderedImage] = ImageRenderer(stopwatch)
        self._auto = AutoRange()
        self._message: Message | None = None
        # number of the newest message read, or of the last before the first one read; None before that
        self._last_number: int | None = None
        self._rendering: tuple[ViewedImage, RenderRequest] | None = None
        self._shown_s: deque[float] = deque()
        self._last_shown: ViewedImage | None = None
        self._failed: tuple[ViewedImage, RenderRequest] | None = None

    @property
    def busy(self) -> bool:
        """Whether an image is being rendered in the thread."""
        return self._renderer.busy

    @property
    def message(self) -> Message | None:
        """The newest message that was read."""
        return self._message

    def rate_hz(self, now: float) -> float:
        """Return the number of images shown per second, over the last seconds."""
        while self._shown_s and self._shown_s[0] < now - _RATE_WINDOW_S:
            self._shown_s.popleft()
        if len(self._shown_s) < 2:
            return 0.0
        return (len(self._shown_s) - 1) / max(self._shown_s[-1] - self._shown_s[0], 1e-9)

    def reset(self) -> None:
        """Release everything, for another topic."""
        self.frame = self.error = self._message = self._last_shown = self._failed = self._rendering = None
        self.held, self.skipped, self._last_number = False, 0, None
        self._shown_s.clear()
        self._auto.reset()

    def refresh(
        self,
        topic: Topic | None,
        index: int,
        request_for: Callable[[tuple[int, int]], RenderRequest],
        shown: RenderedImage | None,
        now: float,
    ) -> RenderedImage | None:
        """Return the image to paint instead of `shown`, None where that may stay; to be called for each frame.

        Args:
            topic: the topic to read, None for none.
            index: which of several images in a message.
            request_for: returns the request for an image of a size in pixels; 0 for an unknown size.
            shown: the image that is painted.
            now: monotonic, in seconds.
        """
        done = self._finished_image()
        if self._renderer.busy:
            return self._count_shown(done, now)
        if topic is not None and not self.held:
            self._read(topic, index)
        frame = self.frame
        current = done or shown
        if frame is None:
            return self._count_shown(done, now)
        request = request_for(frame.size)
        if (current is not None and current.serves(frame, request)) or self._failed == (frame, request):
            return self._count_shown(done, now)
        self._rendering = (frame, request)
        job = functools.partial(render, frame, request, self._auto)
        try:
            at_once = self._renderer.run(job, render_cost_key(frame, request), long=frame.pixels is None)
        except DecodeError as error:
            self._fail(error)
            at_once = None
        if done is not None and at_once is not None and done.frame not in {at_once.frame, self._last_shown}:
            self.skipped += 1
        return self._count_shown(at_once or done, now)

    def read_again(self) -> None:
        """Read the newest message again, for another of its images."""
        self._message = None

    def close(self) -> None:
        """Stop, and release everything."""
        self._renderer.close()
        self.reset()

    # internals

    def _finished_image(self) -> RenderedImage | None:
        try:
            done = self._renderer.take_result()
        except DecodeError as error:
            self._fail(error)
            return None
        # the operator may have selected another topic by now
        return done if done is not None and done.frame is self.frame else None

    def _fail(self, error: DecodeError) -> None:
        self._failed = self._rendering
        if self._failed is not None and self._failed[0] is self.frame:
            self.error = error

    def _read(self, topic: Topic, index: int) -> None:
        message = topic.newest
        if self._last_number is None:
            # messages from before the first refresh do not count as skipped, except the last
            self._last_number = message.number - 1 if message is not None else 0
        if message is None or message is self._message:
            return
        self.skipped += max(message.number - self._last_number - 1, 0)
        self._message, self._last_number = message, message.number
        try:
            self.frame = read_frame(message, index, topic.last_arrival_s)
        except DecodeError as error:
            self.error = error

    def _count_shown(self, rendered: RenderedImage | None, now: float) -> RenderedImage | None:
        if rendered is not None and rendered.frame is not self._last_shown:
            self._last_shown = rendered.frame
            self._shown_s.append(now)
            self.error = None
        return rendered

"""The playback of one recording: it is read in a thread of its own, and delivered on the link loop."""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, ParamSpec, TypeVar

from typing_extensions import override

from app.model.playback import PlaybackState
from app.model.time_contents import NO_CONTENTS, TimeContents
from app.net.tasks import wait_for_event
from app.record.player import Played, Player
from app.record.recording import Recording
from app.wording.record import PlaybackWording

TICK_S: Final = 1 / 30
MAX_REST_S: Final = 0.1

Request = Callable[[Player, float], Sequence[Played] | None]
# files that are gone are let go of before anything else may need them
_CLOSING: Final = "files"


_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


class ReadingThread(concurrent.futures.Executor):
    """A thread that does one thing after the other. A process ends without it: a disk may never answer."""

    def __init__(self, name: str) -> None:
        self._waiting: queue.SimpleQueue[tuple[concurrent.futures.Future[Any], Callable[[], Any]] | None]
        self._waiting = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @override
    def submit(
        self, fn: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> concurrent.futures.Future[_Result]:
        future: concurrent.futures.Future[_Result] = concurrent.futures.Future()
        self._waiting.put((future, functools.partial(fn, *args, **kwargs)))
        if self._thread.ident is None:
            self._thread.start()
        return future

    @override
    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the thread behind all that was submitted; what was cancelled is left out."""
        self._waiting.put(None)
        if wait and self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while (one := self._waiting.get()) is not None:
            future, call = one
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = call()
            except BaseException as error:  # noqa: BLE001 - it is raised where the result is awaited
                future.set_exception(error)
            else:
                future.set_result(result)
            # nothing is held while nothing is asked for
            del one, future, call


class Playback:
    """The playback of one recording. On the link loop, but for `state`, which any thread may read.

    Args:
        player: is used in the thread of `executor` alone.
        executor: of one thread.
        deliver: takes what is played, with the time of the loop.
        changed: is called after each step.

    Attributes:
        state: the state after the last step.
        jumps_back: how often time went back.
        contents: what the recording holds when, as far as it was looked at; any thread may read it.
    """

    def __init__(
        self,
        player: Player,
        executor: concurrent.futures.Executor,
        deliver: Callable[[Sequence[Played], float], None],
        changed: Callable[[], None],
        *,
        is_empty: bool,
    ) -> None:
        self._player = player
        self._executor = executor
        self._deliver = deliver
        self._changed = changed
        self._is_empty = is_empty
        self._requests: list[tuple[str, Request]] = []
        self._wake = asyncio.Event()
        self._fault = ""
        self.state = self._state()
        self.jumps_back = 0
        self.contents: TimeContents = NO_CONTENTS

    # requests

    def set_wanted(self, topics: frozenset[str], beside: frozenset[str] = frozenset()) -> None:
        """Set the topics that are read, also those of `beside`, at whose messages no step ends.

        Those that are new tell what they said last.
        """
        self._ask("wanted", lambda player, _: player.set_wanted(topics, beside))

    def play(self) -> None:
        """Let time go on; at the end from the beginning."""
        self._ask("play", lambda player, now_s: player.play(now_s))

    def pause(self) -> None:
        """Let time stand."""
        self._ask("play", lambda player, _: player.pause())

    def seek(self, time_ns: int) -> None:
        """Jump to a time; of several jumps that wait the newest counts."""
        self._ask("seek", lambda player, now_s: player.seek(time_ns, now_s))

    def step(self, *, forward: bool) -> None:
        """Go to the next message of what is read, or back to the one before, and stand there."""
        self._ask("", lambda player, now_s: player.step(now_s, forward=forward))

    def set_rate(self, rate: float) -> None:
        """Set how much faster than in reality time goes."""
        self._ask("rate", lambda player, _: player.set_rate(rate))

    def set_loop(self, *, loop: bool, within_ns: tuple[int, int] | None = None) -> None:
        """Set whether the beginning follows the end: of the recording, or of the time between two."""

        def apply(player: Player, _: float) -> None:
            player.set_loop(loop=loop, within_ns=within_ns)

        self._ask("loop", apply)

    def close_files(self, is_gone: Callable[[Recording], bool]) -> None:
        """Close files of the recording, which goes on without them; `is_gone` is asked in the executor's thread."""
        self._ask(_CLOSING, lambda player, _: player.close_files(is_gone))

    # the loop

    async def run(self) -> None:
        """Play until cancelled. Raises OSError for what the disk refuses.

        Whatever it raises, the playback stands then; what was asked for and could not be done is tried by the next run.
        """
        try:
            await self._run()
        except Exception as error:
            self._player.pause()
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            self._fault = PlaybackWording.NOT_READ(reason=reason)
            self.state = self._state()
            raise

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        due_s = loop.time()
        while True:
            if not self._requests and not self.state.is_playing:
                await self._wake.wait()
            else:
                await wait_for_event(self._wake, max(due_s - loop.time(), 0.0))
            self._wake.clear()
            began_s = loop.time()
            requests, self._requests = sorted(self._requests, key=_behind_closing), []
            before_ns = self.state.position_ns
            played, done, error = await loop.run_in_executor(self._executor, self._work, requests, loop.time())
            self.jumps_back += self.state.position_ns < before_ns
            self._deliver(played, loop.time())
            # a machine that is slow has half of the time for others
            ended_s = loop.time()
            due_s = max(began_s + TICK_S, ended_s + min(ended_s - began_s, MAX_REST_S))
            if error is not None:
                self._put_back(requests[done:])
                raise error
            self._changed()

    def _ask(self, kind: str, request: Request) -> None:
        """Add a request, which takes the place of one of its kind that waits."""
        if kind:
            self._requests = [known for known in self._requests if known[0] != kind]
        self._requests.append((kind, request))
        self._wake.set()

    def _put_back(self, requests: Sequence[tuple[str, Request]]) -> None:
        """Let requests wait again, but for those that newer ones have replaced, and those to play."""
        replaced = {kind for kind, _ in self._requests if kind} | {"play"}
        self._requests = [request for request in requests if request[0] not in replaced] + self._requests

    def _work(self, requests: Sequence[tuple[str, Request]], now_s: float) -> tuple[list[Played], int, OSError | None]:
        """Do what was asked for and go on to now; in the thread of the executor.

        Returns what is played, how many requests were done, and what the disk refused.
        """
        played: list[Played] = []
        done, refused = 0, None
        try:
            if not requests:
                played += self._player.advance(now_s)
            for _, request in requests:
                jumps = self._player.jumps
                told = request(self._player, now_s) or ()
                # a jump tells anew what was told for the time before
                played = [*(played if self._player.jumps == jumps else ()), *told]
                done += 1
        except OSError as error:
            self._player.pause()
            refused = error
        finally:
            self.state = self._state()
        return played, done, refused

    def _state(self) -> PlaybackState:
        player = self._player
        return PlaybackState(
            player.start_ns,
            player.end_ns,
            player.position_ns,
            player.rate,
            player.loop,
            player.is_playing,
            player.is_late,
            self._is_empty,
            player.damaged,
            self._fault,
            player.jumps,
            player.loop_ns,
        )


def _behind_closing(request: tuple[str, Request]) -> bool:
    return request[0] != _CLOSING

"""Feeds of ghosts: the topics of each shown run are read once, and again when the robot is placed otherwise."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.model.reference_runs import ReferenceRun
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base.refresh import Spawn
from app.ui.base.run_colors import run_color
from app.ui.base.text import format_age, say
from app.ui.base.theme import Theme
from app.ui.top_view.ghosts import Ghost, GhostCollector, GhostSource, GhostTrail
from app.ui.top_view.layer_list import LayerRow
from app.ui.top_view.scene import ShownRobot
from app.wording.record import ReferenceWording
from app.wording.ui.top_view import TopViewWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns


@dataclass(slots=True)
class _Feed:
    """Ghost of one run, as far as it is known.

    Attributes:
        asked: the source that was asked for last; it is read when it is asked for again.
        source: the source that is read, or was.
    """

    asked: GhostSource | None = None
    source: GhostSource | None = None
    trail: GhostTrail | None = None
    fault: str = ""
    task: object = None

    def stop(self) -> None:
        """Read no further."""
        if isinstance(self.task, asyncio.Task):
            self.task.cancel()


class GhostFeeds:
    """Ghosts of all runs that are shown.

    Attributes:
        hidden: the runs whose ghosts the operator has switched off here.
        ghosts: those of the time that views show; replaced as a whole.
    """

    def __init__(
        self, runs: ReferenceRuns, links: Links, spawn: Spawn, now_ns: Callable[[], int] = time.time_ns
    ) -> None:
        self.hidden: frozenset[str] = frozenset()
        self.ghosts: tuple[Ghost, ...] = ()
        self._runs = runs
        self._links = links
        self._spawn = spawn
        self._now_ns = now_ns
        # the robot that is compared with: the time that is shown of it counts
        self._robot = ""
        self._feeds: dict[str, _Feed] = {}

    @property
    def runs(self) -> tuple[ReferenceRun, ...]:
        """The runs that have ghosts here, also hidden ones."""
        # what has no time yet is being opened
        return tuple(run for run in self._runs.runs if run.is_shown and run.end_ns)

    def find(self, robots: Sequence[ShownRobot], transforms: Sequence[TopicKey], fixed: str) -> None:
        """Find what says where the robot was in each run, and read what was not read yet.

        Args:
            robots: what tells the place of the robot now, the preferred first.
            transforms: the topics with transforms now.
            fixed: the fixed frame.
        """
        runs = self.runs
        if robots:
            self._robot = robots[0].key.connection
        for gone in self._feeds.keys() - {run.id for run in runs}:
            self._feeds.pop(gone).stop()
        for run in runs:
            feed = self._feeds.setdefault(run.id, _Feed())
            source = _source(run, robots, transforms, fixed) if robots else None
            # while a robot's first messages come, frames change
            is_settled, feed.asked = source == feed.asked, source
            if source is None and robots:
                feed.stop()
                feed.source = feed.trail = None
                feed.fault = ReferenceWording.NO_TOPIC(topic=robots[0].key.topic)
            elif source is not None and is_settled and source != feed.source and run.id not in self.hidden:
                feed.stop()
                feed.source, feed.trail, feed.fault = source, None, ""
                feed.task = self._spawn(self._read(run.id, feed, source), f"ghost of {run.id}")

    def refresh(self, *, trails: bool) -> bool:
        """Place all ghosts at the time that views show; return whether any has changed."""
        if not self._feeds and not self.ghosts:
            return False
        shown_ns = self._shown_ns
        ghosts = tuple(
            self._ghost(run, feed.trail, shown_ns, trails=trails)
            for run in self.runs
            if run.id not in self.hidden and (feed := self._feeds.get(run.id)) is not None and feed.trail is not None
        )
        is_changed = ghosts != self.ghosts
        self.ghosts = ghosts
        return is_changed

    def rows(self, theme: Theme) -> list[LayerRow]:
        """Return the rows of all runs in the list of layers."""
        return [self._row(run, self._feeds.get(run.id) or _Feed(), theme) for run in self.runs]

    def show(self, run_id: str, *, shown: bool) -> None:
        """Switch the ghost of a run on or off."""
        self.hidden = self.hidden - {run_id} if shown else self.hidden | {run_id}

    def close(self) -> None:
        """Read no further."""
        for feed in self._feeds.values():
            feed.stop()
        self._feeds.clear()

    # private

    @property
    def _shown_ns(self) -> int:
        """The time of receipt that views show: now, that of a recording that is played, or one in the past."""
        own = self._links.own_clocks.get(self._robot)
        clock = own if own is not None and own.is_recorded else self._links.past_clock()
        return clock.now_ns if clock is not None and clock.now_ns is not None else self._now_ns()

    def _ghost(self, run: ReferenceRun, trail: GhostTrail, shown_ns: int, *, trails: bool) -> Ghost:
        mark, way_m = trail.at(run.place.own_ns(shown_ns) / 1e9)
        return Ghost(run.id, run.number, run.name, trail, mark, way_m, trails)

    async def _read(self, run_id: str, feed: _Feed, source: GhostSource) -> None:
        collector = GhostCollector(source)
        try:
            is_whole = await self._runs.read(run_id, source.topics, collector)
        except SessionError as error:
            feed.fault = error.reason
            return
        feed.trail = collector.trail if is_whole else None
        if feed.trail is None:
            feed.fault = collector.fault if is_whole else ReferenceWording.NOT_READ_WHOLE()

    def _row(self, run: ReferenceRun, feed: _Feed, theme: Theme) -> LayerRow:
        is_shown = run.id not in self.hidden
        fault = say(feed.fault) if feed.fault and is_shown else ""
        note = fault or (self._note(run, feed) if is_shown else "")
        tip = "\n".join(filter(None, (run.name, say(TopViewWording.GHOST_TIP()), fault)))
        color = run_color(theme, run.number)
        return LayerRow(run.key(""), run.name, note, tip, is_shown, color, bool(fault), run.number, is_ghost=True)

    def _note(self, run: ReferenceRun, feed: _Feed) -> str:
        if feed.source is None:
            return say(TopViewWording.WAITING())
        if feed.trail is None:
            asked = run.id, feed.source.topics
            share = next((each.share for each in self._runs.readings if (each.run_id, each.topics) == asked), 0.0)
            return say(TopViewWording.GHOST_IS_READ(share=f"{share:.0%}"))
        own_s, times_s = run.place.own_ns(self._shown_ns) / 1e9, feed.trail.times_s
        if own_s < times_s[0]:
            return say(TopViewWording.GHOST_BEGINS(age=format_age(float(times_s[0]) - own_s)))
        if own_s > times_s[-1]:
            return say(TopViewWording.GHOST_HAS_ENDED(age=format_age(own_s - float(times_s[-1]))))
        return say(TopViewWording.GHOST())


def _source(
    run: ReferenceRun, robots: Sequence[ShownRobot], transforms: Sequence[TopicKey], fixed: str
) -> GhostSource | None:
    """Return what says where the robot was in a run; None where nothing does."""
    told = tuple(sorted({key.topic for key in transforms} & run.topics.keys()))
    for robot in robots:
        if robot.key.topic in run.topics:
            return GhostSource(robot.key.topic, robot.name, robot.place_in, fixed, told)
    framed = next((robot for robot in robots if robot.name), None)
    if framed is not None and told and fixed:
        return GhostSource("", framed.name, "", fixed, told)
    return None

"""The schedule of requests to an engine: one request at a time, and none that could spoil another.

An engine can't list its DataPacks, and one name that it does not know fails the whole request on gRPC. So each name is
asked for by itself until the engine knows it; wanted names go together from then on. Reading a camera takes the frame
away from the simulation, so a name that may be a camera's is asked for only when it is wanted.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from protocols.errors import DecodeError, FrameTooLargeError, ProtocolError, UnknownPackError
from protocols.nrp.packs import MAX_PACKS, DataPack, EngineAnswer, PackAnswer, PackType, may_be_camera
from protocols.timing import PeriodicDeadline

# the time after which a name that the engine does not know is asked for again
ASK_AGAIN_S: Final = 5.0
# the period of requests for nothing, which show whether the engine is there while nothing is wanted
ALIVE_PERIOD_S: Final = 1.0


class PackState(enum.Enum):
    """The state of a name at the engine.

    Attributes:
        NEW: the name was not asked for since the engine was reached.
        KNOWN: the engine has the DataPack.
        UNKNOWN: the engine does not have it, or can't be asked for it.
    """

    NEW = "new"
    KNOWN = "known"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PackFault:
    """The reason why a name can't be read; the error itself would keep alive the frames that it was raised in."""

    reason: str
    tip: str = ""


@dataclass(slots=True, eq=False)
class PolledPack:
    """The name of a DataPack, and its state.

    Attributes:
        type: the type of the DataPack, as far as known; a name that may be a camera's has that type from the first.
        fault: the reason why it is not known, or can't be read now.
        newest: the payload that came last; an image is not kept.
    """

    name: str
    type: PackType | None = None
    state: PackState = PackState.NEW
    wanted: bool = False
    fault: PackFault | None = None
    ask_at: float = 0.0
    newest: bytes | None = None

    @property
    def takes_frames(self) -> bool:
        """Whether reading the DataPack may take a frame from the simulation."""
        return self.type is PackType.CAMERA


@dataclass(frozen=True, slots=True)
class PackRequest:
    """The names to ask for: one by itself, several known ones, or none, to find out whether the engine is there."""

    names: tuple[str, ...]


class PackChange(NamedTuple):
    """The news of one name in an answer: a message, or another state.

    Attributes:
        state_changed: whether the state of the name has changed.
    """

    entry: PolledPack
    pack: DataPack | None = None
    state_changed: bool = True


class PollSchedule:
    """The schedule of requests for the DataPacks of one engine.

    Args:
        names: the names to ask for from the first; others come when they are wanted.
        rate_hz: the rate at which wanted names are asked for.
        now: the time.

    Attributes:
        entries: the entries by name, in the order in which they were named.
    """

    def __init__(self, names: Iterable[str], rate_hz: float, now: float) -> None:
        self.entries: dict[str, PolledPack] = {}
        self._rate_hz = rate_hz
        self._rates: Mapping[str, float] = {}
        # all deadlines count from here, so that names of several rates go together where their deadlines fall together
        self._origin = now
        self._beats: dict[float, PeriodicDeadline] = {}
        self._beats_are_old = False
        self._alive_at = now
        self._changed_at: float | None = None
        self._polled: tuple[str, ...] = ()
        # the names that are asked for by themselves, at once or when it is time again
        self._on_trial: tuple[PolledPack, ...] = ()
        # the names that are still to be asked for in this period
        self._left: tuple[str, ...] = ()
        # how many names go together: as many as give an answer that is not too long, and as many as the engine does not
        # refuse for another reason
        self._fitting = self._together = MAX_PACKS
        self._last_was_trial = False
        self._named = tuple(names)
        for name in self._named:
            self._entry(name)
        self._settle()

    # named and wanted DataPacks

    def set_named(self, names: Iterable[str]) -> None:
        """Set the names that are asked for whether they are wanted or not; wanted names stay."""
        self._named = tuple(names)
        self.entries = {name: entry for name, entry in self.entries.items() if entry.wanted or name in self._named}
        for name in self._named:
            if name in self.entries or len(self.entries) < MAX_PACKS:
                self._entry(name)
        self._settle()

    def set_wanted(self, names: Collection[str]) -> int:
        """Set the names that are read, new ones after a request of their own; return how many found no place."""
        for entry in tuple(self.entries.values()):
            entry.wanted = entry.wanted and entry.name in names
            if entry.name not in names and entry.name not in self._named:
                del self.entries[entry.name]
        self._fitting = self._together = MAX_PACKS
        left_out = 0
        for name in names:
            if name in self.entries or len(self.entries) < MAX_PACKS:
                entry = self._entry(name)
                # a reader that begins gets a payload that does not change, too
                entry.newest = entry.newest if entry.wanted else None
                entry.wanted = True
            else:
                left_out += 1
        self._settle()
        return left_out

    def reset(self, now: float) -> None:
        """Begin anew with another engine, or the same one after a while: all names become NEW."""
        for entry in self.entries.values():
            entry.state = PackState.NEW
            entry.fault = entry.newest = None
        self._fitting = self._together = MAX_PACKS
        self._alive_at = now
        self._changed_at = None
        self._origin = now
        self._beats.clear()
        self._beats_are_old = True
        self._last_was_trial = False
        self._settle()

    def set_rates(self, rates: Mapping[str, float]) -> None:
        """Set the rates of names while they are wanted; other names go at the common rate."""
        if rates is not self._rates:
            self._rates, self._beats_are_old = rates, True
            self._settle()

    # requests

    @property
    def all_asked(self) -> bool:
        """Whether every name that may be asked for was asked for."""
        return not any(entry.state is PackState.NEW for entry in self._on_trial)

    def next_at(self, now: float) -> float:
        """Return the time at which `next_request` has a request."""
        at = now if self._left else self._poll_at() if self._polled else self._alive_at
        return min((at, *(self._due_at(entry, now) for entry in self._on_trial)))

    def next_request(self, now: float) -> PackRequest | None:
        """Return the request that is due; call this only when the request before was answered, or failed."""
        trial = next((each for each in self._on_trial if self._due_at(each, now) <= now), None)
        # neither a slow engine nor many names may hold the other up
        is_turn_of_trial = not (self._last_was_trial and self._polled and (self._left or self._poll_at() <= now))
        if trial is not None and is_turn_of_trial:
            self._last_was_trial = True
            return PackRequest((trial.name,))
        if self._polled:
            self._left = self._left or self._due_names(now)
            if self._left:
                self._last_was_trial = False
                count = min(self._fitting, self._together)
                names, self._left = self._left[:count], self._left[count:]
                return PackRequest(names)
        elif now >= self._alive_at:
            self._alive_at = now + ALIVE_PERIOD_S
            return PackRequest(())
        return None

    # answers

    def receive_answer(self, question: PackRequest, answer: EngineAnswer, now: float) -> list[PackChange]:
        """Take an answer; return the news in it."""
        entries = self.entries
        taken = (self._take(entries[name], answer[name], now) for name in question.names if name in entries)
        changes = [change for change in taken if change is not None]
        if any(change.state_changed for change in changes):
            self._settle()
        return changes

    def receive_refusal(self, question: PackRequest, error: ProtocolError, now: float) -> list[PackChange]:
        """Take notice that the engine refused a request; return the news of its names.

        A single name is set aside. Of many names, fewer go together from then on; unless the answer was only too large,
        each of them has to be asked for by itself again.
        """
        entries = [entry for name in question.names if (entry := self.entries.get(name)) is not None]
        changes = []
        if len(question.names) == 1:
            changes = [change for entry in entries if (change := self._set_aside(entry, error, now)) is not None]
        elif isinstance(error, FrameTooLargeError):
            self._fitting = len(question.names) // 2
        else:
            self._together = len(question.names) // 2
            for entry in entries:
                entry.state = PackState.NEW
        self._settle()
        return changes

    def unchanged_s(self, now: float) -> float | None:
        """Return for how long no value has changed; None while nothing is read that could tell."""
        if self._changed_at is None or not any(not self.entries[name].takes_frames for name in self._polled):
            return None
        return now - self._changed_at

    # inside

    def _entry(self, name: str) -> PolledPack:
        entry = self.entries.get(name)
        if entry is None:
            entry = self.entries[name] = PolledPack(name, PackType.CAMERA if may_be_camera(name) else None)
        return entry

    def _take(self, entry: PolledPack, said: PackAnswer, now: float) -> PackChange | None:
        if isinstance(said, UnknownPackError):
            return self._set_aside(entry, said, now)
        fault = said if isinstance(said, DecodeError) else None
        change: PackChange | None = None
        if entry.state is not PackState.KNOWN or entry.fault is not None or fault is not None:
            change = self._stand(entry, PackState.KNOWN, fault)
        if not isinstance(said, DataPack):
            return change
        kind, payload = said.type, said.payload
        is_other = change is not None or entry.type is not kind
        entry.type = kind
        # an engine gives a frame once: a frame equal to that before is another one
        if kind is PackType.CAMERA:
            entry.newest = None
        elif payload == entry.newest:
            return change
        else:
            entry.newest = payload
        self._changed_at = now
        return PackChange(entry, said, is_other)

    def _set_aside(self, entry: PolledPack, error: ProtocolError, now: float) -> PackChange | None:
        if not isinstance(error, FrameTooLargeError):
            # this name spoiled the others
            self._together = MAX_PACKS
        entry.ask_at = now + ASK_AGAIN_S
        return self._stand(entry, PackState.UNKNOWN, error)

    def _stand(self, entry: PolledPack, standing: PackState, error: ProtocolError | None) -> PackChange | None:
        before = entry.state, entry.fault
        entry.state = standing
        entry.fault = PackFault(error.reason, error.tip) if error is not None else None
        return None if before == (entry.state, entry.fault) else PackChange(entry)

    def _settle(self) -> None:
        """Compute the requests from the wanted names and their states."""
        self._on_trial = tuple(
            each
            for each in self.entries.values()
            if each.state is not PackState.KNOWN and (each.wanted or not each.takes_frames)
        )
        polled = (each.name for each in self.entries.values() if each.wanted and each.state is PackState.KNOWN)
        before, self._polled = self._polled, tuple(polled)
        if self._polled != before or self._beats_are_old:
            self._beats_are_old, self._left = False, ()
            known, rates = self._beats, {self._rate_of(name) for name in self._polled}
            self._beats = {rate: known.get(rate) or PeriodicDeadline(1.0 / rate, self._origin) for rate in rates}

    def _rate_of(self, name: str) -> float:
        return self._rates.get(name, self._rate_hz)

    def _poll_at(self) -> float:
        return min(beat.deadline for beat in self._beats.values())

    def _due_names(self, now: float) -> tuple[str, ...]:
        due = {rate for rate, beat in self._beats.items() if beat.advance_if_due(now)}
        if len(due) == len(self._beats):
            return self._polled
        return tuple(name for name in self._polled if self._rate_of(name) in due)

    def _due_at(self, entry: PolledPack, now: float) -> float:
        return now if entry.state is PackState.NEW else entry.ask_at

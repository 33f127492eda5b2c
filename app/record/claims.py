"""Claims on parts of the black box, which keep them from being deleted until they are copied."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Protocol, TypeVar


class Span(Protocol):
    """A file that has messages between two times."""

    @property
    def first_ns(self) -> int:
        """The time of its first message."""

    @property
    def last_ns(self) -> int:
        """The time of its last message."""


_File = TypeVar("_File", bound=Span)


@dataclasses.dataclass(eq=False, slots=True)
class Claim:
    """A time of which nothing is deleted; any thread may move its end."""

    from_ns: int
    until_ns: int


class Claims:
    """The claims of now, which may overlap. Any thread makes and ends them; the thread that writes reads them."""

    def __init__(self) -> None:
        # adding to it and removing from it are one step each
        self._claims: dict[int, Claim] = {}

    def add(self, from_ns: int, until_ns: int) -> Claim:
        """Keep what was recorded between two times, until the claim ends."""
        claim = Claim(from_ns, until_ns)
        self._claims[id(claim)] = claim
        return claim

    def end(self, claim: Claim) -> None:
        """End a claim; one that has ended stays so."""
        self._claims.pop(id(claim), None)

    def loose(self, files: Sequence[_File]) -> list[_File]:
        """Return the files that nobody claims, in their order; they are given in that in which they were written."""
        held: set[int] = set()
        for claim in tuple(self._claims.values()):
            held.update(range(*_reach(files, claim.from_ns, claim.until_ns)))
        return [file for place, file in enumerate(files) if place not in held]


def overlapping(files: Sequence[_File], from_ns: int, until_ns: int) -> list[_File]:
    """Return the files that have some of the time, and all between these.

    They are given in the order in which they were written, which a clock that was set says nothing about: what was
    written between two that have some of the time belongs to it, whatever its own times are.
    """
    begin, end = _reach(files, from_ns, until_ns)
    return list(files[begin:end])


def _reach(files: Sequence[Span], from_ns: int, until_ns: int) -> tuple[int, int]:
    """Return the place of the first file that has some of the time, and that behind the last."""
    places = [place for place, file in enumerate(files) if file.first_ns <= until_ns and file.last_ns >= from_ns]
    return (places[0], places[-1] + 1) if places else (0, 0)

"""The text that reads runs of a payload: numbers, texts and arrays of fixed length that follow each other.

Fields of fixed size are read by one Struct, together with the text ahead of them and the count behind them.
"""

from __future__ import annotations

import struct
import sys
from array import array
from dataclasses import dataclass, field
from typing import Final

from protocols.ros1.messages.codec_source import CodeWriter, TextLayout, Unpackers
from protocols.ros1.messages.definitions import COUNT_SIZE

# the number of texts that are read in one go
_TEXTS_AT_ONCE: Final = 4


@dataclass(slots=True)
class FieldRun:
    """Fields of fixed size that follow each other, and the text ahead of them, if there is one.

    Attributes:
        lead: the names of the text's length and of its bytes.
        views: (name, start within the run, bytes, code) of the numbers that are not unpacked.
    """

    lead: tuple[str, str] | None = None
    codes: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    size: int = 0
    views: list[tuple[str, int, int, str]] = field(default_factory=list)

    @property
    def targets(self) -> list[str]:
        """The names of all unpacked values."""
        return [self.lead[1], *self.names] if self.lead is not None else self.names


class FieldRunWriter:
    """Writer of the lines that read a payload run by run, in order.

    Runs are collected and read when something else comes: an array, or the end. They begin at `base` + `offset`. The
    lines name the payload `data`, its size `size`, a view of it `view` and, from the first field of unknown length on,
    the position `p`.

    Args:
        source: takes the lines.
        base: the variable with the position of the first run, None for the start of the payload.
        text: the template that decodes bytes to a text.
    """

    def __init__(self, source: CodeWriter, base: str | None, text: str) -> None:
        self.source = source
        self._base = base
        self._offset = 0
        self._text = text
        self._runs = [FieldRun()]
        self._insert = source.place()
        self._uses_view = self._uses_size = False

    @property
    def position(self) -> str:
        """The position of the next run, as text."""
        return _sum(self._base, self._offset)

    def finish(self, value: str) -> None:
        """Write the end of the function for a whole message, whose only argument is the payload."""
        run = self._runs[0]
        if self._base is None and not self._offset and len(self._runs) == 1 and not run.views:
            # `unpack` wants exactly its size
            unpack = self.source.constant("w", struct.Struct("<" + "".join(run.codes)).unpack)
            self.source.line(f"{targets(run.names)}{unpack}(data)")
        else:
            self.flush()
            self.check(f"{self.position} != size")
        self.source.line(f"return {value}")
        if self._uses_size:
            self._insert("size = len(data)")
        if self._uses_view:
            self._insert("if not view.readonly: view = view.toreadonly()")
            self._insert("view = memoryview(data)")

    def number(self, code: str, size: int) -> str:
        """Add a number to the run; return its name."""
        run, name = self._runs[-1], self.source.name("f")
        run.codes.append(code)
        run.names.append(name)
        run.size += size
        return name

    def fixed_view(self, size: int, code: str) -> str:
        """Add a view of `size` bytes of numbers to the run; return its name."""
        run, name = self._runs[-1], self.source.name("f")
        run.views.append((name, run.size, size, code))
        run.codes.append(f"{size}x")
        run.size += size
        return name

    def text(self) -> str:
        """Begin a run with a text; return the expression of the text."""
        lead = (self.number("I", COUNT_SIZE), self.source.name("s"))
        if len(self._runs) > _TEXTS_AT_ONCE:
            self.flush()
            self._runs = []
        self._runs.append(FieldRun(lead))
        return self._text.format(lead[1])

    def flush(self) -> None:
        """Write the lines that read the collected runs; `position` is behind them then."""
        runs, self._runs = self._runs, [FieldRun()]
        lengths = [run.lead[0] for run in runs if run.lead is not None]
        # a message comes again and again, the elements of one differ
        if lengths and self._base is None:
            self._read_at_once(runs, lengths)
        else:
            self._read_in_turn(runs)
        for run, start in zip(runs, self._starts(runs), strict=False):
            for name, at, size, code in run.views:
                self.source.line(f"{name} = {self.view(f'{start} + {at}', f'{start} + {at + size}', code)}")
        *_, end = self._starts(runs)
        if lengths:
            self.source.line(f"p = {end}")
            self._base, self._offset = "p", 0
        else:
            self._offset += runs[0].size

    def _starts(self, runs: list[FieldRun]) -> list[str]:
        """Return the positions of the fixed part of each run, and of the end of the last run."""
        starts, offset, lengths = [], self._offset, ""
        for run in runs:
            if run.lead is not None:
                lengths += f" + {run.lead[0]}"
            starts.append(_sum(self._base, offset) + lengths)
            offset += run.size
        return [*starts, _sum(self._base, offset) + lengths]

    def _read_in_turn(self, runs: list[FieldRun]) -> None:
        offset, lengths = self._offset, ""
        for run in runs:
            codes, start = "".join(run.codes), _sum(self._base, offset) + lengths
            if run.lead is not None:
                unpack = f"{self.source.constant('m', Unpackers('', codes))}[{run.lead[0]}]"
                lengths += f" + {run.lead[0]}"
            else:
                unpack = self.source.unpacker(codes)
            if codes or run.lead is not None:
                self.source.line(f"{targets(run.targets)}{unpack}(data, {start})")
            offset += run.size

    def _read_at_once(self, runs: list[FieldRun], lengths: list[str]) -> None:
        """Write lines that read the runs at their last positions, if the lengths are still the same."""
        source, line = self.source, self.source.line
        self._uses_size = True
        ahead = f"{self._offset}x" if self._offset else ""
        layout = TextLayout([ahead + "".join(runs[0].codes), *("".join(run.codes) for run in runs[1:])])
        unpack, least, known = source.name("u"), source.name("z"), [source.name("l") for _ in lengths]
        line(f"{unpack}, {least}, {', '.join(known)} = {source.constant('t', layout.known)}[0]")
        line(f"{lengths[0]} = -2")
        with source.block(f"if {least} <= size:"):
            line(f"{targets([name for run in runs for name in run.targets])}{unpack}(data)")
        others = " or ".join(f"{length} != {each}" for length, each in zip(lengths, known, strict=True))
        with source.block(f"if {others}:"):
            self._read_in_turn(runs)
            line(f"{source.constant('q', layout.learn)}({', '.join(lengths)})")

    def check(self, condition: str) -> None:
        """Write a check that refuses the payload: nothing is made before all of it is known to be there."""
        self._uses_size = True
        with self.source.block(f"if {condition}:"):
            self.source.line("raise MisfitError")

    def settle(self) -> None:
        """Put the position into the variable `p`."""
        self.flush()
        if self.position != "p":
            self.source.line(f"p = {self.position}")
            self.go_to("p")

    def go_to(self, base: str) -> None:
        """Continue at the position that a variable holds."""
        self._base, self._offset = base, 0

    def uses(self, *, view: bool = False) -> None:
        """Take notice that other lines name the size, and perhaps the view."""
        self._uses_size = True
        self._uses_view |= view

    def view(self, first: str, last: str, code: str) -> str:
        """Return the expression of the numbers between two positions, which the caller has checked."""
        self._uses_view = True
        part = f"view[{first}:{last}]"
        if code == "B":
            return part
        if sys.byteorder == "little" or code == "b":
            return f"{part}.cast({self.source.constant('c', code)})"
        self.source.namespace["swapped"] = swapped
        return f"swapped({part}, {self.source.constant('c', code)})"


def targets(names: list[str]) -> str:
    """Return the left side of an assignment to these names, empty without names."""
    return "".join(f"{name}, " for name in names) + "= " if names else ""


def _sum(base: str | None, offset: int) -> str:
    if base is None:
        return str(offset)
    return f"{base} + {offset}" if offset else base


def swapped(part: memoryview, code: str) -> memoryview:
    """Return the numbers of a part in the byte order of this machine, which is not that of the wire."""
    numbers = array(code, bytes(part))
    numbers.byteswap()
    return memoryview(numbers).toreadonly()

"""The text of a decoder: straight-line code that reads a whole message into dicts.

Fields of fixed size that follow each other are a run, read by one Struct together with the string ahead of them and the
count behind them; arrays of numbers are views, never copied. What does not fit raises an error of struct or
MisfitError, and so does an array whose elements, with all that was read before, are more than MAX_DECODED_VALUES: the
variable `v` of the text counts them.
"""

from __future__ import annotations

import struct
import sys
from array import array
from dataclasses import dataclass, field
from typing import Final

from protocols.ros1.messages.codec_source import (
    CODES,
    INLINED_FIELDS,
    INLINED_TOTAL,
    MAX_DECODED_VALUES,
    MAX_EMPTY_ELEMENTS,
    NESTED_LOOPS,
    TIME_KEYS,
    CodeWriter,
    TextLayout,
    Unpackers,
    field_weight,
    flat_codes,
)
from protocols.ros1.messages.definitions import (
    COUNT_SIZE,
    FIXED_SIZES,
    NUMBERS,
    MessageField,
    MessageType,
    element_values,
)

# the number of texts that are read in one go
_TEXTS_AT_ONCE: Final = 4


# templates for decoding texts: the strict ones are faster, the tolerant ones accept any bytes
_STRICT = ("{}.decode()", 'str({}, "utf-8")')
_TOLERANT = ('{}.decode("utf-8", "surrogateescape")', 'str({}, "utf-8", "surrogateescape")')


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


def add_decoder(source: CodeWriter, message: MessageType, *, strict: bool) -> str:
    """Add a function `payload -> dict` and return its name.

    The namespace must hold `explain(payload)`, which makes the error, and if texts are read strictly
    `tolerant(payload)`, which reads a message with a text that is not UTF-8.
    """
    writer = _Writer(source, strict=strict)
    name = writer.top(message)
    writer.rest()
    return name


class _Writer:
    """Writer of the functions of one decoder: of the message, and of types too large to be read in place."""

    def __init__(self, source: CodeWriter, *, strict: bool) -> None:
        self.source = source
        self.strict = strict
        self.text, self.text_of_view = _STRICT if strict else _TOLERANT
        self._functions: dict[str, tuple[str, MessageType]] = {}
        self._written = 0
        # the number of fields that may still be read in place
        self.budget = INLINED_TOTAL

    def top(self, message: MessageType) -> str:
        name = self.source.name("d")
        with self.source.block(f"def {name}(data):"):
            with self.source.block("try:"):
                first = self.source.place()
                body = _Body(self, None)
                value = body.message(message)
                body.finish(value)
                if body.counts_values:
                    first(f"v = {message.values}")
            if self.strict:
                with self.source.block("except UnicodeDecodeError:"):
                    self.source.line("return tolerant(data)")
            with self.source.block("except FAULTS as error:"):
                self.source.line("raise explain(data) from error")
        return name

    def function(self, message: MessageType) -> str:
        """Return the name of the function that reads a nested message."""
        if message.name not in self._functions:
            self._functions[message.name] = (self.source.name("d"), message)
        return self._functions[message.name][0]

    def rest(self) -> None:
        """Write the functions that other functions use."""
        while self._written < len(self._functions):
            name, message = list(self._functions.values())[self._written]
            self._written += 1
            with self.source.block(f"def {name}(data, view, size, p, v):"):
                body = _Body(self, "p")
                value = body.message(message)
                body.flush()
                self.source.line(f"return {value}, {body.position}, v")


class _Body(FieldRunWriter):
    """Writer of the lines of one function."""

    def __init__(self, writer: _Writer, base: str | None) -> None:
        super().__init__(writer.source, base, writer.text)
        self._writer = writer
        self._budget = INLINED_FIELDS
        self._loops = 0
        # whether the lines name v
        self.counts_values = False

    def message(self, message: MessageType) -> str:
        """Write lines that read a message in place; return the expression of its value."""
        self._budget -= len(message.fields)
        self._writer.budget -= len(message.fields)
        items = [f"{self.source.constant('k', field.name)}: {self._value(field)}" for field in message.fields]
        return "{" + ", ".join(items) + "}"

    def _value(self, field: MessageField) -> str:
        if field.is_array:
            return self._array(field)
        if field.message is not None:
            return self._nested(field.message)
        if field.type_name == "string":
            return self.text()
        return self._fixed(field.type_name)

    def _fixed(self, type_name: str) -> str:
        code = CODES[type_name]
        if len(code) == 1:
            return self.number(code, FIXED_SIZES[type_name])
        items = [f"{self.source.constant('k', key)}: {self.number(code[0], 4)}" for key in TIME_KEYS]
        return "{" + ", ".join(items) + "}"

    def _nested(self, message: MessageType) -> str:
        if field_weight(message) <= min(self._budget, self._writer.budget):
            return self.message(message)
        self.settle()
        return self._call(message)

    def _call(self, message: MessageType) -> str:
        self.uses(view=True)
        name = self.source.name("f")
        self.counts_values = True
        self.source.line(f"{name}, p, v = {self._writer.function(message)}(data, view, size, p, v)")
        return name

    def _array(self, field: MessageField) -> str:
        length, type_name = field.length, field.type_name
        if type_name in NUMBERS and length is not None:
            return self.fixed_view(length * FIXED_SIZES[type_name], CODES[type_name])
        count = str(length) if length is not None else self.number("I", COUNT_SIZE)
        self.settle()
        if length is None and type_name not in NUMBERS:
            self._count_values(count, element_values(field))
        if type_name in FIXED_SIZES:
            return self._fixed_elements(count, type_name)
        if field.message is None:
            return self._elements(count, COUNT_SIZE, None)
        codes = flat_codes(field.message)
        if codes and "s" not in codes:
            return self._flat_elements(count, field.message, codes)
        if codes.count("s") == 1:
            return self._elements_with_text(count, field.message, codes)
        return self._elements(count, field.message.min_size, field.message)

    def _count_values(self, count: str, each: int) -> None:
        """Refuse too many elements before the first is made; the type has counted those of fixed arrays."""
        self.counts_values = True
        self.source.line(f"v += {count} * {each}" if each != 1 else f"v += {count}")
        self.check(f"v > {MAX_DECODED_VALUES}")

    def _end(self, count: str, size: int) -> str:
        """Return the name of the checked position at which `count` elements of fixed size end."""
        end = self.source.name("e")
        self.source.line(f"{end} = p + {count} * {size}" if size != 1 else f"{end} = p + {count}")
        self.check(f"{end} > size")
        return end

    def _fixed_elements(self, count: str, type_name: str) -> str:
        end = self._end(count, FIXED_SIZES[type_name])
        name = self.source.name("f")
        self.uses(view=True)
        if type_name == "bool":
            value = f"[b != 0 for b in view[p:{end}]]"
        elif type_name in NUMBERS:
            value = self.view("p", end, CODES[type_name])
        else:
            secs, nsecs = (self.source.constant("k", key) for key in TIME_KEYS)
            value = f"[{{{secs}: s, {nsecs}: n}} for s, n in {self._iterator(CODES[type_name])}(view[p:{end}])]"
        self.source.line(f"{name} = {value}")
        self.go_to(end)
        return name

    def _iterator(self, codes: str) -> str:
        return self.source.constant("i", struct.Struct("<" + codes).iter_unpack)

    def _flat_elements(self, count: str, message: MessageType, codes: str) -> str:
        self.uses(view=True)
        end = self._end(count, message.min_size)
        names: list[str] = []
        value = self._flat_value(message, names)
        name = self.source.name("f")
        targets = ", ".join(names) + ("," if len(names) == 1 else "")
        self.source.line(f"{name} = [{value} for {targets} in {self._iterator(codes)}(view[p:{end}])]")
        self.go_to(end)
        return name

    def _flat_value(self, message: MessageType, names: list[str]) -> str:
        items = []
        for each in message.fields:
            if each.message is not None:
                value = self._flat_value(each.message, names)
            else:
                new = [self.source.name("f") for _ in CODES.get(each.type_name, "Is")]
                names += new
                keys = [self.source.constant("k", key) for key in TIME_KEYS]
                pairs = ", ".join(f"{key}: {each}" for key, each in zip(keys, new, strict=False))
                value = new[0] if len(new) == 1 else f"{{{pairs}}}"
                if each.type_name == "string":
                    value = self._writer.text.format(new[1])
            items.append(f"{self.source.constant('k', each.name)}: {value}")
        return "{" + ", ".join(items) + "}"

    def _elements_with_text(self, count: str, message: MessageType, codes: str) -> str:
        """Write lines that read elements with one text, which is often as long as that of the element before."""
        line, name = self.source.line, self.source.name
        names: list[str] = []
        value = self._flat_value(message, names)
        ahead, _, behind = codes.partition("s")
        # the lengths of this text and of the last one, and the size of an element with the last one
        length, known, size, unpack = names[len(ahead) - 1], name("l"), name("z"), name("u")
        reading = f"{targets(names)}{unpack}(data, p)"
        elements, add = self._begin_elements(count, message.min_size)
        line(f"{known} = -1")
        line(f"{size} = size + 1")
        with self.source.block(f"for _ in range({count}):"):
            line(f"{length} = -2")
            with self.source.block(f"if p + {size} <= size:"):
                line(reading)
            with self.source.block(f"if {length} != {known}:"):
                at = struct.calcsize("<" + ahead) - COUNT_SIZE
                line(f"{known}, = {self.source.unpacker('I')}(data, p + {at})")
                line(f"{unpack} = {self.source.constant('m', Unpackers(ahead, behind))}[{known}]")
                line(reading)
                line(f"{size} = {known} + {message.min_size}")
            line(f"p += {size}")
            line(f"{add}({value})")
        self.go_to("p")
        return elements

    def _begin_elements(self, count: str, min_size: int) -> tuple[str, str]:
        """Write an empty list, after the check that the elements fit; return its name and that of its `append`."""
        limit = f"(size - p) // {min_size}" if min_size else str(MAX_EMPTY_ELEMENTS)
        if min_size or not count.isdigit():
            self.check(f"{count} > {limit}")
        self.uses()
        elements, add = self.source.name("f"), self.source.name("a")
        self.source.line(f"{elements} = []")
        self.source.line(f"{add} = {elements}.append")
        return elements, add

    def _elements(self, count: str, min_size: int, message: MessageType | None) -> str:
        """Write lines that read elements one by one; without a `message` they are strings."""
        elements, add = self._begin_elements(count, min_size)
        with self.source.block(f"for _ in range({count}):"):
            if message is None:
                self._text_element(add)
            elif self._loops < NESTED_LOOPS:
                self._loops += 1
                value = self._nested(message)
                self._loops -= 1
                self.settle()
                self.source.line(f"{add}({value})")
            else:
                self.source.line(f"{add}({self._call(message)})")
        self.go_to("p")
        return elements

    def _text_element(self, add: str) -> None:
        self.uses(view=True)
        length, end = self.source.name("f"), self.source.name("e")
        self.source.line(f"{length}, = {self.source.unpacker('I')}(data, p)")
        self.source.line("p += 4")
        self.source.line(f"{end} = p + {length}")
        self.check(f"{end} > size")
        self.source.line(f"{add}({self._writer.text_of_view.format(f'view[p:{end}]')})")
        self.source.line(f"p = {end}")

"""The text of an extractor: code that reads one scalar of a message and nothing behind it.

The position of the value depends on the lengths of the fields ahead of it, which seldom change. So a Struct is cached
that reads the lengths and the value at once, at their last positions; if the lengths are the same, so is the position.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from protocols.errors import UnknownFieldError
from protocols.ros1.messages.codec_source import (
    CODES,
    INLINED_FIELDS,
    INLINED_TOTAL,
    CodeWriter,
    MisfitError,
    field_weight,
    varies,
)
from protocols.ros1.messages.definitions import FIXED_SIZES, MessageField, MessageType
from protocols.ros1.messages.field_path import ResolvedPath, is_scalar
from protocols.wording import FieldWording

# with more lengths than this, or with lengths that loops find, the position is found anew each time
_GUESSED_LENGTHS: Final = 8
_REMEMBERED: Final = 64
_LONG: Final = 4096


@dataclass(slots=True)
class _Skipped:
    """A part of the payload that is skipped: a fixed number of bytes, then perhaps a count and its elements.

    Attributes:
        size: the size of each element behind the count; None without a count.
        index: the wanted element, where not all of them are skipped.
    """

    fixed: int = 0
    size: int | None = None
    index: int | None = None


@dataclass(slots=True)
class _Loop:
    """Skipped elements that differ in size: `number` of them or as many as a count says, or those ahead of `index`."""

    element: MessageType | None
    number: int | None
    index: int | None = None


@dataclass(slots=True)
class _Plan:
    """The parts of a message that are skipped ahead of a value; up to `budget` fields are skipped one by one."""

    budget: int
    parts: list[_Skipped | _Loop] = field(default_factory=list)

    def fixed(self, size: int) -> None:
        last = self.parts[-1] if self.parts else None
        if isinstance(last, _Skipped) and last.size is None:
            last.fixed += size
        else:
            self.parts.append(_Skipped(size))

    def count(self, size: int, index: int | None = None) -> None:
        self.fixed(0)
        last = self.parts[-1]
        if isinstance(last, _Skipped):
            last.size, last.index = size, index
        if index:
            self.fixed(index * size)

    def message(self, message: MessageType) -> None:
        if not varies(message):
            self.fixed(message.min_size)
        elif field_weight(message) > self.budget:
            self.parts.append(_Loop(message, 1))
        else:
            self.budget -= len(message.fields)
            for each in message.fields:
                self.whole(each)

    def whole(self, skipped: MessageField) -> None:
        """Skip a field."""
        if not skipped.is_array:
            if skipped.message is not None:
                self.message(skipped.message)
            elif skipped.type_name == "string":
                self.count(1)
            else:
                self.fixed(FIXED_SIZES[skipped.type_name])
            return
        size = _element_size(skipped)
        if size is None:
            self.parts.append(_Loop(skipped.message, skipped.length))
        elif skipped.length is None:
            self.count(size)
        else:
            self.fixed(skipped.length * size)

    def element(self, entered: MessageField, index: int) -> None:
        """Skip the part of an array ahead of an element."""
        size = _element_size(entered)
        if size is None:
            self.parts.append(_Loop(entered.message, entered.length, index))
        elif entered.length is None:
            self.count(size, index)
        else:
            self.fixed(index * size)


def _element_size(array: MessageField) -> int | None:
    """Return the size of every element, None if the sizes differ."""
    if array.message is not None:
        return None if varies(array.message) else array.message.min_size
    return FIXED_SIZES.get(array.type_name)


def add_extractor(source: CodeWriter, way: ResolvedPath) -> str:
    """Add a function without arguments that makes the extractor, and return its name.

    Raises UnknownFieldError if the path leads to no scalar.
    """
    if not is_scalar(way):
        raise UnknownFieldError(FieldWording.NOT_SINGLE(path=way.path), FieldWording.NOT_SINGLE_TIP())
    plan = _Plan(INLINED_FIELDS)
    for step in way.steps:
        for ahead in step.message.fields[: step.position]:
            plan.whole(ahead)
        if step.index is not None:
            plan.element(step.field, step.index)
    last = way.steps[-1].field
    code = "s" if last.type_name == "string" else CODES[last.type_name][0]
    if way.part:
        plan.fixed(4)
    plan.fixed(0)
    writer = _Writer(source, plan.parts, code)
    if way.steps[-1].is_list:
        name = writer.bytes_function(last.length)
    elif writer.can_guess:
        name = writer.guessing_function()
    else:
        name = writer.plain_function()
    writer.rest()
    return name


class _Writer:
    """Writer of the functions of one extractor."""

    def __init__(self, source: CodeWriter, parts: list[_Skipped | _Loop], code: str) -> None:
        self._source = source
        self._parts = parts
        self._code = code
        self._skippers: dict[MessageType | None, str] = {}
        self._written = 0
        # the number of fields that may still be skipped one by one
        self._budget = INLINED_TOTAL

    @property
    def can_guess(self) -> bool:
        """Whether the position depends on a few lengths, and at least on one."""
        counts = sum(isinstance(part, _Loop) or part.size is not None for part in self._parts)
        counts += self._code == "s"
        return 0 < counts <= _GUESSED_LENGTHS and not any(isinstance(part, _Loop) for part in self._parts)

    def bytes_function(self, length: int | None) -> str:
        """Write the function for the bytes of an array."""
        line = self._source.line
        with self._made() as made, self._reading("extract"):
            position = self._way(self._parts, [])
            line(f"p = {position}")
            if length is None:
                line(f"n, = {self._source.unpacker('I')}(data, p)")
                line("p += 4")
            else:
                line(f"n = {length}")
            self._check("n > len(data) - p")
            line("return memoryview(data)[p:p + n].toreadonly()")
        return made

    def plain_function(self) -> str:
        """Write the function for a value whose position is found each time, or never changes."""
        line = self._source.line
        with self._made() as made, self._reading("extract"):
            position = self._way(self._parts, [])
            if self._code == "s":
                line(f"p = {position} + 4")
                line(f"n, = {self._source.unpacker('I')}(data, p - 4)")
                self._check("n > len(data) - p")
                line('return str(memoryview(data)[p:p + n], "utf-8", "surrogateescape")')
            else:
                line(f"v, = {self._source.unpacker(self._code)}(data, {position})")
                line("return v")
        return made

    def guessing_function(self) -> str:
        """Write the function for a value behind a few lengths: it is looked for at its last position."""
        source, line = self._source, self._source.line
        counts: list[str] = []
        value = 'v.decode("utf-8", "surrogateescape")' if self._code == "s" else "v"
        with self._made() as made:
            first = source.place()
            with self._reading("learn"):
                line("nonlocal state")
                position = self._way(self._parts, counts)
                if self._code == "s":
                    counts.append(source.name("n"))
                    line(f"{counts[-1]}, = {source.unpacker('I')}(data, {position})")
                line(f"known = state = {source.constant('r', _memory(self._parts, self._code))}({', '.join(counts)})")
                line("v = known[0](data)[-1]")
                line(f"return {value}")
            was = [source.name("w") for _ in counts]
            first(f"state = ({source.constant('x', _refuse)}, {', '.join('-1' for _ in counts)})")
            with source.block("def extract(data):"):
                # one tuple, so that another thread never sees half of a change
                line(f"unpack, {', '.join(was)} = state")
                with source.block("try:"):
                    line(f"{', '.join(counts)}, v = unpack(data)")
                with source.block("except FAULTS:"):
                    line("return learn(data)")
                same = " and ".join(f"{count} == {each}" for count, each in zip(counts, was, strict=True))
                with source.block(f"if {same}:"):
                    line(f"return {value}")
                line("return learn(data)")
        return made

    def rest(self) -> None:
        """Write the functions that other functions use.

        However large a count is, each element takes a few bytes, and reading behind the last byte fails.
        """
        while self._written < len(self._skippers):
            message, name = list(self._skippers.items())[self._written]
            self._written += 1
            with self._source.block(f"def {name}(data, p, n):"):
                given = min(INLINED_FIELDS, self._budget)
                plan = _Plan(given)
                if message is None:
                    plan.count(1)
                else:
                    for each in message.fields:
                        plan.whole(each)
                self._budget -= given - plan.budget
                with self._source.block("for _ in range(n):"):
                    self._source.line(f"p = {self._way(plan.parts, [], 'p')}")
                self._source.line("return p")

    # shared parts

    @contextmanager
    def _made(self) -> Iterator[str]:
        name = self._source.name("x")
        with self._source.block(f"def {name}():"):
            yield name
            self._source.line("return extract")

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        with self._source.block(f"def {name}(data):"):
            with self._source.block("try:"):
                yield
            with self._source.block("except FAULTS as error:"):
                self._source.line("raise explain(data) from error")

    def _check(self, condition: str) -> None:
        with self._source.block(f"if {condition}:"):
            self._source.line("raise MisfitError")

    def _way(self, parts: list[_Skipped | _Loop], counts: list[str], base: str = "0") -> str:
        """Write lines that skip the parts; return the position behind them, and add the names of the counts."""
        source, line = self._source, self._source.line
        for part in parts:
            if isinstance(part, _Skipped) and part.size is None:
                base = f"{base} + {part.fixed}"
                continue
            number = str(part.number) if isinstance(part, _Loop) and part.number is not None else source.name("n")
            ahead = part.fixed if isinstance(part, _Skipped) else 0
            line(f"p = {base} + {ahead}")
            base = "p"
            if not number.isdigit():
                line(f"{number}, = {source.unpacker('I')}(data, p)")
                line("p += 4")
                counts.append(number)
                if part.index is not None:
                    line(f"if {number} <= {part.index}: return None")
            if part.index is not None:
                number = str(part.index)
            if isinstance(part, _Loop):
                line(f"p = {self._skipper(part.element)}(data, p, {number})")
            elif part.index is None:
                line(f"p += {number} * {part.size}")
        return base

    def _skipper(self, message: MessageType | None) -> str:
        if message not in self._skippers:
            self._skippers[message] = self._source.name("s")
        return self._skippers[message]


def _memory(parts: list[_Skipped | _Loop], code: str) -> Callable[..., tuple[Any, ...]]:
    """Return a function from lengths to the function that reads lengths and value at once, and these lengths."""
    skips = [part for part in parts if isinstance(part, _Skipped)]
    known: dict[tuple[int, ...], tuple[Any, ...]] = {}

    def recall(*counts: int) -> tuple[Any, ...]:
        state = known.get(counts)
        if state is None:
            left = iter(counts)
            codes = ["<"]
            for part in skips:
                codes.append(f"{part.fixed}x")
                if part.size is not None:
                    count = next(left)
                    codes.append("I" if part.index is not None else f"I{count * part.size}x")
            codes.append(f"I{next(left)}s" if code == "s" else code)
            state = (struct.Struct("".join(codes)).unpack_from, *counts)
            if len(known) >= _REMEMBERED:
                known.clear()
            if max(counts) < _LONG:
                known[counts] = state
        return state

    return recall


def _refuse(data: object) -> NoReturn:
    del data
    raise MisfitError

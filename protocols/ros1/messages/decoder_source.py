"""The text of a decoder: straight-line code that reads a whole message into dicts.

Fields of fixed size that follow each other are read by one Struct, together with the string ahead of them and the count
behind them; arrays of numbers are views, never copied. A payload that does not fit raises an error of struct or
MisfitError, and so does an array whose elements, with all values before, are more than MAX_DECODED_VALUES: the variable
`v` of the text counts them.
"""

from __future__ import annotations

import struct

from protocols.ros1.messages.codec_source import (
    CODES,
    INLINED_FIELDS,
    INLINED_TOTAL,
    MAX_DECODED_VALUES,
    MAX_EMPTY_ELEMENTS,
    NESTED_LOOPS,
    TIME_KEYS,
    CodeWriter,
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
from protocols.ros1.messages.run_source import FieldRunWriter, targets

# templates for decoding texts: the strict ones are faster, the tolerant ones accept any bytes
_STRICT = ("{}.decode()", 'str({}, "utf-8")')
_TOLERANT = ('{}.decode("utf-8", "surrogateescape")', 'str({}, "utf-8", "surrogateescape")')


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
        for field in message.fields:
            if field.message is not None:
                value = self._flat_value(field.message, names)
            else:
                new = [self.source.name("f") for _ in CODES.get(field.type_name, "Is")]
                names += new
                keys = [self.source.constant("k", key) for key in TIME_KEYS]
                pairs = ", ".join(f"{key}: {each}" for key, each in zip(keys, new, strict=False))
                value = new[0] if len(new) == 1 else f"{{{pairs}}}"
                if field.type_name == "string":
                    value = self._writer.text.format(new[1])
            items.append(f"{self.source.constant('k', field.name)}: {value}")
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

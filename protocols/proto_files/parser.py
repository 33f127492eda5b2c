"""Message definitions from the text of .proto files, as `protoc` reads them (language versions proto2 and proto3).

Statements without a meaning on the wire are passed over: services, extensions, options but `default`, `packed` and
`allow_alias`. Names of types stay as they were written; `protocols.proto_files.pool` resolves them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FieldDescriptorProto

from protocols.errors import ProtoFileError
from protocols.proto_files.wording import ProtoFileWording

SCALARS: Final = {
    FieldDescriptorProto.Type.Name(number).removeprefix("TYPE_").lower(): number
    for number in FieldDescriptorProto.Type.values()
    if FieldDescriptorProto.Type.Name(number) not in {"TYPE_GROUP", "TYPE_MESSAGE", "TYPE_ENUM"}
}
_LABELS: Final = {
    "optional": FieldDescriptorProto.LABEL_OPTIONAL,
    "required": FieldDescriptorProto.LABEL_REQUIRED,
    "repeated": FieldDescriptorProto.LABEL_REPEATED,
}
_MAX_NUMBER: Final = (1 << 29) - 1
# deeper than real files nest messages
_MAX_DEPTH: Final = 32

# what `_next` wants, by the kind of the token
_WANTED: Final = {
    "": ProtoFileWording.MORE,
    "name": ProtoFileWording.NAME,
    "number": ProtoFileWording.NUMBER,
    "text": ProtoFileWording.TEXT,
}
_TOKEN: Final = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<number>(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fF]?(?![\w.]))
    |(?P<name>\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)
    |(?P<mark>[{}\[\]()<>=;,:+\-/])""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class ProtoToken:
    """A piece of the text and the number of its line; `kind` is empty at the end of the text."""

    kind: str
    text: str
    line: int


@dataclass(slots=True)
class ParsedProtoFile:
    """One .proto file that was read.

    Attributes:
        proto: the definitions; fields of types that are no scalars have the name of the type and no kind yet.
        lines: the line number of each field, by the full name of its message and its own name.
    """

    proto: descriptor_pb2.FileDescriptorProto
    lines: dict[tuple[str, str], int]


def parse_proto_file(name: str, text: str) -> ParsedProtoFile:
    """Parse the text of a file. Raises ProtoFileError, naming the file and the line."""
    return _Parser(name, text).parse()


def fault_at(file: str, line: int, reason: str, tip: str = "") -> ProtoFileError:
    """Return the error for a line of a file."""
    return ProtoFileError(ProtoFileWording.AT_LINE(file=file, line=line, reason=reason), tip)


def _tokens(name: str, text: str) -> list[ProtoToken]:
    tokens, position, line = [], 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise fault_at(name, line, ProtoFileWording.UNREADABLE(text=text[position : position + 12]))
        if match.lastgroup != "skip":
            tokens.append(ProtoToken(str(match.lastgroup), match[0], line))
        line += match[0].count("\n")
        position = match.end()
    tokens.append(ProtoToken("", "the end of the file", line))
    return tokens


class _Parser:
    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._tokens = _tokens(name, text)
        self._at = 0
        self._depth = 0
        self._proto = descriptor_pb2.FileDescriptorProto(name=name, syntax="proto2")
        self._lines: dict[tuple[str, str], int] = {}

    def parse(self) -> ParsedProtoFile:
        self._syntax()
        handlers: dict[str, Callable[[], None]] = {
            "import": self._skip_statement,
            "package": self._package,
            "option": self._skip_statement,
            "message": lambda: self._message(self._proto.message_type.add(), self._proto.package),
            "enum": lambda: self._enum(self._proto.enum_type.add()),
            "service": self._skip_statement,
            "extend": self._skip_statement,
            ";": lambda: None,
        }
        while self._peek().kind:
            token = self._next()
            handler = handlers.get(token.text)
            if handler is None:
                raise self._error(token, ProtoFileWording.DEFINITION())
            handler()
        return ParsedProtoFile(self._proto, self._lines)

    # tokens

    def _peek(self, ahead: int = 0) -> ProtoToken:
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    def _next(self, kind: str = "") -> ProtoToken:
        token = self._peek()
        if not token.kind or (kind and token.kind != kind):
            raise self._error(token, _WANTED[kind]())
        self._at += 1
        return token

    def _take(self, text: str) -> bool:
        if self._peek().text != text or self._peek().kind == "text":
            return False
        self._at += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise self._error(self._peek(), ProtoFileWording.MARK(text=text))

    def _error(self, token: ProtoToken, wanted: str) -> ProtoFileError:
        if not token.kind:
            return self._fault(token.line, ProtoFileWording.ENDS_TOO_SOON(wanted=wanted))
        return self._fault(token.line, ProtoFileWording.EXPECTED(wanted=wanted, found=token.text[:40]))

    def _fault(self, line: int, reason: str) -> ProtoFileError:
        return fault_at(self._name, line, reason)

    def _identifier(self) -> ProtoToken:
        token = self._next("name")
        if "." in token.text:
            raise self._error(token, ProtoFileWording.NAME_WITHOUT_DOTS())
        return token

    def _integer(self) -> int:
        sign = -1 if self._take("-") else 1
        token = self._next("number")
        try:
            return sign * int(token.text, 8 if re.fullmatch("0[0-7]+", token.text) else 0)
        except ValueError:
            raise self._error(token, ProtoFileWording.INTEGER()) from None

    # statements

    def _syntax(self) -> None:
        if self._take("edition"):
            raise self._fault(self._peek().line, ProtoFileWording.NO_EDITIONS())
        if self._take("syntax"):
            self._expect("=")
            token = self._next("text")
            if token.text[1:-1] not in {"proto2", "proto3"}:
                raise self._error(token, ProtoFileWording.SYNTAX())
            self._proto.syntax = token.text[1:-1]
            self._expect(";")

    def _package(self) -> None:
        self._proto.package = self._next("name").text
        self._expect(";")

    def _skip_statement(self) -> None:
        """Skip to the semicolon, or over the block."""
        while not self._take(";"):
            if self._peek().text in {"{", "["}:
                self._skip_block()
                if self._tokens[self._at - 1].text == "}" and self._peek().text != ";":
                    return
            else:
                self._next()

    def _skip_block(self) -> None:
        open_marks = 0
        while True:
            token = self._next()
            if token.kind == "mark":
                open_marks += (token.text in "{[") - (token.text in "}]")
                if not open_marks:
                    return

    def _message(self, message: DescriptorProto, scope: str) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise self._fault(self._peek().line, ProtoFileWording.NESTED_TOO_DEEPLY())
        message.name = self._identifier().text
        full = f"{scope}.{message.name}".lstrip(".")
        self._expect("{")
        while not self._take("}"):
            self._member(message, full)
        self._check_unique(message, full)
        self._depth -= 1

    def _member(self, message: DescriptorProto, full: str) -> None:
        token, behind = self._peek(), self._peek(1)
        names_something = token.kind == "name" and behind.kind == "name" and self._peek(2).text == "{"
        if self._take(";"):
            return
        if token.text in {"message", "enum", "oneof", "extend"} and (names_something or token.text == "extend"):
            self._at += 1
            if token.text == "message":
                self._message(message.nested_type.add(), full)
            elif token.text == "enum":
                self._enum(message.enum_type.add())
            elif token.text == "oneof":
                self._oneof(message, full)
            else:
                self._skip_statement()
        elif token.text in {"option", "reserved", "extensions"}:
            self._skip_statement()
        elif token.text == "map" and behind.text == "<":
            self._map(message, full)
        else:
            self._field(message, full, oneof=None)

    def _oneof(self, message: DescriptorProto, full: str) -> None:
        message.oneof_decl.add(name=self._identifier().text)
        index = len(message.oneof_decl) - 1
        self._expect("{")
        while not self._take("}"):
            if self._peek().text == "option" and self._peek(2).text == "=":
                self._skip_statement()
            elif not self._take(";"):
                self._field(message, full, oneof=index)

    def _field(self, message: DescriptorProto, full: str, oneof: int | None) -> None:
        field = FieldDescriptorProto(label=FieldDescriptorProto.LABEL_OPTIONAL)
        proto3, label = self._proto.syntax == "proto3", None
        if oneof is None and self._peek().text in _LABELS and self._peek(1).kind == "name":
            label = self._next().text
            field.label = _LABELS[label]
        if oneof is None and not proto3 and label is None:
            raise self._error(self._peek(), ProtoFileWording.LABEL())
        if proto3 and label == "required":
            raise self._fault(self._peek().line, ProtoFileWording.NO_REQUIRED())
        type_name = self._next("name")
        if type_name.text == "group":
            raise self._fault(type_name.line, ProtoFileWording.NO_GROUPS())
        self._set_type(field, type_name.text)
        self._finish_field(message, full, field)
        if oneof is not None:
            message.field[-1].oneof_index = oneof
        elif proto3 and label == "optional":
            message.field[-1].proto3_optional = True

    def _set_type(self, field: FieldDescriptorProto, name: str) -> None:
        if name in SCALARS:
            field.type = SCALARS[name]
        else:
            field.type_name = name

    def _finish_field(self, message: DescriptorProto, full: str, field: FieldDescriptorProto) -> None:
        name = self._identifier()
        field.name = name.text
        self._expect("=")
        field.number = self._checked_number(name.line)
        self._lines[full, field.name] = name.line
        if self._take("["):
            self._field_options(field)
        self._expect(";")
        message.field.append(field)

    def _checked_number(self, line: int) -> int:
        number = self._integer()
        if not 0 < number <= _MAX_NUMBER or 19000 <= number < 20000:
            raise self._fault(line, ProtoFileWording.FIELD_NUMBER(number=number))
        return number

    def _field_options(self, field: FieldDescriptorProto) -> None:
        while True:
            name = ""
            while not self._take("="):
                name += self._next().text
            if self._peek().text == "{":
                self._skip_block()
            else:
                self._field_option(field, name)
            if not self._take(","):
                self._expect("]")
                return

    def _field_option(self, field: FieldDescriptorProto, name: str) -> None:
        sign = "-" if self._take("-") else ""
        token = self._next()
        if name == "packed":
            field.options.packed = token.text == "true"
        elif name == "default":
            value = token.text
            if token.kind == "text":
                value = value[1:-1]
                while self._peek().kind == "text":
                    value += self._next().text[1:-1]
            elif field.HasField("type") and token.kind == "number":
                value = _number_text(value)
            field.default_value = sign + value
        else:
            while self._peek().kind == "text":
                self._next()

    def _map(self, message: DescriptorProto, full: str) -> None:
        self._at += 2
        key = self._next("name")
        if key.text not in SCALARS or key.text in {"double", "float", "bytes"}:
            raise self._error(key, ProtoFileWording.MAP_KEY())
        self._expect(",")
        value = self._next("name").text
        self._expect(">")
        field = FieldDescriptorProto(label=FieldDescriptorProto.LABEL_REPEATED)
        self._finish_field(message, full, field)
        stem = "".join(part[:1].upper() + part[1:] for part in field.name.split("_"))
        message.field[-1].type_name = f"{stem}Entry"
        entry = message.nested_type.add(name=f"{stem}Entry")
        entry.options.map_entry = True
        for number, (name, type_name) in enumerate((("key", key.text), ("value", value)), 1):
            part = entry.field.add(name=name, number=number, label=FieldDescriptorProto.LABEL_OPTIONAL)
            self._set_type(part, type_name)
            self._lines[f"{full}.{entry.name}", name] = self._lines[full, field.name]

    def _enum(self, enum: EnumDescriptorProto) -> None:
        enum.name = self._identifier().text
        self._expect("{")
        while not self._take("}"):
            if self._take(";"):
                continue
            if self._peek().text in {"option", "reserved"} and self._peek(1).text != "=":
                if self._peek(1).text == "allow_alias":
                    enum.options.allow_alias = self._peek(3).text == "true"
                self._skip_statement()
                continue
            name = self._identifier()
            self._expect("=")
            enum.value.add(name=name.text, number=self._integer())
            if self._peek().text == "[":
                self._skip_block()
            self._expect(";")

    def _check_unique(self, message: DescriptorProto, full: str) -> None:
        names: set[str] = set()
        numbers: dict[int, str] = {}
        for field in message.field:
            line = self._lines[full, field.name]
            if field.name in names:
                raise self._fault(line, ProtoFileWording.TWO_FIELDS(message=full, field=field.name))
            if field.number in numbers:
                raise self._fault(
                    line,
                    ProtoFileWording.SAME_NUMBER(
                        field=field.name, other=numbers[field.number], message=full, number=field.number
                    ),
                )
            names.add(field.name)
            numbers[field.number] = field.name
        # at last, so that the oneofs that were written come first
        for field in message.field:
            if field.proto3_optional:
                field.oneof_index = len(message.oneof_decl)
                message.oneof_decl.add(name=f"_{field.name}")


def _number_text(text: str) -> str:
    """Return a number in the form in which descriptors hold it."""
    text = text.rstrip("fF") if not text.lower().startswith("0x") else text
    if re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", text):
        return str(int(text, 8 if re.fullmatch("0[0-7]+", text) else 0))
    return text

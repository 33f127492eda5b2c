"""XML-RPC as ROS 1 uses it: calls, responses, faults, and the triples of code, status message and value.

- The writer is the standard library's, limited to what roscpp's xmlrpcpp can read: no `<nil/>`, no `<i8>`, no empty
  element (`<value/>`).
- The reader reads the same as the standard library's, but strictly: no document type and so no entities, no other
  encoding than UTF-8, bounds on size, depth and number of values, and no element where it does not belong.
"""

from __future__ import annotations

import base64
import datetime as dt
import re
import xmlrpc.client
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from xml.parsers import expat

from protocols.errors import RosFaultError, RosLocalError, RosRemoteError, printable
from protocols.ros1.wording import RosGraphWording
from protocols.schema import Payload

# a robot's description in XML, the largest of parameters, takes some megabytes; so does the state of 10,000 topics
MAX_BODY = 16 * 1024 * 1024
# the deepest parameter trees in the wild nest to about 10
MAX_DEPTH = 64
# the state of 10,000 topics with five nodes each takes 80,000
MAX_VALUES = 500_000
# xmlrpcpp knows no other integers
MIN_INT, MAX_INT = -(2**31), 2**31 - 1

_METHOD = re.compile(r"[A-Za-z_][\w.]*", re.ASCII)
# larger integers of other writers are read, up to this many digits
_INTEGER = re.compile(r"\s*[+-]?[0-9]{1,19}\s*", re.ASCII)
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CONTAINERS = frozenset({list, tuple, dict})


# writing


def encode_call(method: str, arguments: Sequence[Any]) -> bytes:
    """Encode the body of a call. Raises RosLocalError for values that can't be sent."""
    if not _METHOD.fullmatch(method):
        raise RosLocalError(RosGraphWording.NO_METHOD(method=printable(method, 80)))
    for index, argument in enumerate(arguments):
        try:
            _check(argument, 0)
        except _UnsendableError as error:
            raise error.within(RosGraphWording.ARGUMENT(number=index + 1, method=method)) from error
    return _encoded(xmlrpc.client.dumps(tuple(arguments), method))


def encode_response(value: Any) -> bytes:
    """Encode the body of an answer. Raises RosLocalError for values that can't be sent."""
    try:
        _check(value, 0)
    except _UnsendableError as error:
        raise error.within(RosGraphWording.ANSWER()) from error
    return _encoded(xmlrpc.client.dumps((value,), methodresponse=True))


def encode_fault(code: int, text: str) -> bytes:
    """Encode the body of an answer that is a fault. Raises RosLocalError for values that can't be sent."""
    for value, where in ((code, RosGraphWording.FAULT_CODE), (text, RosGraphWording.FAULT_TEXT)):
        try:
            _check(value, 0)
        except _UnsendableError as error:
            raise error.within(where()) from error
    return _encoded(xmlrpc.client.dumps(xmlrpc.client.Fault(code, text)))


def _encoded(text: str) -> bytes:
    # by the rules of XML, readers turn an unescaped carriage return into a line feed
    body = text.replace("\r", "&#13;").encode("utf-8")
    if len(body) > MAX_BODY:
        raise RosLocalError(RosGraphWording.BODY_TOO_LONG(length_bytes=len(body), limit_bytes=MAX_BODY))
    return body


class _UnsendableError(ValueError):
    """A value that can't be sent; its path is completed from the inside out."""

    def __init__(self, code: RosGraphWording, tip: str = "", **values: object) -> None:
        super().__init__(code)
        self.path = ""
        self._code = code
        self._tip = tip
        self._values = values

    def within(self, where: str) -> RosLocalError:
        return RosLocalError(self._code(where=where, path=self.path, **self._values), self._tip)


def _check(value: Any, depth: int) -> None:
    """Refuse values that xmlrpcpp can't read; exact types, since xmlrpc.client takes others apart."""
    kind = type(value)
    if kind is str:
        _check_text(value, RosGraphWording.CHARACTER)
    elif kind is int:
        if not MIN_INT <= value <= MAX_INT:
            tip = RosGraphWording.NUMBER_TOO_LARGE_TIP()
            raise _UnsendableError(RosGraphWording.NUMBER_TOO_LARGE, tip, number=value)
    elif kind in _CONTAINERS:
        if depth >= MAX_DEPTH:
            raise _UnsendableError(RosGraphWording.TOO_DEEP, limit=MAX_DEPTH)
        if kind is dict:
            _check_keys(value)
        _check_items(value.items() if kind is dict else enumerate(value), depth + 1)
    elif value is None:
        raise _UnsendableError(RosGraphWording.NULL)
    elif kind not in {bool, float, bytes, dt.datetime}:
        raise _UnsendableError(RosGraphWording.UNSENDABLE, type_name=kind.__name__)


def _check_keys(keys: Iterable[Any]) -> None:
    for key in keys:
        if type(key) is not str:
            raise _UnsendableError(RosGraphWording.KEY_NO_TEXT, key=key)
        _check_text(key, RosGraphWording.KEY_CHARACTER)


def _check_items(items: Iterable[tuple[str | int, Any]], depth: int) -> None:
    for step, item in items:
        try:
            _check(item, depth)
        except _UnsendableError as error:
            error.path = (f"[{step}]" if isinstance(step, int) else f".{step}") + error.path
            raise


def _check_text(text: str, fault: RosGraphWording) -> None:
    if (match := _NO_XML.search(text)) is not None:
        raise _UnsendableError(fault, number=ord(match[0]))


# reading


def decode_call(body: Payload) -> tuple[str, list[Any]]:
    """Decode the method and arguments of a call. Raises RosRemoteError."""
    reader = _read(body)
    if reader.kind != "methodCall":
        raise _refused(RosGraphWording.ANSWER_FOR_CALL())
    return reader.method, reader.values


def decode_response(body: Payload) -> Any:
    """Decode the value of an answer.

    Raises:
        RosFaultError: the body is a fault.
        RosRemoteError: the body is no answer.
    """
    reader = _read(body)
    if reader.kind == "methodCall":
        raise _refused(RosGraphWording.CALL_FOR_ANSWER())
    if len(reader.values) != 1:
        raise _refused(RosGraphWording.ANSWER_VALUES(count=len(reader.values)))
    value = reader.values[0]
    if reader.kind != "fault":
        return value
    code, text = (value.get("faultCode"), value.get("faultString")) if isinstance(value, dict) else (None, None)
    if type(code) is not int or not isinstance(text, str):
        raise _refused(RosGraphWording.FAULT_INCOMPLETE())
    raise RosFaultError(RosGraphWording.FAULT(text=printable(text), code=code), RosGraphWording.PEER_TIP(), code)


def unpack_triple(value: Any) -> tuple[int, str, Any]:
    """Return code, status message and value of an answer of ROS; a missing value (as roscpp allows) is None.

    The code is 1 for success, 0 for a failure, -1 for a mistake of the caller. Raises RosRemoteError.
    """
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        raise _refused(RosGraphWording.NO_TRIPLE(value=_told(value)))
    code, message = value[:2]
    if type(code) is not int:
        raise _refused(RosGraphWording.CODE_NO_INTEGER(value=_told(code)))
    if not isinstance(message, str):
        raise _refused(RosGraphWording.MESSAGE_NO_TEXT(value=_told(message)))
    return code, message, value[2] if len(value) == 3 else None


def _told(value: Any) -> str:
    if isinstance(value, list | dict):
        return RosGraphWording.CONTAINER(type_name=type(value).__name__, length=len(value))
    return printable(repr(value)[:200], 80)


def _refused(reason: str) -> RosRemoteError:
    return RosRemoteError(reason, RosGraphWording.PEER_TIP())


def _read(body: Payload) -> _Reader:
    if len(body) > MAX_BODY:
        raise _refused(RosGraphWording.DOCUMENT_TOO_LONG(length_bytes=len(body), limit_bytes=MAX_BODY))
    data = bytes(body)
    if b"\0" in data:
        # the parser reads UTF-16 that begins with a mark, whatever encoding it is told
        raise _refused(RosGraphWording.NO_UTF8())
    # the encoding that is given here overrides what a document says of itself
    parser = expat.ParserCreate("utf-8")
    reader = _Reader()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.data
    parser.StartDoctypeDeclHandler = reader.refuse_doctype
    parser.EntityDeclHandler = reader.refuse_doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise _refused(RosGraphWording.NO_XML(reason=str(error))) from error
    if reader.kind == "methodCall" and not reader.method:
        raise _refused(RosGraphWording.NO_METHOD_NAMED())
    return reader


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _boolean(text: str) -> bool:
    if text not in {"0", "1"}:
        raise ValueError(text)
    return text == "1"


def _bytes(text: str) -> bytes:
    return base64.decodebytes(text.encode("ascii"))


def _date(text: str) -> dt.datetime:
    # without a time zone: XML-RPC knows none
    return dt.datetime.strptime(text, "%Y%m%dT%H:%M:%S")  # noqa: DTZ007


_SCALARS: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("int", "i1", "i2", "i4", "i8"), _integer),
    "string": str,
    "boolean": _boolean,
    "double": float,
    "float": float,
    "base64": _bytes,
    "dateTime.iso8601": _date,
    "nil": lambda _: None,
}
_NOTHING: frozenset[str] = frozenset()
# the elements that may stand in an element
_CONTENT = dict.fromkeys((*_SCALARS, "name", "methodName"), _NOTHING) | {
    "": frozenset({"methodCall", "methodResponse"}),
    "methodCall": frozenset({"methodName", "params"}),
    "methodResponse": frozenset({"params", "fault"}),
    "params": frozenset({"param"}),
    "param": frozenset({"value"}),
    "fault": frozenset({"value"}),
    "value": frozenset({*_SCALARS, "array", "struct"}),
    "array": frozenset({"data"}),
    "data": frozenset({"value"}),
    "struct": frozenset({"member"}),
    "member": frozenset({"name", "value"}),
}
_ORDERS = {"member": ("name", "value"), "methodCall": ("methodName", "params")}
# the most elements in an element, where it is not one; and the least, where one must be there
_MOST = {"params": MAX_BODY, "data": MAX_BODY, "struct": MAX_BODY, "member": 2, "methodCall": 2}
_LEAST = {"methodCall": 1, "methodResponse": 1, "param": 1, "fault": 1, "array": 1, "member": 2}


class _Reader:
    """Handler of the elements of a document, one after the other.

    Attributes:
        kind: the kind of the document: methodCall, methodResponse or fault.
        method: the method of a call.
        values: the parameters of a call, the value of a response or fault.
    """

    def __init__(self) -> None:
        self.kind = ""
        self.method = ""
        self.values: list[Any] = []
        self._open = [""]
        # the number of elements in each open element
        self._counts = [0]
        self._text: list[str] = []
        self._containers: list[Any] = []
        self._keys: list[str] = []
        # the value of the innermost open <value> that has an element in it
        self._value: Any = None
        self._values_left = MAX_VALUES

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""
        del attributes
        parent, count = self._open[-1], self._counts[-1]
        if tag not in _CONTENT[parent]:
            tag = printable(tag, 40)
            raise _refused(
                RosGraphWording.ELEMENT_MISPLACED(tag=tag, parent=parent)
                if parent
                else RosGraphWording.ROOT_UNKNOWN(tag=tag)
            )
        if count and count >= _MOST.get(parent, 1):
            raise _refused(RosGraphWording.TOO_MUCH(parent=parent))
        if parent in _ORDERS and tag != _ORDERS[parent][count]:
            raise _refused(RosGraphWording.OUT_OF_PLACE(tag=tag, parent=parent))
        self._counts[-1] = count + 1
        self._open.append(tag)
        self._counts.append(0)
        self._text = []
        if tag == "array":
            self._enter([])
        elif tag == "struct":
            self._enter({})
        elif parent in {"", "methodResponse"}:
            self.kind = "fault" if tag == "fault" else self.kind or tag

    def data(self, text: str) -> None:
        """Take text, of which only that of scalars, names and values without an element matters."""
        self._text.append(text)

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        count = self._counts.pop()
        self._open.pop()
        if tag == "value":
            self._end_value("".join(self._text) if not count else self._value)
        elif tag in _SCALARS:
            self._value = self._scalar(tag, "".join(self._text))
        elif tag == "name":
            self._keys.append("".join(self._text))
        elif tag in {"array", "struct"}:
            self._value = self._containers.pop()
        elif tag == "methodName":
            self.method = "".join(self._text).strip()
        if count < _LEAST.get(tag, 0):
            raise _refused(RosGraphWording.INCOMPLETE(tag=tag))

    def refuse_doctype(self, *_: object) -> None:
        """Refuse a document type or an entity, by which a few bytes can become gigabytes."""
        raise _refused(RosGraphWording.DOCUMENT_TYPE())

    def _enter(self, container: Any) -> None:
        self._containers.append(container)
        if len(self._containers) > MAX_DEPTH:
            raise RosRemoteError(
                RosGraphWording.NESTED_TOO_DEEPLY(limit=MAX_DEPTH), RosGraphWording.NOT_READ_WHOLE_TIP()
            )

    def _end_value(self, value: Any) -> None:
        self._values_left -= 1
        if self._values_left < 0:
            raise RosRemoteError(
                RosGraphWording.TOO_MANY_VALUES(limit=MAX_VALUES), RosGraphWording.NOT_READ_WHOLE_TIP()
            )
        parent = self._open[-1]
        if parent == "data":
            self._containers[-1].append(value)
        elif parent == "member":
            self._containers[-1][self._keys.pop()] = value
        else:
            self.values.append(value)

    @staticmethod
    def _scalar(tag: str, text: str) -> Any:
        try:
            return _SCALARS[tag](text)
        except ValueError as error:
            raise _refused(RosGraphWording.SCALAR_INVALID(tag=tag, text=printable(text, 40))) from error

"""The schemas by which messages are read and written: from the definitions that nodes send, or that are known here."""

from __future__ import annotations

import contextlib
import logging
from collections import OrderedDict
from dataclasses import dataclass

from app.connections.ros1.converters import READERS
from app.wording.connections import Ros1Wording
from protocols.errors import DefinitionError, RosLocalError, printable
from protocols.ros1.messages.definitions import ServiceType, parse_message, parse_service
from protocols.ros1.messages.message_files import MessageFiles
from protocols.ros1.messages.schema import Ros1Schema, UnknownRosSchema
from protocols.ros1.messages.standard_types import find_message, find_service
from protocols.ros1.names import ANY
from protocols.ros1.tcpros.topic_links import RosPublisherGreeted

_LOGGER = logging.getLogger(__name__)

# definitions of one robot; a robot that sends ever new ones must not fill the memory
MAX_SCHEMAS = 1000
# in characters; the codecs that are compiled from them take up to a hundred times as much
MAX_HELD = 4 * 1024 * 1024

AnySchema = Ros1Schema | UnknownRosSchema

_MSG_PATH_TIP = Ros1Wording.MSG_PATH_TIP()


@dataclass(frozen=True, slots=True)
class SchemaChoice:
    """The schema for the messages of a publisher, and the fault in its definition.

    Attributes:
        fault: a sentence, empty if there is no fault.
    """

    schema: AnySchema
    fault: str = ""
    tip: str = ""


class RosSchemas:
    """The schemas of one connection.

    The operator's definitions (`files`: names and texts) take precedence over those that are known here; the messages
    of a publisher that sends its own definition are read by that one. Raises LocalProtocolError for files that can't be
    used. Any thread may ask.
    """

    def __init__(self, files: tuple[tuple[str, str], ...] = ()) -> None:
        self._path = MessageFiles(files)
        for problem in self._path.problems:
            _LOGGER.info("%s", problem)
        self._by_definition: OrderedDict[tuple[str, str, str], SchemaChoice] = OrderedDict()
        # characters of all of them
        self._held = 0
        self._seen: dict[str, Ros1Schema] = {}
        self._known: dict[str, Ros1Schema | None] = {}

    def for_header(self, header: RosPublisherGreeted) -> SchemaChoice:
        """The schema for the messages of a publisher that has sent this header."""
        key = (header.type_name, header.md5, header.definition)
        reading = self._by_definition.get(key)
        if reading is None:
            reading = self._by_definition[key] = self._read(header)
            self._held += sum(map(len, key))
            while len(self._by_definition) > MAX_SCHEMAS or (self._held > MAX_HELD and len(self._by_definition) > 1):
                self._let_go(*self._by_definition.popitem(last=False))
        if isinstance(reading.schema, Ros1Schema):
            self._seen[header.type_name] = reading.schema
        return reading

    def _let_go(self, key: tuple[str, str, str], reading: SchemaChoice) -> None:
        self._held -= sum(map(len, key))
        if self._seen.get(key[0]) is reading.schema:
            del self._seen[key[0]]

    def find(self, type_name: str) -> Ros1Schema | None:
        """The schema of a type, as far as known; None where it is not."""
        if type_name not in self._known:
            found = self._path.find_message(type_name) or find_message(type_name)
            schema = Ros1Schema(found, READERS.get(type_name, {})) if found is not None else None
            self._known[type_name] = schema
        # a robot's own definition is better than the operator's or the standard one
        return self._seen.get(type_name) or self._known[type_name]

    def require(self, type_name: str) -> Ros1Schema:
        """The schema of a type. Raises RosLocalError where it is not known."""
        schema = self.find(type_name)
        if schema is None:
            raise RosLocalError(Ros1Wording.TYPE_UNKNOWN(type_name=printable(type_name, 80)), _MSG_PATH_TIP)
        return schema

    def find_service(self, type_name: str, md5: str) -> ServiceType | None:
        """Find the definition of a service type that has the provider's MD5; None where none is known."""
        for found in (self._path.find_service(type_name), find_service(type_name)):
            if found is not None and md5 in {ANY, found.md5}:
                return found
        if md5 == _EMPTY_MD5:
            # request and response are empty, whatever the type is called
            with contextlib.suppress(DefinitionError):
                return parse_service(type_name, "---", {})
        return None

    def service_md5s(self, type_name: str) -> tuple[str, ...]:
        """The MD5s of the known definitions of a service type."""
        known = (self._path.find_service(type_name), find_service(type_name))
        return tuple(dict.fromkeys(found.md5 for found in known if found is not None))

    def _read(self, header: RosPublisherGreeted) -> SchemaChoice:
        if header.definition.strip() or header.md5 == _EMPTY_MD5:
            try:
                found = parse_message(header.type_name, header.definition)
            except DefinitionError as error:
                fallback = self._fall_back(header)
                fault = Ros1Wording.DEFINITION_UNUSABLE(reason=error.reason)
                return SchemaChoice(fallback.schema, fault, fallback.tip or Ros1Wording.DEFINITION_UNUSABLE_TIP())
            schema = Ros1Schema(found, READERS.get(header.type_name, {}))
            if header.md5 not in {ANY, found.md5}:
                fault = Ros1Wording.DEFINITION_DIFFERS(md5=found.md5, named_md5=header.md5)
                return SchemaChoice(schema, fault, Ros1Wording.DEFINITION_DIFFERS_TIP())
            return SchemaChoice(schema)
        return self._fall_back(header)

    def _fall_back(self, header: RosPublisherGreeted) -> SchemaChoice:
        """Choose a definition that is known here, if it is the one that the publisher means."""
        for found in (self._path.find_message(header.type_name), find_message(header.type_name)):
            if found is not None and header.md5 in {ANY, found.md5}:
                return SchemaChoice(Ros1Schema(found, READERS.get(header.type_name, {})))
        fault = Ros1Wording.DEFINITION_MISSING(type_name=header.type_name)
        return SchemaChoice(UnknownRosSchema(header.type_name), fault, _MSG_PATH_TIP)


# of a type without any field, whose definition is an empty text
_EMPTY_MD5 = "d41d8cd98f00b204e9800998ecf8427e"

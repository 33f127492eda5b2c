"""The sentences about engines of NRP-core, their DataPacks and experiments."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class NrpWireWording(Catalogue):
    """The sentences about addresses, experiments, answers of engines, DataPacks and commands to joints."""

    # addresses
    ADDRESS_INVALID = "this is no address of an NRP-core engine"
    ADDRESS_TIP = (
        "Write nrp+grpc://HOST:9004?packs=rover::chassis,rover::left_hinge, nrp+json://HOST:9002?packs=…, or "
        "nrp+mqtt://BROKER:1883/ENGINE."
    )
    ADDRESS_PORT = "port {port} is no number from 1 to 65535"
    BROKER_PARAMETERS = "the address of a broker has no parameters: DataPacks appear as they come"
    ADDRESS_PART = "the address of an engine has no “{part}”"
    ADDRESS_PACKS = "the address names {count} DataPacks, and {limit} are the most"
    TOO_MANY_PARAMETERS = "the address has more than {limit} parameters"
    ADDRESS_RATE = "rate={rate} is no number from {low_hz:g} to {high_hz:g}"
    ADDRESS_RATE_TIP = "It is how often a second values are asked for."
    ENGINE_INVALID = "“{engine}” can't be an engine: {reason}"
    ENGINE_WILDCARD = "# and + have a meaning of their own in MQTT"
    ENGINE_SLASH = (
        "the name of an engine has no slash, and the topic of a DataTransfer engine ends in nrp_simulation/ID/data"
    )
    BROKER_TIP = "Write nrp+mqtt://BROKER:1883/ENGINE with the name that the engine has in the experiment."

    # names of DataPacks
    PACK_UNNAMED = "the name of a DataPack is empty"
    PACK_NAME_INVALID = "“{pack}” can't be the name of a DataPack: {reason}"
    COMMAS_SEPARATE = "commas separate names"
    PACK_NAME_TIP = (
        "Write it as the engine is configured: rover, rover::chassis, rover::left_hinge, rover::head::camera."
    )

    # files of experiments
    FILE_TOO_LONG = "a file of {length_bytes:,} bytes is longer than {limit_bytes:,}"
    FILE_NO_TEXT = "the file is no text"
    FILE_EMPTY = "the file names no engine and no DataPack"
    FILE_ENGINES = "the file holds {count:,} engines, and {limit} are the most"
    FILE_PACKS = "the file names {count:,} DataPacks, and {limit} are the most"
    LINE_TOO_LONG = "line {line} has {length:,} characters: that is no list of names"
    AT_LINE = "line {line}: {reason}"
    FILE_NO_JSON = "the file begins like JSON, and is none: {reason}"
    NESTED_TOO_DEEPLY = "it is nested too deep"
    FILE_TIP = "Choose an experiment's configuration (simulation_config.json), or a text with one name in each line."

    # answers of engines
    ANSWER_INVALID = "the answer is no valid {type_name}: {reason}"
    MORE_THAN_ASKED = "the engine answers with more DataPacks than the {count:,} that were asked for"
    TOO_MANY_FIELDS = "the answer holds more fields than one for each of {count:,} DataPacks"
    NOT_ASKED_FOR = "the engine answers with “{pack}”, which was not asked for"
    LEFT_OUT = "the engine left “{pack}” out of its answer"
    NO_SUCH_PACK = "the engine answers null: it has no DataPack of that name"
    ACKNOWLEDGEMENT_TOO_LONG = "the answer to a command holds {length_bytes:,} bytes"
    THE_ANSWER = "the answer"
    THE_MESSAGE = "the message"
    TEXT_TOO_LONG = "{what} holds {length_bytes:,} bytes beside pictures, and {limit_bytes:,} are the most"
    NO_JSON = "{what} is no JSON: it begins with “{beginning}”"
    NO_OBJECT = "{what} is no JSON object"
    OTHER_SERVER_TIP = "Another kind of server may listen on that port."
    JSON_PUBLISHED_TIP = "Engines publish DataPacks as JSON objects."
    NEITHER_JSON_NOR_PACK = "the message is neither JSON nor a valid EngineGrpc.DataPackMessage: {reason}"
    NO_PACK_MESSAGE = "the message is no EngineGrpc.DataPackMessage: it names no DataPack"
    NO_PACK_MESSAGE_TIP = "A DataTransfer engine sends such messages while its streamDataPackMessage is true."

    # DataPacks
    ENTRY_NO_OBJECT = "what the engine says of it is no JSON object"
    DATA_NO_OBJECT = "its data is no JSON object"
    DATA_TYPE = "its data is of the type “{type_name}”, not one of {types}"
    DATA_UNTYPED = "its data is of no type, not one of {types}"
    DATA_FIELDS = "its data has not the fields of a camera, a link or a joint"
    PACKS_SHOWN_TIP = "Only the DataPacks of NRP-core's Gazebo engines can be shown."
    PACK_INVALID = "a DataPack is no valid Gazebo.{type_name}: {reason}"
    PACK_TOO_LONG = "a {type_name} of {length_bytes:,} bytes is longer than {limit_bytes:,}"
    FIELD_MISSING = "a {type_name} has no {field}"
    NO_SIDE = "{field} of a {type_name} is no whole number of 32 bits"
    NO_PIXEL_LIST = "{field} of a {type_name} is no list of numbers"
    NO_INTEGER_PIXEL = "{field} of a {type_name} holds what is no whole number"
    NO_PIXEL = "{field} of a {type_name} holds what is no number from 0 to 255"
    NO_LIST = "{field} of a {type_name} is no list"
    LIST_LENGTH = "{field} of a {type_name} holds {count:,} numbers, not {length}"
    NO_FINITE_NUMBER = "{field} of a {type_name} is no finite number"
    NOT_FINITE = "{field} of a {type_name} is {number}, which is no finite number"
    NOT_FINITE_32 = "{field} of a {type_name} is {number:g}, which is no finite number of 32 bits"
    PICTURE_SIDE = "{field} of a {type_name} is {number}, which no picture can have"
    PICTURE_BYTES = (
        "{field} of a {type_name} holds {length_bytes:,} bytes, not {width} x {height} x {depth} = {size_bytes:,}"
    )

    # fields of DataPacks
    NO_LIST_BELOW = "{field} has no list below it (in {path})"
    NO_FIELD_BELOW = "{field} has no field below it (in {path})"
    NOTHING_BELOW = "{field} has nothing below it (in {path})"
    TOO_FEW_NUMBERS = "{field} has {length} numbers (in {path})"
    FIRST_NUMBER_TIP = "The first is [0]."
    SPELLINGS = "NRP-core: {message} in protobuf, {attribute} in JSON"
    SPELLINGS_OF_ROTATION = "x, y, z, w\nNRP-core: {message} in protobuf, {attribute} in JSON"
    NOTE_REBUILT = "{note}\n{rebuilt}"
    REBUILT = "The engine did not send w. It is the positive one that fits x, y and z; its sign is not known."
    MARK_REBUILT = "w rebuilt"

    # commands to joints
    NOT_COMMANDABLE = "“{pack}” can't be commanded by this broker"
    NO_QUANTITY_NAMED = "a joint has no “{name}”"
    NO_QUANTITY_NAMED_TIP = "It has {names}."
    SEVERAL_QUANTITIES = "a joint is commanded by one of {names}, and here are {given}"
    NO_QUANTITY = "a joint is commanded by one of {names}, and here is none"
    QUANTITY_TIP = 'Write one of them: {{"velocity": 1.5}}.'
    COMMAND_BYTES = "{length_bytes:,} bytes are no command to a joint"
    COMMAND_INVALID = "this is no valid Gazebo.Joint: {reason}"
    COMMAND_NOT_FINITE = "{field} of a joint must be a finite number of 32 bits"

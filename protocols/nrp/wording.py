"""The sentences about engines of NRP-core, their DataPacks and experiments."""

from __future__ import annotations

from protocols.sentence import Catalogue


class NrpWireWording(Catalogue):
    """The sentences about addresses, experiments, answers of engines, DataPacks and commands to joints."""

    # addresses
    ADDRESS_INVALID = "This is not the address of an NRP-core engine"
    ADDRESS_TIP = (
        "Write nrp+grpc://HOST:9004?packs=rover::chassis,rover::left_hinge, nrp+json://HOST:9002?packs=…, or "
        "nrp+mqtt://BROKER:1883/ENGINE."
    )
    ADDRESS_PORT = "The port must be 1\N{EN DASH}65535, not {port}"
    BROKER_PARAMETERS = "The address of a broker takes no parameters: DataPacks appear when they arrive"
    ADDRESS_PART = "The address of an engine can't have “{part}”"
    ADDRESS_PACKS = "The address names {count} DataPacks; the limit is {limit}"
    TOO_MANY_PARAMETERS = "The address has more than {limit} parameters"
    ADDRESS_RATE = "rate={rate} must be a number from {low_hz:g} to {high_hz:g}"
    ADDRESS_RATE_TIP = "The rate says how often per second values are requested."
    ENGINE_INVALID = "“{engine}” can't be the name of an engine: {reason}"
    ENGINE_WILDCARD = "# and + have a special meaning in MQTT"
    ENGINE_SLASH = (
        "The name of an engine can't contain a slash, and the topic of a DataTransfer engine ends in "
        "nrp_simulation/ID/data"
    )
    BROKER_TIP = "Write nrp+mqtt://BROKER:1883/ENGINE with the name of the engine in the experiment."

    # names of DataPacks
    PACK_UNNAMED = "The name of the DataPack is empty"
    PACK_NAME_INVALID = "“{pack}” can't be the name of a DataPack: {reason}"
    COMMAS_SEPARATE = "Commas separate names"
    PACK_NAME_TIP = (
        "Write the name as in the configuration of the engine: rover, rover::chassis, rover::left_hinge, "
        "rover::head::camera."
    )

    # files of experiments
    FILE_TOO_LONG = "The file has {length_bytes:,} bytes; the limit is {limit_bytes:,}"
    FILE_NO_TEXT = "The file is not a text file"
    FILE_EMPTY = "The file names no engine and no DataPack"
    FILE_ENGINES = "The file names {count:,} engines; the limit is {limit}"
    FILE_PACKS = "The file names {count:,} DataPacks; the limit is {limit}"
    LINE_TOO_LONG = "Line {line} has {length:,} characters, which is not a list of names"
    AT_LINE = "Line {line}: {reason}"
    FILE_NO_JSON = "The file starts like JSON but is not valid: {reason}"
    NESTED_TOO_DEEPLY = "The data is nested too deeply"
    FILE_TIP = (
        "Choose the configuration of an experiment (simulation_config.json), or a text file with one name per line."
    )

    # answers of engines
    ANSWER_INVALID = "The answer is not a valid {type_name}: {reason}"
    MORE_THAN_ASKED = "The engine answered with more DataPacks than the {count:,} requested"
    TOO_MANY_FIELDS = "The answer has more fields than one for each of {count:,} DataPacks"
    NOT_ASKED_FOR = "The engine answered with “{pack}”, which was not requested"
    LEFT_OUT = "The answer of the engine lacks “{pack}”"
    NO_SUCH_PACK = "The engine answered null: it has no DataPack of that name"
    ACKNOWLEDGEMENT_TOO_LONG = "The answer to a command has {length_bytes:,} bytes"
    THE_ANSWER = "The answer"
    THE_MESSAGE = "The message"
    TEXT_TOO_LONG = "{what} has {length_bytes:,} bytes besides images; the limit is {limit_bytes:,}"
    NO_JSON = "{what} is not JSON: it begins with “{beginning}”"
    NO_OBJECT = "{what} is not a JSON object"
    OTHER_SERVER_TIP = "Another kind of server may be listening on that port."
    JSON_PUBLISHED_TIP = "Engines publish DataPacks as JSON objects."
    NEITHER_JSON_NOR_PACK = "The message is neither JSON nor a valid EngineGrpc.DataPackMessage: {reason}"
    NO_PACK_MESSAGE = "The message is not an EngineGrpc.DataPackMessage: it names no DataPack"
    NO_PACK_MESSAGE_TIP = "A DataTransfer engine sends such messages while streamDataPackMessage is true."

    # DataPacks
    ENTRY_NO_OBJECT = "The entry of the DataPack is not a JSON object"
    DATA_NO_OBJECT = "The data of the DataPack is not a JSON object"
    DATA_TYPE = "The data of the DataPack has the type “{type_name}”, not one of {types}"
    DATA_UNTYPED = "The data of the DataPack has no type; expected: {types}"
    DATA_FIELDS = "The data of the DataPack lacks the fields of a camera, a link or a joint"
    PACKS_SHOWN_TIP = "Teledeck shows only the DataPacks of Gazebo engines of NRP-core."
    PACK_INVALID = "A DataPack is not a valid Gazebo.{type_name}: {reason}"
    PACK_TOO_LONG = "A {type_name} has {length_bytes:,} bytes; the limit is {limit_bytes:,}"
    FIELD_MISSING = "A {type_name} has no {field}"
    NO_SIDE = "{field} of a {type_name} is not a whole number of 32 bits"
    NO_PIXEL_LIST = "{field} of a {type_name} is not a list of numbers"
    NO_INTEGER_PIXEL = "{field} of a {type_name} has a value that is not a whole number"
    NO_PIXEL = "{field} of a {type_name} has a value that is not a number from 0 to 255"
    NO_LIST = "{field} of a {type_name} is not a list"
    LIST_LENGTH = "{field} of a {type_name} has {count:,} numbers, not {length}"
    NO_FINITE_NUMBER = "{field} of a {type_name} is not a finite number"
    NOT_FINITE = "{field} of a {type_name} is {number}, which is not a finite number"
    NOT_FINITE_32 = "{field} of a {type_name} is {number:g}, which is not a finite number of 32 bits"
    PICTURE_SIDE = "{field} of a {type_name} is {number}, which is not possible for an image"
    PICTURE_BYTES = (
        "{field} of a {type_name} has {length_bytes:,} bytes, not {width} x {height} x {depth} = {size_bytes:,}"
    )

    # fields of DataPacks
    NO_LIST_BELOW = "{field} is not a list (in {path})"
    NO_FIELD_BELOW = "{field} has no such field (in {path})"
    NOTHING_BELOW = "{field} has no fields and no elements (in {path})"
    TOO_FEW_NUMBERS = "{field} has {length} numbers (in {path})"
    FIRST_NUMBER_TIP = "The first number is [0]."
    SPELLINGS = "NRP-core: {message} in protobuf, {attribute} in JSON"
    SPELLINGS_OF_ROTATION = "x, y, z, w\nNRP-core: {message} in protobuf, {attribute} in JSON"
    NOTE_REBUILT = "{note}\n{rebuilt}"
    REBUILT = (
        "The engine did not send w. Teledeck calculated the positive w that fits x, y and z; the real sign is unknown."
    )
    MARK_REBUILT = "w calculated"

    # commands to joints
    NOT_COMMANDABLE = "“{pack}” can't take commands through this broker"
    NO_QUANTITY_NAMED = "A joint has no “{name}”"
    NO_QUANTITY_NAMED_TIP = "A joint takes {names}."
    SEVERAL_QUANTITIES = "A joint takes only one of {names}, not {given}"
    NO_QUANTITY = "A joint needs one of {names}"
    QUANTITY_TIP = 'Write one of them: {{"velocity": 1.5}}.'
    COMMAND_BYTES = "{length_bytes:,} bytes are not a command to a joint"
    COMMAND_INVALID = "This is not a valid Gazebo.Joint: {reason}"
    COMMAND_NOT_FINITE = "{field} of a joint must be a finite number of 32 bits"

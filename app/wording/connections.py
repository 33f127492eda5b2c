"""The sentences of connections: of their alerts, their statuses, and the errors that they and their links raise."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class LinkWording(Catalogue):
    """The sentences on links of every kind: why one could not be made, or broke."""

    # a link can't be made, or breaks
    BROKEN = "{host}:{port} broke the link"
    PROGRAM_ENDED_TIP = "The program there may have ended."
    ABORTED = "the link to {host}:{port} was aborted by this machine"
    ABORTED_TIP = "It may have slept or changed its network."
    UNREACHABLE = "{host}:{port} can't be reached"
    UNREACHABLE_TIP = "Is it switched on, and in the same network?"
    NO_NETWORK = "there is no network to {host}:{port}"
    NETWORK_DOWN = "the network is down"
    NO_NETWORK_TIP = "Is this machine connected to the robot's network?"
    NO_ANSWER = "{host}:{port} does not answer"
    NO_ANSWER_IN_TIME = "{host}:{port} does not answer within {timeout_s:g} s"
    NO_ANSWER_TIP = "Is it switched on, and in the same network? A firewall may drop packets."
    TOO_MANY_FILES = "too many open files"
    TOO_MANY_FILES_TIP = "Subscribe to fewer topics at once, or raise the limit (ulimit -n)."
    NO_LOCAL_ADDRESS = "no local address is free for a link to {host}:{port}"
    NO_LOCAL_ADDRESS_TIP = "Too many links may have been made lately."
    NOTHING_LISTENS = "nothing listens on {host}:{port}"
    NOTHING_LISTENS_TIP = "Is the server running, and is this its port?"
    NAME_UNRESOLVED = "the name “{host}” can't be resolved"
    HOST_INVALID = "“{host}” is no valid host name"
    NAME_TIP = "Check the spelling, or use the robot's IP address."
    FAILED = "the link to {host}:{port} failed: {reason}"

    # ports and addresses
    PORT_INVALID = "{port} is no port"
    PORT_INVALID_TIP = "A port is a number from 1 to 65535."

    # answers
    NO_ANSWER_ON_OPEN_LINK = "{where} takes links and does not answer within {timeout_s:g} s"
    NO_ANSWER_ON_OPEN_LINK_TIP = "The program there may hang, or be very busy."
    HTTP_STATUS = "{where} answered with HTTP status {status}"
    OTHER_SERVER_TIP = "Another kind of server may listen on that port."
    ANSWER_TOO_LONG = "the answer of {where} is longer than the limit of {limit_bytes:,} bytes"
    ANSWER_TOO_LONG_TIP = (
        "Ask for a part of it; if nothing there is so long, another kind of server may listen on that port."
    )
    CLOSED_BEFORE_ANSWER = "{where} closed the link before it had answered"
    NO_HTTP = "{where} does not answer in HTTP"
    ADDRESS_INVALID = "“{where}” is no valid address"
    CALL_FAILED = "the call to {where} failed: {reason}"

    # the end of a link, and ports of this side
    ENDED = "the link to {host}:{port} ended"
    FAULT_OF_PROGRAM = "a fault of this program ended the link to {host}:{port}: {fault}"
    FAULT_OF_PROGRAM_TIP = "The log says more. Please report it."
    PORT_IN_USE = "port {port} is in use already"
    PORT_IN_USE_TIP = "Choose another one, or end the program that has it."
    PORT_FORBIDDEN = "this system does not let us listen on port {port}"
    PORT_FORBIDDEN_TIP = "Choose one above 1023."
    NOT_OWN_ADDRESS = "{host} is no address of this machine"
    NOT_OWN_ADDRESS_TIP = "Choose one of its own."
    CANNOT_LISTEN = "can't listen on {host}:{port}: {reason}"
    MACHINE_SLEPT = "this machine has slept"
    MACHINE_SLEPT_TIP = "The robot may have forgotten it."
    OWN_ADDRESS_CHANGED = "this machine's address on the way to {peer} is {address} now, and was {before}"
    OWN_ADDRESS_CHANGED_TIP = "Its network has changed."
    OWN_ADDRESS_LOST = "this machine has lost the address that it sent from"
    OWN_ADDRESS_LOST_TIP = "Its network may have changed."


@enum.unique
class ConnectionWording(Catalogue):
    """The sentences that connections of more than one protocol say."""

    # the state
    CLOSED = "closed"
    NO_ANSWER = "{connection} did not answer within {timeout_s:g} s"
    NO_ANSWER_TIP = "It may be busy, or its network slow."
    BUSY_TIP = "It may be busy."
    OF_TOPIC = "{topic}: {reason}"
    TWO_TIPS = "{first} {second}"

    # what can't be asked of a connection
    LISTS_TOPICS_ITSELF = "{connection} lists its topics itself"
    NOT_ASKED_FOR = "{topic} is not asked for: {connection} sends by itself"
    DECODER_FIXED = "messages of {topic} say themselves how they are read"
    NO_WORLD = "{connection} has no world that can be controlled"
    ONLY_READS = "{topic} can't be published: {connection} only reads"
    PUBLISHED_NO_MORE = "{topic} is published no more"
    NOTHING_PUBLISHED = "nothing can be published: {reason}"
    CLOSE_SOME_TIP = "Close what is not needed."


@enum.unique
class GazeboWording(Catalogue):
    """The sentences of connections to Gazebo."""

    # the master and publishing
    CONNECTION_CLOSED = "the connection to {endpoint} was closed"
    MASTER_SILENT = "the Gazebo master at {endpoint} did not answer within {timeout_s:g} s"
    MASTER_STALE = "the Gazebo master does not answer"
    MASTER_UNREACHABLE = "the Gazebo master can't be reached, so new topics are not seen: {reason}"
    HOSTNAME_UNKNOWN = "GAZEBO_HOSTNAME is “{host}”, which can't be resolved"
    IP_INVALID = "GAZEBO_IP is “{address}”, which is no IPv4 address"
    OTHER_ADDRESS_TOLD_TIP = "Instead, {address} is told to others."
    NOT_ADVERTISED = "{topic} could not be advertised: {reason}"
    TYPE_DIFFERS = "{topic} is a topic of type {known_type}, it can't be published as {type_name}"
    TYPE_DIFFERS_TIP = "Publish {known_type}, or choose another topic."

    # publishers that are read
    CLOSES_EVERY_LINK = "it closes every link at once"
    CLOSES_EVERY_LINK_TIP = (
        "It may admit only listed addresses (GAZEBO_IP_WHITE_LIST where it runs), or be no Gazebo program."
    )
    HOST_REPLACED = "publishers say that they are at {told_host}, where they can't be reached; they are read at {host}"
    HOST_REPLACED_TIP = "Set GAZEBO_IP on the robot to the address by which others reach it."
    TOO_MANY_PUBLISHERS = "{topic} has more than {limit} publishers: only as many are read at a time"
    TOO_MANY_PUBLISHERS_TIP = "Most may have died: restart the server to be rid of them."
    PUBLISHERS_DIFFER = (
        "{topic}: its publisher at {endpoint} sends {type_name}, another one {kept_type}; only {kept_type} is read"
    )
    PUBLISHERS_DIFFER_TIP = "Two programs use one name for different things: rename one of the topics."
    PUBLISHER_UNREADABLE = "{topic}: its publisher at {endpoint} can't be read: {reason}"

    # the world
    WORLD_NOT_SUBSCRIBED = "the simulator did not ask for {topic} within {timeout_s:g} s"
    WORLD_NOT_SUBSCRIBED_TIP = "It may not reach this machine: set GAZEBO_IP here to the address that it can reach."
    WORLD_COMMAND_UNSURE = "{topic}: the command may not have arrived"
    WORLD_COMMAND_UNSURE_TIP = "See what the world does."

    # messages
    SCAN_SIZE = "a scan of {rows:,} x {columns:,} rays holds {count:,} ranges"
    PART_MISSING = "{what} has no {part}"
    MESSAGE_TOO_LARGE = "a gazebo.msgs.{type_name} of {length_bytes:,} bytes is larger than can be shown"
    MESSAGE_TOO_LARGE_TIP = "At most {limit_bytes:,} are."
    MESSAGE_INVALID = "a message is not a valid gazebo.msgs.{type_name}"
    JOINT_AXES = "angle of a joint has {count:,} numbers; no joint has more than 3 axes"
    PIXEL_FORMAT_UNKNOWN = "a picture's pixel_format is {number}, which has no meaning"
    PICTURE_EMPTY = "a picture has no data"
    IMAGE_INVALID = "a message is not a valid gazebo.msgs.Image: {reason}"
    STAMPED_PICTURE_EMPTY = "a stamped picture has no image"
    STAMPED_IMAGE_INVALID = "a message is not a valid gazebo.msgs.ImageStamped: {reason}"
    IMAGES_COUNT = "a message holds {count} images, not 1 to {limit}"
    STAMPED_IMAGES_INVALID = "a message is not a valid gazebo.msgs.ImagesStamped: {reason}"
    BATTERY_INVALID = "a message is not a valid gazebo.msgs.Battery: {reason}"
    BATTERY_VOLTAGE = "a battery's voltage is {voltage_v:g}, which tells nothing"
    STATISTICS_INVALID = "a message is not a valid {type_name}: {reason}"
    STATISTICS_WITHOUT_TIME = "the statistics of a world have no sim_time"


@enum.unique
class Ros1Wording(Catalogue):
    """The sentences of connections to ROS 1."""

    # the master, names and time
    MASTER_SILENT = "the ROS master at {master} did not answer within {timeout_s:g} s"
    MASTER_UNREACHABLE = "the ROS master can't be reached, so new topics and nodes are not seen: {reason}"
    FINDS_US = "{description}; it finds us at {host}"
    TOLD_TO_END = "{who} told Teledeck to end, which it does not: {reason}"
    TOLD_TO_END_TIP = "Anybody in the robot's network can say so."
    NAME_REPLACED = (
        "nodes say that they are at “{name}”, which can't be resolved here or is not this machine; they are "
        "dialled at the master's address {address}"
    )
    NAME_REPLACED_TIP = "Say where it is: add ?alias={name}=ADDRESS to the robot's address, or set ROS_IP on the robot."
    TIME_STANDS_STILL = "{parameter} is set and nothing comes on {topic}: the robot's time stands still"
    TIME_STANDS_STILL_TIP = (
        "Start the simulator or `rosbag play --clock`, or delete the parameter {parameter} and restart the nodes."
    )
    TIME_WENT_BACK = "the robot's time went back, to {time_s:.3f} s"
    TIME_WENT_BACK_TIP = (
        "A simulation was reset, or a recording begins again: what was received before is of another time."
    )

    # addresses
    OPTIONS_INVALID = "“?{text}” holds no options"
    OPTION_UNKNOWN = "“{option}” is no option of a ROS 1 connection"
    ALIAS_INCOMPLETE = "“{text}” does not say which address a name stands for"
    ALIAS_TWICE = "“{name}” stands for two addresses"
    ALIAS_TIP = "Write ros1://HOST:11311?alias=NAME=ADDRESS."
    NAME_UNRESOLVED = "the name “{host}” can't be resolved"
    NAME_UNRESOLVED_TIP = "Say where it is: add ?alias={host}=ADDRESS to the robot's address, or name it in /etc/hosts."
    ADDRESS_FROM_VARIABLE = "{variable} says so"
    ADDRESS_OF_SAME_MACHINE = "the master is on this machine"
    ADDRESS_ON_WAY_TO_MASTER = "that is the way to the master at {master}"

    # parameters, services, nodes and actions
    NO_SUBSCRIBER = "nobody subscribes"
    ALL_PARAMETERS_KEPT = "all parameters at once can't be changed"
    ALL_PARAMETERS_KEPT_TIP = "Name a parameter or a namespace."
    PARAMETER_UNNAMED = "a parameter without a name can't be asked for"
    PARAMETER_UNNAMED_TIP = "Write its name; / is all of them."
    CALL_FAILED = "{service} failed: {reason}"
    CALL_FAILED_TIP = "That is what the robot says."
    SERVICE_TYPE_DIFFERS = "{type_name} is another one there (MD5 {md5}) than here ({known_md5})"
    NOT_CALLABLE = "{service} can't be called: {reason}"
    SERVICE_TYPE_UNKNOWN = "{service} can't be called: the definition of {type_name} is not known here"
    SRV_PATH_TIP = "If you have its .srv file, name the folder of its package with --msg-path."
    SERVICE_SILENT = "{service} did not answer within {timeout_s:g} s"
    SERVICE_SILENT_TIP = "It may need longer, or its node hangs."
    NO_ANSWER_OF = "{who} did not answer within {timeout_s:g} s"
    NO_ANSWER_OF_TIP = "It may be busy, or hang."
    ACTION_UNKNOWN = "{action} is no action of this robot"
    ACTION_UNKNOWN_TIP = "It may have ended."
    CANCEL_UNHEARD = "{action} could not be told to cancel: nobody subscribed to {topic} in time"
    CANCEL_UNHEARD_TIP = "Its node may have ended, or may not reach this machine."
    CANCEL_UNSURE = "{action} may not have heard that it shall cancel"
    CANCEL_UNSURE_TIP = "Look at its state."
    LINKS_UNTOLD = "it does not tell its links: {reason}"
    CALL_REFUSED = "{where} refuses {method}: {reason}"
    LINK_READS = "reads {topic} from {peer} by {transport}"
    LINK_READS_DOWN = "reads {topic} from {peer} by {transport}, which does not stand now"
    LINK_SENDS = "sends {topic} to {peer} by {transport}"
    LINK_SENDS_DOWN = "sends {topic} to {peer} by {transport}, which does not stand now"
    LINK_HAS = "has {topic} with {peer} by {transport}"
    LINK_HAS_DOWN = "has {topic} with {peer} by {transport}, which does not stand now"
    LINK_STRANGE = "a link that it tells as {value}"
    NO_REASON = "it does not say why"
    THE_MASTER = "the master"
    MASTER_PROCESS = "the number of the master's process"
    MASTER_ADDRESS = "the master's address"
    MASTER_STATE = "the master's state"
    TOPIC_TYPES = "the types of the topics"
    ADDRESS_OF = "the address of {name}"
    PROCESS_OF = "the process of {node}"
    PUBLISHERS_OF = "the publishers of {topic}"
    SUBSCRIBERS_OF = "the subscribers of {topic}"
    PARAMETER_NAMES = "the names of the parameters"
    ITS_LINKS = "its links"
    WHERE_SERVED = "where a topic is served"
    SERVED_AT = "where {topic} is served"
    ANSWER_STRANGE = "{what} came as {value}"
    ANSWER_STRANGE_TIP = "The program there may be of another kind, or broken."
    NAME_TIP = "Names of ROS 1 hold letters, digits, _ and /: rename it on the robot, or check the spelling."
    FAULT_OF_PROGRAM = "a fault of this program: {fault}"
    FAULT_OF_PROGRAM_TIP = "The log says more. Please report it."

    # publishing
    TYPE_PUBLISHED_HERE = "is published as {type_name} here"
    TYPE_ON_ROBOT = "is {type_name} on the robot"
    TYPE_CONFLICT = "{topic} can't be published as {type_name}: it {reason}"
    TYPE_CONFLICT_TIP = (
        "Programs that read it as something else would fail: publish its own type, or another topic; --force insists."
    )
    NOT_PUBLISHED = "“{topic}” can't be published: {reason}"
    SUBSCRIBER_REFUSED = "{topic}: {who} can't subscribe to what is published here: {reason}"
    SUBSCRIBER_REFUSED_TIP = "Its program was built from another version of the message's definition."

    # the description of the robot
    DESCRIPTION_NO_TEXT = "{parameter} is no text"
    DESCRIPTION_UNREADABLE = "{parameter} can't be read: {reason}"
    DESCRIPTION_TOO_LONG = "it has {length:,} characters, more than {limit:,}"
    DESCRIPTION_NO_XML = "it is no XML: {reason}"
    DESCRIPTION_ROOT = "it begins with <{tag}>, not with <robot>"
    DESCRIPTION_TOO_DEEP = "it has elements {limit} deep"
    DESCRIPTION_DOCUMENT_TYPE = "it has a document type"

    # definitions of messages
    TYPE_UNKNOWN = "the definition of {type_name} is not known"
    MSG_PATH_TIP = "If you have its .msg files, name their folder with --msg-path."
    DEFINITION_UNUSABLE = "the definition that its publisher sends can't be used: {reason}"
    DEFINITION_UNUSABLE_TIP = "The publisher is at fault."
    DEFINITION_DIFFERS = "the definition that its publisher sends ({md5}) is not the one it names ({named_md5})"
    DEFINITION_DIFFERS_TIP = "What is shown may be nonsense: the publisher is at fault."
    DEFINITION_MISSING = "its publisher sends no definition of {type_name}, and none is known that fits"

    # publishers that are read
    ONLY_UDP = "it serves {topic} by {transport} only"
    ONLY_UDP_TIP = (
        "This publisher may offer nothing but UDPROS, and Teledeck speaks TCPROS alone: have it serve that, too."
    )
    PUBLISHER_UNREADABLE = "{topic}: its publisher at {api} can't be read: {reason}"
    PUBLISHER_DEAD_TIP = "It may have died without a word to the master: `rosnode cleanup` forgets such nodes."
    PUBLISHER_ENDED_TIP = "Its node may have ended this without a word to the master."
    TOO_MANY_PUBLISHERS = "{topic} has more than {limit} publishers: only as many are read"
    TOO_MANY_PUBLISHERS_TIP = "Most may have died: try `rosnode cleanup`."
    PUBLISHERS_DIFFER = "{topic}: its publishers send different things: {types}"
    PUBLISHERS_DIFFER_TIP = (
        "Each is read by its own definition. Rename one of the topics, or build all programs from one definition."
    )
    NOT_SUBSCRIBED = "“{topic}” can't be subscribed to: {reason}"
    PUBLISHER_ADDRESS_INVALID = "{topic}: the master names a publisher that can't be read: {reason}"

    # messages
    POSE_INVALID = "a pose can't be shown: {reason}"
    FRAME_UNNAMED = "a transform has a frame without a name"
    JOINT_LISTS_DIFFER = "{field} of a JointState has {count:,} numbers for {joints:,} joints"
    JOINT_LISTS_DIFFER_TIP = "A list of a JointState has a number for each name, or none at all."
    ENCODING_UNKNOWN = "a picture's encoding is {encoding!r}, which can't be shown"
    ENCODING_UNKNOWN_TIP = "Have its driver send one of sensor_msgs/image_encodings.h, such as rgb8 or mono8, or JPEG."
    DEPTH_FORMAT_UNKNOWN = "a depth picture's format is {format!r} with {length_bytes} bytes, which can't be shown"
    DEPTH_CODE_INVALID = "a depth picture's code is {scale:g} and {offset:g}, which tell no distance"
    DEPTH_SIZE_MISSING = "a depth picture has no size: it holds {length_bytes} bytes after its code"
    DEPTH_SIZE_INVALID = "a depth picture can't have {width} x {height} pixels"
    COMPRESSED_EMPTY = "a compressed picture holds no data; its format is {format!r}"
    COMPRESSED_UNKNOWN = "a compressed picture is neither JPEG nor PNG; its format is {format!r}"
    COMPRESSED_UNKNOWN_TIP = "Have what compresses it send JPEG or PNG."
    GOAL_STATE_UNKNOWN = "the state of a goal is {number}, which has no meaning"
    BATTERY_UNKNOWN = "a battery tells neither its charge ({share:g}) nor its voltage ({voltage_v:g})"


@enum.unique
class GalileoWording(Catalogue):
    """The sentences of connections to Galileo robots."""

    # topics and how they are read
    ROBOT_AT = "{description} at {address}"
    CMD_VEL_TAKES_TEXTS = "{topic} takes texts: bytes could not be ended by a command to stand still"
    TOO_MANY_TOPICS = "only {limit} topics can be open at a time"
    TOPICS_LEFT_OUT = "only {limit} topics can be open at a time: {count} that are wanted are not"
    TOO_MANY_DECODERS = "more than {limit} topics have a decoder of their own"
    DECODER_UNKNOWN = "nothing is read as “{decoder}”"
    DECODER_UNKNOWN_TIP = "Choose one of {decoders}."
    DECODER_WITHOUT_TYPE = "{decoder} needs the name of a message type"
    DECODER_WITHOUT_TYPE_TIP = "Write it as sensor_msgs/LaserScan."
    TOPIC_UNNAMED = "a topic has no name"
    TOPIC_UNNAMED_TIP = "Write it as galileo/status or odom."
    FINDER_TIP = "Robots are not listed here until that is mended: type an address instead."

    # what the robot does
    MAPPING = "mapping"
    CHARGING = "charging"
    CHARGED = "charged"
    SEEKING_CHARGER = "looking for its charger"
    DOCKING = "docking"
    CHARGING_FAILED = "charging failed"
    NAVIGATING = "navigating"
    PAUSED = "paused"
    GOAL_FAILED = "goal failed"
    PATROLLING = "patrolling"
    BUSY = "busy"
    FREE = "free"
    READY = "ready to navigate"

    # what is sent
    TYPE_NOT_SENT = "messages of the type {type_name} can't be sent to a Galileo robot"
    TYPE_NOT_SENT_TIP = "Topics take {json}, {bytes} or {twist}."
    TEXT_TOO_LONG = "this message is {length_bytes:,} bytes long as JSON, and a datagram holds {limit_bytes:,}"
    TEXT_TOO_LONG_TIP = "A text can't be sent in parts: leave something out."
    TEXT_NO_JSON = "this text is no JSON: {reason}"
    JSON_NO_OBJECT = "this JSON is no object"
    JSON_NO_OBJECT_TIP = "Write it as {{…}}."
    BYTES_FIELD = "bytes are sent by one field “bytes”"
    BYTES_FIELD_TIP = 'Write {{"bytes": "…"}} in base64, or as numbers.'
    TOO_MANY_BYTES = "{length_bytes:,} bytes are too many: {limit_bytes:,} at the most"
    BYTES_UNREADABLE = "“bytes” holds no bytes: {reason}"
    NO_BYTES = "“bytes” holds no bytes"
    NO_BYTES_TIP = "Write them in base64, or as a list of numbers."
    VECTOR_NO_OBJECT = "{part} is no object with x, y and z"
    NO_FINITE_NUMBER = "{part}.{axis} is no finite number"

    # messages
    POSE_INVALID = "the pose of the robot can't be shown: {reason}"
    NO_FIELDS = "{name} has no fields and no elements (in {path})"
    NO_JPEG = "this is no JPEG: it does not begin as one"
    JPEG_BROKEN = "this JPEG is broken: it says no size"
    NO_PNG = "this is no PNG: it does not begin as one"
    PNG_BROKEN = "this PNG is broken: it says no size"
    PICTURE_SIZE = "a picture of {width} x {height} pixels can't be shown"
    OTHER_DECODER_TIP = "Choose another way to read it, or “bytes”."


@enum.unique
class NrpWording(Catalogue):
    """The sentences of connections to engines of NRP-core."""

    # what is read
    NO_PACK_NAMED = "no DataPack is named, and an engine can't list those that it has"
    NO_PACK_NAMED_TIP = "Name them: ?packs=rover,rover::chassis. They stand in the experiment."
    PACKS_LEFT_OUT = "only {limit} DataPacks can be read at a time: {count} that are wanted are not"
    TOO_MANY_PACKS = "{count} DataPacks are named, and {limit} are the most"
    RATE_INVALID = "{rate_hz:g} is no number from {lowest_hz:g} to {highest_hz:g}"
    RATE_INVALID_TIP = "It is how often a second values are asked for."
    TOO_MANY_RATES = "more than {limit:,} DataPacks have a rate of their own"
    ASKED_AGAIN_TIP = "It is asked for again every {interval_s:g} s."
    FRAME_COST = "each frame that is read is taken away from the simulation"
    FRAMES_TAKEN_AWAY = "each frame that is read of {packs} is taken away from the simulation"
    FRAMES_TAKEN_AWAY_TIP = "The experiment itself does not get it."
    SERVER = "NRP-core over {wire}"
    ENGINE = "NRP-core engine {engine} over {wire}"
    ENGINES = "NRP-core engines over {wire}"
    DESCRIPTION_AND_STATE = "{description}; {state}"

    # the state
    STANDS_STILL = "paused, or nothing moves: it answers, and no value changes"
    STALE = "{host}:{port} has not answered for {age_s:g} s"
    SLOW_TIP = "The engine answers between two steps: one may take long, or hang."
    LIBRARY_MISSING = "the library for {wire} can't be loaded: {reason}"
    LIBRARY_MISSING_TIP = "Install Teledeck again: the library comes with it."

    # commands
    TYPE_NOT_TAKEN = "an engine takes no commands of the type {type_name}"
    TYPE_NOT_TAKEN_TIP = "It takes {type_name}: a position, a velocity or an effort."
    WAY_BUSY = "the way is busy, or there is none"
    WAY_MISSING = "there is no way yet"
    HANGS_UP = "it hangs up after each answer: {reason}"
    HANGS_UP_TIP = "Commands need a link that stays, as HTTP/1.1 has it."
    NOT_COMMANDED = "“{pack}” can't be commanded: {reason}"
    NOT_COMMANDED_TIP = "Joints are named as model::joint."
    NO_JOINT = "“{pack}” is a {type_name}: an engine takes commands to joints alone"
    TYPE_UNTOLD = "“{pack}” is nothing that tells what it is: an engine takes commands to joints alone"
    JOINT_NAMED_TWICE = "a joint is named twice"
    COMMAND_FIELDS = "a command has to name {fields}, and nothing else"
    NO_STANDSTILL = "this is no command to stand still"
    COMMANDED_NO_MORE = "{topic} is commanded no more"
    NO_STANDSTILL_AT_END = "a joint can't be left by what is no command to stand still"

    # messages
    PIXEL_SIZE = "a picture has {depth_bytes} bytes a pixel"
    PIXEL_SIZE_TIP = "Pictures of 1, 3 and 4 are shown."

    # the link to an engine
    ENGINE_CLOSED_LINK = "{where} closed the link"
    ENGINE_CLOSED_LINK_TIP = "The engine may have ended, or been started again."
    NO_ENGINE = "{where} speaks gRPC and is no engine of NRP-core"
    NO_ENGINE_TIP = "An engine over gRPC listens on port 9004 by itself; those over JSON are reached by nrp+json://."
    ANSWER_TOO_LONG_TIP = "Read fewer cameras at a time."
    QUESTION_REFUSED = "{where} refuses the question: {reason}"
    NO_GRPC = "{where} takes links and does not speak gRPC without encryption"

    # engines that publish to a broker
    NO_SUCH_JOINT = "{engine} publishes no joint “{topic}”"
    NO_SUCH_JOINT_TIP = "`teledeck topics` lists what it publishes. Only joints take commands."
    ENGINE_TAKES_NO_JSON = "{engine} publishes JSON, and how such engines take commands from a broker is not known"
    ENGINE_TAKES_NO_JSON_TIP = "Command it by nrp+json://."
    NO_BROKER_LINK = "there is no link to the broker"
    STRANGE_TIP = "What comes there is not read."
    PACKS_NOT_READ = "more than {limit:,} DataPacks are published or wanted: what comes of others is not read"
    PACKS_NOT_READ_TIP = "Name one engine in the address."
    ANY_ENGINE = "any engine"
    NOTHING_CAME = "the broker answers, and nothing of {who} has come"
    NOTHING_CAME_TIP = (
        "Is the engine's name right, does it publish to this broker (engines that run asynchronously do), and "
        "does the simulation run?"
    )
    NOTHING_COMES = "nothing comes of {who} any more: it is paused, has ended, or has nothing new"
    NOTHING_COMES_TIP = "The broker answers. It can't tell whether the engine is paused or has ended."

    # the link to a broker
    MESSAGE_TOO_LONG = "a message of {length_bytes:,} bytes is longer than the limit of {limit_bytes:,}"
    MESSAGE_TOO_LONG_TIP = "Something else than an engine may publish there."
    NO_GREETING = "{where} takes links and does not greet within {timeout_s:g} s"
    NO_GREETING_TIP = "It may be no broker, or hang. {tip}"
    NO_BROKER_TIP = "A broker listens on port 1883 by itself, without encryption."
    BROKER_UNFIT_TIP = "It must let clients read without a name, a password and encryption."
    BROKER_SILENT = "{where} greets and does not answer"
    BROKER_HANGS_TIP = "The broker may hang."
    TOPICS_FORBIDDEN = "{where} does not let us read {topics}"
    NOT_CONFIRMED = "{where} has not confirmed what was published"
    BROKER_CLOSED_LINK = "{where} closed the link, or does not answer any more"
    BROKER_CLOSED_LINK_TIP = "The broker may have ended, or been started again."
    TURNED_AWAY = "the broker at {where} turns us away: {reason}"
    NO_BROKER = "{where} takes links and does not greet as a broker does"

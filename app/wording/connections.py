"""The sentences of connections: of their alerts, their statuses, and the errors that they and their links raise."""

from __future__ import annotations

from protocols.sentence import Catalogue


class LinkWording(Catalogue):
    """The sentences on links of every kind: why one could not be made, or broke."""

    # a link can't be made, or breaks
    BROKEN = "{host}:{port} broke the link"
    PROGRAM_ENDED_TIP = "The program there may have ended."
    ABORTED = "This computer aborted the link to {host}:{port}"
    ABORTED_TIP = "The computer may have slept or changed networks."
    UNREACHABLE = "{host}:{port} can't be reached"
    UNREACHABLE_TIP = "Check that the robot is on and in the same network."
    NO_NETWORK = "No network connection to {host}:{port}"
    NETWORK_DOWN = "The network is down"
    NO_NETWORK_TIP = "Check that this computer is connected to the network of the robot."
    NO_ANSWER = "No answer from {host}:{port}"
    NO_ANSWER_IN_TIME = "No answer from {host}:{port} within {timeout_s:g} s"
    NO_ANSWER_TIP = "Check that the robot is on and in the same network. A firewall may drop packets."
    TOO_MANY_FILES = "Too many open files"
    TOO_MANY_FILES_TIP = "Subscribe to fewer topics at once, or raise the limit (ulimit -n)."
    NO_LOCAL_ADDRESS = "No local address is free for a link to {host}:{port}"
    NO_LOCAL_ADDRESS_TIP = "This computer may have opened too many links recently."
    NOTHING_LISTENS = "No program is listening on {host}:{port}"
    NOTHING_LISTENS_TIP = "Check that the server is running and that the port is right."
    NAME_UNRESOLVED = "The name “{host}” can't be resolved"
    HOST_INVALID = "“{host}” is not a valid host name"
    NAME_TIP = "Check the spelling, or use the IP address of the robot."
    FAILED = "The link to {host}:{port} failed: {reason}"

    # ports and addresses
    PORT_INVALID = "{port} is not a port"
    PORT_INVALID_TIP = "The port must be 1\N{EN DASH}65535."

    # answers
    NO_ANSWER_ON_OPEN_LINK = "{where} accepts links but does not answer within {timeout_s:g} s"
    NO_ANSWER_ON_OPEN_LINK_TIP = "The program there may hang or be very busy."
    HTTP_STATUS = "{where} answered with HTTP status {status}"
    OTHER_SERVER_TIP = "Another kind of server may be listening on that port."
    ANSWER_TOO_LONG = "The answer from {where} is longer than the limit of {limit_bytes:,} bytes"
    ANSWER_TOO_LONG_TIP = (
        "Ask for a part of it. If the data is not so large, another kind of server may be listening on that port."
    )
    CLOSED_BEFORE_ANSWER = "{where} closed the link without an answer"
    NO_HTTP = "{where} does not answer in HTTP"
    ADDRESS_INVALID = "“{where}” is not a valid address"
    CALL_FAILED = "The call to {where} failed: {reason}"

    # the end of a link, and ports of this side
    ENDED = "The link to {host}:{port} ended"
    FAULT_OF_PROGRAM = "An error in Teledeck ended the link to {host}:{port}: {fault}"
    FAULT_OF_PROGRAM_TIP = "See the log for details, and please report it."
    PORT_IN_USE = "Port {port} is already in use"
    PORT_IN_USE_TIP = "Choose another port, or end the program that uses this one."
    PORT_FORBIDDEN = "This system does not allow Teledeck to listen on port {port}"
    PORT_FORBIDDEN_TIP = "Choose a port above 1023."
    NOT_OWN_ADDRESS = "{host} is not an address of this computer"
    NOT_OWN_ADDRESS_TIP = "Choose one of its own addresses."
    CANNOT_LISTEN = "Teledeck can't listen on {host}:{port}: {reason}"
    MACHINE_SLEPT = "This computer was asleep"
    MACHINE_SLEPT_TIP = "The robot may have closed the connection."
    OWN_ADDRESS_CHANGED = "The address of this computer towards {peer} changed from {before} to {address}"
    OWN_ADDRESS_CHANGED_TIP = "The network has changed."
    OWN_ADDRESS_LOST = "This computer lost the address that it was sending from"
    OWN_ADDRESS_LOST_TIP = "The network may have changed."


class ConnectionStateWording(Catalogue):
    """The states of a connection, by their names in `ConnectionState`."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    STALE = "stale"
    LOST = "lost"
    REFUSED = "refused"
    CLOSED = "closed"


class ConnectionWording(Catalogue):
    """The sentences that connections of more than one protocol say."""

    # the state
    STATE_BECAUSE = "{state}: {reason}"
    FIRST_ATTEMPT = "Waiting for the first answer"
    CLOSED = "Closed"
    NO_ANSWER = "No answer from {connection} within {timeout_s:g} s"
    NO_ANSWER_TIP = "The robot may be busy, or the network may be slow."
    BUSY_TIP = "The robot may be busy."
    OF_TOPIC = "{topic}: {reason}"
    TWO_TIPS = "{first} {second}"

    # what can't be asked of a connection
    LISTS_TOPICS_ITSELF = "{connection} lists its own topics"
    NOT_ASKED_FOR = "{topic} has no request rate: {connection} sends by itself"
    DECODER_FIXED = "Messages of {topic} define how they are read"
    NO_WORLD = "{connection} has no world to control"
    ONLY_READS = "{topic} can't be published: {connection} only reads"
    PUBLISHED_NO_MORE = "{topic} is no longer published"
    NOTHING_PUBLISHED = "Nothing can be published: {reason}"
    NOT_RECORDED = "Not recorded: {reason}"
    CLOSE_SOME_TIP = "Close what you don't need."


class GazeboWording(Catalogue):
    """The sentences of connections to Gazebo."""

    # the master and publishing
    CONNECTION_CLOSED = "The connection to {endpoint} was closed"
    MASTER_SILENT = "No answer from the Gazebo master at {endpoint} within {timeout_s:g} s"
    MASTER_STALE = "The Gazebo master does not answer"
    MASTER_UNREACHABLE = "The Gazebo master can't be reached, so new topics don't appear: {reason}"
    HOSTNAME_UNKNOWN = "GAZEBO_HOSTNAME is “{host}”, which can't be resolved"
    IP_INVALID = "GAZEBO_IP is “{address}”, which is not an IPv4 address"
    OTHER_ADDRESS_TOLD_TIP = "Teledeck announces {address} instead."
    NOT_ADVERTISED = "{topic} could not be published: {reason}"
    TYPE_DIFFERS = "{topic} has the type {known_type} and can't be published as {type_name}"
    TYPE_DIFFERS_TIP = "Publish {known_type}, or choose another topic."

    # publishers that are read
    CLOSES_EVERY_LINK = "The publisher closes every link immediately"
    CLOSES_EVERY_LINK_TIP = (
        "The publisher may admit only listed addresses (GAZEBO_IP_WHITE_LIST), or may not be a Gazebo program."
    )
    HOST_REPLACED = "Publishers announce {told_host}, where they can't be reached; Teledeck reads them at {host}"
    HOST_REPLACED_TIP = "On the robot, set GAZEBO_IP to the address by which others reach it."
    TOO_MANY_PUBLISHERS = "{topic} has more than {limit} publishers; Teledeck reads only {limit}"
    TOO_MANY_PUBLISHERS_TIP = "Most may have ended. Restart the server to remove them."
    PUBLISHERS_DIFFER = (
        "{topic}: the publisher at {endpoint} sends {type_name}, another one sends {kept_type}; Teledeck reads only "
        "{kept_type}"
    )
    PUBLISHERS_DIFFER_TIP = "Two programs use one name for different data. Rename one of the topics."
    PUBLISHER_UNREADABLE = "{topic}: the publisher at {endpoint} can't be read: {reason}"

    # the world
    WORLD_NOT_SUBSCRIBED = "The simulator did not request {topic} within {timeout_s:g} s"
    WORLD_NOT_SUBSCRIBED_TIP = "It may not reach this computer. Set GAZEBO_IP here to an address that it can reach."
    WORLD_COMMAND_UNSURE = "{topic}: the command may not have arrived"
    WORLD_COMMAND_UNSURE_TIP = "Check what the world does."

    # messages
    SCAN_SIZE = "A scan of {rows:,} x {columns:,} rays has {count:,} ranges"
    PART_MISSING = "{what} has no {part}"
    MESSAGE_TOO_LARGE = "A gazebo.msgs.{type_name} of {length_bytes:,} bytes is too large to show"
    MESSAGE_TOO_LARGE_TIP = "The limit is {limit_bytes:,} bytes."
    MESSAGE_INVALID = "A message is not a valid gazebo.msgs.{type_name}"
    JOINT_AXES = "The angle of a joint has {count:,} numbers; a joint has at most 3 axes"
    PIXEL_FORMAT_UNKNOWN = "The pixel_format of an image is {number}, which is unknown"
    PICTURE_EMPTY = "An image has no data"
    IMAGE_INVALID = "A message is not a valid gazebo.msgs.Image: {reason}"
    STAMPED_PICTURE_EMPTY = "A stamped image has no image"
    STAMPED_IMAGE_INVALID = "A message is not a valid gazebo.msgs.ImageStamped: {reason}"
    IMAGES_COUNT = "A message has {count} images, not 1 to {limit}"
    STAMPED_IMAGES_INVALID = "A message is not a valid gazebo.msgs.ImagesStamped: {reason}"
    BATTERY_INVALID = "A message is not a valid gazebo.msgs.Battery: {reason}"
    BATTERY_VOLTAGE = "The voltage of a battery is {voltage_v:g}, which is not a valid value"
    STATISTICS_INVALID = "A message is not a valid {type_name}: {reason}"
    STATISTICS_WITHOUT_TIME = "The statistics of a world have no sim_time"


class Ros1Wording(Catalogue):
    """The sentences of connections to ROS 1."""

    # the master, names and time
    MASTER_SILENT = "No answer from the ROS master at {master} within {timeout_s:g} s"
    MASTER_UNREACHABLE = "The ROS master can't be reached, so new topics and nodes don't appear: {reason}"
    FINDS_US = "{description} · this computer is announced as {host}"
    TOLD_TO_END = "{who} asked Teledeck to shut down, which Teledeck ignores: {reason}"
    TOLD_TO_END_TIP = "Any program in the network of the robot can do this."
    NAME_REPLACED = (
        "Nodes announce themselves at “{name}”, which can't be resolved here or is another computer; Teledeck uses "
        "the address of the master, {address}"
    )
    NAME_REPLACED_TIP = "Add ?alias={name}=ADDRESS to the address of the robot, or set ROS_IP on the robot."
    TIME_STANDS_STILL = "The time of the robot stands still: {parameter} is set, but {topic} has no data"
    TIME_STANDS_STILL_TIP = (
        "Start the simulator or `rosbag play --clock`, or delete the parameter {parameter} and restart the nodes."
    )
    TIME_WENT_BACK = "The time of the robot went back to {time_s:.3f} s"
    TIME_WENT_BACK_TIP = "A simulation was reset, or a recording restarted. Earlier data belongs to another time."

    # addresses
    OPTIONS_INVALID = "“?{text}” has no valid options"
    OPTION_UNKNOWN = "“{option}” is not an option of a ROS 1 connection"
    ALIAS_INCOMPLETE = "“{text}” lacks the address for a name"
    ALIAS_TWICE = "“{name}” has two addresses"
    ALIAS_TIP = "Write ros1://HOST:11311?alias=NAME=ADDRESS."
    NAME_UNRESOLVED = "The name “{host}” can't be resolved"
    NAME_UNRESOLVED_TIP = "Add ?alias={host}=ADDRESS to the address of the robot, or add the name to /etc/hosts."
    ADDRESS_FROM_VARIABLE = "set by {variable}"
    ADDRESS_OF_SAME_MACHINE = "the master is on this computer"
    ADDRESS_ON_WAY_TO_MASTER = "on the way to the master at {master}"

    # parameters, services, nodes and actions
    NO_SUBSCRIBER = "No subscribers"
    ALL_PARAMETERS_KEPT = "All parameters together can't be changed"
    ALL_PARAMETERS_KEPT_TIP = "Choose a parameter or a namespace."
    PARAMETER_UNNAMED = "The name of the parameter is missing"
    PARAMETER_UNNAMED_TIP = "Write the name, or / for all parameters."
    CALL_FAILED = "The call of {service} failed. Robot's message: {reason}"
    CALL_FAILED_TIP = "The program that offers the service returned this error."
    SERVICE_TYPE_DIFFERS = "The robot has another version of {type_name} (MD5 {md5}) than this computer ({known_md5})"
    NOT_CALLABLE = "{service} can't be called: {reason}"
    SERVICE_TYPE_UNKNOWN = "{service} can't be called: this computer has no definition of {type_name}"
    SRV_PATH_TIP = "If you have the .srv file, name the folder of the package with --msg-path."
    SERVICE_SILENT = "No answer from {service} within {timeout_s:g} s"
    SERVICE_SILENT_TIP = "The service may need longer, or the node may hang."
    NO_ANSWER_OF = "No answer from {who} within {timeout_s:g} s"
    NO_ANSWER_OF_TIP = "The program may be busy or hang."
    ACTION_UNKNOWN = "The robot has no action {action}"
    ACTION_UNKNOWN_TIP = "The program that offers the action may have ended."
    CANCEL_UNHEARD = "{action} could not be cancelled: {topic} got no subscriber in time"
    CANCEL_UNHEARD_TIP = "The node may have ended, or may not reach this computer."
    CANCEL_UNSURE = "The request to cancel may not have reached {action}"
    CANCEL_UNSURE_TIP = "Check the state of the goal."
    LINKS_UNTOLD = "The node does not report its links: {reason}"
    CALL_REFUSED = "{where} refuses {method}: {reason}"
    LINK_READS = "reads {topic} from {peer} by {transport}"
    LINK_READS_DOWN = "reads {topic} from {peer} by {transport} (currently down)"
    LINK_SENDS = "sends {topic} to {peer} by {transport}"
    LINK_SENDS_DOWN = "sends {topic} to {peer} by {transport} (currently down)"
    LINK_HAS = "shares {topic} with {peer} by {transport}"
    LINK_HAS_DOWN = "shares {topic} with {peer} by {transport} (currently down)"
    LINK_STRANGE = "Unknown link {value}"
    NO_REASON = "No reason given"
    THE_MASTER = "the ROS master"
    MASTER_PROCESS = "The process number of the master"
    MASTER_ADDRESS = "The address of the master"
    MASTER_STATE = "The state of the master"
    TOPIC_TYPES = "The list of topic types"
    ADDRESS_OF = "The address of {name}"
    PROCESS_OF = "The process of {node}"
    PUBLISHERS_OF = "The publishers of {topic}"
    SUBSCRIBERS_OF = "The subscribers of {topic}"
    PARAMETER_NAMES = "The list of parameter names"
    ITS_LINKS = "The list of links"
    WHERE_SERVED = "The address of a topic"
    SERVED_AT = "The address of {topic}"
    ANSWER_STRANGE = "{what} has an unexpected value: {value}"
    ANSWER_STRANGE_TIP = "The program there may be of another kind, or faulty."
    NAME_TIP = "ROS 1 names consist of letters, digits, _ and /. Rename it on the robot, or check the spelling."
    FAULT_OF_PROGRAM = "An error in Teledeck: {fault}"
    FAULT_OF_PROGRAM_TIP = "See the log for details, and please report it."

    # publishing
    TYPE_PUBLISHED_HERE = "Teledeck already publishes it as {type_name}"
    TYPE_ON_ROBOT = "on the robot it is {type_name}"
    TYPE_CONFLICT = "{topic} can't be published as {type_name}: {reason}"
    TYPE_CONFLICT_TIP = (
        "Programs that expect the other type would fail. Publish that type, or use another topic; --force insists."
    )
    NOT_PUBLISHED = "“{topic}” can't be published: {reason}"
    SUBSCRIBER_REFUSED = "{topic}: {who} refuses what Teledeck publishes: {reason}"
    SUBSCRIBER_REFUSED_TIP = "The program uses another version of the message definition."

    # the description of the robot
    DESCRIPTION_NO_TEXT = "{parameter} is not a text"
    DESCRIPTION_UNREADABLE = "{parameter} can't be read: {reason}"
    DESCRIPTION_TOO_LONG = "The description has {length:,} characters; the limit is {limit:,}"
    DESCRIPTION_NO_XML = "The description is not XML: {reason}"
    DESCRIPTION_ROOT = "The description begins with <{tag}>, not with <robot>"
    DESCRIPTION_TOO_DEEP = "The description has more than {limit} levels of elements"
    DESCRIPTION_DOCUMENT_TYPE = "The description has a document type"

    # definitions of messages
    TYPE_UNKNOWN = "The definition of {type_name} is unknown"
    MSG_PATH_TIP = "If you have the .msg files, name their folder with --msg-path."
    DEFINITION_UNUSABLE = "The definition from the publisher can't be used: {reason}"
    DEFINITION_UNUSABLE_TIP = "The publisher is faulty."
    DEFINITION_DIFFERS = "The definition from the publisher ({md5}) is not the announced one ({named_md5})"
    DEFINITION_DIFFERS_TIP = "The values may be wrong, because the publisher is faulty."
    DEFINITION_MISSING = "The publisher sends no definition of {type_name}, and Teledeck has none that fits"

    # publishers that are read
    ONLY_UDP = "The publisher offers {topic} only by {transport}"
    ONLY_UDP_TIP = "Teledeck supports TCPROS only. Make the publisher offer that, too."
    PUBLISHER_UNREADABLE = "{topic}: the publisher at {api} can't be read: {reason}"
    PUBLISHER_DEAD_TIP = "The node may have ended without informing the master. `rosnode cleanup` removes such nodes."
    PUBLISHER_ENDED_TIP = "The node may have stopped publishing without informing the master."
    TOO_MANY_PUBLISHERS = "{topic} has more than {limit} publishers; Teledeck reads only {limit}"
    TOO_MANY_PUBLISHERS_TIP = "Most may have ended. Try `rosnode cleanup`."
    PUBLISHERS_DIFFER = "{topic}: the publishers send different types: {types}"
    PUBLISHERS_DIFFER_TIP = (
        "Teledeck reads each by its own definition. Rename one of the topics, or build all programs from one "
        "definition."
    )
    NOT_SUBSCRIBED = "Teledeck can't subscribe to “{topic}”: {reason}"
    PUBLISHER_ADDRESS_INVALID = "{topic}: the master lists a publisher that can't be read: {reason}"

    # messages
    POSE_INVALID = "A pose can't be shown: {reason}"
    FRAME_UNNAMED = "A transform has a frame without a name"
    FRAME_SLASH = "The name “{frame}” begins with a slash, which tf2 refuses."
    QUATERNION_LENGTH = "The quaternion has the length {length:.3f} instead of 1."
    JOINT_LISTS_DIFFER = "{field} of a JointState has {count:,} numbers for {joints:,} joints"
    JOINT_LISTS_DIFFER_TIP = "Each list of a JointState must have one number per name, or be empty."
    ENCODING_UNKNOWN = "The image encoding {encoding!r} can't be shown"
    ENCODING_UNKNOWN_TIP = (
        "Set the driver to an encoding of sensor_msgs/image_encodings.h, such as rgb8 or mono8, or to JPEG."
    )
    DEPTH_FORMAT_UNKNOWN = "The depth image format {format!r} with {length_bytes} bytes can't be shown"
    DEPTH_CODE_INVALID = "A depth image has the code {scale:g} and {offset:g}, which gives no distance"
    DEPTH_SIZE_MISSING = "A depth image has no size: {length_bytes} bytes follow the code"
    DEPTH_SIZE_INVALID = "A depth image can't have {width} x {height} pixels"
    COMPRESSED_EMPTY = "A compressed image has no data; the format is {format!r}"
    COMPRESSED_UNKNOWN = "A compressed image is neither JPEG nor PNG; the format is {format!r}"
    COMPRESSED_UNKNOWN_TIP = "Make the program that compresses it send JPEG or PNG."
    GOAL_STATE_UNKNOWN = "A goal has the unknown state {number}"
    BATTERY_UNKNOWN = "A battery reports neither a valid charge ({share:g}) nor a valid voltage ({voltage_v:g})"

    # goals and initial poses
    GOAL_UNHEARD = "The navigation server does not answer"
    GOAL_UNHEARD_TIP = "Check that move_base still runs."
    GOAL_OTHER_SERVER = "Another navigation server is chosen than when the goal was placed"
    GOAL_OTHER_SERVER_TIP = "Place the goal again."
    GOAL_ELSEWHERE = "A goal of another navigation server is still active"
    POSE_UNHEARD = "No node listens to initial poses"
    POSE_UNHEARD_TIP = "Start the node that localises the robot, for instance amcl."
    POSE_WHILE_DRIVING = "A goal is active, and the robot would go on from another position"
    POSE_WHILE_DRIVING_TIP = "Cancel the goal first."


class GalileoWording(Catalogue):
    """The sentences of connections to Galileo robots."""

    # topics and how they are read
    ROBOT_AT = "{description} at {address}"
    CMD_VEL_TAKES_TEXTS = "{topic} accepts only texts, because bytes could not end with a stop command"
    TOO_MANY_TOPICS = "Only {limit} topics can be open at the same time"
    TOPICS_LEFT_OUT = "Only {limit} topics can be open at the same time; {count} are not open"
    TOO_MANY_DECODERS = "More than {limit} topics have their own decoder"
    DECODER_UNKNOWN = "The decoder “{decoder}” does not exist"
    DECODER_UNKNOWN_TIP = "Choose one of {decoders}."
    DECODER_WITHOUT_TYPE = "{decoder} needs a message type"
    DECODER_WITHOUT_TYPE_TIP = "For example: sensor_msgs/LaserScan."
    TOPIC_UNNAMED = "The topic has no name"
    TOPIC_UNNAMED_TIP = "For example: galileo/status or odom."
    FINDER_TIP = "Robots don't appear here until this is fixed. Type an address instead."

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
    FREE = "idle"
    READY = "ready to navigate"

    # what is sent
    TYPE_NOT_SENT = "Messages of type {type_name} can't be sent to a Galileo robot"
    TYPE_NOT_SENT_TIP = "Topics accept {json}, {bytes} or {twist}."
    TEXT_TOO_LONG = "The message has {length_bytes:,} bytes as JSON; the limit is {limit_bytes:,}"
    TEXT_TOO_LONG_TIP = "A text can't be split. Leave something out."
    TEXT_NO_JSON = "The text is not JSON: {reason}"
    JSON_NO_OBJECT = "The JSON is not an object"
    JSON_NO_OBJECT_TIP = "Write {{…}}."
    BYTES_FIELD = "Bytes need exactly one field “bytes”"
    BYTES_FIELD_TIP = 'Write {{"bytes": "…"}} in base64, or as numbers.'
    TOO_MANY_BYTES = "{length_bytes:,} bytes are too many; the limit is {limit_bytes:,}"
    BYTES_UNREADABLE = "“bytes” can't be read: {reason}"
    NO_BYTES = "“bytes” is empty or not bytes"
    NO_BYTES_TIP = "Write them in base64, or as a list of numbers."
    VECTOR_NO_OBJECT = "{part} is not an object with x, y and z"
    NO_FINITE_NUMBER = "{part}.{axis} is not a finite number"

    # messages
    POSE_INVALID = "The pose of the robot can't be shown: {reason}"
    NO_FIELDS = "{name} has no fields and no elements (in {path})"
    NO_JPEG = "The data is not a JPEG"
    JPEG_BROKEN = "The JPEG is broken: it has no size"
    NO_PNG = "The data is not a PNG"
    PNG_BROKEN = "The PNG is broken: it has no size"
    PICTURE_SIZE = "An image of {width} x {height} pixels can't be shown"
    OTHER_DECODER_TIP = "Choose another decoder, or “bytes”."


class NrpWording(Catalogue):
    """The sentences of connections to engines of NRP-core."""

    # what is read
    NO_PACK_NAMED = "The address names no DataPack, and an engine can't list its DataPacks"
    NO_PACK_NAMED_TIP = "Add the names from the experiment: ?packs=rover,rover::chassis."
    PACKS_LEFT_OUT = "Only {limit} DataPacks can be read at the same time; {count} are not read"
    TOO_MANY_PACKS = "{count} DataPacks are too many; the limit is {limit}"
    RATE_INVALID = "{rate_hz:g} must be a number from {lowest_hz:g} to {highest_hz:g}"
    RATE_INVALID_TIP = "The rate says how often per second values are requested."
    TOO_MANY_RATES = "More than {limit:,} DataPacks have their own rate"
    ASKED_AGAIN_TIP = "Teledeck requests it again every {interval_s:g} s."
    FRAME_COST = "Reading takes each frame away from the simulation"
    FRAMES_TAKEN_AWAY = "Reading {packs} takes each frame away from the simulation"
    FRAMES_TAKEN_AWAY_TIP = "The experiment does not get these frames."
    SERVER = "NRP-core over {wire}"
    ENGINE = "NRP-core engine {engine} over {wire}"
    ENGINES = "NRP-core engines over {wire}"
    DESCRIPTION_AND_STATE = "{description} · {state}"

    # the state
    STANDS_STILL = "Paused or not moving: the engine answers, but no value changes"
    STALE = "No answer from {host}:{port} for {age_s:g} s"
    SLOW_TIP = "The engine answers between two steps. A step may take long or hang."
    LIBRARY_MISSING = "The library for {wire} can't be loaded: {reason}"
    LIBRARY_MISSING_TIP = "Install Teledeck again; the library is part of it."

    # commands
    TYPE_NOT_TAKEN = "An engine accepts no commands of type {type_name}"
    TYPE_NOT_TAKEN_TIP = "An engine accepts {type_name}: a position, a velocity or an effort."
    WAY_BUSY = "The link for commands is busy or not connected"
    WAY_MISSING = "The link for commands is not connected yet"
    HANGS_UP = "The engine closes the link after each answer: {reason}"
    HANGS_UP_TIP = "Commands need a persistent link, as in HTTP/1.1."
    NOT_COMMANDED = "“{pack}” can't take commands: {reason}"
    NOT_COMMANDED_TIP = "Write joints as model::joint."
    NO_JOINT = "“{pack}” is a {type_name}; an engine accepts commands only for joints"
    TYPE_UNTOLD = "“{pack}” has no known type; an engine accepts commands only for joints"
    JOINT_NAMED_TWICE = "A joint is named twice"
    COMMAND_FIELDS = "A command must have {fields}, and nothing else"
    NO_STANDSTILL = "This is not a stop command"
    COMMANDED_NO_MORE = "{topic} no longer takes commands"
    NO_STANDSTILL_AT_END = "The last command to a joint must be a stop command"

    # messages
    PIXEL_SIZE = "An image has {depth_bytes} bytes per pixel"
    PIXEL_SIZE_TIP = "Teledeck shows images with 1, 3 and 4 bytes per pixel."

    # the link to an engine
    ENGINE_CLOSED_LINK = "{where} closed the link"
    ENGINE_CLOSED_LINK_TIP = "The engine may have ended or restarted."
    NO_ENGINE = "{where} answers gRPC but is not an NRP-core engine"
    NO_ENGINE_TIP = "A gRPC engine usually listens on port 9004. For JSON engines use nrp+json://."
    ANSWER_TOO_LONG_TIP = "Read fewer cameras at the same time."
    QUESTION_REFUSED = "{where} refuses the request: {reason}"
    NO_GRPC = "{where} accepts links but does not answer unencrypted gRPC"

    # engines that publish to a broker
    NO_SUCH_JOINT = "{engine} has no joint “{topic}”"
    NO_SUCH_JOINT_TIP = "`teledeck topics` lists what the engine publishes. Only joints accept commands."
    ENGINE_TAKES_NO_JSON = (
        "{engine} publishes JSON, and Teledeck does not know how such engines take commands from a broker"
    )
    ENGINE_TAKES_NO_JSON_TIP = "Send the commands by nrp+json://."
    NO_BROKER_LINK = "The broker is not connected"
    STRANGE_TIP = "Teledeck ignores this data."
    PACKS_NOT_READ = "More than {limit:,} DataPacks are published or requested; Teledeck ignores the others"
    PACKS_NOT_READ_TIP = "Name one engine in the address."
    ANY_ENGINE = "any engine"
    NOTHING_CAME = "The broker answers, but {who} has not sent data yet"
    NOTHING_CAME_TIP = (
        "Check the name of the engine, that it publishes to this broker (asynchronous engines do), and that the "
        "simulation runs."
    )
    NOTHING_COMES = "{who} sends no more data: it is paused, has ended, or has nothing new"
    NOTHING_COMES_TIP = "The broker answers, but can't say whether the engine is paused or has ended."

    # the link to a broker
    MESSAGE_TOO_LONG = "A message has {length_bytes:,} bytes; the limit is {limit_bytes:,}"
    MESSAGE_TOO_LONG_TIP = "Another kind of program may be publishing there."
    NO_GREETING = "{where} accepts links but sends no greeting within {timeout_s:g} s"
    NO_GREETING_TIP = "It may not be a broker, or may hang. {tip}"
    NO_BROKER_TIP = "A broker usually listens on port 1883, without encryption."
    BROKER_UNFIT_TIP = "The broker must allow reading without a user name, a password and encryption."
    BROKER_SILENT = "{where} sends a greeting but does not answer"
    BROKER_HANGS_TIP = "The broker may hang."
    TOPICS_FORBIDDEN = "{where} does not allow reading {topics}"
    NOT_CONFIRMED = "{where} has not confirmed the message"
    BROKER_CLOSED_LINK = "{where} closed the link or stopped answering"
    BROKER_CLOSED_LINK_TIP = "The broker may have ended or restarted."
    TURNED_AWAY = "The broker at {where} refuses the connection: {reason}"
    NO_BROKER = "{where} accepts links but does not answer like a broker"

"""The sentences of the doctors: what their checks of a connection found, and what can be done."""

from __future__ import annotations

from protocols.sentence import Catalogue


class CheckWording(Catalogue):
    """The names of checks as the window shows them; in English they are those of the command line and its JSON."""

    # of a connection
    ANSWER = "answer"
    BROKER = "broker"
    CONNECTION = "connection"
    DROPPED = "dropped"
    ENGINE = "engine"
    ESTOP = "estop"
    GREETING = "greeting"
    HEALTH = "health"
    HOST = "host"
    LATENCY = "latency"
    LINK = "link"
    LOSS = "loss"
    MASTER = "master"
    NAME = "name"
    OWN_NAME = "own name"
    PACKS = "packs"
    PORT = "port"
    PORTS = "ports"
    PUBLISHER = "publisher"
    ROUND_TRIP = "round trip"
    SESSION = "session"
    STAMPS = "stamps"
    STRANGERS = "strangers"
    TOKEN = "token"  # noqa: S105 - the name of a check
    TOPIC = "topic"
    TOPICS = "topics"
    TYPE = "type"
    VERSION = "version"
    WAY_BACK = "way back"

    # of this installation
    ANALYSIS = "analysis"
    CLOCK = "clock"
    DEMO_ROBOT = "demo robot"
    DRIVE = "drive {scheme}"
    FOLDERS = "folders"
    FONTS = "fonts"
    HOST_NAME = "host name"
    ICONS = "icons"
    IMAGE_FILES = "image files"
    KEY_STORE = "key store"
    LANGUAGES = "languages"
    LOOPBACK = "loopback"
    PADS = "pads"
    PICTURES = "pictures"
    READ = "read {scheme}"
    SCREEN = "screen"
    TOPIC_LIST = "topic list"
    VERSIONS = "versions"
    VIEWS = "views"
    WINDOW = "window"


def check_named(name: str) -> str:
    """Return the sentence for the name of a check; an unknown name as it is, as a process may tell any."""
    verb, _, scheme = name.partition(" ")
    if verb in {"read", "drive"}:
        return (CheckWording.READ if verb == "read" else CheckWording.DRIVE)(scheme=scheme)
    try:
        return CheckWording[name.upper().replace(" ", "_")]()
    except KeyError:
        return name


class DoctorWording(Catalogue):
    """The sentences that the doctors of more than one protocol say."""

    NAME_IS_ADDRESS = "{host} is an address, so no name needs to be resolved"
    NAME_RESOLVED = "The name “{host}” resolves to {address}"
    NAME_NOT_IN_TIME = "The name “{host}” could not be resolved within {timeout_s:g} s"
    OWN_ADDRESS_UNREACHABLE = "This computer is announced as {address}, where it can't even reach itself: {reason}"
    ROBOT_NOT_TOLD = "Teledeck could not announce itself to the robot: {reason}"


class GalileoDoctorWording(Catalogue):
    """The sentences of the doctor of Galileo connections."""

    # the answer
    NAME_IS_PROXY = "The name “{host}” resolves to {address}, taken as the proxy with port {port}"
    PROXY_TIP = "A name is taken as a BWBot proxy. For a robot in this network, add ?wan=no."
    LETS_US_IN = "A robot answers at {where} and accepts the session"
    ANSWERS = "A robot answers at {where}"
    NO_GALILEO = "A program answers at {where}, but it is not a Galileo robot"
    NO_GALILEO_TIP = "Check the port. The default port of Galileo robots is 3547."
    ANOTHER_ANSWERS = "No answer at {where}, but {count:,} datagrams from another address"
    ANOTHER_ANSWERS_TIP = "Use the own address of the robot. It may have several, or a router may be in between."
    NOTHING_ANSWERS = "No answer at {where}"
    ONLY_TOPIC_REFUSED = "The robot accepts the session for {status} but refuses {topic}"
    ONLY_TOPIC_REFUSED_TIP = "The token is right. Check the spelling of the topic."
    REFUSED = "The robot refused the session for {topic} without a reason"
    REFUSED_TIP = "Check the token, which the Galileo tools show. The robot may also have reached the limit of clients."
    NONE_GIVEN_TIP = "The address has no token. Add ?token=… or set TELEDECK_GALILEO_TOKEN."

    # the messages
    MESSAGES_COME = "Messages of {topic} arrive: {type_name}"
    MESSAGES_OF_UNKNOWN_TYPE = "Messages of {topic} arrive with an unknown type"
    COMMANDS_SILENT = "No message of {topic} within {waited_s:.0f} s; it takes commands and may stay silent"
    STATUS_SILENT = "The robot answers, but sent no message of {topic} within {waited_s:.0f} s"
    ONLY_STATUS_SPEAKS = "The robot answers and sends {status}, but no message of {topic} within {waited_s:.0f} s"
    BOTH_SILENT = "The robot answers, but sent no message of {topic} or {status} within {waited_s:.0f} s"
    TOPIC_SILENT_TIP = "Check the spelling of the topic: a robot accepts any. Or its publisher may not run."

    # the link
    LOST_AFTERWARDS = "The robot answered, then the connection failed: {reason}"
    NO_PING_ANSWERED = "No answer to a ping yet"
    ROUND_TRIP = "The round trip takes {took_ms:.0f} ms"
    ROUND_TRIP_SHORT = "The round trip takes {took_ms:.1f} ms"
    ROUND_TRIP_LONG = "The round trip takes {took_ms:.0f} ms, which is long"
    ROUND_TRIP_LONG_TIP = "This limits driving. A proxy may be far away, or Wi-Fi may save power."
    LOSS_UNKNOWN = "The loss is not known yet"
    LOST = "{share:.0%} of pings lost (round trip)"
    LOST_ONE_WAY = "{share:.0%} of the data from the robot lost"
    LOSS_TIP = "Move closer to the access point or the robot, use a cable, or choose a channel with less traffic."
    OTHER_SESSION = "{count:,} datagrams of another session ignored"
    OTHER_SESSION_TIP = "An answer to a connect may have been lost. The robot ends such a session after ten seconds."
    STRANGERS = "Ignored datagrams: {foreign:,} from another address, {malformed:,} of another protocol"
    STRANGERS_TIP = "Another program may use the port, or someone may be sending false data."
    DROPPED = "{late:,} datagrams arrived too late, {dropped:,} were too many at once, {unsent:,} were not sent"
    DROPPED_TIP = "This computer may be too busy, or the network may reorder packets."


class GazeboDoctorWording(Catalogue):
    """The sentences of the doctor of connections to Gazebo."""

    # the master
    TAKES_LINKS = "{endpoint} accepts links"
    NOT_GREETED = "The master sent no greeting in time"
    GREETED = "A Gazebo master sent a greeting"
    VERSION = "The master is {description}"
    VERSION_UNKNOWN = "The master is {description}, which Teledeck may not fully understand"
    VERSION_UNKNOWN_TIP = "Versions {first} to {last} are known to work."
    TOPICS_NOT_LISTED = "The list of topics could not be requested: {reason}"
    TOPICS_OF_WORLD = "The world “{world}” has {count} topics, {published} of them with a publisher"
    NONE_PUBLISHED_TIP = "The server may still be loading its world. Try again in a moment."

    # publishers
    PUBLISHER_REACHED = "The publisher at {endpoint} can be reached (topics: {count})"
    PUBLISHER_SLOW = (
        "The publisher at {endpoint} can be reached at {host}, but answers only in {took_ms:.0f} ms (topics: {count})"
    )
    PUBLISHER_SLOW_TIP = "The network is far, slow or lossy. Images and commands will be late."
    PUBLISHER_ELSEWHERE = (
        "The publisher at {endpoint} can be reached only at {host}, where Teledeck reads it (topics: {count})"
    )
    PUBLISHER_UNREACHABLE = "The publisher at {endpoint} can't be reached (topics: {count}): {reason}"
    PUBLISHER_UNREACHABLE_TIP = (
        "It may have ended, or use an address of its own network only. On that computer, set GAZEBO_IP."
    )

    # the way back
    OWN_NAME_REPLACED = "{fault}; Teledeck announces {host} instead"
    OWN_NAME_TIP = "Correct or unset GAZEBO_IP or GAZEBO_HOSTNAME on this computer."
    WAY_BACK_UNKNOWN = (
        "Teledeck can't check whether the robot reaches {address}: the robot subscribes to no topic to test with"
    )
    WAY_BACK_UNKNOWN_TIP = "Load a world, then try again."
    NOT_TOLD_OF_TOPIC = "Teledeck could not announce {topic} to the robot: {reason}"
    NOT_DIALLED = (
        "The robot did not connect to {address} within {timeout_s:g} s after Teledeck announced {topic}, so commands "
        "don't reach it"
    )
    WAY_BACK_TIP = (
        "A firewall on this computer may block links from the robot. Open one port and name it with "
        "--publisher-port. Behind NAT, set GAZEBO_IP on this computer to the address by which the robot reaches it."
    )
    DIALLED = (
        "The robot connected to {address} {took_ms:.0f} ms after Teledeck announced {topic}, so commands reach it "
        "(no message was sent)"
    )
    DIALLED_BY = (
        "{robot} connected to {address} {took_ms:.0f} ms after Teledeck announced {topic}, so commands reach it (no "
        "message was sent)"
    )


class Ros1DoctorWording(Catalogue):
    """The sentences of the doctor of connections to ROS 1."""

    # the master
    MASTER_UNREACHABLE = "The ROS master can't be reached: {reason}"
    MASTER_ANSWERS = "A ROS master answers at {master}"
    MASTER_NAME_TIP = "Check the spelling, use the IP address of the robot, or add ?alias={host}=ADDRESS."
    TOPICS = "The robot has {count} topics, {published} of them with a publisher"
    NONE_PUBLISHED_TIP = "The nodes of the robot may not run yet."

    # nodes
    NODE_UNREACHABLE = "{node} can't be reached: {reason}"
    NODE_REACHED = "{node} at {host}:{port} can be reached and answers in {took_ms:.0f} ms"
    NODE_SLOW = "{node} at {host}:{port} can be reached, but answers only in {took_ms:.0f} ms"
    NODE_SLOW_TIP = "The network is far, slow or lossy, or the node is busy. Images and commands will be late."
    SERVED_NOWHERE = "The node gives no address for {topic}"
    SERVED_NOWHERE_TIP = "The node is faulty."
    HOST_REPLACED = "{node} announces itself at “{host}”, which does not lead to it from here; Teledeck uses {address}"
    TYPES_DIFFER = "{topic} has more than one type: {types}"
    TYPES_DIFFER_TIP = "Two programs use one name for different data. Rename one of the topics."
    TYPES_AGREE = "All publishers agree on the types of {count} topics"

    # clocks
    CLOCKS_UNKNOWN = "The clocks can't be compared: neither the master nor the nodes report their time"
    CLOCKS_AGREE = "The clocks of {count} programs agree within a second or two"
    CLOCK_AHEAD = "The clock of {where} is {by_s:,.0f} s ahead of the clock of this computer"
    CLOCK_BEHIND = "The clock of {where} is {by_s:,.0f} s behind the clock of this computer"
    CLOCKS_DIFFER_TIP = "Ages and transforms of messages will be wrong. Set both clocks by NTP (chrony)."
    NO_SIM_TIME = "The robot uses the clock of its own computer (/use_sim_time is not set)"
    CLOCK_UNPUBLISHED = "Time stands still: /use_sim_time is set, but /clock has no publisher"
    SIM_TIME = "The robot uses simulated time from /clock"
    CLOCK_SILENT = "Time stands still: /use_sim_time is set, but /clock was silent for {waited_s:g} s"
    CLOCK_SILENT_TIP = "The simulator may be paused."

    # the way back
    OWN_ADDRESS = "{host} ({reason})"
    OWN_NAME_TIP = "Correct or unset ROS_IP or ROS_HOSTNAME on this computer."
    WAY_BACK_UNKNOWN = "Teledeck can't check whether the robot reaches {address}: no node reads {topic}"
    WAY_BACK_UNKNOWN_TIP = "Start rosout (roscore does so), then try again."
    DIALLED_BY = "{node} connected to {address}, so commands reach the robot (no message was sent)"
    TOPICS_UNREACHED = "{node} reaches {address} but not the port for topics"
    NOT_DIALLED = "The robot does not reach {address}: commands don't arrive, and new publishers appear late"
    WAY_BACK_TIP = (
        "A firewall on this computer may block links from the robot. Open a port and name it with --publisher-port. "
        "Behind NAT, set ROS_IP on this computer to the address by which the robot reaches it."
    )


class NrpDoctorWording(Catalogue):
    """The sentences of the doctor of connections to engines of NRP-core."""

    # an engine and its machine
    ENGINE_ANSWERS = "{engine} answers"
    HEALTH = "The gRPC health service reports {word}"
    UNHEALTHY_TIP = "The engine may be starting or ending."
    NO_HEALTH = "The server has no gRPC health service ({word}), but engines have one"
    NO_HEALTH_TIP = "It may be another kind of server, or another version of an engine."
    CEASED_TO_ANSWER = "The engine stopped answering during the measurement"
    PACE = "{count} answers took {median_ms:.1f} ms (median), at most {longest_ms:.1f} ms"
    PACE_TIP = "Answers come between two steps of the simulation, so a step can delay an answer by that time."
    PACE_SLOW_TIP = (
        "Answers wait for a step to end, up to about {longest_ms:.0f} ms, so values can't arrive more often."
    )
    OTHER_ENGINES = "A JSON engine answers at {addresses}"
    OTHER_ENGINES_TIP = "If the port of an engine is in use at its start, it takes the next free one."

    # a broker
    BROKER_UNUSED = "An MQTT broker answers at {host}:{port}, but {who} has not sent data"
    BROKER_UNUSED_TIP = "If an engine publishes there, read it there: this does not disturb the simulation."
    PUBLISHES = "Its data can be read without disturbing the simulation: {ways}"
    QUIET_TIP = "Reading here does not disturb the simulation and takes no camera frames."
    BROKER_ANSWERS = "The broker answers and allows reading"
    ENGINES = "Publishing engines: {names}"
    ENGINE_PUBLISHES = "The engine publishes"

    # DataPacks
    PACK_FAULT = "“{pack}”: {reason}"
    PACK_UNKNOWN = "“{pack}” is unknown"
    PACK_TYPE = "“{pack}” is a {type_name}"
    CAMERA = "“{pack}” may be a camera and was not read: reading takes the frame away from the simulation"
    NOTHING_NEW = "“{pack}” exists but has no new value"

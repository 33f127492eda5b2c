"""The sentences of the doctors: what their checks of a connection found, and what can be done."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class DoctorWording(Catalogue):
    """The sentences that the doctors of more than one protocol say."""

    NAME_IS_ADDRESS = "{host} is an address, no name has to be resolved"
    NAME_RESOLVED = "“{host}” is {address}"
    NAME_NOT_IN_TIME = "the name “{host}” could not be resolved within {timeout_s:g} s"
    OWN_ADDRESS_UNREACHABLE = (
        "others are told to reach us at {address}, where not even this machine reaches itself: {reason}"
    )
    ROBOT_NOT_TOLD = "the robot could not be told of us: {reason}"


@enum.unique
class GalileoDoctorWording(Catalogue):
    """The sentences of the doctor of Galileo connections."""

    # the answer
    NAME_IS_PROXY = "“{host}” is {address}; it is taken for the proxy, whose port is {port}"
    PROXY_TIP = "A name is taken for that of BWBot's proxy: add ?wan=no for a robot in this network."
    LETS_US_IN = "a robot answers at {where}, and lets us in"
    ANSWERS = "a robot answers at {where}"
    NO_GALILEO = "something answers at {where}, which is no Galileo robot"
    NO_GALILEO_TIP = "Is the port right? Galileo's is 3547."
    ANOTHER_ANSWERS = "nothing answers at {where}; datagrams from another address: {count:,}"
    ANOTHER_ANSWERS_TIP = "Use the robot's own address: it may have several, or a router is between."
    NOTHING_ANSWERS = "nothing answers at {where}"
    ONLY_TOPIC_REFUSED = "the robot lets us in to {status}, and refuses {topic}"
    ONLY_TOPIC_REFUSED_TIP = "The token is right: check the spelling of the topic."
    REFUSED = "the robot refuses the session for {topic}; it does not say why"
    REFUSED_TIP = "Check the token: Galileo's own tools show it. It may also serve as many clients as it can."
    NONE_GIVEN_TIP = "The address has no token: add ?token=… or set TELEDECK_GALILEO_TOKEN."

    # the messages
    MESSAGES_COME = "messages of {topic} come: {type_name}"
    MESSAGES_OF_UNKNOWN_TYPE = "messages of {topic} come: of a type that is unknown"
    COMMANDS_SILENT = "nothing came on {topic} within {waited_s:.0f} s: it takes commands, and need not say anything"
    STATUS_SILENT = "the robot answers, and nothing came on {topic} within {waited_s:.0f} s"
    ONLY_STATUS_SPEAKS = "the robot answers, and nothing came on {topic} within {waited_s:.0f} s, while {status} speaks"
    BOTH_SILENT = "the robot answers, and nothing came on {topic} within {waited_s:.0f} s, nor on {status}"
    TOPIC_SILENT_TIP = "Check the spelling of the topic: a robot lets us in to any. Or what publishes it does not run."

    # the link
    LOST_AFTERWARDS = "the robot was heard, and then: {reason}"
    NO_PING_ANSWERED = "no ping was answered yet"
    ROUND_TRIP = "there and back in {took_ms:.0f} ms"
    ROUND_TRIP_SHORT = "there and back in {took_ms:.1f} ms"
    ROUND_TRIP_LONG = "there and back in {took_ms:.0f} ms, which is long"
    ROUND_TRIP_LONG_TIP = "Driving is limited on such a way. A proxy is far; Wi-Fi that saves power waits."
    LOSS_UNKNOWN = "how much is lost is not known yet"
    LOST = "{share:.0%} of pings got no answer, there and back together"
    LOST_ONE_WAY = "{share:.0%} of what the robot sends got lost"
    LOSS_TIP = "Go nearer to the access point or the robot, or use a wire; other traffic on the channel loses too."
    OTHER_SESSION = "datagrams of a session that is not ours, which were not taken: {count:,}"
    OTHER_SESSION_TIP = "The robot's answer to a connect may have got lost: it ends such a session after ten seconds."
    STRANGERS = (
        "datagrams that were not taken: {foreign:,} from another address, {malformed:,} that are none of the protocol"
    )
    STRANGERS_TIP = "Another program may use the port, or somebody plays tricks."
    DROPPED = "{late:,} came too late, {dropped:,} were too many at once, {unsent:,} not sent"
    DROPPED_TIP = "This machine may be too busy, or the network mixes up what it carries."


@enum.unique
class GazeboDoctorWording(Catalogue):
    """The sentences of the doctor of connections to Gazebo."""

    # the master
    TAKES_LINKS = "{endpoint} takes links"
    NOT_GREETED = "the master has not greeted in time"
    GREETED = "a Gazebo master has greeted"
    VERSION = "it is {description}"
    VERSION_UNKNOWN = "it is {description}: whether all of it is understood can't be told"
    VERSION_UNKNOWN_TIP = "Versions {first} to {last} are known to work."
    TOPICS_NOT_LISTED = "the topics could not be asked for: {reason}"
    TOPICS_OF_WORLD = "there are {count} topics in the world “{world}”, and {published} have a publisher"
    NONE_PUBLISHED_TIP = "The server may still load its world: try again in a moment."

    # publishers
    PUBLISHER_REACHED = "the publisher at {endpoint} can be reached (topics: {count})"
    PUBLISHER_SLOW = (
        "the publisher at {endpoint} can be reached at {host}, and answers in {took_ms:.0f} ms, which is long "
        "(topics: {count})"
    )
    PUBLISHER_SLOW_TIP = "The network is far, slow or lossy: pictures and commands will come late."
    PUBLISHER_ELSEWHERE = (
        "the publisher at {endpoint} can't be reached there, but at {host}, where it is read (topics: {count})"
    )
    PUBLISHER_UNREACHABLE = "the publisher at {endpoint} can't be reached (topics: {count}): {reason}"
    PUBLISHER_UNREACHABLE_TIP = (
        "It may have died, or be on an address that only its own network knows: set GAZEBO_IP where it runs."
    )

    # the way back
    OWN_NAME_REPLACED = "{fault}; {host} is told to others instead"
    OWN_NAME_TIP = "Correct GAZEBO_IP or GAZEBO_HOSTNAME on this machine, or unset them."
    WAY_BACK_UNKNOWN = (
        "whether the robot reaches us at {address} can't be told: it subscribes to nothing that could be tried"
    )
    WAY_BACK_UNKNOWN_TIP = "Load a world, and try again."
    NOT_TOLD_OF_TOPIC = "the robot could not be told of {topic}: {reason}"
    NOT_DIALLED = (
        "the robot was told of {topic} at {address} and did not dial it within {timeout_s:g} s: what we publish does "
        "not reach it"
    )
    WAY_BACK_TIP = (
        "A firewall on this machine may refuse links from the robot: open one port and name it with --publisher-port. "
        "Behind NAT, set GAZEBO_IP on this machine to the address by which the robot reaches it."
    )
    DIALLED = (
        "the robot dialled us at {address} {took_ms:.0f} ms after it was told of {topic}: what we publish reaches it "
        "(nothing was published)"
    )
    DIALLED_BY = (
        "{robot} dialled us at {address} {took_ms:.0f} ms after it was told of {topic}: what we publish reaches it "
        "(nothing was published)"
    )


@enum.unique
class Ros1DoctorWording(Catalogue):
    """The sentences of the doctor of connections to ROS 1."""

    # the master
    MASTER_UNREACHABLE = "the ROS master can't be reached: {reason}"
    MASTER_ANSWERS = "a ROS master answers at {master}"
    MASTER_NAME_TIP = "Check the spelling, use the robot's IP address, or add ?alias={host}=ADDRESS."
    TOPICS = "there are {count} topics, and {published} have a publisher"
    NONE_PUBLISHED_TIP = "Its nodes may not run yet."

    # nodes
    NODE_UNREACHABLE = "{node} can't be reached: {reason}"
    NODE_REACHED = "{node} at {host}:{port} can be reached, and answers in {took_ms:.0f} ms"
    NODE_SLOW = "{node} at {host}:{port} can be reached, and answers in {took_ms:.0f} ms, which is long"
    NODE_SLOW_TIP = "The network is far, slow or lossy, or the node is busy: pictures and commands will come late."
    SERVED_NOWHERE = "it does not say where it serves {topic}"
    SERVED_NOWHERE_TIP = "Its node is at fault."
    HOST_REPLACED = (
        "{node} says that it is at “{host}”, which does not lead there from here; it is dialled at {address}"
    )
    TYPES_DIFFER = "{topic} has more than one type: {types}"
    TYPES_DIFFER_TIP = "Two programs use one name for different things: rename one of the topics."
    TYPES_AGREE = "all publishers agree on the types of {count} topics"

    # clocks
    CLOCKS_UNKNOWN = "the clocks can't be compared: neither master nor nodes say what time it is"
    CLOCKS_AGREE = "the clocks of {count} programs differ by no more than a second or two"
    CLOCK_AHEAD = "the clock of {where} is {by_s:,.0f} s ahead of ours"
    CLOCK_BEHIND = "the clock of {where} is {by_s:,.0f} s behind ours"
    CLOCKS_DIFFER_TIP = "Ages and transforms of messages will be wrong: set both clocks by NTP (chrony)."
    NO_SIM_TIME = "the robot keeps the time of its own machine (/use_sim_time is not set)"
    CLOCK_UNPUBLISHED = "/use_sim_time is set and nobody publishes /clock: time stands still"
    SIM_TIME = "the robot goes by simulated time, and /clock tells it"
    CLOCK_SILENT = "/use_sim_time is set and /clock was silent for {waited_s:g} s: time stands still"
    CLOCK_SILENT_TIP = "The simulator may be paused."

    # the way back
    OWN_ADDRESS = "{host} ({reason})"
    OWN_NAME_TIP = "Correct ROS_IP or ROS_HOSTNAME on this machine, or unset them."
    WAY_BACK_UNKNOWN = "whether the robot reaches us at {address} can't be told: nobody there reads {topic}"
    WAY_BACK_UNKNOWN_TIP = "Start rosout, as roscore does, and try again."
    DIALLED_BY = "{node} dialled us at {address}: what we publish reaches the robot (nothing was published)"
    TOPICS_UNREACHED = "{node} calls us at {address} and does not reach the port where topics are served"
    NOT_DIALLED = "the robot does not reach us at {address}: what we publish does not arrive, new publishers come late"
    WAY_BACK_TIP = (
        "A firewall on this machine may refuse links from the robot: open a port and name it with --publisher-port. "
        "Behind NAT, set ROS_IP on this machine to the address by which the robot reaches it."
    )


@enum.unique
class NrpDoctorWording(Catalogue):
    """The sentences of the doctor of connections to engines of NRP-core."""

    # an engine and its machine
    ENGINE_ANSWERS = "{engine} answers"
    HEALTH = "the health service of gRPC says {word}"
    UNHEALTHY_TIP = "The engine may be starting, or ending."
    NO_HEALTH = "there is no health service of gRPC ({word}), which engines have"
    NO_HEALTH_TIP = "It may be another kind of server, or an engine of another version."
    CEASED_TO_ANSWER = "the engine ceased to answer while its pace was measured"
    PACE = "of {count} answers the median took {median_ms:.1f} ms, the longest {longest_ms:.1f} ms"
    PACE_TIP = "Answers come between two steps of the simulation: one holds us up no longer than that."
    PACE_SLOW_TIP = (
        "Answers wait for a step to end, up to about {longest_ms:.0f} ms: no value comes more often than that."
    )
    OTHER_ENGINES = "an engine over JSON answers at {addresses}"
    OTHER_ENGINES_TIP = "An engine whose port is busy when it starts takes the next that is free."

    # a broker
    BROKER_UNUSED = "a broker of MQTT answers at {host}:{port}, and nothing of {who} has come"
    BROKER_UNUSED_TIP = "An engine that publishes there is better read there: that does not disturb the simulation."
    PUBLISHES = "what it publishes can be read without disturbing the simulation: {ways}"
    QUIET_TIP = "Reading here does not disturb the simulation, and takes no frame of a camera."
    BROKER_ANSWERS = "the broker answers, and lets us read"
    ENGINES = "engines that publish: {names}"
    ENGINE_PUBLISHES = "the engine publishes"

    # DataPacks
    PACK_FAULT = "“{pack}”: {reason}"
    PACK_UNKNOWN = "“{pack}”: it is not known"
    PACK_TYPE = "“{pack}” is a {type_name}"
    CAMERA = "“{pack}” may be a camera, and was not read: reading takes the frame away from the simulation"
    NOTHING_NEW = "“{pack}” is known, and nothing is new of it"

"""The help of the command line: what each command and each of its arguments is for."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class HelpWording(Catalogue):
    """The help of commands and of their arguments, which argparse completes where it has a percent sign."""

    # robots, topics and values
    URI = "where the robot is: {forms} ({schemes} alone follow {variables})"
    FULL_NAME = "full name"
    JSON_SOURCE = "@FILE reads it from a file, - from input"
    PROGRAM = "Watch and drive robots. Opens the window, connected to what is named."
    COMMANDS = "commands (each has --help):\n"
    URI_OR_LAYOUT = "{uri}; or a layout to show: FILE.teledeck-layout.json"
    SAFE_MODE = "begin as a new program does: no settings, layouts, profiles, pads, tokens of yours are used or changed"
    JSON = "JSON, one object a line"
    COUNT = "end after N messages"
    FIELD_PATH = "only this field: scan.ranges[0], pose[1].position.x"
    MESSAGE_TIMEOUT = "longest wait for the next message in seconds (default: {default_s:g} with -n, else none)"
    BYTES = "byte fields in full, as base64"
    MEASURED_SECONDS = "how long to measure from the first message on (default: %(default)g)"
    FIRST_MESSAGE_TIMEOUT = "longest wait for the first message in seconds (default: as long as --seconds)"
    PROTO_PATH = "Gazebo: folder with .proto files of your own message types; may be given several times"
    MSG_PATH = (
        "ROS 1: folder with packages of your own types, PACKAGE/msg/*.msg and PACKAGE/srv/*.srv; may be given several "
        "times"
    )
    HOST_ALIAS = "ROS 1: dial ADDRESS where the robot names a host NAME; may be given several times"
    CONFIG = "folder for settings, layouts, profiles and pads, with the logs in DIR/state (default: the user's own)"
    ANSWER_TIMEOUT = "longest wait for the answer in seconds (default: {default_s:g})"
    SERVICE = "say how this one is called"
    SERVICE_NAME = "its full name"
    REQUEST = "what to ask; fields that are left out are zero or empty; {source} (default: {{}})"
    PARAMETER_ACTION = "list, get, set or delete"
    PARAMETER_KEY = "full name of a parameter, or of a namespace for all in it"
    PARAMETER_VALUE = "what to set it to; {source}"
    NODE = "ask this one who it is and how long its answer takes"
    FRAME_LIMIT = "longest message taken, in MiB (default: 64)"
    MESSAGE_TYPE = "of the messages: gazebo.msgs.Pose, std_msgs/String; Galileo: json or bytes"
    MESSAGE = "the message as echo --json shows it; {source}"
    RATE = "messages a second, until stopped or -n (default: one message)"
    SUBSCRIBER_TIMEOUT = "longest wait for a subscriber in seconds (default: {default_s:g})"
    KEEP = "leave a robot moving: without it a motion ends with zeros, however it ends"
    FORCE = "ROS 1: publish even if the robot knows the topic as another type"

    # checks and the demo robot
    GUI = "look at the window, too: screen, fonts, icons, views"
    SERVE = "only serve the robot, without the window, until stopped"
    SERVE_JSON = "with --serve: print JSON only"
    PORT_BASE = (
        "the robot's first port: its Gazebo master at N, its publishers at N+1, its ROS 1 master at N+2, its Galileo "
        "UDP at N+3, its NRP-core engines at N+4 (gRPC) and N+5 (JSON) (default: free ports)"
    )
    BROKER = "publish to this broker of MQTT, too, as an engine of NRP-core named demo"
    SEED = "of the noise of its sensors"
    WANDER = "it drives itself until it is first given a command (default: only with the window)"
    CAMERA = "size of its pictures (default: 160x120)"
    THEME = "look of the window (default: that of the user)"
    SIZE = "size of the window"
    SCREENSHOT = "draw the window to FILE and end"
    AFTER = "with --screenshot: so many seconds later (default: 5)"
    GALILEO = "its Galileo UDP, as bad as a network can be"
    GALILEO_LETS_IN = "let only this token in (default: any)"
    GALILEO_LOSS = "of datagrams that get lost, 0 to 1, in each direction"
    GALILEO_DELAY = "how long each datagram takes, in each direction"
    GALILEO_REORDER = "of datagrams that others overtake, 0 to 1"
    GALILEO_SILENT = "hear and say nothing any more, S seconds after the first datagram came"

    # driving
    DRIVE_LINES = (
        'lines, a JSON object each, on standard input:\n  {{"arm":true}}   {{"v":0.2,"w":0.0,"hold":true}}   '
        '{{"stop":true}}   {{"clear":true}} twice\nand {{}} as a sign of life. Their clock, for the t of '
        "set-points, is that of the state's lines.\nThe state comes on standard output, 20 times a second and at every "
        "change.\nexample:\n  (sleep 3; echo '{{\"arm\":true}}'; sleep 1; while sleep 0.05; do echo "
        '\'{{"v":0.2,"hold":true}}\'; done) | \\\n    teledeck drive ros1://robot'
    )
    PROFILE = "how this robot is driven: a profile that was saved, or a file with one"
    COMMAND_TOPIC = "where commands go (default: that of the profile, else the usual one)"
    COMMAND_TYPE = "of the commands: geometry_msgs/TwistStamped, gazebo.msgs.Pose …"
    SUPERVISED = "stop when standard input gives no sign of life for 0.2 s"
    KEYBOARD = "drive by the keys of this terminal: WASD or arrows, Space for STOP"
    REPORT_FILE = "what is written: logs, versions, settings; nothing is sent anywhere"
    PUBLISHER_PORT = "where the robot reaches us, to be let through firewalls (default: any free port)"
    SLAVE_PORT = "ROS 1: where the master and other nodes call us, in the same way (default: any free port)"
    OBEY_SHUTDOWN = "ROS 1: end a connection that another node tells to shut down (default: it is shown, and ignored)"

    # commands
    TOPICS = "list the topics with type, publishers and subscribers"
    ECHO = "print the messages of a topic"
    HZ = "measure rate and bandwidth of a topic"
    ANALYSE = "say what the numbers of a topic say: spectrum, spread, timing"
    PUB = "publish messages"
    SERVICES = "list what can be called, or say how"
    CALL = "call a service"
    PARAM = "list, get, set or delete parameters"
    NODES = "list the robot's programs, or ask one of them"
    DRIVE = "drive a robot by lines, and always stop"
    DEMO = "watch and drive a simulated robot, or --serve it to other programs"
    REPORT = "save what may say why something broke, without names, addresses and tokens"
    DOCTOR = "say what is well and what is not between here and the robot"
    SELFTEST = "say whether this installation works, by a robot of its own"

    # an analysis
    SPECTRUM = "at which frequencies FIELD swings, and how far"
    HISTOGRAM = "how the values of FIELD are spread: mean, deviation, percentiles, drift"
    TIMING = "how regularly messages come: rate, jitter, gaps, bursts, order, delay"
    ANALYSE_EXAMPLES = (
        "It ends with 3 where --max-gap or --min-rate is not kept, for tests of robots.\nexamples:\n  teledeck analyse "
        "ros1://robot /imu linear_acceleration.z --spectrum\n  teledeck analyse ros1://robot /scan --timing --max-gap "
        "0.3 --min-rate 9.5"
    )
    ANALYSED_FIELD = "a number in the messages, twist.twist.linear.x; none for --timing"
    COLLECTED_SECONDS = "how long to collect from the first message on; Ctrl-C ends it sooner (default: %(default)g)"
    MAX_GAP = "end with 3 after a longer silence"
    MIN_RATE = "end with 3 below this mean rate"
    EXPECTED_RATE = "with --timing: the rate that is meant (default: learned from the messages)"
    PNG = "draw it to FILE, too"

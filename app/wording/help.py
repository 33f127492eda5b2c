"""The help of the command line: what each command and each of its arguments is for."""

from __future__ import annotations

from protocols.sentence import Catalogue


class HelpWording(Catalogue):
    """The help of commands and of their arguments, which argparse completes where it has a percent sign."""

    # robots, topics and values
    URI = "address of the robot: {forms} ({schemes} alone use {variables})"
    FULL_NAME = "full name"
    JSON_SOURCE = "@FILE reads it from a file, - from standard input"
    PROGRAM = "Watch and drive robots. Opens the window and connects to the given addresses."
    COMMANDS = "commands (each has --help):\n"
    URI_OR_LAYOUT = "{uri}; or a layout to show: FILE.teledeck-layout.json"
    COMPARE_WITH = "lay a recording beneath what the window shows; may be given up to four times"
    SAFE_MODE = (
        "start like a new installation: your settings, layouts, profiles, gamepads and tokens are neither used nor "
        "changed"
    )
    JSON = "print JSON, one object per line"
    COUNT = "end after N messages"
    FIELD_PATH = "only this field: scan.ranges[0], pose[1].position.x"
    MESSAGE_TIMEOUT = "longest wait for the next message in seconds (default: {default_s:g} with -n, else none)"
    BYTES = "byte fields in full, as base64"
    MEASURED_SECONDS = "how long to measure, from the first message on (default: %(default)g)"
    FIRST_MESSAGE_TIMEOUT = "longest wait for the first message in seconds (default: as long as --seconds)"
    PROTO_PATH = "Gazebo: folder with .proto files of your own message types; can be given several times"
    MSG_PATH = (
        "ROS 1: folder with packages of your own types, PACKAGE/msg/*.msg and PACKAGE/srv/*.srv; can be given "
        "several times"
    )
    HOST_ALIAS = "ROS 1: use ADDRESS for the host NAME of the robot; can be given several times"
    CONFIG = (
        "folder for settings, layouts, profiles and gamepads, with logs in DIR/state (default: the folder of the user)"
    )
    ANSWER_TIMEOUT = "longest wait for the answer in seconds (default: {default_s:g})"
    SERVICE = "show how to call this service"
    SERVICE_NAME = "full name of the service"
    REQUEST = "request to send; omitted fields are zero or empty; {source} (default: {{}})"
    PARAMETER_ACTION = "list, get, set or delete"
    PARAMETER_KEY = "full name of a parameter, or of a namespace for all parameters in it"
    PARAMETER_VALUE = "new value; {source}"
    NODE = "ask this node for its process and measure its answer time"
    FRAME_LIMIT = "longest accepted message, in MiB (default: 64)"
    MESSAGE_TYPE = "message type: gazebo.msgs.Pose, std_msgs/String; Galileo: json or bytes"
    MESSAGE = "message, as echo --json shows it; {source}"
    RATE = "messages per second, until stopped or -n (default: one message)"
    SUBSCRIBER_TIMEOUT = "longest wait for a subscriber in seconds (default: {default_s:g})"
    KEEP = "leave a robot moving; without it, a motion always ends with zeros"
    FORCE = "ROS 1: publish even if the robot uses another type for the topic"

    # checks and the demo robot
    GUI = "check the window, too: screen, fonts, icons, views"
    SERVE = "only serve the robot, without a window, until stopped"
    SERVE_JSON = "with --serve: print JSON only"
    PORT_BASE = (
        "first port of the robot: Gazebo master at N, its publishers at N+1, ROS 1 master at N+2, Galileo UDP at "
        "N+3, NRP-core engines at N+4 (gRPC) and N+5 (JSON) (default: free ports)"
    )
    BROKER = "publish to this MQTT broker, too, as an NRP-core engine named demo"
    SEED = "seed of the sensor noise"
    ALL_PROTOCOLS = "connect the window by every protocol of the robot, not only by Gazebo's"
    WANDER = "drive by itself until the first command (default: only with the window)"
    CAMERA = "size of the camera images (default: 160x120)"
    THEME = "theme of the window (default: the setting of the user)"
    SIZE = "size of the window"
    SCREENSHOT = "save an image of the window to FILE and end"
    AFTER = "with --screenshot: wait this many seconds (default: 5)"
    GALILEO = "simulate a poor network for Galileo UDP"
    GALILEO_LETS_IN = "accept only this token (default: any)"
    GALILEO_LOSS = "share of lost datagrams, 0 to 1, in each direction"
    GALILEO_DELAY = "delay of each datagram, in each direction"
    GALILEO_REORDER = "share of reordered datagrams, 0 to 1"
    GALILEO_SILENT = "stop sending and receiving S seconds after the first datagram"

    # driving
    DRIVE_LINES = (
        'lines, a JSON object each, on standard input:\n  {{"arm":true}}   {{"v":0.2,"w":0.0,"hold":true}}   '
        '{{"stop":true}}   {{"clear":true}} twice\nand {{}} as a sign of life. Their clock, for the t of '
        "set-points, is that of the state's lines.\nThe state comes on standard output, 20 times a second and at every "
        "change.\nexample:\n  (sleep 3; echo '{{\"arm\":true}}'; sleep 1; while sleep 0.05; do echo "
        '\'{{"v":0.2,"hold":true}}\'; done) | \\\n    teledeck drive ros1://robot'
    )
    PROFILE = "how to drive this robot: name of a saved profile, or a profile file"
    COMMAND_TOPIC = "topic for commands (default: from the profile, else the usual one)"
    COMMAND_TYPE = "type of the commands: geometry_msgs/TwistStamped, gazebo.msgs.Pose …"
    SUPERVISED = "stop when standard input is silent for 0.2 s"
    KEYBOARD = "drive with the keys of this terminal: WASD or arrows, Space for STOP"
    REPORT_FILE = "file to write: logs, versions, settings; nothing is sent"
    PUBLISHER_PORT = "port where the robot reaches Teledeck, for firewalls (default: any free port)"
    SLAVE_PORT = "ROS 1: port where the master and other nodes call Teledeck (default: any free port)"
    OBEY_SHUTDOWN = "ROS 1: end a connection when another node requests a shutdown (default: show and ignore it)"

    # commands
    TOPICS = "list the topics with type, publishers and subscribers"
    ECHO = "print the messages of a topic"
    HZ = "measure rate and bandwidth of a topic"
    ANALYSE = "analyse the numbers of a topic: spectrum, distribution, timing"
    PUB = "publish messages"
    SERVICES = "list services, or show how to call one"
    CALL = "call a service"
    PARAM = "list, get, set or delete parameters"
    NODES = "list the nodes of the robot, or ask one of them"
    DRIVE = "drive a robot by lines; it always stops at the end"
    DEMO = "watch and drive a simulated robot, or --serve it to other programs"
    REPORT = "save a problem report, without names, addresses and tokens"
    DOCTOR = "check the connection to the robot"
    DOCTOR_PROFILE = "check the robot's own E-stop, too, where this profile names its topic: a name or a file"
    RECORD = "record what the robot says into a file"
    INFO = "show what is in recordings: times, size, topics"
    RECOVER = "give a recording the end that it lacks"
    PLAY = "play a recording, and print its messages as they come"
    EXPORT = "write the messages of a recorded topic: table, JSON, images"
    CONVERT = "copy a bag of ROS 1 into a file of MCAP"
    INCIDENTS = "list what was kept around stops and faults, or save one as a zip file"
    SELFTEST = "check this installation with a demo robot"

    # an analysis
    SPECTRUM = "frequencies and amplitudes of FIELD"
    HISTOGRAM = "distribution of FIELD: mean, deviation, percentiles, drift"
    TIMING = "regularity of messages: rate, jitter, gaps, bursts, order, delay"
    ANALYSE_EXAMPLES = (
        "The exit code is 3 if --max-gap or --min-rate fails, for tests of robots.\nexamples:\n  teledeck analyse "
        "ros1://robot /imu linear_acceleration.z --spectrum\n  teledeck analyse ros1://robot /scan --timing "
        "--max-gap 0.3 --min-rate 9.5\n"
        "  teledeck analyse run.mcap /imu linear_acceleration.z --spectrum --from 60 --seconds 30"
    )
    ANALYSED_FIELD = "number field of the messages, twist.twist.linear.x; none for --timing"
    COLLECTED_SECONDS = (
        "how long to collect, from the first message on; Ctrl-C ends it early (default: {default_s:g}; all of a "
        "recording)"
    )
    ANALYSE_FROM = "of a recording: begin there: seconds since the beginning, or a time, 2026-01-31T12:00:00 (UTC)"
    MAX_GAP = "exit with 3 after a longer silence"
    MIN_RATE = "exit with 3 below this mean rate"
    EXPECTED_RATE = "with --timing: expected rate (default: learned from the messages)"
    PNG = "also draw the result to FILE"

    # incidents
    INCIDENTS_DO = "list all, newest first (default), or export one with its recording and its page"
    INCIDENT_ID = "the incident to export, as the list names it"
    INCIDENT_FILE = "zip file to write (default: teledeck-ID.zip)"

    # recordings
    RECORDING = "recording: FILE.mcap, FILE.bag, or FILE.mcap.part that was never ended"
    RECOVERED_FILE = "copy what can be read to OUT, and leave FILE as it is (default: end FILE in place)"
    RECORDED_TOPIC = "name of the topic, as teledeck info shows it"
    EXPORTED_FIELDS = "only these fields: pose.position.x, ranges (default: all)"
    CSV = "a table: a column for each field, a row for each message"
    IMAGES = "a file for each image, in a new folder: as recorded where it is JPEG or PNG, else PNG"
    EXPORTED_FILE = "file, or with --images folder, to write (default: standard output, or a folder named by the topic)"
    PLAYED_TOPICS = "only these topics (default: all)"
    PLAY_RATE = "how much faster than in reality, from 0.1 to 20 (default: 1)"
    PLAY_FROM = "begin there: seconds since the beginning, or a time, 2026-01-31T12:00:00 (UTC)"
    FROM_TIME = "leave out what came before: seconds since the beginning, or a time, 2026-01-31T12:00:00 (UTC)"
    TO_TIME = "leave out what came then or later"
    EXPORT_EXAMPLES = (
        "examples:\n  teledeck export run.mcap /odom --csv pose.pose.position twist.twist.linear.x -o odom.csv\n"
        "  teledeck export run.mcap /camera/image --images --from 10 --to 20"
    )
    COMPARE = "compare fields of a topic in two recordings"
    COMPARE_EXAMPLES = (
        "The exit code is 3 if they are apart by more than --tolerance for longer than --allow, for tests of robots."
        "\nexamples:\n  teledeck compare good.mcap today.mcap /odom twist.twist.linear.x --tolerance 0.1\n"
        "  teledeck compare good.mcap today.mcap /odom twist.twist.linear.x pose.pose.position.x --align correlation"
    )
    COMPARED_FIRST = "recording to compare with: a file, or a folder of files"
    COMPARED_SECOND = "recording that is laid over it, and whose difference is told"
    COMPARED_FIELDS = "number fields of the messages, twist.twist.linear.x"
    ALIGN = "what lies over each other: the start of both, a mark, or where a field is most alike (default: start)"
    ALIGN_BY = "with --align correlation: the field that is to be most alike (default: the first FIELD)"
    ALIGN_MARK = "with --align mark: the words of the mark (default: the first that both have)"
    BY_STAMPS = (
        "take the times that messages have themselves, not those of receipt: for simulations, whose time may pass "
        "more slowly; both begin with the first message of the topic"
    )
    TOLERANCE = "how far the values may be apart"
    ALLOW_APART = "share of the time, 0 to 1, in which they may be farther apart (default: 0)"
    BAG = "bag of ROS 1 (version 2.0), which stays as it is"
    CONVERTED_FILE = "file to write (default: the name of the bag with .mcap)"
    RECORDED_TOPICS = "full names of the topics to record (default: all that the robot lists, also later)"
    RECORD_TO = "file to write (default: named by the time and the robot, in this folder)"
    RECORD_FOR = "end after S seconds (default: when stopped)"
    SPLIT = "write FILE-001.mcap, FILE-002.mcap and so on, each of about SIZE: 500MB, 2GB"

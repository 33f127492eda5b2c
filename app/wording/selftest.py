"""The sentences of the selftest: what its checks of this installation found, and what can be done."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class SelftestWording(Catalogue):
    """The sentences of the checks that need no window, and of the summary."""

    # the summary
    WELL = "All is well. Checks: {checks}. It took {took_s:.0f} s."
    WELL_BUT_MARKED = "All is well. Checks: {checks}, of which {marked} are marked by “?”. It took {took_s:.0f} s."
    FAULTS = "Faults: {faults}. Checks: {checks}. It took {took_s:.0f} s."
    FAULTS_AND_MARKED = (
        "Faults: {faults}. Checks: {checks}, of which {marked} are marked by “?”. It took {took_s:.0f} s."
    )

    # this computer
    LIBRARY_MISSING = "the library {package} can't be loaded: {error}"
    FROM_SOURCES = "from sources"
    BUILD = "{package}, commit {commit} of {date}"
    VERSIONS = "Teledeck {version} ({how}), Python {python} on {system}; {libraries}"
    CLOCK_DIFFERS = "the clock that driving goes by counted {counted_s:.3f} s in {passed_s:.3f} s"
    CLOCK_DIFFERS_TIP = "A virtual machine may need the clock of its host; driving would stop again and again."
    CLOCK = "CLOCK_BOOTTIME counts the time in which this computer sleeps, too"
    SYSTEM_CLOCK = "this system's clock counts the time in which this computer sleeps, too"
    SETTINGS = "settings"
    LOGS = "logs"
    TEMPORARY_FILES = "temporary files"
    NOT_WRITTEN = "{purpose} can't be written to {folder}: {error}"
    NOT_WRITTEN_TIP = (
        "Have the folder belong to you and its disk not be full or read-only, or name another by --config."
    )
    LITTLE_ROOM = "only {free_mb:.0f} MB are free for {purpose}, in {folder}"
    LITTLE_ROOM_TIP = "Make room on that disk."
    PLACE = "{purpose} in {folder}"
    ROOM = "there is room for {places}"
    LOOPBACK_FAILED = "this computer does not reach itself at {address}: {error}"
    LOOPBACK_TIP = "Bring the interface “lo” up (ip link set lo up), and have the firewall leave it alone."
    LOOPBACK_SILENT = "this computer does not reach itself at {address}"
    LOOPBACK = "TCP and UDP reach this computer at {address}"
    NAME_UNRESOLVED = (
        "the name of this computer, {name}, can't be resolved, and programs of ROS 1 announce themselves by it"
    )
    NAME_UNRESOLVED_TIP = "Name it in /etc/hosts, or set ROS_IP, if such run here; Teledeck itself goes by addresses."
    NAME_FOREIGN = "the name of this computer, {name}, means {address}, which is none of its addresses"
    NAME_FOREIGN_TIP = "Mend /etc/hosts or the name server, or set ROS_IP, if other programs of ROS 1 run here."
    NAME = "this computer is {name}, which means {address}, as programs of ROS 1 need it"
    PORTS_TAKEN = "in use on this computer: {ports}"
    NO_PORTS_TAKEN = "none of the usual ports is in use here"
    DISCOVERY_TAKEN = "another program listens at UDP {port}, where {robots} make themselves known; {ports}"
    DISCOVERY_TAKEN_TIP = (
        "It may be another Teledeck, which shares it. Else such robots are not offered: type their address."
    )
    DISCOVERY_FREE = "{ports}; UDP {port} is free for {robots} to make themselves known"
    NO_KEY_STORE = "there is no key store, so tokens of robots are not kept"
    NO_KEY_STORE_TIP = "They are asked for each time. GNOME Keyring or KWallet is one, on a desktop."
    KEY_STORE = "tokens of robots are kept in {name}"
    PADS = "SDL {version} is loaded, and it sees {names}"
    NO_PADS = "SDL {version} is loaded, and no pad is connected"
    NO_TEMPORARY_FOLDER = "there is no folder for temporary files: {error}"
    NO_TEMPORARY_FOLDER_TIP = "Set TMPDIR to one."
    VARIABLE_UNRESOLVED = "{variable} says {given}, which can't be resolved"
    VARIABLE_UNRESOLVED_TIP = "Unset {variable}, or mend it."
    VARIABLE_FOREIGN = "{variable} says {given}, and {address} is none of this computer's addresses"
    VARIABLE_FOREIGN_TIP = "Robots of ROS 1 are told to call there. Unless it leads here, unset {variable}."
    VARIABLE = "{variable} says {given}, which is an address of this computer"

    # the demo robot
    NO_ROBOT_SAID_TIP = "What it said stands above, or in the terminal."
    NO_PROCESS = "no process of this program can be started: {error}"
    NO_PROCESS_TIP = "Start it again, or install it again."
    ROBOT_RUNS = "it runs, and is served by {schemes}"
    NO_ROBOT = "there is no demo robot"
    NO_ROBOT_TIP = "See why it did not start."
    FEW_MESSAGES = "too few messages came in {read_s:g} s: {count}"
    FEW_MESSAGES_TIP = "A firewall on this computer may hold up what it sends to itself."
    MESSAGES = "{messages:,} messages of {topics} topics, {size_kb:,.0f} kB, were read"
    NO_PICTURE = "no picture came by {schemes} within {timeout_s:g} s"
    PICTURES = "the camera's {width} x {height} pixels were seen by {schemes}"
    CONNECTION_GONE = "its connection is gone"
    NOT_CONNECTED = "{connection} is {state}: {reason}"
    NOT_DECODED = "a message of {topic} can't be decoded: {reason}"
    PICTURE_NOT_SHOWN = "the picture by {scheme} can't be shown: {reason}"
    ONE_COLOUR = "the picture by {scheme} is of one colour all over"

    # driving
    STEP_FAILED = "{text}: {reason}"
    NOT_READY = "nothing could be driven"
    NOT_LET_GO = "nothing could be let go of"
    NOT_TOLD_TO_STAND = "it was not told to stand"
    STANDS_NOT = "it was told to stand and, as it measures itself, does not"
    NOT_DISARMED = "it was not disarmed"
    DRIVEN = (
        "the drive process and its watchdog were ready after {ready_s:.1f} s; it was armed, moved at {speed_m_s:.2f} "
        "m/s, was told to stand within {stopped_s:.2f} s, stood after {stood_s:.1f} s, and was disarmed"
    )
    NOT_ARMED = "it was not armed"
    MOVES_NOT = "it was armed and told to move, and did not"
    STOPPED_MOVING = "it did not go on moving"
    WATCHDOG_NOT_READY_BECAUSE = "its watchdog is {readiness} ({reason})"
    WATCHDOG_NOT_READY = "its watchdog is {readiness}"

    # the process of the window
    NO_SCREEN_TIP = "Start it on a desktop, or with QT_QPA_PLATFORM=offscreen to look at all but the screen."
    NO_SCREEN = "there is no screen to open a window on"
    NO_ROBOT_TO_SHOW = "there is no demo robot to show"
    WINDOW_WELL = "it was opened and closed in order"
    WINDOW_ENDED = "its process ended with {code}: {said}"
    WINDOW_ENDED_SILENTLY = "its process ended with {code}, without a word"


@enum.unique
class WindowCheckWording(Catalogue):
    """The sentences of the checks of the window."""

    NO_SCREENS = "Qt {qt} (PySide6 {pyside}) on the platform {platform}, with no screen"
    NO_SCREENS_TIP = "Connect a screen."
    SCREENS = "Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}"
    SCREENS_UNSEEN = "Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}, which nobody sees"
    SCREENS_UNSEEN_TIP = "Unset QT_QPA_PLATFORM, and start it on a desktop."
    WINDOW_COVERED = (
        "Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}; the window is behind others, or "
        "minimised"
    )
    WINDOW_COVERED_TIP = "Leave it in front for these seconds."
    SCREEN = "{width} x {height} at {percent:.0f} %"
    NO_LETTERS = "no font has {script} letters: boxes are drawn for “{letters}”"
    NO_LETTERS_TIP = "Install a font that has them; on Debian and Ubuntu: sudo apt install {package}"
    FONTS = "{family} and fonts for what it lacks draw {scripts}"
    ICON_NOT_DRAWN = "the icon {icon} can't be drawn"
    NO_SVG = "Qt can't read SVG, or the icons are missing"
    ICONS = "{count} icons are drawn"
    FORMAT_NOT_READ = "Qt can't read pictures in {format}"
    FORMATS = "it reads pictures in {formats}"
    NOT_PAINTED = "the window was never painted"
    NOT_PAINTED_TIP = "Look whether the graphics driver works; please report it."
    PAINTED = "the window was painted, and lists the robot's topics"
    NO_CONTENT = "the window is drawn without content"
    NO_CONTENT_TIP = "Look whether the graphics driver works."
    DRAWN = "a picture and a plot are drawn in a window of {width} x {height} pixels"
    CHARTS_NOT_DRAWN = "charts can't be drawn: {reason}"
    SPECTRUM = "a spectrum is calculated and drawn"


@enum.unique
class SelftestDialogWording(Catalogue):
    """The sentences about how the checks of this installation went."""

    ROBOT_MOVES = "a robot is armed, or may be moving"
    DISARM_FIRST = "Disarm it first: the check keeps this computer busy for half a minute."
    UPDATED = "Teledeck was updated: start it again, and check then."
    FAULTS = "{faults} of {count} checks found a fault. Choose it to see what to do."
    ALL_WELL = "All is well: {count} checks."
    ENDED_EARLY = "The check ended early, after {count} checks. Check again."
    NOT_STARTED = "The check could not be started: {why}. Start Teledeck again."

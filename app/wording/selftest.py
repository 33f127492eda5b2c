"""The sentences of the selftest: what its checks of this installation found, and what can be done."""

from __future__ import annotations

from protocols.sentence import Catalogue


class SelftestWording(Catalogue):
    """The sentences of the checks that need no window, and of the summary."""

    # the summary
    WELL = "All checks passed: {checks} in {took_s:.0f} s."
    WELL_BUT_MARKED = "All checks passed: {checks} in {took_s:.0f} s, {marked} of them marked with “?”."
    FAULTS = "Failed checks: {faults} of {checks}, in {took_s:.0f} s."
    FAULTS_AND_MARKED = "Failed checks: {faults} of {checks}, in {took_s:.0f} s; {marked} more are marked with “?”."

    # this computer
    LIBRARY_MISSING = "The library {package} can't be loaded: {error}"
    FROM_SOURCES = "from source code"
    BUILD = "{package}, commit {commit} of {date}"
    VERSIONS = "Teledeck {version} ({how}), Python {python} on {system}; {libraries}"
    CLOCK_DIFFERS = "The clock for driving counted {counted_s:.3f} s in {passed_s:.3f} s"
    CLOCK_DIFFERS_TIP = "Driving would stop repeatedly. A virtual machine may need the clock of its host."
    CLOCK = "CLOCK_BOOTTIME includes the time while this computer sleeps"
    SYSTEM_CLOCK = "The system clock includes the time while this computer sleeps"
    SETTINGS = "settings"
    LOGS = "logs"
    TEMPORARY_FILES = "temporary files"
    NOT_WRITTEN = "Teledeck can't write {purpose} to {folder}: {error}"
    NOT_WRITTEN_TIP = (
        "Check that you own the folder and that the disk is neither full nor read-only, or choose another folder "
        "with --config."
    )
    LITTLE_ROOM = "Only {free_mb:.0f} MB are free for {purpose} in {folder}"
    LITTLE_ROOM_TIP = "Free some space on that disk."
    PLACE = "{purpose} in {folder}"
    ROOM = "Enough space is free for {places}"
    LOOPBACK_FAILED = "This computer can't reach itself at {address}: {error}"
    LOOPBACK_TIP = "Enable the interface “lo” (ip link set lo up), and exclude it from the firewall."
    LOOPBACK_SILENT = "This computer can't reach itself at {address}"
    LOOPBACK = "This computer reaches itself at {address} over TCP and UDP"
    NAME_UNRESOLVED = "The name of this computer, {name}, can't be resolved, but ROS 1 programs announce it"
    NAME_UNRESOLVED_TIP = (
        "Add it to /etc/hosts, or set ROS_IP for ROS 1 programs on this computer. Teledeck itself uses addresses."
    )
    NAME_FOREIGN = "The name of this computer, {name}, resolves to {address}, which is not an address of this computer"
    NAME_FOREIGN_TIP = "Fix /etc/hosts or the name server, or set ROS_IP for ROS 1 programs on this computer."
    NAME = "The name of this computer, {name}, resolves to {address}, as ROS 1 programs need it"
    PORTS_TAKEN = "Ports in use on this computer: {ports}"
    NO_PORTS_TAKEN = "None of the default ports is in use"
    DISCOVERY_TAKEN = "Another program uses UDP {port}, where {robots} announce themselves; {ports}"
    DISCOVERY_TAKEN_TIP = (
        "If it is another Teledeck, both can share the port. Otherwise such robots are not discovered: type their "
        "address."
    )
    DISCOVERY_FREE = "{ports}; UDP {port} is free for announcements of {robots}"
    NO_KEY_STORE = "No key store is available, so tokens of robots are not saved"
    NO_KEY_STORE_TIP = "You need to type them each time. On a desktop, GNOME Keyring or KWallet is a key store."
    KEY_STORE = "{name} stores the tokens of robots"
    PADS = "SDL {version} is loaded and detects {names}"
    NO_PADS = "SDL {version} is loaded; no gamepad is connected"
    NO_TEMPORARY_FOLDER = "No folder for temporary files is available: {error}"
    NO_TEMPORARY_FOLDER_TIP = "Set TMPDIR to a folder."
    VARIABLE_UNRESOLVED = "{variable} is {given}, which can't be resolved"
    VARIABLE_UNRESOLVED_TIP = "Correct or unset {variable}."
    VARIABLE_FOREIGN = "{variable} is {given}, but {address} is not an address of this computer"
    VARIABLE_FOREIGN_TIP = "ROS 1 robots will call that address. Unless it leads here, unset {variable}."
    VARIABLE = "{variable} is {given}, an address of this computer"

    # the demo robot
    NO_ROBOT_SAID_TIP = "See the output above or in the terminal."
    NO_PROCESS = "A process of this program can't start: {error}"
    NO_PROCESS_TIP = "Start it again, or install it again."
    ROBOT_RUNS = "The demo robot runs and is served by {schemes}"
    NO_ROBOT = "The demo robot does not run"
    NO_ROBOT_TIP = "See above why it did not start."
    FEW_MESSAGES = "Too few messages arrived in {read_s:g} s: {count}"
    FEW_MESSAGES_TIP = "A firewall may slow down traffic within this computer."
    MESSAGES = "{messages:,} messages of {topics} topics were read, {size_kb:,.0f} kB"
    NO_PICTURE = "No image arrived by {schemes} within {timeout_s:g} s"
    PICTURES = "The camera image with {width} x {height} pixels arrived by {schemes}"
    CONNECTION_GONE = "The connection was lost"
    NOT_CONNECTED = "{connection} is {state}. {reason}"
    NOT_DECODED = "A message of {topic} can't be decoded: {reason}"
    PICTURE_NOT_SHOWN = "The image by {scheme} can't be shown: {reason}"
    ONE_COLOUR = "The image by {scheme} has only one colour"

    # driving
    STEP_FAILED = "{text}. {reason}"
    NOT_READY = "Driving did not get ready"
    NOT_LET_GO = "The controls could not be released"
    NOT_TOLD_TO_STAND = "The robot got no stop command"
    STANDS_NOT = "The robot got a stop command but, by its own measurement, did not stop"
    NOT_DISARMED = "The robot was not disarmed"
    DRIVEN = (
        "The drive process and its watchdog were ready after {ready_s:.1f} s; the robot moved at {speed_m_s:.2f} "
        "m/s, got a stop command within {stopped_s:.2f} s, stood after {stood_s:.1f} s and was disarmed"
    )
    NOT_ARMED = "The robot was not armed"
    MOVES_NOT = "The robot was armed and got commands, but did not move"
    STOPPED_MOVING = "The robot stopped too early"
    WATCHDOG_NOT_READY_BECAUSE = "The watchdog is {readiness} ({reason})"
    WATCHDOG_NOT_READY = "The watchdog is {readiness}"

    # the process of the window
    NO_SCREEN_TIP = "Start it on a desktop, or with QT_QPA_PLATFORM=offscreen to check everything but the screen."
    NO_SCREEN = "No screen is available for a window"
    NO_ROBOT_TO_SHOW = "No demo robot runs that could be shown"
    WINDOW_WELL = "The window opened and closed correctly"
    WINDOW_ENDED = "The window process ended with code {code}: {said}"
    WINDOW_ENDED_SILENTLY = "The window process ended with code {code}, without output"


class WindowCheckWording(Catalogue):
    """The sentences of the checks of the window."""

    NO_SCREENS = "Qt {qt} (PySide6 {pyside}) on the platform {platform}, without a screen"
    NO_SCREENS_TIP = "Connect a screen."
    SCREENS = "Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}"
    SCREENS_UNSEEN = "Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}, which are not visible"
    SCREENS_UNSEEN_TIP = "Unset QT_QPA_PLATFORM and start Teledeck on a desktop."
    WINDOW_COVERED = (
        "Qt {qt} (PySide6 {pyside}) on the platform {platform}, with {screens}; the window is covered or minimised"
    )
    WINDOW_COVERED_TIP = "Keep it in front during the check."
    SCREEN = "{width} x {height} at {percent:.0f} %"
    NO_LETTERS = "No font has {script} letters: “{letters}” shows boxes"
    NO_LETTERS_TIP = "Install a suitable font; on Debian and Ubuntu: sudo apt install {package}"
    FONTS = "{family} and other fonts show {scripts}"
    TRANSLATION_MISSING = "{file} can't be read, which translates into {language}"
    NOT_TRANSLATED = "The window should speak {language}, but its menu says “{text}”"
    LANGUAGES = "The window speaks {language}: its first menu is “{title}”; {count} languages can be chosen"
    ICON_NOT_DRAWN = "The icon {icon} can't be drawn"
    NO_SVG = "Qt can't read SVG, or the icons are missing"
    ICONS = "All {count} icons can be drawn"
    FORMAT_NOT_READ = "Qt can't read {format} images"
    FORMATS = "Qt reads {formats} images"
    NOT_PAINTED = "The window was never painted"
    NOT_PAINTED_TIP = "Check that the graphics driver works, and please report it."
    PAINTED = "The window was painted and lists the topics of the robot"
    NO_CONTENT = "The window has no content"
    NO_CONTENT_TIP = "Check that the graphics driver works."
    DRAWN = "The window shows an image and a plot at {width} x {height} pixels"
    CHARTS_NOT_DRAWN = "Charts can't be drawn: {reason}"
    SPECTRUM = "A spectrum can be calculated and drawn"


class SelftestDialogWording(Catalogue):
    """The sentences about how the checks of this installation went."""

    ROBOT_MOVES = "A robot is armed, or may be moving"
    DISARM_FIRST = "Disarm it first: the check keeps this computer busy for half a minute."
    UPDATED = "Teledeck was updated. Restart it, then run the check."
    FAULTS = "{faults} of {count} checks failed. Select one to see what to do."
    ALL_WELL = "All {count} checks passed."
    ENDED_EARLY = "The check ended early, after {count} checks. Run it again."
    NOT_STARTED = "The check could not start: {why}. Restart Teledeck."
    CHECK_THIS_INSTALLATION = "Check this installation"
    ABOUT = "Teledeck checks this computer with a demo robot. A window with that robot opens for a few seconds."

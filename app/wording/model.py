"""The sentences of values: of messages that make no sense, of layouts, and of curves."""

from __future__ import annotations

from protocols.sentence import Catalogue


class MessageWording(Catalogue):
    """The sentences about decoded messages that can't be shown, or come late."""

    # what a message holds
    POSE = "A pose"
    POSE_OF = "The pose of {name}"
    STAMPED_POSE = "A stamped pose"
    TRANSFORM_OF = "The transform of {name}"
    VELOCITY = "A velocity"
    TWIST = "A twist"
    ODOMETRY = "An odometry"
    SCAN = "A scan"
    STAMPED_SCAN = "A stamped scan"
    GRID_ORIGIN = "The origin of a map"

    # places, frames and joints
    NOT_SHOWN = "{what} can't be shown: {reason}"
    NOT_FINITE = "{what} is not finite"
    POSITION_NOT_FINITE = "The position is not finite"
    TOO_FAR = "The position is further away than {limit_m:g} m"
    ORIENTATION_NOT_FINITE = "The orientation is not finite"
    NO_QUATERNION = "The orientation is not a quaternion: all values are zero"
    HEADING_NOT_FINITE = "The heading is not finite"
    FRAME_NO_TEXT = "The name of a frame is not a text"
    FRAME_TOO_LONG = "The name of a frame has {length:,} characters; the limit is {limit}"
    JOINT_NO_TEXT = "The name of a joint is not a text, or is empty"
    JOINT_TOO_LONG = "The name of a joint has {length:,} characters; the limit is {limit}"
    FRAMES_TOO_DEEP = "The frame “{source}” or “{target}” has more than {limit} parents"
    FRAME_UNKNOWN = "The position of the frame “{frame}” is unknown"
    FRAMES_NOT_JOINED = "No transforms connect the frames “{source}” and “{target}”"
    TOO_MANY_FRAMES = "The robot has more than {limit:,} frames"
    FRAME_IN_ITSELF = "The frame “{frame}” can't be its own parent"
    FRAMES_IN_CIRCLE = "The frame “{frame}” can't be a child of “{parent}”, which is its child"

    # scans, grids and paths
    RANGES_NO_FLOATS = "The ranges of a scan are not floating-point numbers"
    TOO_MANY_RANGES = "A scan has {count:,} ranges; the limit is {limit:,}"
    FIRST_ANGLE = "The angle_min of a scan is {value:g}"
    ANGLE_STEP = "The angle step of a scan is {value:g}"
    ANGLE_STEP_ZERO = "The angle step of a scan is 0, so all ranges have the same direction"
    RANGE_LIMIT = "A limit of the ranges of a scan is not a number"
    RESOLUTION = "The resolution of a map is {resolution_m:g} m"
    GRID_TOO_LARGE = "A map of {width:,} x {height:,} cells is too large to show"
    GRID_TOO_LARGE_TIP = "The limit is {limit:,} cells."
    GRID_CELLS = "A map of {width} x {height} cells has {count:,} values"
    GRID_CHANGE_PLACE = "An update of {width:,} x {height:,} cells at {x:,}, {y:,} does not fit the map"
    GRID_CHANGE_CELLS = "A map update of {width} x {height} cells has {count:,} values"
    TOO_MANY_POINTS = "A path has more than {limit:,} points"

    # images
    IMAGE_STEP = "An image of {width} x {height} {format} pixels can't have a step of {step}"
    IMAGE_BYTES = "An image of {width} x {height} {format} pixels has {present:,} bytes of data, not {whole:,}"
    IMAGE_TOO_LARGE = "An image of {width} x {height} pixels is too large to show"
    IMAGE_TOO_LARGE_TIP = "The limit is {limit:,} pixels, and {limit_side:,} per side."
    DEPTH_TOO_LARGE = "A depth image of {count:,} pixels is too large to unpack"
    DEPTH_TOO_LARGE_TIP = "The limit is {limit:,} pixels."
    DEPTH_BYTES = "A depth image of {count:,} pixels can't have {length_bytes:,} bytes"
    DEPTH_GOES_ON = "A depth image has data after its {count:,} pixels"
    DEPTH_NO_DISTANCE = "A depth image is broken: a distance has more than 16 bits"
    DEPTH_TOO_MANY_NUMBERS = "A depth image is broken: it has more numbers than pixels"
    DEPTH_ENDLESS_NUMBER = "A depth image is broken: a number has no end"
    DEPTH_ENDS_EARLY = "A depth image lacks {missing:,} pixels"
    DEPTH_EMPTY_RUN = "A depth image is broken: a run is empty"
    DEPTH_TOO_MANY_PIXELS = "A depth image has more than {count:,} pixels"

    # stamps
    STAMPS_BEHIND = "Stamps are {behind_s:.1f} s behind"
    STAMPS_FALLING_BEHIND = "Stamps are {behind_s:.1f} s behind, and the delay grows"
    CLOCK_BEHIND = "Stamps are always {by_s:,.1f} s behind: the clocks of the robot and this computer differ"
    CLOCK_AHEAD = "Stamps are always {by_s:,.1f} s ahead: the clocks of the robot and this computer differ"


class FrameWording(Catalogue):
    """The sentences about faults of coordinate frames."""

    LEFT_OUT = "Unusable transform: {reason}"
    REFUSED = "Refused: {reason}"
    TWO_PARENTS = "Several parents: {names}"
    TWO_SENDERS = "Several nodes send it: {names}"
    SILENT = "No transform for {age_s:.0f} s"
    GOES_BACK = "The stamp went back by {by_s:,.3f} s"
    AHEAD = "The stamp is {by_s:,.1f} s in the future"
    OLD = "The stamp was {by_s:,.1f} s old on arrival"
    NOT_JOINED = "One of {count} roots: nothing connects them"


class LayoutWording(Catalogue):
    """The sentences about layouts, and about what a file of one holds."""

    BAD_NAME = "The name of a layout must have 1 to {limit} characters"
    BAD_NAME_TIP = "Choose another name."
    OTHER_VERSION = "Another version of Teledeck saved the layout"
    OTHER_VERSION_TIP = "Save it again with this version."
    NO_NAME = "The layout has no name"
    PART_LEFT_OUT = "“{part}” can't be used: {reason}."
    PLACE_LEFT_OUT = "The position of “{dock}” is not valid and was left out."
    KIND_UNKNOWN = "A view of the unknown kind “{kind}” was left out."
    VIEW_UNNAMED = "A view of the kind “{kind}” without a name was left out."
    TOO_LARGE = "The file is larger than {limit_mib} MiB"
    NO_LAYOUT_TIP = "This is not a layout."
    NO_JSON = "The file is not valid JSON"
    NO_JSON_AT_TIP = "Line {line}, character {character}: {reason}. The file may be incomplete."
    NO_JSON_TIP = "{reason}. The file may be incomplete."
    NO_LAYOUT = "The file is not a Teledeck layout"
    LAYOUT_NAMES_TIP = "The name of a layout file ends with {suffix}."
    TOO_DEEP = "The file has more than {limit} levels"
    NUMBER_TOO_LARGE = "The file has a number that is too large"
    NO_TEXT = "The file has a text with invalid characters"


class CurveWording(Catalogue):
    """The sentences about curves and expressions that there can't be."""

    # curves
    SCALE_NO_NUMBER = "Scale and offset must be numbers"
    BAD_WINDOW = "The window of a mean must be between 0 and 3600 seconds"
    FIELD_OR_EXPRESSION = "A curve has either a field or an expression"
    YAW_OF_EXPRESSION = "Yaw needs a field with x, y, z and w, not an expression"
    NO_FIELD = "The expression names no field"

    # expressions
    AT_CHARACTER = "{reason} (at character {character})"
    TOO_LONG = "An expression has at most {limit} characters"
    EMPTY = "The expression is empty"
    NO_OPERATOR = "An operator is missing before “{text}”"
    TOO_DEEP = "The expression is nested too deeply"
    ENDS_EARLY = "The expression ends too early"
    NO_VALUE = "A value is missing before “{text}”"
    NO_FUNCTION = "The function “{name}” does not exist; available: {known}"
    TAKES_ONE = "{name} takes 1 value, not {count}"
    TAKES = "{name} takes {wanted} values, not {count}"
    TAKES_BETWEEN = "{name} takes {least} to {most} values, not {count}"
    NOT_CLOSED = "“{opened}” is not closed"
    TOO_MANY_FIELDS = "An expression has at most {limit} fields"
    NO_QUOTED_NAME = "{text} is not a name in quotes"
    NO_MEANING = "“{character}” has no meaning here"
    NO_CARET = "“^” has no meaning here; write a power as **"

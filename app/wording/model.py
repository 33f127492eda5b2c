"""The sentences of values: of messages that make no sense, of layouts, and of curves."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class MessageWording(Catalogue):
    """The sentences about decoded messages that can't be shown, or come late."""

    # what a message holds
    POSE = "a pose"
    POSE_OF = "the pose of {name}"
    STAMPED_POSE = "a stamped pose"
    TRANSFORM_OF = "the transform of {name}"
    VELOCITY = "a velocity"
    TWIST = "a twist"
    ODOMETRY = "an odometry"
    SCAN = "a scan"
    STAMPED_SCAN = "a stamped scan"
    GRID_ORIGIN = "the origin of a grid"

    # places, frames and joints
    NOT_SHOWN = "{what} can't be shown: {reason}"
    NOT_FINITE = "{what} is not finite"
    POSITION_NOT_FINITE = "its position is not finite"
    TOO_FAR = "its position is further away than {limit_m:g} m"
    ORIENTATION_NOT_FINITE = "its orientation is not finite"
    NO_QUATERNION = "its orientation is no quaternion: all of it is zero"
    HEADING_NOT_FINITE = "its heading is not finite"
    FRAME_NO_TEXT = "the name of a frame is no text"
    FRAME_TOO_LONG = "the name of a frame has {length:,} characters, more than {limit}"
    JOINT_NO_TEXT = "the name of a joint is no text, or empty"
    JOINT_TOO_LONG = "the name of a joint has {length:,} characters, more than {limit}"
    FRAMES_TOO_DEEP = "the frame “{source}” or “{target}” stands on more than {limit} others"
    FRAME_UNKNOWN = "nothing says where the frame “{frame}” is"
    FRAMES_NOT_JOINED = "nothing joins the frames “{source}” and “{target}”"
    TOO_MANY_FRAMES = "there are more than {limit:,} frames"
    FRAME_IN_ITSELF = "the frame “{frame}” can't stand in itself"
    FRAMES_IN_CIRCLE = "the frame “{frame}” can't stand in “{parent}”, which stands in it"

    # scans, grids and paths
    RANGES_NO_FLOATS = "the ranges of a scan are no floating-point numbers"
    TOO_MANY_RANGES = "a scan has {count:,} ranges, more than {limit:,}"
    FIRST_ANGLE = "the angle_min of a scan is {value:g}"
    ANGLE_STEP = "the angle step of a scan is {value:g}"
    ANGLE_STEP_ZERO = "the angle step of a scan is 0: all its ranges would lie in one direction"
    RANGE_LIMIT = "a limit of the ranges of a scan is no number"
    RESOLUTION = "the resolution of a grid is {resolution_m:g} m"
    GRID_TOO_LARGE = "a grid of {width:,} x {height:,} cells is larger than can be shown"
    GRID_TOO_LARGE_TIP = "At most {limit:,} cells are."
    GRID_CELLS = "a grid of {width} x {height} cells holds {count:,} of them"
    GRID_CHANGE_PLACE = "a change of a grid can't be of {width:,} x {height:,} cells from {x:,}, {y:,} on"
    GRID_CHANGE_CELLS = "a change of a grid of {width} x {height} cells holds {count:,} of them"
    TOO_MANY_POINTS = "a path has more than {limit:,} points"

    # images
    IMAGE_STEP = "a picture of {width} x {height} {format} pixels can't have a step of {step}"
    IMAGE_BYTES = "a picture of {width} x {height} {format} pixels holds {present:,} bytes in its data, not {whole:,}"
    IMAGE_TOO_LARGE = "a picture of {width} x {height} pixels is larger than can be shown"
    IMAGE_TOO_LARGE_TIP = "At most {limit:,} pixels are, and {limit_side:,} side by side."
    DEPTH_TOO_LARGE = "a depth picture of {count:,} pixels is larger than is unpacked"
    DEPTH_TOO_LARGE_TIP = "At most {limit:,} pixels are."
    DEPTH_BYTES = "a depth picture of {count:,} pixels can't hold {length_bytes:,} bytes"
    DEPTH_GOES_ON = "a depth picture goes on after its {count:,} pixels"
    DEPTH_NO_DISTANCE = "a depth picture is broken: a distance is no number of 16 bits"
    DEPTH_TOO_MANY_NUMBERS = "a depth picture is broken: it holds more numbers than it has pixels"
    DEPTH_ENDLESS_NUMBER = "a depth picture is broken: a number of it has no end"
    DEPTH_ENDS_EARLY = "a depth picture ends {missing:,} pixels too early"
    DEPTH_EMPTY_RUN = "a depth picture is broken: a run of it holds nothing"
    DEPTH_TOO_MANY_PIXELS = "a depth picture holds more than its {count:,} pixels"

    # stamps
    STAMPS_BEHIND = "stamps are {behind_s:.1f} s behind"
    STAMPS_FALLING_BEHIND = "stamps are {behind_s:.1f} s behind, and falling further behind"
    CLOCK_BEHIND = "stamps are always {by_s:,.1f} s behind: the robot's clock differs from ours"
    CLOCK_AHEAD = "stamps are always {by_s:,.1f} s ahead of our clock: the robot's clock differs from ours"


@enum.unique
class LayoutWording(Catalogue):
    """The sentences about layouts, and about what a file of one holds."""

    BAD_NAME = "a layout needs a name of 1 to {limit} letters"
    BAD_NAME_TIP = "Choose another name."
    OTHER_VERSION = "the layout was written by another version of Teledeck"
    OTHER_VERSION_TIP = "Save it again with this one."
    NO_NAME = "the layout has no name"
    PART_LEFT_OUT = "“{part}” can't be used: {reason}."
    PLACE_LEFT_OUT = "The place of “{dock}” makes no sense and was left out."
    KIND_UNKNOWN = "A view of an unknown kind, “{kind}”, was left out."
    VIEW_UNNAMED = "A view of the kind “{kind}” has no name of its own and was left out."
    TOO_LARGE = "the file is larger than {limit_mib} MiB"
    NO_LAYOUT_TIP = "It can't be a layout."
    NO_JSON = "the file is no proper JSON"
    NO_JSON_AT_TIP = "At line {line}, character {character}: {reason}. It may be cut off: ask for it again."
    NO_JSON_TIP = "In it, {reason}. It may be cut off: ask for it again."
    NO_LAYOUT = "the file is no layout of Teledeck"
    LAYOUT_NAMES_TIP = "Layouts are called …{suffix}."
    TOO_DEEP = "the file is nested deeper than {limit} levels"
    NUMBER_TOO_LARGE = "the file has a number that is too large"
    NO_TEXT = "the file has a text that is none"


@enum.unique
class CurveWording(Catalogue):
    """The sentences about curves and expressions that there can't be."""

    # curves
    SCALE_NO_NUMBER = "scale and offset must be numbers"
    BAD_WINDOW = "the window of a mean must be between 0 and 3600 seconds"
    FIELD_OR_EXPRESSION = "a curve has either a field or an expression"
    YAW_OF_EXPRESSION = "the yaw is that of a field with x, y, z and w, not of an expression"
    NO_FIELD = "the expression names no field"

    # expressions
    AT_CHARACTER = "{reason} (at character {character})"
    TOO_LONG = "an expression has at most {limit} characters"
    EMPTY = "there is no expression"
    NO_OPERATOR = "an operator is missing before “{text}”"
    TOO_DEEP = "it is nested too deeply"
    ENDS_EARLY = "it ends too early"
    NO_VALUE = "a value is missing before “{text}”"
    NO_FUNCTION = "there is no function “{name}”; there are {known}"
    TAKES_ONE = "{name} takes 1 value, not {count}"
    TAKES = "{name} takes {wanted} values, not {count}"
    TAKES_BETWEEN = "{name} takes {least} to {most} values, not {count}"
    NOT_CLOSED = "“{opened}” is not closed"
    TOO_MANY_FIELDS = "an expression has at most {limit} fields"
    NO_QUOTED_NAME = "{text} is no name in quotes"
    NO_MEANING = "“{character}” means nothing here"
    NO_CARET = "“^” means nothing here: a power is written **"

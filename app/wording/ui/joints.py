"""Sentences of the panel of joints."""

from __future__ import annotations

from protocols.sentence import Catalogue


class JointsWording(Catalogue):
    """The sentences about joints, and about moving them."""

    HAS_NONE = "{name} has no joints"
    NONE_YET = "No joints yet"
    NO_STATES = "No joint states here"
    LEFT_OUT = "{count} left out"
    OUT_OF_VIEW = "The joint was not in view any more."
    STOPPED_BEFORE = "the move was stopped before it began"
    PLACE_UNKNOWN = "it is not known where the joint is"
    STOPPED = "Stopped."
    PLACE_LOST = "The joint does not tell any more where it is."
    WINDOW_STOOD_STILL = "The window stood still for a moment."
    NOBODY_TAKES = "nobody takes commands on {topic}"
    STOP_PRESSED = "STOP was pressed."
    LOCKED = "Commands to the robot are not allowed any more."
    PLOT_POSITION = "Plot position"
    PLOT_VELOCITY = "Plot velocity"
    PLOT_EFFORT = "Plot effort"
    TRACE_RANGE = "in the last 10 s: {lower} to {upper}"

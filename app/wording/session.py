"""Sentences of a session."""

from __future__ import annotations

from protocols.sentence import Catalogue


class SessionWording(Catalogue):
    """The sentences about connections, driving and kept tokens."""

    LOCKED = "{connection} is in view-only mode"
    ALLOW_COMMANDS = "Allow commands to the robot first."
    LOOKS_BACK = "The window shows the past, in which nothing is commanded"
    GO_LIVE = "Go back to now first."
    NOT_THERE_THEN = "The black box has nothing of this link at that time"
    NOT_THERE_THEN_TIP = "There was no connection to this robot yet, or nothing was kept."
    DRIVING_NOT_STARTED = "Driving could not start"
    ONLY_TOPICS = "{connection} has only topics: no nodes, services or parameters"
    TAKE_ROS1 = "Connect by a ros1:// address to see them."
    UNLOCK_KEYS = "Unlock it and try again, or type the token."
    TYPE_IT_IN = "Type the token. Teledeck uses it for this connection and does not save it."
    NO_KEY_STORE = "This system has no key store, so the token is not saved"
    ASKED_EACH_TIME = "You need to type it each time."
    KEY_STORE = "The key store of this system"
    KEYS_LOCKED = "{store} is locked"
    KEYS_FAILED = "{store} failed ({kind})"
    SEE_LOG = "See the log {path} for details."
    PORT_OUT_OF_RANGE = "The port must be 1\N{EN DASH}65535, not {port}"
    PORT_TIP = "Leave the port out for the default."
    UNKNOWN_SCHEME = "Unknown address type “{uri}”"
    KNOWN_SCHEMES = "Start with one of {known}."
    NO_CONNECTION = "There is no connection {connection}"
    MAY_BE_CLOSED = "It may have been closed."
    GOAL_UPDATED = "Teledeck was updated"
    GOAL_UPDATED_TIP = "Restart Teledeck, then set the goal."
    NO_GOALS = "{connection} takes no goals"
    GOALS_ROS1 = "Only robots on ROS 1 with move_base take goals from here."

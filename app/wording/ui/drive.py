"""Sentences of the drive panel."""

from __future__ import annotations

from protocols.sentence import Catalogue


class DrivePanelWording(Catalogue):
    """The sentences of the drive panel, and of the alerts about it."""

    MAY_BE_MOVING = "The robot may still be moving"
    ROBOTS_MAY_BE_MOVING = "{robots} may still be moving"
    UNSEEN = "Not armed: the drive panel can't be seen"
    PROFILE_LEFT_ASIDE = "The profile's topic or type is left aside: {reason}"
    NO_PAD = "No pad is plugged in."
    ARM_UNWATCHED = "Arm without watchdog"
    SELECT_ANOTHER = "For another robot, select it in the list of topics."
    NO_ROBOT = "No robot"
    CONNECT_FIRST = "Connect to one first."
    NOT_DRIVABLE = "{name} can't be driven"
    LOCKED = "{name} is only looked at"
    START_BASE = "Start the robot's base: its topic for velocities is offered here by itself."
    PROFILE = "Profile: {name}"
    SOFTWARE_STOP = "Software stop, not a safety-rated emergency stop."


class DriveStatusWording(Catalogue):
    """The sentences about the state of driving."""

    NOT_CHOSEN = "NOT CHOSEN"
    CHOOSE_TOPIC = "Choose what to drive it by: the topic that takes its commands."
    MAY_BE_MOVING_TOO = "The robot may still be moving, and so may {robots}."
    OTHERS_MAY_BE_MOVING = "{robots} may still be moving."
    LOG_NOT_WRITTEN = "The log of driving can't be written: {reason}. {tip}"
    LOG_NOT_WRITTEN_TIP = "Driving and STOP work, but nothing of it is kept. Make room there, or allow writing."
    LOG_HAS_GAPS = "The log of driving has gaps: {count} entries could not be written in time."
    LET_GO = "Let go of {sources} first."
    MISSED = "Gone without a zero that is known to have arrived: {names}."
    CANT_ARM = "Can't be armed: {reason}"
    NOT_ARMED = "Was not armed: {reason}"
    ARM_IT = "Arm it, then push and hold to drive."
    LAST_STOP = "Last stop: {reason}"
    DRIVES_AND_WAITS = "{driver} drives; {losers} would like to, and waits."
    DRIVES = "{driver} drives."
    PUSHED = "{losers} is pushed, and does not drive."
    NOBODY_DRIVES = "Nobody drives."
    ALSO_SENDING = "Also sending now: {names}"
    MAY_SEND = "May send too, not now: {names}"
    OTHERS_UNKNOWN = "It does not tell who else commands it."
    NO_OTHERS = "Nobody else commands it."
    NOT_CONNECTED = "Not connected"
    LINK_GOOD = "Link good"
    LINK_SLOW = "Link slow"
    LINK_POOR = "Link poor: half speed"
    NO_WATCHDOG_LINK = "No watchdog. {link}"
    DISOBEYS = "Does not obey"
    READS_NOTHING = "Reads nothing"
    NO_ANSWER = "No answer"
    AND_MORE = "{names} and {rest} more"
    STOPPED_ELSEWHERE = "STOP was pressed on {robot} at {time}. Check that the path is clear, then press Clear twice."

"""Sentences about goals for robots, and about telling a robot where it is."""

from __future__ import annotations

from protocols.sentence import Catalogue


class NavigationWording(Catalogue):
    """The sentences of the tools that set goals and initial poses, and of what becomes of a goal."""

    SET_GOAL = "Set goal"
    SET_POSE = "Set initial pose"
    SET_GOAL_TIP = "Send the robot to a place: press, drag for the heading, release, then confirm"
    SET_POSE_TIP = "Tell the robot where it is: press, drag for the heading, release, then confirm"
    NO_GOAL_NOW = "Can't set a goal: {obstacle}"
    NO_POSE_NOW = "Can't set the initial pose: {obstacle}"

    # what to do, and the question before anything is sent
    PRESS_FOR_GOAL = (
        "Press at the goal, drag for the heading and release. The robot drives there by itself, even if this computer "
        "or the link to it fails."
    )
    PRESS_FOR_POSE = "Press where the robot is, drag for its heading and release."
    ASK_GOAL = "Send {robot} to {place}? It drives there by itself, even if this computer or the link to it fails."
    ASK_GOAL_SERVER = (
        "Send {robot} to {place} by {server}? It drives there by itself, even if this computer or the link to it fails."
    )
    ASK_POSE = "Tell {robot} that it is at {place}?"
    PLACE = "x {x} m, y {y} m, {heading} in “{frame}”"
    SEND_GOAL = "Send goal"
    SEND_GOAL_TIP = "Enter in the map does the same."
    SEND_POSE = "Set pose"
    TAKE_BACK = "Take back"
    TAKE_BACK_TIP = "Send nothing. Esc does the same."
    DONE = "Done"
    DONE_TIP = "End the tool. Esc does the same."
    CANCEL = "Cancel goal"
    CANCEL_TIP = "Cancels all goals of the robot, also those of other programs. STOP does so, too."
    GIVE_UP = "Give up"
    GIVE_UP_TIP = "Stop sending the cancellation: only if you see that the robot stands. Press it twice."
    NOTHING_TO_CANCEL = "No goal is active."
    DISMISS = "Dismiss"
    NOT_SENT = "Not sent: {reason}"
    POSE_SENT = "The initial pose was sent"
    CONFIRM_KEY = "With a tool for goals: place, then send"
    TURN_KEY = "With a tool for goals: turn the heading"
    SHIFT_KEY = "With a tool for goals: move the place"
    SERVERS = "Navigation server"

    # why nothing can be sent
    NO_ROBOT = "show a robot in this view first"
    NOT_ROS1 = "only robots on ROS 1 take goals"
    VIEW_ONLY = "allow commands to the robot first"
    NO_FRAME = "there is no map or fixed frame"
    NO_SERVER = "no navigation server (move_base) is running"
    SEVERAL_SERVERS = "several navigation servers are running; choose one under More"
    SERVER_SILENT = "the navigation server does not answer"
    NOT_PLACED = "the frame “{fixed}” of this view is not connected to “{frame}”"
    STILL_CANCELLING = "the last goal is still being cancelled"
    GOAL_ACTIVE = "a goal is active; cancel it first"
    NOBODY_LISTENS = "no node listens to initial poses"
    ROBOT_ARMED = "the robot is armed; disarm it first"
    ROBOT_STOPPED = "STOP is active; press Clear twice first"

    # what becomes of a goal
    SENT = "Goal sent; the server has not accepted it yet"
    PENDING = "Goal accepted; it waits for its turn"
    ACTIVE = "The robot drives to the goal"
    ACTIVE_LEFT = "The robot drives to the goal, {distance} m to go"
    UNWATCHED = "The robot drives to the goal, and nothing cancels it if Teledeck fails: that process does not start"
    RECOVERING = "The robot tries to get free ({behaviour})"
    CANCELLING = "The goal is being cancelled"
    CANCELLING_UNINTERRUPTED = (
        "The goal is being cancelled. {behaviour} can't be interrupted: the robot may move until it has ended"
    )
    CANCELLING_ALL = "All goals are being cancelled"
    SUCCEEDED = "Goal reached"
    CANCELLED = "Goal cancelled"
    CANCELLED_BY_OTHER = "Goal cancelled: another program has set a goal, and the robot drives there"
    ABORTED = "Goal aborted"
    REJECTED = "The navigation server rejected the goal"
    ABORTED_TEXT = "Goal aborted: {text}"
    REJECTED_TEXT = "The navigation server rejected the goal: {text}"
    LOST = "The navigation server does not know the goal any more. The robot may still drive"
    LOST_SILENT = "The navigation server is silent, and what became of the goal is not known. The robot may still drive"
    UNANSWERED = "The navigation server did not accept the goal; it was cancelled in case it still arrives"
    SERVER_GONE = "The navigation server is silent. The robot may still drive to the goal; STOP and Cancel are sent on"
    UNCONFIRMED = "The cancellation is not confirmed by {servers} and is sent on. The robot may still drive"
    OVERDUE = (
        "{servers} did not confirm the cancellation. The robot may still drive. "
        "If you see that it stands, press Give up in the Drive menu twice"
    )
    GIVE_UP_AGAIN = (
        "If you see that the robot stands, press Give up again within 5 s: nothing is cancelled any more then"
    )
    OTHERS = "Another program has set a goal: the robot drives by itself"

    # in the drive panel, and at the end
    GOAL = "Goal"
    QUIT_WHILE_GOAL = "Quit Teledeck? {robot} was driving to a goal"
    QUIT_WHILE_GOAL_TIP = "The goal was cancelled when you asked to quit. If you cancel, set it again."

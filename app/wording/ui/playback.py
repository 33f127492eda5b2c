"""Sentences of the play bar, and of opening recordings."""

from __future__ import annotations

from protocols.sentence import Catalogue


class PlaybackBarWording(Catalogue):
    """The sentences of the bar by which a recording is played, and of the dialog that opens one."""

    NAME = "Play bar"
    PLAY = "Play"
    PLAY_TIP = "Play the recording, or pause it ({key})"
    PAUSE = "Pause"
    BACK_TIP = "Back to the message before ({key})"
    FORWARD_TIP = "To the next message of what is read ({key})"
    PLACE = "Place in the recording"
    PLACE_TIP = "From {start} to {end}. Drag to look elsewhere"
    TIME_TIP = "Recorded time: {time}"
    OF_DURATION = "{passed} / {duration}"
    RATE = "Speed"
    RATE_TIP = "How much faster than in reality it is played ({keys})"
    TIMES = "{rate:g} \N{MULTIPLICATION SIGN}"
    LOOP = "Loop"
    LOOP_TIP = "Begin again at the end ({key}), or repeat a part: from here, until here ({keys}), or drag with Shift"
    BOOKMARK = "Bookmark"
    BOOKMARK_TIP = (
        "Set a bookmark here, or take it away ({key}); go to others by {keys}. They are kept for this recording"
    )
    NOW = "Now"
    NOW_TIP = "Back to what is now ({key})"
    PAST = "Past"
    THE_PAST = "The past"
    PAST_TIP = "What the black box has kept. Robots go on meanwhile, and plots keep recording"
    AGO = "{time}, {ago} ago"
    ALERT_AT = "{time}: alert. {text}"
    STOP_AT = "{time}: stopped. {text}"
    INCIDENT_AT = "{time}: incident. {text}"
    MORE_EVENTS = "and {count} more"
    GAP = "{time}: nothing was recorded for {seconds:.1f} s"
    RATE_AT = "{time}: {rate:.0f} messages/s"
    SPOKEN_PLACE = "It stands at {time}"
    SPOKEN_CONTENTS = (
        "marks: {marks}, bookmarks: {bookmarks}, alerts: {alerts}, stops: {stops}, incidents: {incidents}, gaps: {gaps}"
    )
    LOOP_PART = "Repeated from {start} to {end}"
    ALIGN = "Align"
    ALIGN_TIP = "Let another recording that is open go along with this one"
    ALIGN_HERE = "As both stand now"
    ALIGN_STARTS = "By their starts"
    ALIGN_TIMES = "By their times"
    ALIGN_MARK = "By the mark: {mark}"
    ALONE = "Play each by itself"
    UNDO_ALIGNMENT = "Undo the last change"
    OFFSET_UNIT = " s"
    IS_LATER = "{name} goes along, {seconds:.3f} s later"
    IS_EARLIER = "{name} goes along, {seconds:.3f} s earlier"
    NOT_WHILE_DRIVING = (
        "The past is not shown while a robot is armed, moves, or is moved from here by a goal, a joint or a message. "
        "Disarm first, or press STOP, and wait until it stands."
    )
    OTHER_CLOCK = "These are times of the robot's own clock, of which the black box knows nothing: choose by receipt"
    NOT_IN_RECORDING = "The recording has no such time, or nothing of it was played then"
    NO_BOX = "The black box is off: nothing is kept that could be looked back at"
    NOT_KEPT = "The black box has nothing of {time} any more: it begins at {begin}"
    LATE = "The disk can't follow: it is played more slowly"
    EMPTY = "There is no message in this recording"
    MOST_BOOKMARKS = "There are {limit} bookmarks, as many as a recording may have: take one away first"

    # keys
    KEY_PLAY = "Play or pause"
    KEY_STEP = "Back to the message before, to the next one"
    KEY_MOVE = "Move by a second"
    KEY_FAR = "Move by ten seconds"
    KEY_ENDS = "To the beginning, to the end"
    KEY_RATE = "Play more slowly, faster"
    KEY_LOOP = "Begin again at the end, or not"
    KEY_PART = "Repeat from here, until here; a click with Shift repeats nothing"
    KEY_ZOOM = "Show less time, more"
    KEY_BOOKMARK = "Set a bookmark, or take it away"
    KEY_BOOKMARKS = "To the bookmark before, to the next one"
    KEY_MARKS = "To the mark before, to the next one"

    # opening
    OPEN = "Open recording"
    KINDS = "Recordings"
    ALL_FILES = "All files"

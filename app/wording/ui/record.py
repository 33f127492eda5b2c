"""Sentences of the window about recordings that are asked for, and marks."""

from __future__ import annotations

from protocols.sentence import Catalogue


class RecordUiWording(Catalogue):
    """The sentences about recordings in the window."""

    RECORDED = "Recorded: {file} ({time}, {size})"
    ENDED_BY_ITSELF = "The recording has ended: {reason}. What came before is in {file} ({time}, {size})"
    WITH_LOST = "{text}. Messages that are missing: {count}"
    OPEN_FOLDER = "Open folder"
    COPY_PATH = "Copy path"
    NO_FOLDER = "{folder} can't be made: {reason}"
    CHOOSE_TITLE = "Record chosen topics"
    CHOOSE_ABOUT = (
        "Only these topics go into the file, with their images. They are subscribed to as long as it is recorded."
    )
    FILTER = "Filter topics"
    TOPIC = "Topic"
    TYPE = "Type"
    TOPICS = "Topics to record"
    CHOSEN = "Selected: {count}"
    RECORD = "Record"
    STATUS = "{time}, {size}, {rate}"
    STATUS_LEFT = "{status}, {left} left"
    STATUS_TIP = "Recording into {file}"
    MARKED = "Mark {number} at {time}"
    MARKED_WITH_WORDS = "Mark {number} at {time}: {words}"
    ADD_WORDS = "Add words"
    ADD_WORDS_TIP = "Say what was marked ({key}). The mark is set already"
    WORDS_OF_MARK = "Words of mark {number} at {time}"
    WORDS_TIP = "{enter} adds the words, {escape} leaves the mark as it is"
    HOURS = "{hours} h"
    MINUTES = "{minutes} min"
    KEPT = "Kept: {file} ({time}, {size})"
    WITH_DAMAGED = "{text}. Parts that can't be read are left out: {count}"
    KEEP_TITLE = "Keep the last minutes"
    KEEP_ABOUT = "What the black box holds is copied into a file of its own, which Teledeck never deletes."
    KEEP_MINUTES = "The last {count} min"
    KEEP_ALL = "All that it holds ({minutes} min, {size})"
    KEEP = "Keep"
    KEEPING = "Copying"

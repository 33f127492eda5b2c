"""Sentences of the black box, and about files of recordings."""

from __future__ import annotations

from protocols.sentence import Catalogue


class RecordWording(Catalogue):
    """The sentences of the black box."""

    TOO_LITTLE_FREE = "less than {free_gb:g} GB are free"
    ENDED_BY_ITSELF = "it ended by an error: see the log"
    NOT_RECORDED = "Nothing can be recorded: {trouble}"
    FOLDER_REFUSES = "Nothing can be recorded into {folder}: {reason}"
    NO_ROOM = "There is too little room to record into {folder}: {free_mb} MB are free, {least_mb} MB are needed"
    NO_ROOM_TIP = "Make room on the disk, then record again."
    NOT_KEPT = "The last minutes can't be kept in {folder}: {reason}"
    NOT_READABLE = "nothing of it can be read, parts that are damaged or gone: {count}"
    NOTHING_TO_KEEP = "The black box holds nothing of the last minutes"
    NOTHING_TO_KEEP_TIP = "It holds what is subscribed to while it is on: see Preferences, Black box."
    SENSOR_ALONE = "{type_name} is the type of a sensor, which would work for that alone"
    TOO_MUCH = "it sends more than {most_mb_s:g} MB/s or {most_hz:g} messages/s"
    TOO_MANY_TOPICS = "no more than {most} topics of a robot are recorded by themselves"
    DISK_FULL = "the disk is full"
    NOTHING_KEPT = "Nothing is kept in the black box: {trouble}"
    NOTHING_KEPT_TIP = "Make room on the disk, or choose another size in the preferences. The robot is not affected."


class IncidentReasonWording(Catalogue):
    """The reasons why the minute around something was kept."""

    STOP = "STOP was pressed"
    DRIVE_ENDED = "The drive process ended by an error"
    CRASH = "Teledeck did not end in order"
    NOT_KEPT = "The recording of an incident can't be written: {trouble}"
    GIVEN_UP = "The recording of an incident can't be written, and is given up after {times} tries: {reason}"
    ALERTS = "{first} (and {count} more)"
    NOT_KEPT_TIP = "Make room on the disk. It is tried again, as long as the black box holds that time."
    GIVEN_UP_TIP = "The next start tries it once more. In the list of incidents it can be deleted."


class RecordingWording(Catalogue):
    """The faults of a recording."""

    DAMAGED = "{file} is damaged at byte {place} ({field}): {what}"
    NO_FILE = "it is no ordinary file"
    NO_MCAP = "it is no MCAP file"
    NO_RECORDING = "it is neither an MCAP file nor a bag"
    OTHER_BAG = "only bags of version 2.0 can be read"
    ENCRYPTED = "the bag is encrypted"
    NO_FIELD = "it is missing, or has another length"
    CUT_SHORT = "it is cut short"
    OUT_OF_FILE = "it points to where the file has nothing"
    WRONG_INDEX = "it points to something that is no such message"
    NO_CHUNK = "no chunk is there"
    OTHER_WRITER = "another program has written it, and may still do so"
    GOES_ON = "what follows is damaged, but not the end of the file"
    NO_SCHEMA = "there is no schema {number}"
    CHUNK_TOO_LARGE = "a chunk is larger than {limit_mib} MiB"
    TOO_MANY_CHUNKS = "there are more than {limit} chunks"
    TOO_MANY_MESSAGES = "a chunk has more than {limit} messages"
    RECORD_TOO_LARGE = "types and topics take more than {limit_mib} MiB"
    WRONG_SIZE = "a chunk has another size than it says"
    WRONG_SUM = "the checksum of a chunk is wrong"
    NOT_UNPACKED = "a chunk can't be decompressed ({reason})"
    UNKNOWN_COMPRESSION = "the compression “{name}” is unknown"


class ReferenceWording(Catalogue):
    """The sentences about runs that are laid beneath what views show."""

    TOO_MANY = "No more than {most} runs can be compared at once"
    TOO_MANY_TIP = "Remove one of them first."
    EMPTY = "{name} has no messages"
    NO_TOPIC = "The run has no topic {topic}"
    NOT_READ = "{name} can't be read: {reason}"
    TOO_LARGE = "The histories of all runs would take more than {most_mb:g} MB: remove a run, or a curve"
    NOT_READ_WHOLE = "The run was not read to its end, so nothing of it is shown here"


class PlaybackWording(Catalogue):
    """The sentences about a recording that is opened and played."""

    RECORDING = "Recording"
    SPAN = "Recording of {duration_s:.1f} s, topics: {topics}, files: {files}"
    OPEN = "The recording is open"
    EMPTY = "There is no message in the recording"
    CLOSED = "The recording is closed"
    NO_PATH = "The address names no file"
    NO_PATH_TIP = "Write file: and the path of a recording."
    NOT_OPENED = "{path} can't be opened ({reason})"
    NOT_OPENED_TIP = "Check the path, and that you may read it. It is tried again."
    DAMAGED_TIP = "If {file} is a recording, it may be damaged, or not copied as a whole."
    EMPTY_FOLDER = "There is no recording in {path}"
    TOO_MANY_FILES = "{count} files are too many to be opened as one recording: {limit} at most"
    NOT_DECODED = "The messages of {topic} are shown as bytes: {reason}"
    NOT_ENDED = "{file} was not ended by its writer, and is played as far as it goes (such files: {count})"
    NOT_ENDED_TIP = "The last second of it may be missing. Nothing in the file was changed."
    GONE = "{file} is gone from its place"
    GONE_TIP = "What is open goes on, if the disk is there. Save nothing over it."
    LEFT_OUT = "A part of the recording is left out: {reason}"
    NOT_READ = "The recording can't be read ({reason})"
    NOT_READ_TIP = "The disk may have been taken out. Open the recording again once it is back."

"""Sentences of the black box, and about files of recordings."""

from __future__ import annotations

from protocols.sentence import Catalogue


class RecordWording(Catalogue):
    """The sentences of the black box."""

    TOO_LITTLE_FREE = "less than {free_gb:g} GB are free"
    ENDED_BY_ITSELF = "it ended by an error: see the log"
    DISK_FULL = "the disk is full"
    NOTHING_KEPT = "Nothing is kept in the black box: {trouble}"
    NOTHING_KEPT_TIP = "Make room on the disk, or choose another size in the preferences. The robot is not affected."


class RecordingWording(Catalogue):
    """The faults of a recording."""

    DAMAGED = "{file} is damaged at byte {place} ({field}): {what}"
    NO_MCAP = "it is no MCAP file"
    CUT_SHORT = "it is cut short"
    OUT_OF_FILE = "it points to where the file has nothing"
    WRONG_INDEX = "it points to something that is no such message"
    NO_CHUNK = "no chunk is there"
    NO_SCHEMA = "there is no schema {number}"
    CHUNK_TOO_LARGE = "a chunk is larger than {limit_mib} MiB"
    TOO_MANY_CHUNKS = "there are more than {limit} chunks"
    RECORD_TOO_LARGE = "types and topics take more than {limit_mib} MiB"
    WRONG_SIZE = "a chunk has another size than it says"
    WRONG_SUM = "the checksum of a chunk is wrong"
    NOT_UNPACKED = "a chunk can't be decompressed ({reason})"
    UNKNOWN_COMPRESSION = "the compression “{name}” is unknown"

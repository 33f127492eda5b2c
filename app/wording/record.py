"""Sentences of the black box."""

from __future__ import annotations

from protocols.sentence import Catalogue


class RecordWording(Catalogue):
    """The sentences of the black box."""

    TOO_LITTLE_FREE = "less than {free_gb:g} GB are free"
    ENDED_BY_ITSELF = "it ended by an error: see the log"
    NOTHING_KEPT = "Nothing is kept in the black box: {trouble}"
    NOTHING_KEPT_TIP = "Make room on the disk, or choose another size in the preferences. The robot is not affected."

"""The survey of the black box while it is written: what it holds when."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from app.model.time_contents import TimeContents
from app.record.extract import open_file
from app.record.mcap_fields import RecordingError
from app.record.segments import BoxFile
from app.record.survey import Survey, survey_name


class BoxSurvey:
    """The survey of the black box, which goes on with what is written. For one thread.

    Args:
        files: gives its files, those of each writer together.
    """

    def __init__(self, files: Callable[[], Sequence[Sequence[BoxFile]]]) -> None:
        self._files = files
        self._survey = Survey()
        # those that are complete, and of the others how many chunks they had, and of how many the notes are taken
        self._done: set[str] = set()
        self._looked: dict[str, tuple[int, int]] = {}

    @property
    def contents(self) -> TimeContents:
        """The contents, as far as they are known."""
        return self._survey.contents

    def look(self) -> bool:
        """Look at one file that is new, or goes on; returns whether there was one."""
        files = {survey_name(path): (path, sealed) for each in self._files() for path, sealed in each}
        self._survey.keep(files)
        self._done &= files.keys()
        for name, (path, sealed) in files.items():
            count, taken = self._looked.get(name, (0, 0))
            if name in self._done or (sealed is not None and len(sealed.chunks) == count):
                continue
            if sealed is None:
                self._done.add(name)
                self._looked.pop(name, None)
            else:
                # one that can't be opened now is tried again when it has grown
                self._looked[name] = len(sealed.chunks), taken
            # one that is gone or damaged is left out
            with contextlib.suppress(OSError, RecordingError), contextlib.closing(open_file(path, sealed)) as file:
                if sealed is not None:
                    self._looked[name] = len(sealed.chunks), len(sealed.chunks)
                for _ in self._survey.take(name, file, taken):
                    pass
            self._survey.sum_up()
            return True
        self._survey.sum_up()
        return False

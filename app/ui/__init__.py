"""The window: views that take what changed at their own rate. Knows no protocol and no socket."""

from __future__ import annotations

import sys

# with it comes what is meant here
import PySide6  # noqa: F401


def _leave_sources_unread() -> None:
    """Have PySide6 take every module for one that uses it and none of its optional spellings, as ours do.

    Else it reads the source of each module that is imported, and keeps it: 6 % of the time to the first window, 12 % to
    every panel.
    """
    feature = vars(sys.modules.get("shibokensupport.feature", object))
    if "_mod_uses_pyside" in feature:
        feature["_mod_uses_pyside"] = lambda _module: True


_leave_sources_unread()

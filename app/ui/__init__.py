"""The window: views that read what changed, each at its own rate. No protocol and no socket is known here."""

from __future__ import annotations

import sys

# loads the module that is patched below
import PySide6  # noqa: F401


def _leave_sources_unread() -> None:
    """Make PySide6 assume that every module uses it without its optional spellings, as ours do.

    Otherwise it reads the source of each imported module, and keeps it: 6 % of the time to the first window, 12 % of
    the time to every panel.
    """
    feature = vars(sys.modules.get("shibokensupport.feature", object))
    if "_mod_uses_pyside" in feature:
        feature["_mod_uses_pyside"] = lambda _module: True


_leave_sources_unread()

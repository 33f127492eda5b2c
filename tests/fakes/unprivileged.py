"""A folder that may not be written to, which root otherwise may whatever its permissions say."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_NOBODY = 65534


@contextlib.contextmanager
def without_rights() -> Iterator[Path]:
    """Be a user without rights meanwhile, with a folder of that user's own; skipped on Windows."""
    if sys.platform == "win32":
        pytest.skip("permissions are others there")
    else:
        # that of the test lies in one that only its owner may enter
        folder = Path(tempfile.mkdtemp(prefix="teledeck-test-"))
        root = os.geteuid() == 0
        if root:
            os.chown(folder, _NOBODY, _NOBODY)
            os.seteuid(_NOBODY)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            for each in (folder, *folder.rglob("*")):
                if each.is_dir():
                    each.chmod(0o755)
            shutil.rmtree(folder)

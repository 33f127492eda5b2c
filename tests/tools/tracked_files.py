"""The files that are under version control, and their syntax."""

from __future__ import annotations

import ast
import gc
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def tracked_files() -> list[Path]:
    """The tracked files; in a copy without a history, everything that is neither hidden nor a cache."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name == ".ci" or not name.startswith((".", "__pycache__"))]
        found += [Path(folder, name) for name in names]
    return found


def parsed(source: str) -> ast.Module:
    """The syntax tree of a module, made without a search for garbage: none of its many nodes is any."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collects:
            gc.enable()

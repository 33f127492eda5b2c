"""Finds what lies in resources/, run from source and frozen."""

from __future__ import annotations

import sys
from pathlib import Path


def root() -> Path:
    """The folder of all resources."""
    return Path(getattr(sys, "_MEIPASS", Path(__file__).parent.parent)) / "resources"


def resource(*parts: str) -> Path:
    """The path of a file in resources/."""
    return root().joinpath(*parts)

"""Paths of the files in resources/, in the sources, in an installed package and in a bundle."""

from __future__ import annotations

import sys
from pathlib import Path


def package_folder() -> Path:
    """The folder of the package `app`, beside which the licence and, in the sources, pyproject.toml lie."""
    return Path(__file__).parent


def root() -> Path:
    """The folder of all resources."""
    return Path(getattr(sys, "_MEIPASS", package_folder().parent)) / "resources"


def resource(*parts: str) -> Path:
    """The path of a file in resources/."""
    return root().joinpath(*parts)

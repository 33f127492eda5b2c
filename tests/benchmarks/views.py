"""What views cost that are drawn for every frame: plots by themselves, and the whole window under its load."""

from __future__ import annotations

import os

from app.main import make_application
from tests.benchmarks.common import Section
from tests.benchmarks.views_plots import run_plots
from tests.benchmarks.views_whole import run_whole


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    platform = os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # first, while nothing else is in this process
    whole = run_whole(platform)
    return [*run_plots(make_application()), *whole]

"""What views cost that are drawn for every frame. Without a screen it needs QT_QPA_PLATFORM=offscreen."""

from __future__ import annotations

from app.main import make_application
from tests.benchmarks.common import Section
from tests.benchmarks.views_plots import run_plots


def run() -> list[Section]:
    """Measure."""
    return run_plots(make_application())

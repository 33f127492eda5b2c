"""What an analysis of ten million samples costs: its time, its memory, and how it lets other threads go on.

A spectrum is compared with that of scipy with the same windows, in turns. Times are of the clock on the wall, for a
user waits by that; what another thread waits for the interpreter is measured by one that asks for it all the time.
"""

from __future__ import annotations

import threading
import time
import tracemalloc
from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import signal

from app.model.analysis.figures import curve_figures, histogram
from app.model.analysis.pairs import correlation, pair_density
from app.model.analysis.progress import ProgressCallback
from app.model.analysis.spectrum import Spectrum, SpectrumOptions, spectrogram, spectrum
from app.model.analysis.timing import measure_timing
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios

SAMPLES: Final = 10_000_000
RATE_HZ: Final = 1000.0
WINDOW: Final = 8192
ROUNDS: Final = 5
SPECTRUM_S: Final = 3.0
# beside the samples, and what is given back
MEMORY_MB: Final = 64.0
# of what scipy makes
MOST_OFF: Final = 0.01
_SINE_HZ: Final = 47.75
_OPTIONS: Final = SpectrumOptions()
# what a user who cancels waits for
STEP_MS: Final = 50.0

Floats = npt.NDArray[np.float64]


def run() -> list[Section]:
    """Everything; it takes a minute and 1 GB."""
    rng = np.random.default_rng(1)
    times = 1.7e9 + np.arange(SAMPLES) / RATE_HZ
    jittered = times + rng.uniform(-0.2, 0.2, SAMPLES) / RATE_HZ
    values = np.sin(2 * np.pi * _SINE_HZ * (times - times[0]))
    values += rng.normal(size=SAMPLES)
    return [_to_scipy(times, values), _spectra(times, jittered, values), _others(times, jittered, values)]


def _to_scipy(times: Floats, values: Floats) -> Section:
    """With the same windows, and the same result."""
    options = SpectrumOptions(WINDOW / RATE_HZ, density=True)
    found: list[Spectrum] = []
    expected: list[Floats] = []
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_seconds(lambda: found.append(spectrum(times, values, options))))
        theirs.append(_seconds(lambda: expected.append(signal.welch(values, RATE_HZ, nperseg=WINDOW)[1])))
    off = float(np.abs(found[0].amplitudes / expected[0] - 1)[1:].max())
    if off > MOST_OFF:
        raise AssertionError(f"a line of the spectrum is {off:.1%} off that of scipy")
    section = Section(f"analysis: spectrum of {SAMPLES:,} samples in windows of {WINDOW:,}, and scipy's in turns")
    section.figures.append(Figure("ours", Spread(tuple(ours)), "s", note=f"at most {off:.1e} off"))
    section.figures.append(Figure("scipy", Spread(tuple(theirs)), "s"))
    section.budgets.append(Budget("times as fast as scipy", ratios(theirs, ours), at_least=1))
    return section


def _spectra(times: Floats, jittered: Floats, values: Floats) -> Section:
    section = Section(f"analysis: spectrum of {SAMPLES:,} samples")
    for name, when in (("that come evenly", times), ("that jitter", jittered)):

        def work(step: ProgressCallback, when: Floats = when) -> object:
            return spectrum(when, values, _OPTIONS, step)

        watches = [_Watch(work) for _ in range(ROUNDS)]
        section.budgets.append(Budget(name, Spread(tuple(watch.seconds for watch in watches)), "s", at_most=SPECTRUM_S))
        between = Spread(tuple(watch.longest_step_ms for watch in watches))
        section.budgets.append(Budget(f"{name}: longest between steps", between, "ms", at_most=STEP_MS, places=1))
        waits = Spread(tuple(watch.longest_wait_ms for watch in watches))
        section.figures.append(Figure(f"{name}: longest that a thread waits", waits, "ms", 1))
        section.budgets.append(
            Budget(f"{name}: memory", Spread((_megabytes(work),)), "MB", at_most=MEMORY_MB, places=0)
        )
    return section


def _others(times: Floats, jittered: Floats, values: Floats) -> Section:
    section = Section(f"analysis: the others, of {SAMPLES:,} samples")
    later = jittered + 0.05
    works: dict[str, Callable[[ProgressCallback], object]] = {
        "spectrogram": lambda step: spectrogram(times, values, _OPTIONS, step),
        "histogram": lambda step: histogram(values, step=step),
        "figures with a threshold": lambda step: curve_figures(times, values, (0.5,), step),
        "timing": lambda step: measure_timing(jittered, times, step=step),
        "density of pairs": lambda step: pair_density(values, times, step=step),
        "correlation": lambda step: correlation(times, values, later, values, 10.0, step),
    }
    for name, work in works.items():
        watch = _Watch(work)
        note = f"{watch.longest_step_ms:.0f} ms between steps, {_megabytes(work):.0f} MB"
        section.figures.append(Figure(name, Spread((watch.seconds,)), "s", note=note))
    return section


class _Watch:
    """A calculation in a thread beside one that asks for the interpreter all the time.

    Attributes:
        seconds: that it took.
        longest_step_ms: the longest time without a step.
        longest_wait_ms: the longest time in which the other thread did not go on.
    """

    def __init__(self, work: Callable[[ProgressCallback], object]) -> None:
        self.longest_step_ms = self.longest_wait_ms = 0.0
        began = self._stepped = time.perf_counter()
        thread = threading.Thread(target=work, args=(self._step,))
        thread.start()
        last = time.perf_counter()
        while thread.is_alive():
            # as the loop of a window does
            time.sleep(0.001)
            now = time.perf_counter()
            self.longest_wait_ms = max(self.longest_wait_ms, (now - last) * 1e3 - 1)
            last = now
        thread.join()
        self.seconds = time.perf_counter() - began

    def _step(self, _share: float) -> None:
        now = time.perf_counter()
        self.longest_step_ms = max(self.longest_step_ms, (now - self._stepped) * 1e3)
        self._stepped = now


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _megabytes(work: Callable[[ProgressCallback], object]) -> float:
    """The most that is allocated at once, with the result."""
    tracemalloc.start()
    try:
        work(lambda _share: None)
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()

"""The clock of driving."""

from __future__ import annotations

import sys
import time

import pytest

from app.net.boot_clock import boot_time


def test_it_goes_on() -> None:
    before = boot_time()
    time.sleep(0.01)

    assert boot_time() >= before + 0.01


@pytest.mark.skipif(sys.platform != "linux", reason="Linux' clock")
def test_it_is_the_one_that_counts_sleep() -> None:
    before = time.clock_gettime(time.CLOCK_BOOTTIME)

    assert before <= boot_time() <= time.clock_gettime(time.CLOCK_BOOTTIME)

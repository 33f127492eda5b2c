from __future__ import annotations

import threading
import time
from collections.abc import Callable

from app.ui.time_axis.plots.export import ExportCancelledError
from app.ui.time_axis.plots.jobs import BackgroundJobs


def look_until(jobs: BackgroundJobs, found: list[object]) -> None:
    until_s = time.monotonic() + 10
    while not found and time.monotonic() < until_s:
        jobs.poll()
        time.sleep(0.001)


def test_a_job_is_done_beside_and_its_result_is_given_here() -> None:
    jobs, found = BackgroundJobs(), list[object]()
    jobs.start(
        lambda _: threading.current_thread(), lambda one: found.extend((one, threading.current_thread())), found.append
    )
    look_until(jobs, found)

    assert found[0] is not threading.current_thread()
    assert found[1] is threading.current_thread()


def test_a_job_that_fails_says_why() -> None:
    jobs, done, failed = BackgroundJobs(), list[object](), list[object]()

    def fail(_: Callable[[], bool]) -> None:
        raise OSError(28, "no room")

    jobs.start(fail, done.append, failed.append)
    look_until(jobs, failed)

    assert isinstance(failed[0], OSError)
    assert not done


def test_a_job_that_is_cancelled_is_not_heard_of_again() -> None:
    jobs, found, ended = BackgroundJobs(), list[object](), threading.Event()

    def wait(cancelled: Callable[[], bool]) -> None:
        while not cancelled():
            time.sleep(0.001)
        ended.set()
        raise ExportCancelledError

    cancel = jobs.start(wait, found.append, found.append)
    jobs.poll()
    cancel()
    assert ended.wait(10)
    jobs.start(lambda _: "next", found.append, found.append)
    look_until(jobs, found)

    assert found == ["next"]

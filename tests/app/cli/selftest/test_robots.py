"""How the demo robot is looked at, and what is said where it is not there or falls silent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest

from app.cli.selftest import robots
from app.cli.selftest.demo_bench import DemoBench
from app.model.doctor import DoctorCheck
from app.model.messages.values import PixelFormat, RawImage
from app.program.check import Check, CheckFailed, run_check
from app.wording.selftest import SelftestWording
from tests.tools.sentences import says, tells


async def found(look: object, bench: DemoBench) -> DoctorCheck:
    return await run_check(Check("it", look), bench)  # type: ignore[arg-type]


@pytest.fixture
async def bench() -> AsyncIterator[DemoBench]:
    bench = DemoBench()
    yield bench
    await bench.close()


async def test_a_robot_is_started_read_and_seen(bench: DemoBench) -> None:
    looks = [robots.start, *(partial(robots.read, scheme=scheme) for scheme in ("gazebo", "galileo")), robots.pictures]
    findings = [await found(look, bench) for look in looks]

    assert [finding.ok for finding in findings] == [True] * 4, findings
    assert tells(findings[1].text, SelftestWording.MESSAGES)
    assert tells(findings[3].text, SelftestWording.PICTURES, width=160, height=120)


async def test_without_a_robot_all_else_is_left_out(bench: DemoBench) -> None:
    for look in (partial(robots.read, scheme="ros1"), robots.pictures):
        assert (await found(look, bench)).ok is None


async def test_a_robot_that_dies_is_a_fault_with_a_tip(bench: DemoBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "CONNECT_TIMEOUT_S", 0.5)
    await bench.start()
    assert bench._process is not None
    bench._process.close()

    finding = await found(partial(robots.read, scheme="nrp+grpc"), bench)

    assert finding.ok is False
    assert finding.tip


async def test_a_robot_that_does_not_start_is_a_fault(capfd: pytest.CaptureFixture[str]) -> None:
    bench = DemoBench(["--nonsense"])

    finding = await found(robots.start, bench)
    await bench.close()

    assert finding.ok is False
    assert finding.tip
    assert "--nonsense" in capfd.readouterr().err


async def test_a_robot_that_says_too_little_is_a_fault(bench: DemoBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "LEAST_MESSAGES", 10**6)
    monkeypatch.setattr(robots, "READ_S", 0.2)
    await bench.start()

    finding = await found(partial(robots.read, scheme="galileo"), bench)

    assert finding.ok is False
    assert tells(finding.text, SelftestWording.FEW_MESSAGES)


@pytest.mark.parametrize(
    ("pixels", "code"),
    [
        (bytes(12), SelftestWording.ONE_COLOUR),
        (bytes(11), SelftestWording.PICTURE_NOT_SHOWN),
        (bytes(range(12)), None),
    ],
)
def test_a_picture_has_to_show_something(pixels: bytes, code: SelftestWording | None) -> None:
    picture = RawImage(2, 2, 6, PixelFormat.RGB8, memoryview(pixels))

    if code is not None:
        with pytest.raises(CheckFailed, check=says(code, scheme="ros1")):
            robots._look_at(picture, "ros1")
    else:
        robots._look_at(picture, "ros1")

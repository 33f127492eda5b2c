"""The doctor's report of an incident: what is kept of the findings, how long it takes, and which hosts it names."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from app.model.doctor import DoctorCheck
from app.net.link_thread import LinkThread
from app.session import incident_doctor
from app.session.errors import SessionError
from app.session.incident_doctor import MAX_CHARACTERS, MAX_LINES, Examination, IncidentDoctor
from app.wording.connections import LinkWording
from app.wording.doctor import Ros1DoctorWording
from tests.app.session.test_black_box import until

ROBOT = "ros1://rover:11311"
Report = Callable[[DoctorCheck], None]


def finding(*texts: str) -> Callable[[str, Report], object]:
    """A doctor that finds these."""

    async def examine(robot: str, report: Report) -> None:
        assert robot == ROBOT
        for text in texts:
            report(DoctorCheck("name", False, text))

    return examine


async def examined(examine: object) -> Examination:
    made = Examination(ROBOT, examine)  # type: ignore[arg-type]
    await made.run()
    return made


async def test_each_finding_is_a_line() -> None:
    made = await examined(finding("nobody\nknows it", "it is closed"))
    assert made.text == "FAULT name: nobody knows it\nFAULT name: it is closed\n"


async def test_long_findings_are_cut_and_of_many_the_rest_is_counted() -> None:
    made = await examined(finding(*["x" * 9999] * (MAX_LINES + 7)))
    lines = made.text.splitlines()
    assert len(lines) == MAX_LINES + 1
    assert max(map(len, lines)) == MAX_CHARACTERS
    assert "7" in lines[-1]


async def test_all_hosts_are_known_that_sentences_name_and_those_within_them() -> None:
    refused = LinkWording.NAME_UNRESOLVED(host="arm-nuc")
    unreachable = Ros1DoctorWording.NODE_UNREACHABLE(node="/arm", reason=refused)
    made = await examined(finding(unreachable, Ros1DoctorWording.MASTER_ANSWERS(master="rover:11311"), "plain"))
    assert made.addresses == {"ros1://arm-nuc", "ros1://rover:11311"}


async def test_what_is_not_done_in_time_is_ended_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incident_doctor, "TIMEOUT_S", 0.01)

    async def examine(_: str, report: Report) -> None:
        report(DoctorCheck("name", True, "known"))
        await asyncio.sleep(60)

    made = await examined(examine)
    known, rest = made.text.splitlines()
    assert known.startswith("ok")
    assert rest.startswith("[")


async def test_a_robot_that_was_left_meanwhile_is_told_of() -> None:
    async def examine(_: str, report: Report) -> None:
        del report
        raise SessionError("there is no such connection")

    assert "there is no such connection" in (await examined(examine)).text


@pytest.mark.expects_log("doctor of ros1://rover:11311 failed")
async def test_a_doctor_that_fails_costs_nothing_but_its_report() -> None:
    async def examine(_: str, report: Report) -> None:
        report(DoctorCheck("name", True, "known"))
        raise ValueError

    assert (await examined(examine)).text.startswith("ok")


async def test_incidents_of_the_same_time_share_one_examination(link: LinkThread) -> None:
    ends = asyncio.Event()
    calls: list[str] = []

    async def examine(robot: str, report: Report) -> None:
        report(DoctorCheck("name", True, "known"))
        calls.append(robot)
        await ends.wait()

    doctor = IncidentDoctor(link, examine)
    first, second = doctor.examine(ROBOT), doctor.examine(ROBOT)
    assert first is second
    await until(lambda: calls)
    link.call(ends.set)
    await until(lambda: "[" not in first.text)
    assert doctor.examine(ROBOT) is not first
    await until(lambda: len(calls) == 2)

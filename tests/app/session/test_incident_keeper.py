"""The keeper of incidents: what it begins, when it makes the files, and what it finishes at the next start."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from mcap.reader import make_reader

from app.faults.past_runs import CrashedRun
from app.faults.run_file import RunHead
from app.model.doctor import DoctorCheck
from app.record.claims import Claims
from app.record.extract import Extractor
from app.record.incidents import DOCTOR, PAGE, RECORDING, IncidentFacts, IncidentFolder, IncidentReason
from app.record.mcap_writer import McapWriter
from app.record.segments import BoxFile
from app.session.incident_doctor import Examination
from app.session.incident_keeper import (
    AFTER_NS,
    BEFORE_NS,
    DOCTOR_AFTER_S,
    IncidentKeeper,
    IncidentSources,
    KeeperThread,
)
from app.session.incident_triggers import Trigger
from app.wording.connections import LinkWording
from app.wording.record import IncidentReasonWording
from tests.tools.sentences import tells

SECOND_NS = 1_000_000_000
BEGAN_S = 1_800_000_000
ADDRESS = "ros1://10.0.0.7:11311"
STOP = Trigger(IncidentReason.STOP, "STOP was pressed")


class Bench:
    """A keeper beside a black box, whose time a test sets."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.claims = Claims()
        self.box: list[BoxFile] = []
        self.is_ready = True
        self.wanted: list[tuple[int, int]] = []
        self.triggers: list[Trigger] = []
        self.crash: CrashedRun | None = None
        self.troubles: list[str] = []
        self.tips: list[str] = []
        self.offset_s = 0
        self.forgotten = 0
        self.examination: Examination | None = None
        self.examined: list[str] = []
        self.told = {"robot": "rover", "profile": "warehouse", "versions": {"teledeck": "1"}}
        self.folder = IncidentFolder(root / "incidents")
        self.keeper = self.open()

    def start(self) -> IncidentKeeper:
        """Start a keeper as another run does, when the one before was killed."""
        for due in self.keeper._due:
            if due.held is not None:
                os.close(due.held._descriptor)
        return self.open()

    def open(self) -> IncidentKeeper:
        """Start a keeper beside the one before, as another window does."""
        self.claims = Claims()
        self.keeper = IncidentKeeper(
            self.folder,
            IncidentSources(
                files=self._files,
                is_ready=lambda: self.is_ready,
                claims=self.claims,
                look=self._look,
                describe=lambda _: self.told,
                secrets=lambda: ([ADDRESS], ["hunter2"]),
                audit=lambda from_s, until_s: [
                    (int((from_s + until_s) / 2) * SECOND_NS, b'{"robot":"%b"}' % ADDRESS.encode())
                ],
                crash=lambda: self.crash,
                show_trouble=self._show_trouble,
                examine=self._examine,
                forget=self._forget,
            ),
        )
        return self.keeper

    def _files(self, from_ns: int, until_ns: int) -> list[list[BoxFile]]:
        self.wanted.append((from_ns, until_ns))
        return [self.box]

    def _show_trouble(self, trouble: str, tip: str) -> None:
        self.troubles.append(trouble)
        self.tips.append(tip)

    def _look(self) -> list[Trigger]:
        found, self.triggers = self.triggers, []
        return found

    def _examine(self, source: str) -> Examination | None:
        self.examined.append(source)
        return self.examination

    def _forget(self) -> None:
        self.forgotten += 1

    def record(self, begin_s: int, end_s: int) -> None:
        """Put a file into the box that has a message each second, with an address and a secret in each."""
        writer = McapWriter(self.root / f"{begin_s}.mcap")
        writer.add_channel(1, 0, "/a", "ros1", {"connection": ADDRESS})
        for at_s in range(begin_s, end_s):
            writer.write_chunk([1], [(BEGAN_S + at_s) * SECOND_NS], [at_s], [b"%d 10.0.0.7 hunter2" % at_s])
        self.box.append((writer.finish(), None))

    def step(self, now_s: float, *triggers: Trigger) -> None:
        self.triggers += triggers
        self.keeper.step(now_s, int((BEGAN_S + now_s + self.offset_s) * SECOND_NS))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A bench whose box has two minutes, and whose time is a minute after their begin."""
    made = Bench(tmp_path)
    made.record(0, 150)
    made.step(50)
    return made


def seconds(path: Path) -> list[int]:
    """The seconds of the messages of a recording, whose sums are right."""
    with path.open("rb") as file:
        found = make_reader(file, validate_crcs=True).iter_messages(["/a"])
        return sorted({message.log_time // SECOND_NS - BEGAN_S for _, _, message in found})


def test_a_minute_before_and_twenty_seconds_after_are_kept(bench: Bench) -> None:
    bench.step(100, STOP)
    (begun,) = bench.folder.list()
    assert not begun.facts.is_complete
    assert (begun.facts.from_ns, begun.facts.until_ns) == (
        begun.facts.time_ns - BEFORE_NS,
        begun.facts.time_ns + AFTER_NS,
    )
    bench.step(121)
    assert not begun.recording.exists()
    bench.step(122)
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    assert (made.facts.robot, made.facts.words, made.facts.versions) == ("rover", STOP.words, {"teledeck": "1"})
    assert made.facts.profile == "warehouse"
    assert seconds(made.recording) == list(range(40, 121))
    assert bench.troubles[-1] == ""


def test_no_more_of_the_box_is_wanted_than_is_kept(bench: Bench) -> None:
    bench.step(100, STOP)
    bench.step(122)
    (made,) = bench.folder.list()
    assert bench.wanted == [(made.facts.from_ns, made.facts.until_ns)]


@pytest.mark.expects_log("can't be read of the black box")
def test_what_can_not_be_read_of_the_box_is_missing_and_said(bench: Bench) -> None:
    told: list[int] = []

    def make_page(_: Path, facts: IncidentFacts) -> str:
        told.append(facts.left_out)
        return ""

    bench.keeper.make_page = make_page
    damaged = bench.root / "damaged.mcap"
    damaged.write_bytes(b"no recording")
    bench.box.append((damaged, None))
    bench.step(100, STOP)
    bench.step(122)
    (made,) = bench.folder.list()
    assert (made.facts.is_complete, made.facts.left_out, told) == (True, 1, [1])
    assert seconds(made.recording) == list(range(40, 121))
    assert bench.troubles[-1] == ""


def test_what_a_robot_is_called_has_no_address(bench: Bench) -> None:
    bench.told = {**bench.told, "robot": "10.0.0.7", "profile": "that of 10.0.0.7"}
    bench.step(100, STOP)
    (begun,) = bench.folder.list()
    assert (begun.facts.robot, begun.facts.profile) == ("robot-1", "that of robot-1")


def test_two_within_a_second_are_two_files_that_stand_alone_each(bench: Bench) -> None:
    bench.step(100, STOP, STOP)
    bench.step(100.8, STOP)
    bench.step(123)
    made = bench.folder.list()
    assert len({one.folder for one in made}) == 3
    for one in made:
        assert one.facts.is_complete
        assert seconds(one.recording)[-1] >= 119


@pytest.mark.parametrize("step_s", [3600, -3600])
def test_the_time_after_is_kept_though_the_clock_is_set_meanwhile(tmp_path: Path, step_s: int) -> None:
    bench = Bench(tmp_path)
    bench.record(0, 110)
    bench.step(50)
    bench.step(100, STOP)
    bench.offset_s = step_s
    bench.record(110 + step_s, 150 + step_s)
    bench.step(110)
    bench.step(121)
    assert not bench.folder.list()[0].facts.is_complete
    bench.step(122)
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    found = seconds(made.recording)
    assert {*range(40, 110), *range(110 + step_s, 130 + step_s)} <= {*found}


def test_what_is_needed_is_claimed_until_it_is_made(bench: Bench) -> None:
    class Named:
        first_ns = (BEGAN_S + 45) * SECOND_NS
        last_ns = (BEGAN_S + 50) * SECOND_NS

    named = Named()
    bench.step(100, STOP)
    assert bench.claims.loose([named]) == []
    bench.step(122)
    assert bench.claims.loose([named]) == [named]


def test_neither_an_address_nor_a_secret_is_in_any_file(bench: Bench) -> None:
    bench.keeper.make_page = lambda _, facts: facts.words
    bench.step(100, Trigger(IncidentReason.ALERT, f"{ADDRESS} refused hunter2", ADDRESS))
    bench.step(122)
    (made,) = bench.folder.list()
    assert {path.name for path in made.folder.glob("[!.]*")} == {"incident.json", RECORDING, PAGE}
    with made.recording.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        said = [message.data for _, _, message in reader.iter_messages()]
        assert any(b'"robot"' in data for data in said)
    for data in (*said, *(path.read_bytes() for path in made.folder.iterdir())):
        assert b"10.0.0.7" not in data
        assert b"hunter2" not in data


async def examination(*texts: str) -> Examination:
    """An examination that has found this."""

    async def examine(_: str, report: Callable[[DoctorCheck], None]) -> None:
        for text in texts:
            report(DoctorCheck("name", True, text))

    made = Examination(ADDRESS, examine)
    await made.run()
    return made


async def test_the_doctor_is_asked_some_seconds_after_and_what_it_finds_is_kept_without_addresses(bench: Bench) -> None:
    unresolved = LinkWording.NAME_UNRESOLVED(host="arm-nuc")
    bench.examination = await examination(f"{ADDRESS} is open", "192.168.7.9 took hunter2", unresolved)
    bench.step(100, Trigger(IncidentReason.LINK, "the link was lost", ADDRESS))
    bench.step(100 + DOCTOR_AFTER_S - 0.2)
    assert bench.examined == []
    for at_s in (100 + DOCTOR_AFTER_S, 110.0, 122.0):
        bench.step(at_s)
    assert bench.examined == [ADDRESS]
    (made,) = bench.folder.list()
    told = (made.folder / DOCTOR).read_text()
    assert len(told.splitlines()) == 3
    assert not [hidden for hidden in ("10.0.0.7", "192.168.7.9", "hunter2", "arm-nuc") if hidden in told]


def test_a_doctor_that_is_not_to_be_asked_yet_is_asked_for_until_the_files_are_made(bench: Bench) -> None:
    bench.step(100, STOP)
    for at_s in (106, 112, 122, 130):
        bench.step(at_s)
    assert bench.examined == ["", ""]
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    assert not (made.folder / DOCTOR).exists()


def test_the_doctor_is_not_asked_about_another_run(bench: Bench) -> None:
    bench.step(100, STOP)
    bench.start()
    bench.step(250)
    bench.crash = crashed("run-1", "2027-01-15T08:01:40Z")
    bench.start()
    bench.step(320)
    assert {made.facts.is_complete for made in bench.folder.list()} == {True}
    assert bench.examined == []


def record_connection(bench: Bench, begin_s: int, *texts: str) -> None:
    """Put a file into the box of a run that was connected to a robot that is known no more, and never answered."""
    writer = McapWriter(bench.root / f"own{begin_s}.mcap")
    for number, name in enumerate(("connections", "alerts"), 1):
        writer.add_channel(number, 0, f"teledeck/{name}", "json", {})
    told = b'{"value":[["ros1://warehouse7:11311",{"state":"failed","reason":"http://arm-nuc:40001/ refused"},null]]}'
    begin_ns = (BEGAN_S + begin_s) * SECOND_NS
    writer.write_chunk([1], [begin_ns], [1], [told])
    for number, text in enumerate(texts, 1):
        said = f'{{"value":[{{"text":"{text}"}}]}}'.encode()
        writer.write_chunk([2], [begin_ns + number], [number], [said])
    bench.box.append((writer.finish(), None))


WORDS = "warehouse7 is not known, arm-nuc is silent, 192.168.7.9 too"


@pytest.mark.parametrize("is_crash", [True, False])
def test_what_the_run_was_connected_to_then_is_hidden_too(bench: Bench, *, is_crash: bool) -> None:
    bench.box.clear()
    record_connection(bench, 95, WORDS)
    bench.keeper.make_page = lambda _, facts: facts.words
    if is_crash:
        bench.crash = crashed("run-1", "2027-01-15T08:01:40Z", what=WORDS)
        bench.start().make_page = lambda _, facts: facts.words
        bench.step(100)
    else:
        bench.step(100, Trigger(IncidentReason.ALERT, WORDS))
        bench.step(122)
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    assert made.facts.words.endswith("too")
    with made.recording.open("rb") as file:
        said = {message.data for _, _, message in make_reader(file, validate_crcs=True).iter_messages()}
    assert any(b"is silent" in data for data in said)
    for data in (*said, *(path.read_bytes() for path in made.folder.iterdir())):
        assert b"warehouse7" not in data
        assert b"arm-nuc" not in data
    assert "192.168.7.9" not in made.facts.words


def test_of_a_crash_nothing_more_is_said_as_long_as_nobody_knows_what_it_was_connected_to(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.start()
    bench.crash = crashed("run-1", "2027-01-15T08:01:40Z")
    with monkeypatch.context() as patched:
        patched.setattr(IncidentKeeper, "_recorded_addresses", refuse)
        bench.step(200)
    (made,) = bench.folder.list()
    assert tells(made.facts.words, IncidentReasonWording.CRASH) or made.facts.words == str(
        IncidentReasonWording.CRASH()
    )


def test_one_that_a_run_has_left_is_finished_by_a_later_one(bench: Bench) -> None:
    bench.step(100, STOP)
    (begun,) = bench.folder.list()
    # killed while it was written
    (begun.folder / ".recording.mcap-1.copy.part").write_bytes(b"half")
    bench.start()
    bench.step(130)
    assert not bench.folder.list()[0].facts.is_complete
    bench.step(250)
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    assert seconds(made.recording) == list(range(40, 121))


def test_one_of_which_the_box_has_nothing_any_more_is_told_without_a_recording(bench: Bench) -> None:
    bench.step(100, STOP)
    bench.start()
    bench.box.clear()
    bench.record(900, 905)
    bench.step(1000)
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    assert not made.recording.exists()


def test_one_that_was_deleted_meanwhile_is_not_made(bench: Bench) -> None:
    bench.step(100, STOP)
    bench.folder.delete(bench.folder.list()[0])
    bench.step(122)
    assert bench.folder.list() == []


def refuse(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.expects_log("incident can't be kept")
def test_a_full_disk_is_said_and_it_is_tried_again_from_what_stays_claimed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Named:
        first_ns = last_ns = (BEGAN_S + 45) * SECOND_NS

    named = Named()
    bench.step(100, STOP)
    with monkeypatch.context() as patched:
        patched.setattr(Extractor, "make", refuse)
        bench.step(122)
    (told,) = bench.troubles
    assert tells(told, IncidentReasonWording.NOT_KEPT, trouble="No space left on device")
    assert bench.claims.loose([named]) == []
    bench.step(183)
    assert bench.folder.list()[0].facts.is_complete
    assert bench.claims.loose([named]) == [named]
    assert bench.troubles[-1] == ""


@pytest.mark.expects_log("incident can't be kept")
@pytest.mark.expects_log("is given up")
def test_what_a_disk_refuses_again_and_again_is_given_up_until_the_next_start(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.step(100, STOP)
    tries = 0

    def refuse_again(*_: object) -> None:
        nonlocal tries
        tries += 1
        refuse()

    with monkeypatch.context() as patched:
        patched.setattr(Extractor, "make", refuse_again)
        for at_s in range(122, 1400, 20):
            bench.step(at_s)
    assert tries == 10
    assert tells(bench.troubles[-1], IncidentReasonWording.GIVEN_UP, times=10)
    assert tells(bench.tips[-1], IncidentReasonWording.GIVEN_UP_TIP)
    bench.start()
    bench.step(1400)
    assert bench.folder.list()[0].facts.is_complete


@pytest.mark.expects_log("incident can't be kept")
def test_room_on_the_disk_is_left(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(bench.root)
    bench.step(100, STOP)
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000_000_010))
        bench.step(122)
    (left,) = bench.folder.list()
    assert not left.facts.is_complete
    assert [path.name for path in left.folder.iterdir()] == ["incident.json"]


@pytest.mark.expects_log("incident can't be kept")
def test_one_that_the_disk_has_no_folder_for_is_tried_again_without_a_late_picture(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures: list[str] = []
    bench.keeper.on_begun = lambda incident: pictures.append(incident.name)
    with monkeypatch.context() as patched:
        patched.setattr(IncidentFolder, "add", refuse)
        bench.step(100, STOP)
        bench.step(122)
    assert bench.folder.list() == []
    bench.step(183)
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    assert seconds(made.recording) == list(range(40, 121))
    assert pictures == []
    assert bench.troubles[-1] == ""


@pytest.mark.expects_log("incident can't be kept")
def test_what_the_disk_has_no_folder_for_has_a_bound(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(IncidentFolder, "add", refuse)
        bench.step(100, *[STOP] * 60)
        assert len(bench.claims._claims) == 50
        for at_s in range(161, 1000, 61):
            bench.step(at_s)
    assert not bench.claims._claims
    assert bench.keeper._refused == []


@pytest.mark.expects_log("nobody could be told")
def test_an_interface_that_can_not_be_told_costs_no_other_incident(bench: Bench) -> None:
    def fail(_: object) -> None:
        raise RuntimeError

    bench.keeper.on_begun = fail
    bench.step(100, STOP, STOP)
    assert len(bench.folder.list()) == 2


def test_one_that_is_left_is_finished_though_the_clock_was_set_back(bench: Bench) -> None:
    bench.step(100, STOP)
    bench.start()
    bench.offset_s = -1000
    bench.step(300)
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    assert seconds(made.recording) == list(range(40, 121))


def failing(bench: Bench, monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int) -> None:
    """Let the making of an incident fail as often as that."""

    def fail(*_: object) -> None:
        raise error

    bench.step(100, STOP)
    with monkeypatch.context() as patched:
        patched.setattr(Extractor, "make", fail)
        for number in range(tries):
            bench.step(122 + 61 * number)


@pytest.mark.expects_log("incident can't be kept")
@pytest.mark.parametrize("tries", [1, pytest.param(10, marks=pytest.mark.expects_log("is given up"))])
def test_one_that_fails_and_is_deleted_is_let_go_with_its_trouble(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    failing(bench, monkeypatch, OSError(errno.EIO, "Input/output error"), tries)
    (left,) = bench.folder.list()
    assert bench.troubles[-1]
    bench.folder.delete(left)
    bench.step(800)
    assert (bench.troubles[-1], bench.tips[-1]) == ("", "")
    assert not bench.claims._claims
    assert not list(bench.folder.root.glob(".*.making"))


@pytest.mark.expects_log("incident can't be kept")
def test_what_fails_by_an_error_that_nobody_expected_is_tried_again_and_costs_no_other(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(bench, monkeypatch, ValueError("odd"), 1)
    assert tells(bench.troubles[-1], IncidentReasonWording.NOT_KEPT, trouble="odd")
    bench.step(183)
    assert bench.folder.list()[0].facts.is_complete
    assert bench.troubles[-1] == ""


@pytest.mark.expects_log("can't be described")
def test_one_that_can_not_be_described_is_kept_all_the_same(bench: Bench) -> None:
    del bench.told
    bench.step(100, STOP)
    bench.step(122)
    assert [one.facts.is_complete for one in bench.folder.list()] == [True]


def test_one_that_another_window_is_about_to_make_is_left_to_it(bench: Bench) -> None:
    bench.step(100, STOP)
    first = bench.keeper
    bench.open()
    bench.step(1000)
    assert not bench.folder.list()[0].facts.is_complete
    bench.keeper = first
    bench.step(1001)
    assert bench.folder.list()[0].facts.is_complete
    assert not list(bench.folder.root.glob(".*.making"))


def test_of_two_windows_that_start_at_once_one_takes_up_what_is_left(bench: Bench) -> None:
    bench.step(100, STOP)
    bench.start()
    first = bench.keeper
    bench.is_ready = False
    second = bench.open()
    bench.is_ready = True
    first._seek_left((BEGAN_S + 300) * SECOND_NS)
    second._seek_left((BEGAN_S + 300) * SECOND_NS)
    assert (len(first._due), len(second._due)) == (1, 0)


def test_of_two_windows_that_start_at_once_one_keeps_the_end_of_a_run_that_crashed(bench: Bench) -> None:
    bench.crash = crashed("run-1", "2027-01-15T08:01:40Z")
    for keeper in (bench.start(), bench.open()):
        keeper._seek_crash((BEGAN_S + 300) * SECOND_NS)
    assert len(bench.folder.list()) == 1


@pytest.mark.expects_log("can't be made")
def test_a_page_that_fails_costs_no_recording(bench: Bench) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError

    bench.keeper.make_page = fail
    bench.step(100, STOP)
    bench.step(122)
    (made,) = bench.folder.list()
    assert made.facts.is_complete
    assert seconds(made.recording)


def test_the_interface_is_told_of_each_that_begins(bench: Bench) -> None:
    told: list[str] = []
    bench.keeper.on_begun = lambda incident: told.append(incident.name)
    bench.step(100, STOP)
    assert told == [bench.folder.list()[0].name]


def crashed(run: str, seen_at: str, role: str = "window", what: str = f"Segmentation fault at {ADDRESS}") -> CrashedRun:
    head = RunHead(role, run, True, 1, "2027-01-15T08:00:00Z", "1.0", "3.11", "Linux")
    return CrashedRun(head, (), seen_at, what)


def test_the_end_of_a_run_that_crashed_is_kept_once(bench: Bench) -> None:
    bench.start()
    bench.crash = crashed("run-1", "2027-01-15T08:01:40Z")
    bench.step(200)
    (made,) = bench.folder.list()
    assert (made.facts.reason, made.facts.run, made.facts.is_complete) == (IncidentReason.CRASH, "run-1", True)
    assert "10.0.0.7" not in made.facts.words
    assert seconds(made.recording) == list(range(40, 116))
    bench.folder.delete(made)
    bench.start()
    bench.step(300)
    assert bench.folder.list() == []


def test_the_end_of_a_run_of_which_nobody_knows_why_it_ended_is_kept_too(bench: Bench) -> None:
    bench.start()
    bench.crash = crashed("run-1", "2027-01-15T08:01:40Z", what="")
    bench.step(200)
    (made,) = bench.folder.list()
    assert made.facts.reason is IncidentReason.CRASH
    assert made.facts.words


def test_a_crash_of_which_nothing_is_recorded_leaves_nothing(bench: Bench) -> None:
    bench.start()
    bench.crash = crashed("run-1", "2026-01-15T08:01:40Z")
    bench.step(200)
    assert bench.folder.list() == []


def test_nothing_is_made_before_the_box_has_what_earlier_runs_have_left(bench: Bench) -> None:
    bench.step(100, STOP)
    bench.start()
    bench.crash = crashed("run-1", "2027-01-15T08:01:40Z")
    bench.is_ready = False
    left, bench.box = bench.box, []
    bench.step(250, STOP)
    bench.step(280)
    assert not any(one.facts.is_complete for one in bench.folder.list())
    bench.is_ready, bench.box = True, left
    bench.step(281)
    made = {one.facts.reason: one for one in bench.folder.list() if one.recording.exists()}
    assert made.keys() == {IncidentReason.STOP, IncidentReason.CRASH}


@pytest.mark.expects_log("incident can't be kept")
def test_a_crash_that_could_not_be_begun_is_taken_up_by_the_next_start(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.start()
    bench.crash = crashed("run-1", "2027-01-15T08:01:40Z")
    with monkeypatch.context() as patched:
        patched.setattr(IncidentFolder, "add", refuse)
        bench.step(200)
    bench.start()
    bench.step(300)
    assert [one.facts.reason for one in bench.folder.list()] == [IncidentReason.CRASH]


def test_the_thread_ends_at_once_and_what_is_not_made_is_left(bench: Bench) -> None:
    bench.triggers.append(STOP)
    thread = KeeperThread(bench.keeper)
    thread.start()
    for _ in range(100):
        if bench.folder.list():
            break
        thread.join(0.05)
    thread.stop(10.0)
    assert not thread.is_alive()
    assert [one.facts.is_complete for one in bench.folder.list()] == [False]


def test_a_thread_waits_for_the_one_before_which_still_makes_an_incident(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, began, began_again = (threading.Event() for _ in range(3))
    first, second = KeeperThread(bench.keeper), KeeperThread(bench.keeper)

    def step(_now_s: float, _now_ns: int) -> None:
        (began if threading.current_thread() is first else began_again).set()
        may_end.wait(10.0)

    monkeypatch.setattr(bench.keeper, "step", step)
    first.start()
    assert began.wait(10.0)
    first.stop(0.0)
    second.start()
    assert not began_again.wait(0.3)

    may_end.set()
    assert began_again.wait(10.0)
    first.join(10.0)
    assert not first.is_alive()
    second.stop(10.0)
    assert not second.is_alive()


def test_what_was_before_is_forgotten_where_it_goes_on_after_an_end(bench: Bench) -> None:
    bench.keeper.end()
    assert bench.forgotten == 0
    bench.keeper.begin()
    assert bench.forgotten == 1

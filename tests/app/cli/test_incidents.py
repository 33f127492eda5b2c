"""`teledeck incidents`."""

from __future__ import annotations

import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.cli import incidents as command
from app.cli.stopping import STOP, Stopped
from app.record.incidents import Incident, IncidentFolder
from app.wording.commands import CommandWording, IncidentCommandWording
from tests.fakes.command import Outcome
from tests.fakes.incident_recording import STOPPED_NS, fill_incidents

Call = Callable[..., Awaitable[Outcome]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> IncidentFolder:
    monkeypatch.setattr(command, "incidents_folder", lambda: tmp_path / "incidents")
    monkeypatch.chdir(tmp_path)
    return IncidentFolder(tmp_path / "incidents")


def zip_files(folder: Path) -> list[Path]:
    """What an export has written, whole or not."""
    return [path for path in folder.iterdir() if path.is_file()]


@pytest.fixture
def incidents(folder: IncidentFolder) -> list[Incident]:
    return fill_incidents(folder)


async def test_a_table_lists_them_newest_first(incidents: list[Incident], call: Call) -> None:
    outcome = await call("incidents")
    assert outcome.code == 0
    places = [outcome.out.index(incident.name) for incident in incidents]
    assert places == sorted(places)
    assert incidents[1].facts.note in outcome.out


async def test_an_object_a_line_tells_all_of_each(incidents: list[Incident], call: Call) -> None:
    outcome = await call("incidents", "list", "--json")
    assert [line["id"] for line in outcome.lines] == [incident.name for incident in incidents]
    assert outcome.lines[0] == {
        "id": incidents[0].name,
        "time_ns": STOPPED_NS,
        "reason": "stop",
        "words": incidents[0].facts.words,
        "robot": "Rover 1",
        "duration_s": 80.0,
        "bytes": incidents[0].nbytes,
        "kept": False,
        "complete": False,
        "left_out": 0,
        "note": "",
    }


async def test_without_any_it_says_so(folder: IncidentFolder, call: Call) -> None:
    assert folder.list() == []
    outcome = await call("incidents")
    assert (outcome.code, outcome.out.strip()) == (0, IncidentCommandWording.NONE())
    assert (await call("incidents", "--json")).lines == []


async def test_one_is_exported_with_its_page(incidents: list[Incident], call: Call, tmp_path: Path) -> None:
    outcome = await call("incidents", "export", incidents[1].name, "--json")
    (told,) = outcome.lines
    file = tmp_path / told["file"]
    assert outcome.code == 0
    assert told["bytes"] == file.stat().st_size
    with zipfile.ZipFile(file) as archive:
        assert {Path(name).name for name in archive.namelist()} == {"incident.json", "recording.mcap", "page.html"}


async def test_nothing_is_overwritten(incidents: list[Incident], call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("mine")
    outcome = await call("incidents", "export", incidents[1].name, "-o", "a.zip")
    assert outcome.code == 2
    assert CommandWording.FILE_EXISTS(path="a.zip") in outcome.err
    assert (tmp_path / "a.zip").read_text() == "mine"


async def test_one_that_is_not_there_or_not_complete_is_refused(incidents: list[Incident], call: Call) -> None:
    for name in ("../secrets", "20270101T000000Z-stop"):
        outcome = await call("incidents", "export", name)
        assert outcome.code == 2
        assert IncidentCommandWording.NO_SUCH(name=name) in outcome.err
    outcome = await call("incidents", "export", incidents[0].name)
    assert outcome.code == 2
    assert IncidentCommandWording.NOT_COMPLETE(name=incidents[0].name) in outcome.err


async def test_an_export_that_is_stopped_leaves_no_file(
    incidents: list[Incident], call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop() -> None:
        raise Stopped

    monkeypatch.setattr(STOP, "check", stop)
    outcome = await call("incidents", "export", incidents[1].name)
    assert outcome.code == 1
    assert zip_files(tmp_path) == []


@pytest.mark.parametrize("argv", [("export",), ("list", "one"), ("list", "-o", "a.zip")])
async def test_an_export_names_an_incident_and_a_list_none(argv: tuple[str, ...], call: Call) -> None:
    with pytest.raises(SystemExit, match="2"):
        await call("incidents", *argv)

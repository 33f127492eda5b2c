"""The command line of the commands for recordings and incidents."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.parser import parse
from app.record.addresses import recording_uri
from app.wording.commands import CommandWording


def test_recordings_are_opened_as_one_beside_robots() -> None:
    uris = parse(["/a b/1.mcap", "gazebo://robot", "file:///c/2%20x.bag"]).uris
    assert uris == ["gazebo://robot", recording_uri([Path("/a b/1.mcap"), Path("/c/2 x.bag")])]


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        (["export"], CommandWording.EXPORT_NEEDS_ID()),
        (["list", "20270101T000000Z-stop"], CommandWording.EXPORT_NEEDS_ID()),
        (["-o", "a.zip"], CommandWording.FILE_WITHOUT_EXPORT()),
    ],
)
def test_an_export_names_one_incident_and_a_list_none(
    capsys: pytest.CaptureFixture[str], argv: list[str], reason: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(["incidents", *argv])
    assert caught.value.code == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "missing"), [(["export", "a.mcap"], "TOPIC"), (["record"], "URI"), (["play"], "FILE")]
)
def test_only_what_is_needed_is_said_to_be_missing(
    capsys: pytest.CaptureFixture[str], argv: list[str], missing: str
) -> None:
    with pytest.raises(SystemExit):
        parse(argv)
    names = {word.strip(",.") for word in capsys.readouterr().err.split() if word.strip(",.").isupper()}
    assert names == {missing}


def test_incidents_are_listed_where_nothing_else_is_asked_for() -> None:
    assert parse(["incidents"]).action == "list"
    assert parse(["incidents", "export", "20270101T000000Z-stop", "-o", "a.zip"]).output == "a.zip"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--by", "y"], CommandWording.OPTION_NEEDS_ALIGN(option="--by", way="correlation")),
        (["--align", "start", "--mark", "x"], CommandWording.OPTION_NEEDS_ALIGN(option="--mark", way="mark")),
        (["--stamps", "--align", "mark"], CommandWording.MARKS_HAVE_NO_STAMPS()),
        (["--allow", "0.5"], CommandWording.ALLOW_NEEDS_TOLERANCE()),
    ],
)
def test_what_a_comparison_can_not_use_is_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], reason: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(["compare", "a.mcap", "b.mcap", "/odom", "x", *options])
    assert caught.value.code == 2
    assert reason in capsys.readouterr().err


def test_runs_are_compared_by_their_start_where_nothing_else_is_asked_for() -> None:
    arguments = parse(["compare", "a.mcap", "b.mcap", "/odom", "x", "y"])
    assert (arguments.align, arguments.tolerance, arguments.fields) == ("start", None, ["x", "y"])

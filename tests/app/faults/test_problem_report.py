"""A report holds what helps, and nobody's name, address or token."""

from __future__ import annotations

import base64
import json
import os
import sys
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import pytest

from app.config.folders import SAFE_MODE_VARIABLE
from app.drive.process.audit_log import AuditLog
from app.faults import problem_report
from app.faults.problem_report import (
    ReportFacts,
    ReportGroup,
    ReportText,
    choose_texts,
    gather_texts,
    robot_names,
    save_report,
)
from tests.fakes.full_disk import full_disk

SECRET = "s3ntinel-galileo"  # noqa: S105 - made up
PROXY_SECRET = "s3ntinel-proxy"  # noqa: S105 - made up
HOMES = "/home"
PRIVATE = ("s3ntinel", "annegret", "rover-7", "10.20.30.40", "fe80::17", "Grüner Rover", "annes-laptop")
# the schemes of addresses, and the beginnings of variables
ABOUT_ROBOTS = (("galileo",), ("ROS_", "TELEDECK_GALILEO_"))
URI = f"galileo://rover-7.example.org:3547/odom?token={SECRET}"


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, str]:
    home = tmp_path / "annegret"
    values = {
        "HOME": str(home),
        "USER": "annegret",
        "LOGNAME": "annegret",
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "TELEDECK_GALILEO_TOKEN": SECRET,
        "TELEDECK_GALILEO_PROXY_TOKEN": PROXY_SECRET,
        "ROS_MASTER_URI": "http://10.20.30.40:11311",
        "ROS_HOSTNAME": "annes-laptop",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("platform.node", lambda: "annes-laptop.example.org")
    state, config = home / "state" / "teledeck", home / "config" / "teledeck"
    (state / "runs").mkdir(parents=True)
    config.mkdir(parents=True)
    return {**os.environ}


def _spelled() -> list[str]:
    nested = json.dumps({"uri": URI, "name": "Grüner Rover", "home": f"{HOMES}/annegret/x"})
    return [
        URI,
        nested,
        json.dumps(nested),
        quote(URI, safe=""),
        quote(quote(URI, safe=""), safe=""),
        base64.b64encode(SECRET.encode()).decode(),
        base64.b64encode(f"user:{PROXY_SECRET}".encode()).decode(),
        f"{PROXY_SECRET} said 10.20.30.40 and [fe80::17], annegret@annes-laptop, ~annegret/x, Grüner Rover",
        repr("Grüner Rover".encode()),
    ]


def _fill(state: Path, config: Path) -> None:
    lines = "\n".join(f"2026-11-23 22:40:14,213 [7] INFO app.x: {text}" for text in _spelled())
    for name in ("drive.log", "watchdog.log", "drive-errors.log", "watchdog-errors.log", "runs/1.log"):
        (state / name).write_text(lines, encoding="utf-8")
    log = AuditLog(state / "drive")
    for text in _spelled():
        log.record({"robot": text, text: 1})
    log.close()
    settings = {"recent": [URI], "robots": {URI: {"name": "Grüner Rover"}}, "folder": f"{HOMES}/annegret/maps"}
    (config / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    (config / "profiles").mkdir()
    profile = config / "profiles" / "rover-7.teledeck-profile.json"
    profile.write_text('{"topic": "/rover-7/cmd_vel"}', encoding="utf-8")


def _told() -> ReportFacts:
    return ReportFacts(
        *ABOUT_ROBOTS,
        robots=("galileo://rover-7.example.org:3547",),
        log="\n".join(_spelled()),
        findings=(("galileo://rover-7.example.org:3547", "\n".join(_spelled())),),
        about=(("Screen", "annes-laptop"),),
        incident="\n".join(_spelled()),
    )


def _contents(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def test_nothing_private_is_in_any_file_however_it_is_spelled(environ: Mapping[str, str], tmp_path: Path) -> None:
    home = Path(environ["HOME"])
    _fill(home / "state" / "teledeck", home / "config" / "teledeck")
    path = tmp_path / "report.zip"

    save_report(path, choose_texts(gather_texts(_told(), environ), tuple(ReportGroup)))

    contents = _contents(path)
    assert {name.partition("/")[0] for name in contents} == {
        *("README.txt", "incident.txt", "versions.txt", "doctor", "logs", "settings")
    }
    assert len([name for name in contents if name.startswith("logs/")]) == 7
    for name, text in contents.items():
        for private in (*PRIVATE, "rover-7.example.org"):
            for spelled in (private, quote(private), json.dumps(private)[1:-1], repr(private.encode())[2:-1]):
                assert spelled not in name + text, name
        for secret in (SECRET, PROXY_SECRET):
            assert base64.b64encode(secret.encode()).decode().rstrip("=")[:-1] not in text, name


def test_what_a_report_is_made_of_tells_no_secret_to_whoever_logs_it() -> None:
    assert "s3ntinel" not in repr(
        ReportFacts(*ABOUT_ROBOTS, secrets=(SECRET,), log=URI, findings=((URI, URI),), incident=URI)
    )


def test_the_same_thing_has_the_same_name_in_every_file(environ: Mapping[str, str]) -> None:
    home = Path(environ["HOME"])
    _fill(home / "state" / "teledeck", home / "config" / "teledeck")

    texts = {entry.name: entry.text for entry in gather_texts(_told(), environ)}

    for name in ("incident.txt", "doctor/1.txt", "logs/drive.log", "settings/settings.json"):
        assert "robot-1" in texts[name], name
    assert "settings/profiles/robot-1.teledeck-profile.json" in texts
    assert "2026-11-23 22:40:14,213 [7] INFO app.x:" in texts["logs/drive.log"]


def test_files_that_only_stand_beside_ours_are_none_of_a_report(environ: Mapping[str, str]) -> None:
    home = Path(environ["HOME"])
    config = home / "config" / "teledeck"
    _fill(home / "state" / "teledeck", config)
    (config / "other").mkdir()
    for name in ("other.json", "other/secrets.json", "profiles/other.toml"):
        (config / name).write_text("{}")

    names = {entry.name for entry in gather_texts(_told(), environ)}

    assert {name for name in names if name.startswith("settings/")} == {
        *("settings/settings.json", "settings/profiles/robot-1.teledeck-profile.json")
    }


def test_safe_mode_and_settings_that_are_broken_hide_no_name(environ: Mapping[str, str], tmp_path: Path) -> None:
    home = Path(environ["HOME"])
    _fill(home / "state" / "teledeck", home / "config" / "teledeck")
    file = home / "config" / "teledeck" / "settings.json"
    file.write_text(
        json.dumps(json.loads(file.read_text(encoding="utf-8")), ensure_ascii=False)[:-30], encoding="utf-8"
    )

    texts = {
        entry.name: entry.text
        for entry in gather_texts(
            ReportFacts(*ABOUT_ROBOTS, log="Grüner Rover"), {**environ, SAFE_MODE_VARIABLE: str(tmp_path)}
        )
    }

    assert "robot-1" in texts["settings/settings.json"]
    assert not [name for name, text in texts.items() if "Grüner Rover" in text]


@pytest.mark.skipif(sys.platform == "win32", reason="every user has a folder there")
def test_a_user_without_a_home_can_report(environ: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME")

    def unknown(_: int) -> object:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", unknown)

    assert gather_texts(ReportFacts(*ABOUT_ROBOTS), {name: value for name, value in environ.items() if name != "HOME"})


@pytest.mark.skipif(sys.platform == "win32", reason="has no files without an end")
def test_a_file_without_an_end_is_not_waited_for(environ: Mapping[str, str]) -> None:
    os.mkfifo(Path(environ["HOME"]) / "config" / "teledeck" / "settings.json")

    assert "settings/settings.json" not in {entry.name for entry in gather_texts(ReportFacts(*ABOUT_ROBOTS), environ)}


def test_what_is_unchecked_is_left_out(environ: Mapping[str, str]) -> None:
    home = Path(environ["HOME"])
    _fill(home / "state" / "teledeck", home / "config" / "teledeck")
    texts = gather_texts(_told(), environ)

    assert [entry.name for entry in choose_texts(texts, ())] == ["README.txt"]
    assert [entry.name for entry in choose_texts(texts, (ReportGroup.VERSIONS,))] == ["README.txt", "versions.txt"]


def test_a_picture_is_there_only_if_it_is_given_and_the_report_says_what_it_may_show(tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    save_report(path, choose_texts((), (), picture=True), b"\x89PNG")

    with zipfile.ZipFile(path) as file:
        assert file.read("window.png") == b"\x89PNG"
        assert "picture" in file.read("README.txt").decode()
    save_report(path, choose_texts((), ()))
    assert list(_contents(path)) == ["README.txt"]


def test_a_report_is_bounded_and_says_what_it_leaves_out(
    environ: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = Path(environ["HOME"]) / "state" / "teledeck"
    for number in range(30):
        (state / "runs" / f"{number:02d}.log").write_text("x" * 999 + "\n" + "x" * 999_000 + ("\n" + "x" * 999) * 400)
    monkeypatch.setattr(problem_report, "MAX_TOTAL_BYTES", 1_000_000)

    texts = choose_texts(gather_texts(ReportFacts(*ABOUT_ROBOTS), environ), tuple(ReportGroup))

    assert sum(len(entry.text) for entry in texts) < 1_010_000
    assert "Left out" in texts[0].text
    assert max(len(entry.text) for entry in texts) < 300_000


def test_what_is_no_text_or_can_not_be_read_is_said_to_be_so(environ: Mapping[str, str]) -> None:
    config = Path(environ["HOME"]) / "config" / "teledeck"
    (config / "pads.json").write_bytes(b"\0" + SECRET.encode())
    (Path(environ["HOME"]) / "state" / "teledeck" / "drive.log").mkdir()

    texts = {entry.name: entry.text for entry in gather_texts(ReportFacts(*ABOUT_ROBOTS), environ)}

    assert texts["settings/pads.json"] == "[no text]\n"
    assert "can't be read" in texts["logs/drive.log"]


def test_a_clock_that_was_never_set_keeps_no_report_from_being_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.gmtime(0)
    monkeypatch.setattr(time, "localtime", lambda *_: began)

    save_report(tmp_path / "report.zip", [ReportText("a.txt", "a" * 9999)])

    assert _contents(tmp_path / "report.zip") == {"a.txt": "a" * 9999}
    assert (tmp_path / "report.zip").stat().st_size < 1000


def test_a_full_disk_leaves_no_half_of_a_file(tmp_path: Path) -> None:
    texts = [ReportText("a.txt", os.urandom(300_000).hex())]
    with full_disk(1000), pytest.raises(OSError, match="too large"):
        save_report(tmp_path / "report.zip", texts)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match="No such file"):
        save_report(tmp_path / "none" / "report.zip", texts)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", '{"robots": 7}', '{"robots": {"a": 7, "b": {"name": 7}}}', "[" * 100_000),
        '{"format": 1, "views": {"plots": {"main": {"name": "Speed"}}}}',
    ],
)
def test_settings_that_are_none_name_no_robots(text: str) -> None:
    assert list(robot_names(text)) == []

"""What a Linux package installs beside the program: whole, the same each time, and good to the tools that read it."""

from __future__ import annotations

import configparser
import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from make_linux_files import metainfo

from app.model.layout import SUFFIX
from app.version import VERSION
from tests.tools.tracked_files import ROOT

MIME = "application/x-teledeck-layout+json"


def lay_out(folder: Path) -> Path:
    """Run the program as a build does; usr/share."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1769860800", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, str(ROOT / "packaging" / "make_linux_files.py"), str(folder)]
    subprocess.run(command, cwd=folder, env=environment, check=True, timeout=120)
    return folder / "usr" / "share"


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("installed"))


def entry(share: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(share / "applications" / "teledeck.desktop", encoding="utf-8")
    return parser


def test_two_runs_write_the_same_bytes(share: Path, tmp_path: Path) -> None:
    again = lay_out(tmp_path)
    files = {path.relative_to(share): path.read_bytes() for path in share.rglob("*") if path.is_file()}

    assert len(files) > 25
    assert {path.relative_to(again): path.read_bytes() for path in again.rglob("*") if path.is_file()} == files


def test_every_icon_that_is_named_is_there(share: Path) -> None:
    icons = share / "icons" / "hicolor"

    for name in (f"apps/{entry(share)['Desktop Entry']['Icon']}", f"mimetypes/{MIME.replace('/', '-')}"):
        for size in (16, 22, 24, 32, 48, 64, 128, 256, 512):
            assert (icons / f"{size}x{size}" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (icons / "scalable" / f"{name}.svg").is_file()


def test_layouts_and_recordings_have_types_of_their_own_which_the_program_opens(share: Path) -> None:
    namespace = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = ET.fromstring((share / "mime" / "packages" / "teledeck.xml").read_bytes())  # noqa: S314 - our own file
    patterns = {told.get("type"): [each.get("pattern") for each in told.iter(f"{namespace}glob")] for told in types}

    assert patterns == {MIME: [f"*{SUFFIX}"], "application/x-mcap": ["*.mcap"], "application/x-rosbag": ["*.bag"]}
    assert set(patterns) == set(entry(share)["Desktop Entry"]["MimeType"].strip(";").split(";"))
    assert entry(share)["Desktop Entry"]["Exec"] == "teledeck %U"


def test_the_releases_are_those_of_the_changelog() -> None:
    changelog = "## [Unreleased]\n\n## [1.1.0] - 2026-05-06\n### Added\n## [1.0.0] - 2026-01-02\n## [0.9] - soon\n"
    versions = re.findall(r'<release version="(.*?)" date="(.*?)"', metainfo(changelog, "").decode())
    assert versions == [("1.1.0", "2026-05-06"), ("1.0.0", "2026-01-02")]

    (first, *rest) = re.findall(r'<release version="(.*?)" date="(.*?)"', metainfo(changelog, "2026-07-08").decode())
    assert first == (VERSION.replace(".dev", "~dev"), "2026-07-08")
    assert rest == versions
    assert b"release" not in metainfo("# Changelog\n", "")


def test_the_manual_page_is_packed_without_a_time(share: Path) -> None:
    packed = (share / "man" / "man1" / "teledeck.1.gz").read_bytes()

    assert packed[4:8] == bytes(4)
    assert gzip.decompress(packed).startswith(b'.TH TELEDECK 1 "2026-01-31"')


@pytest.mark.parametrize(
    "command",
    [
        command
        for command in (
            ["desktop-file-validate", "applications/teledeck.desktop"],
            ["appstreamcli", "validate", "--no-net", "metainfo/org.teledeck.Teledeck.metainfo.xml"],
            ["update-mime-database", "mime"],
            [
                sys.executable,
                "-c",
                "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])",
                "mime/packages/teledeck.xml",
            ],
        )
        if shutil.which(command[0])
    ],
    ids=lambda command: Path(command[0]).name,
)
def test_who_reads_it_finds_no_fault(share: Path, tmp_path: Path, command: list[str]) -> None:
    # some leave files of their own
    shutil.copytree(share, tmp_path, dirs_exist_ok=True)
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True, timeout=60)

    assert done.returncode == 0, done.stdout + done.stderr

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.config.folders import config_folder, read_beginning, state_folder

HOME = {"HOME": "/somewhere"}


def test_files_are_kept_where_linux_has_them() -> None:
    assert config_folder(HOME, "linux") == Path("/somewhere/.config/teledeck")
    assert state_folder(HOME, "linux") == Path("/somewhere/.local/state/teledeck")


def test_who_keeps_them_elsewhere_is_obeyed() -> None:
    environ = HOME | {"XDG_CONFIG_HOME": "/config", "XDG_STATE_HOME": "/state"}

    assert config_folder(environ, "linux") == Path("/config/teledeck")
    assert state_folder(environ, "linux") == Path("/state/teledeck")


@pytest.mark.parametrize("given", ["", "here", "../there"])
def test_a_place_that_depends_on_where_one_stands_is_not_taken(given: str) -> None:
    assert config_folder(HOME | {"XDG_CONFIG_HOME": given}, "linux") == Path("/somewhere/.config/teledeck")


def test_no_more_of_a_file_is_read_than_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")

    assert read_beginning(file, 3) == b"123"
    assert read_beginning(file, 6) == b"12345"
    with file.open("rb") as opened:
        assert read_beginning(opened.fileno(), 3) == b"123"
        # the descriptor stays its owner's
        assert not opened.closed
        os.fstat(opened.fileno())
    with pytest.raises(FileNotFoundError):
        read_beginning(tmp_path / "none", 3)


def test_files_are_kept_where_other_systems_have_them() -> None:
    windows = {"APPDATA": "/roaming", "LOCALAPPDATA": "/local"}

    assert config_folder(windows, "win32") == Path("/roaming/teledeck")
    assert state_folder(windows, "win32") == Path("/local/teledeck")
    assert config_folder(HOME, "darwin") == Path("/somewhere/Library/Application Support/teledeck")


def test_who_has_no_home_in_the_environment_still_has_one() -> None:
    assert config_folder({}, "linux") == Path.home() / ".config" / "teledeck"

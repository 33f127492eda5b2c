from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.config.folders import (
    NO_HOME_FOLDER,
    config_folder,
    qsettings_file,
    read_beginning,
    recordings_folder,
    safe_mode,
    state_folder,
)

HOME = {"HOME": "/somewhere"}


def test_files_are_kept_where_linux_has_them() -> None:
    assert config_folder(HOME, "linux") == Path("/somewhere/.config/teledeck")
    assert state_folder(HOME, "linux") == Path("/somewhere/.local/state/teledeck")
    assert recordings_folder(HOME, "linux") == Path("/somewhere/.local/share/teledeck/recordings")


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
    assert recordings_folder(windows, "win32") == Path("/local/teledeck/recordings")
    assert config_folder(HOME, "darwin") == Path("/somewhere/Library/Application Support/teledeck")


def test_who_has_no_home_in_the_environment_still_has_one() -> None:
    assert config_folder({}, "linux") == Path.home() / ".config" / "teledeck"


def test_who_names_a_folder_has_everything_there() -> None:
    environ = HOME | {"TELEDECK_CONFIG": "/robots/desk"}

    assert config_folder(environ, "linux") == config_folder(environ, "win32") == Path("/robots/desk")
    assert state_folder(environ, "linux") == Path("/robots/desk/state")
    assert recordings_folder(environ, "linux") == Path("/robots/desk/recordings")
    assert qsettings_file(environ, "linux") is None


def test_a_folder_that_is_named_from_where_one_stands_is_meant_from_there() -> None:
    assert config_folder({"TELEDECK_CONFIG": "here"}, "linux") == Path.cwd() / "here"


def test_safe_mode_has_a_folder_of_its_own_for_what_was_set_up_and_keeps_logs_where_they_are() -> None:
    before = config_folder(), state_folder()
    with safe_mode():
        folder = config_folder()
        assert folder != before[0]
        assert list(folder.iterdir()) == []
        assert state_folder() == before[1]
        assert qsettings_file() is None
        (folder / "settings.json").write_text("{}", encoding="utf-8")

    assert not folder.exists()
    assert (config_folder(), state_folder()) == before


def test_safe_mode_needs_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_kwargs: object) -> str:
        raise OSError("full")

    monkeypatch.setattr("tempfile.mkdtemp", fails)
    with safe_mode():
        assert not config_folder().exists()


def test_a_user_whom_the_system_does_not_know_has_files_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", fails)
    assert config_folder({}, "linux").is_relative_to(NO_HOME_FOLDER)
    with pytest.raises(OSError, match="irectory"):
        config_folder({}, "linux").mkdir(parents=True)


def test_the_settings_of_qt_are_looked_for_where_qt_had_them() -> None:
    assert qsettings_file(HOME, "linux") == Path("/somewhere/.config/Teledeck/Teledeck.ini")
    assert qsettings_file(HOME, "darwin") == Path("/somewhere/.config/Teledeck/Teledeck.ini")
    assert qsettings_file(HOME | {"XDG_CONFIG_HOME": "/config"}, "linux") == Path("/config/Teledeck/Teledeck.ini")
    assert qsettings_file({"APPDATA": "/roaming"}, "win32") == Path("/roaming/Teledeck/Teledeck.ini")

from __future__ import annotations

import dataclasses
import sys
import tracemalloc
from pathlib import Path

import pytest

from app.config import run_settings as module
from app.config.run_settings import Settings, read_message_files, read_proto_files
from app.wording.config import SettingsWording
from protocols.errors import MessageFileError, ProtoFileError
from protocols.frames import DEFAULT_LIMIT
from tests.tools.sentences import says


def test_the_defaults_are_valid() -> None:
    assert Settings().frame_limit_bytes == DEFAULT_LIMIT == 64 * 1024 * 1024


def test_settings_can_be_varied_but_not_changed() -> None:
    settings = dataclasses.replace(Settings(), connect_timeout_s=1.0)

    assert settings.connect_timeout_s == 1.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.connect_timeout_s = 2.0  # type: ignore[misc]


@pytest.mark.parametrize("limit", [1024, 2**31])
def test_a_frame_limit_may_be_as_small_or_large_as_makes_sense(limit: int) -> None:
    assert Settings(frame_limit_bytes=limit).frame_limit_bytes == limit


@pytest.mark.parametrize("limit", [-1, 0, 1023, 2**31 + 1])
def test_a_frame_limit_that_makes_no_sense_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, check=says(SettingsWording.BAD_FRAME_LIMIT, limit_bytes=limit)):
        Settings(frame_limit_bytes=limit)


@pytest.mark.parametrize("timeout_s", [-1.0, 0.0, 601.0, float("nan"), float("inf")])
def test_a_timeout_that_makes_no_sense_is_refused(timeout_s: float) -> None:
    with pytest.raises(ValueError, check=says(SettingsWording.BAD_TIMEOUT)):
        Settings(connect_timeout_s=timeout_s)


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_publisher_port_that_is_none_is_refused(port: int) -> None:
    with pytest.raises(ValueError, check=says(SettingsWording.BAD_PORT, name="publisher_port", port=port)):
        Settings(publisher_port=port)


def test_what_a_command_line_does_not_give_stays_as_it_is() -> None:
    assert Settings.from_options() == Settings()
    assert Settings.from_options(frame_limit_bytes=2048, publisher_port=11400) == Settings(2048, publisher_port=11400)


def test_proto_files_are_found_below_the_folders_that_are_named(tmp_path: Path) -> None:
    (tmp_path / "one" / "deep").mkdir(parents=True)
    (tmp_path / "two").mkdir()
    for name in ("one/b.proto", "one/deep/a.proto", "one/readme.md", "two/c.proto"):
        (tmp_path / name).write_text(name, encoding="utf-8")

    found = Settings.from_options(proto_path=[f"{tmp_path}/one", f"{tmp_path}/two", f"{tmp_path}/two"]).proto_files

    assert [(Path(name).relative_to(tmp_path).as_posix(), text) for name, text in found] == [
        ("one/b.proto", "one/b.proto"),
        ("one/deep/a.proto", "one/deep/a.proto"),
        ("two/c.proto", "two/c.proto"),
    ]


@pytest.mark.parametrize(
    ("name", "code", "values"),
    [("missing", SettingsWording.NO_FOLDER, {}), (".", SettingsWording.NO_FILES, {"kind": ".proto"})],
)
def test_folders_that_can_not_be_used_are_named(
    tmp_path: Path, name: str, code: SettingsWording, values: dict[str, object]
) -> None:
    folder = tmp_path / name
    with pytest.raises(ProtoFileError, check=says(code, folder=str(folder), **values)):
        read_proto_files([str(folder)])


def test_a_file_that_is_not_utf_8_is_named_with_the_place_in_it(tmp_path: Path) -> None:
    file = tmp_path / "a.proto"
    file.write_bytes(b"message \xff")
    fault = says(SettingsWording.FILE_NOT_UTF8, path=file, reason="invalid start byte", start=8)
    with pytest.raises(ProtoFileError, check=fault):
        read_proto_files([str(tmp_path)])


def test_a_folder_of_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_DEFINITION_FILES", 2)
    for number in range(3):
        (tmp_path / f"{number}.proto").touch()
    with pytest.raises(ProtoFileError, check=says(SettingsWording.TOO_MANY_FILES, kind=".proto")):
        read_proto_files([str(tmp_path)])


@pytest.mark.skipif(sys.platform == "win32", reason="no endless file")
def test_a_file_of_definitions_without_end_is_read_up_to_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a.proto").symlink_to("/dev/zero")
    tracemalloc.start()
    try:
        with pytest.raises(ProtoFileError, check=says(SettingsWording.TOO_MANY_FILES, kind=".proto")):
            read_proto_files([str(tmp_path)])
        assert tracemalloc.get_traced_memory()[1] < 3 * module.MAX_DEFINITION_BYTES
    finally:
        tracemalloc.stop()


def test_files_of_definitions_count_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_DEFINITION_BYTES", 10)
    (tmp_path / "a.proto").write_bytes(b"12345\r\n")
    (tmp_path / "b.proto").write_bytes(b"123")
    assert [text for _, text in read_proto_files([str(tmp_path)])] == ["12345\n", "123"]

    (tmp_path / "c.proto").write_bytes(b"1")
    with pytest.raises(ProtoFileError, check=says(SettingsWording.TOO_MANY_FILES, kind=".proto")):
        read_proto_files([str(tmp_path)])


def test_message_files_are_those_in_folders_of_packages(tmp_path: Path) -> None:
    for name in ("my_msgs/msg/A.msg", "my_msgs/srv/B.srv", "deep/other_msgs/msg/C.msg", "my_msgs/D.msg", "x/srv/E.msg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"# {name}", encoding="utf-8")

    found = Settings.from_options(msg_path=[str(tmp_path)]).message_files

    assert [(Path(name).relative_to(tmp_path).as_posix(), text) for name, text in found] == [
        ("deep/other_msgs/msg/C.msg", "# deep/other_msgs/msg/C.msg"),
        ("my_msgs/msg/A.msg", "# my_msgs/msg/A.msg"),
        ("my_msgs/srv/B.srv", "# my_msgs/srv/B.srv"),
    ]


def test_a_folder_without_message_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(MessageFileError, check=says(SettingsWording.NO_FILES, kind=".msg or .srv")):
        read_message_files([str(tmp_path)])

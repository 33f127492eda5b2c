from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config import user_settings as module
from app.config.atomic_file import locked_file
from app.config.feedback import FeedbackPattern
from app.config.folders import NO_HOME_FOLDER
from app.config.preference_values import PreferenceValues
from app.config.user_settings import (
    FORMAT,
    MAX_BYTES,
    MIGRATIONS,
    LastDriven,
    RobotSettings,
    SettingsDocument,
    SettingsFile,
    SettingsReadResult,
    ThemeChoice,
    format_document,
    migrate,
    parse_document,
)
from app.model.messages.shown_units import AngleUnit
from app.wording.config import SettingsWording
from protocols.sentence import code_of
from tests.fakes.full_disk import full_disk
from tests.fakes.unprivileged import without_rights

_JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
_FIELDS = [field.name for field in msgspec.structs.fields(SettingsDocument)]
_ROBOT_FIELDS = [field.name for field in msgspec.structs.fields(RobotSettings)]


def _document() -> SettingsDocument:
    return SettingsDocument(
        theme=ThemeChoice.LIGHT,
        recent_uris=["ros1://a"],
        robots={
            "ros1://a": RobotSettings("Rover", 3, "ros1://a?x", {"/c": ("JPEG", "")}, ["a"], {"a": 5.0}, {"j": "fixed"})
        },
        driven={"ros1://a": LastDriven("/cmd_vel", "slow")},
        switches={"history": False},
        choices={"log-level": "20"},
        layout={"window": b"\x00\xff"},
        views={"plots": {"plots": {"grid": [1, 2.5, None]}}},
        presets={"std_msgs/String": {"hello": '{"data": NaN}'}},
    )


def test_what_is_written_is_read_again() -> None:
    read = parse_document(format_document(_document()))

    assert read.document == _document()
    assert (read.faults, read.newer) == ((), False)


def test_it_is_text_that_a_person_can_read() -> None:
    text = format_document(SettingsDocument(recent_uris=["ros1://süd"])).decode()

    assert '\n  "recent_uris": [\n    "ros1://süd"\n  ]' in text


def test_of_a_document_with_faults_all_else_is_taken_and_each_fault_named() -> None:
    value = json.loads(format_document(_document()))
    value["theme"] = "purple"
    value["robots"]["ros1://a"]["color"] = "red"
    value["robots"]["ros1://a"]["rates_hz"]["b"] = -1
    value["robots"]["ros1://b"] = 7
    value["layout"]["log"] = "no base64!"
    read = parse_document(json.dumps(value).encode())

    expected = _document()
    expected.theme = ThemeChoice.SYSTEM
    expected.robots["ros1://a"].color = None
    assert read.document == expected
    assert {fault.partition(":  ")[0].split(": ")[0] for fault in read.faults} == {
        "theme",
        "robots > ros1://a > color",
        "robots > ros1://a > rates_hz > b",
        "robots > ros1://b",
        "layout > log",
    }


@pytest.mark.parametrize("number", [None, "1", 0, -1, True, 1.0])
def test_a_format_that_is_no_number_is_a_fault_and_the_rest_is_taken(number: object) -> None:
    read = parse_document(json.dumps({"format": number, "theme": "dark"}).encode())

    assert read.document.theme is ThemeChoice.DARK
    assert len(read.faults) == 1
    assert not read.newer


def test_of_a_newer_format_what_is_understood_is_taken() -> None:
    read = parse_document(json.dumps({"format": FORMAT + 1, "theme": "dark", "robots": [], "more": {}}).encode())

    assert read.newer
    assert read.document.theme is ThemeChoice.DARK


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"5", b"\xff\xfe", b"[" * 100_000, b'{"format": 1, "theme": ' + b'{"a":' * 5000, b"\0" * 4096],
)
def test_what_is_no_document_is_a_fault_and_the_settings_are_as_in_a_new_program(data: bytes) -> None:
    read = parse_document(data)

    assert read.document == SettingsDocument()
    assert read.faults


def test_a_document_that_is_cut_anywhere_is_read_without_an_error() -> None:
    data = format_document(_document())
    assert all(parse_document(data[:length]).faults for length in range(len(data) - 2))


def test_a_file_that_an_editor_of_windows_has_written_is_read() -> None:
    read = parse_document(b"\xef\xbb\xbf" + b'{\r\n  "format": 1,\r\n  "theme": "dark"\r\n}\r\n')

    assert (read.document.theme, read.faults) == (ThemeChoice.DARK, ())


def test_a_file_that_is_too_long_is_not_looked_at() -> None:
    assert code_of(parse_document(b" " * (MAX_BYTES + 1)).faults[0]) is SettingsWording.TOO_LONG


def test_the_worst_file_takes_a_bounded_memory() -> None:
    data = b'{"format": 1, "views": {"a": {"b": [' + b"[]," * (MAX_BYTES // 3 - 30) + b"[]]}}}"
    tracemalloc.start()
    parse_document(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 60 * MAX_BYTES


def test_more_faults_than_anybody_reads_are_not_named() -> None:
    robots = {f"ros1://robot{number}": number for number in range(10_000)}

    assert len(parse_document(json.dumps({"format": 1, "robots": robots}).encode()).faults) == 100


@given(st.binary(max_size=200))
def test_random_bytes_are_read_without_an_error(data: bytes) -> None:
    read = parse_document(data)

    # no settings without a format, and the reason is told
    assert read.faults or b"format" in data
    assert read.document == SettingsDocument() or b"{" in data
    assert parse_document(format_document(read.document)) == SettingsReadResult(read.document)


@given(st.dictionaries(st.sampled_from([*_FIELDS, "more"]), _JSON))
def test_anything_in_any_field_gives_a_document_that_can_be_written(value: dict[str, Any]) -> None:
    read = parse_document(json.dumps(value).encode())

    assert parse_document(format_document(read.document)).document == read.document


@given(st.dictionaries(st.sampled_from(_ROBOT_FIELDS), _JSON))
def test_anything_in_any_field_of_a_robot_costs_no_other_robot(robot: dict[str, Any]) -> None:
    value = {"format": 1, "robots": {"ros1://a": robot, "ros1://b": {"name": "Rover"}}}
    read = parse_document(json.dumps(value).encode())

    assert read.document.robots["ros1://b"] == RobotSettings("Rover")


@pytest.mark.parametrize(
    ("before", "preferences"),
    [
        ({"switches": {"drive-sound": False, "history": False}}, PreferenceValues(alarm=False)),
        ({"preferences": {"alarm_when_stopped": True, "alarm_when_lost": True}}, PreferenceValues()),
        (
            {"preferences": {"alarm_when_lost": False, "history_min": 5}},
            PreferenceValues(history_min=5, sound_link=FeedbackPattern.OFF, sound_robot=FeedbackPattern.OFF),
        ),
        (
            {"preferences": {"alarm_when_stopped": False, "sound_input": "short"}},
            PreferenceValues(
                sound_operator=FeedbackPattern.OFF,
                sound_input=FeedbackPattern.SHORT,
                sound_computer=FeedbackPattern.OFF,
            ),
        ),
        ({"switches": {"keep tokens": False}}, PreferenceValues(keep_tokens=False)),
        ({"choices": {"joints-unit": "deg"}}, PreferenceValues(angle=AngleUnit.DEGREES)),
        # what was never chosen, but written
        ({"switches": {"drive-sound": True}, "choices": {"joints-unit": "rad"}}, PreferenceValues()),
        # what is set today goes before
        (
            {"choices": {"joints-unit": "deg"}, "preferences": {"angle": "rad"}},
            PreferenceValues(angle=AngleUnit.RADIANS),
        ),
    ],
)
def test_switches_and_choices_of_before_are_preferences_now(
    before: dict[str, Any], preferences: PreferenceValues
) -> None:
    read = parse_document(json.dumps({"format": 1, **before}).encode())

    assert (read.document.preferences, read.faults) == (preferences, ())
    assert not {"drive-sound", "keep tokens"} & read.document.switches.keys()
    assert read.document.switches == {key: on for key, on in before.get("switches", {}).items() if key == "history"}
    # once it was set back, it stays so
    again = json.loads(format_document(read.document))
    again["preferences"] = {}
    assert parse_document(json.dumps(again).encode()).document.preferences == PreferenceValues()


def test_there_is_a_migration_from_every_format() -> None:
    assert set(MIGRATIONS) == set(range(FORMAT))


def test_migrations_are_made_one_after_another_from_the_format_of_the_file_on() -> None:
    table = {0: lambda value: f"{value}a", 1: lambda value: f"{value}b", 2: lambda value: f"{value}c"}

    assert migrate("", 0, 3, table) == "abc"
    assert migrate("", 2, 3, table) == "c"
    assert migrate("x", 3, 3, table) == migrate("x", 4, 3, table) == "x"


def test_a_document_that_would_be_too_long_loses_the_robots_of_longest_ago() -> None:
    document = SettingsDocument(
        robots={f"ros1://robot{number}": RobotSettings("x" * (MAX_BYTES // 4)) for number in range(6)}
    )
    data = format_document(document)

    assert len(data) <= MAX_BYTES
    assert list(parse_document(data).document.robots) == ["ros1://robot3", "ros1://robot4", "ros1://robot5"]


def test_a_text_that_is_none_keeps_nothing_else_from_being_written() -> None:
    document = SettingsDocument(recent_uris=["gazebo://\udcff"], choices={"a": "b"})

    assert parse_document(format_document(document)).document.choices == {"a": "b"}


def test_a_document_that_nobody_would_read_is_not_written() -> None:
    document = SettingsDocument(presets={"std_msgs/String": {"long": "x" * MAX_BYTES}})
    with pytest.raises(OSError, check=lambda error: code_of(error.strerror or "") is SettingsWording.WRITTEN_TOO_LONG):
        format_document(document)


DATA = Path(__file__).parents[2] / "data" / "settings"


class Clock:
    """Timers that a test has run out."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def start(self, delay_s: float, then: Callable[[], None]) -> Callable[[], None]:
        self.waiting.append((delay_s, then))
        return self.waiting.clear

    def run_out(self) -> None:
        waiting, self.waiting = self.waiting, []
        for _, then in waiting:
            then()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "teledeck" / "settings.json"


def set_theme(file: SettingsFile, theme: ThemeChoice) -> None:
    def change(document: SettingsDocument) -> None:
        document.theme = theme

    file.change("theme", change)


def set_switch(file: SettingsFile, name: str) -> None:
    file.change(("switch", name), lambda document: document.switches.update({name: False}))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_changes_are_in_the_file_soon_and_not_at_once(path: Path, clock: Clock) -> None:
    file = SettingsFile(path, start_timer=clock.start)
    set_theme(file, ThemeChoice.DARK)
    set_theme(file, ThemeChoice.LIGHT)
    set_switch(file, "history")
    assert file.document.theme is ThemeChoice.LIGHT
    assert not path.exists()
    assert [delay_s for delay_s, _ in clock.waiting] == [module.DELAY_S]

    clock.run_out()
    assert SettingsFile(path).document == file.document
    assert names(path.parent) == ["settings.json", "settings.json.lock"]
    set_theme(file, ThemeChoice.DARK)
    assert len(clock.waiting) == 1


def test_a_thread_writes_what_nobody_saves(path: Path) -> None:
    written = threading.Event()

    def start(delay_s: float, then: Callable[[], None]) -> Callable[[], None]:
        def write() -> None:
            then()
            written.set()

        return module._start_timer(delay_s / 100, write)

    set_switch(SettingsFile(path, start_timer=start), "history")
    assert written.wait(20)
    assert SettingsFile(path).document.switches == {"history": False}


def test_what_is_saved_is_not_written_again(path: Path, clock: Clock) -> None:
    file = SettingsFile(path, start_timer=clock.start)
    set_switch(file, "history")
    file.save()
    before = path.stat().st_ino
    clock.run_out()
    file.save()

    assert path.stat().st_ino == before


def test_nothing_is_written_of_a_run_that_changes_nothing(path: Path) -> None:
    file = SettingsFile(path)
    file.save()

    assert not path.exists()
    assert file.errors == ()


def test_without_a_path_nothing_is_kept(clock: Clock) -> None:
    file = SettingsFile(None, start_timer=clock.start)
    set_theme(file, ThemeChoice.DARK)
    file.save()

    assert file.document.theme is ThemeChoice.DARK
    assert clock.waiting == []


@pytest.mark.expects_log("could not be read")
def test_what_can_not_be_read_is_put_aside_and_told_of_with_the_field_and_the_place(path: Path) -> None:
    path.parent.mkdir()
    broken = b'{"format": 1, "theme": "purple", "switches": {"history": false}}'
    path.write_bytes(broken)
    file = SettingsFile(path)

    assert file.document.switches == {"history": False}
    (aside,) = path.parent.glob("settings.json.broken-*")
    assert aside.read_bytes() == broken
    (trouble,) = file.errors
    assert "theme" in trouble.reason
    assert trouble.tip == SettingsWording.KEPT_AS(path=aside)
    # what was good is there again, without a change
    again = SettingsFile(path)
    assert again.document.switches == {"history": False}
    assert again.errors == ()


@pytest.mark.expects_log("can't be")
def test_on_a_full_disk_what_can_not_be_read_stays_where_it_is(path: Path) -> None:
    path.parent.mkdir()
    broken = b'{"format": 1, "theme": "purple", "switches": {"history": false}}'
    path.write_bytes(broken)
    with full_disk():
        file = SettingsFile(path)

    assert file.document.switches == {"history": False}
    assert path.read_bytes() == broken
    assert names(path.parent) == ["settings.json", "settings.json.lock"]


@pytest.mark.expects_log("could not be read")
def test_no_file_that_was_put_aside_is_lost_to_the_next(path: Path) -> None:
    path.parent.mkdir()
    for text in ("{", "[", "x"):
        path.write_text(text, encoding="utf-8")
        SettingsFile(path)

    assert {each.read_text(encoding="utf-8") for each in path.parent.glob("*.broken-*")} == {"{", "[", "x"}


@pytest.mark.expects_log("could not be read")
def test_a_file_that_somebody_spoils_meanwhile_costs_neither_it_nor_the_changes(path: Path) -> None:
    file = SettingsFile(path)
    set_switch(file, "history")
    file.save()
    path.write_text('{"format": 1, "switches": 5, "choices": {"a": "b"}}', encoding="utf-8")
    set_theme(file, ThemeChoice.DARK)
    file.save()

    after = SettingsFile(path).document
    assert (after.theme, after.choices) == (ThemeChoice.DARK, {"a": "b"})
    assert len(file.errors) == 1


@pytest.mark.expects_log("A newer version of Teledeck saved the settings")
def test_a_newer_format_is_used_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    newer = json.dumps({"format": FORMAT + 1, "theme": "dark", "more": 1})
    path.write_text(newer, encoding="utf-8")
    file = SettingsFile(path)
    set_theme(file, ThemeChoice.LIGHT)
    file.save()
    file.save()

    assert path.read_text(encoding="utf-8") == newer
    assert names(path.parent) == ["settings.json", "settings.json.lock"]
    assert len(file.errors) == 1


@pytest.mark.expects_log("A newer version of Teledeck saved the settings")
def test_a_newer_program_that_comes_while_this_one_runs_keeps_its_settings(path: Path) -> None:
    file = SettingsFile(path)
    set_theme(file, ThemeChoice.LIGHT)
    file.save()
    newer = json.dumps({"format": FORMAT + 1})
    path.write_text(newer, encoding="utf-8")
    set_theme(file, ThemeChoice.DARK)
    file.save()

    assert path.read_text(encoding="utf-8") == newer
    assert len(file.errors) == 1


@pytest.mark.expects_log("Settings can't be saved")
def test_settings_that_nobody_would_read_leave_those_that_are_there(path: Path) -> None:
    file = SettingsFile(path)
    set_theme(file, ThemeChoice.DARK)
    file.save()
    file.change("long", lambda document: document.choices.update({"long": "x" * MAX_BYTES}))
    file.save()

    assert SettingsFile(path).document == SettingsDocument(theme=ThemeChoice.DARK)
    assert len(file.errors) == 1


def test_a_file_that_was_deleted_meanwhile_has_the_later_changes_alone(path: Path) -> None:
    file = SettingsFile(path)
    set_switch(file, "history")
    file.save()
    path.unlink()
    set_theme(file, ThemeChoice.DARK)
    file.save()

    assert SettingsFile(path).document == SettingsDocument(theme=ThemeChoice.DARK)


@pytest.mark.expects_log("Settings can't be saved")
def test_where_nothing_can_be_written_that_is_told_once_and_what_was_kept_is_used() -> None:
    with without_rights() as folder:
        path = folder / "settings.json"
        first = SettingsFile(path)
        set_switch(first, "history")
        first.save()
        folder.chmod(0o555)
        file = SettingsFile(path)
        assert len(file.errors) == 1
        set_theme(file, ThemeChoice.DARK)
        file.save()
        file.save()
        assert file.document.switches == {"history": False}
        (trouble,) = file.errors
        assert str(path) in trouble.reason

        # and as soon as it can be, all of it is
        folder.chmod(0o755)
        file.save()
        assert SettingsFile(path).document.theme is ThemeChoice.DARK


@pytest.mark.expects_log("can't read the settings")
def test_a_file_that_may_not_be_read_is_left_as_it_is() -> None:
    with without_rights() as folder:
        path = folder / "settings.json"
        path.write_text('{"format": 1}', encoding="utf-8")
        path.chmod(0)
        file = SettingsFile(path)
        set_theme(file, ThemeChoice.DARK)
        file.save()
        path.chmod(0o600)
        assert path.read_text(encoding="utf-8") == '{"format": 1}'
        assert len(file.errors) == 1

        file.save()
        assert SettingsFile(path).document.theme is ThemeChoice.DARK


@pytest.mark.expects_log("Settings can't be saved")
def test_a_user_without_a_home_is_told_once() -> None:
    file = SettingsFile(NO_HOME_FOLDER / "teledeck" / "settings.json")
    set_theme(file, ThemeChoice.DARK)
    file.save()

    (trouble,) = file.errors
    assert trouble.reason == SettingsWording.NOT_KEPT(why=SettingsWording.NO_HOME())


@pytest.mark.expects_log("Settings can't be saved")
def test_a_full_disk_leaves_the_file_whole_and_the_changes_waiting(path: Path) -> None:
    file = SettingsFile(path)
    set_theme(file, ThemeChoice.DARK)
    file.save()
    before = path.read_bytes()
    with full_disk():
        set_switch(file, "history")
        file.save()
    assert path.read_bytes() == before
    assert names(path.parent) == ["settings.json", "settings.json.lock"]
    assert len(file.errors) == 1

    set_switch(file, "another")
    file.save()
    assert SettingsFile(path).document.switches == {"history": False, "another": False}


@pytest.mark.expects_log("can't read the settings")
@pytest.mark.skipif(sys.platform == "win32", reason="has no files without an end")
def test_what_is_no_file_is_not_read_and_not_replaced(path: Path) -> None:
    import os

    path.parent.mkdir()
    os.mkfifo(path)
    file = SettingsFile(path)
    set_theme(file, ThemeChoice.DARK)
    file.save()

    assert path.is_fifo()
    assert len(file.errors) == 1


def test_who_holds_the_file_too_long_is_not_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = SettingsFile(path)
    set_theme(file, ThemeChoice.DARK)
    monkeypatch.setattr(module, "locked_file", lambda held_path: locked_file(held_path, 0.05))
    with locked_file(path):
        file.save()

    assert SettingsFile(path).document.theme is ThemeChoice.DARK


_OTHER = """
import sys
from pathlib import Path
from app.config.user_settings import SettingsFile
mine, file = sys.argv[2], SettingsFile(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for number in range(20):
    name = f"{mine}-{number}"
    file.change(("switch", name), lambda document, name=name: document.switches.update({name: False}))
    file.save(60)
sys.exit(bool(file.errors))
"""


def test_two_processes_lose_nothing_of_each_others_changes(path: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _OTHER, str(path), mine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for mine in ("one", "other")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.communicate("go\n", timeout=100)

    assert [process.returncode for process in processes] == [0, 0]
    switches = SettingsFile(path).document.switches
    assert set(switches) == {f"{mine}-{number}" for mine in ("one", "other") for number in range(20)}
    assert names(path.parent) == ["settings.json", "settings.json.lock"]


# what the version before wrote


@pytest.fixture
def before(tmp_path: Path) -> Path:
    shutil.copytree(DATA, tmp_path / "home")
    return tmp_path / "home"


def test_an_upgrade_keeps_what_the_version_before_wrote(before: Path) -> None:
    path, ini = before / "teledeck" / "settings.json", before / "Teledeck" / "Teledeck.ini"
    was = ini.read_bytes()
    document = SettingsFile(path, ini).document

    rover, engine = "gazebo://127.0.0.1:41200", "nrp+grpc://robot:9004"
    assert document.theme is ThemeChoice.LIGHT
    assert document.recent_uris == ["galileo://192.168.0.132:3547", rover]
    assert document.robots[rover] == RobotSettings("Rover “Süd”, №1 = 100 %; \\ok", 4)
    assert document.robots["galileo://192.168.0.132:3547"].decoders == {
        "camera/front": ("ROS 1", "sensor_msgs/Image"),
        "odom": ("bytes", ""),
    }
    assert document.robots[engine] == RobotSettings(
        address=f"{engine}?packs=a,b",
        topics=["a", "b", 'Größe, "x"', "rgb/тест"],
        rates_hz={"a": 5.0, "b": 50.0},
        joint_kinds={"arm_1": "revolute"},
        joint_speeds={"arm_1": 0.25},
        joint_topics={"arm_1": ("/arm/command", "position")},
    )
    assert document.driven == {rover: LastDriven("~/rover/vel_cmd", "slow")}
    assert document.switches == {"history": False, "plots-linked": True}
    assert document.choices == {"log-level": "20"}
    assert {"window", "docks", "topics", "log"} <= set(document.layout)
    assert set(document.views) == {"pictures", "plots", "topviews", "lanes"}
    assert set(document.views["pictures"]) == {"picture-1"}
    assert json.loads(document.presets["std_msgs/String"]["hello"]) == {"data": "grüß dich"}
    assert "NaN" in document.presets["geometry_msgs/Point"]["odd"]
    # all of it is in the file from now on, and the file before is kept
    assert SettingsFile(path, ini).document == document
    (kept,) = ini.parent.glob("Teledeck.ini.bak-*")
    assert kept.read_bytes() == was


def test_an_upgrade_keeps_layouts(before: Path) -> None:
    SettingsFile(before / "teledeck" / "settings.json", before / "Teledeck" / "Teledeck.ini")

    (old,) = (before / "Teledeck" / "layouts").iterdir()
    assert (before / "teledeck" / "layouts" / old.name).read_bytes() == old.read_bytes()


def test_who_deletes_the_settings_begins_anew(before: Path) -> None:
    path, ini = before / "teledeck" / "settings.json", before / "Teledeck" / "Teledeck.ini"
    SettingsFile(path, ini)
    path.unlink()

    assert SettingsFile(path, ini).document == SettingsDocument()


@pytest.mark.expects_log("Settings can't be saved")
def test_an_upgrade_where_nothing_can_be_written_uses_what_there_is() -> None:
    text = (DATA / "Teledeck" / "Teledeck.ini").read_bytes()
    with without_rights() as folder:
        ini = folder / "Teledeck.ini"
        ini.write_bytes(text)
        folder.chmod(0o555)
        file = SettingsFile(folder / "teledeck" / "settings.json", ini)
        assert file.document.theme is ThemeChoice.LIGHT
        assert ini.exists()
        assert len(file.errors) == 1

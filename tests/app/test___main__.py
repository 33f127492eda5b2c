"""The console script, up to where a command or the window takes over."""

from __future__ import annotations

import contextlib
import importlib.abc
import os
import signal
import sys
import zlib
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from app.__main__ import main
from app.cli import analyse, parser
from app.cli.stopping import Stopped
from app.config.folders import CONFIG_VARIABLE, config_folder
from app.faults import WINDOW, run_log
from app.wording.commands import CommandWording
from app.wording.config import SettingsWording
from app.wording.program import ProgramWording
from app.wording.session import SessionWording
from protocols.ros1.wording import RosMessageWording
from tests.fakes.command import run_command
from tests.tools.sentences import shows


class Refuses(importlib.abc.MetaPathFinder):
    """Fails to import `app.main`, or another module."""

    def __init__(self, error: Exception, refused: str = "app.main") -> None:
        self.error = error
        self.refused = refused
        self.on_interrupt: object = None

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        del path, target
        if name == self.refused:
            self.on_interrupt = signal.getsignal(signal.SIGINT)
            raise self.error
        return None


@pytest.fixture(autouse=True)
def roles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The logs of processes that were begun, of which the process of the tests has no use."""
    begun: list[str] = []

    @contextlib.contextmanager
    def logged(role: str, **_: object) -> Iterator[None]:
        begun.append(role)
        yield

    monkeypatch.setattr(run_log, "logged_run", logged)
    return begun


@pytest.fixture
def without_window(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """`app.main` can't be imported, for the reason that the test gives."""
    monkeypatch.delitem(sys.modules, "app.main", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Refuses(request.param), *sys.meta_path])


def test_without_a_command_the_window_is_opened_on_the_uris(monkeypatch: pytest.MonkeyPatch, roles: list[str]) -> None:
    opened: list[tuple[Sequence[str], dict[str, object]]] = []

    def run(uris: Sequence[str], **settings: object) -> int:
        opened.append((uris, settings))
        return 7

    desktop = ModuleType("app.main")
    desktop.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "app.main", desktop)

    assert main(["gazebo://a", "gazebo://b", "--frame-limit", "2", "--slave-port", "11500", "--obey-shutdown"]) == 7
    settings: dict[str, object] = {
        "run_log": None,
        "layouts": [],
        "compared": [],
        "frame_limit_bytes": 2 * 1024 * 1024,
        "publisher_port": None,
        "slave_port": 11500,
        "obey_shutdown": True,
        "proto_path": None,
        "msg_path": None,
        "safely": False,
    }
    assert opened == [(["gazebo://a", "gazebo://b"], settings)]
    assert roles == [WINDOW]


def test_a_window_that_is_given_nothing_is_the_one_that_the_grammar_describes(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Sequence[str], dict[str, object]]] = []

    def run(uris: Sequence[str], **settings: object) -> int:
        opened.append((uris, settings))
        return 7

    desktop = ModuleType("app.main")
    desktop.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "app.main", desktop)

    assert main([]) == 7
    assert opened == [((), {"run_log": None})]
    # so all that it would be given is what it takes when it is given nothing
    assert not any(vars(parser.parse([])).values())


def test_proto_files_that_can_not_be_read_are_wrong_usage_before_any_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.proto").write_text("massage M {}", encoding="utf-8")

    assert main(["--proto-path", str(tmp_path)]) == 2
    assert "bad.proto:1: " in capsys.readouterr().err


def test_message_files_that_can_not_be_read_are_wrong_usage_before_any_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--msg-path", str(tmp_path)]) == 2
    assert shows(capsys.readouterr().err, SettingsWording.NO_FILES, folder=tmp_path)

    (tmp_path / "my_msgs" / "msg").mkdir(parents=True)
    (tmp_path / "my_msgs" / "msg" / "Bad.msg").write_text("int32 a\nthis is no field\n", encoding="utf-8")
    assert main(["--msg-path", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert shows(said, RosMessageWording.AT_LINE, line=2)
    assert "Bad.msg" in said


@pytest.mark.parametrize(
    "without_window",
    [
        ModuleNotFoundError("No module named 'PySide6'", name="PySide6"),
        ImportError("libEGL.so.1: cannot open shared object file: No such file or directory"),
    ],
    indirect=True,
)
@pytest.mark.usefixtures("without_window")
def test_where_qt_can_not_be_loaded_it_says_what_to_install(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1

    printed = capsys.readouterr()
    assert printed.out == ""
    assert shows(printed.err, ProgramWording.WINDOW_NOT_OPENED)
    assert "sudo apt install" in printed.err


@pytest.mark.parametrize("without_window", [ImportError("libEGL.so.1: cannot open shared object file")], indirect=True)
@pytest.mark.usefixtures("without_window")
def test_a_package_asks_only_for_what_it_does_not_bring(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert main([]) == 1
    printed = capsys.readouterr().err
    assert "libegl1" in printed
    assert "libxcb-cursor0" not in printed

    monkeypatch.setattr(sys, "platform", "win32")
    assert main([]) == 1
    assert "apt" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "without_window",
    [ModuleNotFoundError("No module named 'app.x'", name="app.x"), zlib.error("Error -3")],
    indirect=True,
)
@pytest.mark.usefixtures("without_window")
def test_what_can_not_be_loaded_because_the_program_was_updated_is_said_to_be_that(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.program.installation.is_replaced", lambda: True)
    assert main([]) == 1
    assert "updated" in capsys.readouterr().err


@pytest.mark.parametrize(
    "without_window", [ModuleNotFoundError("No module named 'app.x'", name="app.x")], indirect=True
)
@pytest.mark.usefixtures("without_window")
def test_a_fault_of_ours_is_not_taken_for_a_missing_library() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"app\.x"):
        main([])


def test_while_the_window_is_loaded_an_interrupt_ends_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)
    loading = Refuses(ImportError("libEGL.so.1"))
    monkeypatch.delitem(sys.modules, "app.main", raising=False)
    monkeypatch.setattr(sys, "meta_path", [loading, *sys.meta_path])
    main([])

    assert loading.on_interrupt is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is before


def test_a_command_gives_its_exit_code_and_leaves_signals_as_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    assert main(["topics", "nowhere:"]) == 2
    assert shows(capsys.readouterr().err, SessionWording.UNKNOWN_SCHEME, uri="nowhere:")
    assert {number: signal.getsignal(number) for number in before} == before


@pytest.fixture
def picture_module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What draws pictures of analyses, which draws nothing."""
    module = ModuleType("app.ui.analysis.chart_image")
    module.save_chart_image = lambda *_: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "app.ui.analysis", ModuleType("app.ui.analysis"))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


@pytest.mark.parametrize("display", [":0", None])
def test_an_analysis_is_given_what_draws_its_picture_on_no_screen(
    monkeypatch: pytest.MonkeyPatch, picture_module: ModuleType, display: str | None
) -> None:
    given: list[object] = []
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.setenv("QT_LOGGING_RULES", "")
    if display is None:
        monkeypatch.delenv("DISPLAY", raising=False)
    else:
        monkeypatch.setenv("DISPLAY", display)

    def run(_arguments: object, save_chart_image: object = None) -> int:
        given.extend((save_chart_image, os.environ.get("QT_QPA_PLATFORM")))
        return 3

    monkeypatch.setattr(analyse, "run", run)

    assert main(["analyse", "ros1:", "/imu", "--timing", "--png", "a.png"]) == 3
    assert given == [picture_module.save_chart_image, "offscreen"]


def test_without_a_picture_an_analysis_needs_no_qt(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def run(_arguments: object, save_chart_image: object = None) -> int:
        given.append(save_chart_image)
        return 0

    monkeypatch.setattr(analyse, "run", run)

    assert main(["analyse", "ros1:", "/imu", "--timing"]) == 0
    assert given == [None]


def test_where_qt_can_not_be_loaded_the_picture_is_refused_before_anything_is_collected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusing = Refuses(ImportError("libEGL.so.1: cannot open shared object file"), "app.ui.analysis.chart_image")
    monkeypatch.setenv("QT_LOGGING_RULES", "")
    monkeypatch.setitem(sys.modules, "app.ui.analysis", ModuleType("app.ui.analysis"))
    monkeypatch.setattr(sys.modules["app.ui.analysis"], "__path__", [], raising=False)
    monkeypatch.delitem(sys.modules, "app.ui.analysis.chart_image", raising=False)
    monkeypatch.setattr(sys, "meta_path", [refusing, *sys.meta_path])

    assert main(["analyse", "ros1://127.0.0.1:9", "/imu", "--timing", "--png", "a.png"]) == 1

    printed = capsys.readouterr()
    assert (printed.out, refusing.on_interrupt) == ("", signal.SIG_DFL)
    assert shows(printed.err, ProgramWording.PICTURE_NOT_DRAWN)
    assert "libEGL.so.1" in printed.err


def test_without_a_screen_it_says_so_and_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")

    assert main([]) == 1
    assert ProgramWording.NO_SCREEN() in capsys.readouterr().err


@pytest.mark.parametrize(("ended_by", "code"), [(Stopped, 1), (KeyboardInterrupt, 130)])
def test_who_is_told_to_end_while_it_starts_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ended_by: type[BaseException], code: int
) -> None:
    def end(_arguments: object, _load: object) -> int:
        raise ended_by

    monkeypatch.setattr("app.cli.demo.show", end)

    assert main(["demo"]) == code
    assert capsys.readouterr().err == ""


async def test_the_version_is_printed() -> None:
    outcome = await run_command("--version")

    assert outcome.code == 0
    assert outcome.out.startswith("teledeck ")
    assert outcome.err == ""


def test_the_folder_that_is_named_is_that_of_this_run_and_its_children(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, "")
    monkeypatch.chdir(tmp_path)

    assert main(["topics", "nowhere:", "--config", "desk"]) == 2
    assert config_folder() == tmp_path / "desk"
    assert os.environ[CONFIG_VARIABLE] == str(tmp_path / "desk")
    capsys.readouterr()


def test_a_file_is_no_folder_to_keep_things_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["--config", str(tmp_path / "file")])

    assert ended.value.code == 2
    assert CommandWording.NO_FOLDER(text=tmp_path / "file") in capsys.readouterr().err

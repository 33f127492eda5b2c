"""What every command does as a process: exit codes, signals, pipes, and what it does not load."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from app.__main__ import main
from app.wording.commands import CommandWording
from tests.fakes.command import ROOT, Command, Outcome, run_command
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.waiting import eventually

X = "/gazebo/default/x"
INT = "gazebo.msgs.Int"
FIVE = b"\x08\x05"


async def python(script: str, *arguments: str) -> Outcome:
    """Run a script with the program's modules."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        script,
        *arguments,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    return await Command(process).end()


async def echo(server: GazeboServer, process: PublishingProcess, *options: str, stdout: int | None = None) -> Command:
    """An endless echo that is subscribed."""
    process.advertise(X, INT)
    if stdout is None:
        command = await Command.start("echo", server.uri, X, "--json", *options)
    else:
        command = await Command.start("echo", server.uri, X, "--json", *options, stdout=stdout)
    await eventually(lambda: process.links, timeout_s=60)
    return command


class TestSignals:
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    async def test_an_endless_echo_that_is_stopped_is_done(
        self, server: GazeboServer, process: PublishingProcess, number: signal.Signals
    ) -> None:
        command = await echo(server, process)
        process.publish(X, FIVE)
        await command.line()
        outcome = await command.end(number)

        assert outcome == Outcome(0, "", "")
        # it left as it should, not as one that broke off
        await eventually(lambda: [topic for topic, _, _ in server.subscriptions("unsubscribe")] == [X, X])

    async def test_stopped_before_all_that_was_asked_for_had_come_it_is_not_done(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        command = await echo(server, process, "-n", "5")
        outcome = await command.end(signal.SIGINT)

        assert outcome == Outcome(1, "", f"teledeck: {CommandWording.STOPPED()}.\n")

    async def test_it_can_be_stopped_before_it_is_loaded(self) -> None:
        script = """
import importlib.abc, os, signal, sys
class Stopper(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "app.cli.dispatch":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stopper())
from app.__main__ import main
from app.cli import stopping
# on a busy machine it takes longer to load than what hangs is given
stopping.PATIENCE_S = 1000.0
sys.exit(main(["echo", "gazebo://127.0.0.1:1", "/x"]))
"""
        assert await python(script) == Outcome(0, "", "")

    async def test_it_can_be_stopped_while_nobody_reads_its_output(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        reader, writer = os.pipe()
        command = await echo(server, process, stdout=writer)
        os.close(writer)
        # more than a pipe holds
        process.publish(X, *[FIVE] * 900)
        await asyncio.sleep(0.2)
        outcome = await command.end(signal.SIGINT)
        os.close(reader)

        assert outcome.code == 0
        assert "Traceback" not in outcome.err

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    async def test_stopped_within_a_line_it_says_that_the_line_may_be_cut(
        self, server: GazeboServer, process: PublishingProcess, number: signal.Signals
    ) -> None:
        process.advertise(X, "gazebo.msgs.GzString")
        reader, writer = os.pipe()
        command = await Command.start("echo", server.uri, X, "--json", stdout=writer)
        os.close(writer)
        await eventually(lambda: process.links, timeout_s=60)
        # more than a pipe holds
        process.publish(X, b"\x0a\xc0\x9a\x0c" + b"x" * 200_000)
        assert await asyncio.to_thread(os.read, reader, 10)
        outcome = await command.end(number)
        cut = await asyncio.to_thread(os.read, reader, 1 << 20)
        os.close(reader)

        assert 0 < len(cut) < 200_000
        assert not cut.endswith(b"\n")
        assert outcome.code == 1
        assert CommandWording.STOPPED_IN_LINE() in outcome.err

    async def test_started_by_nohup_it_outlives_its_terminal(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        process.advertise(X, INT)
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            command = await Command.start("echo", server.uri, X, "--json")
        finally:
            signal.signal(signal.SIGHUP, before)
        await eventually(lambda: process.links, timeout_s=60)
        command.process.send_signal(signal.SIGHUP)
        process.publish(X, FIVE)
        assert await command.line()
        assert (await command.end(signal.SIGTERM)).code == 0


class TestOutput:
    async def test_a_reader_that_leaves_ends_echo_quietly(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        reader, writer = os.pipe()
        command = await echo(server, process, stdout=writer)
        os.close(writer)
        process.publish(X, FIVE)
        assert await asyncio.to_thread(os.read, reader, 10)
        os.close(reader)
        ending = asyncio.get_running_loop().create_task(command.end())
        while not ending.done():
            process.publish(X, FIVE)
            await asyncio.sleep(0.02)

        assert await ending == Outcome(0, "", "")

    async def test_a_reader_that_leaves_ends_topics_quietly(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        for index in range(50):
            process.advertise(f"/gazebo/default/topic{index}", INT)
        reader, writer = os.pipe()
        command = await Command.start("topics", server.uri, stdout=writer)
        os.close(writer)
        os.close(reader)

        assert await command.end() == Outcome(0, "", "")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
    async def test_output_that_can_not_be_written_is_an_error(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        process.advertise(X, INT)
        full = os.open("/dev/full", os.O_WRONLY)
        command = await Command.start("topics", server.uri, stdout=full)
        os.close(full)
        outcome = await command.end()

        assert outcome.code == 1
        assert CommandWording.OUTPUT_FAILED(error="No space left on device") in outcome.err
        assert outcome.err.count("\n") == 1

    async def test_closed_standard_streams_are_told_by_the_exit_code_alone(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        process.advertise(X, INT)
        script = f"'{sys.executable}' -m app topics {server.uri} >&- 2>&-"
        shell = await asyncio.create_subprocess_exec("sh", "-c", script, cwd=ROOT)
        assert await shell.wait() == 1
        script = f"'{sys.executable}' -m app topics gazebo://127.0.0.1:1 2>&-"
        shell = await asyncio.create_subprocess_exec("sh", "-c", script, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
        out, _ = await shell.communicate()
        assert (shell.returncode, out) == (1, b"")

    async def test_json_and_errors_do_not_depend_on_the_language(
        self, server: GazeboServer, process: PublishingProcess
    ) -> None:
        process.advertise("/gazebo/default/日本", INT)
        plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
        outcome = await run_command("topics", server.uri, environ=plain)
        assert outcome.code == 0
        assert "/gazebo/default/\\u65e5\\u672c" in outcome.out

        outcome = await run_command("echo", server.uri, "日本", environ=plain)
        assert outcome.code == 2
        assert "Traceback" not in outcome.err


class TestErrors:
    @pytest.mark.parametrize(
        "arguments",
        [
            ("topics",),
            ("echo", "gazebo://127.0.0.1:1"),
            ("echo", "gazebo://127.0.0.1:1", "/x", "-n", "0"),
            ("hz", "gazebo://127.0.0.1:1", "/x", "--seconds", "-1"),
            ("topics", "ros9://robot"),
            ("topics", "gazebo://:11345"),
            ("topics", "gazebo://robot:99999"),
            ("echo", "gazebo://127.0.0.1:1", "/a\nb"),
            ("hz", "gazebo://127.0.0.1:1", "/a\nb"),
            ("topic", "gazebo://127.0.0.1:1"),
            ("--frobnicate",),
        ],
    )
    def test_wrong_usage_is_exit_2_and_one_line_that_ends_in_a_tip(
        self, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
    ) -> None:
        try:
            code: object = main(arguments)
        except SystemExit as end:
            code = end.code
        printed = capsys.readouterr()

        assert (code, printed.out) == (2, "")
        assert printed.err.startswith("teledeck: ")
        assert printed.err.count("\n") == 1
        assert printed.err.count(". ") >= 1

    async def test_a_host_that_does_not_exist_is_exit_1(self) -> None:
        outcome = await run_command("topics", "gazebo://no-such-host.invalid:11345")

        assert (outcome.code, outcome.out) == (1, "")
        assert "no-such-host.invalid" in outcome.err
        assert outcome.err.count("\n") == 1

    async def test_what_a_server_says_can_not_act_on_the_terminal(self, server: GazeboServer) -> None:
        server.greeting = b"\x1b[2J\x1b]0;"
        outcome = await run_command("topics", server.uri)

        assert outcome.code == 1
        assert outcome.err.rstrip("\n").isprintable()


class TestLoading:
    async def test_no_command_loads_qt(self, server: GazeboServer, process: PublishingProcess) -> None:
        process.advertise(X, INT)
        process.publish(X, FIVE)
        script = """
import importlib.abc, sys
class NoQt(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.startswith(("PySide6", "shiboken6", "qasync", "pyqtgraph", "app.ui", "app.main")):
            raise SystemExit(f"{name} is loaded")
sys.meta_path.insert(0, NoQt())
from app.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
        for command in (
            ("topics", server.uri),
            ("echo", server.uri, X, "-n", "1"),
            ("hz", server.uri, X, "--seconds", "0.1"),
        ):
            outcome = await python(script, *command)
            assert "is loaded" not in outcome.err
            assert outcome.code == (1 if command[0] == "hz" else 0)

    async def test_version_help_and_wrong_usage_load_no_connection(self) -> None:
        script = """
import sys
from app.__main__ import main
for arguments in (["--version"], ["--help"], ["echo", "--help"], ["topics"]):
    try:
        main(arguments)
    except SystemExit:
        pass
heavy = {"asyncio", "google.protobuf", "app.session.session", "logging"} & set(sys.modules)
sys.exit(f"loaded: {heavy}" if heavy else 0)
"""
        assert (await python(script)).code == 0

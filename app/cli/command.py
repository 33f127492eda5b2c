"""Parts that the commands share: a connection on a link thread, login, output, errors as a sentence and a tip.

A token comes from the robot's address, the environment, the key store, or by asking. It is never printed, and never
kept by a command.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import getpass
import os
import select
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar, cast

from app.cli.output import printable, topic_text
from app.cli.stopping import STOP, Stopped
from app.config.run_settings import Settings, SettingsOptions
from app.model.alerts import Severity
from app.model.status import ConnectionState
from app.model.topics import Topic, TopicKey
from app.net.link_thread import LinkThread
from app.session.addresses import address_tokens, with_token
from app.session.commands import Commands
from app.session.errors import SessionError
from app.session.key_store import KeyStoreError, TokenStore
from app.session.links import Links
from app.session.session import Session
from app.wording.commands import CommandWording
from protocols.errors import MessageFileError, ProtoFileError

ATTEMPTS: Final = 3
LOGIN_POLL_S: Final = 0.05
DISCONNECT_TIMEOUT_S: Final = 5.0
# a locked key store may ask the user, who may not be there
KEY_STORE_TIMEOUT_S: Final = 30.0


DONE, NOT_REACHED, WRONG_USAGE = 0, 1, 2
CLOSE_TIMEOUT_S = 5.0
POLL_S = 0.02

# for the list of topics, for the tip of an error
ASK_S = 3.0

# up to this many bytes are written to a pipe completely or not at all
WHOLE_BYTES = getattr(select, "PIPE_BUF", 512)
_Result = TypeVar("_Result")


class Login:
    """Connects to one robot, with its token.

    Args:
        tell: shows a sentence and a tip to the operator.
        tokens: the key store.
    """

    def __init__(
        self,
        links: Links,
        link: LinkThread,
        tell: Callable[[str, str], None],
        tokens: TokenStore | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._links = links
        self._link = link
        self._tell = tell
        self._tokens = tokens or TokenStore()
        self._environ = os.environ if environ is None else environ

    def connect(self, uri: str, *, ask: bool) -> str:
        """Begin to connect, with the known token; returns the connection's id.

        Args:
            uri: the robot's address.
            ask: ask for the token if the robot refuses, and the command runs at a terminal.

        Raises:
            SessionError: the address can't be understood.
            Stopped: a signal asked the command to end.
        """
        links = self._links
        access = address_tokens(uri)
        uri = self.address_with_tokens(uri)
        name = links.connect(uri)
        if access is None or not access.key or access.token or not ask or not _is_terminal():
            return name
        for _ in range(ATTEMPTS):
            if not self._is_refused(name):
                break
            token = getpass.getpass(CommandWording.ASK_FOR_IT(robot=access.key), sys.stderr)
            if not token:
                break
            self._link.submit(links.disconnect(name)).result(DISCONNECT_TIMEOUT_S)
            name = links.connect(with_token(uri, token))
        return name

    def address_with_tokens(self, uri: str) -> str:
        """The robot's address with the known token. Raises Stopped if a signal asked the command to end."""
        access = address_tokens(uri)
        if access is None or not access.key:
            return uri
        return with_token(
            uri,
            access.token or self._environ.get(access.variable, "") or self._kept(access.key, access.variable),
            access.proxy_token
            or self._environ.get(access.proxy_variable, "")
            or self._kept(access.proxy_key, access.proxy_variable),
        )

    def _kept(self, key: str, variable: str) -> str:
        """The token in the key store; empty if there is none, or the key store does not answer.

        Then the operator is told to set the variable instead.
        """
        if not key:
            return ""
        asked = self._link.submit(self._tokens.find(key))
        waited_s = 0.0
        try:
            while waited_s < KEY_STORE_TIMEOUT_S:
                STOP.check()
                try:
                    return asked.result(LOGIN_POLL_S)
                except TimeoutError:
                    waited_s += LOGIN_POLL_S
        except KeyStoreError as error:
            self._tell(error.reason, error.tip)
            return ""
        finally:
            asked.cancel()
        self._tell(CommandWording.KEY_STORE_SILENT(), CommandWording.UNLOCK_OR_SET(variable=variable))
        return ""

    def _is_refused(self, name: str) -> bool:
        """Wait until the robot has accepted or refused the connection, or can't be reached; whether it has refused."""
        while True:
            STOP.check()
            status = self._links.status(name)
            if status is None or status.state is ConnectionState.CONNECTED:
                return False
            if status.failed:
                return status.state is ConnectionState.REFUSED
            time.sleep(LOGIN_POLL_S)


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr is not None and sys.stderr.isatty()


class CommandError(Exception):
    """The command has failed: exit code, a sentence and a tip."""

    def __init__(self, code: int, reason: str, tip: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.tip = tip


def print_error(reason: str, tip: str = "") -> None:
    """Print a sentence and a tip on standard error, if that is open."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(printable(f"teledeck: {reason.rstrip('.')}.{' ' + tip if tip else ''}"), file=sys.stderr, flush=True)  # noqa: T201


def print_line(line: str) -> None:
    """Print a line of output, and flush it.

    Raises:
        CommandError: the line can't be written, or a signal came when a part of it may have been written.
        BrokenPipeError: nobody reads the output any more.
        Stopped: a signal asked the command to end while nobody read the line.
    """
    if sys.stdout is None:
        # it was closed from the start: `print` would write nothing, without an error
        raise CommandError(NOT_REACHED, CommandWording.OUTPUT_CLOSED())
    try:
        print(line, flush=True)  # noqa: T201
    except BrokenPipeError:
        raise
    except Stopped:
        # the interpreter would try to write the rest of the line again at its end
        abandon_output()
        if len(line.encode(sys.stdout.encoding, "backslashreplace")) < WHOLE_BYTES:
            raise
        reason = CommandWording.STOPPED_IN_LINE()
        raise CommandError(NOT_REACHED, reason, CommandWording.LEAVE_LAST_LINE()) from None
    except OSError as error:
        abandon_output()
        raise CommandError(NOT_REACHED, CommandWording.OUTPUT_FAILED(error=error.strerror or str(error))) from error


def abandon_output() -> None:
    """Redirect standard output to the null device, so that buffered output is no error at the interpreter's end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class CommandConnection:
    """The connection of one command.

    Attributes:
        patient: keep trying if the robot can't be reached at once, rather than fail.
        waits_for_return: whether the command waits for a lost robot to come back.
    """

    def __init__(self, session: Session, link: LinkThread, connection_id: str, *, patient: bool) -> None:
        self.session = session
        self.link = link
        self.connection_id = connection_id
        self.patient = patient
        self.waits_for_return = True
        self._reached = False
        self._said = ""
        self._told: set[tuple[str, str]] = set()

    def key(self, topic: str) -> TopicKey:
        """The key of a topic by its name."""
        return TopicKey(self.connection_id, topic)

    def topic(self, name: str) -> Topic | None:
        """The topic that a name stands for now, None while it is unknown."""
        return self.session.topics.topic(self.key(name))

    def allowed_commands(self) -> Commands:
        """The commands, allowed to this robot: whoever types one has consented."""
        self.session.commands.allow(self.connection_id, allowed=True)
        return self.session.commands

    def check(self) -> None:
        """Report when the robot was lost and when it is back; to be called again and again.

        Raises:
            CommandError: the robot can't be reached.
            Stopped: a signal asked the command to end.
        """
        STOP.check()
        status = self.session.links.status(self.connection_id)
        if status is None or status.state is ConnectionState.CLOSED:
            return
        connected = status.state is ConnectionState.CONNECTED
        if not self._reached and status.failed and not self.patient:
            raise CommandError(NOT_REACHED, status.reason, status.tip)
        if self._reached and not connected and status.reason != self._said:
            self._said = status.reason
            waiting = CommandWording.WAITING() if self.waits_for_return else ""
            print_error(
                CommandWording.LOST(connection=self.connection_id, state=status.state.value, reason=status.reason),
                waiting,
            )
        elif connected and self._said:
            self._said = ""
            print_error(CommandWording.BACK(connection=self.connection_id))
        self._reached = self._reached or connected

    def check_subscription(self, name: str) -> None:
        """Do `check`, and also raise CommandError if the topic can't be subscribed to."""
        self.check()
        refusal = self.session.topics.refusal_of(self.key(name))
        if refusal is not None:
            raise CommandError(WRONG_USAGE, refusal.reason, refusal.tip)

    def print_faults(self) -> None:
        """Print the current alerts that are faults, each once."""
        for alert in self.session.alerts.current:
            fault = (alert.key, alert.text)
            if alert.severity > Severity.INFO and fault not in self._told:
                self._told.add(fault)
                print_error(alert.text, alert.tip)

    def wait(self, coroutine: Coroutine[Any, Any, _Result], meanwhile: Callable[[], object] = lambda: None) -> _Result:
        """Run a coroutine of the session to its end, and call `meanwhile` and `check` again and again.

        Raises what `check` and the coroutine raise.
        """
        running = self.link.submit(coroutine)
        try:
            while True:
                try:
                    return running.result(POLL_S)
                except TimeoutError:
                    if running.done():
                        raise
                meanwhile()
                self.check()
        finally:
            running.cancel()

    def no_message_error(self, name: str, waited_s: float) -> CommandError:
        """The error for a topic of which no message came, with the likely reason."""
        status = self.session.links.status(self.connection_id)
        if status is not None and status.state is not ConnectionState.CONNECTED:
            if not status.failed and not status.tip:
                reason = CommandWording.NO_ANSWER(connection=self.connection_id, waited_s=waited_s)
                return CommandError(NOT_REACHED, reason, CommandWording.MAY_BE_BUSY())
            return CommandError(NOT_REACHED, status.reason, status.tip)
        reason = CommandWording.NO_MESSAGE(topic=topic_text(name), waited_s=waited_s)
        return self.alert_error(reason) or CommandError(NOT_REACHED, reason, self._hint(name))

    def alert_error(self, reason: str) -> CommandError | None:
        """The error for a failure, with a current alert that may be its reason; None without such an alert."""
        faults = [alert for alert in self.session.alerts.current if alert.severity > Severity.INFO]
        return (
            CommandError(
                NOT_REACHED, CommandWording.FAULT_WITH_CAUSE(fault=reason, cause=faults[-1].text), faults[-1].tip
            )
            if faults
            else None
        )

    def _hint(self, name: str) -> str:
        topic = self.topic(name)
        full = topic.key.topic if topic is not None else name
        try:
            # the store may be older than this question
            infos = {info.name: info for info in self.wait(self.session.topics.list_topics(self.connection_id, ASK_S))}
        except SessionError:
            return CommandWording.NOT_ASKED()
        info = infos.get(full)
        if info is not None and info.publishers is None:
            # the robot accepts the connection, and does not tell publishers
            return CommandWording.CHECK_SPELLING()
        if info is not None and info.publishers:
            if topic is None or topic.schema is None:
                return CommandWording.NOT_LET_IN()
            return CommandWording.SENDS_NOTHING()
        if info is not None and info.type_name:
            # the name is right, since there is a subscriber
            return CommandWording.NOBODY_PUBLISHES()
        published = [known.name for known in infos.values() if known.publishers]
        near = difflib.get_close_matches(full, published, n=1, cutoff=0.6)
        return CommandWording.NOBODY_PUBLISHES_NEAR(name=near[0]) if near else CommandWording.NOBODY_PUBLISHES()


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings that a command line gives. Raises CommandError if message definitions can't be read."""
    said = vars(arguments)
    given = cast("SettingsOptions", {name: said[name] for name in SettingsOptions.__annotations__ if name in said})
    try:
        return Settings.from_options(**given)
    except (ProtoFileError, MessageFileError) as error:
        raise CommandError(WRONG_USAGE, error.reason, error.tip) from error


@contextlib.contextmanager
def command_connection(
    uri: str,
    *,
    patient: bool,
    settings: Settings | None = None,
    ask_for_token: bool = True,
    plays_recordings: bool = True,
) -> Iterator[CommandConnection]:
    """Connect to `uri` within the context.

    Args:
        uri: the robot's address.
        patient: see `CommandConnection`.
        settings: of the run.
        ask_for_token: ask for a token at the terminal if the robot wants one.
        plays_recordings: play a recording as soon as something of it is read.

    Raises:
        SessionError: the URI can't be understood.
    """
    link = LinkThread()
    link.start()
    try:
        session = Session(link, replace(settings or Settings(), plays_recordings=plays_recordings))
        try:
            name = Login(session.links, link, print_error).connect(uri, ask=ask_for_token)
            yield CommandConnection(session, link, name, patient=patient)
        finally:
            with contextlib.suppress(TimeoutError):
                link.submit(session.close()).result(timeout=CLOSE_TIMEOUT_S)
    finally:
        link.stop()


def monotonic() -> float:
    """The clock of the link loop."""
    return time.monotonic()

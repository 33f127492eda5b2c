"""The record of a scheme of robots' addresses: everything that rooms which know no protocol need of one.

Protocols declare their records in modules that load neither their connection nor their messages: users of other robots
don't wait for these, and the help of commands needs neither.
"""

from __future__ import annotations

import abc
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.config.run_settings import Settings
    from app.connections.base import Connection
    from app.model.addresses import NamesFile
    from app.model.alerts import Alerts
    from app.model.discovery import FoundRobots
    from app.model.topics import TopicStore

    Opener = Callable[[str, TopicStore, Alerts, Settings, Mapping[str, str], Callable[[], None]], Connection]


class AnnouncementListener(abc.ABC):
    """A listener for robots that announce themselves. On the link loop.

    Attributes:
        found: the robots that are known now, an immutable snapshot that any thread may read.
    """

    found: FoundRobots

    @abc.abstractmethod
    def start(self) -> None:
        """Start to listen, and never give up until `close`."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Stop listening, and forget all robots."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """The announcements of robots in the network.

    Attributes:
        port: the UDP port that they are broadcast to.
        robots: the kind of robots, in words.
        load: imports the listener, which may take long, and returns its class.
    """

    port: int
    robots: str
    load: Callable[[], type[AnnouncementListener]]


@dataclass(frozen=True, slots=True)
class TokenOptions:
    """The options of an address for the tokens of a robot and of its proxy.

    Attributes:
        token, proxy_token: the options that hold them.
        variable, proxy_variable: the variables of the environment that hold them, for commands.
        robot_key: returns the name of the robot at an address, the same for all its addresses, and whether it is
            reached through a proxy. Raises LocalProtocolError.
    """

    token: str
    proxy_token: str
    variable: str
    proxy_variable: str
    robot_key: Callable[[str], tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class NameOption:
    """The option of an address for names of topics, of robots that can't list theirs.

    Attributes:
        name: the option that holds the names, with commas between.
        called: the protocol's word for topics.
        example: examples of names.
        robot_key: returns the name of the robot at an address, the same for all its addresses. Raises
            LocalProtocolError.
        read_file: reads the robots and names in the content of a file. Raises DecodeError.
    """

    name: str
    called: str
    example: str
    robot_key: Callable[[str], str]
    read_file: Callable[[bytes], NamesFile]


def _no_farewell(answer: bytes) -> bytes:
    del answer
    return b""


@dataclass(frozen=True, slots=True)
class Probe:
    """A question to a port, by which a server of the kind is recognised. It changes nothing there.

    Attributes:
        recognises: whether the bytes that came so far are the answer of such a server.
        question: returns what is sent; nothing where the server speaks first.
        by_datagram: whether it is asked over UDP, and only at addresses of private networks: the address of such a
            server stands in its URI, where a name means something else.
        farewell: returns what is sent after the answer, which it is given.
    """

    recognises: Callable[[bytes], bool]
    question: Callable[[], bytes] = bytes
    by_datagram: bool = False
    farewell: Callable[[bytes], bytes] = _no_farewell


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme of addresses.

    Attributes:
        name: the scheme, without the colon.
        open: makes a connection to an address, not started. Raises LocalProtocolError.
        label: the kind of robot or server, in a word or a few.
        form: the form of addresses, for the help of commands.
        example: an address as an example; empty for none.
        aliases: other words in the place of the scheme, by which people know its servers.
        udp_port: the usual port of robots that are reached over UDP; 0 where it is TCP.
        probe: the question by which a server is recognised; None for none.
        note: returns what an operator should know of the way to an address before anything is sent there; most often
            empty. It takes any text.
        port, server: the usual TCP port of the server that is dialled, and the server in words; 0 for no such port.
        variable: the variable of the environment with the address of the server, for addresses of the scheme alone;
            empty for none.
        variable_prefix: the beginning of the variables of the environment that are about its robots; empty for none.
        topic_hint: how its topics differ from those of others, for the help of commands; empty for no difference.
        path_topic: the topic that an address without a path names; empty where the path of an address is no topic.
        has_aliases: whether addresses take aliases of hosts.
        tokens, names: the options of addresses for tokens, and for names of topics; None where there are none.
        discovery: the announcements of its robots; None where they make none.
        is_file: whether addresses name files, and not robots or servers.
    """

    name: str
    open: Opener
    label: str
    form: str
    example: str = ""
    aliases: tuple[str, ...] = ()
    udp_port: int = 0
    probe: Probe | None = None
    note: Callable[[str], str] | None = None
    port: int = 0
    server: str = ""
    variable: str = ""
    variable_prefix: str = ""
    topic_hint: str = ""
    path_topic: str = ""
    has_aliases: bool = False
    tokens: TokenOptions | None = None
    names: NameOption | None = None
    discovery: Discovery | None = None
    is_file: bool = False

    @property
    def usual_port(self) -> int:
        """The usual port, of TCP or UDP."""
        return self.port or self.udp_port


def open_later(module: str, *arguments: Any) -> Connection:
    """Make a connection by the module that has it, which is imported only now."""
    opener: Opener = importlib.import_module(module).open_connection
    return opener(*arguments)

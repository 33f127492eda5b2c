"""The parts of a robot's address beside host and port: tokens and names of topics; and the names in a file."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class AddressTokens:
    """An address, separated from its tokens.

    Attributes:
        uri: the address as it was written, without tokens.
        token, proxy_token: the tokens in the address; empty if it held none.
        variable, proxy_variable: the variables of the environment that hold tokens for commands.
        has_proxy: whether the robot is reached through a proxy, which may want a token of its own.
        key: the name under which the token is saved: the same for all addresses of one robot; empty while the address
            is not understood.
    """

    uri: str
    token: str = field(default="", repr=False)
    proxy_token: str = field(default="", repr=False)
    variable: str = ""
    proxy_variable: str = ""
    has_proxy: bool = False
    key: str = ""

    @property
    def variables(self) -> dict[str, str]:
        """The variables of the environment with the tokens, as a command takes them."""
        told = {self.variable: self.token, self.proxy_variable: self.proxy_token}
        return {name: token for name, token in told.items() if token}

    @property
    def proxy_key(self) -> str:
        """The name under which the proxy's token is saved; empty if there is no proxy."""
        return f"{self.key} proxy" if self.has_proxy and self.key else ""


@dataclass(frozen=True, slots=True)
class AddressTopicNames:
    """The topics that an address names.

    Attributes:
        uri: the address as it was written, without the names.
        names: the names; any text.
        is_told: whether the address has the option for names at all, even an empty one.
        key: the same for all addresses of one robot; empty while the address is not understood.
        called: the protocol's word for topics.
        example: examples of names.
    """

    uri: str
    names: tuple[str, ...]
    is_told: bool
    key: str
    called: str
    example: str


@dataclass(frozen=True, slots=True)
class NamedRobot:
    """A robot in a file with names of topics.

    Attributes:
        kind: the type that the file gives.
        uri: its address; empty if it can't be read.
        names: the names of its topics.
    """

    name: str
    kind: str
    uri: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamesFile:
    """The content of a file: its robots, and all names of topics, including those of its robots."""

    robots: tuple[NamedRobot, ...]
    names: tuple[str, ...]

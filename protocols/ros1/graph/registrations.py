"""Registrations of publishers, subscribers and services at a master (rosmaster/registrations.py)."""

from __future__ import annotations

from collections.abc import Iterator

from protocols.ros1.graph.xmlrpc_api import SUCCESS, Triple


class Registrations:
    """Registered nodes by the name of a topic or service, in the order in which they came."""

    def __init__(self) -> None:
        self._providers: dict[str, list[tuple[str, str]]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._providers))

    def __contains__(self, key: str) -> bool:
        return key in self._providers

    def add(self, key: str, node: str, uri: str) -> None:
        """Register a node; a second registration changes nothing."""
        providers = self._providers.setdefault(key, [])
        if (node, uri) not in providers:
            providers.append((node, uri))

    def replace(self, key: str, node: str, uri: str) -> None:
        """Register a node in place of all others."""
        self._providers[key] = [(node, uri)]

    def remove(self, key: str, node: str, uri: str) -> Triple:
        """Unregister a node; the returned triple tells whether it was registered."""
        providers = self._providers.get(key, [])
        if (node, uri) not in providers:
            return SUCCESS, f"[{node}] is not a known provider of [{key}]", 0
        providers.remove((node, uri))
        if not providers:
            del self._providers[key]
        return SUCCESS, f"Unregistered [{node}] as provider of [{key}]", 1

    def discard(self, key: str) -> None:
        """Unregister all nodes for one name."""
        self._providers.pop(key, None)

    def remove_node(self, node: str) -> None:
        """Unregister a node for everything."""
        for key, providers in list(self._providers.items()):
            left = [provider for provider in providers if provider[0] != node]
            if left:
                self._providers[key] = left
            else:
                del self._providers[key]

    def providers(self, key: str) -> tuple[tuple[str, str], ...]:
        """Return (name, address) of the nodes that are registered for a name."""
        return tuple(self._providers.get(key, ()))

    def uris(self, key: str) -> list[str]:
        """Return the addresses of the nodes that are registered for a name."""
        return [uri for _, uri in self._providers.get(key, ())]

    def has_node(self, node: str) -> bool:
        """Whether a node is registered for anything."""
        return any(name == node for providers in self._providers.values() for name, _ in providers)

    def state(self) -> list[list[object]]:
        """Return all registrations in the form of getSystemState: names, each with its nodes."""
        return [[key, [node for node, _ in providers]] for key, providers in self._providers.items()]

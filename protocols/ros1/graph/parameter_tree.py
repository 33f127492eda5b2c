"""The tree of parameters that a master keeps, and the subscribers of its changes (rosmaster/paramserver.py)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from protocols.ros1.names import canonical, is_global, is_private, join


class ParameterTree:
    """A tree of values by global names; a dict is a namespace."""

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}

    def get(self, key: str) -> Any:
        """Return a value, or the tree of a namespace. Raises KeyError."""
        value: Any = self._root
        for part in _parts(key):
            if not isinstance(value, dict):
                raise KeyError(key)
            value = value[part]
        # a copy, so that the returned value does not change when the tree does
        return copy.deepcopy(value)

    def has(self, key: str) -> bool:
        """Whether there is such a value or namespace."""
        try:
            self.get(key)
        except KeyError:
            return False
        return True

    def set(self, key: str, value: Any) -> None:
        """Set a value; a dict replaces a whole namespace. Raises TypeError for a root that is no dict."""
        value = copy.deepcopy(value)
        parts = _parts(key)
        if not parts:
            if not isinstance(value, dict):
                raise TypeError("cannot set root of parameter tree to non-dictionary")
            self._root = value
            return
        space = self._root
        for part in parts[:-1]:
            inner = space.get(part)
            if not isinstance(inner, dict):
                # a value that stands in the way makes room
                inner = space[part] = {}
            space = inner
        space[parts[-1]] = value

    def delete(self, key: str) -> None:
        """Delete a value or a namespace. Raises KeyError."""
        parts = _parts(key)
        if not parts:
            raise KeyError(key)
        space: Any = self._root
        for part in parts[:-1]:
            space = space.get(part) if isinstance(space, dict) else None
        if not isinstance(space, dict):
            raise KeyError(key)
        del space[parts[-1]]

    def search(self, caller: str, key: str) -> str | None:
        """Find the nearest parameter of that name, from the caller's own namespace upwards; None without one.

        The first part of a key decides. Raises ValueError for a key or caller that can't be searched.
        """
        if not key or is_private(key):
            raise ValueError("invalid key")
        if not is_global(caller):
            raise ValueError("namespace must be global")
        if is_global(key):
            return key if self.has(key) else None
        first = _parts(key)[0]
        spaces = _parts(caller)
        for count in range(len(spaces), -1, -1):
            space = "/" + "/".join(spaces[:count])
            if self.has(join(space, first)):
                return join(space, key)
        return None

    def names(self) -> list[str]:
        """Return the full names of all values."""
        return list(_names("", self._root))


def parameter_changes(subscribed: Iterator[str], key: str, value: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield (subscribed key, changed key, its value) for a change; the value of a removed key is `{}`.

    Subscribers of a namespace are told of all changes in it; subscribers of a value within a namespace that was set are
    told of that value. All keys but the root end with a slash.
    """
    base = with_slash(key)
    inner = dict(_inner(base, value)) if isinstance(value, dict) else None
    for name in subscribed:
        if base.startswith(name):
            yield name, base, value
        elif inner is not None and name.startswith(base):
            yield name, name, inner.get(name, {})


def with_slash(key: str) -> str:
    """Return a key in the form for subscribers, with a slash at its end."""
    return key if key == "/" else canonical(key) + "/"


def _parts(key: str) -> list[str]:
    return [part for part in key.split("/") if part]


def _names(space: str, tree: dict[str, Any]) -> Iterator[str]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _names(f"{space}/{key}", value)
        else:
            yield f"{space}/{key}"


def _inner(space: str, tree: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        name = f"{space}{key}/"
        yield name, value
        if isinstance(value, dict):
            yield from _inner(name, value)

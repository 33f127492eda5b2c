"""A nested event loop inside a task loses the wake-ups of all others: dialogs and menus are opened, never run."""

from __future__ import annotations

import ast
from pathlib import Path

import app.ui

_RUN_A_LOOP = {"exec", "exec_", "processEvents", "getOpenFileName", "getSaveFileName", "getText", "question", "warning"}


def test_no_view_runs_an_event_loop_of_its_own() -> None:
    sources = list(Path(app.ui.__path__[0]).rglob("*.py"))
    found = [
        f"{path.name}:{node.lineno}: {node.func.attr}"
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _RUN_A_LOOP
    ]

    assert len(sources) > 20
    # Qt knows no other way to drag; it begins in a mouse event, which no task sends
    assert [one for one in found if not one.startswith("fields.py:")] == []

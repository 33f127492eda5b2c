"""Documents of YAML, as the tools print them, a line of JSON each."""

from __future__ import annotations

import ast
import json
import sys
from typing import Any

import yaml


def plain(value: Any) -> Any:
    """The value, with the numbers of a char[] where the tools print it as Python prints bytes."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, str) and value.startswith(("b'", 'b"')):
        return list(ast.literal_eval(value))
    return value


for document in yaml.safe_load_all(sys.stdin):
    if document is not None:
        sys.stdout.write(json.dumps(plain(document)) + "\n")

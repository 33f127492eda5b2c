"""The record of addresses of recordings."""

from __future__ import annotations

from functools import partial
from typing import Final

from app.connections.scheme import Scheme, open_later
from app.wording.schemes import SchemeWording

FILE: Final = Scheme(
    "file",
    partial(open_later, "app.connections.file.connection"),
    label=SchemeWording.RECORDING(),
    form="file://PATH",
    is_file=True,
)

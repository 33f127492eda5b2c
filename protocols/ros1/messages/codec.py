"""Functions generated from a message definition: the one module with `exec`.

The executed text comes from `decoder_source` and `extractor_source`. Of a definition it holds nothing but the lengths
of arrays and sizes computed from them, as numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

from protocols.ros1.messages.codec_source import CodeWriter, clear_type_caches
from protocols.ros1.messages.decoder_source import add_decoder
from protocols.ros1.messages.definitions import MessageType
from protocols.ros1.messages.extractor_source import add_extractor
from protocols.ros1.messages.field_path import resolve_path
from protocols.ros1.messages.misfit import explain
from protocols.ros1.messages.sized_cache import SizedCache
from protocols.schema import Extractor, FieldPath, Payload

Decoder = Callable[[Payload], dict[str, Any]]


# characters of the texts of all cached functions, and of the types that they hold: 1000 usual ones, 30 MB in all
_MAX_KEPT: Final = 4_000_000
_MADE: Final[SizedCache[Any]] = SizedCache(_MAX_KEPT)


def decoder(message: MessageType) -> Decoder:
    """Return the function that reads a whole message; it raises DecodeError."""

    def make() -> tuple[Decoder, int]:
        source = CodeWriter()
        source.namespace["tolerant"] = functools.partial(_decode_tolerantly, message)
        return _function(source, add_decoder(source, message, strict=True), message)

    made: Decoder = _MADE.get((message, "strict"), make)
    return made


def _decode_tolerantly(message: MessageType, payload: Payload) -> dict[str, Any]:
    return _tolerant_decoder(message)(payload)


def _tolerant_decoder(message: MessageType) -> Decoder:
    """Return the decoder for messages with texts that aren't UTF-8."""

    def make() -> tuple[Decoder, int]:
        source = CodeWriter()
        return _function(source, add_decoder(source, message, strict=False), message)

    made: Decoder = _MADE.get((message, "tolerant"), make)
    return made


def extractor(message: MessageType, path: FieldPath) -> Extractor:
    """Return the function that reads one scalar. Raises UnknownFieldError where the path leads to none."""

    def make() -> tuple[Extractor, int]:
        source = CodeWriter()
        function, size = _function(source, add_extractor(source, resolve_path(message, path)), message)
        return function(), size

    made: Extractor = _MADE.get((message, path), make)
    return made


def _function(source: CodeWriter, name: str, message: MessageType) -> tuple[Any, int]:
    """Return the function of this name, and the size of the texts that it holds."""
    clear_type_caches()
    namespace = {**source.namespace, "explain": functools.partial(explain, message)}
    exec(compile(source.text, f"<generated for {message.md5}>", "exec"), namespace)  # noqa: S102 - see the module
    held = len(source.text) + sum(len(each.text) for each in (message, *message.dependencies))
    return namespace[name], held

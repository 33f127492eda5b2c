"""What is promised in seconds, and the failure of a promise, which is another one than a wrong behaviour."""

from __future__ import annotations


class TooLateError(AssertionError):
    """Something came later than was promised."""


def kept(took_s: float, promised_s: float, what: str = "zero") -> None:
    """Something took so long. Raises TooLateError; to be asked last, for it may be forgiven where nothing else is."""
    print(f"{what} after {took_s * 1000:.1f} ms")  # noqa: T201 - the figure, where somebody asks for it
    if not took_s <= promised_s:
        raise TooLateError(f"{what} after {took_s * 1000:.1f} ms, and {promised_s * 1000:.0f} ms were promised")

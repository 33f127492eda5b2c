from __future__ import annotations

from protocols.ros1.messages.sized_cache import SizedCache


class Maker:
    """Makes texts of a size, and remembers which."""

    def __init__(self, limit: int) -> None:
        self.kept: SizedCache[str] = SizedCache(limit)
        self.made: list[str] = []

    def ask(self, key: str, size: int = 1000) -> str:
        def make() -> tuple[str, int]:
            self.made.append(key)
            return f"value of {key}", size

        return self.kept.get(key, make)


def test_a_value_is_made_once() -> None:
    maker = Maker(10_000)

    assert maker.ask("a") == maker.ask("a") == "value of a"
    assert maker.made == ["a"]


def test_the_oldest_go_when_all_are_too_large() -> None:
    maker = Maker(10_000)
    for key in "abc":
        maker.ask(key)
    maker.ask("large", 5000)
    for key in ("large", "c", "b", "a"):
        maker.ask(key)

    assert maker.made == ["a", "b", "c", "large", "a"]


def test_the_newest_is_kept_however_large() -> None:
    maker = Maker(10_000)
    maker.ask("a")
    maker.ask("large", 50_000)
    maker.ask("large", 50_000)

    assert maker.made == ["a", "large"]


def test_many_that_are_said_to_be_small_are_limited_too() -> None:
    maker = Maker(10_000)
    for number in range(100):
        maker.ask(str(number), 0)
    maker.made.clear()
    for number in range(99, -1, -1):
        maker.ask(str(number), 0)

    assert len(maker.made) >= 90

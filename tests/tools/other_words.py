"""Words as other languages have them, to see what they do to the layout."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, QTranslator

# German is about so much longer than English
_LONGER = 0.4

_KEPT = re.compile(r"(\{[^}]*\}|<[^>]*>|&.)")
_LETTERS = re.compile(r"[A-Za-z]{1,3}")


class LongerWords(QTranslator):
    """Every text is its own translation, with four letters more for ten, and an end by which a cut is seen."""

    def translate(self, context: str, source: str, /, disambiguation: str | None = None, n: int = -1) -> str:
        """See QTranslator."""
        del context, disambiguation, n
        more = max(round(len(_KEPT.sub("", source)) * _LONGER) - 1, 0)
        return f"{source}{('äußerst lange Wörter ' * more)[:more].rstrip()}]"

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        """Qt asks no translator that says it is."""
        return False


class ChineseWords(QTranslator):
    """A Chinese sign for up to three letters; places for names, figures and keys stay."""

    def translate(self, context: str, source: str, /, disambiguation: str | None = None, n: int = -1) -> str:
        """See QTranslator."""
        del context, disambiguation, n
        parts = _KEPT.split(source)
        return "".join(part if _KEPT.fullmatch(part) else _LETTERS.sub(_sign, part) for part in parts)

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        """Qt asks no translator that says it is."""
        return False


def _sign(letters: re.Match[str]) -> str:
    return "机器人主题连接遥测消息参数"[sum(letters.group().encode()) % 13]


def translator(name: str, parent: QObject) -> QTranslator:
    """One of those of this module, by its name on a command line."""
    return {"longer": LongerWords, "chinese": ChineseWords}[name](parent)

"""Words of other languages: of a made-up one, by which is seen what is not translated or cut, and of Chinese."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from app.config.preference_values import LanguageChoice
from app.ui.base.language import set_language

# German is about so much longer than English
_LONGER: Final = 0.4

# places of values, tags, and the letters that are keys of menus
_KEPT: Final = re.compile(r"(\{[^}]*\}|<[^>]*>|&.)")
_ACCENTS: Final = str.maketrans(
    "aceginorstuyzACEGINORSTUYZ",
    "áçéĝíñóŕšťúýžÁÇÉĜÍÑÓŔŠŤÚÝŽ",
)
BEGIN: Final = "["
END: Final = "]"


class PseudoWords(QTranslator):
    """Every text is its own translation: with accents, in brackets, and with four letters more for ten."""

    def translate(self, context: str, source: str, /, disambiguation: str | None = None, n: int = -1) -> str:
        """See QTranslator."""
        del context, disambiguation, n
        parts = _KEPT.split(source)
        words = "".join(part if _KEPT.fullmatch(part) else part.translate(_ACCENTS) for part in parts)
        more = max(round(len(_KEPT.sub("", source)) * _LONGER) - 2, 0)
        return f"{BEGIN}{words}{('·····' * more)[:more]}{END}" if source.strip() else source

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        """Qt asks no translator that says it is."""
        return False


def speak(app: QApplication, words: str) -> None:
    """Have the window speak as it is named on a command line: pseudo or chinese."""
    if words == "pseudo":
        app.installTranslator(PseudoWords(app))
    else:
        set_language(app, LanguageChoice.CHINESE)

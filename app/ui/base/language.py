"""The language of the window: that of the system or the chosen one, for our sentences and for Qt's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

from app.config.preference_values import LanguageChoice
from app.resources import resource

# the name of our translators among the children of the application
_NAME: Final = "language"

# with the shapes of Simplified Chinese: Linux, Windows, macOS; of what a system has for Han letters, Qt takes the first
# by name where the system itself is not Chinese, and that is Japanese
CHINESE_FAMILIES: Final = (
    *("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Micro Hei"),
    *("Microsoft YaHei UI", "PingFang SC"),
)


def language_of(choice: LanguageChoice, system: Sequence[str] | None = None) -> LanguageChoice:
    """Return the language that a choice means; `system` are those of the system, as Qt names them, best first.

    Chinese of any kind is shown as Simplified Chinese, which its readers know better than English. Languages that the
    program does not speak are passed over.
    """
    if choice is not LanguageChoice.SYSTEM:
        return choice
    for name in QLocale.system().uiLanguages() if system is None else system:
        if name.replace("_", "-").partition("-")[0].lower() == "zh":
            return LanguageChoice.CHINESE
        if name.replace("_", "-").partition("-")[0].lower() in {"en", "c"}:
            break
    return LanguageChoice.ENGLISH


def set_language(app: QApplication, language: LanguageChoice) -> None:
    """Set the language of texts that are said from now on, and its letters; what is shown already stays as it is."""
    _set_letters(app, language)
    for translator in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(translator)
        translator.deleteLater()
    for translator in translations_of(language).values():
        translator.setObjectName(_NAME)
        translator.setParent(app)
        # without the file of Qt, only its own dialogs are in English
        if not translator.isEmpty():
            app.installTranslator(translator)


def translations_of(language: LanguageChoice) -> dict[str, QTranslator]:
    """Return what translates into a language, Qt's first, by the names of the files; empty where a file is missing."""
    if language is LanguageChoice.ENGLISH:
        return {}
    of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    files = {f"qtbase_{language.value}.qm": of_qt, f"{language.value}.qm": str(resource("languages"))}
    found = {file: QTranslator() for file in files}
    for file, translator in found.items():
        translator.load(file, files[file])
    return found


def _set_letters(app: QApplication, language: LanguageChoice) -> None:
    """Have all fonts that are made from now on take letters that the usual one lacks from those of the language."""
    usual = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    families = usual.families()
    if language is LanguageChoice.CHINESE:
        families = [QFontInfo(usual).family(), *filter(QFontDatabase.hasFamily, CHINESE_FAMILIES)]
    font = app.font()
    if font.families() != families:
        font.setFamilies(families)
        app.setFont(font)

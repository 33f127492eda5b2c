"""Notices of the window itself, below each other, above the page that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.base.theme import Themes

if TYPE_CHECKING:
    from app.ui.widgets.question_bar import Answer, QuestionBar


class WindowNotices(QWidget):
    """Notices of the window, each with a key. Nothing waits for an answer to them; hidden without any."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._bars: dict[str, QuestionBar] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 3, 0)
        layout.setSpacing(6)
        self.setVisible(False)

    @property
    def bars(self) -> dict[str, QuestionBar]:
        """The notices that are shown, by key."""
        return {key: bar for key, bar in self._bars.items() if not bar.isHidden()}

    def show_notice(self, key: str, words: str, *answers: Answer, bad: bool = False) -> None:
        """Show a notice, in place of the one with the same key; it stays until an answer or `remove_notice` ends it."""
        # the window is shown before this module is loaded
        from app.ui.widgets.question_bar import QuestionBar  # noqa: PLC0415

        bar = self._bars.get(key)
        if bar is None:
            bar = self._bars[key] = QuestionBar(self._themes)
            bar.dismissed.connect(self._settle)
            layout = self.layout()
            assert layout is not None  # noqa: S101 - for the type checker
            layout.addWidget(bar)
        bar.show_message(words, *answers, bad=bad)
        self.setVisible(True)

    def remove_notice(self, key: str) -> None:
        """Remove the notice with this key."""
        if key in self._bars:
            self._bars[key].dismiss()

    def _settle(self) -> None:
        self.setVisible(bool(self.bars))

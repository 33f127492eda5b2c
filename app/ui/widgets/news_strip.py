"""Notices of the window itself, below each other, above whatever page is shown; nothing waits for an answer to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.theme import Themes

if TYPE_CHECKING:
    from app.ui.widgets.question_bar import Answer, QuestionBar


class NewsStrip(QWidget):
    """See the description of this file; not there while there is nothing to say."""

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
        """What is said, by the keys."""
        return {key: bar for key, bar in self._bars.items() if not bar.isHidden()}

    def tell(self, key: str, words: str, *answers: Answer, bad: bool = False) -> None:
        """Say something, in place of what was said by the same key; it stays until an answer or `take_back` ends it."""
        # the first window is seen before it is loaded
        from app.ui.widgets.question_bar import QuestionBar  # noqa: PLC0415

        bar = self._bars.get(key)
        if bar is None:
            bar = self._bars[key] = QuestionBar(self._themes)
            bar.ended.connect(self._settle)
            layout = self.layout()
            assert layout is not None  # noqa: S101 - for the type checker
            layout.addWidget(bar)
        bar.tell(words, *answers, bad=bad)
        self.setVisible(True)

    def take_back(self, key: str) -> None:
        """Say it no more."""
        if key in self._bars:
            self._bars[key].put_away()

    def _settle(self) -> None:
        self.setVisible(bool(self.bars))

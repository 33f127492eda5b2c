"""Tables of what views do by their own keys, the wheel and the mouse; each stands beside the handlers of its view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from app.ui.base.text import listed_names, say
from app.wording import Catalogue
from app.wording.ui.widgets import WidgetsWording

# what is no key of Qt, which writes its own as the system does
_GESTURES = {
    "Wheel": WidgetsWording.WHEEL,
    "Drag": WidgetsWording.DRAG,
    "Middle click": WidgetsWording.MIDDLE_CLICK,
    "Click": WidgetsWording.CLICK,
    "Double click": WidgetsWording.DOUBLE_CLICK,
    "Letters": WidgetsWording.LETTERS,
}


class ViewKey(NamedTuple):
    """Row in the table `VIEW_KEYS` of a class of widgets.

    Attributes:
        keys: keys and gestures that do the same, or the opposite, with a comma and a blank between them.
        does: what they do.
    """

    keys: str
    does: Catalogue

    @property
    def each(self) -> list[str]:
        """Each key and gesture."""
        return self.keys.split(", ")

    @property
    def keys_text(self) -> str:
        """The keys as this system writes them."""
        return listed_names(map(key_name, self.each))

    @property
    def does_text(self) -> str:
        """The text in `does`, translated."""
        return say(self.does())


def view_keys(kind: type[QWidget]) -> Iterator[ViewKey]:
    """Yield the rows of a class and of those that it is derived from, its own first."""
    for each in kind.__mro__:
        yield from vars(each).get("VIEW_KEYS", ())


def key_name(key: str) -> str:
    """Return a key or a gesture as this system writes it."""
    gesture = next((word for word in _GESTURES if key.endswith(word)), None)
    if gesture is None:
        return QKeySequence(key, QKeySequence.SequenceFormat.PortableText).toString(
            QKeySequence.SequenceFormat.NativeText
        )
    return key.removesuffix(gesture) + say(_GESTURES[gesture]())

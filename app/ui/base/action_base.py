"""The makers of actions: of one action with its key and palette name, and of a table of actions with their icons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from shiboken6 import Shiboken

from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.wording import Catalogue
from app.wording.ui.widgets import WidgetsWording

# an action may have a longer name for the palette than its text, which stands in a menu
PALETTE_NAME_PROPERTY = "palette_name"

# other words by which the palette finds it: the English ones, and what people may call it
PALETTE_WORDS_PROPERTY: Final = "palette_words"

# a tool tip of its own, without the key that stands behind it
_TIP_PROPERTY: Final = "tip"


def make_action(parent: QObject, text: str, key: str = "", *, name: str = "", checkable: bool = False) -> QAction:
    """Return a new action of `parent`; `name` is shown in the palette where the text alone does not say enough."""
    action = QAction(text, parent)
    if key:
        action.setShortcut(QKeySequence(key))
    action.setCheckable(checkable)
    # some have none: menus have none at all, but what a topic can be done with
    action.setIconVisibleInMenu(False)
    if name:
        action.setProperty(PALETTE_NAME_PROPERTY, name)
    return action


def set_keys(action: QAction, keys: Iterable[QKeySequence]) -> None:
    """Set the keys that trigger an action; a tool tip of its own names the first of them."""
    action.setShortcuts(list(keys))
    tip = action.property(_TIP_PROPERTY)
    if tip:
        action.setToolTip(with_key(tip, action))


def with_key(text: str, action: QAction) -> str:
    """Return a text with the first key of an action behind it, if it has one."""
    return _with_key(text, action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))


def set_tip(action: QAction, tip: str) -> None:
    """Set the tool tip of an action, behind which its first key stands from now on."""
    action.setProperty(_TIP_PROPERTY, tip)
    action.setToolTip(with_key(tip, action))


class ActionHints(QObject):
    """The present keys of the window's actions, for tips and sentences of views that know no action.

    Signals:
        changed: an action has other keys; what names them and stays is told again.
    """

    changed: Final = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._actions: Mapping[str, QAction] = {}

    def use(self, actions: Mapping[str, QAction]) -> None:
        """Tell of these actions from now on, by their names in `ActionGroup.with_keys`."""
        self._actions = actions
        self.changed.emit()

    def key(self, name: str) -> str:
        """Return the first key of an action as this system writes it; empty if it has none."""
        action = self._actions.get(name)
        if action is None or not Shiboken.isValid(action):
            return ""
        return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def with_key(self, text: str, name: str) -> str:
        """Return a tip with the key of an action behind it, if it has one."""
        return _with_key(text, self.key(name))


# one for the program, as the translation is
HINTS: Final = ActionHints()


def _with_key(text: str, key: str) -> str:
    return say(WidgetsWording.WITH_KEY(text=text, key=key)) if key else text


def action_name(action: QAction) -> str:
    """Return the name of an action outside of its menu: that in the palette, or its text without the mnemonic."""
    return action.property(PALETTE_NAME_PROPERTY) or without_mnemonic(action.text())


def without_mnemonic(text: str) -> str:
    """Return a text of a menu without the mark of its mnemonic, nor a letter that is only there for it: “(&S)”."""
    return re.sub(r"\(&\w\)", "", text).replace("&&", "\0").replace("&", "").replace("\0", "&")


@dataclass(frozen=True, slots=True)
class ActionRow:
    """Row in the table of an `ActionGroup`, which has an action in its place.

    Attributes:
        text: text in the menu, with the letter that chooses it.
        key: key that triggers it.
        second_key: another one, where text fields keep the first for themselves.
        keyless: whether no key may ever trigger it, as a held key repeats.
        name: name in the palette, if it is not the text.
        words: what people may call it, by which the palette finds it too.
        icon: name of its icon, in the colour `color` of the theme.
        checked: state at first; None if it can't be checked.
        icon_text: text on a button, if it is not the text.
        tip: tool tip, if it is not the text; the key is put behind it.
        role: its place in the menus of macOS.
    """

    text: Catalogue
    key: str = ""
    name: Catalogue | None = None
    icon: str = ""
    color: str = "muted"
    checked: bool | None = None
    enabled: bool = True
    icon_text: Catalogue | None = None
    tip: Catalogue | None = None
    role: QAction.MenuRole = QAction.MenuRole.TextHeuristicRole
    second_key: str = ""
    keyless: bool = False
    words: Catalogue | None = None

    if TYPE_CHECKING:

        def __get__(self, group: QObject, kind: type) -> QAction: ...

    def make(self, group: QObject) -> QAction:
        """Return the action, without its icon."""
        called = self.text() if self.name is None else self.name()
        name = "" if self.name is None else say(called)
        action = make_action(group, say(self.text()), name=name, checkable=self.checked is not None)
        words = "" if self.words is None else say(self.words())
        # the same twice would be found by letters that are scattered over both
        english = without_mnemonic(called) if say(called) != called else ""
        action.setProperty(PALETTE_WORDS_PROPERTY, f"{english} {words}".strip())
        action.setChecked(bool(self.checked))
        action.setEnabled(self.enabled)
        if self.icon_text is not None:
            action.setIconText(say(self.icon_text()))
        if self.tip is not None:
            action.setProperty(_TIP_PROPERTY, say(self.tip()))
        set_keys(action, [QKeySequence(key) for key in (self.key, self.second_key) if key])
        action.setMenuRole(self.role)
        return action


_GroupT = TypeVar("_GroupT", bound="ActionGroup")


@dataclass(frozen=True, slots=True)
class ActionSubgroup(Generic[_GroupT]):
    """Row in the table of an `ActionGroup`, which has a group of this class in its place."""

    kind: type[_GroupT]

    if TYPE_CHECKING:

        def __get__(self, group: QObject, kind: type) -> _GroupT: ...


class ActionGroup(QObject):
    """Actions made of the rows of a class, in their order; each is an attribute with the name of its row.

    Attributes:
        with_keys: the actions that may have keys, by the name of their row, behind that of its subgroup and a point.
    """

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icons: list[tuple[QAction, str, str]] = []
        self.with_keys: dict[str, QAction] = {}
        for name, row in vars(type(self)).items():
            if isinstance(row, ActionRow):
                action = row.make(self)
                setattr(self, name, action)
                if not row.keyless:
                    self.with_keys[name] = action
                if row.icon:
                    self._icons.append((action, row.icon, row.color))
            elif isinstance(row, ActionSubgroup):
                group = row.kind(themes, self)
                setattr(self, name, group)
                self.with_keys.update({f"{name}.{inner}": action for inner, action in group.with_keys.items()})

    @property
    def all(self) -> list[QAction]:
        """All actions, in the order of the rows."""
        return self.findChildren(QAction)

    def enable_icons(self) -> None:
        """Draw the icons: once the window was painted, if they can wait, as this takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        for action, icon, color in self._icons:
            action.setIcon(self._themes.icon(icon, color))

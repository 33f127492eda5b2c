"""The keys of the window's actions: what the user has changed, which keys are reserved, and which text fields own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QWindow
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import Shiboken

from app.ui.base.action_base import HINTS, action_name, set_keys
from app.ui.base.preferences import Preferences
from app.ui.base.text import followed, say
from app.ui.widgets.notices import WindowNotices
from app.ui.widgets.question_bar import Answer
from app.wording.config import KeyWording
from app.wording.ui.window import WindowWording

# of saved keys that can't be used, told at once
_MAX_FAULTS: Final = 5

# of one action
MAX_OF_ACTION: Final = 2

# actions that had another name when their keys were saved, by that name
RENAMED_ACTIONS: Final[Mapping[str, str]] = {}

_Key = Qt.Key
_CONTROL, _SHIFT, _ALT, _META = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.MetaModifier,
)
_NONE: Final = Qt.KeyboardModifier.NoModifier
_TEXT_FIELDS: Final = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox)

# with Ctrl: editing on one system or another
OF_TEXT: Final = frozenset(Qt.Key[f"Key_{letter}"] for letter in "ACVXZUKDHBFEPN")
_CLIPBOARD: Final = frozenset(Qt.Key[f"Key_{letter}"] for letter in "ACVXYZ")
_EDITING: Final = frozenset(
    {
        *(_Key.Key_Home, _Key.Key_End, _Key.Key_PageUp, _Key.Key_PageDown, _Key.Key_Insert, _Key.Key_Delete),
        *(_Key.Key_Backspace, _Key.Key_Tab, _Key.Key_Backtab, _Key.Key_Return, _Key.Key_Enter),
        *(_Key.Key_Up, _Key.Key_Down, _Key.Key_Left, _Key.Key_Right),
    }
)
# rename, refresh and the menus
_FUNCTIONS_OF_VIEWS: Final = frozenset({_Key.Key_F2, _Key.Key_F5, _Key.Key_F10})


def combination(key: QKeySequence) -> QKeyCombination:
    """Return the first, and for an action only, key of a sequence with its modifiers."""
    # the types of PySide don't know that a sequence has items
    first: QKeyCombination = key[0]  # type: ignore[index]
    return first


def key_text(key: QKeySequence) -> str:
    """Return a key as this system writes it."""
    return key.toString(QKeySequence.SequenceFormat.NativeText)


def acts_everywhere(key: QKeySequence) -> bool:
    """Whether a key of an action acts in text fields, too: with Ctrl and Shift, Ctrl and Alt, or a function key."""
    held = combination(key).keyboardModifiers()
    return _is_function(combination(key).key()) or bool(held & _CONTROL and held & (_SHIFT | _ALT))


def is_of_text(key: QKeySequence) -> bool:
    """Whether a key belongs to a text field that has the focus, on every system alike."""
    return combination(key).keyboardModifiers() == _CONTROL and combination(key).key() in OF_TEXT


def why_reserved(key: QKeySequence) -> str | None:
    """Return why no action may have a key, None if one may."""
    # of a text that is no key Qt makes an unknown key
    if key.count() != 1 or combination(key).key() in {0, _Key.Key_unknown}:
        return KeyWording.NO_KEY(text=key.toString(QKeySequence.SequenceFormat.PortableText))
    pressed = combination(key)
    reason = _reason(pressed.key(), pressed.keyboardModifiers() & ~Qt.KeyboardModifier.KeypadModifier)
    return reason(key=key_text(key)) if reason is not None else None


def _reason(key: Qt.Key, held: Qt.KeyboardModifier) -> KeyWording | None:
    from app.ui.drive.keys import DRIVING_SYMBOLS, STOP_SYMBOLS  # noqa: PLC0415 - not needed to be seen

    with_control = bool(held & (_CONTROL | _META))
    # in this order: what is about the robot comes first
    reasons = (
        (key.value in STOP_SYMBOLS, KeyWording.STOPS),
        (key == _Key.Key_Escape, KeyWording.ESCAPES),
        (key.value in DRIVING_SYMBOLS and not held & (_CONTROL | _ALT | _META), KeyWording.DRIVES),
        (key in _EDITING, KeyWording.IN_TEXT),
        (key in _FUNCTIONS_OF_VIEWS and held in {_NONE, _SHIFT}, KeyWording.IN_VIEWS),
        (_is_function(key) and held == _ALT, KeyWording.OPENS_MENU),
        (key in _CLIPBOARD and held == _CONTROL, KeyWording.IN_TEXT),
        (key == _Key.Key_Z and held == _CONTROL | _SHIFT, KeyWording.IN_VIEWS),
        (bool(held & _ALT) and not with_control, KeyWording.OPENS_MENU),
        (not with_control and not _is_function(key), KeyWording.NEEDS_CONTROL),
    )
    return next((reason for applies, reason in reasons if applies), None)


def _number(key: QKeySequence) -> int:
    """Return a number that is the same for equal keys."""
    return combination(key).toCombined()


def _is_function(key: Qt.Key) -> bool:
    return _Key.Key_F1 <= key <= _Key.Key_F35


class ActionKeys(QObject):
    """The keys of actions: the usual ones, and those that the user has changed, which are saved.

    Signals:
        changed: an action has other keys.

    Attributes:
        actions: by the names under which keys are saved.
        usual: the keys of the tables of actions, by name.
        faults: what is wrong with saved keys; all others are used.
    """

    changed: Final = Signal()

    def __init__(self, actions: Mapping[str, QAction], preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.actions = dict(actions)
        self.usual = {name: tuple(action.shortcuts()) for name, action in actions.items()}
        self._preferences = preferences
        self.faults: tuple[str, ...] = tuple(self._restore(preferences.action_keys))
        self.changed.connect(HINTS.changed)
        HINTS.use(self.actions)

    def name(self, action: str) -> str:
        """Return the name of an action that people read."""
        return action_name(self.actions[action])

    def keys(self, name: str) -> tuple[QKeySequence, ...]:
        """Return the keys of an action."""
        return tuple(self.actions[name].shortcuts())

    def is_changed(self, name: str) -> bool:
        """Whether an action has other keys than usual."""
        return self.keys(name) != self.usual[name]

    def owners(self, keys: Iterable[QKeySequence], but: str) -> list[str]:
        """Return the actions, except one, that have any of these keys."""
        wanted = list(keys)
        return [name for name in self.actions if name != but and any(key in wanted for key in self.keys(name))]

    def assign(self, name: str, keys: Sequence[QKeySequence], *, swap: bool = False) -> None:
        """Give an action these keys, and take them from all others; with `swap` these get the keys that it loses.

        Raises ValueError with the sentence if a key is reserved.
        """
        for key in keys:
            if reason := why_reserved(key):
                raise ValueError(reason)
        freed = [key for key in self.keys(name) if key not in keys] if swap else []
        for other in self.owners(keys, but=name):
            left = [key if key not in keys else freed.pop(0) if freed else None for key in self.keys(other)]
            self._set(other, [key for key in left if key is not None])
        self._set(name, keys)
        self.changed.emit()

    def reset(self, name: str) -> None:
        """Give an action its usual keys, and take them from all others."""
        self.assign(name, self.usual[name])

    def reset_all(self) -> None:
        """Give all actions their usual keys."""
        for name in self.actions:
            self._set(name, self.usual[name])
        # also of actions that are no more, or not yet
        for name in self._preferences.action_keys:
            self._preferences.set_action_keys(name, None)
        self.changed.emit()

    def choose(self, saved: Mapping[str, Sequence[str]]) -> None:
        """Give the actions that are named their saved keys, and all others their usual ones."""
        self.reset_all()
        self.faults = tuple(self._restore(saved))
        for name in self.actions if saved else ():
            self._set(name, self.keys(name))
        self.changed.emit()

    def _set(self, name: str, keys: Sequence[QKeySequence]) -> None:
        set_keys(self.actions[name], keys)
        texts = [key.toString(QKeySequence.SequenceFormat.PortableText) for key in keys]
        self._preferences.set_action_keys(name, texts if tuple(keys) != self.usual[name] else None)

    def _restore(self, saved: Mapping[str, Sequence[str]]) -> Iterable[str]:
        """Set the saved keys, and yield what is wrong with some; nothing is saved by that."""
        chosen: dict[str, list[QKeySequence]] = {}
        taken: dict[int, str] = {}
        for old_name, texts in saved.items():
            name = RENAMED_ACTIONS.get(old_name, old_name)
            if name not in self.actions:
                yield KeyWording.NO_ACTION(name=old_name)
                continue
            keys = []
            for text in texts[:MAX_OF_ACTION]:
                key = QKeySequence(text, QKeySequence.SequenceFormat.PortableText)
                reason = KeyWording.NO_KEY(text=text) if key.isEmpty() else why_reserved(key)
                if reason is None and _number(key) in taken:
                    reason = KeyWording.TAKEN(key=key_text(key), action=self.name(taken[_number(key)]))
                if reason:
                    yield KeyWording.NOT_USED(action=self.name(name), reason=reason)
                else:
                    taken[_number(key)] = name
                    keys.append(key)
            if keys or not texts:
                chosen[name] = keys
        for name in self.actions if saved else ():
            # a key that is usual for one action may have been given to another
            set_keys(
                self.actions[name], chosen.get(name, [key for key in self.usual[name] if _number(key) not in taken])
            )


def tell_faults(keys: ActionKeys, notices: WindowNotices, show_preferences: Callable[[], None]) -> None:
    """Show what is wrong with saved keys."""
    if keys.faults:
        words = followed(*map(say, keys.faults[:_MAX_FAULTS]))
        notices.show_note("keys", words, Answer(say(WindowWording.PREFERENCES()), show_preferences), bad=True)


class TextFieldKeys(QObject):
    """Event filter that decides whether a key is of the text field that has the focus or of an action.

    Which keys a text field takes depends on the system; here it is the same on each. It looks at keys only while a
    text field has the focus: what drives by keys is none, and gets its events as they come. It stands behind the
    application's filter by which the space bar stops a robot, and knows no key without a modifier but the function
    keys.

    Args:
        window: its own keys, and those of docks that float above it, are looked at.
    """

    def __init__(self, window: QWidget, keys: ActionKeys) -> None:
        super().__init__(window)
        self._window = window
        self._keys = keys
        self._everywhere: frozenset[int] = frozenset()
        self._watched: QWindow | None = None
        keys.changed.connect(self._read)
        self._read()
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)  # noqa: S101 - there are widgets
        app.focusWindowChanged.connect(self._follow)
        self._follow(QGuiApplication.focusWindow())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Decide about a key before the text field does; True if it is decided."""
        del watched
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if not isinstance(QApplication.focusWidget(), _TEXT_FIELDS):
            return False
        key = QKeySequence(event.keyCombination())
        if key.isEmpty():
            # of a key that Qt has no name for
            return False
        if _number(key) in self._everywhere and not _is_typed(event):
            # not accepted, so an action gets the key
            event.ignore()
            return True
        if is_of_text(key):
            event.accept()
            return True
        return False

    def _read(self) -> None:
        every = (key for name in self._keys.actions for key in self._keys.keys(name))
        self._everywhere = frozenset(_number(key) for key in every if acts_everywhere(key))

    def _follow(self, focus: QWindow | None) -> None:
        """Filter the events of the window that has the focus, if it is this one, or one that floats above it."""
        if self._watched is not None and Shiboken.isValid(self._watched):
            self._watched.removeEventFilter(self)
        own = self._window.windowHandle()
        floats = focus is not None and focus.type() is Qt.WindowType.Tool and focus.transientParent() is own
        self._watched = focus if focus is own or floats else None
        if self._watched is not None:
            self._watched.installEventFilter(self)


def _is_typed(event: QKeyEvent) -> bool:
    """Whether a key types a character: on Windows AltGr comes as Ctrl and Alt."""
    return bool(event.modifiers() & _ALT) and event.text().isprintable() and bool(event.text())

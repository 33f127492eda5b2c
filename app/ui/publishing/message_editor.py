"""An editor for a message by its schema, field by field or as JSON, with presets that are kept by name and type."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QInputDialog,
    QPlainTextEdit,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.model.schema import FieldKind, Schema
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.text import say, say_error
from app.ui.base.text_size import fixed_font
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.publishing.draft_model import DraftColumn, DraftModel
from app.ui.publishing.message_draft import DraftError
from app.ui.widgets.combo_boxes import ComboBoxDelegate, Index
from app.ui.widgets.item_views import EditTree, size_columns
from app.ui.widgets.labels import name_widget
from app.ui.widgets.menus import MenuButton, add_entry, add_submenu, context_menu, empty_menu
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.publishing import PublishingWording

# more would fill the screen with a menu
MAX_PRESETS = 30
# of one preset, as JSON: settings that a few messages make too large could not be saved at all
MAX_CHARACTERS = 64 * 1024

FIELDS_PAGE: Final = 0
JSON_PAGE: Final = 1
_NO_FIELDS_PAGE: Final = 2


class Presets:
    """Presets in the preferences; those that can't be read are left out."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    def messages_of(self, type_name: str) -> dict[str, Mapping[str, Any]]:
        """Return the presets of a type by name, oldest first."""
        read = {name: _message(text) for name, text in self._preferences.presets(type_name).items()}
        return {name: message for name, message in read.items() if message is not None}

    def save(self, type_name: str, name: str, value: Mapping[str, Any]) -> bool:
        """Save a message unless it is too long, in place of that name; the oldest go where there are too many."""
        text = json.dumps(value)
        fits = len(text) <= MAX_CHARACTERS
        if fits:
            self._preferences.set_preset(type_name, name, text, MAX_PRESETS)
        return fits

    def delete(self, type_name: str, name: str) -> None:
        """Delete a preset."""
        self._preferences.set_preset(type_name, name, None, MAX_PRESETS)


def _message(text: str) -> Mapping[str, Any] | None:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


class MessageEditor(QWidget):
    """Editor of a message.

    Signals:
        refused: the text is no message; a sentence.
        accepted: the text is a message again.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Ins", PublishingWording.ADD_KEY),
        ViewKey("Del", PublishingWording.REMOVE_KEY),
        ViewKey("F2, Double click", PublishingWording.EDIT_THE_FIELD),
    )

    refused: Final = Signal(str)
    accepted: Final = Signal()

    def __init__(self, themes: Themes, presets: Presets, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._presets = presets
        self._schema: Schema | None = None
        self.model = DraftModel(themes, self)
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab(say(PublishingWording.FIELDS()))
        self.tabs.addTab(say(PublishingWording.JSON()))
        self.add_button = self._button(say(PublishingWording.ADD_TIP(key=key_name("Ins"))))
        self.remove_button = self._button(say(PublishingWording.REMOVE_TIP(key=key_name("Del"))))
        self.presets_button = MenuButton()
        self.presets_button.setText(f"{say(PublishingWording.PRESETS())} \N{BLACK DOWN-POINTING SMALL TRIANGLE}")
        self.presets_button.setToolTip(say(PublishingWording.PRESETS_TIP()))
        self.presets_button.setAutoRaise(True)
        self.tree = self._make_tree()
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(say(PublishingWording.MESSAGE_AS_JSON()))
        self.text.setFont(fixed_font())
        self.text.setTabChangesFocus(True)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.tree)
        self._stack.addWidget(self.text)
        self.no_fields = EmptyState(themes, "message")
        self.no_fields.set_texts(say(PublishingWording.NO_FIELDS()), say(PublishingWording.NO_FIELDS_TIP()))
        self._stack.addWidget(self.no_fields)
        self._lay_out()
        self._connect()
        self._draw()
        self._enable_buttons()

    @property
    def value(self) -> dict[str, Any]:
        """The message, as far as it was given. Raises DraftError where the shown JSON is not valid."""
        if self.tabs.currentIndex() == JSON_PAGE:
            self.model.set_message(_parse(self.text.toPlainText()))
        return self.model.value

    def start_message(self, schema: Schema | None) -> None:
        """Start an empty message of this type."""
        self._schema = schema
        self.model.start_message(schema)
        self._write_text()
        self._fill_presets()
        self._show_page()

    def set_message(self, value: Any) -> None:
        """Set the message to this value, if it is valid."""
        try:
            self.model.set_message(value)
        except DraftError as error:
            self.refused.emit(say_error(error))
            return
        self._write_text()
        self.tree.expandToDepth(1)
        self.accepted.emit()

    # internals

    def _button(self, tip: str) -> QToolButton:
        button = QToolButton()
        name_widget(button, tip)
        button.setAutoRaise(True)
        return button

    def _make_tree(self) -> EditTree:
        tree = EditTree(Qt.TextElideMode.ElideRight, 14, DraftColumn.VALUE)
        tree.setAccessibleName(say(PublishingWording.MESSAGE_FIELDS()))
        tree.setModel(self.model)
        tree.setItemDelegateForColumn(DraftColumn.VALUE, ComboBoxDelegate(self._choices, tree))
        triggers = QAbstractItemView.EditTrigger
        tree.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed)
        header = tree.header()
        size_columns(header, {DraftColumn.FIELD: 26, DraftColumn.VALUE: 22, DraftColumn.UNIT: 8})
        header.setStretchLastSection(True)
        return tree

    def _lay_out(self) -> None:
        line = ToolRow()
        line.add(self.tabs, stays=True)
        line.add_stretch()
        for button in (self.add_button, self.remove_button, self.presets_button):
            line.add(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(line)
        layout.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._choose_page)
        self.model.refused.connect(self.refused)
        self.model.changed.connect(self.accepted)
        self.add_button.clicked.connect(self._add)
        self.remove_button.clicked.connect(self._remove)
        self.presets_button.choices.aboutToShow.connect(self._fill_presets)
        self.tree.selectionModel().currentChanged.connect(self._enable_buttons)
        self.model.changed.connect(self._enable_buttons)
        self.tree.copy_requested.connect(self._copy)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        for key, do in ((Qt.Key.Key_Insert, self._add), (QKeySequence.StandardKey.Delete, self._remove)):
            QShortcut(key, self.tree, do, context=Qt.ShortcutContext.WidgetShortcut)
        self._themes.changed.connect(self._draw)

    def _choices(self, index: Index) -> list[str]:
        item = self.model.item_at(index)
        if item is None or item.field.kind not in {FieldKind.BOOLEAN, FieldKind.ENUM}:
            return []
        return (
            ["false", "true"] if item.field.kind is FieldKind.BOOLEAN else [name for name, _ in item.field.enum_names]
        )

    def _choose_page(self, page: int) -> None:
        if page == JSON_PAGE:
            self._write_text()
        else:
            try:
                self.model.set_message(_parse(self.text.toPlainText()))
            except DraftError as error:
                # the JSON that was typed stays
                with QSignalBlocker(self.tabs):
                    self.tabs.setCurrentIndex(JSON_PAGE)
                self.refused.emit(say_error(error))
                return
            self.tree.expandToDepth(1)
        self._show_page()

    def _show_page(self) -> None:
        """Show the chosen page, or in place of the fields that there are none."""
        page = self.tabs.currentIndex()
        empty = page == FIELDS_PAGE and self._schema is not None and not self.model.rowCount()
        self._stack.setCurrentIndex(_NO_FIELDS_PAGE if empty else page)
        self._enable_buttons()

    def _write_text(self) -> None:
        self.text.setPlainText(json.dumps(self.model.value, ensure_ascii=False, indent=2))

    def _enable_buttons(self) -> None:
        index, fields = self.tree.currentIndex(), self.tabs.currentIndex() == FIELDS_PAGE
        into = self.model.list_at(index) if index.isValid() else None
        self.add_button.setEnabled(fields and into is not None and into.may_grow)
        item = self.model.item_at(index) if index.isValid() else None
        self.remove_button.setEnabled(fields and item is not None and (item.is_given or item.is_element))
        self.presets_button.setEnabled(self._schema is not None)

    def _add(self) -> None:
        index = self.model.add_element(self.tree.currentIndex())
        if index.isValid():
            self.tree.expand(index.parent())
            self.tree.setCurrentIndex(index)

    def _remove(self) -> None:
        index = self.tree.currentIndex()
        if index.isValid() and not self.model.remove_element(index):
            self.model.leave_out(index)

    def _copy(self) -> None:
        try:
            text = json.dumps(self.value, ensure_ascii=False)
        except DraftError as error:
            self.refused.emit(say_error(error))
        else:
            QGuiApplication.clipboard().setText(text)

    def _show_menu(self, position: Any) -> None:
        menu = context_menu(self)
        add_entry(menu, say(PublishingWording.COPY_MESSAGE_AS_JSON()), self._copy)
        menu.addSeparator()
        add_entry(menu, say(PublishingWording.ADD_ELEMENT()), self._add, enabled=self.add_button.isEnabled())
        add_entry(menu, say(PublishingWording.OMIT()), self._remove, enabled=self.remove_button.isEnabled())
        add_entry(menu, say(PublishingWording.OMIT_ALL()), lambda: self.set_message({}))
        menu.addSeparator()
        add_entry(menu, say(PublishingWording.EXPAND_ALL()), lambda: self.tree.expandToDepth(3))
        add_entry(menu, say(PublishingWording.COLLAPSE_ALL()), self.tree.collapseAll)
        menu.popup(self.tree.viewport().mapToGlobal(position))

    # presets

    def _fill_presets(self) -> None:
        menu = self.presets_button.choices
        empty_menu(menu)
        if self._schema is None:
            return
        saved = self._presets.messages_of(self._schema.name)
        for name, value in saved.items():
            add_entry(menu, name, functools.partial(self.set_message, value))
        if saved:
            menu.addSeparator()
        add_entry(menu, say(PublishingWording.SAVE_PRESET()), self._ask_for_name)
        if saved:
            submenu = add_submenu(menu, say(PublishingWording.DELETE()))
            for name in saved:
                add_entry(submenu, name, functools.partial(self._delete_preset, name))

    def _ask_for_name(self) -> None:
        schema = self._schema
        try:
            value = self.value
        except DraftError as error:
            self.refused.emit(say_error(error))
            return
        if schema is None:
            return
        dialog = QInputDialog(self.window())
        dialog.setWindowTitle(say(PublishingWording.SAVE_PRESET_TITLE()))
        dialog.setLabelText(say(PublishingWording.NAME()))
        # another message may be in the editor by then
        dialog.textValueSelected.connect(lambda name: self._save_preset(schema.name, name.strip(), value))
        dialogs.show_dialog(dialog, schema.name, replace=True)

    def _save_preset(self, type_name: str, name: str, value: dict[str, Any]) -> None:
        if name and not self._presets.save(type_name, name, value):
            self.refused.emit(say(PublishingWording.TOO_LONG_TO_KEEP()))

    def _delete_preset(self, name: str) -> None:
        if self._schema is not None:
            self._presets.delete(self._schema.name, name)

    def _draw(self) -> None:
        self.add_button.setIcon(self._themes.icon("add"))
        self.remove_button.setIcon(self._themes.icon("delete"))


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise DraftError(say(PublishingWording.TOO_DEEP())) from None
    except ValueError as error:
        raise DraftError(say(PublishingWording.NOT_JSON(error=error))) from error

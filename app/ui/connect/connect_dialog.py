"""Dialog for the address of a robot, which is checked while it is typed.

A token that is typed or pasted as part of the address is moved to a field of its own at once: an address is shown,
remembered and copied in many places.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QDir, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

from app.config.folders import read_beginning
from app.session.addresses import (
    EXAMPLES,
    FOLLOWING_URI,
    OFFERED_VARIABLE,
    address_tokens,
    address_topic_names,
    read_names_file,
    with_names,
    with_token,
)
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.dialogs import FileDialog
from app.ui.base.preferences import Preferences
from app.ui.base.text import say, translate
from app.ui.base.theme import Themes
from app.ui.connect.found_robots import FoundRobotsList
from app.ui.connect.names import NamesFields, NamesFileDialog
from app.ui.connect.recent_robots import RecentRobots
from app.ui.connect.tokens import TokenFields
from app.ui.topics.topic_settings import TopicNameSettings
from app.ui.widgets.notices import Notice
from app.wording.ui.connect import ConnectWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.robot_finder import RobotFinder
    from app.session.topics import Topics

# the default stands in the empty field
DEFAULT_URI, *_EXAMPLES = EXAMPLES
# bytes of a file of names; a larger file is not one
_MAX_FILE_BYTES: Final = 16 * 1024 * 1024


class ConnectDialog(QDialog):
    """Dialog for an address, with tokens, topic names, found and recent robots; show it by `dialogs.show`.

    Signals:
        chosen: the chosen address, which is valid, with the tokens that were typed.
        store_wanted: the name of the key store is needed, see `TokenFields`.
        demo_chosen: the demo robot was chosen, which has an address once it runs.
    """

    chosen: Final = Signal(str)
    store_wanted: Final = Signal()
    demo_chosen: Final = Signal()

    def __init__(
        self,
        links: Links,
        topics: Topics,
        finder: RobotFinder,
        themes: Themes,
        preferences: Preferences,
        parent: QWidget | None = None,
        *,
        uri: str = "",
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Connect", "Connect to a robot"))
        self._links = links
        self._themes = themes
        self._environ_is_set = bool(environ.get(OFFERED_VARIABLE))
        self._default = FOLLOWING_URI if self._environ_is_set else DEFAULT_URI
        self.field = QComboBox()
        self.edit = edit = QLineEdit()
        self.field.setEditable(True)
        self.field.setLineEdit(edit)
        self.field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.field.setMinimumContentsLength(44)
        recent = preferences.recent_uris
        self.field.addItems(recent)
        edit.setPlaceholderText(self._resolved_default())
        edit.setToolTip(translate("Connect", "For instance {examples}").format(examples=" or ".join(_EXAMPLES)))
        self.field.setEditText(uri or (recent[0] if recent and not self._environ_is_set else ""))
        edit.selectAll()
        self.recent = RecentRobots(themes, preferences)
        self.recent.picked.connect(self._pick)
        self.recent.decided.connect(self._decide)
        self.recent.removed.connect(lambda gone: self.field.removeItem(self.field.findText(gone)))
        self._names: dict[str, str] = {}
        self._preferences = preferences
        self.found = FoundRobotsList(finder, themes, self._name_of)
        self.found.picked.connect(self._pick)
        self.found.decided.connect(self._decide)
        self.tokens = TokenFields(
            themes, preferences, translate("Connect", "If left empty: the one that is kept, or none")
        )
        self.tokens.store_wanted.connect(self.store_wanted)
        self._naming = TopicNameSettings(links, topics, preferences)
        # the robot whose saved names were filled into the field
        self._filled_from = ""
        self.names = NamesFields()
        self.names.changed.connect(self._check)
        self.names.file_wanted.connect(self._ask_for_file)
        self._lay_out()
        self.field.editTextChanged.connect(self._edited)
        self._move_tokens()
        self._move_names()
        self._check()

    def _lay_out(self) -> None:
        self.verdict = Notice()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.connect_button = QPushButton(translate("Connect", "Connect"))
        self.connect_button.setProperty("primary", True)
        self.connect_button.setDefault(True)
        self.buttons.addButton(self.connect_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

        caption = QLabel(translate("Connect", "&Address"))
        caption.setBuddy(self.field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(caption)
        layout.addWidget(self.field)
        layout.addWidget(self.verdict)
        layout.addWidget(self.tokens)
        layout.addWidget(self.names)
        layout.addLayout(self._make_presets())
        layout.addWidget(self.found)
        layout.addWidget(self.recent)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(540)

    def _make_presets(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(4)
        self.presets: list[QPushButton] = []
        presets = [(translate("Connect", "This computer"), DEFAULT_URI)]
        if self._environ_is_set:
            presets.append((OFFERED_VARIABLE, FOLLOWING_URI))
        for text, uri in presets:
            button = QPushButton(text)
            button.setProperty("flat", True)
            button.setToolTip(uri)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked, chosen=uri: self._pick(chosen))
            self.presets.append(button)
            line.addWidget(button)
        self.demo = QPushButton(translate("Connect", "Demo robot"))
        self.demo.setProperty("flat", True)
        self.demo.setToolTip(translate("Connect", "Start a simulated rover on this computer and connect to it"))
        self.demo.setAutoDefault(False)
        self.demo.clicked.connect(self._decide_for_demo)
        line.addWidget(self.demo)
        line.addStretch(1)
        return line

    def _decide_for_demo(self) -> None:
        self.demo_chosen.emit()
        super().accept()

    def _pick(self, uri: str) -> None:
        before, after = address_tokens(self.uri), address_tokens(uri)
        if before is not None and (after is None or after.key != before.key):
            # what was typed for one robot is never sent to another
            self.tokens.clear()
        named = address_topic_names(uri)
        if named is not None and named.key != self._filled_from:
            self.names.set_names(())
        self.field.setEditText(self._preferences.address(uri) or uri)

    def _decide(self, uri: str) -> None:
        self._pick(uri)
        self.accept()

    @property
    def uri(self) -> str:
        """The address to connect to; the placeholder where none was typed."""
        return self.field.currentText().strip() or self._default

    def accept(self) -> None:
        """Accept the dialog if the address is valid."""
        if self._check():
            uri = self.uri
            if address_tokens(uri) is not None:
                uri = with_token(uri, *self.tokens.tokens)
            if address_topic_names(uri) is not None:
                uri = with_names(uri, self.names.typed_names())
            self.chosen.emit(uri)
            super().accept()

    def _name_of(self, uri: str) -> str:
        """Return the operator's name for the robot at an address; empty where it has none."""
        if uri not in self._names:
            try:
                self._names[uri] = self._links.connection_id_for(uri)
            except SessionError:
                self._names[uri] = uri
        name = self._preferences.robot_name(self._names[uri])
        return name if name != self._names[uri] else ""

    def _edited(self) -> None:
        if not self._move_tokens() and not self._move_names():
            self._check()

    def _move_tokens(self) -> bool:
        """Move the tokens in the address to their fields; whether the address was changed by that."""
        access = address_tokens(self.field.currentText())
        if access is None or not (access.token or access.proxy_token):
            self.tokens.show_access(access)
            return False
        typing = self.focusWidget() in {self.field, self.edit}
        self.tokens.show_access(access)
        # this also clears the undo history of the address
        self.field.setEditText(access.uri)
        if typing:
            # the rest of a token that is being typed goes to the same field
            field = self.tokens.token if access.token else self.tokens.proxy_token
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.end(False)
        return True

    def _move_names(self) -> bool:
        """Move the topic names in the address to their field; whether the address was changed by that."""
        named = address_topic_names(self.field.currentText())
        if named is not None and named.key and named.key != self._filled_from:
            self.names.names.set_known(self._naming.used_names(named.key))
            if not named.is_told and self.names.typed_names() in {(), self._naming.saved_names(self._filled_from)}:
                self.names.set_names(self._naming.saved_names(named.key))
            self._filled_from = named.key
        typing = self.focusWidget() in {self.field, self.edit}
        self.names.show_named(named)
        if named is None or not named.is_told:
            return False
        self.field.setEditText(named.uri)
        if typing:
            # the rest of a name that is being typed goes to the same field
            self.names.names.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _ask_for_file(self) -> None:
        kinds = translate("Names", "Lists of names and experiments (*.txt *.json);;All files (*)")
        window = self.parentWidget() or self
        dialog = FileDialog(window, translate("Names", "Names from a file"), Path(QDir.homePath()), kinds)
        dialog.setFileMode(FileDialog.FileMode.ExistingFile)

        def on_selected(chosen: str) -> None:
            # the file dialog outlives this dialog
            if Shiboken.isValid(self):
                self.read_names_file(Path(chosen))

        dialog.fileSelected.connect(on_selected)
        dialogs.show_dialog(dialog, "names", replace=True)

    def read_names_file(self, file: Path) -> None:
        """Offer the robots and topic names in a file."""
        try:
            found = read_names_file(read_beginning(file, _MAX_FILE_BYTES))
        except OSError as error:
            reason = say(ConnectWording.FILE_NOT_READ(file=file.name, why=error.strerror or error))
            dialogs.show_warning(self, self._themes, reason, "")
        except SessionError as error:
            dialogs.show_warning(self, self._themes, f"{file.name}: {error.reason}", error.tip)
        else:
            dialog = NamesFileDialog(file.name, found, self)
            dialog.chosen.connect(self._add_found_names)
            dialogs.show_dialog(dialog, str(file), replace=True)

    def _add_found_names(self, uri: str, names: list[str]) -> None:
        before, after = address_topic_names(self.uri), address_topic_names(uri)
        if after is not None and (before is None or before.key != after.key):
            self._pick(uri)
            self.names.set_names(())
        self.names.set_names((*self.names.typed_names(), *names))

    def _resolved_default(self) -> str:
        try:
            return self._links.connection_id_for(self._default)
        except SessionError:
            return DEFAULT_URI

    def _check(self) -> bool:
        theme = self._themes.current
        uri, named = self.uri, address_topic_names(self.uri)
        try:
            name = self._links.connection_id_for(
                with_names(uri, self.names.typed_names()) if named is not None else uri
            )
        except SessionError as error:
            icon = self._themes.icon("alert-error", "error")
            self.verdict.set_content(
                icon, say(ConnectWording.NOT_AN_ADDRESS()), theme.error, "", error.reason, error.tip
            )
            self.connect_button.setEnabled(False)
            return False
        known = self._links.status(name) is not None
        icon = self._themes.icon("state-connected", "ok")
        text = say(ConnectWording.CONNECTED_ALREADY()) if known else ""
        tip = "" if known else say(ConnectWording.TRIED_AGAIN())
        if named is not None and not self.names.typed_names():
            tip = say(ConnectWording.NAME_TOPICS())
        self.verdict.set_content(icon, say(ConnectWording.CONNECTS_TO()), theme.ok, name, text, tip)
        self.connect_button.setEnabled(True)
        return True

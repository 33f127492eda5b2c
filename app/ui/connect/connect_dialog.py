"""Dialog for the address of a robot, which is checked while it is typed.

A token that is typed or pasted as part of the address is moved to a field of its own at once: an address is shown,
remembered and copied in many places.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QDir, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
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
    address_tokens,
    address_topic_names,
    read_names_file,
    with_names,
    with_token,
)
from app.session.errors import SessionError
from app.session.typed_addresses import (
    FOLLOWING,
    address_note,
    check_port,
    complete_address,
    is_kind_open,
    split_address,
)
from app.ui.base import dialogs
from app.ui.base.dialogs import FileDialog
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say, titled
from app.ui.base.theme import Themes
from app.ui.connect.address_fields import AddressFields
from app.ui.connect.found_robots import FoundRobotsList
from app.ui.connect.host_probe_panel import HostProbePanel
from app.ui.connect.names import NamesFields, NamesFileDialog
from app.ui.connect.recent_robots import RecentRobots
from app.ui.connect.tokens import TokenFields
from app.ui.topics.topic_settings import TopicNameSettings
from app.ui.widgets.notices import Notice
from app.ui.widgets.pages import ScrolledPage
from app.wording.names import in_a_row
from app.wording.ui.connect import ConnectWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.robot_finder import RobotFinder
    from app.session.topics import Topics

# by its definition, this computer
_THIS_COMPUTER: Final = "localhost"
# in pixels; and in characters of the font, where that is more
_LEAST_WIDTH: Final = 540
_CHARACTERS: Final = 76
# pixels of a screen that are left for the frame of a window
_FRAME: Final = 40
# bytes of a file of names; a larger file is not one
_MAX_FILE_BYTES: Final = 16 * 1024 * 1024


class ConnectDialog(OrderedDialog):
    """Dialog for an address, with tokens, topic names, found and recent robots; show it by `dialogs.show`.

    The address and the fields for its parts follow each other. Where the kind of robot is open, the servers on the host
    are looked for, at the operator's word.

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
        spawn: Spawn,
        themes: Themes,
        preferences: Preferences,
        parent: QWidget | None = None,
        *,
        uri: str = "",
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(ConnectWording.CONNECT_TO_A_ROBOT()))
        self._links = links
        self._themes = themes
        self._following = [(name, address) for name, address in FOLLOWING if environ.get(name)]
        self.parts = AddressFields()
        self.edit = QLineEdit()
        self.edit.setToolTip(say(ConnectWording.FOR_EXAMPLE(examples=in_a_row(EXAMPLES))))
        self.edit.setText(uri or next(iter([*(each for _, each in self._following), *preferences.recent_uris]), ""))
        self.edit.selectAll()
        self.probe = HostProbePanel(finder, spawn, themes)
        self.probe.picked.connect(self._pick)
        self.probe.ended.connect(self._take_only_server)
        self.finished.connect(self.probe.cancel)
        self.recent = RecentRobots(themes, preferences)
        self.recent.picked.connect(self._pick)
        self.recent.decided.connect(self._decide)
        self._names: dict[str, str] = {}
        self._preferences = preferences
        self.found = FoundRobotsList(finder, themes, self._name_of)
        self.found.picked.connect(self._pick)
        self.found.decided.connect(self._decide)
        self.tokens = TokenFields(themes, preferences, say(ConnectWording.TOKEN_TIP()))
        self.tokens.store_wanted.connect(self.store_wanted)
        self._naming = TopicNameSettings(links, topics, preferences)
        # the robot whose saved names were filled into the field
        self._filled_from = ""
        self.names = NamesFields()
        self.names.changed.connect(self._check)
        self.names.file_wanted.connect(self._ask_for_file)
        self._lay_out()
        self.parts.edited.connect(self._parts_edited)
        self.edit.textChanged.connect(self._edited)
        self.parts.show_address(self.edit.text())
        self._move_tokens()
        self._move_names()
        self._check()

    def _lay_out(self) -> None:
        self.verdict = Notice()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        texts = (say(ConnectWording.CONNECT()), say(ConnectWording.FIND()))
        self.connect_button = QPushButton(max(texts, key=len))
        # another text moves nothing
        self.connect_button.setMinimumWidth(self.connect_button.sizeHint().width())
        self.connect_button.setProperty("primary", True)
        self.connect_button.setDefault(True)
        self.buttons.addButton(self.connect_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

        caption = QLabel(say(ConnectWording.ADDRESS()))
        caption.setBuddy(self.edit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        address = QVBoxLayout()
        address.setSpacing(4)
        address.addWidget(caption)
        address.addWidget(self.edit)
        layout.addWidget(self.parts)
        layout.addLayout(address)
        layout.addWidget(self.verdict)
        # on a low screen it scrolls
        self._more = QWidget()
        more = QVBoxLayout(self._more)
        more.setContentsMargins(0, 0, 0, 0)
        more.setSpacing(8)
        for above in (self.probe, self.tokens, self.names):
            more.addWidget(above)
        more.addLayout(self._make_presets())
        for below in (self.found, self.recent):
            more.addWidget(below)
        more.addStretch(1)
        self._page = ScrolledPage(self._more)
        self._more.installEventFilter(self)
        layout.addWidget(self._page, 1)
        layout.addWidget(self.buttons)
        wanted = max(_LEAST_WIDTH, self.fontMetrics().averageCharWidth() * _CHARACTERS)
        self.setMinimumWidth(min(wanted, self.screen().availableGeometry().width() - _FRAME))
        (self.edit if self.edit.text() else self.parts.host).setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_presets(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(4)
        self.presets: list[QPushButton] = []
        tip = say(ConnectWording.LOOK_FOR_EVERYTHING_THAT())
        self._add_preset(line, say(ConnectWording.THIS_COMPUTER()), tip, self.look_on_this_computer)
        for name, uri in self._following:
            tip = say(ConnectWording.THE_ADDRESS_IN_THIS())
            self._add_preset(line, name, tip, functools.partial(self._pick, uri))
        self.demo = QPushButton(say(ConnectWording.DEMO_ROBOT()))
        self.demo.setProperty("flat", True)
        self.demo.setToolTip(say(ConnectWording.START_A_SIMULATED_ROVER()))
        self.demo.setAutoDefault(False)
        self.demo.clicked.connect(self._decide_for_demo)
        line.addWidget(self.demo)
        line.addStretch(1)
        return line

    def _add_preset(self, line: QHBoxLayout, text: str, tip: str, choose: Callable[[], object]) -> None:
        button = QPushButton(text)
        button.setProperty("flat", True)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked: choose())
        self.presets.append(button)
        line.addWidget(button)

    def look_on_this_computer(self) -> None:
        """Look for the servers that run on this computer."""
        self._pick(_THIS_COMPUTER)
        self.probe.start(_THIS_COMPUTER, None)

    def _look_on_host(self) -> None:
        typed = split_address(self.uri)
        self.probe.start(typed.host, int(typed.port) if typed.port.isdigit() else None)

    def _take_only_server(self) -> None:
        """Fill in the server that was found, if it is the only one and nothing else was typed meanwhile."""
        if len(self.probe.found) == 1 and is_kind_open(self.uri):
            self._pick(self.probe.found[0].uri)
            self.connect_button.setFocus(Qt.FocusReason.OtherFocusReason)

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
        self.edit.setText(self._preferences.address(uri) or uri)

    def _decide(self, uri: str) -> None:
        self._pick(uri)
        self.accept()

    @property
    def uri(self) -> str:
        """The address that is typed, completed; empty where nothing is."""
        return complete_address(self.edit.text())

    def accept(self) -> None:
        """Accept the dialog if the address is valid; where its kind is open, look for servers instead."""
        if is_kind_open(self.uri) and self.connect_button.isEnabled():
            self._look_on_host()
        elif self._check():
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
        return self._preferences.given_name(self._names[uri])

    def _parts_edited(self, address: str) -> None:
        self.edit.setText(address)

    def _edited(self) -> None:
        self.parts.show_address(self.edit.text())
        if self.probe.is_running and split_address(self.uri).host != self.probe.host:
            self.probe.cancel()
            self.probe.hide()
        if not self._move_tokens() and not self._move_names():
            self._check()

    def _move_tokens(self) -> bool:
        """Move the tokens in the address to their fields; whether the address was changed by that."""
        access = address_tokens(self.uri)
        if access is None or not (access.token or access.proxy_token):
            self.tokens.show_access(access)
            return False
        typing = self.focusWidget() is self.edit
        self.tokens.show_access(access)
        # this also clears the undo history of the address
        self.edit.setText(access.uri)
        if typing:
            # the rest of a token that is being typed goes to the same field
            field = self.tokens.token if access.token else self.tokens.proxy_token
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.end(False)
        return True

    def _move_names(self) -> bool:
        """Move the topic names in the address to their field; whether the address was changed by that."""
        named = address_topic_names(self.uri)
        if named is not None and named.key and named.key != self._filled_from:
            self.names.names.set_known(self._naming.used_names(named.key))
            if not named.is_told and self.names.typed_names() in {(), self._naming.saved_names(self._filled_from)}:
                self.names.set_names(self._naming.saved_names(named.key))
            self._filled_from = named.key
        typing = self.focusWidget() is self.edit
        self.names.show_named(named)
        if named is None or not named.is_told:
            return False
        self.edit.setText(named.uri)
        if typing:
            # the rest of a name that is being typed goes to the same field
            self.names.names.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _ask_for_file(self) -> None:
        kinds = say(ConnectWording.LISTS_OF_NAMES_AND())
        window = self.parentWidget() or self
        dialog = FileDialog(window, say(ConnectWording.NAMES_FROM_A_FILE()), Path(QDir.homePath()), kinds)
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
            dialogs.show_warning(self, self._themes, titled(file.name, say(error.reason)), error.tip)
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

    def _check(self) -> bool:
        """Judge the address and show the verdict; whether it is one to connect to."""
        uri = self.uri
        can_look = False
        try:
            check_port(uri)
            can_look = is_kind_open(uri)
            name = "" if can_look or not uri else self._name_of_connection(uri)
        except SessionError as error:
            name = ""
            self._show_fault(error)
        else:
            self._show_verdict(uri, name)
        self.connect_button.setText(say(ConnectWording.FIND()) if can_look else say(ConnectWording.CONNECT()))
        self.connect_button.setEnabled(can_look or bool(name))
        return bool(name)

    def _name_of_connection(self, uri: str) -> str:
        named = address_topic_names(uri)
        return self._links.connection_id_for(with_names(uri, self.names.typed_names()) if named is not None else uri)

    def _show_fault(self, error: SessionError) -> None:
        icon, color = self._themes.icon("alert-error", "error"), self._themes.current.error
        self.verdict.set_content(icon, say(ConnectWording.NOT_AN_ADDRESS()), color, "", error.reason, error.tip)

    def _show_verdict(self, uri: str, name: str) -> None:
        """Show where an address without a fault leads; without a name, what is still to be typed."""
        theme, note = self._themes.current, address_note(uri)
        if not name:
            icon, text, tip = self._themes.icon("robot", "muted"), say(ConnectWording.TYPE_HOST()), ""
            if uri:
                text = say(ConnectWording.KIND_OPEN(host=split_address(uri).host))
                tip = say(ConnectWording.KIND_OPEN_TIP())
            self.verdict.set_content(icon, "", theme.muted, "", text, tip)
            return
        known = self._links.status(name) is not None
        text = say(ConnectWording.CONNECTED_ALREADY()) if known else note
        tip = "" if known else say(ConnectWording.TRIED_AGAIN())
        if address_topic_names(uri) is not None and not self.names.typed_names():
            tip = say(ConnectWording.NAME_TOPICS())
        icon, color = self._themes.icon("state-connected", "ok"), theme.ok
        if note:
            icon, color = self._themes.icon("alert-warning", "warn"), theme.warn
        self.verdict.set_content(icon, say(ConnectWording.CONNECTS_TO()), color, name, text, tip)

    def event(self, event: QEvent) -> bool:
        """Become as high as the content needs whenever what does not scroll changes."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            self._fit_height()
        return done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Do the same whenever what scrolls changes, which asks its scroll area alone for another size."""
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            self._fit_height()
        return super().eventFilter(watched, event)

    def _fit_height(self) -> None:
        """Become as high as everything needs, and no higher than the screen."""
        layout = self._more.layout()
        if layout is None:
            return
        # without a scroll bar
        width = self._page.width()
        needed = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        height = self.height() + needed - self._page.height()
        self.resize(self.width(), min(height, self.screen().availableGeometry().height() - _FRAME))

"""Fields for the kind of a robot, its host and its port, which follow an address and make one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QWidget

from app.session.typed_addresses import KINDS, AddressParts, complete_address, join_address, split_address
from app.ui.base.text import say
from app.wording.ui.connect import ConnectWording

# of a port, in digits
_PORT_DIGITS: Final = 8
# an address is typed or pasted into the field for the host
_ADDRESS_SIGNS: Final = frozenset(":/")


class AddressFields(QWidget):
    """The fields for kind, host and port in a row, with their names above.

    Signals:
        edited: the address that the fields make, when the operator has changed one of them.
    """

    edited: Final = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rest = ""
        # the operator types an address into the field for the host
        self._types_address = False
        # what the fields said before that
        self._before: AddressParts | None = None
        self.kind = QComboBox()
        self.kind.addItem(say(ConnectWording.FIND_OUT()), "")
        for kind in KINDS:
            self.kind.addItem(kind.label, kind.scheme)
        self.kind.setPlaceholderText(say(ConnectWording.UNKNOWN()))
        self.kind.setToolTip(say(ConnectWording.THE_KIND_OF_ROBOT()))
        self.host, self.port = QLineEdit(), QLineEdit()
        self.host.setPlaceholderText(say(ConnectWording.NAME_OR_IP_ADDRESS()))
        self.host.setToolTip(say(ConnectWording.THE_COMPUTER_OF_THE()))
        self.port.setToolTip(say(ConnectWording.PORT_TIP()))
        self.port.setFixedWidth(self.port.fontMetrics().averageCharWidth() * _PORT_DIGITS + 30)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        texts = (say(ConnectWording.KIND()), say(ConnectWording.HOST()), say(ConnectWording.PORT()))
        for column, (text, field) in enumerate(zip(texts, (self.kind, self.host, self.port), strict=True)):
            caption = QLabel(text)
            caption.setBuddy(field)
            grid.addWidget(caption, 0, column)
            grid.addWidget(field, 1, column)
        self.kind.activated.connect(self._kind_chosen)
        self.host.textEdited.connect(self._host_edited)
        self.host.editingFinished.connect(self._settle)
        self.port.textEdited.connect(self._edit)
        self._show_usual_port()

    def show_address(self, text: str) -> None:
        """Show the parts of an address; the field for the host keeps what is being typed there."""
        parts = split_address(complete_address(text))
        self.kind.setCurrentIndex(self.kind.findData(parts.scheme))
        if not self._types_address:
            _set_text(self.host, parts.host)
        _set_text(self.port, parts.port)
        self._rest = parts.rest
        self._show_usual_port()

    def _parts(self) -> AddressParts:
        scheme = self.kind.currentData() or ""
        return AddressParts(scheme, self.host.text().strip(), self.port.text().strip(), self._rest)

    def _edit(self) -> None:
        self.edited.emit(join_address(self._parts()))

    def _kind_chosen(self) -> None:
        # a path or an option of one kind means nothing to another
        self._rest = ""
        self._show_usual_port()
        self._edit()

    def _host_edited(self, text: str) -> None:
        before = self._before or self._parts()
        if not _ADDRESS_SIGNS & set(text):
            # kind and port of an address that was taken away again mean nothing to what is typed now
            self._before = None
            self.edited.emit(join_address(replace(before, host=text.strip())))
            return
        self._before = before
        typed = split_address(text)
        scheme = typed.scheme or before.scheme
        self._types_address = True
        try:
            self.edited.emit(text.strip() if typed.scheme else join_address(replace(typed, scheme=scheme)))
        finally:
            self._types_address = False

    def _settle(self) -> None:
        """Leave only the host in its field, which may hold a whole address."""
        self._before = None
        if _ADDRESS_SIGNS & set(self.host.text()):
            typed = split_address(self.host.text())
            _set_text(self.host, typed.host)

    def _show_usual_port(self) -> None:
        usual = next((str(kind.port) for kind in KINDS if kind.scheme == self.kind.currentData()), "")
        self.port.setPlaceholderText(usual or say(ConnectWording.USUAL()))


def _set_text(field: QLineEdit, text: str) -> None:
    # to set a text moves the cursor to its end
    if field.text() != text:
        field.setText(text)

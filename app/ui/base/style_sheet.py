"""The style sheet of a theme, for what the palette can't set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.resources import resource

if TYPE_CHECKING:
    from app.ui.base.theme import Theme


def style_sheet(theme: Theme) -> str:
    """Return the whole style sheet for an application."""
    return "".join(
        (
            _bars(theme),
            _menus(theme),
            _views(theme),
            _scroll_bars(theme),
            _fields(theme),
            _buttons(theme),
            _frames(theme),
        )
    )


def primary_colors(theme: Theme) -> tuple[str, str]:
    """Return the background of a primary button, and the same below the mouse: white text is readable on either."""
    ground = theme.color("accent").darker(145 if theme.dark else 100)
    return ground.name(), ground.darker(115).name()


def _bars(theme: Theme) -> str:
    return f"""
QToolBar {{ border: none; border-bottom: 1px solid {theme.border}; padding: 4px 6px; spacing: 4px; }}
QMenuBar {{ background: {theme.window}; padding: 2px 4px; }}
QMenuBar::item {{ padding: 4px 8px; border-radius: 4px; }}
QMenuBar::item:selected {{ background: {theme.selection}; }}
QStatusBar {{ border-top: 1px solid {theme.border}; }}
QStatusBar::item {{ border: none; }}
QDockWidget::title {{ padding: 7px 10px; background: {theme.window}; }}
QMainWindow::separator {{ width: 5px; height: 5px; background: {theme.window}; }}
QMainWindow::separator:hover {{ background: {theme.selection}; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{ padding: 5px 12px; border: 1px solid transparent; border-bottom: 2px solid transparent; }}
QTabBar::tab {{ color: {theme.muted}; }}
QTabBar::tab:hover {{ color: {theme.text}; }}
QTabBar::tab:selected {{ color: {theme.text}; border-bottom-color: {theme.accent}; }}
QTabBar::tab:selected:focus {{ border-color: {theme.accent}; }}
"""


def _menus(theme: Theme) -> str:
    return f"""
QMenu {{ background: {theme.base}; border: 1px solid {theme.border}; padding: 4px; }}
QMenu::item {{ padding: 4px 24px 4px 8px; border-radius: 4px; }}
QMenu::item:selected {{ background: {theme.selection}; color: {theme.text}; }}
QMenu::item:disabled {{ color: {theme.muted}; background: transparent; }}
QMenu::icon {{ left: 7px; }}
QMenu::icon:checked {{ background: {theme.selection}; border-radius: 4px; }}
QMenu::indicator {{ width: 16px; height: 16px; left: 7px; }}
QMenu::indicator:checked {{ image: url("{_drawn(theme, "check")}"); }}
QMenu::separator {{ height: 1px; margin: 4px 6px; background: {theme.border}; }}
"""


def _views(theme: Theme) -> str:
    return f"""
QTreeView, QTableView {{ border: 1px solid {theme.border}; border-radius: 4px; outline: none; }}
QTreeView:focus, QTableView:focus {{ border-color: {theme.accent}; }}
QListView[lines="true"] {{
    border: 1px solid {theme.border}; border-radius: 4px; padding: 2px; background: {theme.base};
}}
QListView[lines="true"]:focus {{ border-color: {theme.accent}; }}
QTreeView::item {{ padding: 3px; border: none; }}
QTreeView[signs="true"]::item {{ padding: 2px 3px; }}
QTreeView::item:hover {{ background: {theme.hover}; }}
QTreeView::item:selected {{ background: {theme.selection}; color: {theme.text}; }}
QHeaderView::section {{
    background: {theme.window}; color: {theme.muted}; padding: 4px 6px; border: none;
    border-right: 1px solid {theme.border}; border-bottom: 1px solid {theme.border};
}}
QHeaderView::section:last {{ border-right: none; padding-right: 7px; }}
"""


def _scroll_bars(theme: Theme) -> str:
    return f"""
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 10px; }}
QScrollBar:horizontal {{ height: 10px; }}
QScrollBar::handle {{ background: {theme.border}; border-radius: 4px; margin: 1px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {theme.muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def _fields(theme: Theme) -> str:
    return f"""
QLineEdit {{ border: 1px solid {theme.border}; border-radius: 5px; padding: 5px 4px; background: {theme.base}; }}
QLineEdit:focus {{ border-color: {theme.accent}; }}
QLineEdit {{ lineedit-clear-button-icon: url("{_drawn(theme, "clear")}"); }}
QPlainTextEdit {{ border: 1px solid {theme.border}; border-radius: 5px; padding: 2px; background: {theme.base}; }}
QPlainTextEdit:focus {{ border-color: {theme.accent}; }}
QAbstractSpinBox {{
    border: 1px solid {theme.border}; border-radius: 5px; padding: 3px 4px; background: {theme.base};
}}
QAbstractSpinBox:focus {{ border-color: {theme.accent}; }}
QAbstractSpinBox:disabled {{ color: {theme.muted}; background: transparent; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: none; }}
QComboBox {{
    min-height: 26px; border: 1px solid {theme.border}; border-radius: 5px; padding: 0 6px; background: {theme.base};
}}
QComboBox:focus, QComboBox:on {{ border-color: {theme.accent}; }}
QComboBox::drop-down {{ border: none; width: 22px; }}
QComboBox::down-arrow {{ image: url("{_drawn(theme, "chevron")}"); width: 10px; height: 10px; }}
QComboBox QLineEdit {{ border: none; padding: 0; background: transparent; }}
QLineEdit[wrong="true"], QComboBox[wrong="true"], QAbstractSpinBox[wrong="true"] {{ border-color: {theme.error}; }}
QTreeView QLineEdit {{ border-radius: 0; padding: 0 2px; }}
QCheckBox {{ spacing: 6px; border: 1px solid transparent; border-radius: 4px; padding: 2px 4px 2px 2px; }}
QCheckBox:focus {{ border-color: {theme.accent}; }}
QCheckBox::indicator, QListView::indicator, QTreeView::indicator, QTableView::indicator {{
    width: 14px; height: 14px; border: 1px solid {theme.muted}; border-radius: 4px; background: {theme.base};
}}
QCheckBox::indicator:checked, QListView::indicator:checked,
QTreeView::indicator:checked, QTableView::indicator:checked {{
    image: url("{_drawn(theme, "check")}");
}}
QCheckBox::indicator:hover, QListView::indicator:hover {{ border-color: {theme.accent}; }}
QCheckBox::indicator:disabled {{ border-color: {theme.border}; background: transparent; }}
"""


def _buttons(theme: Theme) -> str:
    primary, below_mouse = primary_colors(theme)
    return f"""
QToolButton {{ padding: 2px 6px; border-radius: 5px; border: 1px solid transparent; }}
QToolButton[toolButtonStyle="2"], QToolButton[toolButtonStyle="ToolButtonTextBesideIcon"] {{ padding-right: 0; }}
QToolBar QToolButton[toolButtonStyle="2"] {{ padding: 4px 4px 4px 10px; }}
QToolButton:hover {{ background: {theme.button}; border-color: {theme.border}; }}
QToolButton:pressed, QToolButton:checked {{ background: {theme.selection}; }}
QToolButton[framed="true"] {{ background: {theme.button}; border-color: {theme.border}; }}
QToolButton:focus {{ border-color: {theme.accent}; }}
QPushButton {{
    background: {theme.button}; border: 1px solid {theme.border}; border-radius: 5px; padding: 6px 16px;
}}
QPushButton:hover {{ border-color: {theme.muted}; }}
QPushButton:pressed {{ background: {theme.selection}; }}
QPushButton:focus {{ border-color: {theme.accent}; }}
QPushButton[primary="true"] {{ background: {primary}; color: #ffffff; border-color: {primary}; font-weight: 600; }}
QPushButton[primary="true"]:hover {{ background: {below_mouse}; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {theme.text}; padding: 5px 15px; }}
QPushButton[primary="true"]:disabled {{
    background: {theme.button}; color: {theme.muted}; border-color: {theme.border};
}}
QPushButton[flat="true"] {{
    border: 1px solid transparent; background: transparent; color: {theme.accent}; padding: 3px 6px; text-align: left;
}}
QPushButton[flat="true"]:hover {{ text-decoration: underline; }}
QPushButton[flat="true"]:focus {{ border-color: {theme.accent}; }}
"""


def _frames(theme: Theme) -> str:
    return f"""
*[muted="true"] {{ color: {theme.muted}; }}
QToolTip {{ border: 1px solid {theme.border}; padding: 4px; background: {theme.button}; color: {theme.text}; }}
QFrame[overlay="true"] {{ background: {theme.window}; border: 1px solid {theme.muted}; border-radius: 8px; }}
QFrame[overlay="true"] QListView {{ border: 1px solid {theme.border}; border-radius: 4px; }}
QFrame[notice="true"] {{ background: {theme.base}; border: 1px solid {theme.border}; border-radius: 6px; }}
QFrame[notice="true"] QToolButton {{ padding-top: 0; padding-bottom: 0; }}
QMessageBox QLabel#qt_msgbox_label {{ font-weight: 600; }}
QMessageBox QLabel#qt_msgbox_informativelabel {{ min-width: 340px; }}
"""


def _drawn(theme: Theme, name: str) -> str:
    """Return the file of an image for a style sheet: there is one for each theme."""
    return resource("icons", f"{name}-{'dark' if theme.dark else 'light'}.svg").as_posix()

"""The themes: palette, style sheet, and icons in the colour of their meaning; the size of text, and units."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from app.model.alerts import Severity
from app.model.status import ConnectionState
from app.resources import resource
from app.ui.base.icon_drawing import draw_icon, draw_square, icon_renderer
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.system_wishes import only_touch_points, system_wants_contrast
from app.ui.base.text_size import scaled

# the size of text that the system has
_USUAL_PERCENT = 100

# the bar in the colour of a robot, at the edge of what is about that robot
EDGE_PX = 4

# colours that tell robots apart, in the dark and in the light theme; none is that of a state
ROBOT_COLORS = (
    ("#6ea8ff", "#1f5fbf"),
    ("#c792ff", "#7a3fc0"),
    ("#4fd8d8", "#0b7a80"),
    ("#ff9ad5", "#b0307f"),
    ("#ffb27a", "#a8520f"),
    ("#c3cf6b", "#5f6b0a"),
)
STATE_ROLES: Mapping[ConnectionState, str] = {
    ConnectionState.CONNECTING: "accent",
    ConnectionState.CONNECTED: "ok",
    ConnectionState.STALE: "warn",
    ConnectionState.LOST: "error",
    ConnectionState.REFUSED: "error",
    ConnectionState.CLOSED: "muted",
}
# of a robot that was tried and never reached
UNREACHED_ROLE = "warn"
SEVERITY_ROLES: Mapping[Severity, str] = {Severity.INFO: "accent", Severity.WARNING: "warn", Severity.ERROR: "error"}

# 44 pixels or more with padding and border, which are not in these. A least width would take the place of the one that
# a text needs, so only that has one whose text is short
_LARGE_TARGETS = """
StopButton, DrivePanel QSlider { min-height: 44px; }
DrivePanel QPushButton { min-height: 30px; }
DrivePanel QToolButton { min-height: 42px; }
DrivePanel PaceButton { min-width: 36px; }
DrivePanel QComboBox { min-height: 42px; }
"""

# trees have no animation in this style
_STILL = "QMainWindow, QScrollBar, QTabBar { widget-animation-duration: 0; }"


def style_sheet(
    theme: Theme, text_percent: int = _USUAL_PERCENT, *, large_targets: bool = False, is_still: bool = False
) -> str:
    """Return the whole style sheet for an application with this size of text.

    With `large_targets` driving has controls for fingers; where it `is_still` nothing moves by itself.
    """
    return "".join(
        (
            _bars(theme),
            _menus(theme, text_percent),
            _views(theme),
            _scroll_bars(theme),
            _fields(theme, text_percent),
            _buttons(theme),
            _signs(text_percent),
            _frames(theme),
            _frames_of_everything(theme) if theme.is_high_contrast else "",
            _LARGE_TARGETS if large_targets else "",
            _STILL if is_still else "",
        )
    )


def primary_colors(theme: Theme) -> tuple[str, str]:
    """Return the background of a primary button, and the same below the mouse: white text is readable on either."""
    if theme.is_high_contrast:
        return theme.selection, theme.color("selection").darker(130).name()
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
QMainWindow > QTabBar {{ font-weight: 600; }}
QMainWindow > QTabBar::tab {{ padding: 4px 12px; min-height: 18px; }}
QTabBar::tab:selected:focus {{ border-color: {theme.accent}; }}
"""


def _menus(theme: Theme, text_percent: int) -> str:
    sign, arrow = _sign(16, text_percent), _sign(10, text_percent)
    return f"""
QMenu {{ background: {theme.base}; border: 1px solid {theme.border}; padding: 4px; }}
QMenu::item {{ padding: 4px 24px 4px 8px; border-radius: 4px; }}
QMenu::item:selected {{ background: {theme.selection}; color: {theme.text}; }}
QMenu::item:disabled {{ color: {theme.muted}; background: transparent; }}
QMenu::icon {{ left: 7px; }}
QMenu::icon:checked {{ background: {theme.selection}; border-radius: 4px; }}
QMenu::indicator {{ width: {sign}px; height: {sign}px; left: 7px; }}
QMenu::indicator:checked {{ image: url("{_drawn(theme, "check")}"); }}
QMenu::right-arrow {{
    image: url("{_drawn(theme, "chevron-right")}"); width: {arrow}px; height: {arrow}px; right: 6px;
}}
QMenu::separator {{ height: 1px; margin: 4px 6px; background: {theme.border}; }}
"""


def _views(theme: Theme) -> str:
    return f"""
QTreeView, QTableView {{ border: 1px solid {theme.edge}; border-radius: 4px; outline: none; }}
QTreeView:focus, QTableView:focus {{ border-color: {theme.accent}; }}
QGraphicsView {{ border: 1px solid transparent; }}
QGraphicsView:focus {{ border-color: {theme.accent}; }}
QListView[lines="true"] {{
    border: 1px solid {theme.edge}; border-radius: 4px; padding: 2px; background: {theme.base};
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


def _fields(theme: Theme, text_percent: int) -> str:
    # beside text, in pixels
    gap = round(6 * text_percent / _USUAL_PERCENT)
    # of a combo box, which has no less than its text needs
    line = max(26, 13 + round(13 * text_percent / _USUAL_PERCENT))
    box, arrow = _sign(14, text_percent), _sign(10, text_percent)
    return f"""
QLineEdit {{ border: 1px solid {theme.edge}; border-radius: 5px; padding: 5px 4px; background: {theme.base}; }}
QLineEdit:focus {{ border-color: {theme.accent}; }}
QLineEdit {{ lineedit-clear-button-icon: url("{_drawn(theme, "clear")}"); }}
QPlainTextEdit {{ border: 1px solid {theme.edge}; border-radius: 5px; padding: 2px; background: {theme.base}; }}
QPlainTextEdit:focus {{ border-color: {theme.accent}; }}
QAbstractSpinBox {{
    border: 1px solid {theme.edge}; border-radius: 5px; padding: 3px 4px; background: {theme.base};
}}
QAbstractSpinBox:focus {{ border-color: {theme.accent}; }}
QAbstractSpinBox:disabled {{ color: {theme.muted}; background: transparent; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: none; }}
QComboBox {{
    min-height: {line}px; border: 1px solid {theme.edge}; border-radius: 5px; padding: 0 6px; background: {theme.base};
}}
QComboBox:focus, QComboBox:on {{ border-color: {theme.accent}; }}
QComboBox::drop-down {{ border: none; width: {arrow + 12}px; }}
QComboBox::down-arrow {{ image: url("{_drawn(theme, "chevron")}"); width: {arrow}px; height: {arrow}px; }}
QComboBox QLineEdit {{ border: none; padding: 0; background: transparent; }}
QLineEdit[wrong="true"], QComboBox[wrong="true"], QAbstractSpinBox[wrong="true"] {{ border-color: {theme.error}; }}
QTreeView QLineEdit {{ border-radius: 0; padding: 0 2px; }}
QCheckBox {{ spacing: {gap}px; border: 1px solid transparent; border-radius: 4px; padding: 2px 4px 2px 2px; }}
QCheckBox:focus {{ border-color: {theme.accent}; }}
QSlider:focus {{ border: 1px solid {theme.accent}; border-radius: 4px; }}
QCheckBox::indicator, QListView::indicator, QTreeView::indicator, QTableView::indicator {{
    width: {box}px; height: {box}px; border: 1px solid {theme.muted}; border-radius: 4px; background: {theme.base};
}}
QCheckBox::indicator:checked, QListView::indicator:checked,
QTreeView::indicator:checked, QTableView::indicator:checked {{
    image: url("{_drawn(theme, "check")}");
}}
QRadioButton {{ spacing: {gap}px; }}
QRadioButton::indicator {{ width: {box}px; height: {box}px; }}
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
QToolButton[framed="true"]:checked {{ background: {theme.selection}; border-color: {theme.accent}; }}
QToolButton:focus {{ border-color: {theme.accent}; }}
QPushButton {{
    background: {theme.button}; border: 1px solid {theme.border}; border-radius: 5px; padding: 6px 16px;
}}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
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


def _signs(text_percent: int) -> str:
    rules = {"*": 16, "DockTools QToolButton": 14, "Rail QToolButton": 18, "LayerList": 12, "QMainWindow, QToolBar": 20}
    return "".join(f"{who} {{ icon-size: {_sign(size, text_percent)}px; }}\n" for who, size in rules.items())


def _sign(size: int, text_percent: int) -> int:
    """Return the size in pixels of a sign beside the text, as `grown` has it."""
    return round(size * max(text_percent, _USUAL_PERCENT) / _USUAL_PERCENT)


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


def _frames_of_everything(theme: Theme) -> str:
    """Return borders where the other themes tell things apart by their ground alone."""
    line = f"1px solid {theme.edge}"
    return f"""
QToolButton, QPushButton[flat="true"], QTabBar::tab {{ border: {line}; }}
QTabBar::tab:selected {{ background: {theme.selection}; border: {line}; }}
QToolButton:focus, QTabBar::tab:selected:focus {{ border: 2px solid {theme.accent}; }}
QPushButton, QPushButton[primary="true"], QPushButton[primary="true"]:disabled {{ border-color: {theme.edge}; }}
QPushButton:focus, QLineEdit:focus, QTreeView:focus, QTableView:focus {{ border: 2px solid {theme.accent}; }}
QScrollBar::handle, QMainWindow::separator {{ background: {theme.edge}; }}
QMenu, QDockWidget::title {{ border: {line}; }}
QStatusBar, QToolBar {{ border-color: {theme.edge}; }}
"""


def _drawn(theme: Theme, name: str) -> str:
    """Return the file of an image for a style sheet: there is one for each theme."""
    return resource("icons", f"{name}-{'dark' if theme.dark else 'light'}.svg").as_posix()


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme, with all colours of states. Colours are written #rrggbb.

    Attributes:
        border: of what only lies beside something else: cards, rows, buttons.
        edge: of what is typed or chosen in; 3:1 or better on what is around it and in it.
        muted: still readable on `base` (4.5:1 or better).
        ok: of what is there and works.
        warn: of what is stale, was never reached, can't be read, or may be moved by the next push.
        error: of what is lost or refused, or may be moving.
        warn_in_sun, error_in_sun: the same for signs that have to be read in sunlight, on `base`; 7:1 where that is
            light.
        disabled: of text of what can't be used; empty for the muted one, half seen.
        is_high_contrast: text has 7:1 or better on every ground, and everything has a border.
        is_dashed: whether dashes and shapes, too, tell apart what colours do.
    """

    dark: bool
    window: str
    base: str
    alternate: str
    button: str
    border: str
    edge: str
    text: str
    muted: str
    accent: str
    selection: str
    hover: str
    ok: str
    warn: str
    error: str
    warn_in_sun: str
    error_in_sun: str
    disabled: str = ""
    is_high_contrast: bool = False
    is_dashed: bool = False

    def color(self, role: str) -> QColor:
        """Return the colour of a role, by the name of the attribute."""
        return QColor(getattr(self, role))


DARK = Theme(
    dark=True,
    window="#1b2026",
    base="#14181d",
    alternate="#181d23",
    button="#252b33",
    border="#2f3740",
    edge="#66717d",
    text="#d5dce3",
    muted="#8b98a7",
    accent="#4d97ff",
    selection="#1f4273",
    hover="#20262e",
    ok="#2fbf71",
    warn="#f5a524",
    error="#ff5c88",
    warn_in_sun="#f5a524",
    error_in_sun="#ff9db5",
)

LIGHT = Theme(
    dark=False,
    window="#f1f3f5",
    base="#ffffff",
    alternate="#f8f9fb",
    button="#ffffff",
    border="#d3d9e0",
    edge="#7d8792",
    text="#1b2026",
    muted="#5b6673",
    accent="#1a62d2",
    selection="#cfe2ff",
    hover="#eef2f7",
    ok="#137a40",
    warn="#9a5b00",
    error="#c8174d",
    warn_in_sun="#6e3a00",
    error_in_sun="#97001c",
)

HIGH_CONTRAST = Theme(
    dark=True,
    window="#000000",
    base="#000000",
    alternate="#0a0a0a",
    button="#000000",
    border="#c0c0c0",
    edge="#ffffff",
    text="#ffffff",
    muted="#e0e0e0",
    accent="#9cd6ff",
    # as bright as 7:1 of the text on it allows
    selection="#0a598d",
    hover="#1c1c1c",
    ok="#6df2a4",
    warn="#ffcf66",
    error="#ffb3c5",
    warn_in_sun="#ffcf66",
    error_in_sun="#ffb3c5",
    disabled="#a6a6a6",
    is_high_contrast=True,
    is_dashed=True,
)

_CHOSEN = {ThemeChoice.DARK: DARK, ThemeChoice.LIGHT: LIGHT, ThemeChoice.HIGH_CONTRAST: HIGH_CONTRAST}


class Themes(QObject):
    """The appearance of an application in the style Fusion: applies the theme, follows the system, draws icons.

    It applies the size of text as well, large targets and reduced motion, and tells of other units.

    Signals:
        changed: another theme was applied, or other units; holders of icons, colours or units ask for them again.

    Attributes:
        preferences: those that it applies.
        current: the theme that is applied.
        units: the units in which angles and speeds are shown.
        is_still: whether nothing may move by itself.
    """

    changed = Signal()

    def __init__(self, app: QApplication, preferences: Preferences) -> None:
        super().__init__()
        self._app = app
        self.preferences = preferences
        self._icons: dict[tuple[str, str], QIcon] = {}
        self.current = DARK
        self.units = preferences.values.units
        self._text_percent = _USUAL_PERCENT
        self._system_is_still = self.is_still = False
        self._flash_ms = app.cursorFlashTime()
        self._apply()
        preferences.changed.connect(self._follow_preference)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._follow)
        hints.accessibility().contrastPreferenceChanged.connect(self._follow)
        app.screenAdded.connect(self.redraw_icons)

    @property
    def choice(self) -> ThemeChoice:
        """The theme that the operator chose."""
        return self.preferences.theme

    def choose(self, choice: ThemeChoice) -> None:
        """Change the theme, and save the choice."""
        self.preferences.theme = choice
        self._apply()

    def set_system_motion(self, *, is_still: bool) -> None:
        """Take whether the system asks for reduced motion."""
        if is_still != self._system_is_still:
            self._system_is_still = is_still
            self._apply()

    def redraw_icons(self) -> None:
        """Draw all icons again: a screen may have more pixels than those of before."""
        self._icons.clear()
        self.changed.emit()

    def icon(self, name: str, role: str = "text") -> QIcon:
        """Return the icon of a file in resources/icons, in a colour of the current theme."""
        return self._icon_in(name, getattr(self.current, role))

    def pixmap(self, name: str, role: str, size: int, ratio: float) -> QPixmap:
        """Return an icon as one large pixmap, for a screen with `ratio` pixels per unit of `size`."""
        pixmap = draw_square(icon_renderer(name, getattr(self.current, role)), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def state_icon(self, state: ConnectionState) -> QIcon:
        """Return the icon of a connection's state: every state has a shape and a colour of its own."""
        return self.icon(f"state-{state.value}", STATE_ROLES[state])

    def robot_color(self, uri: str) -> str:
        """Return the colour of a robot in the current theme, #rrggbb."""
        return ROBOT_COLORS[self.preferences.robot_color(uri)][0 if self.current.dark else 1]

    def robot_dot(self, color: int) -> QIcon:
        """Return a dot in one of the colours for robots."""
        return self._icon_in("dot", ROBOT_COLORS[color][0 if self.current.dark else 1])

    def robot_dot_of(self, uri: str) -> QIcon:
        """Return a dot in the colour of a robot."""
        return self._icon_in("dot", self.robot_color(uri))

    def connection_icon(self, state: ConnectionState, *, unreached: bool = False) -> QIcon:
        """Return the icon of a connection's state, or that its robot was never reached."""
        return self.icon("alert-warning", UNREACHED_ROLE) if unreached else self.state_icon(state)

    def severity_icon(self, severity: Severity) -> QIcon:
        """Return the icon of an alert."""
        return self.icon(f"alert-{severity.name.lower()}", SEVERITY_ROLES[severity])

    def _icon_in(self, name: str, color: str) -> QIcon:
        icon = self._icons.get((name, color))
        if icon is None:
            icon = self._icons[name, color] = draw_icon(name, color)
        return icon

    def _follow(self) -> None:
        if self.choice is ThemeChoice.SYSTEM:
            self._apply()

    def _follow_preference(self, name: str) -> None:
        if name in {"text_percent", "large_targets", "reduced_motion", "dashed_curves"}:
            self._apply()
        elif name in {"angle", "speed"}:
            self.units = self.preferences.values.units
            self.changed.emit()

    @contextlib.contextmanager
    def _resized_text(self) -> Iterator[None]:
        """Give all text the chosen size; the application's font is touched only by who chose another than usual."""
        percent, before = self.preferences.values.text_percent, self._text_percent
        if percent == before == _USUAL_PERCENT:
            yield
            return
        # fonts that a widget made of its own don't follow, and a new style sheet gives it the one that it had at first
        own = [widget for widget in self._app.allWidgets() if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)]
        sizes = [widget.font().pointSizeF() * percent / before for widget in own]
        if percent != before:
            self._text_percent = percent
            self._icons.clear()
            usual = scaled(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont), percent)
            # those of the language
            usual.setFamilies(self._app.font().families())
            self._app.setFont(usual)
        yield
        for widget, size in zip(own, sizes, strict=True):
            if Shiboken.isValid(widget) and not math.isclose(widget.font().pointSizeF(), size):
                _set_size(widget, size)

    def _apply(self) -> None:
        hints = QGuiApplication.styleHints()
        if self.choice is ThemeChoice.SYSTEM:
            hints.unsetColorScheme()
            # platforms without colour schemes say Unknown
            self.current = LIGHT if hints.colorScheme() is Qt.ColorScheme.Light else DARK
            if system_wants_contrast():
                self.current = HIGH_CONTRAST
        else:
            self.current = _CHOSEN[self.choice]
            # for what the platform draws: title bar, native dialogs
            hints.setColorScheme(Qt.ColorScheme.Dark if self.current.dark else Qt.ColorScheme.Light)
        values = self.preferences.values
        if values.dashed_curves:
            self.current = replace(self.current, is_dashed=True)
        was_still, self.is_still = self.is_still, values.reduced_motion.decide(self._system_is_still)
        if self.is_still is not was_still:
            self._app.setCursorFlashTime(0 if self.is_still else self._flash_ms)
        large = values.large_targets.decide(only_touch_points())
        with self._resized_text():
            self._app.setPalette(_palette(self.current))
            self._app.setStyleSheet(
                style_sheet(self.current, values.text_percent, large_targets=large, is_still=self.is_still)
            )
        self.changed.emit()


def _set_size(widget: QWidget, point_size: float) -> None:
    font = widget.font()
    font.setPointSizeF(point_size)
    widget.setFont(font)


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for target, name in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "base"),
        (role.AlternateBase, "alternate"),
        (role.Text, "text"),
        (role.PlaceholderText, "muted"),
        (role.Button, "button"),
        (role.ButtonText, "text"),
        (role.BrightText, "error"),
        (role.ToolTipBase, "button"),
        (role.ToolTipText, "text"),
        (role.Highlight, "selection"),
        (role.HighlightedText, "text"),
        (role.Accent, "accent"),
        (role.Link, "accent"),
        (role.LinkVisited, "accent"),
        (role.Mid, "edge"),
        (role.Midlight, "button"),
    ):
        palette.setColor(target, theme.color(name))
    window = theme.color("window")
    palette.setColor(role.Light, theme.color("border") if theme.dark else QColor("#ffffff"))
    palette.setColor(role.Dark, window.darker(150 if theme.dark else 120))
    palette.setColor(role.Shadow, QColor("#0a0d10" if theme.dark else "#8a949f"))
    for target in (role.Text, role.WindowText, role.ButtonText):
        muted = theme.color("disabled" if theme.disabled else "muted")
        muted.setAlphaF(1.0 if theme.disabled else 0.6)
        palette.setColor(QPalette.ColorGroup.Disabled, target, muted)
    return palette

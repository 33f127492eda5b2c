"""The two themes: palette, style sheet, and icons in the colour of their meaning."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from app.model.alerts import Severity
from app.model.status import ConnectionState
from app.resources import resource
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.style_sheet import style_sheet

# pixels, of menus and of tool bars
_ICON_SIZES = (16, 20)

# opacity of disabled icons, as faint as disabled text
_FADED = 0.4


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme. Colours are written #rrggbb; `muted` is still readable on `base` (4.5:1 or better)."""

    dark: bool
    window: str
    base: str
    alternate: str
    button: str
    border: str
    text: str
    muted: str
    accent: str
    selection: str
    hover: str
    ok: str
    warn: str
    error: str

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
    text="#d5dce3",
    muted="#8b98a7",
    accent="#4d97ff",
    selection="#1f4273",
    hover="#20262e",
    ok="#2fbf71",
    warn="#f5a524",
    error="#ff5c88",
)

LIGHT = Theme(
    dark=False,
    window="#f1f3f5",
    base="#ffffff",
    alternate="#f8f9fb",
    button="#ffffff",
    border="#d3d9e0",
    text="#1b2026",
    muted="#5b6673",
    accent="#1a62d2",
    selection="#cfe2ff",
    hover="#eef2f7",
    ok="#137a40",
    warn="#9a5b00",
    error="#c8174d",
)

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

SEVERITY_ROLES: Mapping[Severity, str] = {Severity.INFO: "accent", Severity.WARNING: "warn", Severity.ERROR: "error"}


class Themes(QObject):
    """The theme of an application in the style Fusion: applies it, follows the system, draws icons.

    Signals:
        changed: another theme was applied; holders of icons or colours ask for them again.
    """

    changed = Signal()

    def __init__(self, app: QApplication, preferences: Preferences) -> None:
        super().__init__()
        self._app = app
        self._preferences = preferences
        self._icons: dict[tuple[str, str], QIcon] = {}
        self.current = DARK
        self._apply()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)
        app.screenAdded.connect(self._draw_anew)

    @property
    def choice(self) -> ThemeChoice:
        """The theme that the operator chose."""
        return self._preferences.theme

    def choose(self, choice: ThemeChoice) -> None:
        """Change the theme, and save the choice."""
        self._preferences.theme = choice
        self._apply()

    def icon(self, name: str, role: str = "text") -> QIcon:
        """Return the icon of a file in resources/icons, in a colour of the current theme."""
        return self._icon_in(name, getattr(self.current, role))

    def pixmap(self, name: str, role: str, size: int, ratio: float) -> QPixmap:
        """Return an icon as one large pixmap, for a screen with `ratio` pixels per unit of `size`."""
        pixmap = _draw(_renderer(name, getattr(self.current, role)), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def state_icon(self, state: ConnectionState) -> QIcon:
        """Return the icon of a connection's state: every state has a shape and a colour of its own."""
        return self.icon(f"state-{state.value}", STATE_ROLES[state])

    def robot_color(self, uri: str) -> str:
        """Return the colour of a robot in the current theme, #rrggbb."""
        return ROBOT_COLORS[self._preferences.robot_color(uri)][0 if self.current.dark else 1]

    def robot_dot(self, color: int) -> QIcon:
        """Return a dot in one of the colours for robots."""
        return self._icon_in("dot", ROBOT_COLORS[color][0 if self.current.dark else 1])

    def robot_dot_of(self, uri: str) -> QIcon:
        """Return a dot in the colour of a robot."""
        return self._icon_in("dot", self.robot_color(uri))

    def connection_icon(self, state: ConnectionState, uri: str) -> QIcon:
        """Return the icon of a connection's state with a dot in the colour of its robot."""
        color = self.robot_color(uri)
        key = (f"connection-{state.value}", color)
        icon = self._icons.get(key)
        if icon is None:
            icon = self._icons[key] = _with_dot(self.state_icon(state), color, self.current.base)
        return icon

    def severity_icon(self, severity: Severity) -> QIcon:
        """Return the icon of an alert."""
        return self.icon(f"alert-{severity.name.lower()}", SEVERITY_ROLES[severity])

    def _icon_in(self, name: str, color: str) -> QIcon:
        icon = self._icons.get((name, color))
        if icon is None:
            icon = self._icons[name, color] = _draw_icon(name, color)
        return icon

    def _draw_anew(self) -> None:
        """Draw all icons again: a new screen may have more pixels."""
        self._icons.clear()
        self.changed.emit()

    def _follow(self) -> None:
        if self.choice is ThemeChoice.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        hints = QGuiApplication.styleHints()
        if self.choice is ThemeChoice.SYSTEM:
            hints.unsetColorScheme()
            # platforms without colour schemes say Unknown
            self.current = LIGHT if hints.colorScheme() is Qt.ColorScheme.Light else DARK
        else:
            self.current = DARK if self.choice is ThemeChoice.DARK else LIGHT
            # for what the platform draws: title bar, native dialogs
            hints.setColorScheme(Qt.ColorScheme.Dark if self.current.dark else Qt.ColorScheme.Light)
        self._app.setPalette(_palette(self.current))
        self._app.setStyleSheet(style_sheet(self.current))
        self.changed.emit()


def _icon_sizes() -> list[int]:
    """Return the sizes in pixels for all screens: drawing is slow, so no other sizes are drawn."""
    ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    return sorted({round(size * ratio) for size in _ICON_SIZES for ratio in ratios})


def _draw_icon(name: str, color: str) -> QIcon:
    icon = QIcon()
    renderer = _renderer(name, color)
    for size in _icon_sizes():
        pixmap = _draw(renderer, size)
        icon.addPixmap(pixmap)
        # a selected row must not tint the colour
        icon.addPixmap(pixmap, QIcon.Mode.Selected)
        icon.addPixmap(_faded(pixmap), QIcon.Mode.Disabled)
    return icon


def _with_dot(icon: QIcon, color: str, ground: str) -> QIcon:
    result = QIcon()
    for size in _icon_sizes():
        pixmap = icon.pixmap(QSize(size, size), 1.0)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = size * 0.22
        painter.setPen(QPen(QColor(ground), size / 12))
        painter.setBrush(QColor(color))
        painter.drawEllipse(QPointF(size - radius - size / 24, size - radius - size / 24), radius, radius)
        painter.end()
        result.addPixmap(pixmap)
        result.addPixmap(pixmap, QIcon.Mode.Selected)
    return result


def _renderer(name: str, color: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_read_drawing(name).replace("currentColor", color).encode()))


def _draw(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap


def _faded(pixmap: QPixmap) -> QPixmap:
    faded = QPixmap(pixmap.size())
    faded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(faded)
    painter.setOpacity(_FADED)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return faded


@functools.cache
def _read_drawing(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


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
        (role.Mid, "border"),
        (role.Midlight, "button"),
    ):
        palette.setColor(target, theme.color(name))
    window = theme.color("window")
    palette.setColor(role.Light, theme.color("border") if theme.dark else QColor("#ffffff"))
    palette.setColor(role.Dark, window.darker(150 if theme.dark else 120))
    palette.setColor(role.Shadow, QColor("#0a0d10" if theme.dark else "#8a949f"))
    for target in (role.Text, role.WindowText, role.ButtonText):
        muted = theme.color("muted")
        muted.setAlphaF(0.6)
        palette.setColor(QPalette.ColorGroup.Disabled, target, muted)
    return palette

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QImage, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMainWindow,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.config.preference_values import SystemChoice
from app.model.alerts import Severity
from app.model.messages.shown_units import AngleUnit
from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.text_size import fixed_font
from app.ui.base.theme import (
    DARK,
    HIGH_CONTRAST,
    LIGHT,
    ROBOT_COLORS,
    Theme,
    Themes,
    primary_colors,
    style_sheet,
)
from app.ui.widgets.item_views import TreeView
from tests.tools.contrast import contrast

both = pytest.mark.parametrize("theme", [DARK, LIGHT, HIGH_CONTRAST], ids=["dark", "light", "high contrast"])


@both
def test_white_can_be_read_on_the_button_that_one_is_to_press(theme: Theme) -> None:
    assert all(contrast("#ffffff", ground) >= 4.5 for ground in primary_colors(theme))


@both
def test_the_ring_of_the_focus_can_be_seen_on_every_ground(theme: Theme) -> None:
    """3:1 is what signs need."""
    assert all(contrast(theme.accent, ground) >= 3.0 for ground in (theme.window, theme.base, theme.button))


@both
def test_the_ring_of_the_button_that_one_is_to_press_stands_out_from_what_is_around_it(theme: Theme) -> None:
    """Of text, two pixels wide: on its own ground it need not be seen."""
    assert all(contrast(theme.text, ground) >= 4.5 for ground in (theme.window, theme.base))
    assert f"2px solid {theme.text}" in style_sheet(theme)


# 3:1 is what the edge of a field needs
EDGED = (
    *("QLineEdit", "QPlainTextEdit", "QAbstractSpinBox", "QComboBox", "QCheckBox::indicator"),
    *("QTreeView", "QTableView", 'QListView[lines="true"]'),
)


@both
def test_the_gap_beside_a_check_box_grows_with_the_text(theme: Theme) -> None:
    gaps = [re.findall(r"QCheckBox { spacing: (\d+)px", style_sheet(theme, percent)) for percent in (100, 150)]

    assert gaps == [["6"], ["9"]]


@both
@pytest.mark.parametrize("kind", EDGED)
def test_the_edge_of_what_one_types_or_chooses_in_can_be_seen(theme: Theme, kind: str) -> None:
    edges: dict[str, str] = {}
    for selectors, rule in re.findall(r"([^{}]+){([^}]*)}", style_sheet(theme)):
        found = re.search(r"border: 1px solid (#[0-9a-f]{6})", rule)
        if found is not None:
            edges |= {selector.strip(): found[1] for selector in selectors.split(",")}

    assert all(contrast(edges[kind], ground) >= 3.0 for ground in (theme.window, theme.base))


@both
def test_all_pictures_that_it_names_are_there(theme: Theme) -> None:
    named = re.findall(r'url\("([^"]+)"\)', style_sheet(theme))

    assert named
    assert all(Path(name).is_file() for name in named)


@both
def test_qt_understands_it(qtbot: QtBot, theme: Theme) -> None:
    """Qt warns of what it does not understand, and a warning fails a test."""
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setStyleSheet(style_sheet(theme))
    widget.show()
    QApplication.processEvents()

    assert QColor(theme.border).isValid()


def _tabs() -> QWidget:
    tabs = QTabBar()
    for name in ("Fields", "JSON"):
        tabs.addTab(name)
    return tabs


@pytest.mark.parametrize("make", [_tabs, lambda: QCheckBox("Keep it")], ids=["a row of tabs", "a check box"])
def test_what_has_the_focus_shows_it(qtbot: QtBot, themes: Themes, make: Callable[[], QWidget]) -> None:
    del themes
    window, widget, field = QWidget(), make(), QLineEdit()
    for placed in (widget, field):
        placed.setParent(window)
    widget.resize(200, 30)
    field.move(0, 40)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus, timeout=20_000)
    without = widget.grab().toImage()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus, timeout=20_000)

    assert widget.grab().toImage() != without


def test_the_title_of_a_dock_is_shortened_by_the_font_that_its_tab_is_drawn_in(qtbot: QtBot, themes: Themes) -> None:
    del themes
    window = QMainWindow()
    qtbot.addWidget(window)
    docks = [QDockWidget(f"/gazebo/default/rover/chassis/{name}/image", window) for name in ("camera", "depth")]
    for dock in docks:
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.tabifyDockWidget(*docks)
    window.show()
    (bar,) = (each for each in window.findChildren(QTabBar) if each.count() == 2)

    # a weight of its tabs alone is drawn, but not measured
    assert bar.font().weight() == QFont.Weight.DemiBold
    assert "QTabBar::tab" in style_sheet(DARK)
    assert not re.search(r"QTabBar::tab[^{]*{[^}]*font", style_sheet(DARK))


def _first_drawn(image: QImage, rows: range, columns: range) -> int:
    """The first column of a part of a picture that is not all of one colour."""
    ground = image.pixel(columns.start, rows.start)
    return next(x for x in columns if any(image.pixel(x, y) != ground for y in rows))


def test_a_title_begins_where_its_cells_begin(qtbot: QtBot, themes: Themes) -> None:
    del themes
    tree = TreeView(Qt.TextElideMode.ElideRight, 16)
    qtbot.addWidget(tree)
    model = QStandardItemModel(0, 2, tree)
    model.setHorizontalHeaderLabels(["Name", "Hill"])
    model.appendRow([QStandardItem("a"), QStandardItem("Hill")])
    tree.setModel(model)
    tree.header().resizeSection(0, 80)
    tree.resize(300, 100)
    tree.show()
    image, header = tree.grab().toImage(), tree.header()
    left = header.mapTo(tree, QPoint(header.sectionViewportPosition(1), 0)).x()
    cell = tree.visualRect(model.index(0, 1)).translated(tree.viewport().pos())
    within = range(left + 1, left + 60)

    title = _first_drawn(image, range(header.y() + 4, header.y() + header.height() - 4), within)
    assert title == _first_drawn(image, range(cell.top() + 1, cell.bottom()), within)


@both
@pytest.mark.parametrize("role", ["text", "muted", "ok", "warn", "error", "accent"])
@pytest.mark.parametrize("ground", ["window", "base", "alternate", "button", "hover", "selection"])
def test_everything_written_can_be_read(theme: Theme, role: str, ground: str) -> None:
    # 3:1 is what large text and signs need: only they stand on a selected row in another colour than that of text
    needed = 3.0 if ground == "selection" and role != "text" else 4.5

    assert contrast(getattr(theme, role), getattr(theme, ground)) >= needed


@pytest.mark.parametrize("role", ["text", "muted", "ok", "warn", "error", "accent", "warn_in_sun", "error_in_sun"])
@pytest.mark.parametrize("ground", ["window", "base", "alternate", "button", "hover"])
def test_everything_written_in_high_contrast_has_seven_to_one(role: str, ground: str) -> None:
    assert contrast(getattr(HIGH_CONTRAST, role), getattr(HIGH_CONTRAST, ground)) >= 7.0


def test_what_is_selected_or_cannot_be_used_is_read_in_high_contrast_too(
    themes: Themes, qapp: QApplication, preferences: Preferences
) -> None:
    theme = HIGH_CONTRAST
    assert contrast(theme.text, theme.selection) >= 7.0
    assert contrast(theme.selection, theme.base) >= 2.8
    assert all(contrast(edge, theme.base) >= 7.0 for edge in (theme.edge, theme.border))
    themes.choose(ThemeChoice.HIGH_CONTRAST)
    disabled = qapp.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled.alpha() == 255
    assert contrast(disabled.name(), theme.base) >= 7.0
    assert preferences.theme is ThemeChoice.HIGH_CONTRAST
    themes.choose(ThemeChoice.DARK)


def test_the_system_that_asks_for_high_contrast_gets_it(themes: Themes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.base.theme.system_wants_contrast", lambda: True)
    themes.choose(ThemeChoice.SYSTEM)
    assert themes.current is HIGH_CONTRAST
    themes.choose(ThemeChoice.LIGHT)
    assert themes.current is LIGHT


@both
@pytest.mark.parametrize("ground", ["window", "base", "hover", "selection"])
def test_the_colour_of_every_robot_can_be_seen_wherever_its_dot_stands(theme: Theme, ground: str) -> None:
    for colors in ROBOT_COLORS:
        assert contrast(colors[0 if theme.dark else 1], getattr(theme, ground)) >= 3.0


def _outline(image: QImage) -> bytes:
    return bytes(image.convertToFormat(QImage.Format.Format_Alpha8).constBits())


def test_every_state_has_a_shape_of_its_own(themes: Themes) -> None:
    outlines = {_outline(themes.state_icon(state).pixmap(20, 20).toImage()) for state in ConnectionState}

    assert len(outlines) == len(ConnectionState)


def test_every_severity_has_a_shape_of_its_own(themes: Themes) -> None:
    outlines = {_outline(themes.severity_icon(severity).pixmap(20, 20).toImage()) for severity in Severity}

    assert len(outlines) == len(Severity)


def test_an_icon_has_the_colour_of_its_role_in_the_theme_of_now(themes: Themes) -> None:
    for choice, theme in ((ThemeChoice.DARK, DARK), (ThemeChoice.LIGHT, LIGHT)):
        themes.choose(choice)
        image = themes.icon("topic-live", "ok").pixmap(20, 20).toImage()

        assert image.pixelColor(10, 10).name() == theme.ok


def test_a_choice_is_applied_told_and_remembered(qapp: QApplication, themes: Themes, preferences: Preferences) -> None:
    told: list[bool] = []
    themes.changed.connect(lambda: told.append(themes.current.dark))
    themes.choose(ThemeChoice.LIGHT)

    assert told == [False]
    assert qapp.palette().window().color().name() == LIGHT.window
    assert preferences.theme is ThemeChoice.LIGHT


def test_a_system_that_says_nothing_gets_the_dark_theme(themes: Themes) -> None:
    themes.choose(ThemeChoice.LIGHT)
    themes.choose(ThemeChoice.SYSTEM)

    assert QApplication.styleHints().colorScheme() is Qt.ColorScheme.Unknown
    assert themes.current is DARK


def test_a_change_of_the_system_is_followed_only_when_asked_for(themes: Themes) -> None:
    told: list[None] = []
    themes.changed.connect(lambda: told.append(None))
    QApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert not told

    themes.choose(ThemeChoice.SYSTEM)
    QApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert len(told) == 2


def test_a_robot_keeps_its_colour_in_the_current_look(themes: Themes, preferences: Preferences) -> None:
    preferences.set_robot_color("gazebo://a:1", 2)
    dark = themes.robot_color("gazebo://a:1")
    themes.choose(ThemeChoice.LIGHT)

    assert (dark, themes.robot_color("gazebo://a:1")) == ROBOT_COLORS[2]


def test_a_robot_that_was_never_reached_has_another_sign_than_one_that_is_connected_to(themes: Themes) -> None:
    connecting, unreached = (
        _outline(themes.connection_icon(ConnectionState.CONNECTING, unreached=unreached).pixmap(20, 20).toImage())
        for unreached in (False, True)
    )
    assert connecting != unreached


def test_what_can_not_be_pressed_has_a_fainter_sign(themes: Themes) -> None:
    icon = themes.icon("dot", "text")
    bright, faint = (icon.pixmap(20, 20, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled))

    assert 0 < faint.pixelColor(10, 10).alpha() < bright.pixelColor(10, 10).alpha() / 2


def test_signs_are_drawn_for_the_screens_that_there_are(qapp: QApplication, themes: Themes) -> None:
    ratio = qapp.primaryScreen().devicePixelRatio()
    before = themes.icon("dot")
    sizes = {size.width() for size in before.availableSizes()}
    qapp.screenAdded.emit(qapp.primaryScreen())

    assert sizes == {round(16 * ratio), round(20 * ratio)}
    assert themes.icon("dot").cacheKey() != before.cacheKey()


class _PlatformWithIcons(QProxyStyle):
    """The style on a desktop whose dialogs have icons on their buttons."""

    @override
    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        if hint is QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, option, widget, returnData)


def test_the_buttons_of_dialogs_have_no_signs_of_the_platform(qtbot: QtBot, themes: Themes) -> None:
    style = _PlatformWithIcons("fusion")
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        themes.choose(choice)
        box = QDialogButtonBox()
        qtbot.addWidget(box)
        box.setStyle(style)
        for button in QDialogButtonBox.StandardButton:
            if button is not QDialogButtonBox.StandardButton.NoButton:
                box.addButton(button)

        assert len(box.buttons()) >= 15
        assert [button.text() for button in box.buttons() if not button.icon().isNull()] == []


def test_all_text_has_the_chosen_size_at_once_and_again_the_usual_one(
    qtbot: QtBot, qapp: QApplication, themes: Themes, preferences: Preferences
) -> None:
    plain, bold, mono = QLabel("a"), QLabel("b"), QLabel("c")
    heavy, large = bold.font(), qapp.font().pointSizeF() * 2
    heavy.setBold(True)
    heavy.setPointSizeF(large)
    bold.setFont(heavy)
    mono.setFont(fixed_font())
    widgets = [plain, bold, mono]
    for widget in widgets:
        qtbot.addWidget(widget)
        widget.show()
    usual = [widget.font().pointSizeF() for widget in widgets]
    preferences.set_value("text_percent", 150)

    assert [widget.font().pointSizeF() for widget in widgets] == pytest.approx([size * 1.5 for size in usual])
    assert bold.font().bold()
    assert fixed_font().pointSizeF() == pytest.approx(usual[2] * 1.5)
    # another theme leaves it
    themes.choose(ThemeChoice.LIGHT)
    assert [widget.font().pointSizeF() for widget in widgets] == pytest.approx([size * 1.5 for size in usual])
    preferences.set_value("text_percent", 100)
    assert [widget.font().pointSizeF() for widget in widgets] == pytest.approx(usual)


def test_other_units_are_told_as_another_theme_is(themes: Themes, preferences: Preferences) -> None:
    told = []
    themes.changed.connect(lambda: told.append(themes.units.angle))
    preferences.set_value("angle", AngleUnit.DEGREES)

    assert told == [AngleUnit.DEGREES]


def test_nothing_moves_by_itself_where_motion_is_reduced(
    qapp: QApplication, themes: Themes, preferences: Preferences, qtbot: QtBot
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    tabs = QTabBar(window)

    def moves() -> list[bool]:
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        durations = (each.style().styleHint(hint, None, each) for each in (window, tabs))
        return [*(duration != 0 for duration in durations), qapp.cursorFlashTime() > 0, not themes.is_still]

    assert all(moves())
    themes.set_system_motion(is_still=True)
    assert not any(moves())
    preferences.set_value("reduced_motion", SystemChoice.NEVER)
    assert all(moves())
    themes.set_system_motion(is_still=False)
    preferences.set_value("reduced_motion", SystemChoice.ALWAYS)
    assert not any(moves())
    preferences.set_value("reduced_motion", SystemChoice.SYSTEM)
    assert all(moves())


def test_dashes_tell_apart_what_colours_do_by_choice_and_in_high_contrast(
    themes: Themes, preferences: Preferences
) -> None:
    themes.choose(ThemeChoice.DARK)
    assert themes.current == DARK
    preferences.set_value("dashed_curves", True)
    assert themes.current == replace(DARK, is_dashed=True)
    preferences.set_value("dashed_curves", False)
    assert [theme.is_dashed for theme in (DARK, LIGHT, HIGH_CONTRAST)] == [False, False, True]
    themes.choose(ThemeChoice.DARK)


@pytest.mark.usefixtures("themes")
def test_a_combo_box_is_about_as_high_as_a_field_in_text_of_twice_the_size(
    qtbot: QtBot, preferences: Preferences
) -> None:
    preferences.set_value("text_percent", 200)
    box, line = QComboBox(), QLineEdit()
    for widget in (box, line):
        qtbot.addWidget(widget)
        widget.ensurePolished()

    assert box.sizeHint().height() >= line.sizeHint().height() - 4

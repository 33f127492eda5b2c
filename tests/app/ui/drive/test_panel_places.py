"""The place and size of what drives, in every state that the panel can show."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget

from app.drive.control.following import FollowFault
from app.drive.control.odometry_delay import OdometryDelay
from app.drive.control.values import DriveSource, EstopState, LinkLevel, Reason, Stage, Velocity, WatchdogReadiness
from app.drive.messages.report import PadReport
from app.drive.supervisor.drive_state import DrivePhase, DriveState, WatchdogsState
from app.model.navigation import GoalPhase, GoalReport
from app.ui.drive.battery import BatteryText
from app.ui.drive.drive_figures import DriveFigures
from app.ui.drive.earlier_events import NOTHING_EARLIER, EarlierEvents
from app.ui.drive.panel import DrivePanel
from app.ui.drive.panel_ui import DrivePanelScroll, PanelForm
from app.wording.ui.drive import DriveStatusWording
from tests.app.ui.drive.conftest import OTHER, ROBOT, Cockpit, make_panel, ready
from tests.fakes.driving_view import PAD, FakeHandle
from tests.fakes.navigation import READY, with_goal
from tests.tools.other_words import PseudoWords
from tests.tools.sentences import shows

LONG = "ros1://a-robot-with-a-very-long-name.in-the-third-hall.example.com:11311"
LATE = OdometryDelay(1.412, 0.085, 0.1, 1.412, 64)
STICKS = PadReport("Stick", tuple((f"axis{number}", 0.1) for number in range(6)))

SIZES = [(1440, 190), (1440, 420), (2560, 300), (860, 220), (840, 330), (700, 420), (420, 700), (340, 480), (340, 200)]


def told(state: DriveState | None = None, **changes: Any) -> DriveState:
    handle = FakeHandle()
    handle.state = state or DriveState()
    handle.tell(**changes)
    return handle.state


def states() -> Iterator[tuple[str, DriveState]]:
    """Every stage, stop, refusal and phase, and all that is said beside them."""
    for stage in Stage:
        for reason in (None, *Reason):
            yield f"{stage.name} {reason}", told(stage=stage, reason=reason, about=(LONG, LONG))
            yield f"{stage.name} refused {reason}", told(stage=stage, refusal=reason, reason=Reason.LATE)
        owed = told(stage=stage, owed=True, unobeyed=True, missed=(LONG,), level=LinkLevel.LOST)
        yield f"{stage.name} owed", owed
        yield f"{stage.name} clear again", replace(told(stage=stage, clear_again=True), clear_again=True)
        yield f"{stage.name} left", replace(owed, watchdogs=WatchdogsState(left_robots=(LONG, OTHER)))
        yield f"{stage.name} lost", told(stage=stage, connected=False, subscribers=0, reason=Reason.RECONNECTED)
        for watchdog in WatchdogReadiness:
            missing = told(stage=stage, watchdog=watchdog)
            why = WatchdogsState(text="the robot takes no second link", tip="Let it take two.")
            yield f"{stage.name} {watchdog}", replace(missing, watchdogs=why)
        yield f"{stage.name} pads", told(stage=stage, pads=(PAD, STICKS, STICKS), waiting_for=tuple(DriveSource))
        moving = told(stage=stage, command=Velocity(-10.0, 12.34), measured=Velocity(10.0, -12.0), lease_left_s=0.2)
        yield f"{stage.name} moving", moving
        for estop in EstopState:
            yield f"{stage.name} {estop}", told(stage=stage, estop=estop)
        for fault in FollowFault:
            lost = told(stage=stage, not_following=fault, others_sending=(LONG,) * 3, odometry_delay=LATE)
            yield f"{stage.name} {fault}", lost
        yield f"{stage.name} log", told(stage=stage, log_trouble="No space left on device. " * 4)
        yield f"{stage.name} others", told(stage=stage, others_sending=(LONG,) * 5, losers=tuple(DriveSource))
    for phase in DrivePhase:
        for latched in (False, True):
            yield f"{phase.name} {latched}", DriveState(phase, phase.text, phase.tip, latched=latched)
            last = replace(told(stage=Stage.ARMED), phase=phase, text=phase.text, tip=phase.tip, latched=latched)
            yield f"{phase.name} {latched} after a report", replace(last, may_be_moving=True)
    yield "slow", replace(told(), speed=0.05)


ALL_STATES = list(states())

# what `telling` found, by the words
_telling: dict[str, list[tuple[str, DriveState]]] = {}


@pytest.fixture(params=["usual", "large", "longer"])
def words(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """The size and the length of all text."""
    before, longer = QFont(qapp.font()), PseudoWords()
    if request.param == "large":
        large = QFont(before)
        large.setPointSizeF(before.pointSizeF() * 1.5)
        qapp.setFont(large)
    if request.param == "longer":
        qapp.installTranslator(longer)
    yield request.param
    qapp.removeTranslator(longer)
    qapp.setFont(before)


@pytest.fixture
async def walked(words: str, cockpit: Cockpit) -> AsyncIterator[DrivePanel]:
    del words
    panel = make_panel(cockpit)
    await ready(panel, cockpit)
    # where things are does not depend on whether they are drawn
    cockpit.window.setUpdatesEnabled(False)
    yield panel
    panel.ui.surface.release_all()


def telling(panel: DrivePanel, cockpit: Cockpit, words: str) -> list[tuple[str, DriveState]]:
    """The first state of each kind that differs in anything that a layout goes by; all others look the same to it."""
    if words not in _telling:
        widgets, kinds = panel.findChildren(QWidget), dict[object, tuple[str, DriveState]]()
        for name, state in ALL_STATES:
            cockpit.handle.state = state
            panel.refresh(0.0)
            kinds.setdefault(tuple(map(room_asked, widgets)), (name, state))
        _telling[words] = list(kinds.values())
    return _telling[words]


def room_asked(widget: QWidget) -> tuple[object, ...]:
    """Whether a widget is there, and the room that it asks for."""
    if widget.layout() is not None:
        # it asks for what those in it do
        return widget.isHidden(), widget.minimumWidth(), widget.minimumHeight(), widget.maximumHeight()
    wanted, least = widget.sizeHint(), widget.minimumSizeHint()
    own = widget.minimumWidth(), widget.minimumHeight(), widget.maximumWidth(), widget.maximumHeight()
    folded = [widget.heightForWidth(width) for width in (100, 300)] if widget.hasHeightForWidth() else ()
    return widget.isHidden(), wanted.toTuple(), least.toTuple(), own, tuple(folded)


def settle(panel: DrivePanel, room: tuple[int, int] | None = None) -> None:
    if room is not None:
        panel.resize(*room)
    for _ in range(3):
        QApplication.sendPostedEvents()


def bar_width(panel: DrivePanel) -> int:
    """The room that is kept for a scroll bar."""
    (scroll,) = panel.findChildren(DrivePanelScroll)
    return scroll.minimumSizeHint().width() - panel.ui.least_size(PanelForm.COLUMN).width()


def dangerous(panel: DrivePanel) -> dict[str, QWidget]:
    names = (
        "arm",
        "disarm",
        "clear",
        "stop",
        "mode",
        "speed",
        "surface",
        "badge",
        "edit",
        "robots",
        "topics",
        "profiles",
    )
    return {name: getattr(panel.ui, name) for name in names}


GOALS = [
    GoalReport(),
    GoalReport(heard=True, others=1),
    *(with_goal(phase, "nobody knows the way. " * 20) for phase in GoalPhase),
    replace(with_goal(GoalPhase.CANCELLING), recovery="rotate_recovery"),
]


def places(panel: DrivePanel) -> dict[str, QRect]:
    """Where everything that can be pressed is in the panel, and how large."""
    settle(panel)
    return {name: QRect(each.mapTo(panel, QPoint(0, 0)), each.size()) for name, each in dangerous(panel).items()}


@pytest.mark.parametrize("room", SIZES, ids=lambda room: f"{room[0]}x{room[1]}")
async def test_what_drives_stays_where_it_is_whatever_is_shown(
    walked: DrivePanel, cockpit: Cockpit, words: str, room: tuple[int, int]
) -> None:
    settle(walked, room)
    first = places(walked)
    equal = {first[name].size().toTuple() for name in ("arm", "disarm", "clear")}
    assert len(equal) == 1
    for name, state in telling(walked, cockpit, words):
        cockpit.handle.state = state
        walked.refresh(0.0)
        assert places(walked) == first, name

    cockpit.pilot.earlier = EarlierEvents(OTHER, 1e9, Reason.LATE, (LONG,), DrivePhase.ENDED.text)
    for problem in (("", ""), ("the robot is not there, and nobody knows where it went", "Look for it. " * 6)):
        cockpit.pilot.problem = problem
        walked.selector.profile_error = problem[1]
        cockpit.handle.tell(stage=Stage.STOPPED)
        walked.refresh(0.0)
        assert places(walked) == first, problem
    cockpit.pilot.problem, cockpit.pilot.earlier = ("", ""), NOTHING_EARLIER

    cockpit.handle.tell(stage=Stage.DISARMED, watchdog=WatchdogReadiness.MISSING)
    walked.refresh(0.0)
    walked.ui.arm.click()
    assert walked.ui.question.asking
    assert places(walked) == first, "a question"
    walked.ui.question.decline()
    for report in GOALS:
        cockpit.session.navigation.known[ROBOT] = replace(READY, report=report)
        walked.refresh(0.0)
        assert places(walked) == first, report
        # what is there in either case has its place at the same place
        assert walked.ui.cancel.isVisible() == bool(report.under_way or report.others)
    for charge in (BatteryText("24.1 V, 12 %", is_low=True), BatteryText()):
        walked.ui.show_battery(charge)
        assert places(walked) == first, charge
    for focused in (walked.ui.surface, walked.ui.arm, walked.ui.stop):
        focused.setFocus()
        walked.refresh(0.0)
        assert places(walked) == first, "focus"


async def test_nothing_is_cut_or_covered_at_the_least_size_of_any_form(
    walked: DrivePanel, cockpit: Cockpit, words: str
) -> None:
    face = walked.ui
    shown = ALL_STATES if words == "usual" else telling(walked, cockpit, words)
    for form in PanelForm:
        least = face.least_size(form)
        bar = bar_width(walked)
        more = 0 if form is PanelForm.COLUMN else 60
        # another form is given up only where this one has room to spare
        settle(walked, (least.width() + bar + more, least.height() + (60 if form is PanelForm.WIDE else 0)))
        settle(walked, (least.width() + bar, least.height()))
        assert face.form is form
        first, parts, inside = places(walked), dangerous(walked), walked.rect()
        rects = list(first.values())
        assert not any(one.intersects(two) for number, one in enumerate(rects) for two in rects[:number]), form
        assert all(map(inside.contains, rects)), form
        for name, state in shown:
            cockpit.handle.state = state
            walked.refresh(0.0)
            assert places(walked) == first, (form, name)
            assert walked.rect() == inside
            for part, place in first.items():
                wanted = parts[part].minimumSizeHint()
                assert wanted.expandedTo(place.size()) == place.size(), (form, name, part)


async def test_the_question_covers_no_button(walked: DrivePanel, cockpit: Cockpit) -> None:
    for room in SIZES:
        settle(walked, room)
        cockpit.handle.tell(watchdog=WatchdogReadiness.MISSING)
        walked.refresh(0.0)
        walked.ui.arm.click()
        settle(walked)
        bar = walked.ui.question
        over = QRect(bar.mapTo(walked, QPoint(0, 0)), bar.size())
        assert bar.height() >= bar.minimumSizeHint().height()
        at = places(walked)
        for name in ("arm", "disarm", "clear", "stop", "badge", "robots", "edit"):
            assert not over.intersects(at[name]), (room, name)
        bar.decline()


async def test_tab_reaches_all_from_top_to_bottom(panel: DrivePanel, cockpit: Cockpit) -> None:
    cockpit.session.navigation.known[ROBOT] = replace(READY, report=with_goal())
    await ready(panel, cockpit)
    face = panel.ui
    cockpit.window.activateWindow()
    for button in (face.arm, face.disarm, face.clear):
        button.setEnabled(True)
    order = [face.robots, face.topics, face.profiles, face.edit, face.arm, face.disarm, face.clear, face.stop]
    order += [face.cancel, face.speed, face.surface]
    order[0].setFocus()
    for expected in order:
        assert QApplication.focusWidget() is expected
        panel.focusNextChild()


async def test_a_low_strip_has_columns_and_fits_below_a_view(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    assert panel.least_height(1440) <= 190
    settle(panel, (1440, panel.least_height(1440)))
    assert panel.ui.form is PanelForm.STRIP
    least = panel.minimumSizeHint()
    assert least.width() <= 400
    assert least.height() <= 190


async def test_the_form_follows_the_room_and_is_steady_at_its_bounds(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    face, bar = panel.ui, bar_width(panel)
    wide, strip = face.least_size(PanelForm.WIDE), face.least_size(PanelForm.STRIP)

    def form(width: int, height: int) -> PanelForm | None:
        settle(panel, (width + bar, height))
        return face.form

    low, high = wide.height() - 40, wide.height() + 60
    assert form(strip.width(), low) is PanelForm.STRIP
    assert form(strip.width() - 1, low) is PanelForm.LOW
    assert form(face.least_size(PanelForm.LOW).width() - 1, low) is PanelForm.COLUMN
    assert form(strip.width(), low) is PanelForm.STRIP
    assert form(strip.width() + 60, wide.height() + 1) is PanelForm.STRIP
    assert form(strip.width() + 60, high) is PanelForm.WIDE
    assert form(strip.width() + 60, wide.height()) is PanelForm.WIDE
    assert form(wide.width() - 1, high) is PanelForm.COLUMN
    assert form(wide.width() + 1, high) is PanelForm.COLUMN
    assert form(wide.width() + 60, high) is PanelForm.WIDE


# pixels: the strip of the layout Drive at 1440x900, 1280x700 and 840x600
STRIPS = [(1086, 175), (960, 175), (612, 200)]


@pytest.mark.parametrize("room", STRIPS, ids=lambda room: f"{room[0]}x{room[1]}")
async def test_what_matters_while_driving_is_seen_in_a_strip_without_scrolling(
    panel: DrivePanel, cockpit: Cockpit, room: tuple[int, int]
) -> None:
    await ready(panel, cockpit)
    settle(panel, room)
    face = panel.ui
    seen = [face.badge, face.hint, face.arm, face.disarm, face.clear, face.stop, face.surface, face.speed]
    if face.form is PanelForm.STRIP:
        seen += [face.velocities, face.lease, face.link, face.driver, face.others]
    else:
        seen += [face.brief]
        words = face.brief.text()
        assert all(part in words for part in (face.velocities.measured_text, face.link.text(), face.others.text()))
        face.show_banner("The robot may still be moving.")
        settle(panel)
        seen[-1] = face.banner
    for widget in seen:
        part = widget.visibleRegion().boundingRect()
        assert part.size() == widget.size(), widget
    assert face.form is (PanelForm.STRIP if room[0] > 800 else PanelForm.LOW)


@pytest.mark.parametrize("room", [*STRIPS[:1], (1440, 190)], ids=lambda room: f"{room[0]}x{room[1]}")
async def test_the_robots_own_estop_is_seen_in_a_strip_without_scrolling(
    panel: DrivePanel, cockpit: Cockpit, room: tuple[int, int]
) -> None:
    await ready(panel, cockpit)
    cockpit.handle.tell(estop=EstopState.PRESSED, odometry_delay=LATE)
    settle(panel, room)
    panel.refresh(0.0)
    settle(panel)
    face = panel.ui
    assert shows(face.estop.text(), DriveStatusWording.ESTOP_PRESSED)
    (figures,) = panel.findChildren(DriveFigures)
    view = figures.viewport()
    for widget in (face.link, face.estop, face.driver, face.others, face.velocities):
        assert widget.isVisible()
        assert view.rect().contains(QRect(widget.mapTo(view, QPoint(0, 0)), widget.size())), widget
    cockpit.handle.tell(estop=EstopState.NONE)
    panel.refresh(0.0)
    assert not face.estop.isVisible()


@pytest.mark.parametrize("room", [*STRIPS[:1], (1028, 175), (1440, 190)], ids=lambda room: f"{room[0]}x{room[1]}")
async def test_that_a_robot_moves_by_itself_is_seen_in_a_strip_without_scrolling(
    panel: DrivePanel, cockpit: Cockpit, room: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await ready(panel, cockpit)
    monkeypatch.setattr(type(panel.motion), "moves_by_itself", lambda _motion, _now: True)
    settle(panel, room)
    panel.refresh(0.0)
    settle(panel)
    others = panel.ui.others

    assert shows(others.text(), DriveStatusWording.MOVES_BY_ITSELF)
    assert others.height() >= others.heightForWidth(others.width())
    (figures,) = panel.findChildren(DriveFigures)
    view = figures.viewport()
    assert view.rect().contains(QRect(others.mapTo(view, QPoint(0, 0)), others.size()))


@pytest.mark.parametrize(
    "room", [(1440, 190), (700, 420), (340, 480), (1034, 175), (1366, 226)], ids=lambda room: f"{room[0]}x{room[1]}"
)
async def test_no_figure_is_cut_at_the_side(
    walked: DrivePanel, cockpit: Cockpit, words: str, room: tuple[int, int]
) -> None:
    settle(walked, room)
    (figures,) = walked.findChildren(DriveFigures)
    inside = figures.widget()
    assert inside is not None
    for name, state in telling(walked, cockpit, words):
        cockpit.handle.state = state
        walked.refresh(0.0)
        settle(walked)
        assert inside.width() <= figures.viewport().width(), name

"""Panel of state rows: what they show, the time that they share with plots, and what the operator does with them.

A `View` of the refresher. History is kept while the panel can't be seen; only drawing waits.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.model.schema import FieldPath, UnknownFieldError
from app.model.timeseries.feeds import TimeBase
from app.model.timeseries.states import NotAStateError
from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.action_base import HINTS
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.text import say, say_error, topic_text
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.ui.time_axis.fields import Fields
from app.ui.time_axis.link import TimeLink
from app.ui.time_axis.panel import FACTS_INTERVAL_S, HIDDEN_INTERVAL_S, TimeAxisPanel
from app.ui.time_axis.plots.view import PlotView
from app.ui.time_axis.states.colors import WordColors
from app.ui.time_axis.states.data import RetainedStates, StateData
from app.ui.time_axis.states.default_fields import default_fields, suggested_topics, topics_with_states
from app.ui.time_axis.states.rows import StateRow, StateRows
from app.ui.time_axis.states.ruler import TimeRuler, axis_edges
from app.ui.time_axis.states.run_rows import RunRows, RunStateRow
from app.ui.time_axis.states.state import MAX_ROWS, StatePanelState, StateRowSpec
from app.ui.time_axis.states.transitions import TransitionsDialog, as_csv, transitions_of
from app.ui.time_axis.states.view import StateView
from app.ui.time_axis.time_bar import TimeBar, TimeTips
from app.ui.widgets.menus import MenuButton, add_copy, add_entry, add_submenu, context_menu, empty_menu
from app.ui.widgets.notices import OfferNotice
from app.ui.widgets.pages import EmptyState, PageStack
from app.wording.ui.time_axis import StatesWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics

# entries of one menu: nobody reads more
_MOST: Final = 120


class StateBar(TimeBar):
    """Bar above the rows of a state panel."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        tips = TimeTips(
            say(StatesWording.HOLD_TIP(key=key_name("Space"))),
            say(StatesWording.FOLLOW_TIP()),
            say(StatesWording.TIME_TIP()),
        )
        super().__init__(themes, tips, parent)
        self.transitions, self.new = QToolButton(), MenuButton()
        self.new.setText(say(StatesWording.ADD_WORD()))
        self.new.setToolTip(say(StatesWording.ADD_A_FIELD_WITH()))
        self.transitions.setText(say(StatesWording.TRANSITIONS()))
        self.transitions.setToolTip(say(StatesWording.TRANSITIONS_TIP(key=key_name("Enter"))))
        self.add_stretch()
        self.add_button(self.transitions)
        self.add_button(self.new)
        self.draw()

    def draw(self) -> None:
        """Set icons and texts of the buttons."""
        super().draw()
        self.new.setIcon(self._themes.icon("add", "ok"))
        self.transitions.setIcon(self._themes.icon("history"))


class StateMenu:
    """Menus of a state panel, filled when they are opened."""

    def __init__(
        self, panel: StatePanel, topics: Topics, preferences: Preferences, show_topic: Callable[[TopicKey], None]
    ) -> None:
        self._panel = panel
        self._topics = topics
        self._preferences = preferences
        self._show_topic = show_topic

    def fill_add(self, menu: QMenu) -> None:
        """Fill a menu with every field that has states and is not shown."""
        panel = self._panel
        empty_menu(menu)
        shown = {(lane.spec.key, str(lane.spec.path)) for lane in panel.rows.all}
        found = topics_with_states(self._topics)
        robots = list(dict.fromkeys(key.connection for key in found))
        for robot in robots:
            below = add_submenu(menu, self._preferences.robot_name(robot)) if len(robots) > 1 else menu
            if suggested_topics(self._topics, robot):
                suggested = say(StatesWording.ADD_DEFAULTS())
                add_entry(below, suggested, functools.partial(panel.add_defaults, robot))
                below.addSeparator()
            fields = [(key, path) for key in found if key.connection == robot for path in found[key]]
            fields = [field for field in fields if field not in shown]
            for key, path in sorted(fields, key=lambda field: field[0].topic)[:_MOST]:
                text = f"{topic_text(key.topic)}\t{path}".replace("&", "&&")
                add_entry(below, text, functools.partial(panel.add_fields, [(key, path)]))
        if not robots:
            menu.addAction(say(StatesWording.NOTHING_TO_ADD())).setEnabled(False)

    def open(self, lane: StateRow | None, place: QPoint) -> None:
        """Open the context menu at a place of the screen."""
        menu = self.make(lane)
        menu.popup(place)

    def make(self, lane: StateRow | None) -> QMenu:
        """Make the context menu, with the actions of a row first if there is one."""
        panel = self._panel
        menu = context_menu(panel)
        if lane is not None:
            panel.view.add_time_entry(menu)
            menu.addSeparator()
            if isinstance(lane, RunStateRow):
                self._offer_states(menu, lane)
            else:
                self._offer_lane(menu, lane)
            menu.addSeparator()
        add = menu.addMenu(say(StatesWording.ADD()))
        add.aboutToShow.connect(lambda: self.fill_add(add))
        add_entry(
            menu,
            say(StatesWording.PAUSE()) if panel.time_window.live else say(StatesWording.FOLLOW()),
            panel.toggle_pause,
        )
        if panel.removals.canUndo():
            add_entry(menu, say(StatesWording.UNDO_REMOVAL()), panel.removals.undo_last, key="Ctrl+Z")
        return menu

    def _offer_lane(self, menu: QMenu, lane: StateRow) -> None:
        panel = self._panel
        self._offer_states(menu, lane)
        menu.addSeparator()
        place = panel.rows.all.index(lane) if lane in panel.rows.all else 0
        up, down = say(StatesWording.MOVE_UP()), say(StatesWording.MOVE_DOWN())
        add_entry(menu, up, lambda: panel.move_row(lane, -1), key="Alt+Up", enabled=place > 0)
        may_go_down = place < len(panel.rows) - 1
        add_entry(menu, down, lambda: panel.move_row(lane, 1), key="Alt+Down", enabled=may_go_down)
        analyse = say(StatesWording.ANALYSE_TOPIC())
        key = HINTS.key("analysis.analyse")
        add_entry(menu, analyse, lambda: panel.analyse_asked.emit([(lane.spec.key, "")]), key=key)
        add_entry(menu, say(StatesWording.GO_TO_THE_TOPIC()), lambda: self._show_topic(lane.spec.key))
        add_entry(menu, say(StatesWording.REMOVE()), lambda: panel.remove_row(lane), key="Del")

    def _offer_states(self, menu: QMenu, lane: StateRow) -> None:
        panel = self._panel
        add_entry(menu, say(StatesWording.ALL_TRANSITIONS()), lambda: panel.show_transitions(lane), key="Enter")
        add_entry(menu, say(StatesWording.COPY_STATE()), lambda: panel.copy_state(lane), key="Ctrl+C")
        add_entry(menu, say(StatesWording.COPY_ALL_AS_CSV()), lambda: self._copy_all(lane))
        add_copy(menu, say(StatesWording.COPY_THE_PATH()), str(lane.spec.path))

    def _copy_all(self, lane: StateRow) -> None:
        until_s = lane.known_until_s(self._panel.time_window.now_s)
        QGuiApplication.clipboard().setText(as_csv(transitions_of(lane.history, until_s)))


class SuggestedStates:
    """Default states of a robot. Its topics are listened to, as only those that have said something are shown."""

    def __init__(self, topics: Topics, owner: str) -> None:
        self.robot = ""
        self._topics = topics
        self._owner = owner
        self._revision = -1
        self._listened: dict[TopicKey, list[str]] = {}
        # what was shown once: it does not come back after it was removed
        self._known: set[tuple[TopicKey, str]] = set()

    @property
    def is_awaited(self) -> bool:
        """Whether there is a topic that may say something."""
        return bool(self._listened)

    def follow(self, robot: str) -> None:
        """Suggest the states of a robot from now on; of none if the text is empty."""
        self.robot = robot
        self._revision = -1
        self._known.clear()
        self._listen({})

    def all_shown(self, rows: StateRows) -> bool:
        """Whether none of the suggested states was removed."""
        return all(rows.find(StateRowSpec.of(*field)) is not None for field in self._known)

    def new_fields(self) -> Sequence[tuple[tuple[TopicKey, str], Fields]]:
        """Return the fields that said something for the first time, each with the fields that stand above it."""
        if not self.robot:
            return []
        store = self._topics.store
        if self._revision != store.revision:
            self._revision = store.revision
            self._listen(suggested_topics(self._topics, self.robot))
        fields = default_fields(self._topics, self._listened)
        found = [(field, fields[:place]) for place, field in enumerate(fields) if field not in self._known]
        self._known.update(fields)
        return found

    def _listen(self, suggested: dict[TopicKey, list[str]]) -> None:
        self._listened = suggested
        self._topics.set_subscriptions(self._owner, set(suggested))


class StatePanel(TimeAxisPanel[StateBar]):
    """Panel of state rows.

    Args:
        link: the link to the time of other views; the panel joins it.
        plots: returns the plots that the time axis aligns with.
        clock: the wall clock, in seconds.
        retained: goes on with the states of panels that are closed.
        runs: whose rows stand below those of the same fields; None for none.
        spawn: starts what reads them.

    Signals:
        plot_asked: a list of (TopicKey, path) is to be plotted instead.
        analyse_asked: a list of (TopicKey, path) is to be analysed.
    """

    plot_asked: Final = Signal(object)
    analyse_asked: Final = Signal(object)

    def __init__(
        self,
        links: Links,
        topics: Topics,
        robot: CurrentRobot,
        themes: Themes,
        preferences: Preferences,
        show_topic: Callable[[TopicKey], None],
        owner: str,
        link: TimeLink,
        plots: Callable[[], Iterable[PlotView]] = tuple,
        clock: Callable[[], float] = time.time,
        retained: RetainedStates | None = None,
        parent: QWidget | None = None,
        *,
        runs: ReferenceRuns | None = None,
        spawn: Spawn | None = None,
    ) -> None:
        super().__init__(StateBar(themes), OfferNotice(themes, "lane"), link, clock, parent)
        self._topics = topics
        self._robot = robot
        self._preferences = preferences
        self._plots = plots
        self.data = StateData(links, topics, owner, retained)
        self._beneath = RunRows(runs, spawn, self.data.type_of) if runs is not None and spawn is not None else None
        self.rows = StateRows(self.data)
        self.suggested = SuggestedStates(topics, f"{owner} suggested")
        self._facts_due_s = 0.0
        self._dialogs: dict[StateRowSpec, TransitionsDialog] = {}
        self.view = StateView(self.rows, self.time_window, self.cursors, themes)
        self.ruler = TimeRuler(self.view, self.time_window, self.cursors, themes)
        self.empty_state = EmptyState(themes, "lane")
        self.menu = StateMenu(self, topics, preferences, show_topic)
        self._lay_out()
        self._connect()
        self._lanes_changed()
        self.time_window.set_now(self._clock())
        link.join(self)

    # for layouts

    def state(self) -> dict[str, Any]:
        """Return the state for `restore`, fit for JSON."""
        lanes = tuple(lane.spec for lane in self.rows.all)
        robot = self.suggested.robot if self.suggested.all_shown(self.rows) else ""
        return StatePanelState(lanes, self.time_window.span_s, self.data.base, self.rows.colors.words, robot).as_json()

    def restore(self, state: object) -> None:
        """Show a saved state, as far as it can be read."""
        told = StatePanelState.from_json(state)
        self.removals.forget()
        self._choose_base(told.base)
        self.rows.set_all(told.rows, WordColors(told.words))
        self.suggested.follow(told.robot)
        self._lanes_changed()
        self.show_span(told.span_s)

    # as a view of the refresher and of the time link

    @property
    def time_base(self) -> TimeBase:
        """Time base of the states."""
        return self.data.base

    def show_time(self) -> None:
        """Show the time window and the cursors after they changed."""
        super().show_time()
        self.view.repaint_all()
        self.ruler.refresh()

    def refresh(self, now: float) -> None:
        """Read new states, and paint if the panel can be seen; `now` is monotonic, in seconds."""
        seen = self._is_seen
        due = now >= self._facts_due_s
        if not (seen or due):
            return
        if due:
            self._add_suggested()
        self._follow_runs()
        changed = self.rows.drain()
        self._follow()
        if due:
            self._facts_due_s = now + (FACTS_INTERVAL_S if seen else HIDDEN_INTERVAL_S)
            self._show_facts(seen=seen)
        if seen:
            self.view.advance(changed=changed or due)
            self.ruler.refresh()

    def close_down(self) -> None:
        """Leave the link, close the dialogs and unsubscribe."""
        self._link.leave(self)
        for dialog in tuple(self._dialogs.values()):
            dialog.close()
        self.suggested.follow("")
        # the panel may be painted once more
        self.rows.set_all((), self.rows.colors)
        self._follow_runs()
        self.view.rows_changed()

    # what the operator does

    def add_fields(self, fields: Fields, place: int | None = None) -> None:
        """Show these fields, at an index or at the end; a notice says what can't be shown."""
        self.notice.hide()
        for key, path in fields:
            paths = [path] if path else self._paths_of(key)
            for each in paths:
                if self._add(key, each, place) and place is not None:
                    place += 1
        self._lanes_changed()

    def add_defaults(self, robot: str) -> None:
        """Show the default states of a robot, each as soon as it is told."""
        self.notice.hide()
        self.suggested.follow(robot)
        self._add_suggested()
        self._lanes_changed()

    def show_defaults(self) -> None:
        """Show the default states of the robot in view."""
        robot = self._robot_in_view()
        if robot is not None:
            self.add_defaults(robot)

    def remove_row(self, lane: StateRow) -> None:
        """Remove a row, and offer to undo that."""
        if lane not in self.rows.all:
            return
        spec, place = lane.spec, self.rows.all.index(lane)

        def remove() -> None:
            known = self.rows.find(spec)
            if known is not None:
                self.rows.remove(known)
                self._lanes_changed()

        def put_back() -> bool:
            if self.rows.find(spec) is None and not self._is_full():
                self.rows.add(spec, place)
                self._lanes_changed()
            return self.rows.find(spec) is not None

        remove()
        self.removals.add(say(StatesWording.REMOVED()), str(spec.path), remove, put_back)

    def move_row(self, lane: StateRow, by: int) -> None:
        """Move a row up or down; nothing for a row that was removed since its menu was opened."""
        if lane in self.rows.all:
            self.rows.move(lane, by)
            self.view.repaint_all()

    def copy_state(self, lane: StateRow) -> None:
        """Copy the state at the cursor, or the present one, to the clipboard."""
        at_s, now_s = self.cursors.read_s, self.time_window.now_s
        reading = lane.read_now(now_s) if at_s is None else lane.read_at(at_s, now_s)
        QGuiApplication.clipboard().setText(reading.word)

    def show_transitions(self, lane: StateRow) -> None:
        """Open the list of all transitions of a row."""
        spec = lane.spec
        dialog = TransitionsDialog(lane, self._until_s, self)
        dialog.finished.connect(lambda: self._dialogs.pop(spec, None))
        self._dialogs[spec] = dialogs.show_dialog(dialog, repr(spec))

    def ask_to_analyse(self) -> bool:
        """Ask to analyse the topic of the current row; return whether there is a row."""
        lane = self.view.current
        if lane is None or lane not in self.rows.all:
            return False
        self.analyse_asked.emit([(lane.spec.key, "")])
        return True

    # construction

    def _lay_out(self) -> None:
        self.defaults_button = QPushButton(say(StatesWording.SHOW_SUGGESTED_STATES()))
        self.empty_state.buttons.addWidget(self.defaults_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.scroller = QScrollArea()
        self.scroller.setWidgetResizable(True)
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setWidget(self.view)
        shown = QWidget()
        below = QVBoxLayout(shown)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.scroller, 1)
        below.addWidget(self.ruler)
        self._shown = shown
        # the hint may be cut off rather than force the panel to be higher than a few rows
        self.empty_state.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._body = PageStack()
        self._body.addWidget(self.empty_state)
        self._body.addWidget(shown)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(4)
        layout.addWidget(self.bar)
        layout.addWidget(self.notice)
        layout.addWidget(self._body, 1)
        self.setAcceptDrops(True)
        self.setFocusProxy(self.view)
        self._add_key(say(StatesWording.COPY_THE_STATE()), QKeySequence.StandardKey.Copy, lambda: self._press("copy"))

    def _connect(self) -> None:
        self.view.dropped.connect(self.add_fields)
        self.view.moved.connect(self._moved)
        self.view.menu_asked.connect(self.menu.open)
        self.view.time_asked.connect(self.ask_time)
        self.view.key_pressed.connect(self._press)
        self.view.pause_asked.connect(self.toggle_pause)
        self.bar.transitions.clicked.connect(lambda: self._press("transitions"))
        self.bar.new.choices.aboutToShow.connect(functools.partial(self.menu.fill_add, self.bar.new.choices))
        self.defaults_button.clicked.connect(self.show_defaults)

    # private

    def _paths_of(self, key: TopicKey) -> list[str]:
        paths = self.data.state_paths(key)
        if paths is None:
            self._tell(say(StatesWording.STATES_UNKNOWN(topic=topic_text(key.topic))))
        elif not paths:
            text = say(StatesWording.ONLY_NUMBERS(topic=topic_text(key.topic)))
            self._tell(text, [(key, "")])
        return paths or []

    def _add_suggested(self) -> None:
        found, current = self.suggested.new_fields(), self.view.current
        for (key, path), above in found:
            spec = StateRowSpec.of(key, path)
            if self.rows.find(spec) is not None or len(self.rows) >= MAX_ROWS:
                continue
            shown = [(row.spec.key, str(row.spec.path)) for row in self.rows.all]
            self._add(key, path, 1 + max((shown.index(field) for field in above if field in shown), default=-1))
        if found:
            self.view.current = current or self.view.current
            self._lanes_changed()

    def _add(self, key: TopicKey, path: str, place: int | None) -> bool:
        try:
            spec = StateRowSpec.of(key, path)
            self.data.check(key, FieldPath.parse(path))
        except NotAStateError as error:
            code = StatesWording.IS_NUMBER if error.is_number else StatesWording.NO_SINGLE_WORD
            self._tell(say(code(path=path)), [(key, path)] if error.is_number else [])
            return False
        except UnknownFieldError as error:
            self._tell(say_error(error))
            return False
        if self.rows.find(spec) is None and self._is_full():
            return False
        self.view.current = self.rows.add(spec, place)
        return True

    def _until_s(self, lane: StateRow) -> float:
        return lane.known_until_s(self.time_window.now_s)

    def _is_full(self) -> bool:
        full = len(self.rows) >= MAX_ROWS
        if full:
            self._tell(say(StatesWording.TOO_MANY(count=MAX_ROWS)))
        return full

    def _tell(self, text: str, to_plot: Fields = ()) -> None:
        """Show why something is not shown; offer to plot `to_plot`."""
        if to_plot:
            self.notice.offer(text, say(StatesWording.PLOT_IT()), lambda: self.plot_asked.emit(to_plot))
        else:
            self.notice.show_message(text)

    def _press(self, what: str) -> None:
        lane = self.view.current
        if lane is None or lane not in self.rows.shown:
            return
        {
            "remove": lambda: self.remove_row(lane),
            "up": lambda: self.move_row(lane, -1),
            "down": lambda: self.move_row(lane, 1),
            "transitions": lambda: self.show_transitions(lane),
            "copy": lambda: self.copy_state(lane),
        }[what]()

    def _newest_stamp_s(self) -> float | None:
        return self.rows.newest_s

    def _choose_base(self, base: TimeBase) -> None:
        super()._choose_base(base)
        self._lanes_changed()

    def _restart(self, base: TimeBase) -> None:
        self.data.restart(base)
        self.rows.set_all([lane.spec for lane in self.rows.all], self.rows.colors)

    def _follow_runs(self) -> None:
        rows = self.rows
        if self._beneath is not None and self._beneath.follow(rows.all, self.data.base, rows.colors):
            self._lanes_changed()

    def _lanes_changed(self) -> None:
        self._facts_due_s = 0.0
        self.view.rows_changed()
        self._show_facts(seen=self.isVisible())
        self.show_time()

    def _show_facts(self, *, seen: bool) -> None:
        self._body.setCurrentWidget(self._shown if len(self.rows) else self.empty_state)
        self.bar.transitions.setEnabled(bool(len(self.rows)))
        if not len(self.rows):
            self._show_nothing()
        elif seen:
            self.view.set_edges(axis_edges(self.view, self._plots()))
            robots = {lane.spec.key.connection for lane in self.rows.all}
            for lane in self.rows.all:
                name = self._preferences.robot_name(lane.spec.key.connection)
                lane.robot = name if len(robots) > 1 else ""
        kept = [lane.spec for lane in (*self.rows.shown, self.rows.held) if lane is not None]
        for spec, dialog in tuple(self._dialogs.items()):
            if spec in kept:
                dialog.refresh()
            else:
                dialog.close()

    def _show_nothing(self) -> None:
        robot = self.suggested.robot or self._robot_in_view()
        name = self._preferences.robot_name(robot) if robot is not None else ""
        some = robot is not None and not self.suggested.robot and bool(suggested_topics(self._topics, robot))
        self.defaults_button.setVisible(some)
        title, hint = StatesWording.NONE_YET(), StatesWording.ADD_STATES()
        if robot is None:
            hint = StatesWording.CONNECT_FIRST()
        elif self.suggested.robot and self.suggested.is_awaited:
            title, hint = StatesWording.WAITING(robot=name), StatesWording.WAITING_HINT()
        elif not some:
            title = StatesWording.REPORTS_NONE(robot=name)
        self.empty_state.set_texts(say(title), say(hint))

    def _robot_in_view(self) -> str | None:
        """Return the robot in view, or else the first that has suggested states; None if there is none."""
        info = self._robot.choose(lambda each: bool(suggested_topics(self._topics, each.id)))
        return info.id if info is not None else None

    def changeEvent(self, event: QEvent) -> None:
        """Adapt the height of rows to a new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "view"):
            self.view.rows_changed()

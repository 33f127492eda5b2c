"""Label for the simulated time of robots, which says when that time stands still or goes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QWidget

from app.model.status import SimClock
from app.ui.base.text import format_age, format_stamp, translate
from app.ui.base.theme import Themes
from app.ui.widgets.labels import FigureLabel

if TYPE_CHECKING:
    from app.session.session import ConnectionInfo

# a clock is published many times a second: after so long without a message the label says so
_STILL_S: Final = 2.0

# how long a jump back is shown
_TOLD_S: Final = 10.0


class ClockLabel(FigureLabel):
    """Label with the simulated time of each robot that has one; hidden where every robot uses the wall clock."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._themes = themes
        # how often each robot's time has gone back, and when it last did
        self._jumps: dict[str, tuple[int, float]] = {}
        self.setToolTip(
            translate(
                "Clock",
                "The robot keeps a time of its own, as in a simulation or a recording.\n"
                "Stamps of its messages are of that time, ages are of ours.",
            )
        )
        self.setVisible(False)

    def show_clocks(self, connections: Sequence[ConnectionInfo], now: float, now_ns: int) -> None:
        """Show the clocks of all robots that have one; `now` is monotonic, in seconds, `now_ns` by the wall clock."""
        clocks = [(info.id, info.clock) for info in connections if info.clock is not None]
        self._jumps = {name: self._jumps[name] for name, _ in clocks if name in self._jumps}
        texts, troubled = [], False
        for name, clock in clocks:
            text, trouble = self._say(name, clock, now, now_ns)
            troubled = troubled or trouble
            texts.append(f"{name}: {text}" if len(connections) > 1 else text)
        text = ", ".join(texts)
        if text != self.text():
            self.setText(text)
        style = f"color: {self._themes.current.warn if troubled else self._themes.current.text};"
        if style != self.styleSheet():
            self.setStyleSheet(style)
        if self.isHidden() == bool(texts):
            self.setVisible(bool(texts))

    def _say(self, name: str, clock: SimClock, now: float, now_ns: int) -> tuple[str, bool]:
        """Return the text of one clock, and whether it needs attention."""
        if clock.now_ns is None:
            return translate("Clock", "Simulated time, not told yet"), True
        text = translate("Clock", "Simulated time {time}").format(time=format_stamp(clock.now_ns))
        jumps, jumped_s = self._jumps.get(name, (clock.jumps_back, -_TOLD_S))
        if clock.jumps_back != jumps:
            jumped_s = now
        self._jumps[name] = (clock.jumps_back, jumped_s)
        if now - jumped_s < _TOLD_S:
            return translate("Clock", "{text}, went back").format(text=text), True
        still_s = (now_ns - clock.received_ns) / 1e9
        if still_s >= _STILL_S:
            return translate("Clock", "{text}, still for {age}").format(text=text, age=format_age(still_s)), False
        return text, False

"""Facts about a robot and its link, in as few words as possible."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from app.model.messages.values import Battery
from app.model.status import ConnectionState, ConnectionStatus, LinkCounts, LinkQuality, RobotCondition
from app.ui.base.text import battery_text, format_age, is_battery_low, translate
from app.ui.base.theme import Themes
from app.ui.widgets.fact_strip import Fact, FactStrip

if TYPE_CHECKING:
    from app.session.session import ConnectionInfo

# a higher loss is noticed when driving
HIGH_LOSS: Final = 0.1
# a slower link is noticed when driving
SLOW_S: Final = 0.3


def make_fact_strip() -> FactStrip:
    """Return an empty strip, with room for the texts of `connection_facts`."""
    return FactStrip(
        (
            translate("Condition", "{voltage}, {percent}, charging").format(voltage="00.0 V", percent="100 %"),
            "0" * 13,
            translate("Condition", "{time}, loss {percent} there and back").format(time="0,000 ms", percent="100 %"),
            translate("Condition", "{age} old").format(age="00 min"),
        )
    )


def connection_facts(info: ConnectionInfo, themes: Themes, wall_clock_ns: int) -> tuple[Fact | None, ...]:
    """Return the facts for the places of `make_fact_strip`: battery, activity, link, and the age of the first two."""
    old = info.status.state is not ConnectionState.CONNECTED
    condition = info.condition or RobotCondition()
    facts: list[Fact | None] = [
        _battery(condition.battery, themes, old=old),
        _activity(condition.activity, themes, old=old),
        _link(info.quality or LinkQuality(), themes, old=old),
        None,
    ]
    if old and condition.received_ns and (facts[0] is not None or facts[1] is not None):
        age = format_age((wall_clock_ns - condition.received_ns) / 1e9)
        tip = translate("Condition", "The robot said so {age} ago, and nothing since").format(age=age)
        text = translate("Condition", "{age} old").format(age=age)
        facts[3] = Fact(themes.icon("state-stale", "warn"), text, tip, themes.current.warn)
    return tuple(facts)


def state_since(word: str, status: ConnectionStatus, wall_clock_ns: int) -> str:
    """Return the word for a state with its time, where that matters: “Stale for 3 s”, “Lost since 12:03:11”."""
    if not status.since_ns:
        return word
    if status.state is ConnectionState.STALE:
        age = format_age(max((wall_clock_ns - status.since_ns) // 1_000_000_000, 0))
        # whole seconds: tenths are too fast to read
        return translate("State", "{state} for {age}").format(state=word, age=age.replace(".0 ", " "))
    if status.state is ConnectionState.LOST:
        since, today = time.localtime(status.since_ns / 1e9), time.localtime(wall_clock_ns / 1e9)
        clock = time.strftime("%H:%M:%S" if since[:3] == today[:3] else "%Y-%m-%d %H:%M:%S", since)
        return translate("State", "{state} since {time}").format(state=word, time=clock)
    return word


def _battery(battery: Battery | None, themes: Themes, *, old: bool) -> Fact | None:
    if battery is None:
        return None
    text = battery_text(battery)
    if not text:
        return None
    low = is_battery_low(battery)
    role = "muted" if old else "warn" if low else "ok" if battery.charging else "text"
    icon = themes.icon("battery-charging" if battery.charging else "battery", role)
    tip = translate("Condition", "Battery: {facts}").format(facts=text)
    if battery.charging is None:
        tip += "\n" + translate("Condition", "The robot does not tell whether it is charging.")
    return Fact(icon, text, tip, _color(themes, "warn" if low else "text", old=old))


def _activity(activity: str, themes: Themes, *, old: bool) -> Fact | None:
    if not activity:
        return None
    tip = translate("Condition", "What the robot says it is doing: {activity}").format(activity=activity)
    text = activity[:1].upper() + activity[1:]
    return Fact(themes.icon("activity", "muted"), text, tip, _color(themes, "text", old=old))


def _link(quality: LinkQuality, themes: Themes, *, old: bool) -> Fact | None:
    round_trip, loss = quality.round_trip_s, quality.loss
    parts, tips = [], []
    if round_trip is not None:
        parts.append(f"{round_trip * 1000:,.0f} ms")
        tips.append(translate("Condition", "The way to the robot and back takes {time}").format(time=parts[0]))
    if loss is not None:
        percent = f"{loss * 100:.0f} %"
        if quality.one_way:
            text = translate("Condition", "loss {percent} one way")
            tip = translate("Condition", "{percent} is lost on the way from the robot, over the last two minutes")
        else:
            text = translate("Condition", "loss {percent} there and back")
            tip = translate("Condition", "{percent} is lost on the way there and back, over the last two minutes")
        parts.append(text.format(percent=percent))
        tips.append(tip.format(percent=percent))
    tips += _counted(quality.counts)
    if not parts and quality.counts.discarded:
        parts.append(translate("Condition", "{count} not taken").format(count=f"{quality.counts.discarded:,}"))
    if not parts:
        return None
    bad = (round_trip or 0.0) > SLOW_S or (loss or 0.0) >= HIGH_LOSS
    text = ", ".join(parts)
    text = text[:1].upper() + text[1:]
    icon = themes.icon("round-trip", "warn" if bad and not old else "muted")
    return Fact(icon, text, "\n".join(tips), _color(themes, "warn" if bad else "text", old=old))


def _counted(counts: LinkCounts) -> list[str]:
    """Return a line for each kind of datagram that was not accepted, or not sent, where there were any."""
    lines = (
        (counts.foreign, translate("Condition", "{count} not taken: from another address than the robot's")),
        (counts.strange, translate("Condition", "{count} not taken: of a session that is not ours")),
        (counts.malformed, translate("Condition", "{count} not taken: nothing that the protocol knows")),
        (counts.late, translate("Condition", "{count} not taken: too late")),
        (counts.dropped, translate("Condition", "{count} dropped: too many at once")),
        (counts.unsent, translate("Condition", "{count} not sent: this system had no room for them")),
        (counts.errors, translate("Condition", "{count} errors of the network, as this system told")),
    )
    return [line.format(count=f"{count:,}") for count, line in lines if count]


def _color(themes: Themes, role: str, *, old: bool) -> str:
    return str(getattr(themes.current, "muted" if old else role))

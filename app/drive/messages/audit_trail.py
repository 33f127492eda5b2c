"""Entries of the audit log beside commands and reasons: the acts of the operator, and the state of driving. Pure.

After an accident it has to be said who armed what, by which limits, and who took the commands; so all of that is logged
with every change of the stage, and each change of it is an entry of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.config.profile import Profile
from app.drive.control.following import FollowFault
from app.drive.control.input_source import SourceInputs
from app.drive.control.odometry_delay import OdometryDelay
from app.drive.control.values import DriveLink, Effect, Outcome

# each of these is an act of its own, however soon it follows another
_ONCE: Final = frozenset({"arm", "arm unwatched", "clear"})


class AuditTrail:
    """The comparison of each step with the one before, for a whole run.

    Args:
        robot: the robot's address, without secrets.
    """

    def __init__(self, robot: str, profile: Profile) -> None:
        self._robot = robot
        self._profile = profile
        # STOP is held for many steps, and is pressed once
        self._held: frozenset[tuple[str, str]] = frozenset()
        self._known: tuple[object, ...] = ()
        self._before: dict[str, Any] = {}
        self._fault: FollowFault | None = None
        self._measured = 0

    def use_profile(self, profile: Profile) -> None:
        """Log another profile from now on."""
        self._profile = profile

    def act_entries(self, heard: Sequence[tuple[str, SourceInputs]], now: float) -> list[dict[str, Any]]:
        """Return entries for the acts since the last step, each with the name of its source."""
        found = [(act, by) for by, one in heard for act in _acts(one)] if any(map(_says, heard)) else []
        before, self._held = self._held, frozenset(found)
        return [{"t": now, "act": act, "by": by} for act, by in found if act in _ONCE or (act, by) not in before]

    def change_entries(
        self, way: tuple[str, str], speed: float, outcome: Outcome, link: DriveLink, now: float
    ) -> list[dict[str, Any]]:
        """Return an entry of the state of driving, if it changed; `way` is the topic and the type of the commands."""
        outside = link.connected, link.subscribers, link.missed, link.onlookers, link.estop
        others = link.others_advertising, link.others_sending
        ours = outcome.stage, outcome.driver, outcome.level, outcome.owed, outcome.watchdog
        known = (way, speed, self._profile, ours, outside, others)
        if known == self._known:
            return []
        self._known = known
        stands = {
            "stage": outcome.stage.value,
            "driver": None if outcome.driver is None else outcome.driver.name.lower(),
            "topic": way[0],
            "type": way[1],
            **profile_entry(self._profile),
            "speed": speed,
            "connected": link.connected,
            "receivers": link.subscribers,
            "missed": link.missed,
            "onlookers": link.onlookers,
            "watchdog": outcome.watchdog.name.lower(),
            "link": outcome.level.name.lower(),
            "hanging": outcome.hanging,
            "owed": outcome.owed,
            "estop": link.estop.value,
            "others_advertising": link.others_advertising,
            "others_sending": link.others_sending,
        }
        before, self._before = self._before, stands
        changed = {key: value for key, value in stands.items() if key not in before or before[key] != value}
        if "stage" in changed:
            return [{"t": now, "robot": self._robot, **stands}]
        return [{"t": now, **changed}] if changed else []

    def motion_entries(
        self, fault: FollowFault | None, delay: OdometryDelay | None, measured: int, now: float
    ) -> list[dict[str, Any]]:
        """Return an entry of how the robot follows its commands, and one of a delay that was measured anew.

        `measured` says how often it was measured.
        """
        entries: list[dict[str, Any]] = []
        before, self._fault = self._fault, fault
        if fault is not before:
            entries.append({"t": now, "not_following": None if fault is None else fault.value})
        known, self._measured = self._measured, measured
        if delay is not None and measured not in {known, 0}:
            entries.append({"t": now, "odometry_delay_s": delay.newest_s})
        return entries


def profile_entry(profile: Profile) -> Mapping[str, Any]:
    """Return the parts of a profile that are logged."""
    told = {
        "profile": profile.name,
        "limits": msgspec.to_builtins(profile.limits),
        "node": profile.node,
        "estop_at": [profile.estop_topic, profile.estop_field, profile.estop_when] if profile.estop_topic else [],
    }
    # what the shares of free axes are shares of
    return told | {"axes": msgspec.to_builtins(profile.axes)} if profile.axes else told


def _says(named: tuple[str, SourceInputs]) -> bool:
    heard = named[1]
    return heard.arm or heard.arm_unwatched or heard.stop or heard.clears > 0 or heard.end or bool(heard.reasons)


def _acts(heard: SourceInputs) -> list[str]:
    acts = ["stop"] if heard.stop else []
    acts += ["arm"] if heard.arm else []
    acts += ["arm unwatched"] if heard.arm_unwatched else []
    acts += ["clear"] * heard.clears
    acts += [reason.name.lower() for reason in heard.reasons if reason.effect is not Effect.REFUSAL]
    return acts + (["end"] if heard.end else [])

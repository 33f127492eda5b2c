"""How good the way to the robot is, and what about it speaks against driving."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

from app.drive.values import Link, LinkLevel, Reason

# by the age of the newest answer, or of the oldest command that is known to be unread: from here on SLOW, POOR, LOST
THRESHOLDS_S: Final = (0.15, 0.3, 0.5)

# better only if it is by so much and for so long, or the speed would flicker with every probe
BETTER: Final = 0.8
BETTER_FOR_S: Final = 1.0


class LinkGate:
    """The level of a link over time: worse at once, better after a while."""

    def __init__(self) -> None:
        self.level = LinkLevel.LOST
        self._answered = False
        self._epoch: int | None = None
        self._better_since: float | None = None
        self._worst = LinkLevel.GOOD

    def step(self, link: Link, now: float) -> LinkLevel:
        """The level now."""
        if link.epoch != self._epoch:
            self._epoch, self._answered = link.epoch, False
        if link.probe_age_s is None or not link.connected:
            self._answered = False
            return self._become(LinkLevel.LOST)
        worse = _level_of(link, 1.0)
        if not self._answered:
            # nothing is known of how this link was before
            self._answered = True
            return self._become(worse)
        if worse >= self.level:
            return self._become(worse)
        return self._perhaps_better(_level_of(link, BETTER), now)

    def _become(self, level: LinkLevel) -> LinkLevel:
        self.level = level
        self._better_since = None
        return level

    def _perhaps_better(self, level: LinkLevel, now: float) -> LinkLevel:
        if level >= self.level:
            return self._become(self.level)
        if self._better_since is None or now < self._better_since:
            self._better_since, self._worst = now, level
        self._worst = max(self._worst, level)
        return self._become(self._worst) if now - self._better_since >= BETTER_FOR_S else self.level


def _level_of(link: Link, share: float) -> LinkLevel:
    answered = _level(math.nan if link.probe_age_s is None else link.probe_age_s, share)
    return max(answered, _level(link.unread_s, share)) if link.unread > 0 else answered


def _level(age_s: float, share: float) -> LinkLevel:
    # an age that is no number is older than everything, and one from the future is a clock that went wrong
    return LinkLevel(sum(not 0.0 <= age_s < threshold * share for threshold in THRESHOLDS_S))


def why_not_to_arm(link: Link, level: LinkLevel) -> Reason | None:
    """What about the link refuses arming."""
    if not link.connected:
        return Reason.NOT_CONNECTED
    if not link.subscribers:
        return Reason.ONLY_ONLOOKERS if link.onlookers else Reason.NO_SUBSCRIBER
    if level is LinkLevel.LOST:
        return Reason.UNREAD if _is_unread(link) else Reason.NO_PROBE
    return None


def why_to_disarm(link: Link, level: LinkLevel) -> Reason | None:
    """What about the link ends driving."""
    if not link.connected:
        return Reason.LINK_LOST
    if not link.subscribers:
        return Reason.SUBSCRIBER_GONE
    if level is LinkLevel.LOST:
        return Reason.UNREAD if _is_unread(link) else Reason.LINK_SILENT
    return None


def newcomers(before: Link, link: Link) -> tuple[str, ...]:
    """Who takes the commands and did not before; one that has another link beside its old one is among them."""
    return _more(link.subscribers, before.subscribers)


def who_left(before: Link, link: Link) -> tuple[str, ...]:
    """Who took the commands and does so no more; where names are shared, one that is called so."""
    return _more(before.subscribers, link.subscribers)


def _more(these: tuple[str, ...], those: tuple[str, ...]) -> tuple[str, ...]:
    return () if these == those else tuple((Counter(these) - Counter(those)).elements())


def why_another(before: Link, link: Link) -> Reason:
    """Name the reason for which another link ends driving."""
    if not link.connected:
        return Reason.LINK_LOST
    if not who_left(before, link):
        return Reason.RECONNECTED
    return Reason.SUBSCRIBER_LEFT if link.subscribers else Reason.SUBSCRIBER_GONE


def _is_unread(link: Link) -> bool:
    """Whether it answers, and does not read."""
    return link.unread > 0 and link.unread_s > (link.probe_age_s or 0.0)

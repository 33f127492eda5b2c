"""Sentences of the drive panel."""

from __future__ import annotations

from protocols.sentence import Catalogue


class DrivePanelWording(Catalogue):
    """The sentences of the drive panel, and of the alerts about it."""

    MAY_BE_MOVING = "The robot may still be moving"
    ROBOTS_MAY_BE_MOVING = "{robots} may still be moving"
    UNSEEN = "Not armed: the drive panel can't be seen"
    PROFILE_LEFT_ASIDE = "The profile's topic or type is left aside: {reason}"

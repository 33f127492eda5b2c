"""The state of a playback."""

from __future__ import annotations

from app.model.playback import PlaybackState


def test_nothing_follows_the_end() -> None:
    assert not PlaybackState(0, 10, 9).is_at_end
    assert PlaybackState(0, 10, 10).is_at_end

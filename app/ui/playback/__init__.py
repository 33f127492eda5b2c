"""Recordings in the window: opened from files, and played."""

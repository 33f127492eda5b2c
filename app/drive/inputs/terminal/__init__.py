"""The keyboard of a terminal."""

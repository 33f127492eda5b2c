"""The panels of the window, a module each."""

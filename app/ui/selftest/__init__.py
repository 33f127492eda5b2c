"""The selftest in the window."""

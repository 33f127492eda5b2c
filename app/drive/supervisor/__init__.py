"""The window's end of the drive process, and the watchdog."""

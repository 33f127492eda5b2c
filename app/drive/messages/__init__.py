"""Messages between the driving processes, as JSON lines: pure."""

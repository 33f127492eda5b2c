"""The time axis of plots and state timelines: its keys, ranges and link."""

"""What plots and state timelines share: the time axis, its keys, ranges and link."""

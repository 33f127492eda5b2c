"""State timelines: what state a field was in, and when."""

"""The window: views that take what changed at their own rate. Knows no protocol and no socket."""

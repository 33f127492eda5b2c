"""The commands that need no window, and no Qt. Their names and output are stable: other programs call them."""

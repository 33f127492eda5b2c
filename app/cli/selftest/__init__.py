"""`teledeck selftest`: whether this installation works, shown on a demo robot of its own."""

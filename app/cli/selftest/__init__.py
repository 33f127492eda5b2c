"""`teledeck selftest`: checks of this installation, on a demo robot of its own."""

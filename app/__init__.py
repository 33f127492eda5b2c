"""The Teledeck application: connections, stores, commands and the desktop window."""

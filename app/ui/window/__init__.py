"""The main window: its docks, actions, layouts and preferences."""

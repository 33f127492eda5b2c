"""The only sockets, and the thread and tasks that serve them."""

"""The editor of robots' profiles."""

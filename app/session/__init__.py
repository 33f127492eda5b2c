"""One run of the program as views and commands know it."""

"""When something breaks: what each process keeps of it, how that is read later, what of it can be sent to others."""

from typing import Final

# the part of a process that a user looks at, and is told by how the runs before have ended
WINDOW: Final = "window"

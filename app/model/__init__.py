"""Robot-neutral values and stores. No Qt, no asyncio, no clock."""

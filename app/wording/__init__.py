"""The sentences that people read of refusals, reasons and alerts, each with a code, for window and commands."""

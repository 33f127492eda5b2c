"""The dialog that sets up a pad."""

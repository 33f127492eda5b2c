"""Game controllers and joysticks."""

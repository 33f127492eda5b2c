"""Values of messages, whatever protocol they came by: geometry, frames, stamps, checks."""

"""The dock that compares runs with what is live: which ones, where they lie, and how far they are apart."""

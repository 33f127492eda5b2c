"""Top view: where robots are and what they see, from above."""

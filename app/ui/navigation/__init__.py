"""Navigation by goals in the window: what is known of them in words, and what ends them."""

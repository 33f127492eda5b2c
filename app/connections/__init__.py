"""One worker per protocol, all of one shape (`base`); beside each, what its messages mean."""

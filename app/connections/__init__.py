"""The connections: one package per protocol, with the interface of `base` and the converters of its messages."""

"""The message inspector: values, history of fields, raw bytes."""

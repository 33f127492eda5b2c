"""Reading of .proto files."""

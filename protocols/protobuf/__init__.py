"""Reading and writing of protobuf messages by their descriptors."""

"""ROS 1 messages: definitions, codecs, schemas."""

"""The gazebo.msgs messages of Gazebo Classic 11.

Nothing is imported here, so whoever needs only `transport_pb2` pays for no more; `registry.load_all` loads the rest.
"""

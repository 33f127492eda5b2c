"""Every gazebo.msgs type by its full name, loaded when first asked for."""

from __future__ import annotations

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pool import DescriptorPool


def files() -> tuple[FileDescriptor, ...]:
    """Import every generated module; the files that they were made of, each after those that it imports."""
    # spelled out, not found by listing the folder: a frozen application has only what an import statement names
    from protos.gazebo import (  # noqa: PLC0415
        basics_pb2,
        gui_pb2,
        images_pb2,
        model_pb2,
        physics_pb2,
        rendering_pb2,
        scene_pb2,
        sensor_setup_pb2,
        sensors_pb2,
        shapes_pb2,
        time_pb2,
        transport_pb2,
        user_commands_pb2,
        world_pb2,
    )

    modules = (
        basics_pb2,
        gui_pb2,
        images_pb2,
        model_pb2,
        physics_pb2,
        rendering_pb2,
        scene_pb2,
        sensor_setup_pb2,
        sensors_pb2,
        shapes_pb2,
        time_pb2,
        transport_pb2,
        user_commands_pb2,
        world_pb2,
    )
    found: dict[str, FileDescriptor] = {}

    def add(file: FileDescriptor) -> None:
        for needed in file.dependencies:
            add(needed)
        found.setdefault(file.name, file)

    for module in modules:
        add(module.DESCRIPTOR)
    return tuple(found.values())


def load_all() -> DescriptorPool:
    """The default pool, which after this knows all of gazebo.msgs."""
    files()
    return descriptor_pool.Default()


def names() -> tuple[str, ...]:
    """The full names of all types but nested ones."""
    return tuple(message.full_name for file in files() for message in file.message_types_by_name.values())

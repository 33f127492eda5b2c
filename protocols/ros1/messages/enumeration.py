"""Names of the numbers of a field, from constants: ROS 1 has no enumerations, but people write some with constants.

A constant belongs to the field whose name its own begins with (`POWER_SUPPLY_STATUS_FULL` to `power_supply_status`).
Constants that are left belong to the only field of their type (`ACTIVE` and others to `status` of a GoalStatus).
"""

from __future__ import annotations

from typing import Final

from protocols.ros1.messages.definitions import ALIASES, MessageField, MessageType

EnumNames = tuple[tuple[str, int], ...]

_INTEGERS: Final = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))


# the most names of one enumeration: nobody reads more
_MOST: Final = 256


def enum_names_in(message: MessageType) -> dict[str, EnumNames]:
    """Return the names of the numbers of every field that is an enumeration, in the order of the definition."""
    fields = {each.name.upper(): each for each in message.fields if _is_number(each)}
    found: dict[str, list[tuple[str, int]]] = {}
    left: dict[str, list[tuple[str, int]]] = {}
    for constant in message.constants:
        value, type_name = constant.value, ALIASES.get(constant.type_name, constant.type_name)
        if not isinstance(value, int) or type_name not in _INTEGERS:
            continue
        field = _owner(constant.name, fields)
        if field is not None:
            found.setdefault(field.name, []).append((constant.name[len(field.name) + 1 :], value))
        else:
            left.setdefault(type_name, []).append((constant.name, value))
    for type_name, names in left.items():
        alone = [field for field in fields.values() if field.type_name == type_name]
        if len(alone) == 1:
            found.setdefault(alone[0].name, names)
    # a constant alone is a limit, or an offset
    return {name: tuple(names[:_MOST]) for name, names in found.items() if len({value for _, value in names}) > 1}


def _is_number(field: MessageField) -> bool:
    return not field.is_array and field.type_name in _INTEGERS


def _owner(name: str, fields: dict[str, MessageField]) -> MessageField | None:
    """Return the field with the longest name that a constant's name begins with."""
    while "_" in name:
        name = name.rpartition("_")[0]
        if name in fields:
            return fields[name]
    return None

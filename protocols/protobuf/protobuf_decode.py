"""Decoder of whole protobuf messages to dicts, lists and scalars, read off the wire by the plan of the type."""

from __future__ import annotations

from typing import Any

from google.protobuf.descriptor import Descriptor

from protocols.protobuf import wire as wire
from protocols.protobuf.plan import FieldPlan, MessagePlan, plan_of
from protocols.protobuf.wire import FieldBudget, WireFormatError


def decode(descriptor: Descriptor, data: memoryview) -> dict[str, Any]:
    """Return the fields that were sent, in the order of the definition.

    Enums are given by name, or as the number where it has no name; bytes, and strings that aren't UTF-8, as views into
    `data`. Raises Malformed.
    """
    return _message(descriptor, data, 0, FieldBudget())


def _message(descriptor: Descriptor, data: memoryview, depth: int, budget: FieldBudget) -> dict[str, Any]:
    found: dict[str, Any] = {}
    _collect(descriptor, data, depth, budget, found)
    return _ordered(plan_of(descriptor), found)


def _collect(descriptor: Descriptor, data: memoryview, depth: int, budget: FieldBudget, found: dict[str, Any]) -> None:
    """Read fields into `found`, over the values there already: several parts of one message are merged."""
    if depth > wire.MAX_DEPTH:
        raise WireFormatError("nested too deeply")
    by_number = plan_of(descriptor).by_number
    position = 0
    while position < len(data):
        start = position
        number, seen_wire, position = wire.read_tag(data, position, budget)
        plan = by_number.get(number)
        try:
            if plan is not None and plan.code and plan.field.repeated and seen_wire == plan.wire:
                values, end = wire.read_run(data, start, plan.tag, plan.code, plan.size)
                if values:
                    found.setdefault(plan.field.name, []).extend(values)
                    position = end
                    continue
            raw, position = wire.read_value(data, position, number, seen_wire, budget)
            if plan is not None:
                _take(plan, seen_wire, raw, depth, budget, found)
        except WireFormatError as error:
            raise error.within(plan.field.name if plan is not None else str(number)) from None


def _take(plan: FieldPlan, seen_wire: int, raw: Any, depth: int, budget: FieldBudget, found: dict[str, Any]) -> None:
    name = plan.field.name
    if seen_wire != plan.wire:
        # a value in a form that the field can't have is passed over like an unknown field
        if plan.is_packable and seen_wire == wire.LENGTH and raw:
            found.setdefault(name, []).extend(plan.packed(raw, budget))
        return
    for other in plan.oneof:
        found.pop(other, None)
    if plan.message is None:
        if plan.field.repeated:
            found.setdefault(name, []).append(plan.value(raw))
        else:
            found[name] = plan.value(raw)
    elif plan.field.repeated:
        elements = found.setdefault(name, [])
        try:
            elements.append(_message(plan.message, raw, depth + 1, budget))
        except WireFormatError as error:
            raise error.within(f"[{len(elements)}]") from None
    else:
        _collect(plan.message, raw, depth + 1, budget, found.setdefault(name, {}))


def _ordered(plan: MessagePlan, found: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for field in plan.fields:
        if field.name not in found:
            continue
        value = found[field.name]
        message = plan.by_name[field.name].message
        if message is not None and not field.repeated:
            value = _ordered(plan_of(message), value)
        result[field.name] = value
    return result

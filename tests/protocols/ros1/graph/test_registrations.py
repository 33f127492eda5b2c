from __future__ import annotations

from protocols.ros1.graph.master import Registrations

A, B = ("/a", "http://a:1/"), ("/b", "http://b:2/")


def registered() -> Registrations:
    registrations = Registrations()
    registrations.add("/t", *A)
    registrations.add("/t", *B)
    registrations.add("/u", *A)
    return registrations


def test_nodes_are_listed_in_the_order_in_which_they_came_and_once() -> None:
    registrations = registered()
    registrations.add("/t", *A)

    assert list(registrations) == ["/t", "/u"]
    assert "/t" in registrations
    assert registrations.uris("/t") == [A[1], B[1]]
    assert registrations.providers("/t") == (A, B)
    assert registrations.state() == [["/t", ["/a", "/b"]], ["/u", ["/a"]]]
    assert registrations.uris("/none") == []


def test_a_node_is_unregistered_by_its_address() -> None:
    registrations = registered()

    assert registrations.remove("/t", "/a", "http://elsewhere:1/") == (1, "[/a] is not a known provider of [/t]", 0)
    assert registrations.remove("/t", *A) == (1, "Unregistered [/a] as provider of [/t]", 1)
    assert registrations.remove("/t", *A)[2] == 0
    assert registrations.remove("/t", *B)[2] == 1
    assert "/t" not in registrations


def test_one_may_take_the_place_of_all() -> None:
    registrations = registered()
    registrations.replace("/t", *B)
    assert registrations.uris("/t") == [B[1]]

    registrations.discard("/t")
    registrations.discard("/t")
    assert "/t" not in registrations


def test_a_node_can_be_forgotten_for_everything() -> None:
    registrations = registered()
    assert registrations.has_node("/a")
    registrations.remove_node("/a")

    assert not registrations.has_node("/a")
    assert registrations.state() == [["/t", ["/b"]]]

"""The master of a ROS 1 graph, sans-IO (rosmaster/master_api.py, rosmaster/registrations.py).

Calls change what the master knows and are answered at once. What has to be told to nodes is collected as notifications:
call `take_notifications` after every call, and send them; the answers mean nothing, and failures are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from protocols.ros1.graph import xmlrpc_api
from protocols.ros1.graph.parameter_tree import ParameterTree, parameter_changes, with_slash
from protocols.ros1.graph.xmlrpc_api import CALLER_ERROR, FAILURE, SUCCESS, ApiMethod, Triple
from protocols.ros1.names import ANY, resolve

MASTER_NAME = "/master"


class Registrations:
    """Registered nodes by the name of a topic or service, in the order in which they came."""

    def __init__(self) -> None:
        self._providers: dict[str, list[tuple[str, str]]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._providers))

    def __contains__(self, key: str) -> bool:
        return key in self._providers

    def add(self, key: str, node: str, uri: str) -> None:
        """Register a node; a second registration changes nothing."""
        providers = self._providers.setdefault(key, [])
        if (node, uri) not in providers:
            providers.append((node, uri))

    def replace(self, key: str, node: str, uri: str) -> None:
        """Register a node in place of all others."""
        self._providers[key] = [(node, uri)]

    def remove(self, key: str, node: str, uri: str) -> Triple:
        """Unregister a node; the returned triple tells whether it was registered."""
        providers = self._providers.get(key, [])
        if (node, uri) not in providers:
            return SUCCESS, f"[{node}] is not a known provider of [{key}]", 0
        providers.remove((node, uri))
        if not providers:
            del self._providers[key]
        return SUCCESS, f"Unregistered [{node}] as provider of [{key}]", 1

    def discard(self, key: str) -> None:
        """Unregister all nodes for one name."""
        self._providers.pop(key, None)

    def remove_node(self, node: str) -> None:
        """Unregister a node for everything."""
        for key, providers in list(self._providers.items()):
            left = [provider for provider in providers if provider[0] != node]
            if left:
                self._providers[key] = left
            else:
                del self._providers[key]

    def providers(self, key: str) -> tuple[tuple[str, str], ...]:
        """Return (name, address) of the nodes that are registered for a name."""
        return tuple(self._providers.get(key, ()))

    def uris(self, key: str) -> list[str]:
        """Return the addresses of the nodes that are registered for a name."""
        return [uri for _, uri in self._providers.get(key, ())]

    def has_node(self, node: str) -> bool:
        """Whether a node is registered for anything."""
        return any(name == node for providers in self._providers.values() for name, _ in providers)

    def state(self) -> list[list[object]]:
        """Return all registrations in the form of getSystemState: names, each with its nodes."""
        return [[key, [node for node, _ in providers]] for key, providers in self._providers.items()]


@dataclass(frozen=True, slots=True)
class MasterNotification:
    """A call that a node has to get."""

    uri: str
    method: str
    arguments: tuple[Any, ...]


class MasterRegistry:
    """The registrations, types and parameters that a master keeps, and its interface.

    Args:
        uri: the master's address.
        pid: the number of its process.

    Attributes:
        methods: the methods of its interface.
        shutdown_reason: the caller that wanted the master to end, and why; None without such a call.
    """

    def __init__(self, uri: str, pid: int) -> None:
        self.uri = uri
        self.pid = pid
        self.shutdown_reason: str | None = None
        self.publishers = Registrations()
        self.subscribers = Registrations()
        self.services = Registrations()
        self.parameters = ParameterTree()
        self._parameter_subscribers = Registrations()
        self._service_uris: dict[str, tuple[str, str]] = {}
        self._types: dict[str, str] = {}
        self._nodes: dict[str, str] = {}
        self._notifications: list[MasterNotification] = []
        self.methods: Mapping[str, ApiMethod] = self._registering() | self._asking() | self._parameter_methods()

    def respond(self, body: bytes) -> bytes:
        """Return the body that answers the body of a request."""
        return xmlrpc_api.respond(self.methods, body)

    def take_notifications(self) -> list[MasterNotification]:
        """Return the calls that nodes have to get now, in order, and forget them."""
        notifications, self._notifications = self._notifications, []
        return notifications

    # the interface

    def _registering(self) -> dict[str, ApiMethod]:
        topic, type_name, service = (
            xmlrpc_api.resource("topic"),
            xmlrpc_api.type_name("topic_type"),
            xmlrpc_api.resource("service"),
        )
        uri, service_uri = xmlrpc_api.uri("caller_api"), xmlrpc_api.uri("service_api")
        return {
            "registerPublisher": ApiMethod(self._register_publisher, [], (topic, type_name, uri)),
            "registerService": ApiMethod(self._register_service, 0, (service, service_uri, uri)),
            "registerSubscriber": ApiMethod(self._register_subscriber, [], (topic, type_name, uri)),
            "unregisterPublisher": ApiMethod(self._unregister_publisher, 0, (topic, uri)),
            "unregisterService": ApiMethod(self._unregister_service, 0, (service, service_uri)),
            "unregisterSubscriber": ApiMethod(self._unregister_subscriber, 0, (topic, uri)),
        }

    def _asking(self) -> dict[str, ApiMethod]:
        return {
            "getPid": ApiMethod(lambda _: (SUCCESS, "", self.pid), -1),
            "getPublishedTopics": ApiMethod(self._published_topics, 0, (xmlrpc_api.namespace("subgraph"),)),
            "getSystemState": ApiMethod(self._system_state, [[], [], []]),
            "getTopicTypes": ApiMethod(self._topic_types, []),
            "getUri": ApiMethod(lambda _: (SUCCESS, "", self.uri), ""),
            "lookupNode": ApiMethod(self._lookup_node, "", (xmlrpc_api.resource("node", root=True),)),
            "lookupService": ApiMethod(self._lookup_service, "", (xmlrpc_api.resource("service"),)),
            "shutdown": ApiMethod(self._shutdown, 0, (xmlrpc_api.any_value,)),
        }

    def _parameter_methods(self) -> dict[str, ApiMethod]:
        key, uri = xmlrpc_api.text("key"), xmlrpc_api.uri("caller_api")
        return {
            "deleteParam": ApiMethod(self._delete_parameter, 0, (key,)),
            "getParam": ApiMethod(self._get_parameter, 0, (key,)),
            "getParamNames": ApiMethod(lambda _: (SUCCESS, "Parameter names", self.parameters.names()), []),
            "hasParam": ApiMethod(self._has_parameter, False, (key,)),
            "searchParam": ApiMethod(self._search_parameter, 0, (key,)),
            "setParam": ApiMethod(self._set_parameter, 0, (key, xmlrpc_api.not_null("value"))),
            "subscribeParam": ApiMethod(self._subscribe_parameter, 0, (uri, key)),
            "unsubscribeParam": ApiMethod(self._unsubscribe_parameter, 0, (uri, key)),
        }

    # nodes

    def _meet(self, node: str, uri: str) -> None:
        """Add a node that registers; a node of the same name at another address is told to end, and forgotten."""
        known = self._nodes.get(node)
        if known is not None and known != uri:
            reason = f"[{node}] Reason: new node registered with same name"
            self._notify(known, "shutdown", reason)
            for registrations in self._all():
                registrations.remove_node(node)
            self._service_uris = {name: owner for name, owner in self._service_uris.items() if owner[0] != node}
        self._nodes[node] = uri

    def _leave(self, node: str) -> None:
        """Remove a node that is no longer registered for anything."""
        if not any(registrations.has_node(node) for registrations in self._all()):
            self._nodes.pop(node, None)

    def _all(self) -> tuple[Registrations, ...]:
        return self.publishers, self.subscribers, self.services, self._parameter_subscribers

    def _unregister(self, registrations: Registrations, key: str, node: str, uri: str) -> Triple:
        if node not in self._nodes:
            return SUCCESS, f"[{node}] is not a registered node", 0
        triple = registrations.remove(key, node, uri)
        self._leave(node)
        return triple

    def _notify(self, uri: str, method: str, *arguments: Any) -> None:
        self._notifications.append(MasterNotification(uri, method, (MASTER_NAME, *arguments)))

    # topics

    def _register_publisher(self, node: str, topic: str, type_name: str, uri: str) -> Triple:
        self._meet(node, uri)
        self.publishers.add(topic, node, uri)
        if type_name != ANY or topic not in self._types:
            # the type of the last publisher counts
            self._types[topic] = type_name
        self._tell_subscribers(topic)
        return SUCCESS, f"Registered [{node}] as publisher of [{topic}]", self.subscribers.uris(topic)

    def _unregister_publisher(self, node: str, topic: str, uri: str) -> Triple:
        triple = self._unregister(self.publishers, topic, node, uri)
        if triple[2]:
            self._tell_subscribers(topic)
        return triple

    def _register_subscriber(self, node: str, topic: str, type_name: str, uri: str) -> Triple:
        self._meet(node, uri)
        self.subscribers.add(topic, node, uri)
        if type_name != ANY:
            self._types.setdefault(topic, type_name)
        return SUCCESS, f"Subscribed to [{topic}]", self.publishers.uris(topic)

    def _unregister_subscriber(self, node: str, topic: str, uri: str) -> Triple:
        return self._unregister(self.subscribers, topic, node, uri)

    def _tell_subscribers(self, topic: str) -> None:
        for uri in self.subscribers.uris(topic):
            self._notify(uri, "publisherUpdate", topic, self.publishers.uris(topic))

    # services

    def _register_service(self, node: str, service: str, service_uri: str, uri: str) -> Triple:
        self._meet(node, uri)
        self.services.replace(service, node, uri)
        self._service_uris[service] = (node, service_uri)
        return SUCCESS, f"Registered [{node}] as provider of [{service}]", 1

    def _unregister_service(self, node: str, service: str, service_uri: str) -> Triple:
        if node not in self._nodes:
            return SUCCESS, f"[{node}] is not a registered node", 0
        if self._service_uris.get(service) != (node, service_uri):
            return SUCCESS, f"[{service_uri}] is no longer the current service api handle for [{service}]", 0
        del self._service_uris[service]
        self.services.discard(service)
        self._leave(node)
        return SUCCESS, f"Unregistered [{node}] as provider of [{service}]", 1

    def _lookup_service(self, caller: str, service: str) -> Triple:
        del caller
        if service not in self._service_uris:
            return CALLER_ERROR, "no provider", ""
        uri = self._service_uris[service][1]
        return SUCCESS, f"rosrpc URI: [{uri}]", uri

    # the graph

    def _lookup_node(self, caller: str, node: str) -> Triple:
        del caller
        if node not in self._nodes:
            return CALLER_ERROR, f"unknown node [{node}]", ""
        return SUCCESS, "node api", self._nodes[node]

    def _published_topics(self, caller: str, subgraph: str) -> Triple:
        del caller
        start = subgraph if not subgraph or subgraph.endswith("/") else subgraph + "/"
        found = [[topic, self._types[topic]] for topic in self.publishers if topic.startswith(start)]
        return SUCCESS, "current topics", found

    def _topic_types(self, caller: str) -> Triple:
        del caller
        return SUCCESS, "current system state", [list(item) for item in self._types.items()]

    def _system_state(self, caller: str) -> Triple:
        del caller
        state = [registrations.state() for registrations in (self.publishers, self.subscribers, self.services)]
        return SUCCESS, "current system state", state

    def _shutdown(self, caller: str, reason: Any) -> Triple:
        self.shutdown_reason = f"external shutdown request from [{caller}]: {reason}"
        return SUCCESS, "shutdown", 0

    # parameters

    def _set_parameter(self, node: str, key: str, value: Any) -> Triple:
        key = resolve(key, node)
        try:
            self.parameters.set(key, value)
        except TypeError as error:
            return CALLER_ERROR, f"Error: invalid arguments: {error}", 0
        self._tell_of_parameter(key, value, node)
        return SUCCESS, f"parameter {key} set", 0

    def _delete_parameter(self, node: str, key: str) -> Triple:
        key = resolve(key, node)
        try:
            self.parameters.delete(key)
        except KeyError:
            return CALLER_ERROR, f"parameter [{key}] is not set", 0
        self._tell_of_parameter(key, {}, None)
        return SUCCESS, f"parameter {key} deleted", 0

    def _get_parameter(self, node: str, key: str) -> Triple:
        key = resolve(key, node)
        try:
            return SUCCESS, f"Parameter [{key}]", self.parameters.get(key)
        except KeyError:
            return CALLER_ERROR, f"Parameter [{key}] is not set", 0

    def _has_parameter(self, node: str, key: str) -> Triple:
        key = resolve(key, node)
        return SUCCESS, key, self.parameters.has(key)

    def _search_parameter(self, node: str, key: str) -> Triple:
        try:
            found = self.parameters.search(node, key)
        except ValueError as error:
            return FAILURE, f"Internal failure: {error}", 0
        if found is None:
            return CALLER_ERROR, f"Cannot find parameter [{key}] in an upwards search", ""
        return SUCCESS, f"Found [{found}]", found

    def _subscribe_parameter(self, node: str, uri: str, key: str) -> Triple:
        key = resolve(key, node)
        value = self.parameters.get(key) if self.parameters.has(key) else {}
        self._meet(node, uri)
        self._parameter_subscribers.add(with_slash(key), node, uri)
        return SUCCESS, f"Subscribed to parameter [{key}]", value

    def _unsubscribe_parameter(self, node: str, uri: str, key: str) -> Triple:
        key = resolve(key, node)
        self._unregister(self._parameter_subscribers, with_slash(key), node, uri)
        return SUCCESS, f"Unsubscribe to parameter [{key}]", 1

    def _tell_of_parameter(self, key: str, value: Any, by: str | None) -> None:
        base = with_slash(key)
        for name, changed, new in parameter_changes(iter(self._parameter_subscribers), key, value):
            for node, uri in self._parameter_subscribers.providers(name):
                # the node that set a parameter knows it, unless it subscribes to more or less than that parameter
                if node != by or not base.startswith(name):
                    self._notify(uri, "paramUpdate", changed, new)

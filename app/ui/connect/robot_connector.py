"""Connecting to robots and leaving them: addresses, tokens, the demo robot, and topics that are read by name.

Tokens are looked up in the key store of the system, which may take as long as the user needs to unlock it; meanwhile
the window stays responsive. No token is remembered here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QWidget

from app.model.addresses import AddressTokens
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.session.addresses import address_tokens, with_token
from app.session.errors import SessionError
from app.session.key_store import KeyStoreError, TokenStore
from app.session.typed_addresses import complete_address, kind_of
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.text import followed, listed_names, say
from app.ui.base.theme import Themes
from app.ui.topics.topic_settings import DecoderSettings, TopicNameSettings
from app.ui.widgets.notices import WindowNotices
from app.ui.widgets.question_bar import Answer
from app.wording.ui.connect import ConnectWording

if TYPE_CHECKING:
    from app.session.links import Links
    from app.session.robot_finder import RobotFinder
    from app.session.topics import Topics
    from app.ui.connect.connect_dialog import ConnectDialog
    from app.ui.connect.tokens import TokenFields


# the names of the layouts that are offered for a demo robot, as in their files
_DRIVE: Final = "Drive"
_FAULTS: Final = "Look for faults"

# a connection of which nothing is lost when it ends
_NOT_REACHED: Final = frozenset({ConnectionState.CONNECTING, ConnectionState.REFUSED})


class RobotConnector:
    """Connects to robots by address, and looks up or asks for their tokens.

    Args:
        on_connected: called when there is another connection.
        start_demo: called when the operator wants the demo robot instead.
        on_waiting: called with a text about what is waited for, and with an empty one when that is over.
    """

    def __init__(
        self,
        window: QWidget,
        links: Links,
        topics: Topics,
        finder: RobotFinder,
        spawn: Spawn,
        themes: Themes,
        preferences: Preferences,
        tokens: TokenStore,
        on_connected: Callable[[], None],
        start_demo: Callable[[], None],
        on_waiting: Callable[[str], None],
    ) -> None:
        self._window = window
        self._links = links
        self._topics = topics
        self._finder = finder
        self._spawn = spawn
        self._themes = themes
        self._preferences = preferences
        self._tokens = tokens
        self._decoding = DecoderSettings(topics, preferences)
        self._naming = TopicNameSettings(links, topics, preferences)
        self._on_connected = on_connected
        self._start_demo = start_demo
        self._on_waiting = on_waiting
        # the address of each connection without secrets: the connection's name may say less
        self._uris: dict[str, str] = {}
        # robots whose token is being looked up
        self._lookups: set[str] = set()
        # robots that were reached in this run
        self._reached: set[str] = set()

    def connect_to(self, uri: str) -> None:
        """Connect to an address, with the saved token if the address holds none.

        If the address names no topics and the robot needs names, the saved ones are used. If the address is not valid,
        the dialog says why.
        """
        uri = self._naming.with_saved_names(complete_address(uri))
        access = address_tokens(uri)
        if access is None or not access.key or (access.token and (access.proxy_token or not access.has_proxy)):
            self._connect(uri)
        elif access.key not in self._lookups:
            self._lookups.add(access.key)
            self._spawn(self._connect_with_saved_token(uri, access), f"look up the token of {access.key}")

    def remember_reached(self) -> None:
        """Put robots that were reached among the recent ones; those that never were are mistakes most often."""
        for info in self._links.connections:
            if info.status.state is ConnectionState.CONNECTED and info.id not in self._reached:
                self._reached.add(info.id)
                self._preferences.add_recent_uri(info.id)

    def edit_address(self, connection_id: str) -> None:
        """Ask for another address in the place of a connection's; all that was typed for it is offered again."""
        try:
            uri, _ = self._links.secret_address(connection_id)
        except SessionError:
            # it was disconnected meanwhile
            return
        self.ask_for_address(uri, in_place_of=connection_id)

    def diagnose(self, connection_id: str) -> None:
        """Check every step of the way to a robot, and show what is found."""
        from app.ui.connect.doctor_dialog import DoctorDialog  # noqa: PLC0415 - not needed to be seen

        name = self._preferences.robot_name(connection_id)
        dialog = DoctorDialog(self._links, self._spawn, self._themes, connection_id, name, self._window)
        dialogs.show_dialog(dialog, connection_id)

    def ask_for_address(self, uri: str = "", *, in_place_of: str = "") -> None:
        """Ask for an address; the connection in whose place it comes is ended then."""
        from app.ui.connect.connect_dialog import ConnectDialog  # noqa: PLC0415 - not needed to be seen

        dialog = ConnectDialog(
            self._links, self._topics, self._finder, self._spawn, self._themes, self._preferences, self._window, uri=uri
        )
        dialog.chosen.connect(lambda chosen: self._connect_chosen(chosen, dialog, in_place_of))
        dialog.demo_chosen.connect(self._start_demo)
        dialog.recent.removed.connect(self._delete_tokens)
        self._provide_store_name(dialog.tokens, dialog)
        shown = dialogs.show_dialog(dialog, in_place_of)
        if shown is not dialog and uri:
            # the dialog says why the address is not valid
            shown.edit.setText(uri)

    def ask_for_token(self, connection_id: str) -> None:
        """Ask for the token of a connection that was refused, and reconnect."""
        from app.ui.connect.tokens import TokenDialog  # noqa: PLC0415 - not needed to be seen

        access, status = address_tokens(connection_id), self._links.status(connection_id)
        if access is None or status is None:
            return
        name = self._preferences.robot_name(connection_id)
        dialog = TokenDialog(self._themes, self._preferences, name, status.reason, access, self._window)

        def reconnect(token: str, proxy_token: str, save: bool) -> None:  # noqa: FBT001 - a slot
            uri = with_token(self._uris.get(connection_id, connection_id), token, proxy_token)
            if save:
                self._save_tokens(uri)
            self._spawn(self._reconnect(connection_id, uri), f"connect anew to {connection_id}")

        dialog.chosen.connect(reconnect)
        self._provide_store_name(dialog.fields, dialog)
        dialogs.show_dialog(dialog, connection_id)

    # internals

    def _connect_chosen(self, uri: str, dialog: ConnectDialog, in_place_of: str) -> None:
        if dialog.tokens.should_save:
            self._save_tokens(uri)
        name, status = self._links.connection_id_for(uri), self._links.status(in_place_of)
        if status is None or in_place_of == name:
            self._connect_anew(uri, name)
            return

        def replace() -> None:
            self._take_over(in_place_of, name)
            self._connect_anew(uri, name)

        if status.state in _NOT_REACHED:
            replace()
            return
        # it may be driven
        dialogs.ask_to_confirm(
            self._window,
            self._themes,
            say(ConnectWording.DISCONNECT_FROM(name=self._preferences.robot_name(in_place_of))),
            say(ConnectWording.DISCONNECT_TIP()),
            say(ConnectWording.DISCONNECT()),
            replace,
        )

    def _connect_anew(self, uri: str, name: str) -> None:
        access = address_tokens(uri)
        if access is not None and access.token and self._links.status(name) is not None:
            # an existing connection would go on with its old token
            self._spawn(self._reconnect(name, uri), f"connect anew to {name}")
        else:
            self.connect_to(uri)

    def _take_over(self, before: str, name: str) -> None:
        """End a connection whose address was wrong, and keep the operator's name of its robot."""
        called = self._preferences.given_name(before)
        if called and not self._preferences.given_name(name):
            self._preferences.set_robot_name(name, called)
        self._spawn(self._links.disconnect(before), f"disconnect {before}")

    def _connect(self, uri: str) -> None:
        try:
            name = self._links.connect(uri)
        except SessionError:
            self.ask_for_address(uri)
            return
        access = address_tokens(uri)
        self._uris[name] = access.uri if access is not None else uri
        self._decoding.apply_saved(name)
        self._naming.on_connected(name, uri)
        self._on_connected()

    async def _connect_with_saved_token(self, uri: str, access: AddressTokens) -> None:
        token, proxy_token = access.token, access.proxy_token
        self._show_lookups()
        try:
            token = token or await self._tokens.find(access.key)
            if access.proxy_key:
                proxy_token = proxy_token or await self._tokens.find(access.proxy_key)
        except KeyStoreError as error:
            # some robots need no token
            self._show_error(error)
        finally:
            self._lookups.discard(access.key)
            self._show_lookups()
        self._connect(with_token(uri, token, proxy_token))

    def _show_lookups(self) -> None:
        names = listed_names(sorted(self._lookups))
        self._on_waiting(say(ConnectWording.ASKING_KEY_STORE(robot=names)) if names else "")

    async def _reconnect(self, connection_id: str, uri: str) -> None:
        await self._links.disconnect(connection_id)
        self.connect_to(uri)

    def _save_tokens(self, uri: str) -> None:
        """Save the tokens in an address to the key store."""
        access = address_tokens(uri)
        if access is not None and access.key:
            self._spawn(self._save_to_store(access), f"keep the token of {access.key}")

    async def _save_to_store(self, access: AddressTokens) -> None:
        try:
            for key, token in ((access.key, access.token), (access.proxy_key, access.proxy_token)):
                if key and token:
                    await self._tokens.save(key, token)
        except KeyStoreError as error:
            self._show_error(error)

    def _delete_tokens(self, uri: str) -> None:
        """Delete the tokens of a robot that was removed from the recent ones."""
        access = address_tokens(uri)
        if access is not None and access.key:
            self._spawn(self._delete_from_store(access), f"forget the token of {access.key}")

    async def _delete_from_store(self, access: AddressTokens) -> None:
        try:
            for key in filter(None, (access.key, access.proxy_key)):
                await self._tokens.delete(key)
        except KeyStoreError as error:
            self._show_error(error)

    def _provide_store_name(self, fields: TokenFields, dialog: QDialog) -> None:
        """Give the dialog the name of the key store when it asks, if it is still open by then."""
        still_open = [True]
        dialog.finished.connect(lambda _: still_open.clear())

        async def ask() -> None:
            name = await self._tokens.store_name()
            if still_open:
                fields.set_store_name(name)

        fields.store_wanted.connect(lambda: self._spawn(ask(), "look for the key store"))

    def _show_error(self, error: KeyStoreError) -> None:
        tip = error.tip or say(ConnectWording.SEE_LOG())
        dialogs.show_warning(self._window, self._themes, error.reason, tip)


class RobotOperations:
    """Operations on robots, with the dialogs that they need.

    Args:
        window: the parent of dialogs.
        show_topic: shows a topic in the window.
        connect_to: connects to the robot at an address.
        current: returns the robot of the current row.
        news: the window's notices, which offer to connect again.
        demo: the action that starts the demo robot, disabled while the robot is starting.
        show_layout: shows a layout by its name.
    """

    def __init__(
        self,
        window: QWidget,
        show_topic: Callable[[TopicKey], object],
        connect_to: Callable[[str], object],
        links: Links,
        topics: Topics,
        spawn: Spawn,
        themes: Themes,
        preferences: Preferences,
        current: Callable[[], str | None],
        news: WindowNotices,
        demo: QAction,
        show_layout: Callable[[str], object],
    ) -> None:
        self._window = window
        self._show_topic = show_topic
        self._connect_to = connect_to
        self._links = links
        self._topics = topics
        self._spawn = spawn
        self._themes = themes
        self._preferences = preferences
        self._current = current
        self._news = news
        self._demo = demo
        self._show_layout = show_layout
        self._naming = TopicNameSettings(links, topics, preferences)

    def robot_in_view(self) -> str | None:
        """Return the robot of the current row, or the only one."""
        current = self._current()
        if current:
            return current
        # read once: their totals are summed over all topics
        connections = self._links.connections
        return connections[0].id if len(connections) == 1 else None

    def start_demo(self) -> None:
        """Start the demo robot, and connect to it as soon as it runs."""
        self._demo.setEnabled(False)
        self._spawn(self._start_demo(), "start the demo robot")

    def show_demo(self, uris: Sequence[str], *, offers: bool = True) -> None:
        """Connect to the demo robot, which runs.

        Args:
            uris: its addresses, by which no later run will meet it.
            offers: whether to say what is kept of it, and to offer what to do with it.
        """
        for uri in uris:
            alone = ConnectWording.DEMO_ROBOT()
            name = say(alone if len(uris) == 1 else ConnectWording.DEMO_ROBOT_BY(kind=kind_of(uri)))
            self._preferences.add_temporary_robot(self._links.connection_id_for(uri), name)
            self._connect_to(uri)
        if offers and uris:
            kept = ConnectWording.DEMO_KEPT if self._preferences.are_kept else ConnectWording.DEMO_FORGOTTEN
            self._news.show_note(
                "demo",
                followed(say(ConnectWording.DEMO_RUNS()), say(kept())),
                Answer(say(ConnectWording.DRIVE_IT()), lambda: self._show_layout(_DRIVE)),
                Answer(say(ConnectWording.LOOK_FOR_FAULTS()), lambda: self._show_layout(_FAULTS)),
            )

    def ask_to_disconnect(self, connection_id: str) -> None:
        """Ask for confirmation before a connection is closed and its data removed.

        Where the robot was never reached nothing is lost: it is closed at once, which can be undone.
        """
        name = self._preferences.robot_name(connection_id)
        info = next((info for info in self._links.connections if info.id == connection_id), None)
        if info is not None and info.status.state is ConnectionState.CONNECTING:
            self._spawn(self._links.disconnect(connection_id), f"disconnect {connection_id}")
            self._news.show_note(
                "disconnected",
                say(ConnectWording.DISCONNECTED(name=name)),
                Answer(say(ConnectWording.UNDO()), lambda: self._connect_to(info.address or info.id)),
            )
            return
        dialogs.ask_to_confirm(
            self._window,
            self._themes,
            say(ConnectWording.DISCONNECT_FROM(name=name)),
            say(ConnectWording.DISCONNECT_TIP()),
            say(ConnectWording.DISCONNECT()),
            lambda: self._spawn(self._links.disconnect(connection_id), f"disconnect {connection_id}"),
        )

    def ask_to_disconnect_current(self) -> None:
        """Ask the same about the robot of the current row, or the last one."""
        current = self._robot_to_act_on()
        if current is not None:
            self.ask_to_disconnect(current)

    def ask_for_topic(self, connection_id: str) -> None:
        """Ask for the name of a topic to read."""
        from app.ui.topics.topic_dialogs import TopicDialog  # noqa: PLC0415 - not needed to be seen

        name = self._preferences.robot_name(connection_id)
        used = self._naming.used_names(connection_id)
        dialog = TopicDialog(self._topics, self._themes, connection_id, name, self._window, known=used)
        dialog.chosen.connect(self._read)
        dialogs.show_dialog(dialog, connection_id)

    def ask_for_topic_of_current(self) -> None:
        """Ask for a topic of the robot of the current row, or of the last one."""
        current = self._robot_to_act_on()
        if current is not None:
            self.ask_for_topic(current)

    # internals

    def _read(self, key: TopicKey) -> None:
        """Select a topic; one of a robot that can't list its own is added to the list."""
        try:
            self._naming.add_topic(key)
        except SessionError as error:
            dialogs.show_warning(self._window, self._themes, error.reason, error.tip)
        else:
            self._show_topic(key)

    async def _start_demo(self) -> None:
        try:
            uri = await self._links.start_demo()
        except SessionError as error:
            dialogs.show_warning(self._window, self._themes, error.reason, error.tip)
        else:
            self.show_demo([uri])
        finally:
            self._demo.setEnabled(True)

    def _robot_to_act_on(self) -> str | None:
        """Return the robot of the current row, or the last one."""
        connections = self._links.connections
        return self._current() or (connections[-1].id if connections else None)

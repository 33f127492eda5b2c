"""One run of the program, made of the services that views and commands use."""

from __future__ import annotations

import functools
import os
import platform
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.config.folders import incidents_folder
from app.config.run_settings import Settings
from app.model.marks import Marks
from app.net.link_thread import LinkThread
from app.session.alerts import SessionAlerts
from app.session.backfill import Backfill
from app.session.black_box import BlackBox, Companion
from app.session.box_subscriptions import BoxSubscriptions
from app.session.commands import Commands
from app.session.connections import OpenConnections
from app.session.deck import Deck
from app.session.graphs import Graphs, RecordedParameters
from app.session.links import Links
from app.session.navigation import Navigation
from app.session.recorded_side import ALERTS, LINKS, alerts_note, link_state, links_note
from app.session.recordings import Recordings
from app.session.reference_runs import ReferenceRuns
from app.session.requested_recording import RequestedRecording
from app.session.robot_finder import RobotFinder
from app.session.topics import Topics
from app.version import VERSION

if TYPE_CHECKING:
    from app.config.profile import Profile
    from app.record.incidents import IncidentFolder
    from app.session.driving import Driving
    from app.session.incident_keeper import IncidentKeeper


class Session:
    """One run of the program. Whoever makes a view gives it the services that it needs, never the session.

    Attributes:
        links: the connections to robots.
        topics: the topics of all robots.
        graphs: nodes, services, parameters and actions, to be looked at.
        commands: all that is sent to robots, behind its lock.
        navigation: goals of robots, behind the same lock.
        alerts: the current alerts, to which views add theirs.
        recordings: the playback of recordings that are open, and of the past.
        finder: robots that announce themselves in the network.
        black_box: keeps the last minutes.
        backfill: fills in histories that begin now, by what the black box has kept.
        deck: the time that views show.
        recording: what the operator records.
        runs: recordings that are laid beneath what views show; for the interface's thread alone.
        marks: moments that the operator marks.
        shown_layout: gives the name of the layout that the window shows, to any thread.
        shown_name: gives what the window calls a robot, empty where it does not, to any thread.
        profile_name: gives the name of the profile by which a robot would be driven, to any thread.
    """

    shown_layout: Callable[[], str] | None = None
    shown_name: Callable[[str], str] | None = None
    profile_name: Callable[[str], str] | None = None

    def __init__(
        self, link: LinkThread, settings: Settings | None = None, environ: Mapping[str, str] | None = None
    ) -> None:
        self._link = link
        self._settings = settings or Settings()
        connections = OpenConnections(link)
        self.links = Links(link, connections, self._settings, os.environ if environ is None else environ)
        self.topics = Topics(link, connections)
        self.graphs = Graphs(link, connections)
        self.commands = Commands(
            link, connections, lambda told: self.black_box.note("sent", told), lambda: self.deck.looks_back
        )
        self.navigation = Navigation(
            link, connections, self.commands, lambda connection_id: self.links.secret_address(connection_id)[0]
        )
        self.alerts = SessionAlerts(link, connections.alerts, connections.note_change)
        self.finder = RobotFinder(link)
        self.black_box = BlackBox(
            link,
            connections,
            self.alerts,
            {
                "about": self._about,
                ALERTS: lambda: alerts_note(connections.alerts.current),
                LINKS: lambda: links_note((each.id, link_state(each)) for each in connections.all),
                "drive": self._drive_report,
                "pad": self._pads,
                "parameters": RecordedParameters(connections).read,
            },
            lambda: self.links.secrets,
        )
        self.black_box.make_companion = self._make_incident_thread
        subscriptions = BoxSubscriptions(
            connections, self.topics, self._driven, lambda uri: self.profile_name(uri) if self.profile_name else ""
        )
        self.black_box.subscriptions = subscriptions
        self.black_box.watch("unrecorded", subscriptions.unrecorded)
        self.backfill = self.topics.backfill = Backfill(link, connections, self.black_box)
        self.deck = Deck(link, connections, self.topics, self.black_box)
        self.links.past_clock = lambda: self.deck.clock
        self.links.past = self.alerts.past = lambda: self.deck.side
        self.recordings = Recordings(link, connections, self.deck)
        self.recording = RequestedRecording(self.black_box, self.topics)
        self.runs = ReferenceRuns()
        self.marks = Marks(lambda told: self.black_box.note("marks", told))

    @functools.cached_property
    def incident_keeper(self) -> IncidentKeeper:
        """The keeper of incidents, which works while the black box is on."""
        # it knows driving, which commands would wait for
        from app.session.incident_sources import make_keeper  # noqa: PLC0415

        def driving() -> Driving | None:
            return self.driving if self.is_driving else None

        def name(uri: str) -> str:
            return self.shown_name(uri) if self.shown_name is not None else ""

        return make_keeper(self._link, self.black_box, self.links, self.alerts, driving, name)

    def _make_incident_thread(self) -> Companion:
        from app.session.incident_keeper import KeeperThread  # noqa: PLC0415 - as above

        return KeeperThread(self.incident_keeper)

    @functools.cached_property
    def incidents(self) -> IncidentFolder:
        """The incidents of this user; any thread."""
        # not needed to be seen
        from app.record.incidents import IncidentFolder  # noqa: PLC0415

        return IncidentFolder(incidents_folder())

    @functools.cached_property
    def driving(self) -> Driving:
        """Driving of one robot; for the interface's thread alone."""
        # not imported by commands, which would wait for them
        from app.session.driving import Driving  # noqa: PLC0415
        from app.session.past_guard import PastGuard  # noqa: PLC0415

        driving = Driving(self._settings, self.links, self.commands)
        PastGuard(self._link, self.deck, driving.handle)
        # zeros are sent before its connection ends
        self.links.before_end = driving.leave
        return driving

    @property
    def is_driving(self) -> bool:
        """Whether driving was ever asked for."""
        return "driving" in self.__dict__

    def _driven(self) -> tuple[str, Profile | None]:
        """Return the connection whose robot is driven, empty for none, and its profile; any thread."""
        return (self.driving.connection_id, self.driving.profile) if self.is_driving else ("", None)

    def _drive_report(self) -> object:
        """The newest report of the drive process; None while there is none."""
        return self.driving.handle.newest_report if self.is_driving else None

    def _pads(self) -> object:
        """The pads as the drive process reads them, and the inputs of one that is set up; None while there are none."""
        report = self.driving.handle.newest_report if self.is_driving else None
        return {"pads": report.pads, "setup": report.setup} if report is not None else None

    def _about(self) -> object:
        """Return the facts about the program that explain a recording."""
        return {
            "version": VERSION,
            "system": platform.platform(),
            "profile": self.driving.profile if self.is_driving else None,
            "layout": self.shown_layout() if self.shown_layout is not None else "",
        }

    async def close(self) -> None:
        """End all connections; await it on any loop, on the interface's if a robot is driven."""
        if self.is_driving:
            await self.driving.close()
        await self.runs.close()
        await self.backfill.close()
        await self.deck.close()
        await self._link.run(self.finder.close())
        await self.links.close()

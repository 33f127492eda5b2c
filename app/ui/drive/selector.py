"""Selection of what is driven: the robot, the topic that takes its commands, and the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.config.profile import Profile
from app.config.profile_checks import ProfileError
from app.config.profile_folder import DEFAULT_PROFILE, find_profile, profile_names
from app.config.user_settings import LastDriven
from app.drive.control.values import Reason
from app.drive.robot.targets import TargetError, driven_scheme, profile_topic
from app.model.errors import UserFacingError
from app.model.topics import TopicInfo, TopicKey
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.text import with_tip
from app.ui.drive.client import DriveClient, DriveSelection
from app.ui.drive.command_topics import CommandTopic, CommandTopics, find_command_topics, find_named_topic, is_drivable
from app.wording.ui.drive import DrivePanelWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics


class DriveSelector:
    """Selects the robot, its command topic and its profile, for the panel and the profile editor.

    Attributes:
        robot: connection id of the robot in the panel; None for no robot.
        command_topics: the command topics of that robot.
        profile_error: what is wrong with the selected profile, as a sentence; empty for nothing.
    """

    def __init__(self, topics: Topics, robot: CurrentRobot, preferences: Preferences, pilot: DriveClient) -> None:
        self.robot: str | None = None
        self.command_topics = CommandTopics()
        self.profile_error = ""
        self._topics = topics
        self._robot = robot
        self._preferences = preferences
        self._pilot = pilot
        self._asked_for: str | None = None
        # the robot in view when the operator asked for another
        self._looked_at: str | None = None
        # the robot that the operator left and does not want to drive any more
        self._left: str | None = None
        self._revision = -1
        # the inputs of the last search that found no topic to drive by
        self._in_vain: object = None

    @property
    def profile_name(self) -> str:
        """Name of the profile by which the robot is driven, or will be."""
        choice = self._pilot.selection
        if choice is not None:
            return choice.profile.name
        return self.wanted_profile

    @property
    def wanted_profile(self) -> str:
        """Name of the profile that was chosen for the robot; differs from `profile_name` where it can't be used."""
        return self._preferences.driven_by(self.robot).profile if self.robot is not None else DEFAULT_PROFILE.name

    @property
    def topic_infos(self) -> list[TopicInfo]:
        """Infos of all topics of the robot."""
        return [topic.info for topic in self._topics.live.topics if topic.key.connection == self.robot]

    def refresh(self) -> ConnectionInfo | None:
        """Find the robot and its command topics, as they are now."""
        info = self._find_robot()
        name = info.id if info is not None else None
        store = self._topics.live
        if (name, store.revision) != (self.robot, self._revision):
            self.robot, self._revision = name, store.revision
            self._find_offers()
        return info

    def select_robot(self, robot: str) -> None:
        """Select another robot to be driven; the one before is left."""
        if robot == self.robot:
            return
        self._left = None
        self._asked_for, self._looked_at = robot, self._robot.current()
        if self._pilot.selection is not None:
            self._pilot.deselect(Reason.ROBOT_CHANGED)

    def deselect(self) -> None:
        """Drive no robot until one is selected again."""
        self._asked_for = None
        self._pilot.deselect()
        self._left = self.robot

    def select_default(self) -> None:
        """Select the topic that was used before, or the only one there is, unless something is selected already."""
        if self._pilot.selection is not None or self.robot is None or self.robot == self._left:
            return
        kept = self._preferences.driven_by(self.robot)
        seen = (self.robot, self._revision, kept)
        if seen == self._in_vain:
            return
        before = next((offer for offer in self.command_topics.all if offer.topic == kept.topic), None)
        profile = self._load(kept.profile) or DEFAULT_PROFILE
        offer = before or self._named_by(profile) or self.command_topics.default
        self._in_vain = seen if offer is None else None
        if offer is not None:
            # a profile that can't be read today is the robot's profile nevertheless
            self._choose(offer, profile, kept.profile)

    def select_topic(self, offer: CommandTopic) -> None:
        """Drive by this topic, whatever topic the profile names."""
        profile = self._load(self.profile_name)
        if profile is None and self._pilot.selection is not None:
            return
        self._choose(offer, profile or DEFAULT_PROFILE)

    def use_profile(self, name: str) -> None:
        """Drive by a profile as it is on the disk now, by its topic if it names another than the profile before."""
        choice = self._pilot.selection
        self._in_vain = None
        if self.robot is None:
            return
        if choice is None:
            preferences = self._preferences
            preferences.set_driven_by(self.robot, LastDriven(preferences.driven_by(self.robot).topic, name))
            return
        profile = self._load(name)
        if profile is None:
            return
        offer, before = CommandTopic(choice.topic, choice.type_name), choice.profile
        named, was_named = self._way_of(profile), self._way_of(before)
        if named != was_named:
            offer = (self._named_by(profile) if any(named) else self.command_topics.default) or offer
        self._choose(offer, profile)

    def drive_by(self, robot: str, profile: Profile) -> None:
        """Drive a robot by the topic that a profile names, whatever was driven before."""
        self.select_robot(robot)
        self.refresh()
        self.profile_error = ""
        offer = self._named_by(profile) if self.robot == robot else None
        if offer is not None:
            self._choose(offer, profile)

    @property
    def needs_profile(self) -> bool:
        """Whether the robot can't be driven before a profile names its wheels or joint."""
        return self.robot is not None and driven_scheme(self.robot).by_joints and self._pilot.selection is None

    def fitting_profiles(self) -> list[str]:
        """Return the names of the profiles that name wheels or a joint of the robot."""
        found = []
        for name in profile_names():
            try:
                if self._way_of(find_profile(name))[0]:
                    found.append(name)
            except ProfileError:
                # the profile editor shows what is wrong
                continue
        return found

    def drive_by_profile(self, name: str) -> None:
        """Drive a robot that needs a profile by this profile, also if the robot was left before."""
        self._left = None
        self.use_profile(name)
        self.select_default()

    # internals

    def _find_robot(self) -> ConnectionInfo | None:
        """Return the robot that is driven, else the one that was asked for, else the one in view."""
        known = {info.id: info for info in self._robot.connections}
        choice = self._pilot.selection
        if self._asked_for is not None and self._robot.current() != self._looked_at:
            self._asked_for = None
        for name in (choice.connection if choice is not None else None, self._asked_for):
            if name in known:
                return known[name]
        return self._robot.choose(lambda info: is_drivable(info.id))

    def _find_offers(self) -> None:
        robot = self.robot
        self.command_topics = find_command_topics(robot, self.topic_infos) if robot is not None else CommandTopics()
        choice = self._pilot.selection
        if choice is not None and choice.connection == robot:
            # the robot may not list its topic for a moment
            driven = CommandTopic(choice.topic, choice.type_name)
            if driven not in self.command_topics.all:
                self.command_topics = CommandTopics((driven, *self.command_topics.all), self.command_topics.default)

    def _load(self, name: str) -> Profile | None:
        """Load a profile; None, with `profile_error` set, where it can't be used."""
        self.profile_error = ""
        try:
            return find_profile(name)
        except ProfileError as error:
            self._tell(error)
            return None

    def _named_by(self, profile: Profile) -> CommandTopic | None:
        """Return the command topic that a profile names; None for none, or, setting `profile_error`, a bad one."""
        if self.robot is None:
            return None
        try:
            topic, type_name = self._way_of(profile)
            if topic == profile.topic:
                topic = topic and self._topics.check_topic(TopicKey(self.robot, topic)).topic
            return find_named_topic(self.robot, topic, type_name, self.topic_infos)
        except (SessionError, TargetError) as error:
            self._tell(error, DrivePanelWording.PROFILE_LEFT_ASIDE)
            return None

    def _way_of(self, profile: Profile) -> tuple[str, str]:
        """Return the topic and the type that a profile names for the robot, each empty if not named."""
        return profile_topic(self.robot or "", profile), profile.type_name

    def _tell(self, error: UserFacingError, code: DrivePanelWording | None = None) -> None:
        self.profile_error = with_tip(error.reason if code is None else code(reason=error.reason), error.tip)

    def _choose(self, offer: CommandTopic, profile: Profile, kept_as: str = "") -> None:
        if self.robot is None:
            return
        self._left = None
        self._preferences.set_driven_by(self.robot, LastDriven(offer.topic, kept_as or profile.name))
        self._pilot.select(DriveSelection(self.robot, offer.topic, offer.type_name, profile))
        # the topic may be one that the robot does not list
        self._find_offers()

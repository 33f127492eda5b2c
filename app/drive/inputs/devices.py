"""The input devices of this process: pads, the keyboard of its terminal, and the signals of the system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.config.profile import Profile
from app.drive.control.input_source import InputSource
from app.drive.inputs.gamepad.pads import Gamepads
from app.drive.inputs.gamepad.sdl import PadsUnavailable, Sdl, VirtualPad
from app.drive.inputs.gamepad.setup import PadSetup
from app.drive.inputs.gamepad.store import PadStore
from app.drive.inputs.sleep import SleepMonitor, SleepSource
from app.drive.inputs.suspension import Suspension
from app.drive.inputs.terminal.keyboard import TerminalKeyboard, open_terminal
from app.drive.inputs.terminal.protocol import Terminal
from app.drive.messages.pad_commands import PadCommand, SetupCommand
from app.drive.messages.pad_setup_report import SetupReport
from app.drive.messages.report import PadReport
from app.wording.drive import PadWording


@dataclass(frozen=True, slots=True)
class InputDeviceOptions:
    """The devices beside real pads.

    Attributes:
        keyboard: the keyboard of the terminal is read.
        virtual_pad: a virtual pad is plugged in, which commands move.
    """

    keyboard: bool = False
    virtual_pad: bool = False


class InputDevices:
    """All input devices. Raises TerminalUnavailable, PadsUnavailable for a device of `options` that can't be had.

    To be made before anything drives, on the main thread: SDL takes a quarter of a second to load.

    Args:
        pads_file: the file of mappings and calibrations; None to read and write none.
        sleep: closed with this; None for a system that does not announce sleep.
    """

    def __init__(
        self,
        options: InputDeviceOptions,
        profile: Profile,
        pads_file: Path | None,
        start_sdl: Callable[[], Sdl] = Sdl,
        open_terminal: Callable[[], Terminal] = open_terminal,
        sleep: SleepMonitor | None = None,
    ) -> None:
        opened = open_terminal() if options.keyboard else None
        self._store = PadStore.open(pads_file)
        self.pads = Gamepads(profile.pad_in_use, self._store, start_sdl)
        self.pads.rumble.patterns = profile.rumble
        self._setup = PadSetup(self.pads)
        self._sleep = None if sleep is None else SleepSource(sleep)
        self._virtual: VirtualPad | None = None
        self._keyboard: TerminalKeyboard | None = None
        try:
            if options.virtual_pad:
                self._virtual = self._plugged_in()
            self._suspension = Suspension()
        except BaseException:
            self.pads.close()
            if opened is not None:
                opened.close()
            raise
        if opened is not None:
            self._keyboard = TerminalKeyboard(
                opened, self._suspension.request, profile.deadman, [axis.name for axis in profile.axes]
            )
            self._suspension.attach(self._keyboard.leave, self._keyboard.enter)

    @property
    def sources(self) -> tuple[InputSource, ...]:
        """The sources of all devices that there may be here, to be polled with the others; `close` closes them."""
        pads = () if self.pads.sdl is None else (self.pads, self._setup)
        return tuple(filter(None, (self._suspension, self._sleep, *pads, self._keyboard)))

    @property
    def must_be_polled(self) -> bool:
        """Whether a device has to be polled every tick, whatever happens: a terminal, a pad that is set up."""
        return self._keyboard is not None or self._setup.report is not None

    @property
    def has_virtual_pad(self) -> bool:
        """Whether there is a virtual pad, which obeys `apply_pad_command`."""
        return self._virtual is not None

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices for a person at the terminal, most important first."""
        told = [] if self._keyboard is None else [self._keyboard.help, self._keyboard.notice]
        if self.pads.trouble:
            told.append(PadWording.NO_PADS(trouble=self.pads.trouble, tip=self.pads.tip).rstrip())
        elif not self.pads.statuses:
            told.append(PadWording.NO_PAD())
        told += [
            PadWording.TROUBLE(name=status.name, trouble=status.trouble)
            for status in self.pads.statuses
            if status.trouble
        ]
        if self._store.trouble:
            told.append(f"{self._store.trouble}.")
        return tuple(told)

    @property
    def pad_reports(self) -> tuple[PadReport, ...]:
        """The pads as reports have them, the one that drives first."""
        statuses = sorted(self.pads.statuses, key=lambda status: not status.drives)
        return tuple(
            PadReport(
                status.name,
                status.axes,
                status.drives,
                status.instance,
                self._store.knows(status.guid),
                numbers=status.numbers,
                inputs=status.layout.text,
                trouble=status.trouble,
            )
            for status in statuses
        )

    @property
    def setup_report(self) -> SetupReport | None:
        """The progress of setting up a pad; None while no pad is set up."""
        return self._setup.report

    def set_pause_listener(self, tell: Callable[[], None]) -> None:
        """Have `tell` called before this process suspends itself."""
        self._suspension.tell_watchdog = tell

    def apply_setup_command(self, command: SetupCommand) -> None:
        """Carry out a command about the pad that is set up."""
        self._setup.apply(command)

    def use_profile(self, profile: Profile) -> None:
        """Read all devices as another profile says."""
        self.pads.use_mapping(profile.pad_in_use)
        self.pads.rumble.patterns = profile.rumble

    def apply_pad_command(self, command: PadCommand) -> None:
        """Move the virtual pad, where there is one."""
        if self._virtual is not None:
            self._virtual.apply(command)

    def close(self) -> None:
        """Restore all devices as they were found. Can be called twice."""
        if self._virtual is not None:
            self._virtual.unplug()
            self._virtual = None
        for source in self.sources:
            source.close()

    def _plugged_in(self) -> VirtualPad:
        if self.pads.sdl is None:
            raise PadsUnavailable(self.pads.trouble, self.pads.tip)
        return VirtualPad(self.pads.sdl)

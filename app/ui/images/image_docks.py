"""The docks of image views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from app.model.topics import TopicKey
from app.ui.base.text import say
from app.ui.base.view_docks import ViewDocks, ViewKind, ViewTools
from app.ui.window.actions import ImageActions
from app.wording.ui.images import ImagesWording

if TYPE_CHECKING:
    from app.ui.images.image_panel import ImagePanel

# more than anybody watches
MAX_IMAGE_VIEWS: Final = 16


class ImageDocks(ViewDocks["ImagePanel"]):
    """Docks of image views, see `app.ui.base.view_docks`."""

    def __init__(self, tools: ViewTools, actions: ImageActions) -> None:
        def make_view(name: str, retitle: Callable[[str], None]) -> ImagePanel:
            from app.ui.images.image_panel import ImagePanel  # noqa: PLC0415 - numpy takes 100 ms, and not everyone looks

            panel = ImagePanel(tools.links, tools.topics, tools.themes, tools.preferences, tools.spawn, name)
            panel.title_changed.connect(retitle)
            return panel

        kind = ViewKind("picture", "pictures", say(ImagesWording.IMAGE()), MAX_IMAGE_VIEWS)
        super().__init__(tools, kind, make_view)
        actions.enable_icons()
        actions.new_view.triggered.connect(self._open_new)

    @property
    def renders(self) -> bool:
        """Whether a view that can be seen is about to show another picture, which is rendered in a thread."""
        return any(panel.feed.busy and panel.can_be_seen() for panel in self.panels.values())

    def open(self, key: TopicKey | None = None) -> ImagePanel | None:
        """Open and return a new view in front of the others; None where there are too many."""
        panel = self.add()
        if panel is not None and key is not None:
            panel.show_topic(key)
        return panel

    def show_topic(self, key: TopicKey) -> None:
        """Show the view of a topic, or use an empty view, or open one."""
        names = [name for name, panel in self.panels.items() if panel.key == key]
        names += [name for name, panel in self.panels.items() if panel.key is None]
        if not names:
            self.open(key)
            return
        self.panels[names[0]].show_topic(key)
        self.bring_to_front(names[0])

    def _open_new(self) -> None:
        self.open()

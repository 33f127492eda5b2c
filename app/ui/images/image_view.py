"""The widget that paints an image: fitted, zoomed, moved and turned by mouse and keys, with its overlay.

It paints rendered images and signals when another part is needed; it renders none itself.
"""

from __future__ import annotations

from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.model.images import conversion
from app.model.images.conversion import PixelValue
from app.ui.base.spoken import SpokenView
from app.ui.base.text import listed_apart, say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.images import overlay
from app.ui.images.image_frame import RenderedImage, RenderRequest, render_request
from app.ui.images.overlay import CachedPlate, PlateText
from app.ui.images.view_state import Coloring
from app.ui.images.viewport import ImageViewport, Rectangle
from app.wording.ui.images import ImagesWording

# for a notch of a wheel, and for a press of a key
_WHEEL_STEP: Final = 1.25
_KEY_STEP: Final = 1.5
# fraction of the view, for an arrow key
_PAN_SHARE: Final = 0.1

# of one that lies on another view
_EDGE_PX: Final = 2

# pixels that are larger than this are not smoothed, to be inspected one by one
_SHARP_FROM: Final = 2.0

_GREYED: Final = 0.35

# larger than any image
_ENDLESS: Final = 1e9

_ARROWS: Final = {
    Qt.Key.Key_Left: (1, 0),
    Qt.Key.Key_Right: (-1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class ImageView(SpokenView, QWidget):
    """Image view.

    Attributes:
        viewpoint: the position of the image in the view.
        facts: the text on the image; none if empty.
        is_inset: whether it lies on another view: it has an edge then, and no legend, which would cover much of it.
        unpainted: number of images that were replaced before they could be painted.

    Signals:
        moved: another part of the image is visible.
        turned: the image was turned.
        copy_asked: the key to copy was pressed.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("0, F", ImagesWording.FIT_KEY),
        ViewKey("1", ImagesWording.ACTUAL_SIZE_KEY),
        ViewKey("+, -, Wheel", ImagesWording.ZOOM_KEY),
        ViewKey("Left, Right, Up, Down, Drag", ImagesWording.MOVE_KEY),
        ViewKey("R, Shift+R", ImagesWording.TURN_KEY),
        ViewKey("Double click", ImagesWording.FIT_OR_ACTUAL_KEY),
        ViewKey("Ctrl+C", ImagesWording.COPY_KEY),
    )

    moved: Final = Signal()
    turned: Final = Signal()
    copy_asked: Final = Signal()

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.viewpoint = ImageViewport()
        self.facts: tuple[tuple[str, str], ...] = ()
        self.is_inset = False
        self.unpainted = 0
        self._rendered: RenderedImage | None = None
        self._painted: object = None
        self._plate = CachedPlate()
        self._old = False
        # whether the size of the image is that of an image already shown
        self._known = False
        self._pointer: QPointF | None = None
        self._dragged_from: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(120, 80)
        self.setAccessibleName(say(ImagesWording.IMAGE()))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        themes.changed.connect(self.update)

    @property
    def rendered(self) -> RenderedImage | None:
        """The image that is painted."""
        return self._rendered

    @property
    def old(self) -> bool:
        """Whether the image is not current."""
        return self._old

    @property
    def probing(self) -> bool:
        """Whether the pointer is on the image, so that the pixel below it is shown."""
        return self._pixel() is not None

    def show_rendered(self, rendered: RenderedImage | None) -> None:
        """Paint this image; None for none."""
        before, self._rendered = self._rendered, rendered
        if rendered is not None:
            self._known = True
            self.viewpoint.set_image_size(*rendered.frame.size)
            if before is not None and before.frame not in {rendered.frame, self._painted}:
                self.unpainted += 1
        self.update()

    def set_old(self, old: bool) -> None:  # noqa: FBT001 - a setter
        """Grey the image: it is not current."""
        if old != self._old:
            self._old = old
            self.update()

    def set_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        """Show this text on the image: groups of text and colour role."""
        if facts != self.facts:
            self.facts = facts
            self.update()

    @override
    def spoken_text(self) -> str:
        if self._rendered is None:
            return say(ImagesWording.NO_IMAGE_YET())
        width, height = self._rendered.frame.size
        told = [say(ImagesWording.SPOKEN_SIZE(width=width, height=height))]
        told += [text for text, _ in self.facts]
        if self._old:
            told.append(say(ImagesWording.SPOKEN_OLD()))
        return listed_apart(told)

    def clear_image(self) -> None:
        """Paint no image; the next one may have any size."""
        self.show_rendered(None)
        self._known = False
        self._painted = None
        self.unpainted = 0

    def render_request(self, coloring: Coloring, size: tuple[int, int]) -> RenderRequest:
        """Return the request for an image of a size in pixels; 0 for an unknown size."""
        if all(size):
            self.viewpoint.set_image_size(*size)
        elif not self._known:
            return RenderRequest(1, Rectangle(0, 0, _ENDLESS, _ENDLESS), self.viewpoint.turns, coloring)
        compressed = self._rendered is not None and self._rendered.frame.decoded is not None
        return render_request(
            self.viewpoint, self.devicePixelRatioF(), coloring, every_pixel=compressed and self.probing
        )

    def probe(self) -> tuple[int, int, PixelValue] | None:
        """Return the pixel below the pointer and its value; None where there is none."""
        position, rendered = self._pixel(), self._rendered
        if position is None or rendered is None or rendered.frame.pixels is None:
            return None
        pixels, factor = rendered.frame.pixels, rendered.frame.factor
        x, y = min(position[0] // factor, pixels.width - 1), min(position[1] // factor, pixels.height - 1)
        value = conversion.value_at(pixels, x, y)
        # the order of channels in memory is that of our unpacking, not of the sender
        return (*position, value if rendered.frame.decoded is None else value.as_rgb())

    # operator actions

    def fit(self) -> None:
        """Fit the whole image into the view."""
        self.viewpoint.fit()
        self._move()

    def show_full_size(self) -> None:
        """Show one pixel of the image per pixel of the screen."""
        self.viewpoint.zoom_to(1 / self.devicePixelRatioF())
        self._move()

    def zoom_in(self) -> None:
        """Enlarge the image."""
        self.viewpoint.zoom(_KEY_STEP)
        self._move()

    def zoom_out(self) -> None:
        """Shrink the image."""
        self.viewpoint.zoom(1 / _KEY_STEP)
        self._move()

    def turn(self, quarters: int) -> None:
        """Turn the image clockwise."""
        self.viewpoint.turn(quarters)
        self._move()
        self.turned.emit()

    # events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep a fitted image fitted."""
        super().resizeEvent(event)
        self.viewpoint.set_view_size(self.width(), self.height())
        self._move()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        notches = event.angleDelta().y() / 120
        if notches and self._rendered is not None:
            position = event.position()
            self.viewpoint.zoom(_WHEEL_STEP**notches, (position.x(), position.y()))
            self._move()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to drag the image."""
        if event.button() in {Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton}:
            self._dragged_from = event.position()
            if not self.viewpoint.fitted:
                self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the image, and show the pixel below the pointer."""
        self._pointer = event.position()
        if self._dragged_from is not None:
            by = event.position() - self._dragged_from
            self._dragged_from = event.position()
            self.viewpoint.pan(by.x(), by.y())
            self._move()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag."""
        del event
        self._dragged_from = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fit the image, or show it one to one at the pointer."""
        if event.button() != Qt.MouseButton.LeftButton or self._rendered is None:
            return
        if self.viewpoint.fitted:
            position = event.position()
            self.viewpoint.zoom_to(1 / self.devicePixelRatioF(), (position.x(), position.y()))
        else:
            self.viewpoint.fit()
        self._move()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the pixel below the pointer."""
        self._pointer = event.position()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Show no pixel any more."""
        del event
        self._pointer = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle arrows (move), plus and minus (zoom), 0 (fit), 1 (one to one), R (turn)."""
        key = event.key()
        keys = {
            Qt.Key.Key_Plus: self.zoom_in,
            Qt.Key.Key_Equal: self.zoom_in,
            Qt.Key.Key_Minus: self.zoom_out,
            Qt.Key.Key_0: self.fit,
            Qt.Key.Key_F: self.fit,
            Qt.Key.Key_1: self.show_full_size,
        }
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
        elif not plain:
            super().keyPressEvent(event)
        elif key in _ARROWS:
            right, down = _ARROWS[Qt.Key(key)]
            self.viewpoint.pan(right * self.width() * _PAN_SHARE, down * self.height() * _PAN_SHARE)
            self._move()
        elif key == Qt.Key.Key_R:
            self.turn(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif key in keys:
            keys[Qt.Key(key)]()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the image and its overlay."""
        painter = QPainter(self)
        theme = self._themes.current
        painter.fillRect(event.rect(), theme.color("base"))
        rendered = self._rendered
        if rendered is None:
            return
        self._painted = rendered.frame
        self._paint_image(painter, rendered)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(painter.font())
        legend = QRectF(self.width(), 0, 0, 0)
        if rendered.shading is not None and self.facts and rendered.frame.pixels is not None and not self.is_inset:
            kind, corner = rendered.frame.pixels.format, legend.topLeft()
            legend = overlay.draw_legend(painter, theme, rendered.shading, kind, corner, self.height())
        if self.facts:
            words = PlateText(self.facts).fit_to(metrics, legend.left())
            self._plate.draw(painter, theme, words, self.devicePixelRatioF())
        probed = self.probe()
        if probed is not None:
            x, y, value = probed
            beside = legend.bottom() > self.height() - 2 * metrics.height()
            words = PlateText(((overlay.pixel_text(x, y, value), "text"),), self._color_at(x, y))
            words = words.fit_to(metrics, legend.left() if beside else self.width())
            overlay.draw_plate(painter, theme, words, QPointF(0, self.height()), above=True)
        if self.is_inset:
            # half of the pen is outside
            painter.setPen(QPen(theme.color("accent"), 2 * _EDGE_PX))
            painter.drawRect(self.rect())

    # internals

    def _paint_image(self, painter: QPainter, rendered: RenderedImage) -> None:
        if self._old:
            painter.setOpacity(_GREYED)
        area = rendered.area
        target = self.viewpoint.rectangle_of(area.x, area.y, area.width, area.height)
        smooth = self.viewpoint.scale * self.devicePixelRatioF() < _SHARP_FROM
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        painter.drawImage(_qt(target), rendered.image, _qt(rendered.source))
        painter.setOpacity(1.0)

    def _color_at(self, x: int, y: int) -> QColor | None:
        """Return the painted colour of a pixel of the image."""
        rendered = self._rendered
        if rendered is None:
            return None
        target = self.viewpoint.rectangle_of(x + 0.5, y + 0.5, 0, 0)
        whole = self.viewpoint.rectangle_of(rendered.area.x, rendered.area.y, rendered.area.width, rendered.area.height)
        across = rendered.source.x + (target.x - whole.x) / whole.width * rendered.source.width
        down = rendered.source.y + (target.y - whole.y) / whole.height * rendered.source.height
        image = rendered.image
        column, row = int(across), int(down)
        inside = 0 <= column < image.width() and 0 <= row < image.height()
        return image.pixelColor(column, row) if inside else None

    def _pixel(self) -> tuple[int, int] | None:
        if self._pointer is None or self._rendered is None:
            return None
        return self.viewpoint.pixel_at((self._pointer.x(), self._pointer.y()))

    def _move(self) -> None:
        self.update()
        self.moved.emit()


def _qt(rectangle: Rectangle) -> QRectF:
    return QRectF(rectangle.x, rectangle.y, rectangle.width, rectangle.height)

"""Images of cameras: decoding, rendering, the view, its panel and its docks."""

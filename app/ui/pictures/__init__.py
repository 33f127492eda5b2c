"""Pictures of cameras: decoding, the view, its panel and its docks."""

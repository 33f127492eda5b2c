"""Image views: camera images, depth images, overlays."""

"""Pictures made of pixels: PNG (`png`) and animated GIF (`gif`). They are painted from SVG and need the extra `render`."""

"""Makes `docs/pictures/page.png`: the replay page in Chromium, in the middle of an explosion.

python -m docs.pictures.make_page      (from the top of the project; `make pictures` installs what it needs)
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

import expendibots_notation as xn
from expendibots_notation.pipeline import judged
from expendibots_notation.viewer.page import page
from tests.browser.chromium import launch

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "samples" / "expendibots" / "chain-reaction.xbn"
PICTURE = ROOT / "docs" / "pictures" / "page.png"
MOMENT = "#record=1&ply=32&wave=4"
SIZE = {"width": 1100, "height": 700}
COLOURS = 128
"""So few that the file stays small, and so many that no edge looks rough."""


def main() -> None:
    """Write the picture."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "page.html"
        file.write_text(page([judged(record) for record in xn.read(SAMPLE)]), encoding="utf-8")
        browser = launch(playwright)
        # Without motion there is one picture of the moment, and it is the same every time.
        opened = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        opened.goto(file.as_uri() + MOMENT)
        shot = Image.open(BytesIO(opened.screenshot())).convert("RGB")
        browser.close()
    PICTURE.parent.mkdir(exist_ok=True)
    shot.quantize(COLOURS, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()

"""Reduces the fonts to the letters that every page uses: ``python scripts/fonts.py``.

It needs fonttools and brotli. Other letters that somebody may type are in the files of the font packages, which a
browser loads only if such a letter occurs.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parents[1]
FILES = {
    "sans-400": "ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2",
    "sans-600": "ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2",
    "condensed-600": "ibm-plex-sans-condensed/files/ibm-plex-sans-condensed-latin-600-normal.woff2",
    "caslon-400": "libre-caslon-text/files/libre-caslon-text-latin-400-italic.woff2",
}
SEAS = "U+20-3F,U+41-5A,U+61-7A,U+2019"
USUAL = "U+20-7E,U+A0,U+B7,U+D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2191,U+2193,U+2212"
"""As in the ranges of ``src/theme/fonts.css``."""
KEPT = ("kern", "mark", "ccmp", "tnum", "liga")


def main() -> None:
    """Writes every cut font beside its style sheet."""
    from fontTools import subset

    for name, source in FILES.items():
        given = HERE / "node_modules" / "@fontsource" / source
        made = HERE / "src" / "theme" / "fonts" / f"{name}.woff2"
        letters = SEAS if name.startswith("caslon") else USUAL
        subset.main(
            [
                *(str(given), f"--unicodes={letters}", "--flavor=woff2", f"--output-file={made}", "--no-hinting"),
                *(f"--layout-features={','.join(KEPT)}", "--name-IDs=0,13,14", "--desubroutinize"),
            ]
        )
        sys.stdout.write(f"{name}: {given.stat().st_size} bytes, cut {made.stat().st_size}\n")


if __name__ == "__main__":
    main()

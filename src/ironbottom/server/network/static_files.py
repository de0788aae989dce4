"""The built page: its files as they lie in ``web/static``, compressed once and kept in memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

SMALLEST = 500
MEDIA = {".js": "text/javascript", ".geojson": "application/geo+json"}
"""Where machines differ in what they take a file for."""
TEXTS = (".html", ".js", ".css", ".svg", ".json", ".geojson", ".webmanifest", ".txt", ".map")


class File(NamedTuple):
    """A file of the page, as it lies there and compressed."""

    body: bytes
    packed: bytes
    media: str
    mark: str
    """Changes whenever the file does."""


class Page:
    """The files of the page. A file that changed on the disk is read again, so that a new build shows at once."""

    def __init__(self, home: Path) -> None:
        self.home = home.resolve()
        self._files: dict[Path, tuple[tuple[int, int], File]] = {}
        """By where they lie: a path may be spelled in any number of ways."""

    @property
    def built(self) -> bool:
        """Whether there is a page to show."""
        return (self.home / "index.html").is_file()

    def file(self, path: str) -> File | None:
        """The file at a path below the page, if there is one."""
        try:
            place = (self.home / path.lstrip("/")).resolve()
            if not place.is_relative_to(self.home) or not place.is_file():
                return None
            status = place.stat()
        except (OSError, ValueError):
            return None
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._files.get(place)
        if known is None or known[0] != stamp:
            known = self._files[place] = (stamp, _read(place))
        return known[1]


def usual_home() -> Path:
    """Where the built page lies in this installation."""
    return Path(str(files("ironbottom"))) / "web" / "static"


def _read(place: Path) -> File:
    body = place.read_bytes()
    media = MEDIA.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
    packs = place.suffix in TEXTS and len(body) >= SMALLEST
    packed = gzip.compress(body, 9, mtime=0) if packs else b""
    return File(body, packed, media, f'"{hashlib.sha256(body).hexdigest()[:20]}"')

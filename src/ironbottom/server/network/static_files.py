"""The files of the built page, compressed once and cached in memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

MIN_GZIP_BYTES = 500
MEDIA_TYPES = {".js": "text/javascript", ".geojson": "application/geo+json"}
"""Media types that differ from machine to machine."""
TEXT_SUFFIXES = (".html", ".js", ".css", ".svg", ".json", ".geojson", ".webmanifest", ".txt", ".map")


class StaticFile(NamedTuple):
    """A file of the page, uncompressed and compressed."""

    body: bytes
    gzipped: bytes
    media_type: str
    etag: str
    """A value that changes whenever the file changes."""


class StaticFiles:
    """The files of the page. A file that changed on the disk is read again, so that a new build is served at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._files: dict[Path, tuple[tuple[int, int], StaticFile]] = {}
        """The cached files by resolved path, since a path can be written in several ways."""

    @property
    def is_built(self) -> bool:
        """Whether there is a page to serve."""
        return (self.folder / "index.html").is_file()

    def file(self, name: str) -> StaticFile | None:
        """Returns the file at a path below the folder of the page, or None."""
        try:
            path = (self.folder / name.lstrip("/")).resolve()
            if not path.is_relative_to(self.folder) or not path.is_file():
                return None
            status = path.stat()
        except (OSError, ValueError):
            return None
        stamp = (status.st_mtime_ns, status.st_size)
        cached = self._files.get(path)
        if cached is None or cached[0] != stamp:
            cached = self._files[path] = (stamp, _read(path))
        return cached[1]


def default_page_folder() -> Path:
    """Returns the folder of the built page in this installation."""
    return Path(str(files("ironbottom"))) / "web" / "static"


def _read(path: Path) -> StaticFile:
    body = path.read_bytes()
    media_type = MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    compresses = path.suffix in TEXT_SUFFIXES and len(body) >= MIN_GZIP_BYTES
    gzipped = gzip.compress(body, 9, mtime=0) if compresses else b""
    return StaticFile(body, gzipped, media_type, f'"{hashlib.sha256(body).hexdigest()[:20]}"')

"""The page at ``/`` and its files; files with a hash in their name may be cached forever."""

from __future__ import annotations

from urllib.parse import quote

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ironbottom.server.network.error_responses import ApiRequest
from ironbottom.server.network.static_files import StaticFiles

FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
COMPRESSED_ALREADY = "packed_already"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ironbottom</title>
<h1>The page has not been built yet</h1>
<p>The server is running and your games are safe, but the page must be built once. In the project folder, run:</p>
<pre>make page</pre>
<p>Then reload this page. In the terminal you can play at once: <code>ironbottom play</code>.</p>
</html>
"""


@get(["/", "/{path:path}"], include_in_schema=False, opt={COMPRESSED_ALREADY: True}, sync_to_thread=False)
def get_page(request: ApiRequest, state: State, path: FromPath[str] = "/") -> Response[bytes]:
    """Returns the page or one of its files."""
    files: StaticFiles = state.page
    name = "index.html" if path in ("", "/") else path
    file = files.file(name)
    if file is None:
        if name == "index.html":
            return Response(NOT_BUILT.encode(), media_type="text/html", status_code=503)
        if _is_navigation(request, path):
            return Response(b"", status_code=303, headers={"Location": f"/#/{quote(path.lstrip('/'))}"})
        raise NotFoundException
    hashed = name.lstrip("/").startswith("assets/")
    headers = {"Cache-Control": FOREVER if hashed else REVALIDATE, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if file.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.gzipped, media_type=file.media_type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.body, media_type=file.media_type, headers=headers)


def _is_navigation(request: ApiRequest, path: str) -> bool:
    """Returns whether a browser opens an address.

    It then gets the page, which shows a link home; programs get the error as JSON.
    """
    return "text/html" in request.headers.get("accept", "") and path.lstrip("/").split("/")[0] not in ("api", "assets")

"""The page at ``/`` and its files; whatever carries a hash in its name may be kept for good."""

from __future__ import annotations

from urllib.parse import quote

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ironbottom.server.network.error_responses import AnyRequest
from ironbottom.server.network.static_files import Page

FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PACKED_ALREADY = "packed_already"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ironbottom</title>
<h1>The page has not been built yet</h1>
<p>The server is running and the games are safe, but the browser board has to be built once. In the folder of the
project:</p>
<pre>make page</pre>
<p>Then reload this page. In the terminal you can play at once: <code>ironbottom play</code>.</p>
</html>
"""


@get(["/", "/{path:path}"], include_in_schema=False, opt={PACKED_ALREADY: True}, sync_to_thread=False)
def show_page(request: AnyRequest, state: State, path: FromPath[str] = "/") -> Response[bytes]:
    """The page or one of its files."""
    page: Page = state.page
    asked = "index.html" if path in ("", "/") else path
    file = page.file(asked)
    if file is None:
        if asked == "index.html":
            return Response(NOT_BUILT.encode(), media_type="text/html", status_code=503)
        if _is_visit(request, path):
            return Response(b"", status_code=303, headers={"Location": f"/#/{quote(path.lstrip('/'))}"})
        raise NotFoundException
    hashed = asked.lstrip("/").startswith("assets/")
    headers = {"Cache-Control": FOR_GOOD if hashed else ASK_AGAIN, "ETag": file.mark, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.mark:
        return Response(b"", status_code=304, headers=headers, media_type=file.media)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.media, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.body, media_type=file.media, headers=headers)


def _is_visit(request: AnyRequest, path: str) -> bool:
    """Whether a browser goes to an address: the page then leads home; programs get the error as JSON."""
    return "text/html" in request.headers.get("accept", "") and path.lstrip("/").split("/")[0] not in ("api", "assets")

"""Access: hosts, other sites, the key for the local network, headers, and the files of the page."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.server.network.access import AccessRules
from ironbottom.server.network.static_files import StaticFiles
from ironbottom.testing.waiting import cpu_time_limit
from tests.server.api_client import BASE_URL, ApiClient, Client, running_server
from tests.server.conftest import write_built_page

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws://127.0.0.1:1942; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    """One server, with its page, for all these requests."""
    home = tmp_path_factory.mktemp("served")
    page = write_built_page(home / "static")
    with running_server(home / "games.sqlite", page) as client:
        yield client, page


@pytest.fixture
def client(served: tuple[Client, Path]) -> Client:
    return served[0]


@pytest.fixture
def page(served: tuple[Client, Path]) -> Path:
    return served[1]


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:1942", "192.168.1.5:1942", "", "[::1", "localhost.evil"),
        *("x@127.0.0.1", "127.0.0.1:port", "127.0.0.1:1942 ;script-src *", "127.0.0.1:;script-src", "127.0.0.1/x"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/matches", "/nothing"])
def test_a_foreign_host_is_refused(client: Client, host: str, path: str) -> None:
    answer = client.get(path, headers={"host": host})
    assert (answer.status_code, answer.json()["error"]["clause"]) == (403, None)


@pytest.mark.parametrize("host", ["localhost", "localhost:1942", "127.0.0.1:8000", "[::1]:1942", "LOCALHOST:1942"])
def test_the_names_of_this_machine_are_accepted(client: Client, host: str) -> None:
    assert client.get("/api/matches", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://localhost:1942"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_requests_of_other_sites_change_nothing(client: Client, headers: dict[str, str]) -> None:
    answer = client.post("/api/matches", json={"game": "pf"}, headers=headers)
    assert answer.status_code == 403
    assert client.get("/api/matches", headers=headers).status_code == 403
    assert client.get("/api/matches").json() == []


def test_a_link_on_another_site_opens_the_page(client: Client) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers=headers).status_code == 200


def test_requests_of_the_page_are_answered(client: Client) -> None:
    headers = {"origin": BASE_URL, "sec-fetch-site": "same-origin"}
    assert client.post("/api/matches", json={"game": "pf"}, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/", "/assets/index-1a2b3c.js", "/nothing", "/api/matches", "/api/nothing"])
def test_every_response_has_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"


# -- the key of the local network ------------------------------------------------------------------------

KEY = "0123456789abcdef0123"


@pytest.fixture(scope="module")
def lan_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server for the local network, with its key."""
    home = tmp_path_factory.mktemp("lan")
    access = AccessRules(KEY, frozenset({"desk", "desk.local"}))
    with running_server(home / "games.sqlite", write_built_page(home / "static"), access) as client:
        yield client


@pytest.fixture
def lan_client(lan_server: Client) -> Client:
    """A client of that server that has not sent the key."""
    lan_server.cookies.clear()
    return lan_server


@pytest.mark.parametrize("path", ["/", "/assets/index-1a2b3c.js", "/api/matches", "/api/games"])
def test_without_the_key_every_request_is_refused(lan_client: Client, path: str) -> None:
    for url in (path, f"{path}?key=wrong", f"{path}?key=", f"{path}?key=%E9"):
        answer = lan_client.get(url)
        assert answer.status_code == 403
        assert "needs the key" in answer.json()["error"]["message"]
    lan_client.cookies.set("ironbottom_key", "wrong")
    assert lan_client.get(path).status_code == 403


def test_a_long_cookie_is_parsed_at_once(lan_client: Client) -> None:
    """``http.cookies`` would take seconds for such a cookie, and all other requests would wait."""
    cookie = f'ironbottom_key="{chr(92) * 60_000}'
    with cpu_time_limit(2):
        assert lan_client.get("/", headers={"cookie": cookie}).status_code == 403


def test_the_key_moves_from_the_address_to_a_cookie(lan_client: Client) -> None:
    answer = lan_client.get(f"/?key={KEY}&theme=dark", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?theme=dark")
    assert answer.headers["set-cookie"] == f"ironbottom_key={KEY}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
    assert lan_client.get("/").status_code == 200
    assert ApiClient(lan_client).begin()["id"]


@pytest.mark.parametrize("path", ["//evil.example", "/\\evil.example", "/%0d%0aset-cookie:x"])
def test_the_key_never_redirects_to_another_site(lan_client: Client, path: str) -> None:
    answer = lan_client.get(f"{BASE_URL}{path}?key={KEY}", follow_redirects=False)
    if answer.status_code == 303:
        location = answer.headers["location"]
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))
        assert "\r" not in location


@pytest.mark.parametrize("host", ["192.168.1.5:1942", "desk:1942", "desk.local", "[fd00::7]:1942"])
def test_the_local_network_reaches_it_by_address_and_name(lan_client: Client, host: str) -> None:
    lan_client.cookies.set("ironbottom_key", KEY)
    assert lan_client.get("/api/matches", headers={"host": host}).status_code == 200
    assert lan_client.get("/api/matches", headers={"host": "evil.example"}).status_code == 403


# -- the page --------------------------------------------------------------------------------------------


def test_the_page_is_revalidated_and_its_assets_are_cached(client: Client) -> None:
    index = client.get("/")
    assert index.headers["content-type"] == "text/html; charset=utf-8"
    assert index.headers["cache-control"] == "no-cache"
    script = client.get("/assets/index-1a2b3c.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    again = client.get("/", headers={"if-none-match": index.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_are_sent_compressed(client: Client, page: Path) -> None:
    plain = (page / "assets" / "index-1a2b3c.js").read_bytes()
    with client.stream("GET", "/assets/index-1a2b3c.js", headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert len(packed) < len(plain) / 20
    assert gzip.decompress(packed) == plain
    unpacked = client.get("/assets/index-1a2b3c.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in unpacked.headers
    assert unpacked.content == plain
    picture = client.get("/assets/icon-4d5e6f.png")
    assert (picture.headers["content-type"], "content-encoding" in picture.headers) == ("image/png", False)


def test_api_responses_are_compressed(client: Client) -> None:
    answer = client.get("/api/games/pf/clauses", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 2


def test_a_new_build_shows_at_once(client: Client, page: Path) -> None:
    assert "Ironbottom" in client.get("/").text
    (page / "index.html").write_text("<!doctype html><title>Ironbottom Sound</title>", encoding="utf-8")
    assert "Ironbottom Sound" in client.get("/").text


@pytest.mark.parametrize(
    "path",
    [
        "/../games.sqlite",
        "/..%2fgames.sqlite",
        "/%2e%2e/games.sqlite",
        "/assets/../../games.sqlite",
        "/assets/..%2f..%2fgames.sqlite",
        "/..\\games.sqlite",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/assets",
        "/assets/",
        "/%00",
        "/" + "a" * 5000,
    ],
)
def test_no_file_outside_the_page_is_served(client: Client, path: str) -> None:
    answer = client.get(f"{BASE_URL}{path}")
    assert answer.status_code in (400, 404)
    assert b"SQLite" not in answer.content
    assert answer.json()["error"]["message"]


BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("path", "location"),
    [("/nosuch", "/#/nosuch"), ("/m/a%20b", "/#/m/a%20b"), ("/evil.example/x", "/#/evil.example/x")],
)
def test_a_browser_at_an_unknown_address_is_redirected_to_the_page(client: Client, path: str, location: str) -> None:
    answer = client.get(path, headers=BROWSER, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, location)


@pytest.mark.parametrize("path", ["/api/nosuch", "/api", "/assets/nosuch.js"])
def test_the_api_answers_with_json_also_in_a_browser(client: Client, path: str) -> None:
    answer = client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.json()["error"]["message"]) == (404, "there is nothing at this address")


def test_a_file_is_cached_once_however_its_path_is_spelled(page: Path) -> None:
    held = StaticFiles(page)
    script = held.file("/assets/index-1a2b3c.js")
    assert script
    assert all(held.file(f"/assets/../x{number}/../assets/index-1a2b3c.js") is script for number in range(5))


def test_without_a_built_page_the_response_says_how_to_build_it(store_path: Path, tmp_path: Path) -> None:
    with running_server(store_path, tmp_path / "nowhere") as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert "make page" in answer.text
        assert client.get("/api/matches").json() == []

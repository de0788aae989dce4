"""The description of the API that programs read, and the page of the docs that people read, name what there is."""

import re
from pathlib import Path

from tests.server.asking import Client

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


def endpoints(client: Client) -> set[tuple[str, str]]:
    schema = client.get("/api/schema/openapi.json").json()
    named = {(verb.upper(), path) for path, verbs in schema["paths"].items() for verb in verbs}
    return {(verb, re.sub(r"\{\w+_id\}", "{id}", path)) for verb, path in named}


def test_programs_can_read_what_there_is(client: Client) -> None:
    schema = client.get("/api/schema/openapi.json").json()
    assert schema["info"]["title"] == "Ironbottom"
    assert ("POST", "/api/matches/{id}/act") in endpoints(client)
    assert {"ActAsked", "SightTold", "NewMatch"} <= {
        name.rpartition("_")[2] for name in schema["components"]["schemas"]
    }


def test_the_docs_name_every_endpoint_and_no_other(client: Client) -> None:
    rows = re.findall(r"^\| `(GET|POST|PATCH|DELETE|WS) (/api\S+)` \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    told = {(verb, path) for verb, path in rows}
    assert ("WS", "/api/matches/{id}/live") in told
    assert {row for row in told if row[0] != "WS"} == endpoints(client)
    assert len(rows) == len(told)


def test_the_docs_tell_every_field_of_a_sight(client: Client) -> None:
    text = DOCS.read_text(encoding="utf-8")
    sight = client.post("/api/matches", json={"game": "pf", "seats": {"allies": "random"}}).json()
    for field in sight:
        assert f"`{field}`" in text, field

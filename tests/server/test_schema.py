"""The OpenAPI schema and the docs list exactly the endpoints and fields that exist."""

import re
from pathlib import Path
from typing import Any

import msgspec

from ironbottom.server.messages.dicts import ChoiceGroup, LogEntryResponse, MatchResult
from ironbottom.server.messages.responses import MatchViewResponse
from tests.server.api_client import ApiClient, Client, play

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


def endpoints(client: Client) -> set[tuple[str, str]]:
    schema = client.get("/api/schema/openapi.json").json()
    named = {(verb.upper(), path) for path, verbs in schema["paths"].items() for verb in verbs}
    return {(verb, re.sub(r"\{\w+_id\}", "{id}", path)) for verb, path in named}


def test_the_schema_lists_the_endpoints(client: Client) -> None:
    schema = client.get("/api/schema/openapi.json").json()
    assert schema["info"]["title"] == "Ironbottom"
    assert ("POST", "/api/matches/{id}/act") in endpoints(client)
    assert {"ActRequest", "MatchViewResponse", "NewMatchRequest"} <= {
        name.rpartition("_")[2] for name in schema["components"]["schemas"]
    }


def test_the_docs_name_every_endpoint_and_no_other(client: Client) -> None:
    rows = re.findall(r"^\| `(GET|POST|PATCH|DELETE|WS) (/api\S+)` \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    documented = {(verb, path) for verb, path in rows}
    assert ("WS", "/api/matches/{id}/live") in documented
    assert {row for row in documented if row[0] != "WS"} == endpoints(client)
    assert len(rows) == len(documented)


def test_the_docs_list_every_field_of_a_view(client: Client) -> None:
    text = DOCS.read_text(encoding="utf-8")
    match_view = client.post("/api/matches", json={"game": "pf", "seats": {"allies": "random"}}).json()
    for field in match_view:
        assert f"`{field}`" in text, field


def fields(part: Any) -> set[str]:
    return {*part.__required_keys__, *part.__optional_keys__}


def test_fields_that_are_always_sent_are_required(client: Client) -> None:
    schemas = client.get("/api/schema/openapi.json").json()["components"]["schemas"]
    for name in (
        "GameResponse",
        "Story",
        "BattleSummary",
        "MatchResponse",
        "SeatsResponse",
        "MatchViewResponse",
        "DiceSeedingResponse",
        "PositionCheckResponse",
        "MatchResult",
    ):
        assert schemas[name]["required"] == sorted(schemas[name]["properties"]), name
    assert schemas["LogEntryResponse"]["required"] == ["act", "seq"]
    assert schemas["ChoiceGroup"]["required"] == ["verb"]


def test_choices_logs_and_results_have_the_fields_of_their_types(api: ApiClient) -> None:
    first = api.begin()
    path = f"/matches/{first['id']}"
    play(api, first["id"], acts=20)
    last = api.view(first["id"], "japan")
    api.post(f"{path}/undo", side="japan", seq=last["seq"])
    api.post(f"{path}/draw", side="japan", word="offer")
    match_view = api.post(f"{path}/resign", side="allies")
    log = api.log(first["id"], "open")
    assert {"begin", "choice", "resign", "end", "reveal"} <= {entry["act"] for entry in log}
    for entry in log:
        assert set(entry) <= fields(LogEntryResponse), entry
    assert msgspec.to_builtins(msgspec.convert(log, list[LogEntryResponse])) == msgspec.to_builtins(log)
    assert set(match_view["result"]) == fields(MatchResult)
    groups = first["decision"]["choices"]
    assert groups
    assert all(set(group) <= fields(ChoiceGroup) for group in groups)
    for one in (first, match_view):
        assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(one, MatchViewResponse))) == one

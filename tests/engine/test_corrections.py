"""The owner's corrections: the location of the file, the possible changes, and refusals with file and line."""

import json
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from ironbottom.engine.data.columns import Choice, ListOf, Text, Whole
from ironbottom.engine.data.corrections import Corrections, FactsError, corrections_path, line_of, read_corrections
from ironbottom.engine.data.facts import Facts, Figure, Table, load_tables


class Ship(msgspec.Struct, frozen=True):
    id: Annotated[str, Text()]
    guns: Annotated[int | None, Whole(0, 9, blank=True)]
    kind: Annotated[str, Choice("cruiser", "carrier")]
    near: Annotated[tuple[str, ...], ListOf("aoba", "wasp", blank=True)]


SHIPS = Table("ships.csv", Ship)
GAMES = ("harbour", "lagoon")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = "id,guns,kind,near,mark,basis\naoba,6,cruiser,wasp,recalled,a book\nwasp,2,carrier,,found,a page\n"
    (tmp_path / "ships.csv").write_text(rows, encoding="utf-8")
    return tmp_path


def load(folder: Path, corrections: Any = None) -> Facts:
    return load_tables(folder, [SHIPS], corrections, game="harbour")


def from_file(folder: Path, text: str) -> Facts:
    """The figures under a corrections.toml with this text."""
    path = folder / "corrections.toml"
    path.write_text(text, encoding="utf-8")
    return load(folder, read_corrections(path, GAMES).get("harbour"))


# -- what a correction does ----------------------------------------------------------------------------


def test_a_correction_overrides_the_figure_and_shows_the_old_one(folder: Path) -> None:
    facts = from_file(folder, '[harbour.ships.aoba]\nguns = 8\nkind = "carrier"\n')
    assert facts.table(SHIPS)["aoba"] == Ship("aoba", 8, "carrier", ("wasp",))
    assert facts.table(SHIPS)["wasp"] == Ship("wasp", 2, "carrier", ())
    corrected = [figure for figure in facts.figures() if figure.corrected]
    assert corrected == [
        Figure("ships", "aoba", "guns", 8, "corrected", "correction of 6 (recalled; a book)", True),
        Figure("ships", "aoba", "kind", "carrier", "corrected", "correction of 'cruiser' (recalled; a book)", True),
    ]  # fmt: skip


def test_a_figure_can_be_removed_where_none_is_allowed(folder: Path) -> None:
    facts = from_file(folder, '[harbour.ships]\naoba = { guns = "", near = [] }\n')
    assert facts.table(SHIPS)["aoba"] == Ship("aoba", None, "cruiser", ())
    assert facts.corrections == {"ships": {"aoba": {"guns": "", "near": []}}}


def test_corrections_change_the_digest_and_come_back_from_a_header(folder: Path) -> None:
    facts = from_file(folder, '[harbour.ships.wasp]\nnear = ["aoba"]\nguns = 3\n[harbour.ships.aoba]\nguns = 5\n')
    assert facts.digest() != load(folder).digest()
    header = json.loads(json.dumps(facts.corrections))
    assert header == {"ships": {"aoba": {"guns": 5}, "wasp": {"guns": 3, "near": ["aoba"]}}}
    again = load(folder, header)
    assert again.digest() == facts.digest()
    assert again.corrections == facts.corrections
    assert list(again.figures()) == list(facts.figures())


def test_without_corrections_nothing_is_recorded(folder: Path) -> None:
    assert load(folder).corrections == {}
    assert load(folder, {}).digest() == load(folder).digest()


def test_the_returned_value_is_a_copy(folder: Path) -> None:
    facts = load(folder, {"ships": {"wasp": {"near": ["aoba"]}}})
    facts.corrections["ships"]["wasp"]["near"].append("wasp")
    assert facts.corrections == {"ships": {"wasp": {"near": ["aoba"]}}}


def test_each_game_has_its_own_part_of_the_file(folder: Path) -> None:
    path = folder / "corrections.toml"
    path.write_text("[lagoon.reefs.north]\ndepth = 3\n[harbour.ships.aoba]\nguns = 1\n")
    found = read_corrections(path, GAMES)
    assert found == {"lagoon": {"reefs": {"north": {"depth": 3}}}, "harbour": {"ships": {"aoba": {"guns": 1}}}}
    assert json.loads(json.dumps(found["lagoon"])) == {"reefs": {"north": {"depth": 3}}}


# -- what is refused -----------------------------------------------------------------------------------

REFUSED = [
    ("[habrour.ships.aoba]\nguns = 1", 1, "habrour", "no game is called 'habrour'; allowed: harbour, lagoon"),
    ("\n[harbour.boats.aoba]\nguns = 1", 2, "harbour.boats", "no table is called 'boats'; allowed: ships"),
    (
        "[harbour.ships.aoba]\nguns = 1\n[harbour.ships.kaga]\nguns = 1",
        3,
        "harbour.ships.kaga",
        "no row of ships is called 'kaga'; allowed: aoba, wasp",
    ),
    (
        "[harbour.ships.aoba]\n# the deck\n\nrudders = 1",
        4,
        "harbour.ships.aoba.rudders",
        "no figure is called 'rudders'; allowed: guns, kind, near",
    ),
    (
        '[harbour.ships.aoba]\nid = "kako"',
        2,
        "harbour.ships.aoba.id",
        "no figure is called 'id'; allowed: guns, kind, near",
    ),
    (
        '[harbour.ships.aoba]\nmark = "found"',
        2,
        "harbour.ships.aoba.mark",
        "no figure is called 'mark'; allowed: guns, kind, near",
    ),
    (
        "[harbour]\nships.wasp.guns = 3\nships.aoba.guns = 10",
        3,
        "harbour.ships.aoba.guns",
        "10 is not a whole number from 0 to 9, or an empty text for none",
    ),
    (
        '[harbour.ships.aoba]\nnear = [\n  "wasp",\n  "kaga",\n]\nguns = 2',
        2,
        "harbour.ships.aoba.near",
        "['wasp', 'kaga'] is not a list, each once, of aoba, wasp, or an empty text for none",
    ),
    (
        '[harbour.ships.aoba]\nguns = "6"',
        2,
        "harbour.ships.aoba.guns",
        "'6' is not a whole number from 0 to 9, or an empty text for none",
    ),
    (
        "[harbour.ships]\naoba = { guns = 6.5 }",
        2,
        "harbour.ships.aoba.guns",
        "6.5 is not a whole number from 0 to 9, or an empty text for none",
    ),
    (
        '["harbour"."ships"."aoba"]\n"kind" = ""',
        2,
        "harbour.ships.aoba.kind",
        "this is empty; allowed: one of cruiser, carrier",
    ),
    ("harbour = 3", 1, "harbour", "3 is not a set of tables; write"),
    ("[harbour]\nships = 3", 2, "harbour.ships", "3 is not a table of names; write ["),
    (
        "[[harbour.ships]]\nguns = 3",
        1,
        "harbour.ships",
        "[{'guns': 3}] is not a table of names; write [",
    ),
    ("[harbour.ships]\naoba = 6", 2, "harbour.ships.aoba", "6 is not a table of names"),
    (
        "[harbour.ships.aoba]\nguns = 1942-08-09",
        2,
        "harbour.ships.aoba.guns",
        "datetime.date(1942, 8, 9) is not a figure; a figure is a number, a text, true, false or a list of texts",
    ),
    (
        "[lagoon.reefs.north]\ndepth = { metres = 3 }",
        2,
        "lagoon.reefs.north.depth",
        "{'metres': 3} is not a figure",
    ),
]


@pytest.mark.parametrize(("text", "line", "name", "data"), REFUSED)
def test_what_cannot_be_is_refused_with_file_line_and_what_is_allowed(
    folder: Path, text: str, line: int, name: str, data: str
) -> None:
    with pytest.raises(FactsError) as refused:
        from_file(folder, text)
    assert str(refused.value).startswith(f"{folder}/corrections.toml, line {line}, {name}: {data}")
    assert (refused.value.line, refused.value.name) == (line, name)
    assert refused.value.as_dict()["field"] == f"{folder}/corrections.toml, line {line}, {name}"


BROKEN_TOML = [
    ("[harbour.ships.aoba\nguns = 1", 1, "this is not TOML: expected ']' at the end of a table declaration"),
    ("[harbour.ships.aoba]\nguns = six", 2, "this is not TOML: invalid value"),
    ("[harbour.ships.aoba]\nguns = 1\nguns = 2", 3, "this is not TOML: cannot overwrite a value"),
    ('a = """\n\nnever closed', 3, "this is not TOML: "),
    ("a = " + "[" * 100_000, 0, "this is not TOML: nested too deeply"),
]


@pytest.mark.parametrize(("text", "line", "data"), BROKEN_TOML, ids=["table", "value", "twice", "end", "deep"])
def test_broken_toml_is_refused_with_its_line(folder: Path, text: str, line: int, data: str) -> None:
    with pytest.raises(FactsError) as refused:
        from_file(folder, text)
    assert refused.value.message.startswith(data)
    assert refused.value.line == line


HEADERS: list[tuple[Any, str]] = [
    ([1], "corrections: [1] is not a table of names"),
    ({"ships": 3}, "corrections, harbour.ships: 3 is not a table of names"),
    ({"ships": {"aoba": [3]}}, "corrections, harbour.ships.aoba: [3] is not a table of names"),
    ({"ships": {"aoba": {"guns": {"x": 1}}}}, "corrections, harbour.ships.aoba.guns: {'x': 1} is not a whole"),
    ({"ships": {"kaga": {}}}, "corrections, harbour.ships.kaga: no row of ships is called 'kaga'"),
    ({"boats": {}}, "corrections, harbour.boats: no table is called 'boats'"),
]


@pytest.mark.parametrize(("header", "text"), HEADERS)
def test_a_damaged_header_is_refused_by_name(folder: Path, header: Any, text: str) -> None:
    with pytest.raises(FactsError) as refused:
        load(folder, header)
    assert str(refused.value).startswith(text)


def test_a_folder_in_place_of_the_file_is_refused(folder: Path) -> None:
    with pytest.raises(FactsError, match="the file cannot be read: Is a directory"):
        read_corrections(folder, GAMES)


# -- where the file is ---------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("IRONBOTTOM_CORRECTIONS", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_no_file_is_no_correction(home: Path) -> None:
    assert corrections_path() is None


def test_the_default_location(home: Path) -> None:
    usual = put(home / ".config" / "ironbottom" / "corrections.toml")
    assert corrections_path() == usual


def test_the_settings_folder_takes_precedence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(home / ".config" / "ironbottom" / "corrections.toml")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "settings"))
    assert corrections_path() is None
    elsewhere = put(home / "settings" / "ironbottom" / "corrections.toml")
    assert corrections_path() == elsewhere


def test_the_environment_takes_precedence_over_the_default_location(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(home / ".config" / "ironbottom" / "corrections.toml")
    mine = put(home / "mine.toml")
    monkeypatch.setenv("IRONBOTTOM_CORRECTIONS", "~/mine.toml")
    assert corrections_path() == mine


def test_the_option_takes_precedence_over_the_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRONBOTTOM_CORRECTIONS", str(put(home / "mine.toml")))
    other = put(home / "other.toml")
    assert corrections_path(other) == other


def test_a_file_that_was_named_must_exist(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FactsError) as refused:
        corrections_path("gone.toml")
    assert str(refused.value) == "gone.toml: there is no such file, but the option names it"
    monkeypatch.setenv("IRONBOTTOM_CORRECTIONS", "lost.toml")
    with pytest.raises(FactsError) as refused:
        corrections_path()
    message = "lost.toml: there is no such file, but the environment variable IRONBOTTOM_CORRECTIONS names it"
    assert str(refused.value) == message


# -- lines ---------------------------------------------------------------------------------------------

TEXT = '''# corrections
[a.b]
c = 1
long = """
[a.b]
hidden = 1
"""
[a]
inline = { x = 1, y = { z = 2 } }
dotted.key = 5

[[rows]]
n = 1
[[rows]]
m = 2
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("a",), 2),
        (("a", "b", "c"), 3),
        (("a", "b", "long"), 4),
        (("a", "inline"), 9),
        (("a", "inline", "y", "z"), 9),
        (("a", "dotted", "key"), 10),
        (("rows",), 12),
        (("rows", "m"), 15),
        (("a", "b", "hidden"), 0),
    ],
)
def test_the_line_of_a_key_is_found(path: tuple[str, ...], line: int) -> None:
    assert line_of(TEXT, path) == line


def test_corrections_are_plain_data(folder: Path) -> None:
    plain = {"ships": {"aoba": {"guns": 1}}}
    assert Corrections(plain, "harbour") == plain


@pytest.mark.build
def test_a_line_far_down_a_long_file_is_found_with_few_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"[game.units.unit_{number}]\nstrength = {number}\n" for number in range(2_000))
    read, loads = list[int](), tomllib.loads

    def counted(part: str) -> dict[str, Any]:
        read.append(len(part))
        return loads(part)

    monkeypatch.setattr(tomllib, "loads", counted)
    assert line_of(text, ("game", "units", "unit_1500", "strength")) == 3_002
    assert line_of(text, ("game", "units", "unit_2000")) == 0
    assert len(read) < 40


@pytest.mark.build
def test_the_line_is_omitted_if_a_list_is_too_long_to_be_read_repeatedly() -> None:
    text = "[game]\nlong = [\n" + '"x",\n' * 2_000 + "]\nlast = 1\n"
    assert line_of(text, ("game", "last")) == 0

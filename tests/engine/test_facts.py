"""Figures of a game from CSV and TOML, their marks, and the messages for invalid data."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from ironbottom.engine.data.columns import Choice, ColumnType, Decimal, InvalidValue, ListOf, Text, Whole, YesNo
from ironbottom.engine.data.facts import Check, Facts, FactsError, Fault, Figure, Mark, Table, load_tables


class Ship(msgspec.Struct, frozen=True):
    id: Annotated[str, Text()]
    guns: Annotated[int, Whole(0, 9), Mark("guns_mark")]
    crew: Annotated[int | None, Whole(0, 3000, blank=True)]
    class_: Annotated[str, Choice("cruiser", "carrier")]
    escorts: Annotated[tuple[str, ...], ListOf(table="ships", blank=True)]
    fast: Annotated[bool, YesNo()]
    draught: Annotated[float, Decimal(0, 20)]


SHIPS = Table("ships.csv", Ship, source="from")
HEADER = "id,guns,crew,class_,escorts,fast,draught,guns_mark,mark,from\n"
AOBA = "aoba,6,,cruiser,,yes,5.7,rules,derived,a book\n"
WASP = 'wasp,2,2167,carrier,aoba,no,7,recalled,found,"a page, a plate"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ships.csv").write_text(HEADER + AOBA + WASP, encoding="utf-8")
    return tmp_path


def load(folder: Path, corrections: dict[str, Any] | None = None, **checks: Any) -> Facts:
    return load_tables(folder, [SHIPS], corrections, game="harbour", **checks)


def refusal(folder: Path, text: str) -> str:
    """The message for a ships.csv, without the folder."""
    (folder / "ships.csv").write_text(text, encoding="utf-8")
    with pytest.raises(FactsError) as refused:
        load(folder)
    return str(refused.value).replace(f"{folder}/", "")


# -- rows and figures ----------------------------------------------------------------------------------


def test_rows_are_frozen_and_typed(folder: Path) -> None:
    ships = load(folder).table(SHIPS)
    assert list(ships) == ["aoba", "wasp"]
    assert ships["aoba"] == Ship("aoba", 6, None, "cruiser", (), True, 5.7)
    assert ships["wasp"] == Ship("wasp", 2, 2167, "carrier", ("aoba",), False, 7.0)
    with pytest.raises(AttributeError):
        ships["aoba"].guns = 8  # type: ignore[misc]


def test_a_table_can_be_asked_for_by_name(folder: Path) -> None:
    facts = load(folder)
    assert facts.table("ships") is facts.table(SHIPS)


def test_every_field_but_the_key_is_a_figure_with_mark_and_source(folder: Path) -> None:
    figures = list(load(folder).figures())
    assert [figure.field for figure in figures[:6]] == ["guns", "crew", "class_", "escorts", "fast", "draught"]
    assert figures[0] == Figure("ships", "aoba", "guns", 6, "rules", "a book", False)
    assert figures[9] == Figure("ships", "wasp", "escorts", ["aoba"], "found", "a page, a plate", False)


def test_the_digest_is_that_of_the_figures_in_order(folder: Path) -> None:
    ships = [
        *(["ships", "aoba", *pair] for pair in [("guns", 6), ("crew", None), ("class_", "cruiser")]),
        *(["ships", "aoba", *pair] for pair in [("escorts", []), ("fast", True), ("draught", 5.7)]),
        *(["ships", "wasp", *pair] for pair in [("guns", 2), ("crew", 2167), ("class_", "carrier")]),
        *(["ships", "wasp", *pair] for pair in [("escorts", ["aoba"]), ("fast", False), ("draught", 7.0)]),
    ]
    canonical = json.dumps(["harbour", ships], separators=(",", ":"))
    assert load(folder).digest() == hashlib.sha256(canonical.encode()).hexdigest()


def test_marks_and_sources_leave_the_digest_alone_and_values_do_not(folder: Path) -> None:
    before = load(folder).digest()
    text = (folder / "ships.csv").read_text(encoding="utf-8")
    (folder / "ships.csv").write_text(text.replace("a book", "another").replace("recalled", "found"))
    assert load(folder).digest() == before
    (folder / "ships.csv").write_text(text.replace("2167", "2168"))
    assert load(folder).digest() != before


def test_a_toml_file_holds_the_same_rows(folder: Path) -> None:
    (folder / "ships.toml").write_text(
        '[aoba]\nguns = 6\nclass_ = "cruiser"\nfast = true\ndraught = 5.7\n'
        'guns_mark = "rules"\nmark = "derived"\nfrom = "a book"\n'
        '[wasp]\nguns = 2\ncrew = 2167\nclass_ = "carrier"\nescorts = ["aoba"]\nfast = false\ndraught = 7\n'
        'guns_mark = "recalled"\nmark = "found"\nfrom = "a page, a plate"\n',
        encoding="utf-8",
    )
    table = Table("ships.toml", Ship, source="from")
    facts = load_tables(folder, [table], game="harbour")
    assert facts.table(table) == load(folder).table(SHIPS)
    assert list(facts.figures()) == list(load(folder).figures())
    assert facts.digest() == load(folder).digest()


def test_a_toml_row_is_refused_with_its_line(folder: Path) -> None:
    row = 'class_ = "cruiser"\nfast = true\ndraught = 5.7\nguns_mark = "rules"\nmark = "rules"\nfrom = "x"\n'
    table = Table("ships.toml", Ship, source="from")

    def refusal_of(text: str) -> str:
        (folder / "ships.toml").write_text(text, encoding="utf-8")
        with pytest.raises(FactsError) as refused:
            load_tables(folder, [table], game="harbour")
        return str(refused.value).replace(f"{folder}/", "")

    assert refusal_of(f"# ships\n[aoba]\nguns = 12\n{row}") == (
        "ships.toml, line 2, aoba.guns: 12 is not a whole number from 0 to 9"
    )
    assert refusal_of(f"[aoba]\n{row}") == "ships.toml, line 1: missing: guns"
    assert refusal_of("\naoba = 3\n") == "ships.toml, line 2, aoba: 3 is not a table of fields"
    assert refusal_of(f"[aoba]\nguns = 1\nrudders = 1\n{row}").startswith(
        "ships.toml, line 1: no column is called 'rudders'; allowed: id, guns"
    )
    assert (
        refusal_of("[aoba\n") == "ships.toml, line 1: this is not TOML: expected ']' at the end of a table declaration"
    )


# -- kinds of column -----------------------------------------------------------------------------------

KINDS: list[tuple[ColumnType, Any, Any]] = [
    (Whole(-5, 5), -5, -5),
    (Whole(0, 6, blank=True), "", None),
    (Whole(0, 6, blank=True), None, None),
    (Text(), "Aoba", "Aoba"),
    (Text(blank=True), "", ""),
    (Choice("red", "blue"), "red", "red"),
    (ListOf("A", "B", "C"), ["C", "A"], ("C", "A")),
    (ListOf("A", blank=True), [], ()),
    (ListOf(table="ships"), ["wasp"], ("wasp",)),
    (YesNo(), False, False),
    (Decimal(-90, 90), -9, -9.0),
    (Decimal(0, 1, blank=True), None, None),
]


@pytest.mark.parametrize(("kind", "plain", "value"), KINDS)
def test_marks_and_sources_do_not_change_the_digest_and_values_do(kind: ColumnType, plain: Any, value: Any) -> None:
    found = kind.value(plain, {"ships": ("aoba", "wasp")})
    assert found == value
    assert type(found) is type(value)


UNFIT: list[tuple[ColumnType, Any, str]] = [
    (Whole(0, 6), 7, "7 is not a whole number from 0 to 6"),
    (Whole(0, 6), -1, "-1 is not a whole number from 0 to 6"),
    (Whole(0, 6), True, "True is not a whole number from 0 to 6"),
    (Whole(0, 6), 4.0, "4.0 is not a whole number from 0 to 6"),
    (Whole(0, 6), "4", "'4' is not a whole number from 0 to 6"),
    (Whole(0, 6), None, "this is empty; allowed: a whole number from 0 to 6"),
    (Whole(0, 6, blank=True), 9, "9 is not a whole number from 0 to 6, or an empty text for none"),
    (Text(), "", "this is empty; allowed: one line of text of at most 400 characters"),
    (Text(), "two\nlines", "'two\\nlines' is not one line of text of at most 400 characters"),
    (Text(), 5, "5 is not one line of text of at most 400 characters"),
    (Choice("red", "blue"), "green", "'green' is not one of red, blue"),
    (Choice("red", "blue"), ["red"], "['red'] is not one of red, blue"),
    (ListOf("A", "B"), ["A", "A"], "['A', 'A'] is not a list, each once, of A, B"),
    (ListOf("A", "B"), "A", "'A' is not a list, each once, of A, B"),
    (ListOf("A", "B"), [["A"]], "[['A']] is not a list, each once, of A, B"),
    (ListOf(table="ships"), ["kaga"], "['kaga'] is not a list, each once, of aoba, wasp"),
    (YesNo(), "no", "'no' is not true or false (yes or no in a CSV file)"),
    (YesNo(), 1, "1 is not true or false (yes or no in a CSV file)"),
    (Decimal(-90, 90), float("nan"), "nan is not a number from -90 to 90"),
    (Decimal(-90, 90), float("inf"), "inf is not a number from -90 to 90"),
    (Decimal(-90, 90), True, "True is not a number from -90 to 90"),
    (Decimal(-90, 90), 90.5, "90.5 is not a number from -90 to 90"),
    (Choice("red"), "x" * 500, f"'{'x' * 79}... is not one of red"),
]


@pytest.mark.parametrize(("kind", "plain", "text"), UNFIT)
def test_a_value_of_another_kind_is_refused_with_what_is_allowed(kind: ColumnType, plain: Any, text: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        kind.value(plain, {"ships": ("aoba", "wasp")})
    assert str(refused.value) == text


@pytest.mark.parametrize("cell", ["4.0", " 4", "+4", "four", "٤", "-", "12345678901", "4_0"])
def test_a_cell_that_is_not_a_whole_number_stays_text(cell: str) -> None:
    assert Whole(0, 10**12).parse(cell) == cell


def test_cells_are_parsed_as_values() -> None:
    assert Whole(-9, 9).parse("-5") == -5
    assert ListOf("A").parse("A|B") == ["A", "B"]
    assert ListOf("A").parse("") == []
    assert YesNo().parse("yes") is True
    assert YesNo().parse("Yes") == "Yes"
    assert Decimal(0, 9).parse("5.5") == 5.5
    assert Decimal(0, 9).parse("5,5") == "5,5"


def test_a_field_without_a_kind_is_a_mistake_of_the_programmer() -> None:
    class Boat(msgspec.Struct):
        id: Annotated[str, Text()]
        oars: int

    with pytest.raises(TypeError, match="the field oars needs one kind of column"):
        Table("boats.csv", Boat)


# -- invalid data --------------------------------------------------------------------------------------

SOURCE_NEEDED = "every row must name the source of its figures"
MARK_TOLD = "is not a mark; allowed: rules, found, derived, recalled, reconstructed"
BROKEN = [
    (HEADER + AOBA.replace("6", "12"), "ships.csv, line 2, aoba.guns: 12 is not a whole number from 0 to 9"),
    (HEADER + WASP, "ships.csv, line 2, wasp.escorts: ['aoba'] is not a list, each once, of wasp, or an empty"
     " text for none"),
    (HEADER + AOBA + AOBA, "ships.csv, line 3, id: 'aoba' appears twice"),
    (HEADER + AOBA + "\n", "ships.csv, line 3: the row has 0 cells, the header 10"),
    (HEADER + AOBA.replace("6,", ""), "ships.csv, line 2: the row has 9 cells, the header 10"),
    (HEADER + AOBA.replace("aoba", ""), "ships.csv, line 2, id: the row has no name"),
    (HEADER + AOBA.replace("rules", "guessed"), "ships.csv, line 2, aoba.guns_mark: 'guessed' " + MARK_TOLD),
    (HEADER + AOBA.replace("derived", ""), f"ships.csv, line 2, aoba.mark: '' {MARK_TOLD}"),
    (HEADER + AOBA.replace("a book", " "), f"ships.csv, line 2, aoba.from: {SOURCE_NEEDED}"),
    (HEADER.replace("guns,", "guns,guns,", 1), "ships.csv, line 1: the column guns appears twice"),
    (HEADER.replace("crew,", ""), "ships.csv, line 1: missing: crew"),
    ("", "ships.csv, line 1: missing: id, guns, crew, class_, escorts, fast, draught, guns_mark, mark, from"),
    (HEADER.replace("from", "source"), "ships.csv, line 1: no column is called 'source'; allowed: id, guns, crew,"
     " class_, escorts, fast, draught, guns_mark, mark, from"),
    (HEADER + 'aoba,"6\n', "ships.csv, line 2: this is not CSV: unexpected end of data"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "data"), BROKEN)
def test_broken_data_are_refused_with_file_and_line(tmp_path: Path, text: str, data: str) -> None:
    assert refusal(tmp_path, text) == data


def test_the_line_is_the_one_in_the_file_even_below_a_cell_of_two_lines(tmp_path: Path) -> None:
    two_lines = WASP.replace("a page, a plate", "a page\na plate")
    result = refusal(tmp_path, HEADER + AOBA + two_lines + AOBA.replace("aoba", "kako").replace("6", "x"))
    assert result == "ships.csv, line 5, kako.guns: 'x' is not a whole number from 0 to 9"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FactsError) as refused:
        load(tmp_path)
    assert str(refused.value) == f"{tmp_path}/ships.csv: the file cannot be read: No such file or directory"


def test_a_file_that_is_not_text_is_reported_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "ships.csv").write_bytes(HEADER.encode() + b"\xff\xfe")
    with pytest.raises(FactsError) as refused:
        load(tmp_path)
    assert str(refused.value) == f"{tmp_path}/ships.csv, line 2: the text is not UTF-8"


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "ships.csv").write_text(HEADER + "#" * 1_000_000)
    with pytest.raises(FactsError, match="the file is longer than 1000000 bytes"):
        load(tmp_path)


# -- structure and plausibility ------------------------------------------------------------------------


def escorts_are_mutual(facts: Facts) -> Iterator[Fault]:
    ships = facts.table(SHIPS)
    for ship in ships.values():
        for other in ship.escorts:
            if ship.id not in ships[other].escorts:
                places = [("ships", other, "escorts"), ("ships", ship.id, "escorts")]
                yield Fault(f"{other} does not escort {ship.id}", places)


def test_broken_structure_in_the_data_is_refused_at_the_first_place(folder: Path) -> None:
    with pytest.raises(FactsError) as refused:
        load(folder, structure=[escorts_are_mutual])
    assert str(refused.value) == f"{folder}/ships.csv, line 2, aoba.escorts: aoba does not escort wasp"


def test_broken_structure_by_a_correction_is_refused_at_the_correction(folder: Path) -> None:
    mended = {"ships": {"aoba": {"escorts": ["wasp"]}}}
    assert load(folder, mended, structure=[escorts_are_mutual]).warnings == ()
    spoiled = {"ships": {"wasp": {"escorts": ["aoba", "wasp"]}}}
    with pytest.raises(FactsError) as refused:
        load(folder, spoiled, structure=[escorts_are_mutual])
    assert str(refused.value) == "corrections, harbour.ships.wasp.escorts: aoba does not escort wasp"


def crews_fill_the_port(facts: Facts) -> Iterator[Fault]:
    """A fault between rows of a file, reported only at the first of them."""
    ships = facts.table(SHIPS)
    if sum(ship.crew or 0 for ship in ships.values()) > 2500:
        yield Fault("the port has room for 2500 men", [("ships", next(iter(ships)), "crew")])


def test_a_fault_between_rows_is_reported_at_the_correction_that_causes_it(folder: Path) -> None:
    wish = {"ships": {"wasp": {"escorts": [], "crew": 2900}}}
    with pytest.raises(FactsError) as refused:
        load(folder, wish, structure=[crews_fill_the_port])
    message = "the port has room for 2500 men (ships, aoba.crew)"
    assert str(refused.value) == f"corrections, harbour.ships.wasp.crew: {message}"


def test_a_fault_in_the_data_is_reported_at_the_data(folder: Path) -> None:
    def never_right(facts: Facts) -> Iterator[Fault]:
        yield Fault("no ship is so", [("ships", "aoba", "crew")])

    with pytest.raises(FactsError) as refused:
        load(folder, {"ships": {"wasp": {"crew": 2100}}}, structure=[never_right])
    assert str(refused.value) == f"{folder}/ships.csv, line 2, aoba.crew: no ship is so"


def test_a_plausibility_check_that_fails_only_warns_with_its_name(folder: Path) -> None:
    def small_crews(facts: Facts) -> str | None:
        crew = facts.table(SHIPS)["wasp"].crew
        return None if crew is not None and crew < 2500 else f"wasp has {crew} men"

    checks = [Check("small crews", small_crews), Check("never", lambda facts: None)]
    assert load(folder, plausibility=checks).warnings == ()
    full = load(folder, {"ships": {"wasp": {"crew": 2900}}}, plausibility=checks)
    assert full.warnings == ("small crews: wasp has 2900 men",)

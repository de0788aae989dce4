"""The index of clauses, and the search for the code and tests that cite them."""

import json
from pathlib import Path

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.data.clause_sources import (
    Citation,
    citations,
    citing_code,
    citing_tests,
    clause_table,
    folder_of_tests,
    list_to_ship,
    uncited_clauses,
    unknown_citations,
)
from ironbottom.engine.data.clauses import Clause, ClauseIndex, clause_sort_key
from ironbottom.engine.data.corrections import FactsError

INDEX = """\
["9.1"]
title = "Sortie"
paraphrase = "A force leaves its base for the open sea."
status = "implemented"

["10.2.a"]
title = "Fire"
paraphrase = "Both sides fire at once."
reading = "The attacker's dice fall first."
reconstructed = true
status = "implemented"
related = ["9.1"]

["2.0"]
title = "The box"
paraphrase = "What is in the box."
status = "no_effect"
reason = "A list rules nothing."

["Notes"]
title = "Advice"
paraphrase = "Fire first and sail later."
status = "no_effect"
reason = "Advice binds nobody."

["10.2.b"]
title = "Loud guns"
paraphrase = "Guns may fire twice."
status = "option"
option = "loud_guns"
"""


def index(tmp_path: Path, text: str = INDEX) -> ClauseIndex:
    path = tmp_path / "clauses.toml"
    path.write_text(text, encoding="utf-8")
    return ClauseIndex.load(path)


# -- the index -----------------------------------------------------------------------------------------


def test_clauses_follow_the_order_of_the_rulebook(tmp_path: Path) -> None:
    assert list(index(tmp_path)) == ["2.0", "9.1", "10.2.a", "10.2.b", "Notes"]


def test_order_is_by_number_and_then_by_letter() -> None:
    mixed = ["Notes", "10.1", "9.7.b", "2.2.1", "9.7.a", "2.2", "9.10", "9.7", "2.10"]
    assert sorted(mixed, key=clause_sort_key) == [
        "2.2",
        "2.2.1",
        "2.10",
        "9.7",
        "9.7.a",
        "9.7.b",
        "9.10",
        "10.1",
        "Notes",
    ]


DIGITS = "\n".join(
    f'["{number}"]\ntitle = "T {number}"\nparaphrase = "P {number}."\nstatus = "implemented"'
    for number in ("7.5", "7.411", "7.4", "10.1", "7.41", "7.42")
)


def test_numbers_are_read_digit_by_digit_where_the_rulebook_continues_them_so(tmp_path: Path) -> None:
    found = index(tmp_path, DIGITS)
    assert (found.decimal, index(tmp_path).decimal) == (True, False)
    assert list(found) == ["7.4", "7.41", "7.411", "7.42", "7.5", "10.1"]
    assert [clause.id for clause in found.lookup("7.41")] == ["7.41", "7.411"]
    assert [clause.id for clause in found.lookup("7.4")] == ["7.4", "7.41", "7.411", "7.42"]
    assert [clause.id for clause in found.lookup("7")] == ["7.4", "7.41", "7.411", "7.42", "7.5"]
    assert found.contains("7.0")


def test_a_clause_is_read_whole(tmp_path: Path) -> None:
    assert index(tmp_path)["10.2.a"] == Clause(
        id="10.2.a",
        title="Fire",
        paraphrase="Both sides fire at once.",
        status="implemented",
        reading="The attacker's dice fall first.",
        reconstructed=True,
        related=("9.1",),
    )
    assert index(tmp_path)["10.2.b"].option == "loud_guns"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("9.1", ["9.1"]),
        ("10.2", ["10.2.a", "10.2.b"]),
        ("10", ["10.2.a", "10.2.b"]),
        (" 10.2.b. ", ["10.2.b"]),
        ("notes", ["Notes"]),
    ],
)
def test_a_clause_is_looked_up(tmp_path: Path, asked: str, found: list[str]) -> None:
    assert [clause.id for clause in index(tmp_path).lookup(asked)] == found


def test_a_lookup_without_a_match_names_similar_clauses(tmp_path: Path) -> None:
    with pytest.raises(BadValue) as refused:
        index(tmp_path).lookup("10.3")
    assert str(refused.value) == "clause: there is no clause '10.3'; allowed: 10.2.a, 10.2.b"
    with pytest.raises(BadValue) as refused:
        index(tmp_path).lookup("")
    assert str(refused.value) == "clause: there is no clause ''; allowed: 2.0, 9.1, 10.2.a, 10.2.b, Notes"


def test_find_takes_every_word_and_puts_titles_first(tmp_path: Path) -> None:
    found = index(tmp_path)
    assert [clause.id for clause in found.find("FIRE")] == ["10.2.a", "10.2.b", "Notes"]
    assert [clause.id for clause in found.find("sail")] == ["Notes"]
    assert [clause.id for clause in found.find("guns twice")] == ["10.2.b"]
    assert [clause.id for clause in found.find("box sea")] == []
    assert found.find("  ") == []


def test_known_numbers_are_clauses_rules_and_sections(tmp_path: Path) -> None:
    found = index(tmp_path)
    assert [number for number in ("9.1", "10.2", "10.0", "9.2", "1.0", "10.2.c") if found.contains(number)] == [
        *("9.1", "10.2", "10.0")
    ]


BROKEN = [
    ('\n["9.1"]\ntitle = "x"\nstatus = "implemented"', 2, "9.1", "Object missing required field `paraphrase`"),
    ('["9.1"]\ntitle = "x"\nparaphrase = "y"\nstatus = "done"', 1, "9.1", "Invalid enum value 'done'"),
    ('["9.1"]\ntitle = "x"\nparaphrase = "y"\nstate = "z"', 1, "9.1", "Object contains unknown field `state`"),
    ('["9.1"]\ntitle = ""\nparaphrase = "y"\nstatus = "implemented"', 1, "9.1", "the clause needs a title"),
    ('["9.1"]\ntitle = "x"\nparaphrase = " "\nstatus = "implemented"', 1, "9.1", "the clause needs a paraphrase"),
    (
        '["IX.1"]\ntitle = "x"\nparaphrase = "y"\nstatus = "implemented"',
        1,
        "IX.1",
        "a clause must have a number such as 9.7",
    ),
    ('["9.1"]\nid = "9.2"', 1, "9.1", "the clause's number is the name of its table; it has no field 'id'"),
    ('["9.1"]\ntitle = "x"\nparaphrase = "y"\nstatus = "no_effect"', 1, "9.1", "a clause must have a reason if"),
    (
        '["9.1"]\ntitle = "x"\nparaphrase = "y"\nstatus = "scenario_to_come"',
        1,
        "9.1",
        "a clause must name a scenario if it is not implemented yet",
    ),
    (
        '["9.1"]\ntitle = "x"\nparaphrase = "y"\nstatus = "implemented"\nscenario = "42"',
        1,
        "9.1",
        "a clause must name a scenario if it is not implemented yet, and only then",
    ),
    (
        '["9.1"]\ntitle = "x"\nparaphrase = "y"\nstatus = "implemented"\nreason = "z"',
        1,
        "9.1",
        "a clause must have a reason if it has no effect, and only then",
    ),
    (
        '["9.1"]\ntitle = "x"\nparaphrase = "y"\nstatus = "option"',
        1,
        "9.1",
        "a clause with the status option must name",
    ),
    (
        '["9.1"]\ntitle = "x"\nparaphrase = "y"\nstatus = "implemented"\nreconstructed = true',
        1,
        "9.1",
        "a clause cannot have a reconstructed reading without a reading",
    ),
    (INDEX.replace('related = ["9.1"]', 'related = ["9.9"]'), 12, "10.2.a.related", "'9.9' is not another clause"),
    ("lead = 3", 1, "lead", "3 is not a table with the fields of a clause"),
]


@pytest.mark.parametrize(("text", "line", "name", "data"), BROKEN)
def test_a_broken_index_is_refused_with_its_line(tmp_path: Path, text: str, line: int, name: str, data: str) -> None:
    with pytest.raises(FactsError) as refused:
        index(tmp_path, text)
    assert str(refused.value).startswith(f"{tmp_path}/clauses.toml, line {line}, {name}: {data}")


def test_a_clause_written_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FactsError, match=r"line 34: this is not TOML: cannot declare"):
        index(tmp_path, INDEX + '\n\n\n["9.1"]\ntitle = "again"\n')


# -- citations in code ---------------------------------------------------------------------------------

CODE = '''"""9.1 to 10.2 How forces sail and fire."""

rules_version = "1.0"
SPEED: float = 2.5
RANGE = 3  # guns reach three boxes (10.2.b)
LOUD = 2
"""Dice of a loud gun (10.2.b)."""


# -- 9.1 Sortie


@condition("9.1", "no")
def may_sail(force):
    """A force sails (9.1; see 10.2.a)."""
    return force


class Fire(Procedure):
    """10.2.a Both fire.

    >>> Fire().odds()
    10.9
    """

    clause = "10.2.a"

    def odds(self, version="7.7"):
        # 10.2.b. twice
        return Verb("fire", clause="10.2.b", speed=7.5, text="see 8.8 below")
'''


def test_citations_have_the_innermost_name_around_them() -> None:
    assert citations(CODE) == [
        Citation("9.1", 1, ""),
        Citation("10.2", 1, ""),
        Citation("10.2.b", 5, "RANGE"),
        Citation("10.2.b", 7, "LOUD"),
        Citation("9.1", 10, ""),
        Citation("9.1", 13, "may_sail"),
        Citation("9.1", 15, "may_sail"),
        Citation("10.2.a", 15, "may_sail"),
        Citation("10.2.a", 20, "Fire"),
        Citation("10.2.a", 26, "Fire.clause"),
        Citation("7.7", 28, "Fire.odds"),
        Citation("10.2.b", 29, "Fire.odds"),
        Citation("10.2.b", 30, "Fire.odds"),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("9.1", ["9.1"]),
        ("(9.1, 10.2.a; 2.2.1)", ["9.1", "10.2.a", "2.2.1"]),
        ("clause 9.7.b.", ["9.7.b"]),
        ("9.1-9.3", ["9.1", "9.3"]),
        ("version 1.2.3.4", []),
        ("100.25 tons, v2.0, 3.14159", []),
        ("10.5.cover", ["10.5"]),
        ("9. 1", []),
    ],
)
def test_what_is_a_citation(text: str, found: list[str]) -> None:
    assert [cited.clause for cited in citations(f'"""{text}"""')] == found


# -- the table -----------------------------------------------------------------------------------------

TESTS = '''"""9.1 everything about sailing."""

import pytest

pytestmark = pytest.mark.clause("2.0")
CASES = ["10.2.b"]


def helper():
    """10.2.a for many tests."""


def test_9_1_a_force_sails():
    assert True


@pytest.mark.clause("10.2.a", "10.2.b")
@pytest.mark.parametrize("case", CASES)
def test_fire(case):
    def nested():
        """9.1 within."""


def test_refusal():
    assert why_not("fire").clause == "10.2.b"


class TestGuns:
    """10.2.b Loud ones."""

    def test_twice_10_2_b(self):
        pass

    def test_of_8_8(self):
        """8.8 is no clause."""
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A source tree with one game, its index, code and tests."""
    package = tmp_path / "src" / "ironbottom"
    game = package / "games" / "harbour"
    tests = tmp_path / "tests" / "games" / "harbour"
    (game / "data").mkdir(parents=True)
    tests.mkdir(parents=True)
    (game / "data" / "clauses.toml").write_text(INDEX, encoding="utf-8")
    (game / "sailing.py").write_text(CODE.replace("7.7", "one"), encoding="utf-8")
    (tests / "test_sailing.py").write_text(TESTS, encoding="utf-8")
    (tests / "test_clauses.py").write_text('def test_index():\n    """9.1 10.2.a 10.2.b."""\n')
    return package


def test_the_code_of_a_clause_is_named_by_file_line_and_name(package: Path) -> None:
    code = citing_code(package / "games" / "harbour")
    assert code["10.2.a"] == [
        *("sailing.py:15 may_sail", "sailing.py:20 Fire", "sailing.py:26 Fire.clause"),
    ]
    assert code["9.1"] == ["sailing.py:1", "sailing.py:13 may_sail"]


def test_the_tests_of_a_clause_are_named_as_pytest_names_them(package: Path) -> None:
    found = ClauseIndex.load(package / "games" / "harbour" / "data" / "clauses.toml")
    root = package.parent.parent
    file = "tests/games/harbour/test_sailing.py"
    every = ["test_9_1_a_force_sails", "test_fire", "test_refusal", "TestGuns"]
    every += ["TestGuns::test_twice_10_2_b", "TestGuns::test_of_8_8"]
    assert citing_tests(root / "tests" / "games" / "harbour", root, found) == {
        "2.0": [f"{file}::{test}" for test in every],
        "10.2.a": [f"{file}::test_fire"],
        "10.2.b": [
            f"{file}::test_fire",
            f"{file}::test_refusal",
            f"{file}::TestGuns",
            f"{file}::TestGuns::test_twice_10_2_b",
        ],
        "9.1": [f"{file}::test_fire", f"{file}::test_9_1_a_force_sails"],
    }


def test_the_table_has_every_clause_with_its_code_and_tests(package: Path) -> None:
    table = clause_table("harbour", package)
    assert [row["clause"] for row in table] == ["2.0", "9.1", "10.2.a", "10.2.b", "Notes"]
    assert table[0] == {
        "clause": "2.0",
        "title": "The box",
        "paraphrase": "What is in the box.",
        "reading": "",
        "status": "no_effect",
        "reason": "A list rules nothing.",
        "option": "",
        "code": [],
        "tests": table[0]["tests"],
    }
    assert table[2]["code"][1] == "sailing.py:20 Fire"
    assert table[2]["tests"] == ["tests/games/harbour/test_sailing.py::test_fire"]
    assert uncited_clauses(table) == []


def test_a_folder_docstring_contains_no_clause(package: Path) -> None:
    (package / "games" / "harbour" / "__init__.py").write_text('"""9.1 Sailing: sailing."""\n', encoding="utf-8")
    assert not any(place.startswith("__init__") for place in citing_code(package / "games" / "harbour")["9.1"])


def test_holes_are_clauses_played_without_code_or_test(package: Path) -> None:
    (package.parent.parent / "tests" / "games" / "harbour" / "test_sailing.py").write_text("")
    (package / "games" / "harbour" / "sailing.py").write_text('"""9.1 and nothing more."""\n')
    assert uncited_clauses(clause_table("harbour", package)) == [
        *("9.1: no tests", "10.2.a: no code", "10.2.a: no tests", "10.2.b: no code", "10.2.b: no tests"),
    ]


def test_citations_that_the_index_does_not_have_are_listed(package: Path) -> None:
    assert unknown_citations("harbour", package) == []
    (package / "games" / "harbour" / "guns.py").write_text('def fire():\n    """10.4 and 10.2, 10.0."""\n')
    assert unknown_citations("harbour", package) == ["10.4 at guns.py:2 fire"]


def test_an_installed_package_reads_the_list_it_carries(package: Path, tmp_path: Path) -> None:
    table = clause_table("harbour", package)
    carried = list_to_ship("harbour", package)
    assert list(json.loads(carried)) == ["2.0", "9.1", "10.2.a", "10.2.b"]
    installed = tmp_path / "site-packages" / "ironbottom"
    installed.parent.mkdir()
    package.rename(installed)
    assert folder_of_tests("harbour", installed) is None
    assert all(row["tests"] == [] for row in clause_table("harbour", installed))
    (installed / "games" / "harbour" / "data" / "clause_tests.json").write_text(carried, encoding="utf-8")
    assert clause_table("harbour", installed) == table

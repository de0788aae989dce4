"""The rules contain no scenario: they call ``layout.scenario(state)``, which each folder of ``scenarios/`` provides."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from ironbottom.engine.data.clause_sources import citations
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.scenario import ScenarioHooks
from ironbottom.games.war_in_the_pacific.scenarios.booklet import BOOKLET

FOLDER = Path(inspect.getfile(ScenarioHooks)).parent
A_SCENARIO = re.compile(r"midway|leyte|burma", re.IGNORECASE)
A_CASE = re.compile(r"4[1-6]\.")
MAX_CASES = 38
"""The number of places in ``derived/`` that cite a case of a scenario. Lower it when one moves to its scenario."""
PLACEHOLDER = "played()"
"""Marks a call that asks for the scenario in play."""


def names_in(source: str) -> set[str]:
    """The names, imported modules and strings of a module, without docstrings and comments."""
    tree = ast.parse(source)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Import(names=names):
                found.update(each.name for each in names)
            case ast.ImportFrom(module=module, names=names):
                found.update(f"{module}.{each.name}" for each in names)
            case ast.Constant(value=str(text)) if id(node) not in texts:
                found.add(text)
            case ast.Call(func=ast.Name(id="played") | ast.Attribute(attr="played")):
                found.add(PLACEHOLDER)
    return found


def knows_a_scenario(source: str) -> set[str]:
    """The names of scenarios, imports of their folders, and tests for a particular scenario, in a module."""
    return {name for name in names_in(source) if A_SCENARIO.search(name) or ".scenarios" in name or name == PLACEHOLDER}


def modules(*folders: str) -> dict[str, str]:
    """The source of each module below some folders of the game."""
    paths = [path for folder in folders for path in sorted((FOLDER / folder).rglob("*.py"))]
    return {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_no_rule_knows_a_scenario() -> None:
    found = {name: known for name, source in modules("rules", "derived").items() if (known := knows_a_scenario(source))}
    assert found == {}
    assert len(modules("rules", "derived")) > 100


def cited_cases(sources: dict[str, str]) -> list[str]:
    """Each module that cites a case of a scenario, with the case."""
    cited = [(name, each.clause) for name, text in sources.items() for each in citations(text)]
    return [f"{name}: {clause}" for name, clause in cited if A_CASE.match(clause)]


def test_no_rule_cites_a_case_of_a_scenario() -> None:
    """A rule based on a case of one scenario belongs to its folder; a refusal takes the case from the scenario."""
    assert cited_cases(modules("rules")) == []
    contents = {name: text for name, text in modules("rules").items() if name.endswith("__init__.py")}
    assert [name for name, text in contents.items() if re.search(r"\b4[1-6]\.\d", text)] == []


def test_no_more_cached_values_cite_a_case_of_a_scenario() -> None:
    assert len(cited_cases(modules("derived"))) <= MAX_CASES


def test_a_rule_that_cites_a_case_is_found() -> None:
    assert cited_cases({"land": 'def f():\n    """22.1, 44.65 Guards."""\n'}) == ["land: 44.65"]
    assert cited_cases({"land": '@restriction("44.65", "no")\ndef f():\n    return 1\n'}) == ["land: 44.65"]


def test_nothing_tests_which_scenario_is_played() -> None:
    everywhere = modules("information", "bot", "text", "odds", "scenarios")
    assert [name for name, source in everywhere.items() if PLACEHOLDER in names_in(source)] == []


@pytest.mark.parametrize(
    ("source", "known"),
    [
        ('"""At Leyte."""\nAREA = "x"\n"""In Burma."""\n', set()),
        ("from a.scenarios import base", {"a.scenarios.base"}),
        ("from a.rules import burma as in_b", {"a.rules.burma"}),
        ('IN = ("midway",)', {"midway"}),
        ("class LeyteTurn:\n    pass", {"LeyteTurn"}),
        ("if other.played(state):\n    pass", {PLACEHOLDER}),
    ],
)
def test_a_rule_that_knows_a_scenario_is_found(source: str, known: set[str]) -> None:
    assert knows_a_scenario(source) == known


HOOKS = [name for name, each in vars(ScenarioHooks).items() if inspect.isfunction(each) and not name.startswith("_")]


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_cites_the_clause_that_it_serves_and_is_filled_by_some_scenario(hook: str) -> None:
    assert re.match(r"\d+\.\d+", inspect.getdoc(getattr(ScenarioHooks, hook)) or "")
    filled = [scenario for scenario in BOOKLET if getattr(type(scenario), hook) is not getattr(ScenarioHooks, hook)]
    assert filled != []


@pytest.mark.parametrize("name", GAME.scenarios)
def test_a_state_finds_its_scenario(name: str) -> None:
    scenario = layout.scenario(GAME.new(name))
    assert scenario is BOOKLET[counters.SCENARIOS.index[name]]
    assert scenario.case == counters.SCENARIO_CASE[counters.SCENARIOS.index[name]]
    assert scenario.free_deployment is name.endswith("_freely")


ALONE = {
    "rules/bases/construction_orders": {
        "entrenchments": "24.5 the counters of each nation: a figure, not a condition",
        "repairs_without_orders": "26.2 repairs itself is what the booklet says of a short scenario",
    },
    "rules/bases/facility_repair": {"ports_supply": "26.2 nothing is paid for where every port supplies"},
    "rules/bases/headquarters": {"ports_supply": "5.32 headquarters need no stores there, and work where they are"},
    "rules/land/chinese_armies": {
        "provincial_points": "29.3 a general rule; other scenarios have no armies of the KMT"
    },
    "rules/naval/refuelling": {"ports_supply": "10.5 ships refuel from ports there, elsewhere from stores"},
    "rules/search/searched_ports": {"naval_phases": "4.12 a general rule; in a scenario on land no ships sail"},
    "rules/air_units/return_to_base": {"naval_phases": "5.9 points that flew in an Air Phase alone are counted once"},
    "rules/supply/supply_priority": {"ports_supply": "25.3 no order of payment is asked where nothing is paid"},
    "rules/turn/supply_payments": {"ports_supply": "25.3 nothing is paid where every port supplies"},
    "rules/turn/terminal_segment": {"breakoff": "47.3 a general rule, which one case excludes"},
}
"""The rules that read a field in which one scenario differs from all others, each with the reason."""


def single_fields() -> set[str]:
    """The fields in which exactly one scenario differs from the default, without the cases that refusals cite."""
    plain = vars(ScenarioHooks("0"))
    differing = {(field, type(each)) for each in BOOKLET for field in plain if vars(each)[field] != plain[field]}
    named = ("case", "free_deployment")
    owners = [field for field, _ in differing if field not in named and not field.endswith(("_case", "_cases"))]
    return {field for field in owners if owners.count(field) == 1}


def fields_read(source: str, helpers: dict[str, str]) -> set[str]:
    """The fields of the scenario that a module reads, directly or through a function that returns one."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name, value=ast.Call(func=ast.Attribute(attr="scenario"))):
                found.add(name)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in helpers:
                found.add(helpers[name])
    return found


def helpers(sources: dict[str, str]) -> dict[str, str]:
    """The functions that only return a field of the scenario, each with the field."""
    found = {}
    for text in sources.values():
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.FunctionDef(
                    name=name,
                    body=[
                        *_,
                        ast.Return(value=ast.Attribute(attr=field, value=ast.Call(func=ast.Attribute(attr=asked)))),
                    ],
                ) if asked == "scenario":
                    found[name] = field
    return found


def test_no_rule_reads_a_field_of_one_scenario_without_a_reason() -> None:
    returned = helpers(modules("derived"))
    assert returned["ports_supply"] == "ports_supply"
    single = single_fields()
    read = {name.removesuffix(".py"): fields_read(text, returned) & single for name, text in modules("rules").items()}
    assert {name: fields for name, fields in read.items() if fields} == {name: set(why) for name, why in ALONE.items()}


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        ("if places.scenario(state).breakoff:\n    pass", {"breakoff"}),
        ("if supply_reach.ports_supply(state):\n    pass", {"ports_supply"}),
        ("if ports_supply(state):\n    pass", {"ports_supply"}),
        ("if state.breakoff or scenario.case:\n    pass", set()),
    ],
)
def test_a_field_of_the_scenario_that_is_read_is_found(source: str, fields: set[str]) -> None:
    assert fields_read(source, {"ports_supply": "ports_supply"}) == fields

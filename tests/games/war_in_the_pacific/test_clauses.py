"""The clauses of War in the Pacific: complete, each with its source and its status."""

import re
from collections import Counter
from functools import cache, partial

import pytest

from ironbottom.engine.data.clause_sources import clause_table, uncited_clauses, unknown_citations
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.games.war_in_the_pacific.data.facts import DATA, load
from ironbottom.games.war_in_the_pacific.data.tables import DEPLOYMENT, REINFORCEMENTS, SUBRONS

index = ClauseIndex.load(DATA / "clauses.toml")
RULES = [clause for clause in index.values() if int(clause.id.partition(".")[0]) < 40]
CASES = [clause for clause in index.values() if int(clause.id.partition(".")[0]) >= 40]


def test_every_clause_and_case_exists_in_order() -> None:
    assert index.decimal
    assert (len(RULES), len(CASES)) == (311, 230)
    assert sum(clause.id[-1].isalpha() for clause in CASES) == 20
    written = re.findall(r'^\["(.+)"\]$', (DATA / "clauses.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert written == list(index)


def test_every_clause_states_its_source() -> None:
    counted = Counter(clause.marks for clause in RULES)
    assert counted["reconstructed",] == 237
    assert counted["rules",] == 31
    assert counted["rules", "reconstructed"] == 22
    assert all(clause.marks for clause in index.values())
    assert index["12.4"].marks == ("reconstructed",)
    assert index["47.1"].marks == ("rules",)
    assert index["41.7"].marks == ("reconstructed",)


RULES_IN = ("rules/", "derived/", "scenarios/", "scenario.py")
"""The rules, values derived from a state, and changes in scenarios."""
table = cache(partial(clause_table, "war_in_the_pacific"))
BY_THE_MAP = ("1.1", "2.1", "3.24", "7.3", "44.12", "45.12")
"""Clauses covered by the map, the calendar, the charts or the counters, which no rule repeats."""
BY_TABLES = ("42.45", "42.53", "44.44", "45.11", "45.43")
"""Figures of a scenario in its tables, which the general rules read: its start, and the levels of victory."""


@pytest.mark.build
def test_what_is_implemented_is_cited_in_the_rules_and_has_a_test() -> None:
    played = [row for row in table() if row["status"] == "implemented"]
    assert [row["clause"] for row in played if not row["tests"]] == []
    elsewhere = [row["clause"] for row in played if not any(place.startswith(RULES_IN) for place in row["code"])]
    assert sorted(elsewhere) == sorted((*BY_THE_MAP, *BY_TABLES))
    assert all(row["code"] for row in played)


def test_a_clause_without_effect_gives_the_reason() -> None:
    idle = {clause.id: clause.reason for clause in index.values() if clause.status == "no_effect"}
    assert list(idle) == ["9.5", "13.2", "28.4", "38.4", "39.93"]
    assert all(reason.endswith(".") for reason in idle.values())


def test_basic_midway_lacks_nothing() -> None:
    """The published list has become shorter, and never just by a change of status."""
    lacking = [clause.id for clause in index.values() if clause.scenario == "42"]
    assert lacking == []
    assert {index[clause].status for clause in ("6.8", "25.1", "25.8", "14.4", "18.4", "21.4")} == {"implemented"}


def test_what_is_not_played_yet_names_the_scenario_that_brings_it() -> None:
    to_come = [clause for clause in index.values() if clause.status == "scenario_to_come"]
    assert {clause.scenario for clause in to_come} == {"41", "46"}
    assert {index[clause].status for clause in ("44.63", "43.62", "15.5")} == {"implemented"}
    assert index["42.65"].status == "implemented"
    assert index["32.1"].scenario == "46"


def test_every_case_of_the_deployments_is_in_the_index() -> None:
    cases = {row.case for table in (DEPLOYMENT, REINFORCEMENTS, SUBRONS) for row in load().table(table).values()}
    assert len(cases) > 50
    assert cases - {"45.2"} <= set(index)


def test_every_text_is_short_and_unique() -> None:
    assert len({clause.title for clause in index.values()}) == len(index)
    assert len({clause.paraphrase for clause in index.values()}) == len(index)
    for clause in index.values():
        assert len(clause.paraphrase.split()) <= 60
        assert clause.paraphrase[0].isupper() or clause.paraphrase[0].isdigit()
        assert clause.paraphrase.endswith(".")


def test_the_table_of_clauses_has_no_gap() -> None:
    assert uncited_clauses(table()) == []
    assert unknown_citations("war_in_the_pacific") == []


@pytest.mark.parametrize("scenario", ["43", "44", "45"])
def test_neither_guadalcanal_nor_burma_nor_leyte_lacks_a_clause(scenario: str) -> None:
    assert [clause.id for clause in index.values() if clause.scenario == scenario] == []


@pytest.mark.parametrize(("scenario", "airborne"), [("44", ["cw_3_1_abn"]), ("45", [])])
def test_neither_burma_nor_leyte_has_transport_units_and_only_burma_has_airborne_ones(
    scenario: str, airborne: list[str]
) -> None:
    """25.4, 25.6 Depots and the loads of transport units come with a scenario that has them."""
    rows = [row for table in (DEPLOYMENT, REINFORCEMENTS) for row in load().table(table).values()]
    units = sorted({row.unit for row in rows if row.scenario == scenario})
    assert len(units) > 20
    assert [unit for unit in units if unit.endswith(("_abn", "_ltu"))] == airborne

"""PF-20 What is revealed and what stays hidden (8.4)."""

from collections import Counter
from random import Random

import pytest

from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    HENDERSON,
    SLOT,
    SOUND,
    SOUTH,
    Force,
    RuleTester,
    at,
    kinds,
    revealed,
)


def table_with(side: str, henderson: str = "operational", initiative: str = "allies", /, **forces: Force) -> RuleTester:
    """A side must act; some forces are on the map."""
    return RuleTester(
        initiative=initiative,
        operations_done=0 if side == initiative else 1,
        henderson=henderson,
        forces=forces,
        idle=(EASTERN, SOUTH),
    )


def both_see(table: RuleTester, force: str) -> bool:
    """Whether the enemy and the public see every unit of a task force."""
    side = "allies" if force.startswith("japan") else "japan"
    units = table.units(force)
    return table.sees(side, force) == units and table.sees("public", force) == units


def neither_sees(table: RuleTester, force: str) -> bool:
    """Whether the enemy and the public see no unit of a task force, while its owner sees all of them."""
    other, owner = ("allies", "japan") if force.startswith("japan") else ("japan", "allies")
    mine = table.sees(owner, force) == table.units(force)
    return mine and table.sees(other, force) == [] and table.sees("public", force) == []


@pytest.mark.clause("8.4.a", "9.2.c")
def test_pf_20_entering_a_held_zone_shows_everybody_there() -> None:
    forces = {"japan_1": at(SLOT, "Aoba", "Tone"), "japan_2": at(SLOT, "Nagato"), "allies_1": at(SOUND, "Washington")}
    table = table_with("allies", **forces, japan_3=at(EASTERN, "Shokaku"))
    assert neither_sees(table, "japan_1")
    events = table.act("allies", "move", "allies_1", SLOT, dice=[6, 6, 6, 6])
    assert list(revealed(events)) == ["allies_1", "japan_1", "japan_2"]
    assert all(both_see(table, force) for force in forces)
    assert neither_sees(table, "japan_3")


@pytest.mark.clause("8.4.a", "9.2.c", "10.5.b")
def test_pf_20_own_forces_already_in_the_zone_are_shown_too() -> None:
    forces = {"japan_1": at(SOUTH, "Aoba"), "japan_2": at(EASTERN, "Nagato"), "allies_1": at(SOUTH, "Chester")}
    table = table_with("japan", **forces)
    events = table.act("japan", "move", "japan_2", SOUTH)
    assert list(revealed(events)) == ["japan_1", "japan_2", "allies_1", "allies_7"]


@pytest.mark.clause("9.1.e", "8.4.a")
def test_pf_20_a_sortie_into_a_held_zone_shows_everybody_and_brings_combat() -> None:
    table = table_with("japan", japan_1=at("box_1", "Aoba"), allies_1=at(SLOT, "Chester"))
    events = table.act("japan", "sortie", "japan_1", SLOT, dice=[6, 6])
    assert revealed(events) == {"japan_1": ["ijn_aoba"], "allies_1": ["us_chester"]}
    assert kinds(events)[:4] == ["sortied", "revealed", "revealed", "battle_opened"]


@pytest.mark.clause("9.1.e", "9.1.b")
def test_pf_20_the_initiative_side_may_sortie_into_enemies_in_the_sound() -> None:
    table = table_with("allies", allies_1=at("box_1", "Chester"), japan_1=at(SOUND, "Aoba"))
    events = table.act("allies", "sortie", "allies_1", SOUND, dice=[6, 6])
    assert list(revealed(events)) == ["allies_1", "japan_1"]
    assert table.step == "return_or_stay"


@pytest.mark.clause("8.4.a")
def test_pf_20_a_bombarding_force_is_shown() -> None:
    """Entering with the field operational reveals it as well; only one event reports it."""
    table = table_with("japan", japan_1=at(SLOT, "Kongo"))
    assert revealed(table.act("japan", "bombard", "japan_1", dice=[1])) == {"japan_1": ["ijn_kongo"]}


@pytest.mark.clause("8.4.a")
def test_pf_20_striker_and_target_are_shown() -> None:
    forces = {
        "japan_1": at(EASTERN, "Shokaku", "Tone"),
        "allies_1": at(SOUTH, "Chester", "Chicago"),
        "allies_2": at(SOUTH, "Wasp"),
    }
    table = table_with("japan", **forces)
    events = table.act("japan", "strike", "japan_1", "allies_1", dice=[6])
    assert revealed(events) == {"japan_1": ["ijn_shokaku", "ijn_tone"], "allies_1": ["us_chester", "us_chicago"]}
    assert neither_sees(table, "allies_2")
    assert neither_sees(table, "japan_7")


@pytest.mark.clause("8.4.a", "10.6.a")
def test_pf_20_a_strike_on_the_field_reveals_only_the_striker() -> None:
    table = table_with("japan", japan_1=at(EASTERN, "Shokaku", "Tone"), allies_1=at(SOUND, "Chester"))
    events = table.act("japan", "strike", "japan_1", HENDERSON, dice=[6, 6])
    assert list(revealed(events)) == ["japan_1"]
    assert neither_sees(table, "allies_1")


@pytest.mark.clause("10.6.a")
def test_pf_20_the_target_is_named_before_it_is_shown() -> None:
    table = table_with("japan", japan_1=at(EASTERN, "Shokaku"), allies_1=at(SOUTH, "Chester", "Chicago"))
    events = table.act("japan", "strike", "japan_1", "allies_1", dice=[6])
    assert kinds(events)[:3] == ["target_chosen", "revealed", "revealed"]


@pytest.mark.clause("8.4.b")
def test_pf_20_without_the_initiative_a_force_is_seen_entering_the_sound_while_the_field_operates() -> None:
    table = table_with("japan", japan_1=at(SLOT, "Aoba"))
    assert revealed(table.act("japan", "move", "japan_1", SOUND)) == {"japan_1": ["ijn_aoba"]}
    assert both_see(table, "japan_1")
    table = table_with("allies", "operational", "japan", allies_1=at(SLOT, "Chester"))
    assert list(revealed(table.act("allies", "move", "allies_1", SOUND))) == ["allies_1"]


@pytest.mark.clause("8.4.b")
def test_pf_20_a_force_entering_the_sound_is_hidden_while_the_field_is_disrupted() -> None:
    table = table_with("japan", "disrupted", japan_1=at(SLOT, "Aoba"))
    assert "revealed" not in kinds(table.act("japan", "move", "japan_1", SOUND))
    assert neither_sees(table, "japan_1")
    assert table.match.view("allies")["forces"]["japan_1"]["counters"] == 1


@pytest.mark.clause("8.4.b")
def test_pf_20_the_initiative_side_enters_the_sound_hidden() -> None:
    table = table_with("allies", allies_1=at("box_1", "Chester"), allies_2=at(SOUTH, "Portland"))
    assert "revealed" not in kinds(table.act("allies", "sortie", "allies_1", SOUND))
    assert neither_sees(table, "allies_1")
    table.act("japan", "pass")
    assert "revealed" not in kinds(table.act("allies", "move", "allies_2", SOUND))
    assert neither_sees(table, "allies_2")


@pytest.mark.clause("8.4.a")
@pytest.mark.parametrize("zone", [SLOT, EASTERN])
def test_pf_20_a_sortie_into_a_free_zone_shows_nothing(zone: str) -> None:
    table = table_with("japan", japan_1=at("box_1", "Aoba"))
    assert "revealed" not in kinds(table.act("japan", "sortie", "japan_1", zone))
    assert neither_sees(table, "japan_1")


@pytest.mark.clause("8.4.a", "9.0.b")
def test_pf_20_a_pass_shows_nothing() -> None:
    table = table_with("japan", japan_1=at("box_1", "Aoba"), allies_1=at(SOUND, "Chester"))
    events = table.act("japan", "pass")
    assert kinds(events) == ["passed", "boxes_advanced"]
    assert all(neither_sees(table, force) for force in ("japan_1", "allies_1", "japan_7", "allies_7"))


@pytest.mark.clause("8.4.c")
def test_pf_20_a_shown_force_stays_shown_until_the_turn_ends() -> None:
    table = table_with("japan", japan_1=at(SLOT, "Aoba"))
    table.act("japan", "move", "japan_1", SOUND)
    table.act("allies", "pass")
    table.act("japan", "move", "japan_1", SLOT)
    assert both_see(table, "japan_1")
    table.act("allies", "pass")
    table.act("japan", "return_to_base", "japan_1")
    assert table.where("japan_1") == "home"
    assert both_see(table, "japan_1")


@pytest.mark.clause("9.3.d", "8.4.b")
def test_pf_20_a_landing_shows_the_transports_and_no_other_ship() -> None:
    """Troops that land by night are seen ashore.

    The force itself is known to contain no carriers, Transports or Express.
    """
    table = table_with("japan", "disrupted", japan_1=at(SLOT, "Transports 1", "Aoba", "Tone"))
    table.act("japan", "land", "japan_1")
    force = table.match.view("allies")["forces"]["japan_1"]
    assert (force["counters"], force["units"], force["where"]) == (2, [], "home")
    assert force["cannot_hold"] == ["carriers", "transports", "tokyo_express"]
    assert table.sees("japan", "japan_1") == ["ijn_tone", "ijn_aoba"]
    assert "ijn_transports_1" in table.match.view("allies")["off_map"]
    assert {"ijn_aoba", "ijn_tone", "ijn_transports_2"} <= set(table.match.view("allies")["hidden"]["japan"])
    assert "ijn_transports_1" not in table.match.view("allies")["hidden"]["japan"]


CANNOT = [
    ("japan", "sortie", SLOT, ["carriers", "transports"]),
    ("japan", "sortie", EASTERN, ["tokyo_express"]),
    ("allies", "sortie", SOUND, ["carriers", "transports", "tokyo_express"]),
    ("allies", "sortie", SOUTH, ["tokyo_express"]),
]


@pytest.mark.clause("8.4.c", "9.1.b", "9.1.c", "9.6.b")
@pytest.mark.parametrize(("side", "verb", "zone", "kinds_of"), CANNOT)
def test_pf_20_the_destination_of_a_force_shows_what_it_cannot_hold(
    side: str, verb: str, zone: str, kinds_of: list[str]
) -> None:
    unit = "Aoba" if side == "japan" else "Chester"
    table = table_with(side, **{f"{side}_1": at("box_1", unit)})
    table.act(side, verb, f"{side}_1", zone)
    assert table.match.view("public")["forces"][f"{side}_1"]["cannot_hold"] == kinds_of


@pytest.mark.clause("9.2.b", "9.3.b")
@pytest.mark.parametrize(("henderson", "sure"), [("operational", []), ("disrupted", ["transports"])])
def test_pf_20_a_force_that_enters_an_open_sound_without_landing_has_no_transports(
    henderson: str, sure: list[str]
) -> None:
    table = table_with("japan", henderson, japan_1=at(EASTERN, "Aoba"))
    table.act("japan", "move", "japan_1", SOUND)
    assert table.match.view("allies")["forces"]["japan_1"]["cannot_hold"] == ["carriers", *sure, "tokyo_express"]


# -- visibility in general ----------------------------------------------------------------------------


@pytest.mark.clause("8.2.a", "8.4.c", "3.1", "3.2")
def test_pf_20_each_side_sees_its_own_base_and_counts_the_others() -> None:
    table = RuleTester(new=True)
    own, their, public = (table.match.view(side) for side in ("japan", "allies", "public"))
    assert len(own["bases"]["truk"]["units"]) == own["bases"]["truk"]["counters"] == 27
    assert (their["bases"]["truk"]["units"], their["bases"]["truk"]["counters"]) == ([], 27)
    assert (public["bases"]["espiritu_santo"]["units"], public["bases"]["espiritu_santo"]["counters"]) == ([], 18)
    assert own["bases"]["espiritu_santo"] == public["bases"]["espiritu_santo"]
    assert public["reserve"] == ["ijn_yamato", "ijn_junyo", "ijn_hiyo"]
    assert public["due"] == {"2": ["us_hornet"]}


@pytest.mark.clause("8.2.a")
def test_pf_20_8_2_a_the_other_side_sees_nothing_of_forces_being_formed() -> None:
    table = RuleTester(new=True)
    before = table.match.view("allies")
    table.act("japan", "assign", "ijn_shokaku", "1")
    table.act("japan", "form_express", "2")
    assert table.match.view("allies") == before
    assert [entry["act"] for entry in table.match.log("allies")] == ["begin"]
    table.act("japan", "done")
    after = table.match.view("allies")
    assert {name: force["counters"] for name, force in after["forces"].items()} == {"japan_1": 1, "japan_2": 1}
    assert after["bases"]["truk"]["counters"] == 25
    assert {"ijn_tokyo_express", "ijn_transports_1", "ijn_transports_2"} <= set(after["hidden"]["japan"])
    assert after["off_map"] == ["us_transports_1", "us_transports_2"]


@pytest.mark.clause("8.2.a")
@pytest.mark.parametrize(("option", "counts", "base"), [("off", [2, 1], 24), ("on", [None, None], None)])
def test_pf_20_8_2_a_hidden_counts(option: str, counts: list[int | None], base: int | None) -> None:
    table = RuleTester(new=True, options={"hidden_counts": option})
    table.act("japan", "assign", "ijn_shokaku", "1")
    table.act("japan", "assign", "ijn_tone", "1")
    table.act("japan", "assign", "ijn_aoba", "2")
    events = table.act("japan", "done")
    event = events[-1]
    assert (event["forces"], event["counters"]) == (2, counts if option == "off" else [])
    view = table.match.view("allies")
    assert [view["forces"][force]["counters"] for force in ("japan_1", "japan_2")] == counts
    assert view["bases"]["truk"]["counters"] == base
    assert table.match.view("japan")["forces"]["japan_1"]["counters"] == 2


@pytest.mark.clause("8.2.a")
def test_pf_20_8_2_a_an_empty_base_does_not_end_the_forming_automatically() -> None:
    """If counts are hidden, only the side itself knows that nothing is left to assign."""
    ships = [unit for unit in RuleTester(new=True).units_in("espiritu_santo") if unit != "us_chester"]
    table = RuleTester(step="second_forms", options={"hidden_counts": "on"}, units={"sunk": [*ships, "us_hornet"]})
    events = table.act("allies", "assign", "us_chester", "1")
    assert kinds(events) == ["assigned"]
    assert (table.to_act, table.offered()) == ("allies", [("done",)])


@pytest.mark.clause("8.2.a", "8.4")
def test_pf_20_8_2_a_without_counting_any_of_the_last_ships_may_be_in_any_task_force() -> None:
    """Three ships of three task forces: each of the six arrangements is drawn, with the carrier too."""
    ships = {"allies_1": "Wasp", "allies_2": "Chester", "allies_3": "Enterprise"}
    forces = {force: at("home", ship) for force, ship in ships.items()}
    own = {"japan_1": at("box_1", "Aoba")}
    mine = {"us_wasp", "us_chester", "us_enterprise"}
    rest = [unit for unit in RuleTester(new=True).units_in("espiritu_santo") if unit not in mine]
    table = RuleTester(forces=forces | own, options={"hidden_counts": "on"}, units={"sunk": [*rest, "us_hornet"]})
    view = table.match.view("japan")
    drawn: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for seed in range(300):
        shown = table.match.rules.game.resample(view, Random(seed)).view("allies")["forces"]
        drawn[tuple(tuple(shown[force]["units"]) for force in ships)] += 1
    assert len(drawn) == 6
    assert set().union(*(set(one) for way in drawn for one in way)) == mine

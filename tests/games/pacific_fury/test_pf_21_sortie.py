"""PF-21 Where each type of task force may sortie (9.1, 9.6.b), and the clause that forbids other places."""

import pytest

from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, RuleTester, at

UNITS = {
    ("japan", "A"): ("Transports 1", "Aoba"),
    ("japan", "B"): ("Nagato", "Aoba"),
    ("japan", "C"): ("Shokaku", "Aoba"),
    ("japan", "TE"): ("ijn_tokyo_express",),
    ("allies", "A"): ("Transports 1", "Chester"),
    ("allies", "B"): ("Washington", "Chester"),
    ("allies", "C"): ("Wasp", "Chester"),
}
ROWS = [
    ("japan", False, "A", (EASTERN,)),
    ("japan", False, "B", (SLOT, EASTERN)),
    ("japan", False, "C", (EASTERN,)),
    ("japan", True, "B", (SLOT, SOUND, EASTERN)),
    ("japan", True, "C", (EASTERN,)),
    ("allies", True, "B", (SOUND, SOUTH)),
    ("allies", True, "C", (SOUTH,)),
    ("allies", False, "A", (SOUTH,)),
    ("allies", False, "B", (SOUTH,)),
    ("japan", False, "TE", (SLOT,)),
]
REFUSED = {SLOT: "9.1.c", SOUND: "9.1.b", EASTERN: "9.1.a", SOUTH: "9.1.a"}


def ready(side: str, has_initiative: bool, kind: str, **forces: object) -> RuleTester:
    """A task force of a type in box 1, next to sortie."""
    other = "allies" if side == "japan" else "japan"
    initiative = side if has_initiative else other
    return RuleTester(
        marker=1 if initiative == "allies" else -1,
        operations_done=0 if has_initiative else 1,
        forces={f"{side}_1": at("box_1", *UNITS[side, kind]), **forces},
        idle=(EASTERN, SOUTH),
    )


@pytest.mark.clause("9.1.a", "9.1.b", "9.1.c", "9.6.b")
@pytest.mark.parametrize(("side", "has_initiative", "kind", "destinations"), ROWS)
def test_pf_21_where_a_task_force_may_sortie(
    side: str, has_initiative: bool, kind: str, destinations: tuple[str, ...]
) -> None:
    table = ready(side, has_initiative, kind)
    force = f"{side}_1"
    assert table.offered("sortie") == [("sortie", force, zone) for zone in destinations]
    for zone in (SLOT, SOUND, EASTERN, SOUTH):
        if zone in destinations:
            assert table.clause(side, "sortie", force, zone) is None
        else:
            assert table.clause(side, "sortie", force, zone) == ("9.6.b" if kind == "TE" else REFUSED[zone])
    for zone in destinations:
        table = ready(side, has_initiative, kind)
        table.act(side, "sortie", force, zone)
        assert table.where(force) == zone


@pytest.mark.clause("9.1.a", "9.1.b", "9.1.c")
def test_pf_21_the_refusals_say_which_side_may() -> None:
    table = ready("allies", True, "B")
    assert table.message("allies", "sortie", "allies_1", SLOT) == (
        "only Japanese task forces without carriers and Transports can sortie to The Slot"
    )
    assert table.message("allies", "sortie", "allies_1", EASTERN) == (
        "Japan can sortie only to the Eastern Solomons, the Allies only to the South Pacific Ocean"
    )
    table = ready("japan", False, "B")
    assert table.message("japan", "sortie", "japan_1", SOUND) == (
        "only the side with the initiative can sortie directly to Ironbottom Sound, without carriers and Transports"
    )


@pytest.mark.clause("9.1.b")
def test_pf_21_9_1_b_past_enemies_in_the_usual_zone() -> None:
    table = ready("allies", True, "B", japan_1=at(SOUTH, "Shokaku"))
    table.act("allies", "sortie", "allies_1", SOUND)
    assert table.where("allies_1") == SOUND


@pytest.mark.clause("9.1.e")
def test_pf_21_9_1_e_enemies_in_the_zone_do_not_forbid_it() -> None:
    table = ready("allies", True, "C", japan_1=at(SOUTH, "Shokaku", "Tone"))
    assert table.clause("allies", "sortie", "allies_1", SOUTH) is None
    table.act("allies", "sortie", "allies_1", SOUTH)
    assert table.where("allies_1") == SOUTH
    assert table.offered() == [("target", "japan_1", "allies_1"), ("target", "japan_1", "allies_7")]

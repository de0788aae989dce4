"""Variants and optional rules use declared hooks: each hook is used, and the rules test for no option."""

import ast
from pathlib import Path

import pytest

from ironbottom import get_game
from ironbottom.games.victory_in_the_pacific import rules
from ironbottom.games.victory_in_the_pacific.options import OPTIONAL_RULES, TOURNAMENT
from ironbottom.games.victory_in_the_pacific.rules.hooks import printed_rules
from ironbottom.games.victory_in_the_pacific.variants.in_force import ENTRANCES, hooks_in_force

GAME = get_game("vitp")
SETTLED_ELSEWHERE = {
    "bid": "the result counts it",
    "bid_half": "likewise",
    "us_battleship_bonus": "one expression where the bonus is told",
    "air_unit_losses": "one expression where the airstrike of an air unit is told",
}
"""Tournament options and optional rules without a hook, each with the reason."""
WITH_PARTS_ELSEWHERE = {
    "arrivals": {"SanDiego"},
    "movement": {"GO_WEST", "TO_SAN_DIEGO", "go_to_san_diego", "go_west"},
}
"""The names that rules may import from variants: verbs listed among their own, and a procedure with its own place."""


def entered(options: dict[str, str]) -> set[str]:
    """The hooks used under these options."""
    found, plain = vars(hooks_in_force(GAME.chosen(options))), vars(printed_rules())
    return {place for place in plain if found[place] != plain[place]}


def test_the_rules_as_printed_use_no_hook() -> None:
    assert entered({}) == set()


def test_every_tournament_option_and_optional_rule_uses_hooks() -> None:
    named = {option for option, _ in ENTRANCES}
    assert named | set(SETTLED_ELSEWHERE) == {option.name for option in (*OPTIONAL_RULES, *TOURNAMENT)}
    assert not named & set(SETTLED_ELSEWHERE)


@pytest.mark.parametrize(
    ("option", "value", "places"),
    [
        ("turn_one", "menzel", {"left_behind", "ask_japan", "groups_known"}),
        ("iboat_arrival", "turn_2", {"submarine_waits"}),
        ("iboat_raid", "escaped_only", {"torpedo_targets"}),
        ("cpo_withdrawal", "on", {"group_found"}),
        ("west_coast_escape", "on", {"going_west"}),
        ("san_diego_repair", "on", {"may_repair_in_san_diego"}),
        ("pearl_harbor_escape", "on", {"escapers", "amphibious_sails", "shores", "escape_homes"}),
        ("last_turn", "9", {"kamikaze_candidates", "is_kamikaze"}),
        ("task_forces", "on", {"round", "stay_or_go", "invaders"}),
        ("airstrike_losses", "on", {"day_action"}),
        ("island_combat", "on", {"invade_together"}),
    ],
)
def test_each_variant_uses_its_own_hooks(option: str, value: str, places: set[str]) -> None:
    assert entered({option: value}) == places


def test_every_hook_is_used_by_some_variant() -> None:
    assert set().union(*(entered({option: value}) for option, value in ENTRANCES)) == set(vars(printed_rules()))


def test_a_normal_turn_one_goes_before_the_withdrawal_of_groups() -> None:
    both = hooks_in_force(GAME.chosen({"turn_one": "normal", "cpo_withdrawal": "on"}))
    assert both.group_found == hooks_in_force(GAME.chosen({"turn_one": "normal"})).group_found


@pytest.mark.build
def test_the_rules_import_only_verbs_from_variants_and_read_no_option() -> None:
    folder = Path(rules.__file__).parent
    taken: dict[str, set[str]] = {}
    read = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and ".variants" in (node.module or ""):
                taken.setdefault(path.stem, set()).update(name.name for name in node.names)
            if isinstance(node, ast.Attribute) and node.attr == "options":
                read.append(f"{path.stem}:{node.lineno}")
    assert taken == WITH_PARTS_ELSEWHERE
    assert read == []

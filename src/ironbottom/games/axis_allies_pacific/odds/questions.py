"""The options of ``ironbottom odds aap``, and its answers as lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ironbottom.engine.text.sentences import joined
from ironbottom.games.axis_allies_pacific.text.names import kind_text, quantity_text
from ironbottom.odds.questions import CHANCE, NUMBER, WORD, OddsFlag, OddsOptions

UNITS = "UNITS"
HELP = """Compute a battle of Axis & Allies: Pacific exactly.

Units are written in words. Chances, losses and the swing in IPC are exact, not sampled. For each side it lists the
chance to lose no unit and the most likely survivors; --json lists all of them.

    ironbottom odds aap --attack "3 infantry, 2 tanks" --defend "2 infantry, 1 fighter" --aa
    ironbottom odds aap --sea --attack "2 subs, 1 battleship" --defend "1 destroyer, 1 carrier, 2 fighters"
    ironbottom odds aap --landing --fleet "2 transports, 1 battleship" --ashore "3 infantry, 1 artillery"
                        --at-sea "1 destroyer" --defend "2 infantry"
    ironbottom odds aap --raid --attack "2 bombers, 1 fighter" --defend "1 fighter" --aa --bank 19
    ironbottom odds aap --attack "2 infantry" --defend "3 infantry" --add "infantry, tank" --purse 30

Losses are taken by price, or with `as_written` in the order in which the units are written. For a landing, --attack
names the units that join overland or from the air. With a record instead of units, computes all planned and current
battles of the turn, as the side named by --as sees them."""

FLAGS = (
    OddsFlag("attack", 'The attacking units, such as "3 infantry, 2 tanks".', UNITS),
    OddsFlag("defend", "The defending units.", UNITS),
    OddsFlag("sea", "The battle is at sea."),
    OddsFlag("landing", "Units land from the sea."),
    OddsFlag("raid", "Bombers raid an industrial complex."),
    OddsFlag("fleet", "The ships of a landing.", UNITS),
    OddsFlag("ashore", "The units that land.", UNITS),
    OddsFlag("at_sea", "The enemies at sea that must be beaten before the landing.", UNITS),
    OddsFlag("aa", "There is an AA gun in the territory."),
    OddsFlag("first_turn", "Japan's first turn: the Allies except China hit on 1."),
    OddsFlag("low_luck", "Six pips make a hit, and one die is rolled for the remaining pips."),
    OddsFlag("rounds", "The attacker retreats after this many rounds.", NUMBER),
    OddsFlag("retreat_at", "The attacker retreats with this many units or fewer.", NUMBER),
    OddsFlag("save_aircraft", "The attacker retreats when only aircraft are left."),
    OddsFlag("attacker_losses", "The order of losses: cheapest, aircraft_first, ships_first or as_written.", WORD),
    OddsFlag("defender_losses", "The same for the defender.", WORD),
    OddsFlag(
        "loads",
        "Which of several equal ships in a landing are lost first, by cargo: cheapest, dearest or as_written.",
        WORD,
        of_a_record=("cheapest", "dearest"),
    ),
    OddsFlag("attacker_submerges", "When submarines submerge: never, at_once or alone.", WORD),
    OddsFlag("defender_submerges", "The same for the defender.", WORD),
    OddsFlag("add", "Units to choose from: finds the cheapest addition that wins.", UNITS),
    OddsFlag("adding_to", "The side that adds units: attacker or defender.", WORD),
    OddsFlag("purse", "The IPC available for them.", NUMBER),
    OddsFlag("wanted", "The required chance of winning.", CHANCE),
    OddsFlag("bank", "The IPC of the raided economy.", NUMBER),
)

# -- as text -----------------------------------------------------------------------------------------------------

NAMES = {
    "won": "The attacker wins",
    "lost": "The attacker is beaten",
    "emptied": "No attacker is left to hold the place",
    "standing": "Both survive",
}
MIN_CHANCE = 0.0005
"""Lower probabilities would be shown as zero."""


def amount(number: str, unit: str) -> str:
    """A number of units of a kind, average or exact.

    >>> amount("1", "tank"), amount("0.60", "carrier"), amount("0.88", "transport_infantry_infantry")
    ('1 tank', '0.60 carriers', '0.88 transports with 2 infantry')
    """
    return f"1 {kind_text(unit)}" if number == "1" else quantity_text(2, unit).replace("2", number, 1)


MAX_LINES = 8
"""The number of possible sets of survivors that are listed, the most likely first."""


def remainder_lines(remains: Sequence[tuple[Mapping[str, int], float]]) -> Iterator[str]:
    """The most likely survivors of a side, from the most units to the fewest.

    >>> list(remainder_lines([({"tank": 2}, 0.25), ({"tank": 1}, 0.5), ({}, 0.25)]))
    ['    25.0% 2 tanks', '    50.0% 1 tank', '    25.0% nothing']
    """
    likely = sorted(remains, key=lambda left: -left[1])[:MAX_LINES]
    result = [(units, chance) for units, chance in remains if (units, chance) in likely and chance >= MIN_CHANCE]
    for units, chance in result:
        yield f"    {chance:.1%} {joined([quantity_text(number, unit) for unit, number in units.items()])}"
    others = math.fsum(chance for _, chance in remains) - math.fsum(chance for _, chance in result)
    if others >= MIN_CHANCE:
        yield f"    {others:.1%} any other outcome"


def answer_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """An answer as lines of text."""
    yield f"{data['place'] or 'Your battle'}, {data['kind']}"
    if data["paid"] is not None:
        yield f"  paid {data['paid']:.2f} IPC on average; it may cost {data['points']:.2f} victory points"
    else:
        for name, title in NAMES.items():
            if data[name] >= MIN_CHANCE:
                yield f"  {title}: {data[name]:.1%}"
    losses = data["attacker_losses"], data["defender_losses"]
    yield (
        f"  average losses: attacker {losses[0]:.2f} IPC, defender {losses[1]:.2f} IPC"
        f"; net gain of the attacker: {data['swing']:+.2f}"
    )
    for side in ("attacker", "defender"):
        left = ", ".join(
            amount(f"{number:.2f}", unit) for unit, number in data[f"{side}_left"].items() if number > 0.004
        )
        if data[f"{side}_left"]:
            yield f"  the {side} keeps on average: {left or 'almost nothing'}"
        yield f"  chance that the {side} loses nothing: {data[f'{side}_no_loss']:.1%}"
        yield from remainder_lines(data[f"{side}_remains"])
    for sea in data["seas"]:
        yield from (f"  {line}" for line in answer_lines(sea | {"place": "First at sea"}))
    if data["enough"] is False:
        yield "  No purchase for that many IPC is enough."
    if data["addition"]:
        added = ", ".join(amount(str(number), unit) for unit, number in data["addition"]["units"].items()) or "nothing"
        yield f"  cheapest: {added}, for {data['addition']['cost']} IPC, wins with {data['addition']['won']:.1%}"


QUESTIONS = OddsOptions(
    HELP,
    "A record; computes all battles of the turn.",
    "Whose view of the record is used: a side, or public.",
    FLAGS,
    answer_lines,
)

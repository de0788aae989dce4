"""Events of Air Phases, battles, landings and the Ground Phase as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.engine.text.sentences import agree, count, joined
from ironbottom.games.war_in_the_pacific.rules.land.ground_battle import SHIFTS
from ironbottom.games.war_in_the_pacific.rules.naval.damage import FLOATS
from ironbottom.games.war_in_the_pacific.text import names
from ironbottom.games.war_in_the_pacific.text.names import (
    base,
    force,
    listed,
    name_of,
    place,
    plain,
    side_does,
    so_many,
    unit,
)
from ironbottom.games.war_in_the_pacific.text.names import stack as stack_of

Told = Mapping[str, Any]
MODES = ("on station", "in transit", "to refit", "on an errand")
FATES = ("stays", "retreats", "is eliminated")


def points(e: Told) -> str:
    """Air points of a stack, in words."""
    return f"{count(e['points'], 'point')} of {stack_of(e['stack'])}"


def some_force(e: Told) -> str:
    """A Task Force by its number, if that is known."""
    return force(e["force"]) if "force" in e else "a Task Force"


def wave(e: Told) -> str:
    """A wave, in words."""
    return names.wave(e["wave"])


PREY = {
    "ships": "ships in port at",
    "airbase": "the airbase of",
    "port": "the port of",
    "ground": "ground units at",
    "guns": "the coastal guns of",
    "supply": "Supply Points at",
    "railcap": "the railways at",
    "seacap": "coastal shipping at",
}
"""6.3 to 6.5 The targets of a wave, in words before the name of the place."""


CRITICAL = {
    "none": "no effect",
    "deck_shut": "flight deck out of action",
    "magazine": "magazine explosion",
    "fire_control": "fire control out of action",
    "spreading": "spreading fire",
}
"""12.3 The effects of a critical hit, if its id does not say them."""


def dice(e: Told) -> str:
    """The dice that were rolled, in words."""
    return " ".join(map(str, e["dice"])) or "none"


def _ship_hit(e: Told) -> str:
    how = f"strength {e['strength']}{added(e['added'])}"
    hit = f"{names.ship_does(e['ship'], 'is')} hit by {plain(e['weapon'])} of {how} (dice {dice(e)})"
    critical = joined([CRITICAL.get(each, plain(each)) for each in e["critical"]])
    more = f". Critical hit: {critical}" if e["critical"] else ""
    to = f"to D{e['level']}" if e["level"] <= FLOATS else "and sinking"
    stands = f"down {count(e['levels'], 'level')} {to}" if e["levels"] else "no level lost"
    return f"{hit}: {count(e['points'], 'Damage Point')}, {stands}{more}."


def _surprise(e: Told) -> str:
    who = f"{side_does(e['surprised'], 'is')} surprised" if e["surprised"] else "nobody is surprised"
    fell = " against ".join(f"{die}{added(more)}" for die, more in zip(e["dice"], e["added"], strict=True))
    return f"Surprise at {place(e['at'])}, dice {fell}: {who}."


def _air_combat(e: Told) -> str:
    patrols, escorts, strikers = e["lost"]
    lost = [count(n, kind) for n, kind in ((escorts, "escort"), (strikers, "striker")) if n]
    of_wave = f"the wave loses {joined(lost) if lost else 'none'}"
    return f"Patrols meet {wave(e)} (dice {dice(e)}): {of_wave}, the patrols lose {patrols or 'none'}."


def _flak(e: Told) -> str:
    back = f"{so_many(e['aborted'], 'point', 'turns')} back" if e["aborted"] else "none turns back"
    lost = f"{e['lost']} {agree(e['lost'], 'is')} lost" if e["lost"] else "none is lost"
    return f"Anti-aircraft fire ({e['strength']}) at {wave(e)}: {back}, {lost}."


def added(number: int) -> str:
    """A die modifier with its sign; empty for zero.

    >>> added(2), added(-1), added(0)
    (' +2', ' -1', '')
    """
    return f" {number:+}" if number else ""


def _shifts(e: Told) -> str:
    named = [f"{plain(name)} {shift:+}" for name, shift in zip(SHIFTS, e["shifts"], strict=True) if shift]
    return f" ({', '.join(named)})" if named else ""


def _hunters(e: Told) -> str:
    return f" with {e['strength']}" if "strength" in e else ""


def _ground_battle(e: Told) -> str:
    die = f"die {e['die']}" if e["die"] else "no die roll"
    odds = f"{e['attacker']} attack {e['defender']} at {place(e['at'])}{_shifts(e)}, {die}"
    return f"{odds}: attacker loses {e['attacker_loses']}, defender {e['defender_loses']} and {FATES[e['retreat']]}."


def _marched(e: Told) -> str:
    *by, to = e["way"]
    return f"{unit(e['unit'])} marches to {place(to)}{' by ' + joined(by) if by else ''}."


def _left(e: Told) -> str:
    away = "it escapes" if e["away"] else "it does not escape"
    return f"{side_does(e['side'], 'tries')} to leave the battle: {away}."


SENTENCES: dict[str, Callable[[Told], str]] = {
    "met": lambda e: f"Task Forces meet at {place(e['at'])}: {listed([force(each) for each in e['forces']])}.",
    "broke_off": lambda e: (
        f"{force(e['force'])} {'breaks off' if e['away'] else 'does not break off'}: {e['die']}{added(e['added'])}."
    ),
    "surprise": _surprise,
    "battle": lambda e: f"Battle at {place(e['at'])}: {listed(e['ships'])}.",
    "round": lambda e: f"Round {e['round']} at {place(e['at'])}.",
    "left_battle": _left,
    "battle_over": lambda e: f"The battle at {place(e['at'])} is over.",
    "withdrew": lambda e: f"{force(e['force'])} withdraws to {place(e['to'])}.",
    "ship_hit": _ship_hit,
    "ship_sunk": lambda e: (
        names.ship_does(e["ship"], "lies") + " on the bottom."
        if e["bottomed"]
        else names.ship_does(e["ship"], "sinks") + "."
    ),
    "aboard_lost": lambda e: (
        f"{count(e['points'], 'air point')} aboard {name_of(e['ship'])} {agree(e['points'], 'is')} lost."
    ),
    "cargo_lost": lambda e: f"{names.ship_does(e['ship'], 'loses')} {count(e['supply'], 'Supply Point')}.",
    "unit_lost": lambda e: f"A {names.troops(e['kind'])} is lost{' at ' + place(e['at']) if e['at'] else ''}.",
    "bombarded": lambda e: f"Bombardment of the {plain(e['target'])} at {place(e['at'])}: {count(e['hits'], 'hit')}.",
    "guns_fired": lambda e: f"The guns of {place(e['at'])} fire at {some_force(e)} with strength {e['strength']}.",
    "loaded": lambda e: f"A unit is loaded at {place(e['at'])}.",
    "aboard": lambda e: f"{unit(e['unit'])} goes aboard {name_of(e['ship'])}.",
    "supply_moved": lambda e: f"{names.ship_does(e['ship'], 'moves')} {count(e['points'], 'Supply Point')}.",
    "landed": lambda e: f"A {names.troops(e['kind'])} lands at {place(e['at'])}.",
    "landing_barred": lambda e: f"Enemy ships bar the landing at {place(e['at'])}.",
    "captured": lambda e: f"{side_does(e['side'], 'takes')} {place(e['at'])}.",
    "reduced": lambda e: f"A {names.troops(e['kind'])} is reduced.",
    "marched": _marched,
    "forced_march": lambda e: f"{unit(e['unit'])} is on a forced march: {e['die']}.",
    "broken_down": lambda e: f"{unit(e['unit'])} splits into its components.",
    "raised": lambda e: f"A {names.troops(e['kind'])} forms at {place(e['at'])}.",
    "base_deploying": lambda e: f"A Base Force is {'packing' if e['packing'] else 'deploying'}.",
    "base_deployed": lambda e: f"A Base Force is {('packed', 'partially', 'fully deployed')[e['state']]}.",
    "attack": lambda e: f"{side_does(e['side'], 'attacks')} {place(e['at'])} with {count(len(e['units']), 'unit')}.",
    "ground_battle": _ground_battle,
    "marches_over": lambda e: f"{side_does(e['side'], 'has')} marched.",
    "attacks_over": lambda e: f"{side_does(e['side'], 'makes')} no more attacks.",
    "retreated": lambda e: f"{so_many(len(e['units']), 'unit', 'retreats')} to {place(e['to'])}.",
    "stood": lambda e: f"The defenders of {place(e['at'])} cannot retreat and lose {e['loses']}.",
    "advanced": lambda e: f"{so_many(len(e['units']), 'unit', 'advances')} to {place(e['to'])}.",
    "surrendered": lambda e: f"The stack at {place(e['at'])} {'surrenders' if e['yes'] else 'holds out'}: {e['die']}.",
    "supplied": lambda e: f"{side_does(e['side'], 'has')} {count(len(e['unsupplied']), 'unsupplied unit')}.",
    "sub_attack": lambda e: f"{so_many(e['points'], 'Sub Point', 'attacks')} {some_force(e)} at {place(e['at'])}.",
    "asw": lambda e: (
        f"The hunt at {place(e['at'])}{_hunters(e)}, die {e['die']}: {count(e['lost'], 'Sub Point')} lost."
    ),
    "subron_sent": lambda e: f"{names.subron(e['subron'])} goes to {place(e['at'])}, {MODES[e['mode']]}.",
    "subron_ready": lambda e: f"{names.subron(e['subron'])} has {count(e['points'], 'ready Sub Point')}.",
    "stores_ferried": lambda e: (
        f"{names.subron(e['subron'])} brings {count(e['points'], 'Supply Point')}"
        f" from {place(e['start'])} to {place(e['at'])}."
    ),
    "sub_overdue": lambda e: (
        f"{names.subron(e['subron'])} is overdue, die {e['die']}: {'one is lost' if e['lost'] else 'none is lost'}."
    ),
    "supply_paid": lambda e: (
        f"{place(e['at'])} is supplied from {'its own stock' if e['at'] == e['source'] else place(e['source'])} "
        f"for {count(e['points'], 'Supply Point')}."
    ),
    "supply_came": lambda e: f"{so_many(e['points'], 'Supply Point', 'arrives')} at {place(e['at'])}.",
    "attrition": lambda e: f"Attrition at {place(e['at'])}, die {e['die']}: {e['loses']} lost.",
    "transferred": lambda e: f"{points(e)} {agree(e['points'], 'moves')} from {base(e['base'])} to {base(e['to'])}.",
    "no_deck": lambda e: (
        f"{count(e['points'], 'point')} of {base(e['base'])} {agree(e['points'], 'finds')} nowhere to land."
    ),
    "available": lambda e: (
        f"{names.command(e['command'])} rolls {e['die']}: {count(e['points'], 'air point')} may fly."
    ),
    "patrols": lambda e: f"{points(e)} of {base(e['base'])} {agree(e['points'], 'patrols')} over {place(e['over'])}.",
    "covers": lambda e: f"{points(e)} of {base(e['base'])} {agree(e['points'], 'patrols')} over {force(e['force'])}.",
    "wave": lambda e: f"{wave(e)}: {count(e['points'], 'point')} for {place(e['at'])}, {plain(e['target'])}.",
    "strikes_seen": lambda e: (
        f"The enemy strikes at {listed([place(at) for at in e['hexes']])}."
        if e["hexes"]
        else "The enemy flew no strike."
    ),
    "joins": lambda e: f"{wave(e)} rolls {e['die']} to fly as one group.",
    "readied": lambda e: f"{points(e)} of {base(e['base'])} {agree(e['points'], 'is')} made ready.",
    "worn": lambda e: (
        f"{count(e['points'], 'point')} of {names.command(e['command'])} flew, die {e['die']}: {e['lost']} lost."
    ),
    "worn_out": lambda e: f"{side_does(e['side'], 'loses')} {count(e['points'], 'air point')} to attrition.",
    "searches": lambda e: f"{points(e)} of {base(e['base'])} {agree(e['points'], 'searches')}.",
    "base_searched": lambda e: f"{base(e['base'])} is searched: {count(e['points'], 'air point')}.",
    "port_searched": lambda e: f"In port at {place(e['at'])}: {names.in_port(e['capital'], e['carriers'])}.",
    "not_found": lambda e: f"{wave(e)} does not find its Task Force.",
    "force_found": lambda e: f"{wave(e)} finds its Task Force: {e['die']} of {e['fix']}.",
    "raided": lambda e: f"{wave(e)} strikes {PREY[e['target']]} {place(e['at'])}.",
    "struck": lambda e: f"{force(e['force'])} is attacked at {place(e['at'])}.",
    "air_combat": _air_combat,
    "flak": _flak,
    "sighted": lambda e: f"{wave(e)} sights {listed(e['ships'])}.",
    "aimed": lambda e: f"{points(e)} {agree(e['points'], 'attacks')} {name_of(e['ship'])} {names.in_role(e['role'])}.",
    "strafed": lambda e: f"{wave(e)} strafes: {count(e['hits'], 'hit')}.",
    "bombed": lambda e: f"{wave(e)} bombs with strength {e['strength']} (dice {dice(e)}): {count(e['hits'], 'hit')}.",
    "hit_on_ground": lambda e: (
        f"Air points on the ground at {base(e['base'])}: {e['lost']} lost, {e['out']} out of action."
    ),
    "came_down": lambda e: f"{points(e)} of {base(e['base'])} {agree(e['points'], 'lands')} at {base(e['to'])}.",
}


def _patrol_over(at: str, stack: str, over: str, number: str) -> str:
    """6.2 Points of a base that patrol over a hex, in words."""
    return f"{number} of {stack_of(stack)} at {base(at)} {agree(int(number), 'patrols')} over {place(over)}"


NAMES: dict[str, Callable[..., str]] = {
    "search": lambda at, stack, number: f"{number} of {stack_of(stack)} at {base(at)} {agree(int(number), 'searches')}",
    "patrol": _patrol_over,
    "cover": lambda at, stack: f"{stack_of(stack)} at {base(at)} patrol over a Task Force",
    "fly_over": lambda whom, number: f"{number} over {force(whom)}",
    "strike": lambda target: f"strike {force(target)}",
    "raid": lambda at, target, height: f"strike {plain(target)} at {place(at)}, {plain(height)}",
    "send": lambda at, stack, role, number: (
        f"{number} of {stack_of(stack)} at {base(at)} {agree(int(number), 'flies')} {names.in_role(role)}"
    ),
    "fly": lambda: "launch the wave",
    "aim": lambda ship, stack, role, number: (
        f"{number} of {stack_of(stack)} {agree(int(number), 'attacks')} {name_of(ship)} {names.in_role(role)}"
    ),
    "allot": lambda ship: f"attack {name_of(ship)}",
    "strike_with": lambda stack, role, number: (
        f"{number} of {stack_of(stack)} {agree(int(number), 'attacks')} {names.in_role(role)}"
    ),
    "drop": lambda: "attack",
    "make_ready": lambda at, stack, number: f"make {number} of {stack_of(stack)} at {base(at)} ready",
    "guard": _patrol_over,
    "shield": lambda at, stack: f"{stack_of(stack)} at {base(at)} patrol over a Task Force",
    "stay_over": lambda whom, number: f"{number} over {force(whom)}",
    "transfer": lambda at, stack: f"transfer {stack_of(stack)} from {base(at)}",
    "fly_to": lambda to, number: f"{number} {agree(int(number), 'goes')} to {base(to)}",
    "divert": lambda at, stack, to, number: (
        f"{number} of {stack_of(stack)} of {base(at)} {agree(int(number), 'lands')} at {base(to)}"
    ),
    "write_off": lambda at, stack: f"lose one {stack_of(stack)} of {base(at)} to attrition",
    "fight": lambda: "seek battle",
    "avoid": lambda: "avoid battle",
    "battle_at": lambda at: f"fight the battle at {place(at)} next",
    "fire": lambda ship: names.ship_does(ship, "fires"),
    "fire_at": lambda target, weapons: f"at {name_of(target)}, {plain(weapons)}",
    "break_off": lambda: "try to leave the battle",
    "shell": lambda whom, target: f"{force(whom)} bombards the {plain(target)}",
    "embark": lambda name, ship: f"{unit(name)} goes aboard {name_of(ship)}",
    "land": lambda name: f"{unit(name)} lands",
    "take_supply": lambda ship, number: f"{names.ship_does(ship, 'takes')} {count(int(number), 'Supply Point')}",
    "leave_supply": lambda ship, number: f"{names.ship_does(ship, 'puts')} {count(int(number), 'Supply Point')} ashore",
    "move": lambda name: f"{unit(name)} moves",
    "march": lambda to: f"march to {place(to)}",
    "force_march": lambda to: f"make a forced march to {place(to)}",
    "break_down": lambda name: f"split {unit(name)} into its components",
    "form_up": lambda at, division: f"form a {names.troops(division)} at {place(at)}",
    "deploy": lambda name: f"deploy {unit(name)}",
    "pack": lambda name: f"pack {unit(name)}",
    "attack": lambda target: f"attack {place(target)}",
    "commit": lambda name: f"{unit(name)} takes part",
    "all_in": lambda: "commit all units",
    "assault": lambda: "attack with these",
    "suffer": lambda name: f"{unit(name)} takes the losses",
    "retreat": lambda to: f"retreat to {place(to)}",
    "advance": lambda name: f"{unit(name)} enters the hex",
    "torpedo": lambda ship: f"attack {name_of(ship)}",
    "send_subron": lambda marker: f"{names.subron(marker)} takes a station",
    "transit_subron": lambda marker: f"{names.subron(marker)} goes in transit",
    "ferry": lambda marker, at: f"{names.subron(marker)} picks up a load at {place(at)}",
    "scout_port": lambda marker: f"{names.subron(marker)} scouts a port",
    "ferry_from": lambda at: f"pick up a load at {place(at)}",
    "scout_at": lambda at: f"scout from {place(at)}",
    "ferry_unit": lambda name: f"{unit(name)} goes aboard",
    "ferry_stores": lambda number: so_many(int(number), "Supply Point", "comes") + " aboard",
    "bring_to": lambda at: f"take the load to {place(at)}",
    "make_for": lambda at: f"sail for {place(at)}",
    "refit_subron": lambda marker, at: f"{names.subron(marker)} refits at {place(at)}",
    "put_out": lambda kind, number: so_many(int(number), f"{kind} Sub Point", "puts") + " out",
}
"""The choices of these phases in words."""

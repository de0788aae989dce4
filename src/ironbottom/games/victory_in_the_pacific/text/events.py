"""The events of Victory in the Pacific as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ironbottom.engine.text.sentences import count, opening
from ironbottom.games.victory_in_the_pacific.text.names import ADJECTIVES, lead, listed, name_of, side_does, spot

Told = Mapping[str, Any]

# -- movement, arrivals and the end of a turn ------------------------------------------------------------

STEPS = {
    "patrols": "patrols",
    "amphibious": "amphibious units",
    "raiders": "raiders",
    "landing": "landings",
    "sortie": "the sortie",
    "san_diego": "San Diego",
}
HOME_AS = {
    "disabled": ", disabled, goes home to",
    "retreated": "gets away to",
    "evicted": "is driven out to",
    "failed": ", after a failed speed roll, goes home to",
    "ends": "returns to",
    "no_base": ", without a base, goes home to",
    "bases": "is based at",
}


def _arrived(e: Told) -> str:
    where = f" at {name_of(e['place'])}" if e["place"] else ""
    return f"{name_of(e['unit'])} arrives{where}."


def _lost(e: Told) -> str:
    back = f" and comes back on turn {e['back']}" if e["back"] else ""
    return f"{name_of(e['unit'])} is lost{back}."


def _withdrawn(e: Told) -> str:
    instead = f" instead of {name_of(e['listed'])}" if e["listed"] != e["unit"] else ""
    return f"{name_of(e['unit'])} leaves the Pacific{instead}."


def _speed_rolled(e: Told) -> str:
    if not e["die"]:
        return f"{name_of(e['unit'])} (speed {e['speed']}) reaches {spot(e['area'])}, no roll needed."
    how = f"{name_of(e['unit'])} (speed {e['speed']}) rolls {e['die']}"
    if e["passes"]:
        return f"{how} and reaches {spot(e['area'])}."
    return f"{how} and fails{', so it raids there instead' if e['patrols'] else ''}."


def _went_home(e: Told) -> str:
    verb = HOME_AS[e["reason"]]
    who = name_of(e["unit"])
    if e["place"] is None:
        return f"{who} has no port or base to go to."
    return f"{who}{'' if verb.startswith(',') else ' '}{verb} {spot(e['place'])}."


def _flag_set(e: Told) -> str:
    return f"{side_does(e['side'], 'holds')} {spot(e['area'])}." if e["side"] else f"Nobody holds {spot(e['area'])}."


def _points_scored(e: Told) -> str:
    return f"Japan scores {e['japan']}, the Allies {e['allies']}: the marker is at {lead(e['lead'])}."


def _uncertain(e: Told) -> str:
    where = f"it is in {spot(e['spot'])}" if e["spot"] else "it arrives on turn 2"
    return f"{opening(name_of(e['group']))} rolls {e['die']}: {where}."


def _rolls(e: Told) -> str:
    return ", with a speed roll to come" if e["rolls"] else ""


def _raid_force(e: Told) -> str:
    return f"The raid on Pearl Harbor: {listed(e['units'])}." if e["units"] else "No ship raids Pearl Harbor."


MOVES: dict[str, Callable[[Told], str]] = {
    "turn_opened": lambda e: f"Turn {e['turn']}.",
    "finished": lambda e: f"{side_does(e['side'], 'is')} done with {STEPS[e['step']]}.",
    "raid_joined": lambda e: f"{name_of(e['unit'])} joins the raid on Pearl Harbor.",
    "raid_force_named": _raid_force,
    "arrived": _arrived,
    "returned": lambda e: f"{name_of(e['unit'])} is back at {name_of(e['place'])}.",
    "arrival_lost": lambda e: f"{name_of(e['unit'])} was due at {name_of(e['place'])}, which the enemy holds.",
    "withdrawn": _withdrawn,
    "retired": lambda e: f"{name_of(e['unit'])} leaves play.",
    "lost": _lost,
    "patrolled": lambda e: f"{name_of(e['unit'])} patrols {spot(e['area'])}{_rolls(e)}.",
    "marked": lambda e: f"{name_of(e['unit'])} is marked as a raider.",
    "repaired": lambda e: (
        f"{name_of(e['unit'])} is repaired at {spot(e['port'])}: {count(e['damage'], 'point')} of damage left."
    ),
    "rebuilt": lambda e: f"The airstrike of {name_of(e['unit'])} is rebuilt: {count(e['loss'], 'factor')} missing.",
    "speed_rolled": _speed_rolled,
    "air_placed": lambda e: f"{name_of(e['unit'])} covers {spot(e['area'])}.",
    "passed": lambda e: f"{side_does(e['side'], 'passes')}.",
    "sailed": lambda e: f"{name_of(e['unit'])} sails to {spot(e['area'])}.",
    "raided": lambda e: f"{name_of(e['unit'])} raids {spot(e['area'])}{_rolls(e)}.",
    "submerged": lambda e: f"The {ADJECTIVES[e['side']]} submarine goes to {spot(e['area'])}.",
    "submarine_home": lambda e: f"The {ADJECTIVES[e['side']]} submarine goes home.",
    "went_home": _went_home,
    "landed": lambda e: f"{name_of(e['unit'])} lands at {spot(e['place'])}.",
    "named_ashore": lambda e: f"{name_of(e['unit'])} goes ashore at {spot(e['place'])}.",
    "invaded": lambda e: f"{name_of(e['unit'])} invades {spot(e['place'])}.",
    "captured": lambda e: f"{side_does(e['side'], 'takes')} {spot(e['place'])}.",
    "flag_set": _flag_set,
    "points_scored": _points_scored,
    "japan_stays": lambda e: f"Japan {'stays in' if e['stays'] else 'leaves'} the Hawaiian Islands.",
    "uncertain_rolled": _uncertain,
    "group_withdrew": lambda e: f"{opening(name_of(e['group']))} leaves for Johnston Island.",
    "saved": lambda e: (
        f"{name_of(e['unit'])} survived the raid on Pearl Harbor with {count(e['damage'], 'point')} of damage."
    ),
    "stationed": lambda e: f"{name_of(e['unit'])} is at {spot(e['place'])}.",
    "all_stationed": lambda e: f"{side_does(e['side'], 'is')} in place for turn 2.",
    "sortied": lambda e: f"{name_of(e['unit'])} comes out of Pearl Harbor.",
    "surprised": lambda e: f"Surprise attack in {spot(e['area'])}.",
    "allies_stay": lambda e: f"The Allies {'stay in' if e['stays'] else 'leave'} the Hawaiian Islands.",
    "designated": lambda e: f"{name_of(e['unit'])} plans to strike {name_of(e['target'])}.",
    "engaged": lambda e: f"The Allies {'fight the raiders off' if e['engages'] else 'avoid the raiders off'} Hawaii.",
    "sent_west": lambda e: f"{name_of(e['unit'])} leaves for the West Coast.",
    "to_the_yards": lambda e: f"{name_of(e['unit'])} goes to San Diego for repairs.",
    "from_the_yards": lambda e: f"{name_of(e['unit'])} comes back from San Diego to {name_of(e['place'])}.",
    "game_ended": lambda e: f"The war is over. The marker is at {lead(e['lead'])}.",
}

# -- combat ------------------------------------------------------------------------------------------------


def fighter(unit: str) -> str:
    """A unit, or the garrison, at the beginning of a sentence."""
    return "The garrison" if unit == "garrison" else name_of(unit)


def _dice(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _effect(e: Told) -> str:
    """What a shot or salvo did: ``disabled, 4 points of damage``."""
    said = ["disabled"] if e["disabled"] else []
    if e["damage"]:
        said.append(count(e["damage"], "point") + " of damage")
    return " and ".join(said) or "no effect"


def _fired(e: Told) -> str:
    damage = f" (damage {_dice(e['hits'])})" if e["hits"] else ""
    return f"{name_of(e['unit'])} fires at {name_of(e['target'])}: {_dice(e['dice'])}{damage}: {_effect(e)}."


def _torpedoed(e: Told) -> str:
    damage = f" (damage {_dice(e['damage_dice'])})" if e["damage_dice"] else ""
    who = f"The {ADJECTIVES[e['side']]} submarine"
    return f"{who} strikes at {name_of(e['target'])}: {e['die']}{damage}: {_effect(e)}."


def _action_settled(e: Told) -> str:
    if e["both"]:
        return f"Day action, then night action, in {spot(e['area'])}."
    return f"{opening(e['action'])} action in {spot(e['area'])}."


def _action_rolled(e: Told) -> str:
    return f"{_sum('Japan', 'japan', e)}, {_sum('Allies', 'allies', e)}: {_higher(e)}."


def _sum(name: str, side: str, e: Told) -> str:
    """A die with what is added to it: ``Japan 4 + 1 = 5``."""
    die, total = e[side], e[f"{side}_total"]
    return f"{name} {die} + {total - die} = {total}" if total != die else f"{name} {die}"


def _higher(e: Told) -> str:
    japan, allies = e["japan_total"], e["allies_total"]
    return "a tie" if japan == allies else "Japan decides" if japan > allies else "the Allies decide"


def _grouped(e: Told) -> str:
    who = side_does(e["side"], "flees")
    if len(e["groups"]) == 1:
        return f"{who} in one group: {listed(e['groups'][0])}."
    groups = "; ".join(f"group {n}, {listed(group)}" for n, group in enumerate(e["groups"], 1))
    return f"{who} in {len(e['groups'])} groups: {groups}."


def _pursued(e: Told) -> str:
    verb = "pursue" if len(e["units"]) > 1 else "pursues"
    return f"{listed(e['units'])} {verb} {name_of(e['group'])}."


def _raid_set(e: Told) -> str:
    return f"{listed(e['units'])} will raid {spot(e['place'])}."


def _chase(e: Told) -> str:
    verb = "chase" if len(e["pursuers"]) > 1 else "chases"
    return f"{listed(e['pursuers'])} {verb} {listed(e['units'])}."


def _forces(e: Told) -> str:
    each = "; ".join(listed(units) for units in e["forces"])
    what = "task forces" if len(e["forces"]) > 1 else "one task force"
    return f"{side_does(e['side'], 'forms')} {what}: {each}."


def _tasked(e: Told) -> str:
    landing = f", and {listed(e['landing'])} will land" if e["landing"] else ""
    forces = listed(e["attacking"]) if e["attacking"] else "no task force"
    return f"{side_does(e['side'], 'attacks')} with {forces}{landing}."


def _sighted(e: Told) -> str:
    die = f" ({_dice(e['die'])})" if e["die"] else ""
    return f"{ADJECTIVES[e['side']]} {name_of(e['force'])} is {'' if e['sighted'] else 'not '}sighted{die}."


def _island_fired(e: Told) -> str:
    who, at = fighter(e["unit"]), name_of(e["target"])
    return f"{who} fights {at}: {_dice(e['dice'])}: {count(e['hits'], 'hit')}."


def _roles(e: Told) -> str:
    return (
        f"{side_does(e['side'], 'sends')} airstrikes. Attack: {listed(e['attacking'])}; "
        f"defence: {listed(e['defending'])}."
    )


def _airstrike_hit(e: Told) -> str:
    damage = f" (damage {_dice(e['hits'])})" if e["hits"] else ""
    said = f"{name_of(e['unit'])} fires at the airstrike of {name_of(e['target'])}: {_dice(e['dice'])}{damage}"
    return f"{said}: {count(e['left'], 'shot')} left."


def _carriers(e: Told) -> str:
    return f"Carriers that fire guns: {listed(e['units'])}." if e["units"] else "No Allied carrier fires guns."


COMBAT: dict[str, Callable[[Told], str]] = {
    "area_named": lambda e: f"Combat in {spot(e['area'])}.",
    "actions_named": lambda e: f"Japan wants {e['japan']}, the Allies want {e['allies']}.",
    "action_wanted": lambda e: f"{side_does(e['side'], 'wants')} {e['action']}.",
    "action_rolled": _action_rolled,
    "action_settled": _action_settled,
    "announces": lambda e: f"{name_of(e['unit'])} will fire its guns.",
    "announced": _carriers,
    "aimed": lambda e: f"{listed(e['units'])} {'aim' if len(e['units']) > 1 else 'aims'} at {name_of(e['target'])}.",
    "held_fire": lambda e: f"{listed(e['units'])} {'hold' if len(e['units']) > 1 else 'holds'} fire.",
    "fired": _fired,
    "damaged": lambda e: f"{name_of(e['unit'])} has {count(e['damage'], 'point')} of damage.",
    "was_disabled": lambda e: f"{name_of(e['unit'])} is disabled.",
    "bottomed": lambda e: f"{name_of(e['unit'])} is on the bottom with {count(e['damage'], 'point')} of damage.",
    "torpedoed": _torpedoed,
    "submarine_held": lambda e: f"The {ADJECTIVES[e['side']]} submarine waits.",
    "stayed": lambda e: f"{side_does(e['side'], 'stays')}.",
    "retreated": lambda e: f"{side_does(e['side'], 'retreats')} from {spot(e['area'])}.",
    "detached": lambda e: f"{name_of(e['unit'])} will retreat.",
    "parted": lambda e: f"{listed(e['units'])} {'retreat' if len(e['units']) > 1 else 'retreats'}; the others stay.",
    "fled": lambda e: f"{name_of(e['unit'])} flees with {name_of(e['group'])}.",
    "grouped": _grouped,
    "pursued": _pursued,
    "raid_set": _raid_set,
    "pursuers_named": lambda e: f"{side_does(e['side'], 'has')} chosen all pursuers and raiders.",
    "no_pursuit": lambda e: f"{side_does(e['side'], 'sends')} no pursuers or raiders.",
    "stopped": lambda e: f"{listed(e['units'])} {'give' if len(e['units']) > 1 else 'gives'} up the pursuit.",
    "chase_goes_on": lambda e: (
        f"{listed(e['units'])} {'continue' if len(e['units']) > 1 else 'continues'} the pursuit."
    ),
    "outrun": lambda e: f"{listed(e['units'])} {'are' if len(e['units']) > 1 else 'is'} too slow to continue.",
    "chase_opened": _chase,
    "raid_opened": lambda e: f"Air raid on {spot(e['place'])} by {listed(e['units'])}.",
    "deadlocked": lambda e: f"Nobody in {spot(e['area'])} can damage an enemy.",
    "combat_ended": lambda e: f"The combat in {spot(e['area'])} is over.",
    "volunteered": lambda e: f"{name_of(e['unit'])} will make a kamikaze attack.",
    "kamikazes": lambda e: f"Kamikazes: {listed(e['units'])}." if e["units"] else "No kamikazes.",
    "formed": lambda e: f"{name_of(e['unit'])} joins {name_of(e['force'])}.",
    "forces_formed": _forces,
    "force_attacks": lambda e: f"{ADJECTIVES[e['side']]} {name_of(e['force'])} attacks.",
    "landing_named": lambda e: f"{name_of(e['unit'])} will land.",
    "forces_tasked": _tasked,
    "force_sighted": _sighted,
    "force_joined": lambda e: f"{ADJECTIVES[e['side']]} {name_of(e['force'])} joins the night action.",
    "joining_over": lambda e: f"{side_does(e['side'], 'has')} chosen who joins the night action.",
    "island_aimed": lambda e: f"{fighter(e['unit'])} aims at {name_of(e['target'])}.",
    "island_fired": _island_fired,
    "garrison_out": lambda e: f"The garrison of {spot(e['place'])} is gone.",
    "defends": lambda e: f"The airstrike of {name_of(e['unit'])} defends.",
    "roles_set": _roles,
    "airstrike_hit": _airstrike_hit,
}
SENTENCES = {**MOVES, **COMBAT}


def tell(event: Told) -> str:
    """An event as its audience is told it, in a sentence.

    >>> tell({"event": "patrolled", "unit": "kongo", "area": "coral_sea", "rolls": True})
    'Kongo patrols the Coral Sea, with a speed roll to come.'
    """
    return one_stop(SENTENCES[event["event"]](event))


def one_stop(sentence: str) -> str:
    """A sentence that ends in an abbreviation has one full stop.

    >>> one_stop("Arrivals: 10th A.F. and 11th A.F..")
    'Arrivals: 10th A.F. and 11th A.F.'
    """
    return sentence.removesuffix(".") if sentence.endswith("..") else sentence

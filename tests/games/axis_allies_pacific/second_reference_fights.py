"""The second reference implementation in battle: shots, submarines, raids, bombardment, kamikazes, ends.

Like ``second_reference`` it reads only tables, public views and events. ``Battles`` follows each fight shot by shot,
``PhaseRules`` the choices and results of purchases, splits, captures and the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.axis_allies_pacific.reference import (
    LANDS,
    UNITS,
    ZONES,
    Fights,
    enemies,
    friends,
    hostile,
    kind,
    production,
    territories_of,
)
from tests.games.axis_allies_pacific.second_reference import (
    COAST,
    SHORE,
    View,
    all_land,
    beside,
    lands_in_reach,
    own,
    since_start,
    with_base,
    within,
)
from tests.games.axis_allies_pacific.second_reference_turns import (
    AT_SEA,
    CAPITALS,
    ECONOMIES,
    WARSHIPS,
    Turns,
    capital_held,
    new_decks,
)

EventData = Mapping[str, Any]
GUNS = ("destroyer", "battleship", "battleship_hit")


class Battles(Fights):
    """8.1.2, 8.4.2, 8.5, 8.10.1 Recomputed battles with each shot counted: all units that may fire, and none twice."""

    def __init__(self, turns: Turns) -> None:
        super().__init__()
        self.turns = turns
        self.dice: Counter[tuple[str, str]] = Counter()
        self.due: Counter[tuple[str, str]] = Counter()
        self.known = False

    def shooters(self, view: View, attacking: bool) -> Counter[tuple[str, str]]:
        """The power and piece of the units of one side that fire now, except those without a factor."""
        found: Counter[tuple[str, str]] = Counter()
        for power, counts in self.fighters(view["active"], attacking).items():
            for key, many in counts.items():
                piece = key.removesuffix("!")
                column = "attack" if attacking else "defence"
                loaded = attacking and piece == "destroyer_infantry"
                if int(UNITS[kind(piece)][column]) and not loaded:
                    found[power, piece] += many
        return found

    def begin(self, view: View, event: EventData) -> None:
        self.settle()
        super().begin(view, event)
        self.dice.clear()
        self.due.clear()
        self.known = True

    def fired(self, view: View, event: EventData) -> None:
        attacking = self.sides(event["power"], view["active"])
        stage = 3 if not attacking else 1 if self.strike and event["piece"] == "submarine" else 2
        if self.place and self.known and stage != self.stage:
            firing = self.shooters(view, attacking)
            subs = Counter({key: many for key, many in firing.items() if key[1] == "submarine"})
            self.due += subs if stage == 1 else firing if stage == 3 or not self.strike else firing - subs
        super().fired(view, event)
        self.dice[event["power"], event["piece"]] += len(event["dice"])

    def settle(self) -> None:
        """8.1.2, 8.10.1 In a finished round each unit that had to fire did so, and none fired twice."""
        if self.place and self.known and self.dice:
            self.turns.compare("8.1.2", +self.dice, +self.due, self.place)

    def submerged(self, view: View, event: EventData) -> None:
        attacking = self.sides(event["power"], view["active"])
        assert self.stage == 0 if attacking else self.stage <= 2, "8.5.3 at its own firing step"
        self.turns.checked["8.5.3"] += 1
        super().submerged(view, event)

    def ended(self, view: View, event: EventData) -> None:
        if event["place"] == self.place:
            self.settle()
        super().ended(view, event)
        self.known = False

    def ask(self, view: View, choices: Any) -> None:
        """8.4.2, 8.5.3 The units that may submerge, and possible losses by the source of hits."""
        frame = view["frames"][-1]
        if not self.place or not self.known:
            return
        if frame["procedure"] == "submerging":
            there = self.forces[frame["power"]]["submarine"] - self.struck[frame["power"]]["submarine"]
            offered = {int(action[1]) for action in choices}
            self.turns.compare("8.5.3", offered, set(range(there + 1)), frame)
        elif frame["procedure"] == "losses" and frame["place"] == self.place and self.round:
            attacking = bool(frame["attacking"])
            left = set()
            for power, counts in self.fighters(view["active"], attacking).items():
                for key, many in counts.items():
                    piece = key.removesuffix("!")
                    if many > self.struck[power][key] and may_hit(frame["kind"], piece):
                        left.add((power, piece))
            offered = {action[1:] for action in choices if action[0] == "lose"}
            self.turns.compare("8.4.2", offered, left, frame)


def may_hit(hits: str, piece: str) -> bool:
    """8.4.2 Submarines hit only ships; aircraft without a destroyer cannot hit submarines."""
    if hits == "ships":
        return kind(piece) in AT_SEA
    return hits != "no_submarines" or piece != "submarine"


class PhaseRules:
    """Purchases, raids, bombardment, convoys, capitals, and the end."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.noisy: set[str] = set()
        self.spent: dict[str, Counter[str]] = {}
        self.shore_guns: dict[str, Any] = {}
        self.raid: dict[str, Any] = {}
        self.fresh: dict[str, Counter[str]] = {}
        self.fought: set[str] = set()
        self.off_shore: set[str] = set()
        self.struck_at: set[str] = set()

    # -- choices -------------------------------------------------------------------------------------------

    def ask(self, view: View, side: str, choices: Any) -> None:
        """Compares a decision with the clauses."""
        frame = view["frames"][-1]
        checks = {
            "purchase": self.buying,
            "splitting": self.splitting,
            "intercept": self.meeting,
            "placement": self.embarking,
            "takeoff": self.around,
            "diverting": self.diverting,
            "regroup": self.unmoved,
            "aboard": self.sailing,
        }
        if frame["procedure"] in checks:
            checks[frame["procedure"]](view, frame, choices)

    def buying(self, view: View, frame: EventData, choices: Any) -> None:
        """5.1, 5.2, 5.4, 5.5, 11.2, 11.4 What an economy can pay for and place."""
        wanted = set()
        for economy in ECONOMIES[view["active"]]:
            if not capital_held(view, economy):
                continue
            for unit, row in UNITS.items():
                if economy in row["buyers"].split("|"):
                    most = min(99, view["ipc"][economy] // int(row["cost"]))
                    wanted |= {
                        ("buy", economy, unit, str(many))
                        for many in range(1, most + 1)
                        if self.fits(view, economy, unit, many)
                    }
        offered = {action for action in choices if action[0] == "buy"}
        self.turns.compare("5.5", offered, wanted, f"{sorted(offered ^ wanted)[:8]}")

    def fits(self, view: View, economy: str, unit: str, many: int) -> bool:
        """5.5 Whether all bought units, including these, could be placed."""
        bought = Counter(view["bought"].get(economy, {})) + Counter({unit: many})
        mine = {land for land in since_start(view) if view["control"][land] == economy}
        sites = [land for land in mine - set(view["complexes"]) if int(LANDS[land]["ipc"]) >= 1]
        if unit == "industrial_complex":
            return bought[unit] <= len(sites)
        room = {land: self.room(land, economy) for land in mine & set(view["complexes"])}
        ships = sum(number for name, number in bought.items() if name in AT_SEA)
        others = sum(number for name, number in bought.items() if name not in AT_SEA) - bought["industrial_complex"]
        by_sea = [most for land, most in room.items() if COAST[land]]
        at_sea = None in by_sea or sum(most or 0 for most in by_sea) >= ships
        return at_sea and (None in room.values() or sum(most or 0 for most in room.values()) >= ships + others)

    def room(self, land: str, economy: str) -> int | None:
        """11.2 The placement limit of a complex in a turn; None for any number."""
        row = LANDS[land]
        return None if row["industrial_complex"] == "yes" and row["holder"] == economy else int(row["ipc"])

    def splitting(self, view: View, frame: EventData, choices: Any) -> None:
        """3.4, 13.2 The pool is split in whole IPCs; an economy without its capital gets none."""
        pool = view["pool"]
        shares = {share for share in range(pool + 1) if capital_held(view, "india") or not share}
        shares = {share for share in shares if capital_held(view, "australia") or share == pool}
        offered = {int(action[1]) for action in choices if action[0] == "split"}
        self.turns.compare("13.2", offered, shares, pool)

    def meeting(self, view: View, frame: EventData, choices: Any) -> None:
        """8.11.1 Any fighters of the defending side in the territory may intercept."""
        own = {
            power: view["units"][power].get(frame["land"], {}).get("fighter", 0) for power in enemies(view["active"])
        }
        first = {(power, n) for power, most in own.items() for n in range(1, most + 1) if most < sum(own.values())}
        wanted = {("intercept", n) for n in range(sum(own.values()) + 1)} | {("intercept_with", *one) for one in first}
        offered = {(*action[:-1], int(action[-1])) for action in choices}
        self.turns.compare("8.11.1", offered, wanted, frame)

    def embarking(self, view: View, frame: EventData, choices: Any) -> None:
        """11.3 Fighters in the territory of a usable complex may move onto carriers that are now placed next to it."""
        side, wanted = view["active"], set()
        for land in since_start(view) & set(view["complexes"]) - set(view["new_complexes"]):
            if view["control"][land] in ECONOMIES[side]:
                there = own(view, side, land)["fighter"]
                for zone, room in new_decks(view).items():
                    if zone in COAST[land]:
                        wanted |= {("embark", land, zone, str(n)) for n in range(1, min(there, room) + 1)}
        offered = {action for action in choices if action[0] == "embark"}
        self.turns.compare("11.3", offered, wanted, frame)

    def diverting(self, view: View, frame: EventData, choices: Any) -> None:
        """8.7.2 Units may retreat to friendly territories one step away that the enemy has not entered."""
        lands = {land for land in SHORE[frame["zone"]] if land in territories_of(view, frame["power"])} - set(
            view["entered"]
        )
        self.turns.compare("8.7.2", {action[1] for action in choices}, lands, frame)

    def around(self, view: View, frame: EventData, choices: Any) -> None:
        """8.3.2 Aircraft may take a longer path past fewer guns if they can still land.

        The path past the fewest is taken.
        """
        side, power, start, piece = view["active"], frame["power"], frame["place"], frame["piece"]
        there = view["units"][power][start][piece]
        allowance = int(UNITS[piece]["move"]) + int(start in LANDS and with_base(view, start))
        armed = {land for one in enemies(side) for land, counts in view["units"][one].items() if counts.get("aa_gun")}
        wanted = set()
        for to, routes in routes_over(start, frozenset(armed & set(LANDS)), allowance).items():
            straight = routes[min(routes)]
            for steps in sorted(routes, key=lambda steps: (routes[steps], steps)):
                if routes[steps] >= straight or to == start:
                    break
                most = self.landing(view, power, start, piece, to, allowance - steps, there)
                if most:
                    wanted |= {(to, str(number)) for number in range(1, most + 1)}
                    break
        offered = {(action[1], action[3]) for action in choices if action[0] == "fly_around"}
        self.turns.compare("8.3.2", offered, wanted, f"{frame}: {sorted(offered ^ wanted)[:6]}")

    def landing(self, view: View, power: str, start: str, piece: str, to: str, left: int, there: int) -> int:
        """7.4.2 The number of aircraft that can still land from there."""
        if lands_in_reach(view, to, left):
            return there
        if piece != "fighter" or power == "china":
            return 0
        fitting = [n for n in range(1, there + 1) if all_land(view, [within(to, left)] * n, start)]
        return max(fitting, default=0)

    def unmoved(self, view: View, frame: EventData, choices: Any) -> None:
        """10.1 At the start of phase 6, exactly the units that neither moved nor fought are free to move."""
        if not self.fresh:
            return
        side = view["active"]
        for zone in ZONES:
            if zone in self.struck_at:
                continue
            before, now = self.fresh.get(zone, Counter()), Counter(view["units"][side].get(zone, {}))
            if zone in self.fought:
                self.turns.compare("10.1", +now, Counter({"fighter": now["fighter"]}) & before, zone)
            else:
                spent = set(GUNS) if zone in self.off_shore else set()
                left = Counter({piece: many for piece, many in before.items() if piece not in spent})
                self.turns.compare("10.1", +now, +left, f"{zone} {self.off_shore}")
        self.fresh = {}

    def sailing(self, view: View, frame: EventData, choices: Any) -> None:
        """7.6.1, 7.6.2 Sailing fighters fit on the carriers that sail, the others on those that stay."""
        side, zone, many = view["active"], frame["place"], frame["many"]
        aboard = [own(view, side, zone)["fighter"]]
        aboard.append(sum(own(view, power, zone)["fighter"] for power in friends(side) if power != side))
        carriers = sum(own(view, power, zone)["carrier"] for power in friends(side))
        for _, mine, guests in choices:
            going = int(mine) + int(guests)
            self.turns.checked["7.6.1"] += 1
            assert int(mine) <= aboard[0], "7.6.1"
            assert int(guests) <= aboard[1], "7.6.2"
            assert going <= 2 * many, "7.6.1"
            assert sum(aboard) - going <= 2 * (carriers - many), "7.6.1"
        if not any(view["flying"].values()):
            totals = {int(mine) + int(guests) for _, mine, guests in choices}
            least = max(0, sum(aboard) - 2 * (carriers - many))
            self.turns.compare("7.6.1", totals, set(range(least, min(2 * many, sum(aboard)) + 1)), frame)

    # -- events --------------------------------------------------------------------------------------------

    def watch(self, before: View, events: Sequence[EventData], after: View) -> None:
        """Processes the events of a choice."""
        for number, event in enumerate(events):
            name = event["event"]
            handler = getattr(self, f"on_{name}", None)
            if handler is not None:
                handler(before, event, events[number + 1 :], after)

    def on_turn_opened(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """15.1, 15.2 The game continues only if nobody has won."""
        self.noisy, self.spent, self.raid, self.fought = set(), {}, {}, set()
        self.off_shore, self.struck_at = set(), set()
        japan = territories_of(after, "japan")
        if event["side"] == "uk":
            assert after["victory_points"] < after["points_needed"], "15.1"
            assert "japan" in japan, "15.1"
            assert production(after, "japan") > 9, "15.1"
            self.turns.checked["15.1"] += 1
        elif event["side"] == "japan":
            assert not japan & {"india", "new_south_wales", "united_states"}, "15.2"

    def on_game_ended(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """15.1, 15.2 The reasons in order."""
        japan = territories_of(after, "japan")
        if event["outcome"] == 5:
            self.turns.compare("15.3", str(before["round"]), before["options"]["last_round"])
        elif event["outcome"] == 4:
            assert before["active"] == "usa", "15.2 at the start of Japan's turn"
            assert japan & {"india", "new_south_wales", "united_states"}, "15.2"
        else:
            won = [
                (1, after["victory_points"] >= after["points_needed"]),
                (2, "japan" not in japan),
                (3, production(after, "japan") <= 9),
            ]
            self.turns.compare("15.1", event["outcome"], next(number for number, so in won if so), won)

    def on_finished(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """7.1.1 Records the unmoved units when combat movement closes."""
        if event["phase"] == "combat_moves":
            units = before["units"][before["active"]]
            self.fresh = {zone: Counter(units.get(zone, {})) for zone in ZONES}

    def on_kamikaze(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """8.12.2, 8.12.3 At most two hits; one marker each; guns may not bombard from the zone afterwards."""
        assert bool(event["hit"]) == (event["die"] <= 2), "8.12.2"
        assert ZONES[event["zone"]]["kamikaze"] == "yes"
        assert kind(event["piece"]) != "submarine"
        self.noisy.add(event["zone"])
        self.struck_at.add(event["zone"])
        if not any(other["event"] == "kamikaze" for other in rest):
            named = len(before["frames"][-1]["targets"])
            self.turns.compare("8.12.1", after["kamikazes"], before["kamikazes"] - named)

    def on_battle_opened(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """8.1.1, 8.9.4, 8.11.2 A sea battle prevents bombardment; a raid or a landing begins."""
        place = event["place"]
        self.raid["land"] = ""
        if place in ZONES:
            self.noisy.add(place)
            self.fought.add(place)
            return
        side = before["active"]
        flights = self.aloft(before, place)
        raiding = {
            piece: sum(n for f, n in flights.items() if f.startswith(piece)) for piece in ("bomber_r", "fighter_e")
        }
        if raiding["bomber_r"] and place not in self.raid.get("over", set()):
            over = self.raid.get("over", set()) | {place}
            self.raid = {"over": over, "land": place, "bombers": raiding["bomber_r"], "escorts": raiding["fighter_e"]}
            self.raid["cap"] = Counter()
            return
        zones = [key.split("_from_")[1] for key in before["landing"] if key.startswith(f"{place}_from_")]
        quiet = [zone for zone in zones if zone not in self.noisy]
        guns: Counter[str] = Counter()
        for zone in quiet:
            there = own(before, side, zone)
            landing = before["landing"][f"{place}_from_{zone}"]
            self.off_shore.add(zone)
            for piece in GUNS:
                guns[piece] += there[piece] - self.spent.get(zone, Counter())[piece]
            assert not any(ship.startswith("destroyer_lands") for ship in landing), landing
        shared = [zone for zone in quiet if sum(key.endswith(f"_from_{zone}") for key in before["landing"]) > 1]
        self.shore_guns = {"land": place, "guns": guns, "exact": not shared and not self.spent}
        for zone in quiet:
            if zone not in shared:
                self.spent[zone] = Counter({piece: own(before, side, zone)[piece] for piece in GUNS})

    def aloft(self, view: View, place: str) -> Counter[str]:
        """The flights over a place."""
        found: Counter[str] = Counter()
        for group in view["flying"].values():
            found.update(group.get(place, {}))
        return found

    def on_bombarded(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """8.9.4 Battleships hit on 4 or less, destroyers on 3 or less; each fires once, and only from zones without
        combat.
        """
        factor = 3 if event["piece"] == "destroyer" else 4
        assert event["hits"] == sum(die <= factor for die in event["dice"]), "8.9.4"
        there = self.shore_guns.get("guns", Counter())[event["piece"]]
        self.turns.checked["8.9.4"] += 1
        assert len(event["dice"]) <= there, f"8.9.4 {event} of {there}"
        if self.shore_guns["exact"]:
            assert len(event["dice"]) == there, f"8.9.4 {event} of {there}"

    def on_intercepted(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """8.11.1 Fighters intercept."""
        self.raid["cap"][event["power"]] += event["number"]

    def on_lost(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """8.11.2 The losses of a raid on either side."""
        if not self.raid.get("land"):
            return
        if event["power"] in friends(before["active"]):
            self.raid["bombers" if event["piece"] == "bomber" else "escorts"] -= event["number"]
        elif event["piece"] == "cap":
            self.raid["cap"][event["power"]] -= event["number"]

    def on_fired(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """8.11.2, 8.13.1 Interceptors hit on 2, escorts on 1, including hit ones."""
        if not self.raid.get("land"):
            return
        if event["piece"] == "cap":
            first = before["round"] == 1 and before["active"] == "japan" and event["power"] != "china"
            wanted = (1 if first else 2, self.raid["cap"][event["power"]])
        else:
            wanted = (1, self.raid["escorts"])
        self.turns.compare("8.11.2", (event["factor"], len(event["dice"])), wanted, event)

    def on_bombed(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """8.11.2 Each remaining bomber rolls."""
        self.turns.compare("8.11.2", len(event["dice"]), self.raid["bombers"], event)
        self.raid["land"] = ""

    def on_battle_ended(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """9.5.4 A side that has won a sea battle and has a warship left may capture the convoy there."""
        place, side = event["place"], before["active"]
        if place not in ZONES or ZONES[place]["convoy"] == "none":
            return
        enemy_held = (place in before["convoys_of_japan"]) != (side == "japan")
        left = {piece for piece in own(after, side, place) if piece != "submerged"}
        won = not hostile(after, side, place) and any(kind(piece) in WARSHIPS for piece in left)
        asked = any(frame["procedure"] == "convoy_won" and frame["zone"] == place for frame in after["frames"])
        self.turns.compare("9.5.4", asked, enemy_held and won and bool(event["attackers_left"]), event)

    def on_captured(self, before: View, event: EventData, rest: Sequence[EventData], after: View) -> None:
        """9.6.1 A capital is captured with its treasury, unless it is liberated."""
        economy = next((name for name, land in CAPITALS.items() if land == event["land"]), None)
        was = before["control"][event["land"]]
        if economy is None or (was == "japan") == (event["holder"] == "japan"):
            return
        taken = [one for one in rest if one["event"] == "purse_taken" and one["economy"] == economy]
        home = event["holder"] == economy
        self.turns.compare("9.6.1", len(taken), 0 if home else 1, event)
        for one in taken:
            self.turns.compare("9.6.1", one["taker"], {"china": "usa"}.get(event["holder"], event["holder"]), event)


RoutesByGuns = dict[str, dict[int, int]]


def routes_over(start: str, armed: frozenset[str], far: int) -> RoutesByGuns:
    """8.3.2 By place, the fewest armed territories that a path of each length passes before its end."""
    found: RoutesByGuns = {}
    edge = {start: 0}
    for steps in range(1, far + 1):
        following: dict[str, int] = {}
        for place, passed in edge.items():
            here = passed + (place in armed and place != start)
            for beyond in beside(place):
                following[beyond] = min(here, following.get(beyond, AWAY))
        edge = following
        for place, passed in edge.items():
            found.setdefault(place, {})[steps] = passed
    return found


AWAY = 99

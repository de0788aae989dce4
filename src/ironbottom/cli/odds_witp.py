"""``ironbottom odds witp``: what may be asked by hand of War in the Pacific, as its flags are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

NAMES = ("witp", "war_in_the_pacific")
USAGE = "ironbottom odds witp [FILE] [OPTIONS]"
HELP = """Reckon a fight or a search of War in the Pacific exactly.

Forces are named in words: "12 SBD, 6 TBD", "Akagi D1, Kaga loaded, 3 jp DD", "2 us 11-3, 1 marine". Ships of a type
are the usual ones of it at the date; points of a carrier type are carrier-trained unless told untrained or trained;
`far` are those at extended range.

    ironbottom odds witp --attack "2 jp 7-3" --defend "cw 3-1" --terrain jungle --date 12/41
    ironbottom odds witp --landing --attack "2 marine" --defend "jp 3-1, jp entrenchment" --terrain atoll
                         --fleet "us bb36, 2 us CA" --guns 6
    ironbottom odds witp --strike --strikers "12 SBD, 6 TBD" --escort "4 F4F" --ships "Akagi, Kaga, 4 jp DD"
                         --patrol "4 Zero" --report good
    ironbottom odds witp --raid --strikers "9 B-17, 6 B-25" --patrol "4 Zero" --fire 16 --parked "20 Zero"
    ironbottom odds witp --air --strikers "9 B-17" --escort "4 P-38" --patrol "6 Zero" --fire 24
    ironbottom odds witp --shelling --fleet "Nagato, Mutsu" --target guns --guns 8
    ironbottom odds witp --search --points 12 --modifiers "overcast, ten ships"
    ironbottom odds witp --surface --fleet "Hiei, 4 jp DD" --ships "San Francisco, 4 us DD" --night

With a record in place of forces the odds are those at the decision of the side that --as names, from what it may
see. Every figure is exact under what the answer says is taken for granted."""

Forces = Annotated[str, Parameter(metavar="FORCES")]
Number = Annotated[int | None, Parameter(metavar="NUMBER")]
Word = Annotated[str | None, Parameter(metavar="WORD")]


@Parameter(name="*")
@dataclass
class AskedByHand:
    """A fight or a search by hand, as its flags are written; without a kind it is an attack on land."""

    landing: bool = False
    """Units land from the sea, after a bombardment if --fleet is named."""
    drop: bool = False
    """Airborne units drop."""
    strike: bool = False
    """Aircraft strike ships."""
    raid: bool = False
    """Aircraft bombard what is on the ground."""
    air: bool = False
    """Aircraft meet a patrol and fire, whatever they then strike."""
    shelling: bool = False
    """Ships bombard a coast."""
    search: bool = False
    """Search Points look for a Task Force."""
    surface: bool = False
    """A round of fire between ships."""
    attack: Forces = ""
    """The ground units that attack, or their strength."""
    defend: Forces = ""
    """The ground units that defend, or their strength."""
    terrain: Word = None
    """The defender's terrain: clear, jungle, city and so on."""
    hits: Number = None
    """Bombardment hits and Disruptions that the defender has already."""
    disrupted: Number = None
    """Disruptions of the attackers."""
    surrounded: bool = False
    """The defender has no open hex to retreat to."""
    strikers: Forces = ""
    """The points that strike, such as "6 Kate with bombs"."""
    escort: Forces = ""
    """The fighters that fly with them."""
    patrol: Forces = ""
    """The fighters on Combat Air Patrol there."""
    tired: bool = False
    """The patrol has fought in this phase."""
    ships: Forces = ""
    """The ships that are struck, fired at or searched for; in a raid those that lie in the port."""
    at: Forces = ""
    """Of these the ships that points go for, in their order."""
    choose: Word = None
    """How points go for them: one_by_one, evenly or lot."""
    report: Word = None
    """By which report the force is known: true_report, good, fair, poor, misread or false_position."""
    port: bool = False
    """The ships lie in port."""
    altitude: Word = None
    """From where is bombarded: low, medium or high."""
    target: Word = None
    """What is bombarded: airbase, port, ground, guns, supply, railcap or seacap."""
    parked: Forces = ""
    """The points parked on the airbase."""
    surprised: bool = False
    """The base neither searched nor had a patrol."""
    fire: Number = None
    """The anti-aircraft strength; of ships it is reckoned where none is named."""
    fleet: Forces = ""
    """The ships that bombard, or those of one's own in a battle."""
    guns: Number = None
    """The strength of the coastal guns that answer."""
    night: bool = False
    """The battle is at night."""
    round: Number = None
    """The round of the battle, 1 to 3."""
    points: Number = None
    """The Search Points that reach the force."""
    halved: bool = False
    """They search in an impulse, with half their number."""
    modifiers: Forces = ""
    """Modifiers by the names of the charts, such as "overcast, ten ships"."""
    date: Word = None
    """The Cycle by whose eras is reckoned, such as 6/42."""

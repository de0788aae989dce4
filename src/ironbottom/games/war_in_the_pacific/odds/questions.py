"""The options of ``ironbottom odds witp``. Without a kind it computes an attack on land."""

from __future__ import annotations

from ironbottom.odds.questions import NUMBER, WORD, OddsFlag, OddsOptions

FORCES = "FORCES"
HELP = """Compute a fight or a search of War in the Pacific exactly.

Forces are written in words: "12 SBD, 6 TBD", "Akagi D1, Kaga loaded, 3 jp DD", "2 us 11-3, 1 marine". Ships named
by type are the usual ones of the date. Points of a carrier type are carrier-trained unless marked untrained or trained;
`far` marks those at extended range.

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
    ironbottom odds witp --submarine --boats "6 fleet" --ships "Yorktown CV5, 2 us CA, 4 us DD" --points 2

With a record instead of forces, computes the odds at the decision of the side named by --as, as that side sees them.
Every figure is exact under the assumptions listed in the answer."""

FLAGS = (
    OddsFlag("landing", "Units land from the sea, after a bombardment if --fleet is given."),
    OddsFlag("drop", "Airborne units drop."),
    OddsFlag("strike", "Aircraft strike ships."),
    OddsFlag("raid", "Aircraft bombard targets on the ground."),
    OddsFlag("air", "Aircraft meet a patrol and anti-aircraft fire, whatever they strike later."),
    OddsFlag("shelling", "Ships bombard a coast."),
    OddsFlag("search", "Search Points look for a Task Force."),
    OddsFlag("surface", "A round of fire between ships."),
    OddsFlag("submarine", "A Subron attacks a Task Force and is hunted."),
    OddsFlag("attack", "The ground units that attack, or their strength.", FORCES),
    OddsFlag("defend", "The ground units that defend, or their strength.", FORCES),
    OddsFlag("terrain", "The defender's terrain: clear, jungle, city and so on.", WORD),
    OddsFlag("hits", "Bombardment hits and Disruptions that the defender already has.", NUMBER),
    OddsFlag("disrupted", "Disruptions of the attackers.", NUMBER),
    OddsFlag("surrounded", "The defender has no open hex to retreat to."),
    OddsFlag("strikers", 'The points that strike, such as "6 Kate with bombs".', FORCES),
    OddsFlag("escort", "The fighters that fly with them.", FORCES),
    OddsFlag("patrol", "The fighters on Combat Air Patrol.", FORCES),
    OddsFlag("tired", "The patrol has fought in this phase."),
    OddsFlag("ships", "The target ships of a strike, battle or search; in a raid, the ships in port.", FORCES),
    OddsFlag("at", "The ships that points attack, in order; for submarines, the one that they choose.", FORCES),
    OddsFlag("choose", "How points choose targets: one_by_one, evenly or lot.", WORD),
    OddsFlag("report", "The report of the force: true_report, good, fair, poor, misread or false_position.", WORD),
    OddsFlag("port", "The ships lie in port."),
    OddsFlag("altitude", "The altitude of the bombardment: low, medium or high.", WORD),
    OddsFlag("target", "The target of the bombardment: airbase, port, ground, guns, supply, railcap or seacap.", WORD),
    OddsFlag("parked", "The points parked on the airbase.", FORCES),
    OddsFlag("surprised", "The base did not search and had no patrol."),
    OddsFlag("fire", "The anti-aircraft strength; by default computed from the ships.", NUMBER),
    OddsFlag("fleet", "The ships that bombard, or your own ships in a battle.", FORCES),
    OddsFlag("guns", "The strength of the coastal guns that fire back.", NUMBER),
    OddsFlag("night", "The battle is at night."),
    OddsFlag("round", "The round of the battle, 1 to 3.", NUMBER),
    OddsFlag("points", "The Search Points that reach the force; for submarines the air points that hunt them.", NUMBER),
    OddsFlag("halved", "They search during an impulse, with half their number."),
    OddsFlag("boats", 'The ready Sub Points of a Subron, such as "4 fleet, 2 coastal".', FORCES),
    OddsFlag("modifiers", 'Modifiers as named in the charts, such as "overcast, ten ships".', FORCES),
    OddsFlag("date", "The Cycle whose eras apply, such as 6/42.", WORD),
)
QUESTIONS = OddsOptions(
    HELP,
    "A record; computes the odds at the decision of the side named by --as.",
    "The side whose view of the record is used.",
    FLAGS,
)

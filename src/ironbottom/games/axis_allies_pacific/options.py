"""The options of a match: the set-up, and an interpretation for each point where the sources are unclear."""

from __future__ import annotations

from ironbottom.engine.rules.about import Option

EXTRA = tuple(str(ipc) for ipc in range(10))
SHORTER = ("12", "8", "5", "3", "1")
NO_YES, YES_NO = ("no", "yes"), ("yes", "no")

OPTIONS = (
    Option(
        "vp_target",
        ("22", *(str(points) for points in (20, 21, *range(23, 31)))),
        "15.1",
        "How many victory points Japan needs to win. Fewer points help Japan.",
        title="Points for a Japanese victory",
    ),
    Option(
        "bidding",
        ("no", "yes", "units"),
        "16.2",
        "Whether you first bid in secret for sides: either the points that Japan needs (the higher bid"
        " plays Japan) or the IPC of extra units for the Allies (the lower bid plays the Allies).",
        title="Bidding for sides",
        words={"no": "No bidding", "yes": "Bid points, to play Japan", "units": "Bid units, to play the Allies"},
    ),
    Option(
        "last_round",
        ("none", *SHORTER),
        "15.3",
        "After which round the game is a draw if nobody has won by then.",
        title="The last round",
        words={"none": "None, play until someone wins"},
    ),
    Option(
        "sz14_sz30",
        NO_YES,
        "2.4",
        "Whether ships and aircraft may go straight from sea zone 14 to sea zone 30: the printed map is not clear.",
        title="Sea zones 14 and 30",
        words={"no": "They are not adjacent", "yes": "They are adjacent"},
    ),
    Option(
        "szechwan_fighter_owner",
        ("usa", "china"),
        "3.3",
        "Who owns the fighter that starts in Szechwan. A Chinese one cannot land on a deck or fly patrols.",
        title="The fighter in Szechwan",
        words={"usa": "The United States", "china": "China"},
    ),
    Option(
        "entered_land",
        ("at_once", "in_phase_5"),
        "7.2.2",
        "When an enemy territory entered without a fight in phase 3 becomes friendly. If at once, nobody can raid"
        " its complex that turn, its AA guns do not fire at the captor, and units may retreat to it.",
        title="Territory entered without a fight",
        words={"at_once": "Friendly at once", "in_phase_5": "Friendly from phase 5"},
        formerly="in_phase_5",
    ),
    Option(
        "sub_pass",
        ("destroyer_stops", "any_enemy_stops", "free"),
        "7.3.3",
        "What stops a submarine that sails through an enemy's sea zone in combat movement.",
        title="What stops a submarine",
        words={
            "destroyer_stops": "An enemy destroyer",
            "any_enemy_stops": "Any enemy ship or patrol",
            "free": "Nothing",
        },
    ),
    Option(
        "transport_load",
        ("two_light_or_heavy", "aa_as_light", "tank_and_light"),
        "7.7.1",
        "What fits on a transport. Infantry, marines and artillery are light; tanks and AA guns are heavy.",
        title="What a transport carries",
        words={
            "two_light_or_heavy": "Two light units or one heavy",
            "aa_as_light": "The same, but AA guns are light",
            "tank_and_light": "Also a tank with a light unit",
        },
    ),
    Option(
        "unload_all",
        NO_YES,
        "7.7.3",
        "Whether a ship that lands units must land all that its own side has aboard.",
        title="Unloading",
        words={"no": "Some may stay aboard", "yes": "All must land"},
    ),
    Option(
        "unload_after_combat",
        ("either", "no", "finish_unloading"),
        "7.7.5",
        "What a transport, or a loaded Japanese destroyer, may do in phase 6 after combat. By the manual (pages"
        " 29, 33) it may either load or unload, but not move.",
        title="Transports after combat",
        words={
            "either": "They load or unload once",
            "no": "They neither load nor unload",
            "finish_unloading": "They finish unloading in the same territory",
        },
        formerly="no",
    ),
    Option(
        "loaded_destroyer_attack",
        ("0", "3"),
        "7.8.3",
        "Whether a Japanese destroyer that carries or lands infantry may attack in that turn.",
        title="A destroyer with infantry aboard",
        words={"0": "It does not attack", "3": "It attacks as usual, hitting up to 3"},
    ),
    Option(
        "aa_overflight",
        YES_NO,
        "8.3.2",
        "Whether AA guns fire at aircraft that pass over their territory on the way to a battle.",
        title="AA fire at aircraft that pass over",
        words={"yes": "They fire, once at each", "no": "They fire only in battles"},
    ),
    Option(
        "defending_first_strike",
        NO_YES,
        "8.5.2",
        "Whether defending submarines also fire first if the attacker has no destroyer.",
        title="Defending submarines",
        words={"no": "They fire with all defenders", "yes": "They fire first"},
    ),
    Option(
        "destroyer_bombard",
        ("3", "2", "0"),
        "8.9.4",
        "The highest die with which a destroyer that bombards a coast hits.",
        title="Bombarding destroyers",
        words={"3": "They hit up to 3", "2": "They hit up to 2", "0": "They do not bombard"},
    ),
    Option(
        "marine_artillery",
        ("3", "2"),
        "8.9.5",
        "The highest die with which a marine that lands together with artillery hits.",
        title="Marines with artillery",
        words={"3": "They hit up to 3", "2": "They hit up to 2, as without artillery"},
    ),
    Option(
        "kamikaze_targets",
        ("all_but_submarines", "warships"),
        "8.12.2",
        "Which ships kamikazes may attack.",
        title="Targets of kamikazes",
        words={"all_but_submarines": "All but submarines", "warships": "Warships: no transports either"},
    ),
    Option(
        "ic_limit",
        ("value", "none"),
        "11.2",
        "How many units can be placed in a turn at an industrial complex built or captured during the game.",
        title="New complexes",
        words={"value": "As many as the territory is worth", "none": "Any number"},
    ),
    Option(
        "capital_hold",
        ("full_round", "at_once"),
        "15.2",
        "How long Japan must hold an Allied capital to win.",
        title="Winning by a capital",
        words={"full_round": "Through a whole round", "at_once": "Until the end of the turn"},
    ),
    *(
        Option(
            f"extra_ipc_{economy}",
            EXTRA,
            "16.3",
            f"How many extra IPC {name} starts with, as a handicap.",
            title=f"Extra IPC for {name}",
            words={"0": "Nothing"},
        )
        for economy, name in (
            ("japan", "Japan"),
            ("india", "India"),
            ("australia", "Australia"),
            ("usa", "the United States"),
        )
    ),
)

"""What each command is for, as its help tells it."""

from __future__ import annotations

from typing import NamedTuple


class ManualPage(NamedTuple):
    """A command: its name, where it is carried out, how it is written, and what it is for.

    ``whole``: it lies ready as an application, with commands below it.
    """

    name: str
    place: str
    usage: str
    text: str
    whole: bool = False


SUMMARY = "Board wargames of the Pacific War, refereed rule by rule."
USAGE = "ironbottom COMMAND ..."
EXAMPLES = """To begin with:

    ironbottom serve                 open the board in the browser
    ironbottom play                  play in the terminal against the computer
    ironbottom play --both           two people on one screen
    ironbottom rules pf 10.6         what the rules say about air strikes
    ironbottom rules pf --search transports
    ironbottom COMMAND --help        more about a command"""

PLAY = """Play in the terminal, against the computer or a person.

Every choice is kept as it is made: leave whenever you like, and go on with `ironbottom play FILE`. During the game
`help` lists what may be typed, `?` shows the rule in force, and `why` followed by a choice says why it is refused."""

JOIN = """Take a seat of a match on a server, and play it in the terminal.

LINK is an invitation or a link to another device, made by the page. Put it in quotes. You see what is agreed and which
side the link gives, and take the seat only if you confirm. Without a link you continue with a seat that you took
before. The commands are those of `ironbottom play`."""

SERVE = """Open the board in the browser.

Play against the computer or two on one screen. Every choice is kept as it is made: closing the page or stopping the
command loses nothing."""

REPLAY = """Step through a recorded game.

Enter goes on, - goes back, a number jumps to that step, b shows the board at that moment, q leaves."""

GAMES = """List the games with their sides, options and opponents."""

RULES = """Look up what a rule says, in plain words.

Without a clause, every clause with its title. A section such as 8.2 shows all that belongs to it. Where the rulebook
is not whole, the mark of a clause says how it is known: rules (stated in the rules), found (read in a public source),
derived (follows from those), recalled (from memory), reconstructed (our reconstruction)."""

DATA = """List every figure of a game and how it is known.

The mark of a figure says how: rules (stated in the rules), found (read in a public source), derived (follows from
those), recalled (from memory), reconstructed (put in place of a printed figure that is not known), corrected (by you).

Your own corrections are read from ~/.config/ironbottom/corrections.toml, from the file that IRONBOTTOM_CORRECTIONS
names, or from the one given here:

    [pacific_fury.units.ijn_yamato]
    combat_factor = 6"""

VERIFY = """Check a recorded game: every choice and every die.

Choices are checked against the rules, dice against the seal that was published before the first of them. Of a match
under way, also as the page exports it, it says what cannot be known before the end."""

STORY = """Tell how a recorded game went.

The lead by turn, what was lost, the battles that changed most, and the hits of each side against what the dice let
expect: `share` is how many of such games do as well. All of it is counted from the record."""

ODDS_USAGE = "ironbottom odds GAME [FILE] [OPTIONS]"
ODDS = """Compute a battle exactly: one of your own, or those of a recorded game.

Each game is asked in words and flags of its own: with --help behind its name it lists them, with examples. With a
record in place of a battle, it computes what a side faces there, from what --as may see."""

EXPORT = """Write a game to share, without its secrets.

While a game goes on, nothing that lies face down is written, unless you ask for one side's eyes."""

BENCH = """Measure how fast the referee is, beside other engines.

Random play of each game (each choice equally likely, all events kept) stands beside OpenSpiel's backgammon led
from Python and beside catanatron; copying a state beside backgammon's clone. `make bench` installs both, and compiles
the engine and the rules: each build is measured in a process of its own."""

SIMULATE = """Play many games between players of the computer, and see how they go turn by turn.

For each seating: who won, what was measured at the end, and the game's running measures (such as the lead in Points
of Control) after each turn, with intervals of 95 % and, where it is known, what players report. The same seed gives
the same games, on however many cores. Stopped by Control-C it tells of the games that are over by then.

    ironbottom simulate vitp --games 100 --turns 1 2
    ironbottom simulate pf ensign random --games 50 --option factor_set=B"""

DRIVE = """Let a program run a game, line by line.

The program writes one JSON object a line and reads one back. It sees everything and decides for every side.

    {"choices": true}                       the open decisions with all their choices, in sets: a verb, and "then" a
                                            list of [IDS, THEN]: any of the ids with any that follow; [] at the end;
                                            "ends_list": must be last in "acts" ("always" or "sometimes")
    {"next": [SIDE, VERB, ...]}             what may come next: verbs, or ids of the next argument
    {"gives_up": [SIDE, VERB]}              what a choice such as done gives up, by verb
    {"act": [SIDE, VERB, ...]}              a choice; returns events and dice
    {"acts": [SIDE, [[VERB, ...], ...]]}    several choices, all or none; one that could roll a
                                            die or reveal something may only be the last
    {"why_not": [SIDE, VERB, ...]}          clause and reason; no clause: it is legal
    {"view": SIDE}                          what a side, or "public", has been shown
    {"undo": {"side": SIDE, "steps": 1, "consent": [SIDE, ...]}}
    {"position": true}, {"position": {...}} writes the position, or sets one up
    {"dump": true}, {"load": DUMP}          returns the state, and restores it
    {"resample": {"side": SIDE, "seed": 1}} a state that fits all a side was shown
    {"hash": true}, {"result": true}        a digest of the state; how the game ended

act and acts also take "dice": [6, 1], exactly as many as are rolled, and "as": SIDE, the side that the events are shown
to. Without "as" the answer lists every die rolled, also those that no side may see. dump with "dice": true includes the
state of the seed's dice, and load with "dice": STATE restores it, so that a run can be resumed exactly. A refusal is
{"error": {"message": ..., "clause": ...}} and changes nothing."""

PAGES = (
    ManualPage("serve", "serve:serve", "ironbottom serve [OPTIONS]", SERVE),
    ManualPage("play", "play:play", "ironbottom play [GAME | FILE] [OPTIONS]", PLAY),
    ManualPage("join", "join:join", "ironbottom join [LINK] [OPTIONS]", JOIN),
    ManualPage("replay", "replay:replay", "ironbottom replay FILE [OPTIONS]", REPLAY),
    ManualPage("games", "games:games", "ironbottom games [--json]", GAMES),
    ManualPage("rules", "rules:rules", "ironbottom rules [GAME] [CLAUSE] [OPTIONS]", RULES),
    ManualPage("data", "data:data", "ironbottom data GAME [OPTIONS]", DATA),
    ManualPage("verify", "verify:verify", "ironbottom verify FILE [OPTIONS]", VERIFY),
    ManualPage("story", "story:story", "ironbottom story FILE [OPTIONS]", STORY),
    ManualPage("odds", "odds:app", ODDS_USAGE, ODDS, whole=True),
    ManualPage("export", "export:export", "ironbottom export FILE [WHAT] [OPTIONS]", EXPORT),
    ManualPage("drive", "drive:drive", "ironbottom drive GAME [OPTIONS]", DRIVE),
    ManualPage("simulate", "simulate:simulate", "ironbottom simulate GAME [PLAYER ...] [OPTIONS]", SIMULATE),
    ManualPage("bench", "bench:bench", "ironbottom bench [OPTIONS]", BENCH),
)

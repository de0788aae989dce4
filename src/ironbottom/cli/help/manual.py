"""The help texts of the commands."""

from __future__ import annotations

from typing import NamedTuple


class ManualPage(NamedTuple):
    """The help page of a command: its name, the function that runs it, its usage line, and its text.

    ``whole``: the function is a cyclopts app with subcommands.
    """

    name: str
    place: str
    usage: str
    text: str
    whole: bool = False


SUMMARY = "Board wargames of the Pacific War, refereed rule by rule."
USAGE = "ironbottom COMMAND ..."
EXAMPLES = """Examples:

    ironbottom serve                 open the board in the browser
    ironbottom play                  play in the terminal against the computer
    ironbottom play --both           two people on one screen
    ironbottom rules pf 10.6         what the rules say about air strikes
    ironbottom rules pf --search transports
    ironbottom COMMAND --help        more about a command"""

PLAY = """Play in the terminal, against the computer or another person.

Every choice is saved at once. You can leave at any time and continue with `ironbottom play FILE`. During the game
`help` lists the commands, `?` shows the rule in force, and `why` followed by a choice says why it is not legal."""

JOIN = """Join a match on a server and play it in the terminal.

LINK is an invitation, or a link to another device, that the page made. Put it in quotes. You see the settings and the
side that the link offers, and take the seat only if you confirm. Without a link you continue a match that you joined
before. The commands are those of `ironbottom play`."""

MAIL = """Play by mail: the match goes back and forth as a file.

With the name of a game, it begins a match and writes an invitation for the other player. With a file that came by mail,
it opens the file: an invitation after you confirm, or the match, which you play until only the other player can choose.
Then it writes the file to send back. Without either, you continue a match that you play by mail, or write its last file
again. Nothing is sent: attach the file to an email.

    ironbottom mail vitp --side SIDE
    ironbottom mail FILE
    ironbottom mail --machine        move a match to another machine; open the file there with --code"""

SERVE = """Open the board in the browser.

Play against the computer, two people on one screen, or with others on the network. Every choice is saved at once, so
you can close the page or stop the command at any time."""

REPLAY = """Step through a recorded game.

Enter shows the next step, - the one before, a number jumps to that step, b shows the board, and q quits."""

GAMES = """List the games with their sides, scenarios, options and opponents."""

PLAYERS = """List the computer players of a game, or of all games.

For each it shows the level (a new player, or a club), the longest time for a decision on an ordinary computer, and how
it chooses."""

RULES = """Look up what a rule says, in plain words.

Without a clause, lists all clauses with their titles. A section such as 8.2 shows all its clauses. If the rulebook is
not complete, the mark of a clause says how it is known: rules (stated in the rules), found (read in a public source),
derived (follows from those), recalled (from memory), reconstructed (our reconstruction)."""

DATA = """List every figure of a game and how it is known.

The mark of a figure says how it is known: rules (stated in the rules), found (read in a public source), derived
(follows from those), recalled (from memory), reconstructed (replaces a printed figure that is not known), corrected (by
you).

Your own corrections are read from ~/.config/ironbottom/corrections.toml, from the file named by IRONBOTTOM_CORRECTIONS,
or from the file given here:

    [pacific_fury.units.ijn_yamato]
    combat_factor = 6"""

VERIFY = """Check a recorded game: every choice and every die.

Choices are checked against the rules, and dice against the hash that was published before the first of them. For a
match in progress, the report also says what cannot be checked before the end."""

STORY = """Summarise how a recorded game went.

Shows the lead by turn, the losses, the turning points, and the hits of each side beside the number expected on average;
`share` is the fraction of games that would do as well or better. All figures are counted from the record."""

REVIEW = """Show where a recorded game was decided.

For each decision the choice made is compared with the best that the computer player captain finds. Both are played out
in the same states, drawn from what the side could know then, with the same dice. So a choice is judged by what its side
knew; dice, hidden units and choices that are not examined count as luck. A mistake costs at least 5 % of winning, and
more than twice its standard error. Pacific Fury, Hold Fast and Victory in the Pacific can be reviewed.

    ironbottom review FILE
    ironbottom review FILE --html"""

COMMENT = """Add a comment on a choice to the record of a game that is over.

`ironbottom review` prints the line of each decision, and the comments of a record.

    ironbottom comment FILE 236 "The second round was not worth it." --as SIDE"""

ODDS_USAGE = "ironbottom odds GAME [FILE] [OPTIONS]"
ODDS = """Compute the exact odds of a battle: your own, or those in a recorded game.

Each game has its own options: `ironbottom odds GAME --help` lists them with examples. With a record instead of a
battle, computes the battles in its current position, as the side named by --as sees them."""

EXPORT = """Write a game to a file that you can share, without its secrets.

While the game is in progress, hidden counters are left out unless you choose the view of a side."""

BENCH = """Measure how fast the engine is, compared with other engines.

Random play of each game (each choice equally likely, all events collected) is compared with OpenSpiel's backgammon run
from Python and with catanatron; copying a state with backgammon's clone. `make bench` installs both and compiles the
engine and the rules. Each build is measured in a process of its own."""

SIMULATE = """Play many games between computer players and see how they go turn by turn.

For each seating: who won, the measures at the end, and the game's running measures (such as the lead in Points of
Control) after each turn, with 95 % intervals and, if known, what players report. The same seed gives the same games on
any number of cores. Ctrl+C reports the games finished so far.

    ironbottom simulate vitp --games 100 --turns 1 2
    ironbottom simulate pf ensign random --games 50 --option factor_set=B"""

BALANCE = """Measure how even a game is under different options, such as factor sets and bids.

Equal computer players play every side. Every setting gets some games; the next ones go to the settings whose intervals
are widest. Prints each side's share of the games with its 95 % interval. Ctrl+C reports the games finished so far; with
--file the same command continues later.

    ironbottom balance pf --games 1000
    ironbottom balance vitp --vary bid=0,1,2,3 --games 400 --file bids.jsonl"""

EXCHANGES = """Count the exchanges of a match: without standing orders, and with the same orders for every side.

In an exchange a player makes all choices that are open, until another player must choose; by mail this is one message.
Computer players play both, with the same dice. Standing orders answer before them.

    ironbottom exchanges vitp --games 5
    ironbottom exchanges vitp --order fire=carriers retreat=carrier
    ironbottom exchanges vitp --turns 1       the emails of the first turn, if the match is by file"""

LADDER = """Measure how strong the computer players of a game are against each other.

Games are played in pairs with the same dice, once in each seating. Prints the share of the points (a draw is half a
point), the Elo difference with its 95 % interval, and the milliseconds that each player takes for a decision. Ctrl+C
reports the pairs finished so far; with --file the same command continues later.

    ironbottom ladder pf captain ensign --pairs 100 --file ladder.jsonl"""

TEST_CHANGE = """Test whether one computer player is stronger than another, with as few games as possible.

Runs a sequential probability ratio test over pairs of games: an Elo difference of 60 against one of 0, with a
probability of 5 % for each kind of error. It stops as soon as the result is clear, or after the time limit; then it
prints the result with its 95 % interval.

    ironbottom test-change pf captain ensign --minutes 10"""

PLAN_SCORE = """Score an agent in the planning suite: fixed positions, seeds and opponents.

The agent plays each position to the end against ensign, in every seating and with several seeds. Prints its share of
the points (a draw is half a point) with the 95 % interval, and its milliseconds for a decision. Ensign itself scores
half. A Python file has a function make_player(rules, side, seed) that returns an object with a method
choose(offer).

    ironbottom plan-score captain --game pf
    ironbottom plan-score agent.py --rounds 10"""

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
    ManualPage("mail", "mail:mail", "ironbottom mail [GAME | FILE] [OPTIONS]", MAIL),
    ManualPage("replay", "replay:replay", "ironbottom replay FILE [OPTIONS]", REPLAY),
    ManualPage("games", "games:games", "ironbottom games [--json]", GAMES),
    ManualPage("players", "games:players", "ironbottom players [GAME] [--json]", PLAYERS),
    ManualPage("rules", "rules:rules", "ironbottom rules [GAME] [CLAUSE] [OPTIONS]", RULES),
    ManualPage("data", "data:data", "ironbottom data GAME [OPTIONS]", DATA),
    ManualPage("verify", "verify:verify", "ironbottom verify FILE [OPTIONS]", VERIFY),
    ManualPage("story", "story:story", "ironbottom story FILE [OPTIONS]", STORY),
    ManualPage("review", "review:review", "ironbottom review FILE [OPTIONS]", REVIEW),
    ManualPage("comment", "comment:comment", "ironbottom comment FILE LINE TEXT [--as SIDE]", COMMENT),
    ManualPage("odds", "odds:app", ODDS_USAGE, ODDS, whole=True),
    ManualPage("export", "export:export", "ironbottom export FILE [WHAT] [OPTIONS]", EXPORT),
    ManualPage("drive", "drive:drive", "ironbottom drive GAME [OPTIONS]", DRIVE),
    ManualPage("simulate", "simulate:simulate", "ironbottom simulate GAME [PLAYER ...] [OPTIONS]", SIMULATE),
    ManualPage("balance", "balance:balance", "ironbottom balance GAME [OPTIONS]", BALANCE),
    ManualPage("exchanges", "exchanges:exchanges", "ironbottom exchanges GAME [OPTIONS]", EXCHANGES),
    ManualPage("ladder", "ladder:ladder", "ironbottom ladder GAME [PLAYER ...] [OPTIONS]", LADDER),
    ManualPage("test-change", "ladder:compare", "ironbottom test-change GAME NEW OLD [OPTIONS]", TEST_CHANGE),
    ManualPage("plan-score", "plan_score:plan_score", "ironbottom plan-score AGENT [OPTIONS]", PLAN_SCORE),
    ManualPage("bench", "bench:bench", "ironbottom bench [OPTIONS]", BENCH),
)

"""Interprets what a player types: a choice, an order for several units, or a command such as ``undo``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from ironbottom.bots.player import Player
from ironbottom.cli.output.clauses import CLAUSE_NUMBER, show_clauses
from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import Screen
from ironbottom.cli.output.terminal import Terminal, UserExit
from ironbottom.cli.parsing.choices import MAX_LISTED, ChoiceParser, ids_in, matching_ids
from ironbottom.cli.parsing.words import typed_words
from ironbottom.cli.session import inbox, landing
from ironbottom.cli.session.match import SessionMatch
from ironbottom.cli.session.standing_orders import StandingOrders
from ironbottom.cli.session.voyages import Voyages
from ironbottom.engine.core.errors import BadValue, IronbottomError, Refused
from ironbottom.engine.match.match import CanUndo
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.view_types import LogEntryView


class CommandSession(Protocol):
    """The session whose commands are carried out."""

    terminal: Terminal
    match: SessionMatch
    text: GameText
    screen: Screen
    parser: ChoiceParser
    players: dict[str, Player | None]
    people: list[str]
    viewer: str
    offer: Offer | None
    orders: StandingOrders
    voyages: Voyages

    def update_seats(self) -> None:
        """Gives the seat of each side that resigned to the ally that took it over."""

    def done(self, whole_board: bool = False) -> None:
        """Shows what a choice has changed."""

    def mark_read(self, audience: str) -> None:
        """Marks the log of an audience as read."""

    def show_board(self, words: Sequence[str] = ()) -> bool:
        """Prints the board."""

    def log_with_past_names(self) -> list[LogEntryView]:
        """Returns the log of the viewer, with the names that counters had at the time."""


class Command(NamedTuple):
    """A command of the session: its arguments, its help text, and its method."""

    arguments: str
    text: str
    run: Callable[[CommandInterpreter, str], None]


def is_number(text: str) -> bool:
    """Returns whether a text is a whole number of reasonable length."""
    return text.isascii() and text.isdigit() and len(text) < 7


class CommandInterpreter:
    """Carries out the lines that the deciding player types."""

    def __init__(self, session: CommandSession) -> None:
        self.session = session
        self._lines: dict[str, list[int]] = {}
        """The number of choices in each submitted line, by side, so that ``undo`` takes back a line."""

    def run_line(self, line: str) -> None:
        """Carries out a line. If it is refused, prints why and changes nothing."""
        try:
            self._run(line)
        except IronbottomError as error:
            self.session.screen.refusal(error)

    def _run(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not self.offer.choices and not (line.startswith("?") or word.lower() in AT_ANY_TIME):
            raise Refused("you have nothing to choose now; `help` lists what you can type while others choose")
        if line.startswith("?"):
            self.clause(line[1:].strip())
        elif is_number(line):
            self._number(int(line))
        elif word.lower() in COMMANDS:
            COMMANDS[word.lower()].run(self, rest.strip())
        elif ";" in line or self.session.parser.is_order(line):
            self._orders(line)
        else:
            self._words(line)

    def words(self) -> Sequence[str]:
        """Returns the words that the Tab key completes: commands, verbs and names."""
        offer = self.session.offer
        result = dict.fromkeys(COMMANDS)
        if offer is not None:
            for verb, _ in offer.choices.groups:
                result[verb.name] = None
                for domain in verb.domains:
                    result |= dict.fromkeys(part for title in domain.titles for part in title.split())
        return [*result, *self.session.text.aliases]

    # -- choices -----------------------------------------------------------------------------------

    @property
    def offer(self) -> Offer:
        """The decision that is open now."""
        assert self.session.offer is not None
        return self.session.offer

    @property
    def side(self) -> str:
        """The side that decides."""
        return self.offer.side

    def _number(self, number: int) -> None:
        offer = self.offer
        if not 1 <= number <= len(offer.choices):
            raise Refused(f"the choices are numbered 1 to {len(offer.choices)}; `choices` lists them")
        self._submit([offer.choices.at(number - 1)])

    def _words(self, line: str) -> None:
        """Makes one choice typed in words. If it exists but is not legal now, prints why."""
        offer = self.offer
        found = self.session.parser.offered(line, offer.choices)
        if len(found) == 1:
            self._submit(found)
            return
        if found:
            self.session.terminal.write(f"{line!r} may be one of these; type a number, or more words:")
            self.session.screen.several(offer.choices, found[:MAX_LISTED])
            if len(found) > MAX_LISTED:
                self.session.terminal.write(f"      and {len(found) - MAX_LISTED} more")
            return
        self._why(line if line.lower() != "done" else self._check_done(line))

    def _check_done(self, line: str) -> str:
        """Raises ``Refused`` if the player typed ``done`` but this question ends with another word."""
        verbs = self.offer.choices.verbs()
        bare = [verb for verb in verbs if (verb,) in self.offer.choices]
        if "done" not in verbs and len(bare) == 1:
            raise Refused(f"this question ends with: {self.session.text.name((bare[0],))}")
        return line

    def _orders(self, line: str) -> None:
        """Submits several choices in one line, all or none: orders and single choices, separated by semicolons."""
        offer = self.offer
        actions: list[Action] = []
        for piece in filter(None, (piece.strip() for piece in line.split(";"))):
            if self.session.parser.is_order(piece):
                ordered = self.session.parser.order(piece, offer.choices, actions, self._repeat_count)
                actions += self.session.text.normalize(ordered)
            else:
                actions.append(self._single(piece, bool(actions)))
        if not actions:
            raise Refused("this line contains no choice")
        self._submit(actions)

    def _single(self, piece: str, later: bool) -> Action:
        """Parses one choice within a line. After the first, it may be one that is offered only then."""
        offer = self.offer
        result = self.session.parser.offered(piece, offer.choices)
        if len(result) != 1 and later:
            result = self.session.parser.matching_actions(piece) or result
        if len(result) == 1:
            return result[0]
        raise Refused(f"{piece!r} is {'ambiguous' if result else 'not a choice here'}")

    def _repeat_count(self, before: Sequence[Action], action: Action) -> int:
        """Returns how many times a choice can be made after the choices before it in the line."""
        return self.session.match.repeat_count(self.side, self.session.text.normalize(before), action)

    def again(self, argument: str) -> None:
        """Repeats each unit's last fire, if it may."""
        session, choices = self.session, self.offer.choices
        repeated = {verb: kind for verb, kind in session.text.repeats.items() if verb in choices.verbs()}
        log = session.match.log(session.viewer) if repeated else ()
        found = session.match.repeat_fire(self.side, choices, log, repeated)
        if not found:
            raise Refused("no unit that may fire now can repeat its last attack")
        self._submit(found)

    def odds(self, argument: str) -> None:
        """Prints the odds of the current decision."""
        session = self.session
        tables = session.match.odds(self.side)
        if not tables:
            raise Refused("this decision involves no dice")
        session.screen.odds(tables)

    def hint(self, asked: str) -> None:
        """Shows what a computer player would choose, and why; with the number of a plan, makes its choices."""
        session = self.session
        plans = session.match.hints(self.side)
        if not asked:
            session.screen.hints(plans)
            return
        if not is_number(asked) or not 1 <= int(asked) <= len(plans):
            raise Refused(f"the plans are numbered 1 to {len(plans)}; `hint` lists them")
        self._submit(session.match.submittable_prefix(self.side, list(plans[int(asked) - 1].choices)))

    def _submit(self, actions: Sequence[Action]) -> None:
        self.submit(self.offer, actions)
        self.session.orders.resume(self.side)
        self.session.voyages.resume(self.side)
        self.session.done()

    def submit(self, offer: Offer, actions: Sequence[Action]) -> None:
        """Submits choices that ``undo`` takes back together."""
        self.session.match.submit(offer.side, list(actions), seq=offer.seq)
        self._lines.setdefault(offer.side, []).append(len(actions))

    # -- questions ---------------------------------------------------------------------------------

    def fill(self, argument: str) -> None:
        """Lists what can be filled in for this decision, or fills in one of them by its number."""
        found = self.session.match.helpers(self.side, self.session.voyages.active(self.side))
        if not found:
            raise Refused("nothing can be filled in for this decision")
        if not argument:
            for number, one in enumerate(found, 1):
                message = f"{number:3} {one.label}: {one.note} ({len(one.choices)} choices)"
                self.session.terminal.write(message, indent=4)
            self.session.terminal.write("Type `fill` and a number.", indent=2)
        elif not is_number(argument) or not 1 <= int(argument) <= len(found):
            raise Refused(f"the lists are numbered 1 to {len(found)}; `fill` shows them")
        else:
            self._submit(found[int(argument) - 1].choices)

    def inbox(self, argument: str) -> None:
        """Prints what still needs a decision and what is done."""
        session = self.session
        for line in inbox.inbox_lines(self.offer, session.match.rules, argument):
            session.terminal.write(session.text.with_names(line), indent=4)

    def standing(self, argument: str) -> None:
        """Lists the standing orders of the side, gives one, or drops them."""
        orders, write = self.session.orders, self.session.terminal.write
        if argument.lower() in ("none", "drop", "drop all"):
            orders.drop(self.side)
            write("All standing orders are cancelled.", indent=2)
        elif argument:
            order, value = orders.parse(self.side, argument)
            orders.give(self.side, {order.id: value})
            write(f"{order.label}: {order.words[order.values.index(value)]}.", indent=2)
            self.session.done()
        else:
            for number, one in enumerate(orders.listed(self.side), 1):
                write(f"{number:3} {one.label}: {one.words[one.values.index(one.value)]}.", indent=4)
                words = [f"{place} {words}" for place, words in enumerate(one.words, 1)]
                write(f"      Possible answers: {'; '.join(words)}", "dim", indent=8)
            write(
                "Type `standing` and two numbers, or words. Value 1 asks you again; `standing none` cancels all.",
                indent=2,
            )

    def voyage(self, argument: str) -> None:
        """Lists the voyages of the side, begins one, or drops all."""
        voyages, write = self.session.voyages, self.session.terminal.write
        if argument.lower() in ("none", "drop", "drop all"):
            voyages.drop(self.side)
            write("All voyages are cancelled.", indent=2)
        elif argument:
            unit, plan, choices = voyages.begin(self.side, argument)
            side = self.side
            self._submit(choices)
            voyages.save(side, unit, plan)
            write(f"{voyages.describe(side)[-1]} `fill` sends it on.", indent=2)
        else:
            for message in voyages.describe(self.side) or ["No voyage is planned."]:
                write(message, indent=4)

    def landing(self, argument: str) -> None:
        """Lists the landing orders and the troops for new ones, drafts one, gives it, or drops all."""
        side = self.side
        dialog = landing.LandingDialog(self.session, side)
        try:
            dialog.run(argument)
        finally:
            self._lines.setdefault(side, []).extend(dialog.submitted)

    def clause(self, argument: str) -> None:
        """Prints the clause in force, a clause by number, or those with these words."""
        index = self.session.match.rules.game.clauses()
        offer = self.offer
        if not argument and not offer.clause:
            raise Refused("no rule is in force now; type ? and a clause or some words")
        if not argument:
            found = index.lookup(offer.clause)
        elif CLAUSE_NUMBER.fullmatch(argument):
            found = index.lookup(argument)
        else:
            found = index.find(argument)
            if not found:
                raise BadValue(f"no clause contains {argument!r}")
        show_clauses(self.session.terminal, found)

    def why(self, argument: str) -> None:
        """Prints why something cannot be chosen."""
        if not argument:
            raise Refused("type why and the words of a choice, such as why pass")
        if is_number(argument):
            self._why_number(int(argument))
        else:
            self._why(argument)

    def _why_number(self, number: int) -> None:
        """Prints the choice with this number, which is legal, and its clause."""
        offer = self.offer
        if not 1 <= number <= len(offer.choices):
            raise Refused(
                f"the choices are numbered 1 to {len(offer.choices)}; a choice without a number is not legal now"
            )
        name = self.session.text.name(offer.choices.at(number - 1))
        self.session.terminal.write(f"{name}: you may choose this now ({offer.clause}).", indent=2)

    def _why(self, argument: str) -> None:
        session = self.session
        matches = session.text.normalize(session.parser.matching_actions(argument))
        if not matches:
            raise Refused(self._unknown(argument))
        for action in self._nearest(matches)[:3]:
            refusal = session.match.why_not(self.side, action)
            name = session.text.name(action)
            if refusal is None:
                session.terminal.write(f"{name}: you may choose this now.", indent=2)
            else:
                clause = f" ({refusal.clause})" if refusal.clause else ""
                session.terminal.write(
                    f"{name}: {session.text.with_names(refusal.message)}{clause}.", "alert", indent=2
                )

    def _unknown(self, argument: str) -> str:
        """Returns a message for words that are not a choice: what their verb takes, or what can be chosen here."""
        offer, verb = self.offer, self.session.parser.leading_verb(argument)
        if verb is None:
            return f"{argument!r} is not a choice of this game; `choices` lists the choices, `help` everything else"
        takes = ", ".join(domain.name for domain in verb.domains) or "no more words"
        if verb.name in offer.choices.verbs():
            example = self.session.screen.example(offer, verb.name)
            return f"{verb.label} takes {takes}: type for example {example}; `choices {verb.name}` lists the legal ones"
        here = ", ".join(one.replace("_", " ") for one in offer.choices.verbs())
        return f"you cannot {verb.label} now; you can: {here}"

    def _nearest(self, matches: Sequence[Action]) -> list[Action]:
        """Returns the actions that share the most parts with the offered choices."""
        offer = self.offer
        parts = ids_in(offer.choices)
        shared = [sum(part in parts for part in action) for action in matches]
        return [action for action, count in zip(matches, shared, strict=True) if count == max(shared)]

    def choices(self, argument: str) -> None:
        """Prints all choices with their numbers, or only those with these words."""
        if argument:
            if not self.session.screen.fitting(self.offer, typed_words(argument)):
                raise Refused(f"no choice contains {argument!r}; `choices` lists all")
        else:
            self.session.screen.choices(self.offer, whole=True)

    def board(self, argument: str) -> None:
        """Prints the board again, or only the part about a place, a section or a ship."""
        if not self.session.show_board(typed_words(argument) if argument else ()):
            raise Refused(f"nothing on the board matches {argument!r}")

    def log(self, argument: str) -> None:
        """Prints the last log entries."""
        if argument and not is_number(argument):
            raise Refused("log takes a number of entries, such as log 20")
        entries = self.session.log_with_past_names()
        self.session.screen.story(entries[-int(argument or 12) :])

    def game(self, argument: str) -> None:
        """Prints the options, the players, the hash of the dice, and where the game is saved."""
        match, write = self.session.match, self.session.terminal.write
        write(f"{match.rules.game.title}.", indent=2)
        for option in match.rules.game.options:
            write(
                f"  {option.title}: {option.value_text(match.rules.options[option.name])} ({option.clause})", indent=4
            )
        for side, player in match.players.items():
            write(f"  {self.session.text.side(side)}: {player}")
        for holder, commitment in match.commitments.items():
            write(f"  Seal of the dice ({holder}): {commitment}", indent=4)
        self.session.terminal.write_verbatim(f"  Kept in {match.place}" if match.place else "  Not kept")

    def help(self, argument: str) -> None:
        """Prints what can be typed."""
        write = self.session.terminal.write
        if self.offer.choices:
            self._how_to_choose()
        for word, command in COMMANDS.items():
            if command.run is CommandInterpreter.standing and not self.session.orders.available:
                continue
            if command.run is CommandInterpreter.voyage and not self.session.voyages.available:
                continue
            if command.run is CommandInterpreter.landing and not self.session.voyages.has_landings:
                continue
            if command.run is CommandInterpreter.inbox and not inbox.has_inbox(self.session.match.rules):
                continue
            if not self.offer.choices and word not in AT_ANY_TIME:
                continue
            label = f"{word} {command.arguments}".strip()
            write(f"  {label:16} {command.text}", indent=19)
        write(f"  {'? [CLAUSE]':16} the rule in force, or another: ? 10.6, ? transports", indent=19)

    def _how_to_choose(self) -> None:
        write = self.session.terminal.write
        write("Choose by number, or in words: the verb and names in any case, shortened as long as they are clear.")
        for example in self.session.screen.examples(self.offer):
            write(f"  {example}", indent=4)
        write("Separate several choices in one line with semicolons; either all are made or none.", indent=2)
        write("A colon makes many choices at once: repair: Kongo fully, or go truk: rest, for all that may.", indent=2)

    # -- acts of the match -------------------------------------------------------------------------

    def undo(self, argument: str) -> None:
        """Takes back the last line, or N choices; beyond a die or another player's choice, with consent."""
        session = self.session
        side, steps = self._parse_undo(argument)
        free = session.match.can_undo(side)
        lines = self._lines.get(side, [])
        if steps is None:
            last = lines[-1] if lines else 1
            steps = min(last, free.steps) or 1
        if steps <= free.steps or session.match.players_elsewhere:
            undone = self._undo_with_others(side, steps, free)
        else:
            if not self._consent(side, free.why):
                session.terminal.write("Nothing is taken back.")
                return
            undone = session.match.undo(side, steps, session.match.consenting_sides(side))
        if undone is None:
            return
        self._forget(side, len(undone))
        session.orders.suspend(side)
        session.voyages.suspend(side)
        session.terminal.write(f"Taken back: {', '.join(session.text.name(action) for action in reversed(undone))}.")
        session.mark_read(session.viewer)
        session.done(whole_board=steps > free.steps)

    def _parse_undo(self, argument: str) -> tuple[str, int | None]:
        """Parses the arguments of ``undo``: the side and the number of choices."""
        side, steps = self.side, None
        for word in argument.lower().split():
            if is_number(word):
                steps = int(word)
            elif word == "all":
                steps = self.session.match.can_undo(side).steps or 1
            else:
                sides = matching_ids(self.session.match.rules.sides, [word])
                if len(sides) != 1 or sides[0] not in self.session.people:
                    raise Refused(
                        "undo takes a number of choices or all, and the side of a human player at this terminal"
                    )
                side = sides[0]
        return side, steps

    def _consent(self, side: str, why: str) -> bool:
        """Asks every opponent to agree. Computer players always do."""
        session = self.session
        session.terminal.write(
            f"This goes back beyond what you may undo freely: {why}. The record will say so.", indent=2
        )
        others = [other for other in session.match.consenting_sides(side) if other in session.people]
        if not others:
            return session.terminal.confirm("The computer agrees. Take it back?")
        return all(session.terminal.confirm(f"{session.text.side(other)}: agreed?") for other in others)

    def _undo_with_others(self, side: str, steps: int, free: CanUndo) -> list[Action] | None:
        """Takes back as many choices as the player may without consent.

        Beyond that, asks players at other terminals and returns None.
        """
        session = self.session
        if steps > free.steps:
            message = (
                f"This goes back beyond what you may undo freely: {free.why}. "
                "The others must agree, and the record will say so."
            )
            session.terminal.write(message, indent=2)
            if not session.terminal.confirm("Ask them?", default=True):
                session.terminal.write("Nothing is taken back.")
                return None
        undone = session.match.undo(side, steps)
        if undone is None:
            session.terminal.write("The others were asked. Nothing is taken back until they agree.", indent=2)
        return undone

    def _forget(self, side: str, choices: int) -> None:
        lines = self._lines.get(side, [])
        while lines and choices > 0:
            if lines[-1] > choices:
                lines[-1] -= choices
                return
            choices -= lines.pop()

    def withdraw(self, argument: str) -> None:
        """Takes back one earlier choice and leaves the later ones."""
        session = self.session
        entries = session.match.log(self.side)
        gone = {seq for entry in entries for seq in entry.get("taken", ())}
        own = [e for e in entries if e["act"] == "choice" and e["side"] == self.side and not e.get("auto")]
        free = session.match.can_undo(self.side)
        standing = [entry for entry in own if entry["seq"] not in gone]
        standing = standing[len(standing) - free.steps :]
        if not standing:
            raise Refused(f"none of your choices can be withdrawn: {free.why}")
        typed = typed_words(argument)
        fitting = [e for e in standing if typed and self._fits(typed, e["action"])]
        if len(fitting) != 1:
            session.terminal.write("These can be withdrawn; type withdraw and the words of one:")
            for entry in fitting or standing:
                session.terminal.write(f"  {session.text.name(entry['action'])}", indent=4)
            return
        dropped = session.match.withdraw(self.side, fitting[0]["seq"])
        self._forget(self.side, 1 + len(dropped))
        session.orders.suspend(self.side)
        session.voyages.suspend(self.side)
        session.terminal.write(f"Withdrawn: {session.text.name(fitting[0]['action'])}.")
        for action in dropped:
            session.terminal.write(f"  No longer possible and dropped: {session.text.name(action)}.", indent=4)
        session.mark_read(session.viewer)
        session.done()

    def _fits(self, typed: Sequence[str], action: Sequence[str]) -> bool:
        return bool(self.session.parser.match_score(typed, tuple(action)))

    def resign(self, argument: str) -> None:
        """Resigns. An ally takes over the side, if there is one."""
        session = self.session
        side = session.match.holder(self.side)
        if session.terminal.confirm(f"{session.text.side(side)} resigns. Are you sure?"):
            session.match.resign(side)
            session.update_seats()
            session.done()

    def draw(self, argument: str) -> None:
        """Offers a draw. Opponents at this terminal answer at once."""
        session = self.session
        side = session.match.holder(self.side)
        session.match.offer_draw(side)
        if session.match.players_elsewhere:
            session.terminal.write("You offered a draw. The other players can answer it on their screens.", indent=2)
            session.mark_read(session.viewer)
            session.offer = None
            return
        for other in session.match.consenting_sides(side):
            if session.players[other] is None and session.terminal.confirm(f"{session.text.side(other)}: a draw?"):
                session.match.accept_draw(other)
                continue
            session.match.decline_draw(other)
            session.terminal.write(f"{session.text.does(other, 'declines')} the draw.", indent=2)
            break
        session.mark_read(session.viewer)
        if session.match.over:
            session.done()

    def position(self, argument: str) -> None:
        """Prints the position as text, with all hidden counters."""
        if argument.lower() != "open" and not self.session.match.over:
            message = "a position shows the face-down units of both sides; type `position open` to show it"
            raise Refused(message)
        print(self.session.match.position(self.side), end="")

    def save(self, argument: str) -> None:
        """Prints where the game is saved, or writes a copy."""
        if argument:
            self.session.match.save(argument)
            self.session.terminal.write_verbatim(f"A copy of the game so far is in {argument}")
        else:
            self.session.terminal.write_verbatim(f"Every choice is saved at once, in {self.session.match.place}")

    def leave(self, argument: str) -> None:
        """Leaves the game, which stays saved."""
        raise UserExit


COMMANDS = {
    "choices": Command(
        "[WORDS]", "every choice with its number, or those that contain these words", CommandInterpreter.choices
    ),
    "board": Command("[WORDS]", "the board again, or only what concerns a place or a ship", CommandInterpreter.board),
    "log": Command("[N]", "the last N events", CommandInterpreter.log),
    "hint": Command(
        "[N]", "what a computer player would choose and why, or makes the choices of plan N", CommandInterpreter.hint
    ),
    "odds": Command("", "the exact odds of this decision", CommandInterpreter.odds),
    "again": Command("", "each unit fires at its last target again", CommandInterpreter.again),
    "inbox": Command(
        "[WORDS]",
        "what needs your attention, and what is finished; unordered, done, a section, a kind",
        CommandInterpreter.inbox,
    ),
    "fill": Command("[N]", "what can be filled in here, or makes the choices of N", CommandInterpreter.fill),
    "standing": Command("[WORDS]", "your standing orders; sets one, or cancels it", CommandInterpreter.standing),
    "voyage": Command(
        "[WORDS]", "planned voyages over several phases; begins one, or cancels all", CommandInterpreter.voyage
    ),
    "landing": Command(
        "[WORDS]", "troops to load, carry and land with one order; orders it or cancels all", CommandInterpreter.landing
    ),
    "why": Command("WORDS", "why a choice is not legal now", CommandInterpreter.why),
    "undo": Command("[N]", "take back the last line, or N choices", CommandInterpreter.undo),
    "withdraw": Command("[WORDS]", "take back one earlier choice and keep the later ones", CommandInterpreter.withdraw),
    "game": Command("", "options, players, the seal of the dice, the file", CommandInterpreter.game),
    "position": Command("open", "the position as text, including face-down units", CommandInterpreter.position),
    "save": Command("[FILE]", "where the game is saved, or saves a copy", CommandInterpreter.save),
    "draw": Command("", "offer a draw", CommandInterpreter.draw),
    "resign": Command("", "give the game up", CommandInterpreter.resign),
    "help": Command("", "this list", CommandInterpreter.help),
    "quit": Command("", "leave; the game is saved", CommandInterpreter.leave),
}

AT_ANY_TIME = frozenset(
    ("board", "log", "standing", "undo", "withdraw", "game", "position", "save", "draw", "resign", "help", "quit")
)
"""The commands that work while others have to choose."""

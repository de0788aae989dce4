"""What a person may type: a choice by number or by word, an order of several, or a command such as ``undo``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ironbottom.cli.output.clauses import CLAUSE, show_clauses
from ironbottom.cli.output.terminal import Left
from ironbottom.cli.parsing.choices import MOST_LISTED, named, parts_of
from ironbottom.cli.parsing.words import typed_words
from ironbottom.cli.session import inbox
from ironbottom.engine.core.errors import BadValue, IronbottomError, Refused
from ironbottom.engine.match.outcomes import CanUndo
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.offers import Offer

if TYPE_CHECKING:
    from ironbottom.cli.session.session import Session


class Command(NamedTuple):
    """A word that is no choice of the game: how it is said, what it does."""

    said: str
    text: str
    run: Callable[[Commands, str], None]


def is_number(text: str) -> bool:
    """Whether a text is a plain number, not too long to be meant."""
    return text.isascii() and text.isdigit() and len(text) < 7


class Commands:
    """Carries out what the person who decides types."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._lines: dict[str, list[int]] = {}
        """For each side, of how many choices its last lines consisted, so that a line is taken back as one."""

    def obey(self, line: str) -> None:
        """Carries out a line; what is refused is told and changes nothing."""
        try:
            self._obey(line)
        except IronbottomError as wrong:
            self.session.screen.refusal(wrong)

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not self.offer.choices and not (line.startswith("?") or word.lower() in AT_ANY_TIME):
            raise Refused("you have nothing to choose now; `help` lists what you can type while others choose")
        if line.startswith("?"):
            self.clause(line[1:].strip())
        elif is_number(line):
            self._number(int(line))
        elif word.lower() in COMMANDS:
            COMMANDS[word.lower()].run(self, rest.strip())
        elif ";" in line or self.session.spelling.is_order(line):
            self._orders(line)
        else:
            self._words(line)

    def words(self) -> Sequence[str]:
        """Words that the tabulator key completes: commands, and the verbs and names of what is offered."""
        offer = self.session.offer
        found = dict.fromkeys(COMMANDS)
        if offer is not None:
            for verb, _ in offer.choices.groups:
                found[verb.name] = None
                for domain in verb.domains:
                    found |= dict.fromkeys(part for title in domain.titles for part in title.split())
        return [*found, *self.session.text.aliases]

    # -- choices -----------------------------------------------------------------------------------

    @property
    def offer(self) -> Offer:
        """The decision at hand."""
        assert self.session.offer is not None
        return self.session.offer

    @property
    def side(self) -> str:
        """The side that decides."""
        return self.offer.side

    def _number(self, number: int) -> None:
        offer = self.offer
        if not 1 <= number <= len(offer.choices):
            raise Refused(f"the choices have the numbers 1 to {len(offer.choices)}; `choices` lists them")
        self._submit([offer.choices.at(number - 1)])

    def _words(self, line: str) -> None:
        """One choice in words; refused with its reason where it exists but is not lawful now."""
        offer = self.offer
        found = self.session.spelling.offered(line, offer.choices)
        if len(found) == 1:
            self._submit(found)
            return
        if found:
            self.session.terminal.say(f"{line!r} may be one of these; say a number, or more words:")
            self.session.screen.several(offer.choices, found[:MOST_LISTED])
            if len(found) > MOST_LISTED:
                self.session.terminal.say(f"      and {len(found) - MOST_LISTED} more")
            return
        self._why(line if line.lower() != "done" else self._ending(line))

    def _ending(self, line: str) -> str:
        """The word for `done`; where this question ends with another word alone, that is said."""
        verbs = self.offer.choices.verbs()
        bare = [verb for verb in verbs if (verb,) in self.offer.choices]
        if "done" not in verbs and len(bare) == 1:
            raise Refused(f"this question ends with: {self.session.text.name((bare[0],))}")
        return line

    def _orders(self, line: str) -> None:
        """Several choices in one line, all or none: order lines and single choices, divided by semicolons."""
        offer = self.offer
        actions: list[Action] = []
        for piece in filter(None, (piece.strip() for piece in line.split(";"))):
            if self.session.spelling.is_order(piece):
                ordered = self.session.spelling.order(piece, offer.choices, actions, self._often)
                actions += self.session.text.respell(ordered)
            else:
                actions.append(self._single(piece, bool(actions)))
        if not actions:
            raise Refused("no choice stands in this line")
        self._submit(actions)

    def _single(self, piece: str, later: bool) -> Action:
        """One choice within a line; after the first it may be one that is offered only then."""
        offer = self.offer
        found = self.session.spelling.offered(piece, offer.choices)
        if len(found) != 1 and later:
            found = self.session.spelling.meant(piece) or found
        if len(found) == 1:
            return found[0]
        raise Refused(f"{piece!r} is {'not clear' if found else 'no choice here'}")

    def _often(self, before: Sequence[Action], action: Action) -> int:
        """How often the same may be chosen, after what stands before it in the line."""
        return self.session.match.as_often(self.side, self.session.text.respell(before), action)

    def again(self, asked: str) -> None:
        """Each unit fires at what it fired at last, where it may."""
        session, choices = self.session, self.offer.choices
        repeated = {verb: kind for verb, kind in session.text.repeats.items() if verb in choices.verbs()}
        log = session.match.log(session.eyes) if repeated else ()
        found = session.match.fired_again(self.side, choices, log, repeated)
        if not found:
            raise Refused("nothing that may fire now fired before at anything that it may fire at again")
        self._submit(found)

    def odds(self, asked: str) -> None:
        """What is likely to come of the decision at hand."""
        session = self.session
        tables = session.match.odds(self.side)
        if not tables:
            raise Refused("no dice hang on this decision")
        session.screen.odds(tables)

    def _submit(self, actions: Sequence[Action]) -> None:
        self.submit(self.offer, actions)
        self.session.orders.chose(self.side)
        self.session.done()

    def submit(self, offer: Offer, actions: Sequence[Action]) -> None:
        """Hands choices in, which are taken back as one line."""
        self.session.match.submit(offer.side, list(actions), seq=offer.seq)
        self._lines.setdefault(offer.side, []).append(len(actions))

    # -- questions ---------------------------------------------------------------------------------

    def fill(self, asked: str) -> None:
        """What one line may fill in at this question, or by its number that itself."""
        found = self.session.match.helpers(self.side, self.session.voyages.kept(self.side))
        if not found:
            raise Refused("nothing can be filled in at this question")
        if not asked:
            for number, one in enumerate(found, 1):
                told = f"{number:3} {one.label}: {one.note} ({len(one.choices)} choices)"
                self.session.terminal.say(told, indent=4)
            self.session.terminal.say("Say `fill` and a number.", indent=2)
        elif not is_number(asked) or not 1 <= int(asked) <= len(found):
            raise Refused(f"what can be filled in has the numbers 1 to {len(found)}; `fill` lists it")
        else:
            self._submit(found[int(asked) - 1].choices)

    def inbox(self, asked: str) -> None:
        """What waits for the side at this question, and what is done."""
        session = self.session
        for line in inbox.told(self.offer, session.match.rules, asked):
            session.terminal.say(session.text.called(line), indent=4)

    def standing(self, asked: str) -> None:
        """The standing orders of the side; or gives one, or takes one or all of them back."""
        orders, say = self.session.orders, self.session.terminal.say
        if asked.lower() in ("none", "drop", "drop all"):
            orders.drop(self.side)
            say("You are asked everything again.", indent=2)
        elif asked:
            order, value = orders.meant(self.side, asked)
            orders.give(self.side, {order.id: value})
            say(f"{order.label}: {order.words[order.values.index(value)]}.", indent=2)
            self.session.done()
        else:
            for number, one in enumerate(orders.told(self.side), 1):
                say(f"{number:3} {one.label}: {one.words[one.values.index(one.value)]}.", indent=4)
                words = [f"{place} {words}" for place, words in enumerate(one.words, 1)]
                say(f"      May say: {'; '.join(words)}", "dim", indent=8)
            say("Say `standing` and two numbers, or words; 1 asks you again, `standing none` drops all.", indent=2)

    def voyage(self, asked: str) -> None:
        """Where units are bound over several phases; or begins a voyage of the one in hand, or drops all."""
        voyages, say = self.session.voyages, self.session.terminal.say
        if asked.lower() in ("none", "drop", "drop all"):
            voyages.drop(self.side)
            say("No voyage is planned any more.", indent=2)
        elif asked:
            unit, plan, choices = voyages.begin(self.side, asked)
            side = self.side
            self._submit(choices)
            voyages.keep(side, unit, plan)
            say(f"{voyages.told(side)[-1]} `fill` sends it on.", indent=2)
        else:
            for told in voyages.told(self.side) or ["No voyage is planned."]:
                say(told, indent=4)

    def clause(self, asked: str) -> None:
        """The clause in force, another by number, or those with some words."""
        index = self.session.match.rules.game.clauses()
        offer = self.offer
        if not asked and not offer.clause:
            raise Refused("no rule is in force now; say ? and a clause or some words")
        if not asked:
            found = index.lookup(offer.clause)
        elif CLAUSE.fullmatch(asked):
            found = index.lookup(asked)
        else:
            found = index.find(asked)
            if not found:
                raise BadValue(f"no clause holds {asked!r}")
        show_clauses(self.session.terminal, found)

    def why(self, asked: str) -> None:
        """Why something cannot be chosen."""
        if not asked:
            raise Refused("say what: why and the words of a choice, such as why pass")
        if is_number(asked):
            self._why_number(int(asked))
        else:
            self._why(asked)

    def _why_number(self, number: int) -> None:
        """A choice by its number is lawful: what stands under the number, and by which rule."""
        offer = self.offer
        if not 1 <= number <= len(offer.choices):
            raise Refused(f"the choices have the numbers 1 to {len(offer.choices)}; what has none is not lawful now")
        name = self.session.text.name(offer.choices.at(number - 1))
        self.session.terminal.say(f"{name}: this may be chosen now, by {offer.clause}.", indent=2)

    def _why(self, asked: str) -> None:
        session = self.session
        meant = session.text.respell(session.spelling.meant(asked))
        if not meant:
            raise Refused(self._unknown(asked))
        for action in self._nearest(meant)[:3]:
            refusal = session.match.why_not(self.side, action)
            name = session.text.name(action)
            if refusal is None:
                session.terminal.say(f"{name}: this may be chosen now.", indent=2)
            else:
                clause = f" ({refusal.clause})" if refusal.clause else ""
                session.terminal.say(f"{name}: {session.text.called(refusal.message)}{clause}.", "alert", indent=2)

    def _unknown(self, asked: str) -> str:
        """What there is to say of words that are no choice: what their verb takes, and what may be done here."""
        offer, verb = self.offer, self.session.spelling.verb_named(asked)
        if verb is None:
            return f"{asked!r} is no choice of this game; `choices` lists what there is, `help` the rest"
        takes = ", ".join(domain.name for domain in verb.domains) or "no more words"
        if verb.name in offer.choices.verbs():
            example = self.session.screen.example(offer, verb.name)
            return f"{verb.spoken} takes {takes}: say for example {example}; `choices {verb.name}` lists what is open"
        here = ", ".join(one.replace("_", " ") for one in offer.choices.verbs())
        return f"{verb.spoken} is not open at this question, which takes: {here}"

    def _nearest(self, meant: Sequence[Action]) -> list[Action]:
        """Of the actions that words may mean, those with the most parts that occur in what is offered."""
        offer = self.offer
        parts = parts_of(offer.choices)
        shared = [sum(part in parts for part in action) for action in meant]
        return [action for action, count in zip(meant, shared, strict=True) if count == max(shared)]

    def choices(self, asked: str) -> None:
        """Every choice with its number, or those whose words hold some."""
        if asked:
            if not self.session.screen.fitting(self.offer, typed_words(asked)):
                raise Refused(f"no choice here holds {asked!r}; `choices` lists all")
        else:
            self.session.screen.choices(self.offer, whole=True)

    def board(self, asked: str) -> None:
        """The board once more, or what of it tells of a place, a section, a ship."""
        if not self.session.show_board(typed_words(asked) if asked else ()):
            raise Refused(f"nothing on the board tells of {asked!r}")

    def log(self, asked: str) -> None:
        """What happened lately."""
        if asked and not is_number(asked):
            raise Refused("log takes a number of entries, such as log 20")
        entries = self.session.look_back()
        self.session.screen.story(entries[-int(asked or 12) :])

    def game(self, asked: str) -> None:
        """What is played, by whom, with which dice, and where it is kept."""
        match, say = self.session.match, self.session.terminal.say
        say(f"{match.rules.game.title}.", indent=2)
        for option in match.rules.game.options:
            say(f"  {option.title}: {option.said(match.rules.options[option.name])} ({option.clause})", indent=4)
        for side, player in match.players.items():
            say(f"  {self.session.text.side(side)}: {player}")
        for holder, commitment in match.commitments.items():
            say(f"  Seal of the dice ({holder}): {commitment}", indent=4)
        self.session.terminal.copyable(f"  Kept in {match.place}" if match.place else "  Not kept")

    def help(self, asked: str) -> None:
        """What may be typed."""
        say = self.session.terminal.say
        if self.offer.choices:
            self._how_to_choose()
        for word, command in COMMANDS.items():
            if command.run is Commands.standing and not self.session.orders.known:
                continue
            if command.run is Commands.voyage and not self.session.voyages.known:
                continue
            if command.run is Commands.inbox and not inbox.known(self.session.match.rules):
                continue
            if not self.offer.choices and word not in AT_ANY_TIME:
                continue
            said = f"{word} {command.said}".strip()
            say(f"  {said:16} {command.text}", indent=19)
        say(f"  {'? [CLAUSE]':16} the rule in force, or another: ? 10.6, ? transports", indent=19)

    def _how_to_choose(self) -> None:
        say = self.session.terminal.say
        say("Choose by number, or in words: the verb and names in any case, shortened while they are clear.")
        for example in self.session.screen.examples(self.offer):
            say(f"  {example}", indent=4)
        say("Several choices in one line are divided by semicolons, and are done all or none.", indent=2)
        say("A colon orders many at once: repair: Kongo fully, or go truk: rest, for all that may.", indent=2)

    # -- acts of the match -------------------------------------------------------------------------

    def undo(self, asked: str) -> None:
        """Takes the last line, or so many choices, back; beyond a die or another's choice, by consent."""
        session = self.session
        side, steps = self._whose(asked)
        free = session.match.can_undo(side)
        lines = self._lines.get(side, [])
        if steps is None:
            last = lines[-1] if lines else 1
            steps = min(last, free.steps) or 1
        if steps <= free.steps or session.match.elsewhere:
            taken = self._undo_with_others(side, steps, free)
        else:
            if not self._consent(side, free.why):
                session.terminal.say("Nothing is taken back.")
                return
            taken = session.match.undo(side, steps, session.match.asked(side))
        if taken is None:
            return
        self._forget(side, len(taken))
        session.orders.took_back(side)
        session.terminal.say(f"Taken back: {', '.join(session.text.name(action) for action in reversed(taken))}.")
        session.looked(session.eyes)
        session.done(whole_board=steps > free.steps)

    def _whose(self, asked: str) -> tuple[str, int | None]:
        """The side and the number of choices that an ``undo`` names."""
        side, steps = self.side, None
        for word in asked.lower().split():
            if is_number(word):
                steps = int(word)
            elif word == "all":
                steps = self.session.match.can_undo(side).steps or 1
            else:
                sides = named(self.session.match.rules.sides, [word])
                if len(sides) != 1 or sides[0] not in self.session.people:
                    raise Refused("undo takes a number of choices or all, and the side of a person at the table")
                side = sides[0]
        return side, steps

    def _consent(self, side: str, why: str) -> bool:
        """Whether every opponent agrees: people are asked, the computer always does."""
        session = self.session
        session.terminal.say(f"This goes back further than is free: {why}. The record will say so.", indent=2)
        others = [other for other in session.match.asked(side) if other in session.people]
        if not others:
            return session.terminal.agrees("The computer agrees. Take it back?")
        return all(session.terminal.agrees(f"{session.text.side(other)}: agreed?") for other in others)

    def _undo_with_others(self, side: str, steps: int, free: CanUndo) -> list[Action] | None:
        """Takes back up to the fence. Beyond it asks players at other terminals and returns None."""
        session = self.session
        if steps > free.steps:
            told = (
                f"This goes back further than is free: {free.why}. The others must agree, and the record will say so."
            )
            session.terminal.say(told, indent=2)
            if not session.terminal.agrees("Ask them?", unsaid=True):
                session.terminal.say("Nothing is taken back.")
                return None
        taken = session.match.undo(side, steps)
        if taken is None:
            session.terminal.say("The others were asked. Nothing is taken back until they agree.", indent=2)
        return taken

    def _forget(self, side: str, choices: int) -> None:
        lines = self._lines.get(side, [])
        while lines and choices > 0:
            if lines[-1] > choices:
                lines[-1] -= choices
                return
            choices -= lines.pop()

    def withdraw(self, asked: str) -> None:
        """Takes one earlier choice back and keeps the later ones."""
        session = self.session
        entries = session.match.log(self.side)
        gone = {seq for entry in entries for seq in entry.get("taken", ())}
        own = [e for e in entries if e["act"] == "choice" and e["side"] == self.side and not e.get("auto")]
        free = session.match.can_undo(self.side)
        standing = [entry for entry in own if entry["seq"] not in gone]
        standing = standing[len(standing) - free.steps :]
        if not standing:
            raise Refused(f"nothing of yours can be withdrawn: {free.why}")
        typed = typed_words(asked)
        fitting = [e for e in standing if typed and self._fits(typed, e["action"])]
        if len(fitting) != 1:
            session.terminal.say("These can be withdrawn; say withdraw and the words of one:")
            for entry in fitting or standing:
                session.terminal.say(f"  {session.text.name(entry['action'])}", indent=4)
            return
        dropped = session.match.withdraw(self.side, fitting[0]["seq"])
        self._forget(self.side, 1 + len(dropped))
        session.orders.took_back(self.side)
        session.terminal.say(f"Withdrawn: {session.text.name(fitting[0]['action'])}.")
        for action in dropped:
            session.terminal.say(f"  No longer possible, and dropped: {session.text.name(action)}.", indent=4)
        session.looked(session.eyes)
        session.done()

    def _fits(self, typed: Sequence[str], action: Sequence[str]) -> bool:
        return bool(self.session.spelling.fit(typed, tuple(action)))

    def resign(self, asked: str) -> None:
        """Gives the game up; an ally plays on for the side, if there is one."""
        session = self.session
        side = session.match.holder(self.side)
        if session.terminal.agrees(f"{session.text.side(side)} resigns: is that so?"):
            session.match.resign(side)
            session.settle_seats()
            session.done()

    def draw(self, asked: str) -> None:
        """Offers a draw; the opponents answer at once."""
        session = self.session
        side = session.match.holder(self.side)
        session.match.offer_draw(side)
        if session.match.elsewhere:
            session.terminal.say("You offered a draw. The other players can answer it on their screens.", indent=2)
            session.looked(session.eyes)
            session.offer = None
            return
        for other in session.match.asked(side):
            if session.players[other] is None and session.terminal.agrees(f"{session.text.side(other)}: a draw?"):
                session.match.accept_draw(other)
                continue
            session.match.decline_draw(other)
            session.terminal.say(f"{session.text.does(other, 'declines')} the draw.", indent=2)
            break
        session.looked(session.eyes)
        if session.match.over:
            session.done()

    def position(self, asked: str) -> None:
        """The position as a text, with every face-down counter in it."""
        if asked.lower() != "open" and not self.session.match.over:
            told = "a position shows what lies face down on both sides; say `position open` if you want that"
            raise Refused(told)
        print(self.session.match.position(self.side), end="")

    def save(self, asked: str) -> None:
        """Says where the game is kept, or writes a copy."""
        if asked:
            self.session.match.save(asked)
            self.session.terminal.copyable(f"A copy of the game so far is in {asked}")
        else:
            self.session.terminal.copyable(f"Every choice is kept at once, in {self.session.match.place}")

    def leave(self, asked: str) -> None:
        """Leaves; the game is kept."""
        raise Left


COMMANDS = {
    "choices": Command("[WORDS]", "every choice with its number, or those whose words hold these", Commands.choices),
    "board": Command("[WORDS]", "the board once more, or what of it tells of a place or a ship", Commands.board),
    "log": Command("[N]", "the last N things that happened", Commands.log),
    "odds": Command("", "what is likely to come of this decision, exactly", Commands.odds),
    "again": Command("", "each unit fires at what it fired at last", Commands.again),
    "inbox": Command(
        "[WORDS]", "what waits for you here and what is done; unordered, done, a section, a kind", Commands.inbox
    ),
    "fill": Command("[N]", "what one line fills in at this question, or makes the choices of N", Commands.fill),
    "standing": Command("[WORDS]", "your standing orders; gives one, or drops it", Commands.standing),
    "voyage": Command(
        "[WORDS]", "where a force is bound over several phases; begins one, or drops all", Commands.voyage
    ),
    "why": Command("WORDS", "why a choice is not lawful now", Commands.why),
    "undo": Command("[N]", "take back the last line, or N choices", Commands.undo),
    "withdraw": Command("[WORDS]", "take back one earlier choice and keep the later ones", Commands.withdraw),
    "game": Command("", "options, players, the seal of the dice, the file", Commands.game),
    "position": Command("open", "the position as a text, with all that is face down", Commands.position),
    "save": Command("[FILE]", "where the game is kept, or a copy of it", Commands.save),
    "draw": Command("", "offer a draw", Commands.draw),
    "resign": Command("", "give the game up", Commands.resign),
    "help": Command("", "this list", Commands.help),
    "quit": Command("", "leave; the game is kept", Commands.leave),
}

AT_ANY_TIME = frozenset(
    ("board", "log", "standing", "undo", "withdraw", "game", "position", "save", "draw", "resign", "help", "quit")
)
"""The commands that work while others have to choose."""

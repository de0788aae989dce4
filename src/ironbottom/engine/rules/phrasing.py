"""Choices, events and prompts of a game as text, from its catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.data.catalogue import Catalogue
from ironbottom.engine.rules.actions import Verb, Vocabulary
from ironbottom.engine.rules.player_aid import AidStep
from ironbottom.engine.text.phrases import Forms, Phrase, phrases, plural
from ironbottom.engine.text.prompts import Prompts
from ironbottom.engine.text.sentences import Names, single_full_stop

EventData = Mapping[str, object]
Formatter = Callable[[Any], str]
"""Writes a value as text."""
Value = Callable[[Any], object]
"""Computes a value from an event or from the arguments of a choice."""
Chooser = Callable[[Any], str]
"""Chooses the form of a text for an event or a choice."""


class ProcedureToPhrase(Protocol):
    """The class of a procedure; its prompt is set here."""

    build_prompt: Prompts

    @property
    def name(self) -> str: ...
    @property
    def verbs(self) -> Sequence[Verb]: ...


class GameToPhrase(Protocol):
    """The part of a game that its texts need: verbs, procedures and kinds of events."""

    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def procedures(self) -> Sequence[ProcedureToPhrase]: ...
    @property
    def events(self) -> Sequence[EventKind]: ...


class Phrasing:
    """The texts of a game: its catalogue, and the values that code adds to it.

    ``names`` writes single ids and lists of ids. ``formatters`` write values in other ways, by the word after the colon
    of a placeholder; the plurals of the catalogue are such words, too. ``values`` are placeholders that are computed.
    ``event_forms`` and ``choice_forms`` choose among the forms of an event or a choice, by event or verb.
    """

    def __init__(
        self,
        path: Path,
        names: Names,
        *,
        formatters: Mapping[str, Formatter] | None = None,
        values: Mapping[str, Value] | None = None,
        event_forms: Mapping[str, Chooser] | None = None,
        choice_forms: Mapping[str, Chooser] | None = None,
    ) -> None:
        self.catalogue = Catalogue.load(path)
        self.names = names
        self.formatters, self.values = dict(formatters or {}), dict(values or {})
        self._event_forms, self._choice_forms = dict(event_forms or {}), dict(choice_forms or {})
        self._plurals = self.catalogue.words.plurals
        self._choices = {name: phrases(verb.choice or verb.label) for name, verb in self.catalogue.words.verbs.items()}
        self._events = {name: phrases(event) for name, event in self.catalogue.words.events.items()}
        self._arguments: dict[str, tuple[str, ...]] = {}
        for name in self._plurals.keys() & self.formatters.keys():
            raise self.catalogue.error("the game already has a format of this name", "plurals", name)

    def bind(self, game: GameToPhrase) -> None:
        """Takes the arguments of verbs from the rules, and gives procedures their prompts.

        ``FactsError`` names a verb, procedure or event without a text, or a text that nothing uses.
        """
        words = self.catalogue.words
        self._arguments = {verb.name: tuple(one.name for one in verb.arguments) for verb in game.vocabulary.verbs}
        asking = [procedure.name for procedure in game.procedures if procedure.verbs]
        self._same("verbs", words.verbs, self._arguments)
        self._same("procedures", words.procedures, asking, [procedure.name for procedure in game.procedures])
        self._same("events", words.events, [kind.name for kind in game.events])
        self._same("rolls", words.rolls, (), [kind.name for kind in game.events])
        for procedure in game.procedures:
            result = words.procedures.get(procedure.name)
            if result and result.prompt:
                procedure.build_prompt = Prompts(result.prompt, self._plurals)
            elif procedure.verbs:
                raise self.catalogue.error("a procedure that asks must have a prompt", "procedures", procedure.name)
        for name, arguments in self._arguments.items():
            verb = words.verbs[name]
            self._check(("verbs", name, "choice"), verb.choice or verb.label, arguments, self._choice_forms)
            for part in verb.parts.keys() - set(arguments):
                message = f"the verb has no argument {part!r}; it has {truncated_list(arguments)}"
                raise self.catalogue.error(message, "verbs", name, "parts", part)
        for kind in game.events:
            self._check(("events", kind.name), words.events[kind.name], kind.fields, self._event_forms)

    def choice(self, action: Sequence[str]) -> str:
        """A choice in words."""
        verb, *given = action
        result = dict(zip(self._arguments[verb], given, strict=True))
        return self._fill(self._choices[verb], self._choice_forms.get(verb), result)

    def event(self, data: EventData) -> str:
        """An event as a sentence."""
        name = str(data["event"])
        return single_full_stop(self._fill(self._events[name], self._event_forms.get(name), data))

    def page(self) -> dict[str, Any]:
        """The texts for the page: all except the prompts and the log, which it receives as whole sentences."""
        words = self.catalogue.words
        data: dict[str, Any] = {
            name: msgspec.to_builtins(getattr(words, name)) for name in ("verbs", "procedures", "steps", "rolls")
        }
        for verb, arguments in self._arguments.items():
            if parts := words.verbs[verb].parts:
                data["verbs"][verb]["parts"] = [parts.get(name, "") for name in arguments]
            if isinstance(data["verbs"][verb].get("choice"), str):
                data["verbs"][verb]["arguments"] = arguments
            else:
                data["verbs"][verb].pop("choice", None)
        for procedure in data["procedures"].values():
            procedure.pop("prompt", None)
        used = {way for entry in data["procedures"].values() for way in _ways(entry.get("note", ""))}
        return {**data, "plurals": {way: forms for way, forms in self._plurals.items() if way in used}}

    def steps(self, **figures: int) -> Callable[..., AidStep]:
        """Makes a step of the player aid from its name and clause; ``figures`` fill its text.

        Its id is its name, or ``step``: two sequences of play may have other words for the same step.
        """

        def made(name: str, clause: str, *, step: str = "") -> AidStep:
            words = self.catalogue.words.steps[name]
            return AidStep(step or name, words.name, words.text.format(**figures), clause)

        return made

    def counted(self, number: object, thing: str) -> str:
        """A number of items, or a verb in the form for that number, from the plurals of the catalogue."""
        return plural(self._plurals[thing], number)

    def _fill(self, forms: Mapping[str, Phrase], form: Chooser | None, data: EventData) -> str:
        def write(value: str, way: str) -> str:
            computed = self.values.get(value)
            result = computed(data) if computed else data[value]
            if way in self.formatters:
                return self.formatters[way](result)
            if way:
                return plural(self._plurals[way], self.names.name_of(result) if isinstance(result, str) else result)
            return self._name(result)

        return forms[form(data) if form else ""].fill(write)

    def _name(self, value: object) -> str:
        if isinstance(value, str):
            return self.names.name_of(value)
        return self.names.listed(value) if isinstance(value, list | tuple) else str(value)

    def _same(self, section: str, words: Iterable[str], needed: Iterable[str], allowed: Iterable[str] = ()) -> None:
        """Refuses a section with a missing or an unknown name."""
        written, needed = set(words), set(needed)
        allowed = needed | set(allowed)
        for name in sorted(written - allowed):
            raise self.catalogue.error(
                f"the rules have no {name!r}; they have {truncated_list(sorted(allowed))}", section, name
            )
        for name in sorted(needed - written):
            raise self.catalogue.error(f"{name!r} has no words", section)

    def _check(
        self, path: tuple[str, ...], forms: Forms, names: Iterable[str], choosers: Mapping[str, Chooser]
    ) -> None:
        """Refuses unused forms, and placeholders that the code does not fill."""
        if isinstance(forms, dict) != (path[1] in choosers):
            kind = "one text is required here" if isinstance(forms, dict) else "several forms are required here"
            raise self.catalogue.error(kind, *path)
        known, allowed = [*names, *self.values], [*self.formatters, *self._plurals]
        for form, phrase in phrases(forms).items():
            form_path = (*path, form) if form else path
            for name, way in phrase.placeholders:
                if name not in known:
                    raise self.catalogue.error(
                        f"nothing fills in {{{name}}}; allowed: {truncated_list(known)}", *form_path
                    )
                if way and way not in allowed:
                    raise self.catalogue.error(
                        f"there is no format {way!r}; allowed: {truncated_list(allowed)}", *form_path
                    )


def _ways(forms: Forms) -> set[str]:
    """The ways to write the values of a text."""
    return {placeholder.way for phrase in phrases(forms).values() for placeholder in phrase.placeholders}

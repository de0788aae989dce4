"""Helpers for building the sentences of every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ironbottom.engine.core.fields import Domain

FOR_MANY = {
    "has": "have",
    "passes": "pass",
    "is": "are",
    "goes": "go",
    "flies": "fly",
    "tries": "try",
    "searches": "search",
}


def titles_by_id(*domains: Domain) -> dict[str, str]:
    """The titles of named items, by id.

    >>> titles_by_id(Domain("side", ("japan", "allies"), {"japan": "Japan", "allies": "the Allies"}))
    {'japan': 'Japan', 'allies': 'the Allies'}
    """
    return {text: title for domain in domains for text, title in zip(domain.ids, domain.titles, strict=True)}


def joined(names: Sequence[str]) -> str:
    """Joins names for a sentence.

    >>> joined(["Akagi"]), joined(["Kongo", "Hiei", "Ise"]), joined([])
    ('Akagi', 'Kongo, Hiei and Ise', 'nothing')
    """
    if len(names) < 2:
        return "".join(names) or "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


class Names:
    """The names of a game's items in sentences, by id.

    A function instead of the names is called when the first name is needed.
    """

    def __init__(self, names: Mapping[str, str] | Callable[[], Mapping[str, str]]) -> None:
        self._load = names if callable(names) else lambda: names
        self._names: Mapping[str, str] | None = None

    def name_of(self, thing: str) -> str:
        """The title of an item; if it has none, its id as words.

        >>> Names({"akagi": "Akagi"}).name_of("akagi"), Names(lambda: {}).name_of("group_2")
        ('Akagi', 'group 2')
        """
        if self._names is None:
            self._names = self._load()
        return self._names.get(thing, thing.replace("_", " "))

    def listed(self, items: Sequence[str]) -> str:
        """Joins the names of items for a sentence.

        >>> Names({"kongo": "Kongo", "hiei": "Hiei"}).listed(["kongo", "hiei"]), Names({}).listed([])
        ('Kongo and Hiei', 'nothing')
        """
        return joined([self.name_of(thing) for thing in items])

    def side_does(self, side: str, verb: str) -> str:
        """A side with its verb, given in the singular: Japan passes, the Allies pass.

        >>> Names({"allies": "the Allies"}).side_does("allies", "passes")
        'The Allies pass'
        """
        return name_with_verb(self.name_of(side), verb)


def count(number: int, thing: str) -> str:
    """A number with its noun.

    >>> count(1, "hit"), count(0, "hit"), count(3, "hit")
    ('1 hit', 'no hit', '3 hits')
    """
    return f"{number or 'no'} {thing}{'s' if number > 1 else ''}"


def capitalized(text: str) -> str:
    """A name with a capital letter, to begin a sentence.

    >>> capitalized("group 2"), capitalized("")
    ('Group 2', '')
    """
    return f"{text[:1].upper()}{text[1:]}"


def verb_for_number(number: int, verb: str) -> str:
    """A verb, given in the singular, in the form for a number of items. Zero takes the singular: no ship lands.

    >>> (verb_for_number(1, "lands"), verb_for_number(2, "lands"), verb_for_number(0, "is"),
    ...  verb_for_number(3, "goes"), verb_for_number(2, "searches"))
    ('lands', 'land', 'is', 'go', 'search')
    """
    return verb if number < 2 else FOR_MANY.get(verb, verb.removesuffix("s"))


def with_article(noun: str) -> str:
    """A noun with its indefinite article.

    >>> with_article("AA gun"), with_article("transport")
    ('an AA gun', 'a transport')
    """
    return f"{'an' if noun[:1] in 'AEIOaeio' else 'a'} {noun}"


def name_with_verb(name: str, verb: str) -> str:
    """A side and its verb, to begin a sentence. The verb is given in the singular; a name with an article takes the
    plural.

    >>> (name_with_verb("Japan", "has"), name_with_verb("the Allies", "has"),
    ...  name_with_verb("the Allies", "passes"), name_with_verb("the Allies", "wins"))
    ('Japan has', 'The Allies have', 'The Allies pass', 'The Allies win')
    """
    verb = verb_for_number(2 if name.startswith("the ") else 1, verb)
    return f"{name[:1].upper()}{name[1:]} {verb}"


def single_full_stop(sentence: str) -> str:
    """Removes the second full stop of a sentence that ends in an abbreviation.

    >>> single_full_stop("Arrivals: 10th A.F. and 11th A.F..")
    'Arrivals: 10th A.F. and 11th A.F.'
    """
    return sentence.removesuffix(".") if sentence.endswith("..") else sentence

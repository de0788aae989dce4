"""Refused words are found in everything that people read, and nowhere else."""

from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.words.refused_words import BETTER, EXCEPTIONS, UNFINISHED, WORDS, better, prose, refused


def words_in(name: str, text: str) -> list[tuple[int, str]]:
    """The refused words of a file with their lines."""
    shown = prose(name, text)
    return [(shown.count("\n", 0, word.start()) + 1, " ".join(word[0].split())) for word in WORDS.finditer(shown)]


@pytest.mark.build
def test_nothing_here_contains_a_refused_word() -> None:
    assert refused(ROOT) == []
    assert [name for name in EXCEPTIONS if not (ROOT / name).exists()] == []


def test_the_unfinished_files_exist() -> None:
    assert [name for name in sorted(UNFINISHED) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.py", 'def f():\n    """Shows it\n    anew."""\n', [(3, "anew")]),
        ("a.py", "x = 1  # whoever asks\n", [(1, "whoever")]),
        ("a.py", 'raise Wrong("not reckoned")\n', [(1, "reckoned")]),
        ("a.py", 'a = ("was told "\n     "of it")\n', [(1, "told of")]),
        ("a.py", "# what was told\n# of it\n", [(1, "told of")]),
        ("a.py", 'print(f"{game} Reckons it")\n', [(1, "Reckons")]),
        ("a.ts", "/** the rules\n *  of now */\nconst a = 1 // anew\n", [(2, "of now"), (3, "anew")]),
        ("a.ts", "const a = 'whoever wins'\nconst b = `told of ${c}`\n", [(1, "whoever"), (2, "told of")]),
        (
            "a.svelte",
            "<script>\n// anew\n</script>\n<p>Whoever {b ? 'reckons' : c}</p>\n",
            [(2, "anew"), (4, "Whoever"), (4, "reckons")],
        ),
        ("a.svelte", '<!-- told of -->\n<b title="anew">{a}</b>\n', [(1, "told of"), (2, "anew")]),
        ("a.css", "/* anew */\n.told { color: red }\n", [(1, "anew")]),
        ("a.md", "One\nof now, `anew`.\n", [(2, "of now")]),
        ("a.md", "Rules of\nnow.\n", [(1, "of now")]),
        ("a.toml", 'paraphrase = "Whoever leads."\n', [(1, "Whoever")]),
        ("a.json", '{"say": "Place it anew."}', [(1, "anew")]),
    ],
)
def test_a_refused_word_is_found_with_its_line(name: str, text: str, found: list[tuple[int, str]]) -> None:
    assert words_in(name, text) == found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "def reckon(anew):\n    return anew + whoever\n"),
        ("a.py", '"""Calls ``reckon`` and `anew`."""\n'),
        ("a.py", 'print(f"{reckon(anew)}")\n'),
        ("a.py", 'a = ("told", "of")\n'),
        ("a.py", '"""Beckoned; told off; renewed."""\n'),
        ("a.ts", "for (const at of now.garrisons) reckon(at)\n"),
        ("a.ts", "const a = `${reckon(anew)}`\n"),
        ("a.svelte", "<script>\nlet reckon = anew\n</script>\n{#if anew}<b on:click={reckon}>x</b>{/if}\n"),
        ("a.md", "```python\nreckon(anew)\n```\n\n`reckon`\n"),
    ],
)
def test_names_in_code_are_not_read(name: str, text: str) -> None:
    assert words_in(name, text) == []


def test_files_are_refused_with_better_words(tmp_path: Path) -> None:
    for name, text in {
        "src/a.py": '"""Deals anew."""\n',
        "src/b.py": '"""Deals again."""\n',
        "notes/a.md": "Whoever.\n",
        "tests/fixtures/a.json": '"anew"',
        "node_modules/a.ts": "// anew\n",
        "a.bin": "anew",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert refused(tmp_path, {"notes/a.md", "src/b.py"}) == [
        'src/a.py:1: "anew"; better: again',
        "src/b.py: has none of the words; remove it from UNFINISHED in tests/words/refused_words.py",
    ]


def test_every_refused_word_has_better_words() -> None:
    assert all(WORDS.fullmatch(word) for word in BETTER)
    assert better("reckoned") == BETTER["reckon"]

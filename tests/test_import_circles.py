"""No modules import each other in a circle at run time, nor, in the games, for types."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "src"
FOR_TYPES = [4, 4]
"""The circles that imports for types create, by their number of modules, all outside the games. They may only
shrink.
"""

Graph = dict[str, set[str]]


def imports(nodes: list[ast.stmt], *, for_types: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports of a module that run when it is loaded, and those for types if wanted."""
    for node in nodes:
        match node:
            case ast.Import() | ast.ImportFrom():
                yield node
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body) if for_types:
                yield from imports(body, for_types=for_types)
            case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
                pass
            case ast.If(body=body, orelse=other):
                yield from imports([*body, *other], for_types=for_types)
            case ast.Try(body=body, handlers=handlers):
                yield from imports([*body, *(line for each in handlers for line in each.body)], for_types=for_types)
            case ast.ClassDef(body=body) | ast.With(body=body):
                yield from imports(body, for_types=for_types)


def graph(root: Path, *, for_types: bool) -> Graph:
    """The modules of a tree, each with the modules that it imports."""
    files = {".".join(path.relative_to(root).with_suffix("").parts): path for path in sorted(root.rglob("*.py"))}
    files = {name.removesuffix(".__init__"): path for name, path in files.items()}
    found: Graph = {}
    for name, path in files.items():
        targets = set[str]()
        for node in imports(ast.parse(path.read_text(encoding="utf-8")).body, for_types=for_types):
            if isinstance(node, ast.ImportFrom):
                below = {f"{node.module}.{each.name}": str(node.module) for each in node.names}
                targets |= {inner if inner in files else outer for inner, outer in below.items()}
            else:
                targets |= {each.name for each in node.names}
        found[name] = (targets & files.keys()) - {name}
    return found


def reached(found: Graph, start: str) -> set[str]:
    """The modules that a module imports, directly or through others."""
    seen, edge = set[str](), [start]
    while edge:
        new = found[edge.pop()] - seen
        seen |= new
        edge += new
    return seen


def circles(root: Path, *, for_types: bool = False) -> list[list[str]]:
    """The circles of imports in a tree, the largest first, each with its modules."""
    found = graph(root, for_types=for_types)
    beyond = {name: reached(found, name) for name in found}
    inside = [name for name in found if name in beyond[name]]
    rings = {tuple(other for other in inside if other in beyond[name] and name in beyond[other]) for name in inside}
    return sorted((list(ring) for ring in rings), key=lambda ring: (-len(ring), ring))


def test_no_modules_import_each_other_at_run_time() -> None:
    assert circles(ROOT) == []


def test_no_modules_of_games_import_each_other_and_few_others_for_types() -> None:
    found = circles(ROOT, for_types=True)
    assert [ring for ring in found if any(name.startswith("ironbottom.games") for name in ring)] == []
    sizes = [len(ring) for ring in found]
    assert len(sizes) <= len(FOR_TYPES)
    assert all(now <= most for now, most in zip(sizes, FOR_TYPES, strict=False)), found


@pytest.mark.parametrize(
    ("second", "at_run_time"),
    [
        ("import house.first\n", True),
        ("from house import first\n", True),
        ("from house.first import ONE\n", True),
        ("if TYPE_CHECKING:\n    from house.first import ONE\n", False),
        ("def later() -> None:\n    import house.first\n", None),
        ('if __name__ == "__main__":\n    import house.first\n', None),
    ],
)
def test_a_circle_is_found(tmp_path: Path, second: str, at_run_time: bool | None) -> None:
    (tmp_path / "house").mkdir()
    for name, text in (("__init__", ""), ("first", "import house.third\nONE = 1\n"), ("second", second)):
        (tmp_path / "house" / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "house" / "third.py").write_text("from house import second\n", encoding="utf-8")
    ring = [["house.first", "house.second", "house.third"]]
    assert circles(tmp_path) == (ring if at_run_time else [])
    assert circles(tmp_path, for_types=True) == (ring if at_run_time is not None else [])

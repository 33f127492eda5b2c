"""The figures of the tree's structure: python -m tests.tools.structure [FOLDER].

Modules, lines, import circles, thin modules, protocols, docstrings and class names, each counted from the sources
alone: nothing of the program is imported. `tests/test_structure.py` holds the line for those that must stay.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.tools.tracked_files import parsed

PACKAGES = ("app", "protocols", "protos")
THIN_LINES = 60

# words that a docstring in place of a noun or a verb begins with
VAGUE_BEGINNINGS = ("What", "By", "Of", "Which", "Whose")

# three or more words that follow one another
_SENTENCE = re.compile(r"[A-Za-z][\w'\u2019-]*(?:[,;:]? +[A-Za-z][\w'\u2019-]*){2,}")

# calls whose arguments are what is compared, not what something is done with
_COMPARING = frozenset({"startswith", "endswith", "search", "fullmatch", "any", "all", "set", "sorted", "sum"})

_GENERATED = re.compile(r"_pb2\.py$")
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One source file.

    Attributes:
        name: as it is imported.
        path: from the root of the tree, with slashes.
    """

    name: str
    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return parsed(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the syntax tree."""
        return list(ast.walk(self.tree))

    @cached_property
    def folder(self) -> str:
        """The folder that the module lies in."""
        return self.path.rpartition("/")[0]

    @property
    def is_package(self) -> bool:
        """Whether the module is the `__init__` of a package."""
        return self.path.endswith("/__init__.py")

    @cached_property
    def docstrings(self) -> list[tuple[Documented, str]]:
        """Each definition that has a docstring, with that docstring."""
        kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        nodes = [node for node in self.nodes if isinstance(node, kinds)]
        return [(node, text) for node in nodes if (text := ast.get_docstring(node))]

    @cached_property
    def classes(self) -> list[ast.ClassDef]:
        """The classes of the module, nested ones too."""
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    def code_lines(self) -> int:
        """The number of lines that are neither blank nor comments nor docstrings."""
        lines: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type not in _NO_CODE:
                lines.update(range(token.start[0], token.end[0] + 1))
        for node, _ in self.docstrings:
            lines.difference_update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
        return len(lines)


def modules(root: Path, *tops: str) -> dict[str, Module]:
    """The modules below the folders `tops` of the tree at `root` by their names, without generated ones."""
    found = {}
    for top in tops:
        for file in sorted((root / top).rglob("*.py")):
            path = file.relative_to(root).as_posix()
            if _GENERATED.search(path):
                continue
            name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            found[name] = Module(name, path, file.read_text(encoding="utf-8"))
    return found


def imports(module: Module, known: dict[str, Module]) -> set[str]:
    """The names of those modules of `known` that a module imports anywhere, inside of functions too."""
    found: set[str] = set()
    for node in module.nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module)
    return (found & known.keys()) - {module.name}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules of which each imports all others of its group, directly or not (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in graph:
        if name not in index:
            visit(name)
    return sorted(found)


def thin_modules(known: dict[str, Module]) -> list[str]:
    """Modules of less than `THIN_LINES` lines whose only importer stands in the same folder."""
    importers = defaultdict(set)
    for module in known.values():
        for name in imports(module, known):
            importers[name].add(module)
    return [
        module.path
        for module in known.values()
        if not module.is_package
        and module.text.count("\n") < THIN_LINES
        and len(importers[module.name]) == 1
        and next(iter(importers[module.name])).folder == module.folder
    ]


def public_members(node: ast.ClassDef) -> set[str]:
    """The names of a class's methods and attributes that are no private ones; `__call__` counts."""
    names = {part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}
    names |= {target.id for part in node.body for target in _targets(part) if isinstance(target, ast.Name)}
    names |= {
        target.attr
        for part in ast.walk(node)
        for target in _targets(part)
        if isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self"
    }
    return {name for name in names if not name.startswith("_") or name == "__call__"}


def _targets(node: ast.AST) -> list[ast.expr]:
    """The places that a statement assigns to, each on its own."""
    if isinstance(node, ast.AnnAssign):
        return [node.target]
    if not isinstance(node, ast.Assign):
        return []
    nested = [target.elts if isinstance(target, ast.Tuple) else [target] for target in node.targets]
    return [target for several in nested for target in several]


def protocol_types(known: dict[str, Module]) -> Iterator[tuple[Module, ast.ClassDef]]:
    """The classes that are a `typing.Protocol`."""
    for module in known.values():
        for node in module.classes:
            if any(re.match(r"(typing\.)?Protocol\b", ast.unparse(base)) for base in node.bases):
                yield module, node


def lonely_protocols(known: dict[str, Module]) -> list[str]:
    """Protocol types that at most one class of the program implements, by the names of members.

    Members that come from base classes count; a protocol of `__call__` alone, which functions implement, does not.
    """
    everything = {node.name: node for module in known.values() for node in module.classes}

    def members(node: ast.ClassDef, seen: frozenset[str] = frozenset()) -> set[str]:
        names = public_members(node)
        for base in node.bases:
            base_name = ast.unparse(base).partition("[")[0].rpartition(".")[2]
            if base_name in everything and base_name not in seen:
                names |= members(everything[base_name], seen | {base_name})
        return names

    protocols = list(protocol_types(known))
    of_protocols = {node for _, node in protocols}
    plain = [(node, members(node)) for module in known.values() for node in module.classes if node not in of_protocols]
    found = []
    for module, node in protocols:
        wanted = members(node)
        if wanted != {"__call__"} and sum(wanted <= names for _, names in plain) <= 1:
            found.append(f"{module.path}: {node.name}")
    return found


def twins(known: dict[str, Module]) -> dict[str, list[str]]:
    """The public names of classes that stand more than once, with their modules."""
    places = defaultdict(list)
    for module in known.values():
        for node in module.classes:
            if not node.name.startswith("_"):
                places[node.name].append(module.path)
    return {name: paths for name, paths in sorted(places.items()) if len(paths) > 1}


def docstrings_that_match(known: dict[str, Module], pattern: str) -> list[str]:
    """Where docstrings begin as the pattern says."""
    return [
        f"{module.path}:{node.body[0].lineno}"
        for module in known.values()
        for node, text in module.docstrings
        if re.match(pattern, text)
    ]


def vague_docstrings(known: dict[str, Module]) -> list[str]:
    """Where docstrings begin with a word that stands in place of a noun or a verb."""
    return docstrings_that_match(known, rf"({'|'.join(VAGUE_BEGINNINGS)})\b")


def pointing_docstrings(known: dict[str, Module]) -> list[str]:
    """Where docstrings say "See the module" in place of what they are about."""
    return docstrings_that_match(known, r"See the module\b")


def compared_sentences(module: Module) -> list[str]:
    """Where a test compares a text with a sentence in words that it has not given itself: code and values are meant."""
    compared = {}
    for node in module.nodes:
        part: ast.expr | None = node.test if isinstance(node, ast.Assert) else None
        if isinstance(node, ast.Compare):
            part = node
        elif isinstance(node, ast.keyword) and node.arg == "match":
            part = node.value
        if part is not None:
            compared.update({id(text): text for text in _compared_texts(part)})
    docstrings = {id(node.body[0].value) for node, _ in module.docstrings if isinstance(node.body[0], ast.Expr)}
    texts = [node for node in module.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    given = "\n".join(str(text.value) for text in texts if id(text) not in compared.keys() | docstrings).lower()
    return [
        f"{module.path}:{text.lineno}"
        for text in compared.values()
        if any(words.lower() not in given for words in _SENTENCE.findall(str(text.value)))
    ]


def _compared_texts(part: ast.AST) -> Iterator[ast.Constant]:
    """The texts of an expression, without those that are given to a function or a class."""
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        yield part
    inner: Iterator[ast.AST] = ast.iter_child_nodes(part)
    if isinstance(part, ast.Call) and getattr(part.func, "attr", getattr(part.func, "id", "")) not in _COMPARING:
        inner = iter([part.func])
    for node in inner:
        yield from _compared_texts(node)


def table(root: Path) -> str:
    """The figures of the tree at `root`, as a table of Markdown."""
    known = modules(root, *PACKAGES)
    tests = modules(root, "tests")
    rows = [
        ("modules in app, protocols, protos", len(known)),
        ("code lines (no blanks, comments, docstrings)", sum(module.code_lines() for module in known.values())),
        ("code lines of tests", sum(module.code_lines() for module in tests.values())),
        ("import circles", len(circles({name: imports(module, known) for name, module in known.items()}))),
        (f"modules under {THIN_LINES} lines with exactly one importer, in the same folder", len(thin_modules(known))),
        ("Protocol types with at most one implementation", len(lonely_protocols(known))),
        ('docstrings that say "See the module"', len(pointing_docstrings(known))),
        (f"docstrings that begin with {', '.join(VAGUE_BEGINNINGS)}", len(vague_docstrings(known))),
        ("public class names used twice", len(twins(known))),
        ("sentences in words that tests compare", sum(len(compared_sentences(module)) for module in tests.values())),
    ]
    return "\n".join(["| figure | now |", "|---|---|", *(f"| {what} | {number:,} |" for what, number in rows)])


def main() -> None:
    """Print the table of the tree that is named, or of this one."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2]
    print(table(root))  # noqa: T201 - what the command is for


if __name__ == "__main__":
    main()

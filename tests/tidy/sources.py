"""The files of the house as the tidy tests see them. Knows files and Python's syntax; judges nothing."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {".git", ".venv", "var", "node_modules", "test-results", "htmlcov"}


@cache
def files() -> tuple[Path, ...]:
    """Every file of the house, relative to its root, but for what is installed, kept or cached."""
    return tuple(sorted(path.relative_to(ROOT) for path in _walk(ROOT) if not path.name.startswith(".coverage")))


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in NOT_OURS or path.name == "__pycache__" or path.name.endswith("_cache"):
            continue
        if path.is_dir() and not path.is_symlink():
            if path.name != ".hypothesis":
                yield from _walk(path)
        elif path.is_file():
            yield path


def python_files(*folders: str) -> list[Path]:
    """Those of the folders named (all: none named), without migrations, which are made by a machine."""
    return [
        path
        for path in files()
        if path.suffix == ".py"
        and (not folders or path.parts[0] in folders)
        and not ("migrations" in path.parts and path.name != "__init__.py")
    ]


@dataclass(frozen=True)
class Import:
    """`module`: the dotted name of what is imported, as deep as it is a module of ours; `inside`: a function's body."""

    path: Path
    line: int
    module: str
    inside: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line} imports {self.module}"


def module_name(path: Path) -> str:
    """`tournaments/models/__init__.py` is `tournaments.models`."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[Import]:
    """What the file imports when it runs; what stands under `if TYPE_CHECKING` never does."""
    for node, inside in _imports_below(tree(path), inside=False):
        for module in _modules(node, path):
            yield Import(path, node.lineno, module, inside)


def _imports_below(node: ast.AST, *, inside: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, inside
        elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield from _imports_below(child, inside=inside or isinstance(child, ast.FunctionDef | ast.Lambda))


def _modules(node: ast.Import | ast.ImportFrom, path: Path) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    package = module_name(path).split(".")
    is_package = path.name == "__init__.py"
    above = package[: len(package) - node.level + is_package] if node.level else []
    base = ".".join([*above, *([node.module] if node.module else [])])
    return [deeper if _is_ours(deeper := f"{base}.{alias.name}") else base for alias in node.names]


def _is_ours(module: str) -> bool:
    place = ROOT.joinpath(*module.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()

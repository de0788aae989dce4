"""Builds the compiled package: ``python -m fast.build`` writes it to ``build/fast``, for use on ``PYTHONPATH``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fast.modules import modules
from fast.rewriting import rewritten

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ironbottom"
BUILT = ROOT / "build" / "fast"
SHARED = "ironbottom_fast"
"""The library that all compiled modules share."""
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
FLAGS = (
    "--config-file=",
    "--python-version=3.11",
    "--ignore-missing-imports",
    "--namespace-packages",
    "--explicit-package-bases",
)

OPTIMISED, UNOPTIMISED = "2", "0"
"""The optimization levels of the C compiler: for play, and for tests, where compiling takes a third of the time."""
QUICK = ("-fno-semantic-interposition", "-fvisibility=hidden")
"""Makes calls within the library direct, since no other library may replace its functions."""


class CannotBuildError(Exception):
    """Raised if the package cannot be built; the message says what is missing."""


def digest(level: str) -> str:
    """A digest of what the modules are compiled from: the engine, the games, this program and the version of Python."""
    hasher = sha256(f"{sys.version} -O{level}".encode())
    folders = (PACKAGE / "engine", PACKAGE / "board", PACKAGE / "games", Path(__file__).parent)
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        hasher.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return hasher.hexdigest()


def build(workers: int = 0, level: str = OPTIMISED) -> Path:
    """Builds the compiled package unless it was already built from the current sources; returns its folder.

    An optimized build is also used if an unoptimized one is requested.
    """
    stamp = BUILT / "stamp"
    wanted = digest(level)
    if stamp.exists() and stamp.read_text() in (wanted, digest(OPTIMISED)):
        copy_package(BUILT)
        return BUILT
    for needed in ("mypyc", "setuptools"):
        if find_spec(needed) is None:
            raise CannotBuildError(f"{needed} is not installed, which the compiled build needs")
    shutil.rmtree(BUILT, ignore_errors=True)
    work = BUILT / "work"
    copy_package(work)
    copy_package(BUILT)
    for path in modules(PACKAGE):
        (work / "ironbottom" / path).write_text(rewritten((PACKAGE / path).read_text("utf-8")), "utf-8")
    compile_in(work, workers or os.cpu_count() or 1, level)
    # The shared library is copied last, and each file in one step: the other files are not used without it.
    for path in reversed(libraries(work)):
        (work / path).replace(BUILT / path)
    shutil.rmtree(work)
    stamp.write_text(wanted)
    return BUILT


def remove_build(level: str) -> None:
    """Removes a build of this level, since an unoptimized build is only for tests."""
    stamp = BUILT / "stamp"
    if stamp.exists() and stamp.read_text() == digest(level):
        shutil.rmtree(BUILT)


def copy_package(folder: Path) -> None:
    """Copies the current package, including the page, into a folder."""
    shutil.copytree(PACKAGE, folder / "ironbottom", ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)


def compile_in(work: Path, workers: int, level: str) -> None:
    """Compiles the rewritten source in a separate process."""
    command = [sys.executable, "-m", "fast.build", "--compile", str(workers), level]
    environment = {
        **os.environ,
        **cached_compiler(),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
    }
    ran = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise CannotBuildError("the compiler stopped:\n" + (ran.stdout + ran.stderr)[-4000:])


def cached_compiler() -> dict[str, str]:
    """Environment variables that run the C compiler through ``ccache``; empty if it is not installed.

    Paths below the root are made relative, so that a new clone can use what another one compiled.
    """
    if os.name != "posix" or shutil.which("ccache") is None:
        return {}
    compiler = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc")
    if "ccache" in compiler:
        return {}
    return {"CC": f"ccache {compiler}", "CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "true"}


def compile_here(workers: int, level: str) -> None:
    """Runs in that process: generates C from the source, and compiles a library from it beside each module."""
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped]
    from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]

    class SideBySide(build_ext):  # type: ignore[misc]
        """Compiles the sources of one library in parallel; setuptools would compile them one at a time."""

        def build_extension(self, extension: Any) -> None:
            def compiled(source: str) -> Any:
                return self.compiler.compile(
                    [source],
                    output_dir=self.build_temp,
                    include_dirs=extension.include_dirs,
                    extra_postargs=extension.extra_compile_args,
                )

            with ThreadPoolExecutor(workers) as several:
                extension.extra_objects = [made for each in several.map(compiled, extension.sources) for made in each]
            extension.sources = []
            super().build_extension(extension)

    files = [str(Path("ironbottom") / path) for path in modules(Path("ironbottom"))]
    extensions = mypycify([*FLAGS, *files], opt_level=level, debug_level="0", multi_file=True, group_name=SHARED)
    for extension in extensions if os.name == "posix" else ():
        extension.extra_compile_args = [*extension.extra_compile_args, *QUICK]
    own = {"build_ext": SideBySide}
    # Each module has a small library in addition to the shared one; several are compiled and linked at once.
    command = ["build_ext", "--inplace", "--parallel", str(workers)]
    setup(name=SHARED, ext_modules=extensions, cmdclass=own, script_args=command)


def libraries(folder: Path) -> list[Path]:
    """The compiled modules below a folder, with the library that they share."""
    found = [Path(f"{SHARED}__mypyc{SUFFIX}")]
    found += [Path("ironbottom") / path.with_suffix(SUFFIX) for path in modules(folder / "ironbottom")]
    return found


def main(arguments: list[str]) -> int:
    """Builds the package, quickly with ``--unoptimised``, and prints its folder."""
    if arguments[:1] == ["--compile"]:
        compile_here(int(arguments[1]), arguments[2])
        return 0
    try:
        folder = build(level=UNOPTIMISED if arguments == ["--unoptimised"] else OPTIMISED)
    except CannotBuildError as wrong:
        sys.stderr.write(f"fast: {wrong}\n")
        return 1
    sys.stdout.write(f"The compiled package is in {folder}; to use it: PYTHONPATH={folder} ironbottom …\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

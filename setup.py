"""The build: which tests are marked with which rule, and the geometry compiled where a compiler is at hand.

Compiled are the modules of ``grognard.table`` that have a ``.pxd`` beside them, ten of them: the same ``.py`` files, which
also run as they are (docs/decisions/0020). Without Cython or a C compiler, with ``GROGNARD_PURE=1`` and in an editable install
they stay in Python.
"""

import importlib.util
import json
import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
TABLE = Path("src", "grognard", "table")
COMPILED = sorted(path.relative_to(ROOT / TABLE).with_suffix("").as_posix() for path in (ROOT / TABLE).rglob("*.pxd"))


class BuildWithMarks(build_py):
    """``build_py``, and the list of marked tests beside the modules."""

    def run(self) -> None:
        super().run()
        tests = ROOT / "tests"
        if not self.editable_mode and tests.is_dir():
            marks = runpy.run_path(str(ROOT / "src" / "grognard" / "marks.py"))
            packed = Path(self.build_lib) / "grognard" / marks["PACKED"]
            packed.write_text(json.dumps(marks["scan"](tests), indent=0, sort_keys=True), "utf-8")


class BuildGeometry(build_ext):
    """``build_ext`` of the ``.py`` files themselves, by way of C."""

    def run(self) -> None:
        if self.editable_mode:
            return  # who changes the code wants to see it run
        from Cython.Build import cythonize

        self.extensions = cythonize(
            self.extensions,
            build_dir=self.build_temp,
            compiler_directives={
                "language_level": 3,
                "annotation_typing": False,
                "binding": True,
                "auto_pickle": False,  # nobody pickles them
                "nonecheck": True,  # None where a form is due (a house rule may pass anything) is an error, not a crash
            },
            quiet=True,
        )
        self.parallel = self.parallel or os.cpu_count()
        print(
            f"compiling {len(self.extensions)} modules of geometry; GROGNARD_PURE=1 leaves them in Python",
            file=sys.stderr,
        )
        for extension in self.extensions:
            extension._needs_stub = False
        try:
            super().run()
        except Exception as error:  # no compiler, or one without the headers of Python
            for extension in self.extensions:  # all or none: compiled modules call each other past Python
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            self.warn(f"the geometry stays in Python: {error}")


def extensions() -> list[Extension]:
    """What is to be compiled: nothing where nothing can be."""
    if os.environ.get("GROGNARD_PURE") == "1" or importlib.util.find_spec("Cython") is None:
        return []
    # No multiplication may be joined with an addition: results are the same on every machine, and in Python.
    # More than -O1 takes half as long again to compile and runs no faster.
    flags = [] if os.name == "nt" else ["-O1", "-g0", "-ffp-contract=off"]
    return [
        Extension(f"grognard.table.{name.replace('/', '.')}", [str(TABLE / f"{name}.py")], extra_compile_args=flags)
        for name in COMPILED
    ]


setup(cmdclass={"build_py": BuildWithMarks, "build_ext": BuildGeometry}, ext_modules=extensions())

"""The build packs which tests are marked with which rule, so that an installed rulebook can name them."""

import json
import runpy
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent


class BuildWithMarks(build_py):
    """``build_py``, and the list of marked tests beside the modules."""

    def run(self) -> None:
        super().run()
        tests = ROOT / "tests"
        if not self.editable_mode and tests.is_dir():
            marks = runpy.run_path(str(ROOT / "src" / "grognard" / "marks.py"))
            packed = Path(self.build_lib) / "grognard" / marks["PACKED"]
            packed.write_text(json.dumps(marks["scan"](tests), indent=0, sort_keys=True), "utf-8")


setup(cmdclass={"build_py": BuildWithMarks})

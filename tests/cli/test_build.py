"""The build, as ``pip install .`` runs it: nothing of Grognard is installed yet."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import setuptools

ROOT = Path(__file__).parents[2]
SITE = Path(setuptools.__file__).parents[1]


def test_it_needs_no_installed_grognard_and_packs_which_tests_hold_a_rule(tmp_path):
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    (tmp_path / "tests").mkdir()
    tests = '@pytest.mark.rule("usr:pinning")\ndef test_who_is_pinned_stays():\n    pass\n'
    (tmp_path / "tests" / "test_pinning.py").write_text(tests)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, tmp_path)
    alone = tmp_path / "alone"  # setuptools, and nothing else that is installed: -S leaves all that out
    alone.mkdir()
    for part in (*SITE.glob("setuptools*"), SITE / "_distutils_hack"):
        (alone / part.name).symlink_to(part)
    done = subprocess.run(
        [sys.executable, "-S", "setup.py", "--quiet", "build_py", "--build-lib", "built"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(alone), "GROGNARD_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    packed = json.loads((tmp_path / "built" / "grognard" / "tests.json").read_text())
    assert packed == {"usr:pinning": ["tests/test_pinning.py::test_who_is_pinned_stays"]}

#!/usr/bin/env bash
# Makes build/compiled: the package with its geometry compiled, as `pip install .` installs it. Run it with PYTHONPATH=build/compiled.
# Without a C compiler the package is there all the same, in Python. Done again only when a source is newer.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh dev

out=build/compiled
stamp=$out/.ready
if [ -e "$stamp" ] && [ -z "$(find src setup.py pyproject.toml constraints.txt -newer "$stamp" -not -name '*.pyc' -not -path '*.egg-info*' -not -name __pycache__ -print -quit)" ]; then
    exit 0
fi
echo "compiling the geometry into $out" >&2
find "$out" -name "*.py" -delete 2>/dev/null || true # modules that are gone; what is compiled stays unless it is older
for built in $(find "$out/grognard/table" -name '*.so' -o -name '*.pyd' 2>/dev/null); do
    source=${built#"$out/"}
    [ -e "src/${source%%.*}.pxd" ] || rm -f "$built"
done
mkdir -p build
if ! .venv/bin/python setup.py --quiet build --build-base build/work --build-lib "$out" >build/compiled.log 2>&1; then
    tail -n 20 build/compiled.log >&2
    exit 1
fi
find "$out" -name '*.so' -o -name '*.pyd' | grep -q . || echo "no C compiler was found: the geometry stays in Python" >&2
touch "$stamp"

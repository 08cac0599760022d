#!/usr/bin/env bash
# Makes .venv with the exact versions of constraints.txt and installs the product into it.
#   scripts/setup.sh play    what is needed to play
#   scripts/setup.sh dev     and what the tests, the checks and the benchmarks need
# Done again only when pyproject.toml or constraints.txt changed. PYTHON=... picks the Python, 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-play}
stamp=.venv/.ready-$what

# Pyodide is the engine's Python in a browser (grognard site); msgspec comes as a wheel for it. Without npm its tests are skipped.
fetch_pyodide() {
    if ls build/pyodide/msgspec-*wasm32.whl >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then return 0; fi
    mkdir -p build/pyodide
    (cd build/pyodide && npm pack --silent --fetch-retries=0 pyodide@314.0.7 && tar -xzf pyodide-314.0.7.tgz --strip-components=1 \
        && rm pyodide-314.0.7.tgz) >/dev/null 2>&1 || return 0
    for with_pip in .venv/bin/python python3; do
        "$with_pip" -m pip download --quiet --disable-pip-version-check --retries 0 --no-deps --only-binary=:all: \
            --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314 \
            -c constraints.txt -d build/pyodide msgspec >/dev/null 2>&1 && return 0
    done
    return 0
}

fresh() { [ -e "$1" ] && [ -x .venv/bin/grognard ] && ! [ pyproject.toml -nt "$1" ] && ! [ constraints.txt -nt "$1" ]; }
if fresh "$stamp" || { [ "$what" = play ] && fresh .venv/.ready-dev; }; then
    if [ "$what" = dev ]; then fetch_pyodide; fi
    exit 0
fi

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
python=""
for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
    if new_enough "$candidate"; then python=$candidate; break; fi
done

if ! [ -x .venv/bin/python ] || ! new_enough .venv/bin/python; then
    if command -v uv >/dev/null 2>&1; then
        uv venv --quiet --clear --python "${python:->=3.11}" .venv
    elif [ -n "$python" ]; then
        "$python" -m venv --clear .venv || {
            echo "setup: $python has no working venv module; install it (on Debian: apt install python3-venv) or uv" >&2
            exit 1
        }
    else
        echo "setup: Python 3.11 or later was not found; install it, or uv, or set PYTHON=/path/to/python3" >&2
        exit 1
    fi
fi

if command -v uv >/dev/null 2>&1; then
    install() { uv pip install --quiet --python .venv/bin/python -c constraints.txt "$@"; }
elif .venv/bin/python -c 'import pip' >/dev/null 2>&1; then
    install() { .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt "$@"; }
else
    echo "setup: .venv was made by uv, which is gone; remove .venv and run this again" >&2
    exit 1
fi

echo "setup: installing into .venv" >&2
install setuptools
if [ "$what" = dev ]; then
    install --no-build-isolation -e ".[dev]"
else
    install --no-build-isolation -e .
fi
.venv/bin/python -m compileall -q src/grognard || true # the first answer need not wait for it
# axe-core reads pages as who cannot see them has them read out; without npm its test is skipped, with the reason.
if [ "$what" = dev ] && command -v npm >/dev/null 2>&1; then
    npm install --silent --no-audit --no-fund --no-save --prefix build/axe axe-core@4.10.3 >/dev/null 2>&1 || true
fi
if [ "$what" = dev ]; then fetch_pyodide; fi
touch "$stamp"

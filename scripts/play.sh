#!/usr/bin/env bash
# The first thing a newcomer sees: exact odds with their reasons, then a battle, saved and replayed.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"

show() { printf '\n$ %s\n\n' "$*"; "$@"; }
show grognard odds "usr/A:Lantern Watch" "usr/B:Thornkin" --range 12 --plot
show grognard battle usr/A usr/B --seed 7 --log short --save play.json
show grognard replay play.json
printf '\nNow play yourself: "make serve" opens the table in the browser, "grognard play usr/A usr/B" plays at the keyboard.\n'

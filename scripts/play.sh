#!/usr/bin/env bash
# The first thing a newcomer sees: exact odds with their reasons, then a battle, saved and replayed.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"

show() { printf '\n$ %s\n\n' "$*"; "$@"; }
show grognard odds "usr/A:Line Squad" "usr/B:Line Squad" --range 12
show grognard battle usr/A usr/B --seed 7 --bots greedy,greedy --save play.json
show grognard replay play.json

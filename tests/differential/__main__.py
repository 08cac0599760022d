"""``python -m tests.differential [SYSTEM...]``: thousands of attacks on a table against their exact law.

``--cases N`` of each system (2,000), ``--first N`` the number of the first. What differs, or cannot be played, is told in a line.
"""

from __future__ import annotations

import argparse
import sys
import traceback

from .on_table import SYSTEMS, cases, disagreements

CELLS = 10  # looked at in a case, about


def main() -> int:
    """Looks at the cases; 1 when one of them differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(SYSTEMS), metavar="SYSTEM")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    wrong = 0
    for system in asked.systems:
        for number in range(asked.first, asked.first + asked.cases):
            try:
                told = disagreements(cases(system, (number,)), asked.cases * CELLS)
            except Exception as error:
                frame = traceback.extract_tb(error.__traceback__)[-1]
                told = [
                    f"{system} {number}: {type(error).__name__}: {error} at {frame.filename.split('/')[-1]}:{frame.lineno}"
                ]
            wrong += len(told)
            for line in told:
                print(f"{line}\n", flush=True)
        print(f"{system}: {asked.cases} attacks", flush=True)
    print(f"{wrong} attacks differ" if wrong else "no attack differs")
    return int(wrong > 0)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

"""A hundred and fifty random lines of arguments; ``make fuzz`` tries 10,000."""

from __future__ import annotations

from .arguments import faults


def test_no_line_of_arguments_ends_in_a_fault_of_ours():
    assert not list(faults(0, 150))

"""Odds of one attack: the question, the answer with its reasons, what is noted beside it, and the report of it all."""

from .answering import (
    COMPARED,
    Choice,
    Odds,
    OddsTable,
    Outcome,
    Plan,
    PlanPart,
    Step,
    Unused,
    answer,
    answers,
    chosen,
    read_sets,
    step,
    worded,
)
from .question import Question

__all__ = [
    "COMPARED",
    "Choice",
    "Odds",
    "OddsTable",
    "Outcome",
    "Plan",
    "PlanPart",
    "Question",
    "Step",
    "Unused",
    "answer",
    "answers",
    "chosen",
    "read_sets",
    "step",
    "worded",
]

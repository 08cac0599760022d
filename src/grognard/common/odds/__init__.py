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
    in_order,
    read_sets,
    step,
    what_matters,
    worded,
)
from .in_turn import answer_in_turn
from .odds_report import headline, percent
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
    "answer_in_turn",
    "answers",
    "chosen",
    "headline",
    "in_order",
    "percent",
    "read_sets",
    "step",
    "what_matters",
    "worded",
]

"""The turn of the Universal Special Rules system, on one screen: what comes after what, and nothing else.

Each step stands in a module of its own: movement, arrivals, shooting, charging, fighting, morale. A step runs from one boundary to
the next and starts from the table alone (docs/battle-frame.md); the whole turn in words is docs/usr/the-turn.md.
"""

from __future__ import annotations

"""Numbers drawn from a random generator, for options that are drawn hundreds of times a battle."""

from ..kernel.drawing import below, shuffled

__all__ = ["below", "shuffled"]

"""Transports: seats, what fits, getting in and out, and what becomes of cargo in a wreck."""

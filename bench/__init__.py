"""Benchmarks with checksums of their results: a faster engine is the same engine. ``python -m bench``."""

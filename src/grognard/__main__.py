"""``python -m grognard`` is the command ``grognard``."""

from .cli import main

main(prog_name="grognard")

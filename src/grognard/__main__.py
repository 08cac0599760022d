"""The command ``grognard``, which ``python -m grognard`` is too."""

import gc

FEW = 100_000  # things made, until garbage is looked for; what a short answer loads and makes is a third of that


def run() -> None:
    """Runs the command that was typed and leaves with its exit code.

    What a command loads stays loaded: looking through it for garbage again and again would be a tenth of a short answer.
    """
    gc.set_threshold(FEW)
    from .cli import main

    main(prog_name="grognard")


if __name__ == "__main__":
    run()

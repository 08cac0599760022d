"""``grognard serve``: the table in the browser."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
import webbrowser
from pathlib import Path

import click

from ..errors import GrognardError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MOST_MESSAGE = 256 * 1024
ELSEWHERE = ("192.0.2.1", 9)  # an address that nobody has
TURN = 0.001  # seconds after which a bot that thinks lets another thread go on: an answer needs several such turns


@click.command("serve", short_help="The web app: odds, rulebook and board in the browser.")
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="H",
    help="Which address answers; others than this machine only if you say so.",
)
@click.option("--port", default=8000, type=click.IntRange(0, 65535), metavar="P", help="0 takes any that is free.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path("grognard-battles"),
    metavar="DIR",
    help="Where battles are kept.",
)
@click.option("--open/--no-open", "opens", default=False, help="Opens the page in a browser.")
def command(host: str, port: int, data: Path, opens: bool) -> None:
    """Serve the web app until Ctrl-C. Every pick is on the disk before it is answered."""
    import uvicorn

    from ..web.app import made
    from ..web.desk import Desk
    from ..web.hall import Hall
    from ..web.thinking import Thinkers

    found = _bound(host, port)
    port = found.getsockname()[1]
    own = _is_own(host)
    sys.setswitchinterval(TURN)
    thinkers = Thinkers()
    hall = Hall(data, thinkers.player)
    address = f"http://{'127.0.0.1' if own else _for_others(host)}:{port}/"
    click.echo(f"Grognard is at {address} (Ctrl-C ends it; battles are kept in {data})")
    if not own:
        click.echo(
            "Others in this network can reach it there; open it by this address yourself, for links that you share begin "
            "with it. Give each player his own link; there is no encryption.",
            err=True,
        )
    names = [name.strip("[]") for name in LOOPBACK]
    if not own:
        here = socket.gethostname().lower()
        names += [host.lower(), here, f"{here}.local", socket.getfqdn().lower()]
    app = made(hall, Desk(hall), names, numbers=not own)
    if opens:
        webbrowser.open(address)
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    try:
        uvicorn.Server(config).run(sockets=[found])
    except KeyboardInterrupt:
        pass
    finally:
        thinkers.close()
        found.close()
    click.echo("ended; every battle is kept")


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises GrognardError when the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen()  # before the address is told: whoever comes at once waits, and is not refused
    except (OSError, OverflowError) as error:
        found.close()
        said = getattr(error, "strerror", None) or str(error)
        hint = "another --port, or 0 for any that is free"
        if getattr(error, "errno", None) not in (errno.EADDRINUSE, errno.EACCES):
            hint = "--host takes an address of this machine; 0.0.0.0 is all of them"
        raise GrognardError(f"cannot be had: {said}", where=f"{host}:{port}", hint=hint) from None
    return found


def _for_others(host: str) -> str:
    """An address by which others in the network reach what listens at ``host``, as it stands in a link."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(ELSEWHERE)  # nothing is sent: it only asks which of our addresses would be used
            return str(found.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _is_own(host: str) -> bool:
    """Whether an address is reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

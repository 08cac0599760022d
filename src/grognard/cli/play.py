"""``grognard play``: a seat at the table, in the terminal."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import click

from .. import battles
from ..common.asking import pairs
from ..errors import GrognardError
from ..terminal import plain
from ..terminal.client import LOGS, Client
from ..web.journal import Journal
from ..web.room import DICE, Room, Seat, new_room, open_room
from . import house, lists

ME = "me"
NAME = "play-{system}-{seed}.battle"

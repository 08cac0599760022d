"""Shooting on the table: who may fire at whom, guns, templates, and what takes the place of plain shots."""

"""The assault phase: charges and close combat."""

"""Nerve: checks, panic and rally, and units that do not do as their player likes."""

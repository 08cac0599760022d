"""Tests of ``grognard.muster``: force files read, written, imported, found, shown, checked and altered."""

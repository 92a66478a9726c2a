"""Tests of the command line of the engine (section 12, Commands)."""

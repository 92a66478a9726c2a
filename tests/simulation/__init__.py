"""Whole houses in virtual time, from a seed: tables, people, bots, and everything that fails."""

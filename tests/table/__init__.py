"""Tests of the table session: what stays from hand to hand (R3.3, R8, R9.1, R9.3)."""

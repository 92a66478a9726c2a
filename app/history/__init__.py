"""Finished hands, for those who were dealt in and for auditors (R11.4); the night's settlement.

Reading order: `asking`, `settlements`, `telling`, `replays`, `histories`, `routes`.
"""

"""Finished hands, for those who were dealt in and for auditors (R11.4).

Reading order: `asking`, `telling`, `replays`, `histories`, `routes`.
"""

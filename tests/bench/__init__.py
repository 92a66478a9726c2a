"""Measurements, run by hand: `./dev bench engine`. Ratios in one run count, not absolutes."""

"""The rules of one hand, pure: no clock, no chance, no input or output.

A hand begins with `start(deal)` and goes on with `apply(state, action)`. Everything
else answers questions about a state: `options` what a seat may do, `view` what a seat
may see, `settlement` who pays whom.
"""

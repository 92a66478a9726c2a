"""How a hand moves from phase to phase.

Every function here writes on a state that is its caller's alone, and on the log
of events. Nothing here asks whether an action was allowed: `legality` has answered that
before. They build on one another in this order: turns; opening, plays and removal; offers;
leaving; judging.
"""

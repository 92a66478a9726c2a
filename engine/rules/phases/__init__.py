"""How a hand moves from phase to phase.

Every function here writes on a state that `play.apply` has just copied, and on the log
of events. Nothing here asks whether an action was allowed: `legality` has answered that
before. They build on one another in this order: turns, plays, offers, judging, leaving,
opening.
"""

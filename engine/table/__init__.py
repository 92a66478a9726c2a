"""Tables: what stays from hand to hand."""

"""The conformance cases of the rulebook, and how an answer is compared with them."""

"""Policies: from what a seat may see to an action."""

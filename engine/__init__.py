"""The game itself: rules, bots and tables. Standard library only."""

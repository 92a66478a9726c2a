"""The service: knows HTTP, JSON, SQL and Redis; knows no rule of the game."""

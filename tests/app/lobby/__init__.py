"""The lobby over HTTP: tables opened, found, joined, left, closed."""

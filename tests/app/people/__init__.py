"""People over HTTP: names, guests, the way back, passwords, chips."""

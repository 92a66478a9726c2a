"""What a browser loads: pages, and the files they are made of."""

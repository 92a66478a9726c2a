"""What players tell operators of. Operators read it in `audit`."""

def add_simulate_command(c): pass

"""What is counted of the sockets. Numbers only: no player, no table, no card."""

from prometheus_client import CollectorRegistry, Counter, Gauge

REGISTRY = CollectorRegistry()
"""This server's own; the library's global one would count twice where two servers run."""

CONNECTIONS = Gauge("desmoche_connections", "Sockets open now", registry=REGISTRY)
TABLES = Gauge("desmoche_tables", "Tables that live in this process", registry=REGISTRY)
FRAMES_IN = Counter("desmoche_frames_in", "Frames of browsers", ["type"], registry=REGISTRY)
HANG_UPS = Counter("desmoche_hang_ups", "Sockets closed by us", ["code"], registry=REGISTRY)
DROPPED = Gauge("desmoche_letters_dropped", "Word to other workers lost", registry=REGISTRY)

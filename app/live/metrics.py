"""What is counted of sockets, tables and workers. Numbers only: no player, no table, no card."""

from collections.abc import Callable, Sequence
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge

from app.cluster.tally import Figures
from app.trouble import Trouble

REGISTRY = CollectorRegistry()
"""This server's own; the library's global one would count twice where two servers run."""

CONNECTIONS = Gauge("desmoche_connections", "Sockets open now", registry=REGISTRY)
TABLES = Gauge("desmoche_tables", "Tables that live in this process", registry=REGISTRY)
FRAMES_IN = Counter("desmoche_frames_in", "Frames of browsers", ["type"], registry=REGISTRY)
HANG_UPS = Counter("desmoche_hang_ups", "Sockets closed by us", ["code"], registry=REGISTRY)
DROPPED = Gauge("desmoche_letters_dropped", "Word to other workers lost", registry=REGISTRY)
PAUSED = Gauge("desmoche_tables_paused", "Those of them that wait for storage", registry=REGISTRY)
TROUBLES = Gauge("desmoche_trouble", "1 while this is so", ["what"], registry=REGISTRY)
WORKER = {
    name: Gauge(
        f"desmoche_{name}", f"{name.replace('_', ' ')}: docs/operating.md", registry=REGISTRY
    )
    for name in Figures._fields
}


def watch(figures: Callable[[], Figures]) -> None:
    """Tell of this worker among others from now on."""
    for name, gauge in WORKER.items():
        gauge.set_function(partial(_figure, figures, name))


def _figure(figures: Callable[[], Figures], name: str) -> float:
    value: int = getattr(figures(), name)
    return value


def watch_troubles(troubles: Sequence[Trouble]) -> None:
    """Tell of each whether it is there."""
    for trouble in troubles:
        TROUBLES.labels(trouble.what).set_function(partial(_is_there, trouble))


def _is_there(trouble: Trouble) -> float:
    return float(trouble.is_there)

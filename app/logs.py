"""Logs: one JSON object a line on standard error, the libraries' among them.

Never here: a frame, a card, a seed, a cookie. What is logged is what an operator acts on.
"""

import logging
import logging.config

import structlog

_SHARED = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


TOLD_ELSEWHERE = (
    # An export was broken off, which has said itself which and why.
    "ASGI callable returned without completing response.",
    # Anyone can send what is no HTTP, as often as they like: it is counted (`app.door`).
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
)
"""Lines of uvicorn's that nobody needs."""


def _is_news(record: logging.LogRecord) -> bool:
    return record.msg not in TOLD_ELSEWHERE


def set_up_logs(level: str) -> None:
    """Once at the start, before anything is logged."""
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "json": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        structlog.processors.format_exc_info,
                        structlog.processors.JSONRenderer(),
                    ],
                    "foreign_pre_chain": _SHARED,
                }
            },
            "filters": {"told": {"()": lambda: _is_news}},
            "handlers": {
                "err": {
                    "class": "logging.StreamHandler",
                    "formatter": "json",
                    "filters": ["told"],
                }
            },
            "root": {"handlers": ["err"], "level": level.upper()},
            # At `info` uvicorn tells of every socket that opens and closes.
            "loggers": {"uvicorn": {"level": "WARNING"}, "aiosqlite": {"level": "WARNING"}},
        }
    )
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )

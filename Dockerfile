# The server with its pages and nothing else: docker build -t desmoche .
# docker-compose.yml runs two of them with all that they need.

FROM python:3.11.14-slim-bookworm AS build
WORKDIR /build
# The same version as in ./dev, which the lock file was written by.
RUN pip install --no-cache-dir uv==0.13.9
ENV UV_PROJECT_ENVIRONMENT=/srv/desmoche UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_NO_CACHE=1 \
    UV_PYTHON_DOWNLOADS=never
# What others have written changes seldom, and is a layer of its own.
COPY pyproject.toml uv.lock README.md ./
RUN uv sync --frozen --no-dev --no-install-project
COPY engine engine
COPY app app
COPY migrations migrations
COPY static static
RUN uv sync --frozen --no-dev --no-editable

FROM python:3.11.14-slim-bookworm
# A number, so that an orchestrator can see that it is not root. It owns /data alone.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin desmoche \
    && install --directory --owner=10001 --mode=0700 /data
COPY --from=build /srv/desmoche /srv/desmoche
ENV PATH=/srv/desmoche/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    SERVER_KEY_FILE=/data/server.key \
    DATABASE_URL=sqlite:////data/desmoche.sqlite3
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-m", "app.health"]
ENTRYPOINT ["desmoche"]
CMD ["serve"]

FROM caddy:2 AS proxy
COPY solitaire_site/deploy/Caddyfile /etc/caddy/Caddyfile
RUN chown -R 1000:1000 /config /data
USER 1000:1000

FROM node:22-slim AS bundle
WORKDIR /site
COPY package.json .npmrc ./
RUN npm install
COPY bundle.js ./
COPY frontend frontend
RUN npm run bundle

FROM python:3.13-slim-trixie AS site

# What backup and restore run, of the version of the server in docker-compose.yml. Debian serves only
# the newest patch of it, so a version pinned here would be gone with the next.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /site
COPY pyproject.toml constraints.txt ./
ARG EXTRAS=solver
RUN pip install --no-cache-dir -c constraints.txt ".[$EXTRAS]"
COPY . .
COPY --from=bundle /site/frontend/bundled frontend/bundled

# The numbers that the first free ones always were: volumes of older releases belong to them.
RUN groupadd --system --gid 999 site \
    && useradd --system --uid 999 --gid site --no-create-home site \
    && install --directory --owner site /data /secrets
USER 999:999
VOLUME /data
# The solver caches its compiled code there.
ENV DATA_DIR=/data XDG_CACHE_HOME=/data/cache ALLOWED_HOSTS=localhost PYTHONUNBUFFERED=1
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=6s --start-period=30s \
  CMD ["python", "-m", "solitaire_site.probe", "http://127.0.0.1:8000/healthz"]

CMD ["python", "manage.py", "play", "--host", "0.0.0.0"]

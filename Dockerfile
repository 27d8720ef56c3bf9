FROM node:22-slim AS bundle
WORKDIR /site
COPY package.json .npmrc ./
RUN npm install
COPY bundle.js ./
COPY frontend frontend
RUN npm run bundle

FROM python:3.13-slim

WORKDIR /site
COPY pyproject.toml constraints.txt ./
RUN pip install --no-cache-dir -c constraints.txt ".[solver]"
COPY . .
COPY --from=bundle /site/frontend/bundled frontend/bundled

RUN useradd --system --no-create-home site && install --directory --owner site /data
USER site
VOLUME /data
# The solver caches its compiled code there.
ENV DATA_DIR=/data XDG_CACHE_HOME=/data/cache ALLOWED_HOSTS=localhost PYTHONUNBUFFERED=1
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["python", "-c", \
  "import os, urllib.request as r; r.urlopen(r.Request('http://127.0.0.1:8000/healthz', headers={'Host': os.environ['ALLOWED_HOSTS'].split(',')[0].lstrip('.')}))"]

CMD ["python", "manage.py", "play", "--host", "0.0.0.0"]

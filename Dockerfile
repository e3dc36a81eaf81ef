# syntax=docker/dockerfile:1
# The product as one image: web, worker, or both by PROCESS_ROLE. The Node it runs on is the one that the lock file
# pins with its hash, so the second stage needs a plain Debian alone.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/link-node.mjs scripts/
RUN npm ci
COPY . .
# What pages are built with and from is in dist/ now, and would be a third of the image.
RUN npm run build && npm prune --omit=dev && npm uninstall --no-save --omit=dev firebase vite @vitejs/plugin-react pdfjs-dist

FROM debian:bookworm-20260824-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171
LABEL org.opencontainers.image.title="Slow Letters"
RUN groupadd --gid 10001 letters \
 && useradd --uid 10001 --gid letters --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin letters \
 && install -d -o letters -g letters -m 0711 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/locales ./locales
COPY --from=build /app/dist ./dist
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    PATH=/app/node_modules/.bin:$PATH \
    HOST=0.0.0.0 \
    DATA_DIR=/data
USER letters
VOLUME /data
EXPOSE 3000
# A worker answers on WORKER_PORT; of one without it, that the process lives is enough.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "const { PROCESS_ROLE, WORKER_PORT, PORT } = process.env; const port = PROCESS_ROLE === 'worker' ? WORKER_PORT : PORT || 3000; if (port) fetch(`http://127.0.0.1:${port}/livez`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "dist/server/main.js"]

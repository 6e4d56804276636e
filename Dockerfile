# syntax=docker/dockerfile:1
# One image for each program: docker build --target web|redirector|worker|ops .
# Why it is made as it is: docs/decisions/containers.md. The engines are no part of any image: their addresses are settings.

ARG NODE_IMAGE=node:20-slim

# ── What npm reads, alone: a change of source does not install anew ──
FROM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete \
  && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS packages
WORKDIR /src
COPY --from=manifests /src ./
# Without install scripts, as `npm start` does it: nothing here needs what they would download.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund

# ── Builds the apps by what `npm start` builds them with, and gathers a folder for each image ──
FROM packages AS build
COPY . .
RUN node deploy/container/build.mjs /out

# ── What the images have in common ──
FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production
WORKDIR /app
COPY deploy/container/health.mjs ./

FROM runtime AS web
COPY --from=build /out/web ./
# The one folder that Next writes into.
RUN mkdir -p apps/web/.next/cache && chown node:node apps/web/.next/cache
USER node
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "health.mjs", "WEB_PORT", "3000"]
CMD ["node", "apps/web/dist/main.js"]

FROM runtime AS redirector
COPY --from=build /out/redirector ./
USER node
EXPOSE 3001 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "health.mjs", "REDIRECTOR_PORT", "3001"]
CMD ["node", "apps/redirector/dist/main.js"]

FROM runtime AS worker
COPY --from=build /out/worker ./
USER node
EXPOSE 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "health.mjs", "METRICS_PORT", "9464"]
CMD ["node", "apps/worker/dist/main.js"]

# One-shot jobs: docker run <image> migrate
FROM runtime AS ops
COPY --from=build /out/ops ./
USER node
ENTRYPOINT ["node", "apps/ops/dist/main.js"]
CMD ["--help"]

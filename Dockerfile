# The playground with real Redis, as an ordinary user. HOSTING.md says how to build and start it.
FROM node:24-bookworm-slim AS base
RUN apt-get update \
  && apt-get install -y --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /playground

FROM base AS build
# Compiles what moves the clocks of the servers.
RUN apt-get update \
  && apt-get install -y --no-install-recommends gcc libc6-dev \
  && rm -rf /var/lib/apt/lists/*
COPY .npmrc package.json package-lock.json ./
COPY src/redlock/package.json src/redlock/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node --import tsx scripts/prepareClockShim.ts
ARG SITE_URL=""
ARG REPOSITORY_URL=""
RUN npm run build:lib

FROM base
ENV NODE_ENV=production XDG_CACHE_HOME=/playground/.cache
COPY --from=build /playground/package.json ./
COPY --from=build /playground/lib lib/
COPY --from=build --chown=node:node /playground/node_modules/.cache/redlock-playground .cache/redlock-playground/
USER node
EXPOSE 5180
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:5180/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "lib/cli.js", "--host", "0.0.0.0"]

# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/needed-node.mjs scripts/say-node.mjs ./scripts/
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS run
# Commands run in a sandbox of bubblewrap, which the container must be allowed to make:
#   docker run --cap-drop ALL --security-opt no-new-privileges --security-opt seccomp=docs/operations/seccomp.json \
#     --security-opt apparmor=unconfined --security-opt systempaths=unconfined …
# Without, everything else works and the page says why commands are off; a web process (VITRINE_ROLE=web) needs none of
# the last three. tini reaps what sandboxes leave to process 1.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap git python3 tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --create-home vitrine \
  && mkdir /data /clones /backups /workspace \
  && chown vitrine /data /clones /backups /workspace \
  && ln -s /app/scripts/vitrine.mjs /usr/local/bin/vitrine
WORKDIR /app
# The config file is outside of workspaces: whoever commits to a repository does not decide what the server runs.
ENV NODE_ENV=production VITRINE_DATA_DIR=/data VITRINE_CLONES_DIR=/clones VITRINE_CONFIG=/etc/vitrine/vitrine.config.json
COPY --chmod=644 docs/operations/empty-config.json /etc/vitrine/vitrine.config.json
COPY --from=build /app/package.json ./
COPY --from=build /app/.next/standalone ./.next/standalone
COPY --from=build /app/scripts ./scripts
# Compiled code is stored there for the next start.
RUN mkdir .next/compile-cache && chown vitrine .next/compile-cache
USER vitrine
EXPOSE 3000
# The workspace is the current folder, unless VITRINE_WORKSPACES names others; with VITRINE_ROLE=web there is none. As a
# variable of the image, VITRINE_WORKSPACES would be refused there.
WORKDIR /workspace
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--max-semi-space-size=16", "/app/scripts/start.ts"]

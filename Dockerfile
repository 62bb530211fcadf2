# The console, with the embedded engine: docker build -t cooperage:1.0.0 .
# A published image is built on a fixed base: --build-arg BASE=node:24-slim@sha256:<digest>, the one that was named to the release
# script with --base. "docker buildx imagetools inspect node:24-slim" prints the current digest.
ARG BASE=node:24-slim
FROM ${BASE} AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN node packages/web/build/build-page.ts --packages page.json && node packages/cli/build/build-command.ts packages/cli/dist command.json
RUN node scripts/release/write-notices.ts THIRD-PARTY-NOTICES.txt page.json command.json
# The build has everything in it but the index of the engine, which is native.
RUN npm ci --omit=dev -w @cooperage/engine

FROM ${BASE}
ENV NODE_ENV=production COOPERAGE_HOST=0.0.0.0 COOPERAGE_DATA=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/cli/package.json packages/cli/package.json
COPY --from=build /app/packages/cli/bin packages/cli/bin
COPY --from=build /app/packages/cli/dist packages/cli/dist
COPY --from=build /app/packages/web/dist packages/web/dist
COPY --from=build /app/LICENSE LICENSE
COPY --from=build /app/NOTICE NOTICE
COPY --from=build /app/THIRD-PARTY-NOTICES.txt THIRD-PARTY-NOTICES.txt
RUN ln -s /app/packages/cli/bin/cooperage.mjs /usr/local/bin/cooperage
# Group 0 is the one of any other user that the container runs as.
RUN mkdir -m 0770 /data && chown 1000:0 /data
USER 1000:1000
VOLUME /data
EXPOSE 9090 9000
HEALTHCHECK --start-period=30s CMD ["node", "/app/packages/cli/bin/health-check.mjs"]
# Where the sources are, and their commit: --build-arg SOURCE=<address> --build-arg REVISION=$(git rev-parse HEAD)
ARG SOURCE
ARG REVISION
LABEL org.opencontainers.image.title="Cooperage" org.opencontainers.image.description="Console for S3-compatible object storage, with an embedded storage engine" org.opencontainers.image.vendor="The Cooperage authors" org.opencontainers.image.licenses="Apache-2.0" org.opencontainers.image.version="1.0.0" org.opencontainers.image.source="${SOURCE}" org.opencontainers.image.revision="${REVISION}"
ENTRYPOINT ["cooperage"]

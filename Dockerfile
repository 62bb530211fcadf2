# The console, with the embedded engine: docker build -t cooperage:1.0.0 .
# A published image is built on a fixed base: --build-arg BASE=node:24-slim@sha256:<digest>, the one that was named to the release
# script with --base. "docker buildx imagetools inspect node:24-slim" prints the current digest.
ARG BASE=node:24-slim
FROM ${BASE} AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run build -w @cooperage/web && npm run build -w @cooperage/cli
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
RUN ln -s /app/packages/cli/bin/cooperage.mjs /usr/local/bin/cooperage
# Group 0 is the one of any other user that the container runs as.
RUN mkdir -m 0770 /data && chown 1000:0 /data
USER 1000:1000
VOLUME /data
EXPOSE 9090 9000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:9090/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
LABEL org.opencontainers.image.title="Cooperage" org.opencontainers.image.licenses="Apache-2.0" org.opencontainers.image.version="1.0.0"
ENTRYPOINT ["cooperage"]

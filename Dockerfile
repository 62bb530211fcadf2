# The console, with the embedded engine: docker build -t cooperage:1.0.0 .
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run build -w @cooperage/web && npm run build -w @cooperage/cli
# The build has everything in it but the index of the engine, which is native.
RUN npm ci --omit=dev -w @cooperage/engine

FROM node:24-slim
ENV NODE_ENV=production COOPERAGE_HOST=0.0.0.0 COOPERAGE_DATA=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/cli/package.json packages/cli/package.json
COPY --from=build /app/packages/cli/bin packages/cli/bin
COPY --from=build /app/packages/cli/dist packages/cli/dist
COPY --from=build /app/packages/web/dist packages/web/dist
# Group 0 is the one of any other user that the container runs as.
RUN mkdir -m 0770 /data && chown 1000:0 /data
USER 1000:1000
EXPOSE 9090
ENTRYPOINT ["node", "--min-semi-space-size=4", "--max-semi-space-size=4", "packages/cli/bin/cooperage.mjs"]

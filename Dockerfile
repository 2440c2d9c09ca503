# The dashboard as an image (docs/operations.md#with-containers). The checked-out folder is the build's context:
#   docker build --tag smpw-dashboard .

# The version of the npm package `node` in package.json, with which everything is tested.
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-trixie-slim AS manifests
WORKDIR /app
# Only what says which packages are needed, so that a change of the sources installs nothing anew.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY store/package.json store/
COPY runner/package.json runner/
COPY server/package.json server/
COPY web/package.json web/
COPY doubles/package.json doubles/
COPY e2e/package.json e2e/

# Everything that the build needs makes the web app and bundles the programs.
FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts

# What the programs and the commands (admin, doctor, move …) need, without types and maps of the packages.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev \
      --workspace=contract --workspace=store --workspace=runner --workspace=server \
  && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM node:${NODE_VERSION}-trixie-slim
# What Node compiles is kept where a read-only container can write (docs/decisions/0032-bundled-programs.md).
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/compiled \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app ./
COPY contract/src contract/src
COPY store/src store/src
COPY runner/src runner/src
COPY runner/fonts runner/fonts
COPY server/src server/src
COPY LICENSE ./
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/dist dist
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 3000
# The server replaces itself once as it starts and keeps its number, so it gets the signal and stops in order.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["node", "--eval", "require('node:http').get({ port: process.env.PORT, path: '/api/health' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "dist/server.js"]

# The dashboard as an image (docs/operations.md#with-containers). The checked-out folder is the build's context:
#   docker build --tag smpw-dashboard --build-arg COMMIT="$(git rev-parse HEAD)" .

# The version of the npm package `node` in package.json, with which everything is tested.
ARG NODE_VERSION=26.10.0

# On the processor that builds: nothing is compiled for the one that the image is for.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-trixie-slim AS manifests
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

# Everything that the build needs makes what the archive of a release holds: the web app, the bundled programs and the
# few packages that they need.
FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
# The history is no part of the context; the server says 'unknown' without this.
ARG COMMIT=
ARG TARGETARCH
RUN COMMIT="$COMMIT" node scripts/release.ts --to /release --arch "$TARGETARCH" \
  && install --directory --mode=700 /empty

FROM node:${NODE_VERSION}-trixie-slim
# What Node compiles is kept where a read-only container can write (docs/decisions/0032-bundled-programs.md).
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/compiled \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    BACKUP_DIR=/data/backups
WORKDIR /app
COPY --from=build /release ./
COPY --from=build --chown=node:node /empty /data
USER node
VOLUME /data
EXPOSE 3000
# The server replaces itself once as it starts and keeps its number, so it gets the signal and stops in order.
STOPSIGNAL SIGTERM
# Without --start-interval, which the Podman of Debian 12 refuses.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "require('node:http').get({ port: process.env.PORT, path: '/api/health' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "dist/server.js"]

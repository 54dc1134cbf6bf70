# Builds the binary, then ships it alone: the final stage has Node, one directory of JavaScript and nothing to build with.
FROM node:24-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY build.mjs tsconfig.json tsconfig.build.json ./
COPY packaging/notices.mjs packaging/notices.mjs
COPY src src
RUN node build.mjs

FROM node:24-alpine
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=build /build/dist/THIRD_PARTY_NOTICES.md ./
COPY --from=build /build/dist/bin dist/bin
ENV NODE_ENV=production MCP_AUDIT_FILE=/data/audit.log
ENV MCP_HTTP_HOST=0.0.0.0 MCP_HTTP_PORT=8484 MCP_HTTP_CLIENTS_FILE=/config/clients.json
RUN mkdir /data /config && chown node:node /data /config
VOLUME /data
EXPOSE 8484
USER node
# The process answers, whether or not Discord does: /readyz is for load balancers.
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 CMD ["node", "-e", "require('node:http').get({ host: process.env.MCP_HTTP_HOST, port: process.env.MCP_HTTP_PORT, path: '/healthz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "dist/bin/main.js"]
CMD ["serve", "--http"]

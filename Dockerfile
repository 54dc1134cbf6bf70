# Builds the binary, then ships it alone: the final stage has Node, one directory of JavaScript and nothing to build with.
FROM node:20-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY build.mjs tsconfig.json tsconfig.build.json ./
COPY packaging/notices.mjs packaging/notices.mjs
COPY src src
RUN node build.mjs

FROM node:20-alpine
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
ENTRYPOINT ["node", "dist/bin/main.js"]
CMD ["serve", "--http"]

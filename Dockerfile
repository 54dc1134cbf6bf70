# Builds the binary, then ships it alone: the final stage has Node, one directory of JavaScript and nothing to build with.
FROM node:20-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY build.mjs tsconfig.json tsconfig.build.json ./
COPY src src
RUN node build.mjs

FROM node:20-alpine
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=build /build/dist/bin dist/bin
ENV NODE_ENV=production MCP_AUDIT_FILE=/data/audit.log
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
ENTRYPOINT ["node", "dist/bin/main.js"]
CMD ["serve"]

# Xsheet's host: app, API and files. `docker compose up` starts it with a Postgres, see docs/deploy-one-machine.md.
FROM node:24-bookworm-slim AS build
WORKDIR /xsheet
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4600 \
    XSHEET_DATA=/data
WORKDIR /xsheet
COPY --from=build /xsheet ./
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4600/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "supabase/local/main.ts"]

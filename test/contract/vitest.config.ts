import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

// biome-ignore lint/style/noDefaultExport: vitest takes its configuration so
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  // It is ESM that says so nowhere: every node can read it once it is transformed.
  ssr: { noExternal: ["discord-api-spec"] },
  test: { include: ["test/contract/**/*.contract.ts"], testTimeout: 30_000 }
})

import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

// biome-ignore lint/style/noDefaultExport: vitest takes its configuration so
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  // The package is ESM without a marker, so it is transformed first.
  ssr: { noExternal: ["discord-api-spec"] },
  test: {
    include: ["test/contract/**/*.contract.ts"],
    setupFiles: ["test/setup.ts"],
    // It runs beside other steps, with less priority.
    testTimeout: 300_000,
    // Large inputs are many short-lived objects.
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=64"] } }
  }
})

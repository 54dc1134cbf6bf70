import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  // The examples import the package by its name, as a user does.
  resolve: {
    alias: [
      { find: /^effect-discord-mcp\/(\w+)$/, replacement: fileURLToPath(new URL("src/$1/index.ts", import.meta.url)) }
    ]
  },
  // Files share their modules: loading them anew for each file took more than half of the time.
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 60_000,
    isolate: false
  }
})

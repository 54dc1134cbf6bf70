import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  // The examples import the package by its name, as a user does.
  resolve: {
    alias: [
      { find: /^effect-discord-mcp\/(\w+)$/, replacement: fileURLToPath(new URL("src/$1/index.ts", import.meta.url)) }
    ]
  },
  test: { include: ["test/**/*.test.ts"], testTimeout: 20_000 }
})

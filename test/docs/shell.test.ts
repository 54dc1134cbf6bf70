/** Runs every shell example of the docs against the binary and the sandbox. */
// @effect-diagnostics nodeBuiltinImport:off
// @effect-diagnostics processEnv:off processEnvInEffect:off
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { Binary, layer as binary } from "../e2e/binary.ts"
import { freePort } from "../freePort.ts"
import { blocksOf, runShell } from "./shellExamples.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith(".md"))
  .map((path) => ({ path, blocks: blocksOf(readFileSync(join(root, path), "utf8")) }))
  .filter(({ blocks }) => blocks.some(({ lines }) => lines.length > 0))

/** A directory with the commands of the pages, which start the binary. */
const commands = Effect.acquireRelease(
  Effect.map(Binary, (main) => {
    const directory = mkdtempSync(join(tmpdir(), "effect-discord-mcp-shell-"))
    const start = `exec "${process.execPath}" "${main}" "$@"\n`
    const npx = `#!/bin/sh\n[ "$1 $2" = "-y effect-discord-mcp" ] || { echo "npx $*: another package" >&2; exit 9; }\nshift 2\n${start}`
    for (const [name, text] of [
      ["npx", npx],
      ["effect-discord-mcp", `#!/bin/sh\n${start}`]
    ] as const) {
      writeFileSync(join(directory, name), text)
      chmodSync(join(directory, name), 0o755)
    }
    // The top directory of a checkout.
    symlinkSync(dirname(dirname(main)), join(directory, "dist"))
    return directory
  }),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the shell examples", (it) => {
  it("are found", () => {
    assert.includeMembers(
      pages.map(({ path }) => path),
      ["README.md", "docs/sandbox.md"]
    )
  })

  // The blocks of a page run in sequence in one shell, as for a reader.
  for (const { blocks, path } of pages) {
    it.scoped(
      `${path} does what it says`,
      () =>
        Effect.gen(function* () {
          const bin = yield* commands
          const port = String(yield* freePort)
          const { token, url } = yield* Sandbox
          const other = String(yield* freePort)
          const here = (text: string) => text.replaceAll(/(?<=[: ])4000\b/g, port).replaceAll(/(?<=:)8484\b/g, other)
          const script = blocks.map(({ lines }) => lines.join("\n")).join("\n")
          const { code, stderr, stdout } = yield* runShell(here(script), bin, {
            DISCORD_TOKEN: token,
            DISCORD_API_URL: url,
            MCP_HTTP_PORT: other,
            PATH: `${bin}${delimiter}${process.env.PATH}`,
            HOME: bin,
            XDG_STATE_HOME: join(bin, "state")
          })
          assert.strictEqual(code, 0, `${here(script)}\n${stdout}\n${stderr}`)
          for (const { prints } of blocks) for (const text of prints) assert.include(stdout + stderr, here(text))
        }),
      240_000
    )
  }
})

/** Runs every shell example of the docs against the binary and the sandbox. */
// @effect-diagnostics nodeBuiltinImport:off
// @effect-diagnostics processEnv:off processEnvInEffect:off
import { readdirSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { blocksOf, commands, runShell } from "../docs/shellExamples.ts"
import { freePort } from "../freePort.ts"
import { layer as binary } from "../process/binary.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith(".md"))
  .map((path) => ({ path, blocks: blocksOf(readFileSync(join(root, path), "utf8")) }))
  .filter(({ blocks }) => blocks.some(({ lines }) => lines.length > 0))

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the shell examples", (it) => {
  it("are found", () => {
    assert.includeMembers(
      pages.map(({ path }) => path),
      ["README.md", "docs/sandbox.md"]
    )
  })

  // The blocks of a page run in sequence in one shell, as for a reader.
  for (const { blocks, path } of pages) {
    it.scoped(`${path} does what it says`, () =>
      Effect.gen(function* () {
        const bin = yield* commands
        const port = String(yield* freePort)
        const { token, url } = yield* Sandbox
        const other = String(yield* freePort)
        const metrics = String(yield* freePort)
        const here = (text: string) =>
          text
            .replaceAll(/(?<=[: ])4000\b/g, port)
            .replaceAll(/(?<=:)8484\b/g, other)
            .replaceAll(/(?<=:)9464\b/g, metrics)
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
      })
    )
  }
})

// @effect-diagnostics strictEffectProvide:off
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { build } from "esbuild"
import { send } from "../../docs/examples/client.ts"
import { readAll } from "../../docs/examples/progress.ts"
import { connect } from "../../src/client/index.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { tokenOf } from "../mcp/http/httpServer.ts"
import { Binary, layer as binary } from "./binary.ts"
import { atSandbox, startProcess } from "./child.ts"
import { readyHttp } from "./httpSession.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const MAIN = fileURLToPath(new URL("../../docs/examples/main.ts", import.meta.url))

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "the examples of docs/client.md, against the server as a process",
  (it) => {
    const server = Effect.gen(function* () {
      const env = yield* atSandbox
      return connect({ command: process.execPath, args: [yield* Binary], env, stderr: "ignore" })
    }).pipe(Layer.unwrapEffect)

    it.effect("sends a message, and returns the wait after a rate limit", () =>
      Effect.gen(function* () {
        const { ids, inject, messages, requests } = yield* Sandbox
        const { general } = ids.channels
        const outcomes = yield* Effect.gen(function* () {
          const first = yield* send(general, "The tide is in.")
          yield* inject({
            match: { operation: "POST /channels/:id/messages" },
            do: { kind: "rate_limit", scope: "user", retry_after: 89.5 }
          })
          return [first, yield* send(general, "And out again.")]
        }).pipe(Effect.provide(server))
        const [latest] = yield* messages(general)
        assert.deepStrictEqual(outcomes, [`sent as ${latest?.id}`, "again in 90 s"])
        assert.strictEqual(latest?.content, "The tide is in.")
        const sends = (yield* requests).filter(({ method }) => method === "POST")
        assert.deepStrictEqual(
          sends.map(({ status }) => status),
          [200, 429]
        )
      })
    )

    it.scoped("runs a whole program, with a child process and over HTTP, and handles its failures", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { DISCORD_API_URL, DISCORD_TOKEN } = yield* atSandbox
        mkdirSync(join(root, ".cache"), { recursive: true })
        const folder = mkdtempSync(join(root, ".cache/main-"))
        yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
        const outfile = join(folder, "main.mjs")
        yield* Effect.promise(() =>
          build({
            entryPoints: [MAIN],
            outfile,
            bundle: true,
            format: "esm",
            platform: "node",
            alias: { "effect-discord-mcp/client": join(root, "src/client/index.ts") },
            packages: "external",
            logLevel: "silent"
          })
        )
        // What `npx` starts in a project that has the package.
        const npx = `#!/bin/sh\nshift\nDISCORD_API_URL=${DISCORD_API_URL} exec "${process.execPath}" "${yield* Binary}" "$@"\n`
        writeFileSync(join(folder, "npx"), npx, { mode: 0o755 })
        const inProcess = { PATH: `${folder}${delimiter}/usr/bin${delimiter}/bin`, DISCORD_TOKEN }
        const { url } = yield* readyHttp()
        const overHttp = { DISCORD_MCP_URL: url, DISCORD_MCP_TOKEN: tokenOf("one") }
        const runMain = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>, CHANNEL: string) {
          const child = yield* startProcess(process.execPath, [outfile], { ...env, CHANNEL })
          const { code } = yield* child.ended
          return { code, printed: child.stdout.text }
        })
        for (const env of [inProcess, overHttp]) {
          const sent = yield* runMain(env, ids.channels.general)
          assert.match(sent.printed, /^sandbox-bot has sent \d+\n$/)
          assert.strictEqual(sent.code, 0)
        }
        const missing = yield* runMain(overHttp, "1248328050999999999")
        assert.match(missing.printed, /^Not sent\. Discord knows no channel .+\. \S.+\n$/)
        assert.strictEqual(missing.code, 0)
        const wrong = yield* runMain(overHttp, "general")
        assert.match(
          wrong.printed,
          /ValidationError: The input is not valid; nothing was sent\. Fix the arguments: channel_id: /
        )
        assert.strictEqual(wrong.code, 1)
      })
    )

    it.effect("emits progress, then the result", () =>
      Effect.gen(function* () {
        const { ids, messages } = yield* Sandbox
        const outcomes = yield* readAll(ids.channels.general).pipe(Stream.runCollect, Effect.provide(server))
        const { length } = yield* messages(ids.channels.general)
        assert.deepStrictEqual(Chunk.toReadonlyArray(outcomes).slice(-2), [`${length} so far`, `${length} in all`])
      })
    )
  }
)

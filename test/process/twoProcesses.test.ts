import { fileURLToPath } from "node:url"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { build } from "esbuild"
import * as Sandbox from "../../src/sandbox/Sandbox.ts"
import { quiet } from "../audit/log.ts"
import { post } from "../live/live.ts"
import { Binary } from "./binary.ts"
import { start } from "./child.ts"

/** The process as a separate program. */
const program = Layer.scoped(
  Binary,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const outfile = `${yield* fs.makeTempDirectoryScoped({ prefix: "live-events-" })}/process.mjs`
    yield* Effect.promise(() =>
      build({
        entryPoints: [fileURLToPath(new URL("../live/process.ts", import.meta.url))],
        outfile,
        bundle: true,
        format: "esm",
        platform: "node",
        external: ["zlib-sync"],
        banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' }
      })
    )
    return outfile
  })
).pipe(Layer.orDie, Layer.provideMerge(quiet))

layer(program, { excludeTestServices: true })("two processes of one bot", (it) => {
  it.scoped("have one owner, which the other one names, and follows with the same session when it is killed", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* fs.makeTempDirectoryScoped()
      const sandbox = yield* Sandbox.make()
      const process = start([sandbox.url, sandbox.token, directory])
      let owner = yield* process
      yield* owner.stdout.until((text) => text.includes("connected"))
      for (let round = 1; round <= 3; round++) {
        const other = yield* process
        yield* other.stdout.until((text) => text.includes(`not_owner ${owner.process.pid}.`))
        yield* post(sandbox, sandbox.ids.channels.general, "to the owner")
        yield* owner.stdout.until((text) => text.includes(`connected, ${2 * round - 1} events`))
        yield* owner.signal("SIGKILL")
        yield* owner.ended
        yield* post(sandbox, sandbox.ids.channels.general, "to nobody")
        yield* other.stdout.until((text) => text.includes(`connected, ${2 * round} events`))
        owner = other
      }
      assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
    })
  )

  it.scoped("have one owner also after the other one was stopped, and goes on after its place was taken", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* fs.makeTempDirectoryScoped()
      const sandbox = yield* Sandbox.make()
      const process = start([sandbox.url, sandbox.token, directory])
      const { general } = sandbox.ids.channels
      const stopped = yield* process
      yield* stopped.stdout.until((text) => text.includes("connected"))
      const other = yield* process
      yield* other.stdout.until((text) => text.includes(`not_owner ${stopped.process.pid}.`))
      yield* stopped.signal("SIGSTOP")
      yield* post(sandbox, general, "while the owner is stopped")
      // It counts as dead after 15 seconds without a beat.
      yield* other.stdout.until((text) => text.includes("connected, 1 events"))
      yield* stopped.signal("SIGCONT")
      yield* stopped.stdout.until((text) => text.includes(`not_owner ${other.process.pid}.`))
      yield* post(sandbox, general, "to the new owner")
      yield* other.stdout.until((text) => text.includes("connected, 2 events"))
      assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
      // No line of the log is written twice, and each has its own number.
      const events = `${directory}/gateway/${sandbox.ids.bot}/events`
      const texts = yield* Effect.forEach(yield* fs.readDirectory(events), (name) =>
        fs.readFileString(`${events}/${name}`)
      )
      const ids = texts.flatMap((text) => [...text.matchAll(/^\{"id":(\d+),/gm)].map(([, id]) => Number(id)))
      assert.deepStrictEqual(ids, [1, 2])
    })
  )
})

import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { FileSystem } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { build } from "esbuild"
import { verify } from "../../src/cli/audit.ts"
import { findings, namesOf, place, quiet, session } from "../audit/log.ts"
import { captureConsole } from "../cli/captureConsole.ts"
import { Binary } from "./binary.ts"
import { start } from "./child.ts"

/** The writer as a separate program. */
const writer = Layer.scoped(
  Binary,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const outfile = `${yield* fs.makeTempDirectoryScoped({ prefix: "audit-writer-" })}/writer.mjs`
    yield* Effect.promise(() =>
      build({
        entryPoints: [fileURLToPath(new URL("../audit/writer.ts", import.meta.url))],
        outfile,
        bundle: true,
        format: "esm",
        platform: "node",
        banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' }
      })
    )
    return outfile
  })
).pipe(Layer.orDie, Layer.provideMerge(quiet))

/** Far more than the 16 processes that version 0.1 allowed. */
const PROCESSES = 50

/** The number that start at the same time. More would only wait for a processor. */
const STARTING = 10

/** The numbers of records that a writer has reported. */
const keptIn = (stdout: string): ReadonlyArray<number> =>
  [...stdout.matchAll(/kept (\d+)\./g)].map(([, seq]) => Number(seq))

layer(writer, { excludeTestServices: true })("a writer that is killed", (it) => {
  const killings = [
    { what: "one record at a time", batch: 1, maxBytes: 1e9, after: 20 },
    { what: "many records at a time", batch: 2000, maxBytes: 1e9, after: 1 },
    { what: "into files that are rotated all the time", batch: 3, maxBytes: 1000, after: 20 }
  ]
  for (const { after, batch, maxBytes, what } of killings) {
    it.scoped(`${what}, leaves a log that is complete but for a torn line, with every reported record`, () =>
      Effect.gen(function* () {
        const file = yield* place
        let kept = 0
        for (let life = 0; life < 3; life++) {
          const child = yield* start([file, String(batch), String(maxBytes)])
          yield* child.stdout.until((text) => keptIn(text).length >= after)
          yield* child.signal("SIGKILL")
          assert.deepStrictEqual(yield* child.ended, { code: null, signal: "SIGKILL" })
          kept += keptIn(child.stdout.text).length * batch
          const { faults, records, warnings } = yield* findings(file)
          assert.deepStrictEqual(faults, [])
          assert.isAtLeast(records, kept)
          for (const warning of warnings) assert.match(warning, /^\d+ is torn/)
        }
        yield* session(file, 1, { maxBytes })
        assert.deepStrictEqual((yield* findings(file)).faults, [])
      })
    )
  }

  it.scoped("within a line leaves that line torn, as a warning", () =>
    Effect.gen(function* () {
      const file = yield* place
      const main = yield* Binary
      // The system writes no more than these blocks, so the kill comes with half of a line on the disk.
      const limited = spawn("sh", [
        "-c",
        'ulimit -f 16 && exec "$0" "$@"',
        process.execPath,
        main,
        file,
        "1",
        "1000000"
      ])
      yield* Effect.addFinalizer(() => Effect.sync(() => limited.kill("SIGKILL")))
      const said = yield* Effect.async<string>((resume) => {
        let text = ""
        limited.stdout.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk
          if (text.includes("stuck:")) limited.kill("SIGKILL")
        })
        limited.once("close", () => resume(Effect.succeed(text)))
      })
      const kept = keptIn(said).at(-1) ?? 0
      assert.isAbove(kept, 10)
      assert.match(said, /stuck: .*EFBIG/)
      assert.deepStrictEqual(yield* findings(file), {
        records: kept - 1,
        faults: [],
        warnings: [
          `${kept + 1} is torn: a process was killed, or the disk was full, while it wrote. All lines before are intact`
        ],
        unended: kept - 1
      })
      yield* session(file, 1)
      assert.deepStrictEqual((yield* findings(file)).faults, [])
    })
  )
})

layer(writer, { excludeTestServices: true })("fifty concurrent writer processes", (it) => {
  it.scoped("each have their own log: audit verify accepts all, and no record is lost", () =>
    Effect.gen(function* () {
      const file = yield* place
      const children = yield* Effect.forEach(
        Array.from({ length: PROCESSES }),
        () =>
          Effect.tap(start([file, "2", "8000", "20", "waits"]), ({ stdout }) =>
            stdout.until((text) => text.includes("ready."))
          ),
        { concurrency: STARTING }
      )
      yield* Effect.forEach(children, ({ endInput }) => endInput)
      for (const { ended } of children) assert.deepStrictEqual(yield* ended, { code: 0, signal: null })
      for (const { stdout } of children) assert.strictEqual(keptIn(stdout.text).length, 20)
      assert.strictEqual((yield* namesOf(file)).length, PROCESSES)
      assert.deepStrictEqual(yield* findings(file), {
        records: PROCESSES * 40,
        faults: [],
        warnings: [],
        unended: PROCESSES * 40
      })
      const { exit, text } = yield* captureConsole(verify({ files: [file], json: false }))
      assert.isTrue(Exit.isSuccess(exit), text)
      assert.strictEqual(text.match(/^intact /gm)?.length, PROCESSES)
    })
  )
})

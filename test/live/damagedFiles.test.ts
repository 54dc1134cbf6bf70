/** Files of the state directory that are damaged, or that a disk does not take. */
// Each case has its own directory.
// @effect-diagnostics strictEffectProvide:off
import { SystemError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FiberRef, HashSet, Layer, Logger } from "effect"
import * as Asks from "../../src/live/Asks.ts"
import * as GatewayStore from "../../src/live/connection/GatewayStore.ts"
import { isSetAside } from "../../src/text/fileProblems.ts"
import { nodeContext } from "../nodeContext.ts"

/** Runs a test in a directory, and collects the warnings. */
const inDirectory = <A, E, R>(
  test: (directory: string, fs: FileSystem.FileSystem, warnings: ReadonlyArray<string>) => Effect.Effect<A, E, R>
) => {
  const warnings: Array<string> = []
  const logger = Logger.make(({ message }) => void warnings.push([message].flat().join(" ")))
  return Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    return yield* test(yield* fs.makeTempDirectoryScoped(), fs, warnings)
  }).pipe(Effect.scoped, Effect.locally(FiberRef.currentLoggers, HashSet.make(logger)), Effect.provide(nodeContext))
}

const ask = { channel_id: "1", question: "Now?", options: [], user_ids: [], role_ids: [], asker: {}, openMs: 3_600_000 }

/** The files with state, and what opens each. */
const opened = {
  "gateway.json": (directory: string) => Effect.asVoid(GatewayStore.make(directory)),
  "asks.json": (directory: string) => Effect.asVoid(Asks.make(directory))
}

const damages = {
  "is empty": "",
  "is no JSON": '{"identifies": [1000',
  "has only zeros": "\0\0\0\0",
  "is of another kind": "7"
}

describe("a damaged file of the state directory", () => {
  for (const [name, open] of Object.entries(opened)) {
    for (const [what, text] of Object.entries(damages)) {
      it.effect(`is set aside with one warning: ${name} ${what}`, () =>
        inDirectory((directory, fs, warnings) =>
          Effect.gen(function* () {
            yield* fs.writeFileString(`${directory}/${name}`, text)
            yield* Effect.scoped(open(directory))
            const aside = (yield* fs.readDirectory(directory)).filter(isSetAside)
            assert.strictEqual(aside.length, 1)
            assert.strictEqual(yield* fs.readFileString(`${directory}/${aside[0]}`), text)
            assert.include(warnings.join("\n"), `${directory}/${name} is damaged`)
            assert.include(warnings.join("\n"), aside[0] ?? "none")
            const before = warnings.length
            yield* Effect.scoped(open(directory))
            assert.strictEqual(warnings.length, before)
          })
        )
      )
    }
  }

  it.effect("keeps what is whole in it: one question of two, and the count of logins", () =>
    inDirectory((directory, fs, warnings) =>
      Effect.gen(function* () {
        const asks = yield* Asks.make(directory)
        const { ask_id } = yield* asks.open(ask)
        yield* asks.sent(ask_id, "5")
        const text = yield* fs.readFileString(`${directory}/asks.json`)
        yield* fs.writeFileString(`${directory}/asks.json`, text.replace(/]$/, ',{"ask_id":5}]'))
        const again = yield* Asks.make(directory)
        assert.strictEqual((yield* again.list({}))[0]?.ask_id, ask_id)
        const state = { identifies: [1000], series: 1, watched: 7 }
        yield* fs.writeFileString(`${directory}/gateway.json`, JSON.stringify(state))
        const store = yield* GatewayStore.make(directory)
        assert.deepStrictEqual((yield* store.state).identifies, [1000])
        assert.include(warnings.join("\n"), "forgets watched")
        assert.deepStrictEqual(JSON.parse(yield* fs.readFileString(`${directory}/gateway.json`)).identifies, [1000])
        assert.strictEqual((yield* fs.readDirectory(directory)).filter(isSetAside).length, 2)
      })
    )
  )
})

/** A disk that refuses to write files. */
const refusing = (code: string) =>
  Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (fs) => ({
      ...fs,
      writeFileString: (path: string) =>
        new SystemError({
          reason: "Unknown",
          module: "FileSystem",
          method: "writeFile",
          pathOrDescriptor: path,
          cause: Object.assign(new Error(code), { code })
        })
    }))
  ).pipe(Layer.provide(nodeContext))

describe("a question that cannot be written to the disk", () => {
  for (const [code, reported] of Object.entries({
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    EROFS: "the file system is read-only",
    EACCES: "this user may not write there"
  })) {
    it.effect(`fails with what is wrong, and is not open: ${code}`, () =>
      inDirectory((directory, _, warnings) =>
        Effect.gen(function* () {
          const asks = yield* Effect.provide(Asks.make(directory), refusing(code))
          const failure = yield* Effect.flip(asks.open(ask))
          assert.deepInclude({ ...failure }, { _tag: "GatewayUnavailable", reason: "files" })
          assert.include("problem" in failure ? failure.problem : "", reported)
          assert.include(warnings.join("\n"), `${directory}/asks.json: ${reported}`)
          assert.deepStrictEqual(yield* asks.list({}), [])
          assert.isTrue(Exit.isSuccess(yield* Effect.exit(asks.expire)))
        })
      )
    )
  }
})

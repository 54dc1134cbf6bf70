import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import {
  CLIENT_WRITTEN_BYTES,
  CLIENT_WRITTEN_FILES,
  makeWrittenFiles,
  WRITTEN_FILES
} from "../../src/discord/WrittenFiles.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { withNodeContext } from "../cli/withNodeContext.ts"

/** Writes files of clients within one budget. */
const budget = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ prefix: "written-" })
  const files = yield* makeWrittenFiles
  const write = (name: string, clientId: string | undefined, bytes = 10) =>
    files
      .within(
        `${directory}/${name}`,
        bytes,
        (problem) => problem
      )(fs.writeFileString(`${directory}/${name}`, "x"))
      .pipe(Effect.provideService(Caller, clientId === undefined ? {} : { clientId }), Effect.either)
  const writeMany = (count: number, clientId: string | undefined) =>
    Effect.forEach(Array.from({ length: count }), (_, n) => write(`${clientId}-${n}`, clientId), { concurrency: 8 })
  return { fs, directory, files, write, writeMany }
})

describe("the files that tools write", () => {
  it.scoped("are limited in number for one client, whose limit does not keep another client from writing", () =>
    Effect.gen(function* () {
      const { directory, fs, write, writeMany } = yield* budget
      assert.isTrue((yield* writeMany(CLIENT_WRITTEN_FILES, "greedy")).every(Either.isRight))
      const refused = yield* write("more", "greedy")
      assert.match(Either.isLeft(refused) ? String(refused.left) : "", /100 files .* delete files of MCP_FILES_DIR/)
      assert.isFalse(yield* fs.exists(`${directory}/more`))
      assert.isTrue(Either.isRight(yield* write("other", "modest")))
    }).pipe(withNodeContext)
  )

  it.scoped("are limited in bytes for one client, before anything is written", () =>
    Effect.gen(function* () {
      const { write } = yield* budget
      assert.isTrue(Either.isRight(yield* write("large", "greedy", CLIENT_WRITTEN_BYTES)))
      const refused = yield* write("more", "greedy", 1)
      assert.match(Either.isLeft(refused) ? String(refused.left) : "", /16777216 bytes/)
    }).pipe(withNodeContext)
  )

  it.scoped("are limited in number for all clients, and for a server without authentication", () =>
    Effect.gen(function* () {
      const all = yield* budget
      for (const client of ["a", "b", "c", "d"]) yield* all.writeMany(CLIENT_WRITTEN_FILES, client)
      assert.isTrue(Either.isLeft(yield* all.write("more", "e")))
      const one = yield* budget
      assert.isTrue((yield* one.writeMany(WRITTEN_FILES, undefined)).every(Either.isRight))
      assert.isTrue(Either.isLeft(yield* one.write("more", undefined)))
    }).pipe(withNodeContext)
  )

  it.scoped("count no more when they are deleted, and not if the write failed", () =>
    Effect.gen(function* () {
      const { directory, files, fs, write, writeMany } = yield* budget
      const asGreedy = Effect.provideService(Caller, { clientId: "greedy" })
      for (let n = 0; n < 3; n++) {
        const failing = files.within(`${directory}/no`, 10, (problem) => problem)(Effect.fail("disk"))
        assert.deepStrictEqual(yield* Effect.either(asGreedy(failing)), Either.left("disk"))
      }
      assert.isTrue((yield* writeMany(CLIENT_WRITTEN_FILES, "greedy")).every(Either.isRight))
      yield* fs.remove(`${directory}/greedy-0`)
      assert.isTrue(Either.isRight(yield* write("after", "greedy")))
      assert.isTrue(Either.isLeft(yield* write("more", "greedy")))
    }).pipe(withNodeContext)
  )
})

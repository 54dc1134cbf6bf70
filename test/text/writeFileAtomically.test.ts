import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { writeFileAtomically } from "../../src/text/writeFileAtomically.ts"
import { withNodeContext } from "../cli/withNodeContext.ts"

const options = { mode: 0o600, before: Effect.void }

describe("writeFileAtomically", () => {
  const directory = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped({ prefix: "write-" }))

  it.scoped("creates the directories, and restricts the file before it has its text", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* directory}/a/b/file`
      const before = Effect.flatMap(fs.readDirectory(path.replace(/\/file$/, "")), (names) =>
        Effect.map(fs.stat(path.replace(/file$/, names[0] ?? "")), ({ mode }) => ({ names, mode: mode & 0o777 }))
      )
      const { mode, names } = yield* writeFileAtomically(path, "text", { mode: 0o600, before })
      assert.strictEqual(mode, 0o600)
      assert.match(names.join(), /^file\.[\w-]{24}\.new$/)
      assert.deepStrictEqual(yield* fs.readDirectory(path.replace(/\/file$/, "")), ["file"])
      assert.strictEqual(yield* fs.readFileString(path), "text")
    }).pipe(withNodeContext)
  )

  it.scoped("replaces the target of a link, and the link stays", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* fs.realPath(yield* directory)
      yield* fs.writeFileString(`${root}/target`, "old")
      yield* fs.symlink(`${root}/target`, `${root}/link`)
      yield* writeFileAtomically(`${root}/link`, "new", options)
      assert.strictEqual(yield* fs.readLink(`${root}/link`), `${root}/target`)
      assert.strictEqual(yield* fs.readFileString(`${root}/target`), "new")
    }).pipe(withNodeContext)
  )

  it.scoped("leaves the directory as it was if a step before the replacement fails", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* directory
      yield* fs.writeFileString(`${root}/file`, "old")
      const result = yield* Effect.either(
        writeFileAtomically(`${root}/file`, "new", { ...options, before: Effect.fail("changed") })
      )
      assert.deepStrictEqual(result, Either.left("changed"))
      assert.deepStrictEqual(yield* fs.readDirectory(root), ["file"])
      assert.strictEqual(yield* fs.readFileString(`${root}/file`), "old")
    }).pipe(withNodeContext)
  )
})

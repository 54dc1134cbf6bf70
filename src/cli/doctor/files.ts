import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import type { Check } from "./Examination.ts"

/** Whether files that tools name by path can be found. */
export const files: Check = {
  name: "files",
  run: ({ settings: { filesDir } }) => {
    const { name } = variables.filesDir
    if (filesDir === undefined) {
      return Effect.succeed({ status: "ok", found: `${name} is not set: no file can be named by its path` })
    }
    return Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { type } = yield* fs.stat(filesDir)
      if (type !== "Directory") return yield* Effect.fail("no directory")
      yield* fs.access(filesDir, { readable: true })
      return { status: "ok", found: filesDir, facts: { directory: filesDir } } as const
    }).pipe(
      Effect.catchAll((error) =>
        Effect.succeed({
          status: "failed",
          found: `${name} is ${filesDir}, which is ${error === "no directory" ? "no directory" : "not there, or not to be read"}`,
          todo: [`Make the directory, or let ${name} name another; unset it to allow no files by path.`]
        } as const)
      )
    )
  }
}

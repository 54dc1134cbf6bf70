import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import type { Check } from "./CheckContext.ts"

/** Checks that the directory for file uploads by path exists and is readable. */
export const files: Check = {
  name: "files",
  run: ({ settings: { filesDir } }) => {
    const { name } = variables.filesDir
    if (filesDir === undefined) {
      return Effect.succeed({ status: "ok", found: `${name} is not set; files cannot be uploaded by path` })
    }
    return Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { type } = yield* fs.stat(filesDir)
      if (type !== "Directory") return yield* Effect.fail("not a directory")
      yield* fs.access(filesDir, { readable: true })
      return { status: "ok", found: filesDir, facts: { directory: filesDir } } as const
    }).pipe(
      Effect.catchAll((error) =>
        Effect.succeed({
          status: "failed",
          found: `${name} is ${filesDir}, which is ${error === "not a directory" ? "not a directory" : "missing or unreadable"}`,
          todo: [`Create the directory, set ${name} to another one, or unset it to disable uploads by path.`]
        } as const)
      )
    )
  }
}

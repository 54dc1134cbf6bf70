// The platform is loaded for the few who keep their token in a file.
// @effect-diagnostics strictEffectProvide:off
import { Effect } from "effect"
import type { ReadFile } from "../config/loadSettings.ts"

/** Reads a file of this machine; when it cannot, a word says why. */
export const readTextFile: ReadFile = (path) =>
  Effect.gen(function* () {
    const { FileSystem, NodeFileSystem } = yield* Effect.promise(() => import("./fileSystem.ts"))
    return yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFileString(path)).pipe(
      Effect.mapError((error) => (error._tag === "SystemError" ? error.reason : error._tag)),
      Effect.provide(NodeFileSystem.layer)
    )
  })

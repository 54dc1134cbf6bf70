// Only a token file needs the file system, so it is loaded and provided here.
// @effect-diagnostics strictEffectProvide:off
import { Effect } from "effect"
import { loadSettings, type ReadFile } from "../config/loadSettings.ts"
import type { Serving } from "../config/settingWarnings.ts"
import { namesByCategory } from "../toolNames.ts"

/** Reads the settings from environment variables, and checks scopes against the tool catalogue. */
export const loadCliSettings = (environment: Readonly<Record<string, string | undefined>>, serving?: Serving) =>
  loadSettings(
    environment,
    { tools: Object.values(namesByCategory).flat(), categories: Object.keys(namesByCategory) },
    readTextFile,
    serving
  )

/** Reads a text file. Fails with the reason as one word, such as `NotFound`. */
export const readTextFile: ReadFile = (path) =>
  Effect.gen(function* () {
    const { FileSystem, NodeFileSystem } = yield* Effect.promise(() => import("./fileSystem.ts"))
    return yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFileString(path)).pipe(
      Effect.mapError((error) => (error._tag === "SystemError" ? error.reason : error._tag)),
      Effect.provide(NodeFileSystem.layer)
    )
  })

import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import type { Environment } from "../Environment.ts"
import type { FileLocation } from "./McpClient.ts"

/**
 * Returns the path of a config file. If the client is installed as a package, the path is within
 * the package. Of several packages, a package that has the file is preferred.
 */
export const configPath = Effect.fn("init.configPath")(function* (location: FileLocation, environment: Environment) {
  const usual = location.path(environment)
  const packaged = location.packaged?.(environment)
  if (packaged === undefined) return usual
  const { directory, file, prefix } = packaged
  const fs = yield* FileSystem.FileSystem
  const names = yield* Effect.orElseSucceed(fs.readDirectory(directory), () => [])
  const candidates = names
    .filter((name) => name.startsWith(prefix))
    .toSorted()
    .map((name) => `${directory}\\${name}\\${file}`)
  const existing = yield* Effect.filter(candidates, (path) => Effect.orElseSucceed(fs.exists(path), () => false))
  return existing[0] ?? candidates[0] ?? usual
})

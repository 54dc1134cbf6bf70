import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { type Launch, launchOf } from "./Entry.ts"

/** The way the program in this file was started; on the path there is often a link to the file of the package. */
export const launchHere = (script: string, platform: string): Effect.Effect<Launch, never, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.orElseSucceed(fs.realPath(script), () => script)).pipe(
    Effect.map((file) => launchOf(file, platform))
  )

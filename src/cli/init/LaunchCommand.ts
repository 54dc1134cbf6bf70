import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { type LaunchCommand, launchCommandOf } from "./ServerEntry.ts"

/** Returns the launch command for the running script. The script may be a symbolic link, so its real path is used. */
export const currentLaunchCommand = (
  script: string,
  platform: string
): Effect.Effect<LaunchCommand, never, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.orElseSucceed(fs.realPath(script), () => script)).pipe(
    Effect.map((file) => launchCommandOf(file, platform))
  )

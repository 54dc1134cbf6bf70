import type { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, Option, Schema } from "effect"
import { Checkpoint } from "./AuditRecord.ts"
import { AuditUnavailable } from "./AuditSink.ts"

/** Reads a checkpoint. None if the file does not exist or is invalid. */
export const readCheckpoint = (fs: FileSystem.FileSystem, path: string) =>
  fs.readFileString(path).pipe(
    Effect.map(decode),
    Effect.catchTag("SystemError", (error) =>
      error.reason === "NotFound" ? Effect.succeed(Option.none<Checkpoint>()) : Effect.fail(error)
    )
  )

/** Replaces a checkpoint atomically. Does not follow symbolic links. */
export const writeCheckpoint = (
  fs: FileSystem.FileSystem,
  path: string,
  checkpoint: Checkpoint
): Effect.Effect<void, PlatformError | AuditUnavailable> => {
  const temporary = `${path}.new`
  // O_EXCL: creates the file or fails.
  const write = fs.writeFileString(temporary, `${JSON.stringify(checkpoint)}\n`, { flag: "wx", mode: 0o600 })
  const replace = Effect.zipRight(refuseLink(fs, temporary), Effect.zipRight(fs.remove(temporary), write))
  return write.pipe(
    Effect.catchTag("SystemError", (error) => (error.reason === "AlreadyExists" ? replace : error)),
    Effect.zipRight(fs.rename(temporary, path))
  )
}

/** Fails if a path is a symbolic link. */
export const refuseLink = (fs: FileSystem.FileSystem, path: string): Effect.Effect<void, AuditUnavailable> =>
  Effect.flatMap(isLink(fs, path), (link) =>
    link
      ? new AuditUnavailable({ problem: `${path} is a symbolic link, which the audit log does not follow: remove it` })
      : Effect.void
  )

/** Returns whether a path is a symbolic link. */
export const isLink = (fs: FileSystem.FileSystem, path: string): Effect.Effect<boolean> =>
  Effect.match(fs.readLink(path), { onFailure: () => false, onSuccess: () => true })

const decode: (text: string) => Option.Option<Checkpoint> = Schema.decodeOption(Schema.parseJson(Checkpoint))

import type { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, Option, Schema } from "effect"
import { Checkpoint } from "./AuditRecord.ts"
import { AuditUnavailable } from "./AuditSink.ts"

/** Reads a checkpoint; none when the file is not there, or holds something else. */
export const readCheckpoint = (fs: FileSystem.FileSystem, path: string) =>
  fs.readFileString(path).pipe(
    Effect.map(decode),
    Effect.catchTag("SystemError", (error) =>
      error.reason === "NotFound" ? Effect.succeed(Option.none<Checkpoint>()) : Effect.fail(error)
    )
  )

/** Writes a checkpoint in one step: a reader sees the old one or the new one. No symbolic link is followed. */
export const writeCheckpoint = (
  fs: FileSystem.FileSystem,
  path: string,
  checkpoint: Checkpoint
): Effect.Effect<void, PlatformError | AuditUnavailable> => {
  const temporary = `${path}.new`
  // O_EXCL: the file is made here, or nothing is written.
  const write = fs.writeFileString(temporary, `${JSON.stringify(checkpoint)}\n`, { flag: "wx", mode: 0o600 })
  const replace = Effect.zipRight(refuseLink(fs, temporary), Effect.zipRight(fs.remove(temporary), write))
  return write.pipe(
    Effect.catchTag("SystemError", (error) => (error.reason === "AlreadyExists" ? replace : error)),
    Effect.zipRight(fs.rename(temporary, path))
  )
}

/** Fails where a path is a symbolic link. */
export const refuseLink = (fs: FileSystem.FileSystem, path: string): Effect.Effect<void, AuditUnavailable> =>
  Effect.flatMap(isLink(fs, path), (link) =>
    link
      ? new AuditUnavailable({ problem: `${path} is a symbolic link: the audit log follows none. Remove it` })
      : Effect.void
  )

/** Whether a path is a symbolic link, wherever it leads. */
export const isLink = (fs: FileSystem.FileSystem, path: string): Effect.Effect<boolean> =>
  Effect.match(fs.readLink(path), { onFailure: () => false, onSuccess: () => true })

const decode: (text: string) => Option.Option<Checkpoint> = Schema.decodeOption(Schema.parseJson(Checkpoint))

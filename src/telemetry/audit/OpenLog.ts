import type { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, Exit, Option, Scope } from "effect"
import type { Entry } from "./AuditRecord.ts"
import { AuditUnavailable } from "./AuditSink.ts"
import { link, type Position } from "./chain.ts"
import { writeCheckpoint } from "./checkpoint.ts"
import type { LogFiles } from "./LogFiles.ts"
import { writeNow } from "./writeNow.ts"

/** A log file of this process. No other process writes it. */
export interface OpenLog {
  readonly files: LogFiles
  readonly state: () => { readonly position: Position; readonly size: number }
  /**
   * Writes entries in one write, and returns the last position. The entries survive the process,
   * but not yet a power failure.
   */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<Position, PlatformError>
  /** Syncs the file, then writes the checkpoint, so that the checkpoint is never ahead of the log. */
  readonly sync: Effect.Effect<void, PlatformError | AuditUnavailable>
  readonly close: Effect.Effect<void>
}

/** Creates the file. Fails if the path exists, even as a symbolic link (O_EXCL). */
export const open = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  files: LogFiles,
  from: Position
): Effect.fn.Return<OpenLog, PlatformError> {
  const scope = yield* Scope.make()
  const file = yield* Scope.extend(fs.open(files.log, { flag: "ax", mode: 0o600 }), scope)
  const ino = Option.getOrUndefined((yield* file.stat).ino)
  const turn = yield* Effect.makeSemaphore(1)
  let position = from
  let size = 0
  let settled = from.seq

  /** Fails if the file was moved, replaced or truncated. */
  const isAsLeft = (least: number) =>
    Effect.flatMap(Effect.option(fs.stat(files.log)), (now) =>
      Option.exists(now, (info) => Option.getOrUndefined(info.ino) === ino && Number(info.size) >= least)
        ? Effect.void
        : new AuditUnavailable({ problem: `${files.log} was moved, replaced or cut while the server wrote it` })
    )

  return {
    files,
    state: () => ({ position, size }),
    append: (entries) =>
      Effect.suspend(() => {
        const linked = link(position, entries)
        const bytes = new TextEncoder().encode(`${linked.lines.join("\n")}\n`)
        return Effect.map(writeNow(file, bytes), () => {
          size += bytes.length
          position = linked.position
          return position
        })
      }),
    sync: turn.withPermits(1)(
      Effect.suspend(() => {
        const [at, least] = [position, size]
        if (at.seq === settled) return Effect.void
        return file.sync.pipe(
          Effect.zipRight(writeCheckpoint(fs, files.checkpoint, at)),
          Effect.zipRight(isAsLeft(least)),
          Effect.zipRight(
            Effect.sync(() => {
              settled = at.seq
            })
          )
        )
      })
    ),
    // Waits for a running sync, because its descriptor could belong to another file after the close.
    close: turn.withPermits(1)(Scope.close(scope, Exit.void))
  }
})

import type { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, type Scope } from "effect"

/** Which process this is, and whether another one runs. */
export interface Processes {
  readonly pid: number
  readonly isRunning: (pid: number) => Effect.Effect<boolean>
}

/**
 * Takes a lock for as long as the scope lives: a file that holds the number of the
 * process. False when it is another's that still runs; the lock of one that does
 * not is taken over.
 */
export const takeLock = (
  fs: FileSystem.FileSystem,
  path: string,
  { isRunning, pid }: Processes
): Effect.Effect<boolean, PlatformError, Scope.Scope> => {
  const create = fs.writeFileString(path, `${pid}\n`, { flag: "wx", mode: 0o600 })
  const holder = fs.readFileString(path).pipe(
    Effect.map((text) => Number.parseInt(text, 10)),
    // Given back a moment ago.
    Effect.orElseSucceed(() => Number.NaN)
  )
  const take: Effect.Effect<boolean, PlatformError> = Effect.as(create, true).pipe(
    Effect.catchTag("SystemError", (error) => {
      if (error.reason !== "AlreadyExists") return error
      return Effect.gen(function* () {
        const other = yield* holder
        // In a container every process has the same number: our own on an old lock is that of one before.
        if (other === pid) return true
        if (!Number.isNaN(other) && (yield* isRunning(other))) return false
        yield* fs.remove(path, { force: true })
        return yield* Effect.as(create, true)
      })
    }),
    // Somebody was quicker.
    Effect.catchTag("SystemError", (error) => (error.reason === "AlreadyExists" ? Effect.succeed(false) : error))
  )
  const release = Effect.flatMap(holder, (other) => (other === pid ? fs.remove(path, { force: true }) : Effect.void))
  return Effect.acquireRelease(take, (taken) => (taken ? Effect.ignore(release) : Effect.void))
}

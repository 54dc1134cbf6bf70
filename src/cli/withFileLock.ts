/**
 * A lock for a file that several commands read, change and write. A command that wants the lock creates the lock file with
 * the next number, which only one process can create. It has the lock if all other lock files belong to dead processes,
 * and only then removes those.
 */
import { hostname } from "node:os"
import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Clock, Data, Duration, Effect, Either, Option, Random, Schema } from "effect"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { reasonOf } from "./exit.ts"
import { isAlive, pid } from "./process.ts"

/** Another command holds the lock, or it cannot be created. */
export class FileLocked extends Data.TaggedError("FileLocked")<{ readonly path: string; readonly problem: string }> {}

/** How long a command waits for the lock. */
const WAIT = Duration.seconds(20)

/** A command that holds the lock for longer than this counts as dead: it does not wait for a person. */
const STALE = Duration.minutes(2)

/** The time between two attempts is drawn between these numbers of milliseconds. */
const PAUSE_MS = [5, 40] as const

/** Runs an effect while no other command of any process changes the file. The file need not exist. */
export const withFileLock =
  (path: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | FileLocked, R | FileSystem.FileSystem | Path.Path> =>
    Effect.acquireUseRelease(
      Effect.mapError(lock(path), (error) =>
        error._tag === "FileLocked"
          ? error
          : new FileLocked({ path, problem: `cannot be written (${reasonOf(error)})` })
      ),
      () => effect,
      (own) => Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.ignore(fs.remove(own, { force: true })))
    )

/** Who holds a lock, or wants to. */
const Holder = Schema.parseJson(Schema.Struct({ pid: Schema.NonNegativeInt, host: Schema.String }))

const lock = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<string, FileLocked | PlatformError, FileSystem.FileSystem | Path.Path> {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  // The target of a link: two names of one file have one lock.
  const target = yield* Effect.orElseSucceed(fs.realPath(path), () => paths.resolve(path))
  const [directory, prefix] = [paths.dirname(target), `${paths.basename(target)}.lock-`]
  const pathOf = (number: number) => paths.join(directory, `${prefix}${number}`)
  yield* fs.makeDirectory(directory, { recursive: true })
  const text = yield* Schema.encode(Holder)({ pid, host: hostname() }).pipe(Effect.orDie)

  /** The numbers of the lock files, without one, and of those that are held. */
  const locks = Effect.fnUntraced(function* (except: number) {
    const names = (yield* fs.readDirectory(directory)).filter((name) => name.startsWith(prefix))
    const all = names
      .map((name) => Number(name.slice(prefix.length)))
      .filter((number) => Number.isSafeInteger(number) && number !== except)
    return { all, held: yield* Effect.filter(all, (number) => isHeld(fs, pathOf(number))) }
  })

  /** Returns the own lock, or the one that is in its way. */
  const attempt = Effect.gen(function* () {
    const before = yield* locks(0)
    if (before.held[0] !== undefined) return Either.left(before.held[0])
    const own = Math.max(0, ...before.all) + 1
    const created = yield* Effect.either(fs.writeFileString(pathOf(own), text, { flag: "wx", mode: 0o600 }))
    if (Either.isLeft(created)) return yield* isTaken(created.left) ? Effect.succeed(Either.left(own)) : created.left
    const remove = Effect.ignore(fs.remove(pathOf(own), { force: true }))
    const after = yield* Effect.onError(locks(own), () => remove)
    if (after.held[0] !== undefined) return yield* Effect.as(remove, Either.left(after.held[0]))
    for (const dead of after.all) yield* Effect.ignore(fs.remove(pathOf(dead), { force: true }))
    return Either.right(pathOf(own))
  })
  const startMs = yield* monotonicMs
  while (true) {
    const own = yield* attempt
    if (Either.isRight(own)) return own.right
    if ((yield* monotonicMs) - startMs >= Duration.toMillis(WAIT)) {
      const problem = `is being changed by another command: retry, or remove ${pathOf(own.left)} if none runs`
      return yield* new FileLocked({ path, problem })
    }
    // A command that is interrupted holds no lock here.
    yield* Effect.interruptible(Effect.sleep(Duration.millis(yield* Random.nextIntBetween(...PAUSE_MS))))
  }
})

const isTaken = (error: PlatformError): boolean => error._tag === "SystemError" && error.reason === "AlreadyExists"

/** Returns whether a lock is held: it is there, and its process may be alive. */
const isHeld = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, path: string) {
  const [text, info] = [yield* Effect.option(fs.readFileString(path)), yield* Effect.option(fs.stat(path))]
  if (Option.isNone(text) || Option.isNone(info)) return false
  const holder = Schema.decodeUnknownEither(Holder)(text.value)
  // The text of a new lock may not be written yet.
  const isDead = Either.isRight(holder) && holder.right.host === hostname() && !isAlive(holder.right.pid)
  const changedMs = Option.match(info.value.mtime, { onNone: () => 0, onSome: (at) => at.getTime() })
  return !isDead && (yield* Clock.currentTimeMillis) - changedMs < Duration.toMillis(STALE)
})

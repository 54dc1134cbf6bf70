/**
 * Which process owns a bot's connection. Each owner creates the file with the next number, which only one process can
 * create, and changes it at each beat. A file that does not change belongs to a process that has died.
 */
import { hostname } from "node:os"
import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Context, DateTime, Duration, Effect, Option, Schedule, Schema } from "effect"
import { monotonicMs } from "../../telemetry/monotonic.ts"

/** Who owns the connection. */
export const Owner = Schema.Struct({
  pid: Schema.NonNegativeInt,
  host: Schema.String,
  /** When the process took the connection, as an ISO time. */
  since: Schema.String,
  /** Counts the beats, in a fixed number of digits: the file keeps its size. */
  beat: Schema.String,
  /** The process has ended its connection. */
  released: Schema.Boolean
})

/** Who owns the connection. */
export type Owner = typeof Owner.Type

/** The process that wants to own a connection, and a directory of its machine. */
export interface Claimant {
  readonly directory: string
  readonly pid: number
  /** Whether a process of this machine runs. */
  readonly isAlive: (pid: number) => boolean
}

/** How often an owner beats, and how long without a beat it counts as dead. A dead owner is followed within 20 seconds. */
export const BEAT = Duration.seconds(5)
export const SILENCE = Duration.seconds(15)
export const WATCH = Duration.seconds(2)

/** How long after a beat an owner is sure: no other process counts it as dead before. A stopped process is not sure. */
const SURE_MS = 10_000

/** The result of an attempt to own a connection: it is owned, it is another process's, or nobody can say whose it is. */
export type Claim =
  | { readonly is: "owned"; readonly ownership: Ownership }
  | { readonly is: "taken"; readonly owner: Pick<Owner, "pid" | "host" | "since"> | undefined }
  | { readonly is: "unknown"; readonly owner?: undefined }

/** An owned connection. */
export interface Ownership {
  /** Completes when another process owns the connection, or this one cannot say any more that it does. */
  readonly lost: Effect.Effect<void>
  /** Returns whether this process still owns the connection. */
  readonly holds: Effect.Effect<boolean>
  /** Lets another process own it at once. */
  readonly release: Effect.Effect<void>
}

/** The attempts of a process to own a connection. */
export interface Claims {
  readonly claim: Effect.Effect<Claim, PlatformError>
}

/** The attempts to own a connection among replicas on any machine. Unset: there are none. */
export class ReplicaClaims extends Context.Reference<ReplicaClaims>()("effect-discord-mcp/live/ReplicaClaims", {
  defaultValue: (): Claims | undefined => undefined
}) {}

/**
 * Returns attempts to own a connection among replicas and on this machine. What another process of this machine owns stays
 * claimed for this machine: otherwise a replica elsewhere would connect beside it.
 */
export const both = (replicas: Claims, machine: Claims): Claims => ({
  claim: Effect.gen(function* () {
    const lease = yield* replicas.claim
    if (lease.is !== "owned") return lease
    const files = yield* machine.claim
    if (files.is !== "owned") return files
    const [first, second] = [lease.ownership, files.ownership]
    return {
      is: "owned",
      ownership: {
        lost: Effect.raceFirst(first.lost, second.lost),
        holds: Effect.zipWith(first.holds, second.holds, (holds, alsoHolds) => holds && alsoHolds),
        release: Effect.zipRight(second.release, first.release)
      }
    }
  })
})

/** Makes the attempts of a process to own a connection. Each call is one attempt. */
export const make = Effect.fnUntraced(function* (claimant: Claimant) {
  const files = new OwnerFiles(claimant, yield* FileSystem.FileSystem, yield* Path.Path)
  return { claim: files.claim() } satisfies Claims as Claims
})

/** The files of the owners of a connection. */
class OwnerFiles {
  readonly #claimant: Claimant
  readonly #fs: FileSystem.FileSystem
  readonly #paths: Path.Path
  readonly #host = hostname()
  /** The file as it was when it last changed. */
  #observed = { number: 0, text: "", atMs: 0 }

  constructor(claimant: Claimant, fs: FileSystem.FileSystem, paths: Path.Path) {
    this.#claimant = claimant
    this.#fs = fs
    this.#paths = paths
  }

  claim(): Effect.Effect<Claim, PlatformError> {
    return Effect.gen(this, function* () {
      yield* this.#fs.makeDirectory(this.#claimant.directory, { recursive: true, mode: 0o700 })
      const number = yield* this.#newest()
      if (number > 0) {
        const text = yield* Effect.orElseSucceed(this.#fs.readFileString(this.#pathOf(number)), () => "")
        const nowMs = yield* monotonicMs
        if (number !== this.#observed.number || text !== this.#observed.text) {
          this.#observed = { number, text, atMs: nowMs }
        }
        const owner = decodeOwner(text)
        if (!this.#isDead(owner, this.#observed.atMs, nowMs)) return taken(owner)
      }
      return yield* this.#take(number + 1, this.#observed.text)
    })
  }

  #pathOf(number: number): string {
    return this.#paths.join(this.#claimant.directory, `owner-${number}`)
  }

  #numbers() {
    return Effect.map(this.#fs.readDirectory(this.#claimant.directory), (names) =>
      names.flatMap((name) => Number(OWNER.exec(name)?.[1] ?? Number.NaN)).filter((number) => !Number.isNaN(number))
    )
  }

  #newest() {
    return Effect.map(this.#numbers(), (all) => Math.max(0, ...all))
  }

  #isDead(owner: Option.Option<Owner>, changedMs: number, nowMs: number): boolean {
    const { isAlive, pid } = this.#claimant
    return (
      nowMs - changedMs >= Duration.toMillis(SILENCE) ||
      Option.exists(owner, (one) => one.released || (one.host === this.#host && one.pid !== pid && !isAlive(one.pid)))
    )
  }

  /** Creates a file. Only one process can create it. `before`: the text of the file before, whose process has died. */
  #take(number: number, before: string): Effect.Effect<Claim, PlatformError> {
    return Effect.gen(this, function* () {
      const fs = this.#fs
      const path = this.#pathOf(number)
      const startMs = yield* monotonicMs
      const since = DateTime.formatIso(yield* DateTime.now)
      const identity = { pid: this.#claimant.pid, host: this.#host, since }
      const created = yield* Effect.either(fs.writeFileString(path, textOf(identity, 0), { flag: "wx", mode: 0o600 }))
      if (created._tag === "Left") {
        const isTaken = created.left._tag === "SystemError" && created.left.reason === "AlreadyExists"
        return isTaken ? taken(Option.none()) : yield* created.left
      }
      const isNewest = Effect.map(Effect.option(this.#newest()), Option.contains(number))
      // A process that was only stopped may beat meanwhile.
      const isUnchanged = Effect.match(fs.readFileString(this.#pathOf(number - 1)), {
        onFailure: () => true,
        onSuccess: (text) => text === before
      })
      if (!((yield* isNewest) && (yield* isUnchanged))) {
        yield* Effect.ignore(fs.remove(path))
        return taken(Option.none())
      }
      for (const older of yield* this.#numbers()) {
        if (older < number) yield* Effect.ignore(fs.remove(this.#pathOf(older)))
      }
      const file = new OwnedFile({ fs, path, identity, isNewest }, startMs)
      return { is: "owned", ownership: { lost: file.lost(), holds: file.holds(), release: file.release() } }
    })
  }
}

/** The file of an owned connection. */
interface OwnedFileParts {
  readonly fs: FileSystem.FileSystem
  readonly path: string
  readonly identity: Identity
  /** Returns whether no other process has followed. */
  readonly isNewest: Effect.Effect<boolean>
}

/** Keeps the file of an owned connection alive by its beats. */
class OwnedFile {
  readonly #parts: OwnedFileParts
  #beat = 0
  /** The monotonic time until which this process owns the connection, even if others claim it. */
  #sureUntilMs: number
  #isReleased = false

  constructor(parts: OwnedFileParts, startMs: number) {
    this.#parts = parts
    this.#sureUntilMs = startMs + SURE_MS
  }

  holds(): Effect.Effect<boolean> {
    return Effect.flatMap(monotonicMs, (nowMs) =>
      this.#isReleased || nowMs < this.#sureUntilMs ? Effect.succeed(!this.#isReleased) : this.#beatOnce()
    )
  }

  lost(): Effect.Effect<void> {
    const beats = Effect.repeat(this.#beatOnce(), { schedule: Schedule.spaced(BEAT), while: (isOwner) => isOwner })
    return Effect.asVoid(beats)
  }

  release(): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#isReleased = true
      return Effect.ignore(this.#write(textOf(this.#parts.identity, this.#beat, true)))
    })
  }

  /** Beats, and then looks whether another process has followed. */
  #beatOnce(): Effect.Effect<boolean> {
    return Effect.gen(this, function* () {
      const { identity, isNewest } = this.#parts
      const nowMs = yield* monotonicMs
      const beaten = yield* Effect.suspend(() => this.#write(textOf(identity, ++this.#beat))).pipe(
        Effect.retry({ times: 1 }),
        Effect.isSuccess
      )
      const isOwner = beaten && (yield* isNewest)
      this.#sureUntilMs = isOwner ? nowMs + SURE_MS : Number.NEGATIVE_INFINITY
      return isOwner
    })
  }

  /** Writes the file. The flag fails if the file is gone, because a process that follows has removed it. */
  #write(text: string) {
    return this.#parts.fs.writeFileString(this.#parts.path, text, { flag: "r+" })
  }
}

/** What does not change in the file of an owner. */
type Identity = Pick<Owner, "pid" | "host" | "since">

/** Returns the text of a file. Its length is the same for each beat. */
const textOf = (identity: Identity, beat: number, released = false): string =>
  JSON.stringify({ ...identity, beat: String(beat).padStart(BEAT_DIGITS, "0"), released } satisfies Owner)
    // `true` and `false` take the same space.
    .replace('"released":true', '"released": true')

const OWNER = /^owner-(\d{1,15})$/
const BEAT_DIGITS = 12

const decodeOwner = Schema.decodeUnknownOption(Schema.parseJson(Owner))

const taken = (owner: Option.Option<Owner>): Claim => ({ is: "taken", owner: Option.getOrUndefined(owner) })

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
export const make = Effect.fnUntraced(function* ({ directory, isAlive, pid }: Claimant) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const host = hostname()
  const pathOf = (number: number) => paths.join(directory, `owner-${number}`)
  /** The file as it was when it last changed. */
  let observed = { number: 0, text: "", atMs: 0 }

  const numbers = Effect.map(fs.readDirectory(directory), (names) =>
    names.flatMap((name) => Number(OWNER.exec(name)?.[1] ?? Number.NaN)).filter((number) => !Number.isNaN(number))
  )
  const newest = Effect.map(numbers, (all) => Math.max(0, ...all))

  const isDead = (owner: Option.Option<Owner>, changedMs: number, nowMs: number) =>
    nowMs - changedMs >= Duration.toMillis(SILENCE) ||
    Option.exists(owner, (one) => one.released || (one.host === host && one.pid !== pid && !isAlive(one.pid)))

  const claim = Effect.gen(function* () {
    yield* fs.makeDirectory(directory, { recursive: true, mode: 0o700 })
    const number = yield* newest
    if (number > 0) {
      const text = yield* Effect.orElseSucceed(fs.readFileString(pathOf(number)), () => "")
      const nowMs = yield* monotonicMs
      if (number !== observed.number || text !== observed.text) observed = { number, text, atMs: nowMs }
      const owner = decodeOwner(text)
      if (!isDead(owner, observed.atMs, nowMs)) return taken(owner)
    }
    return yield* take(number + 1, observed.text)
  })

  /** Creates a file. Only one process can create it. `before`: the text of the file before, whose process has died. */
  const take = Effect.fnUntraced(function* (number: number, before: string): Effect.fn.Return<Claim, PlatformError> {
    const startMs = yield* monotonicMs
    const since = DateTime.formatIso(yield* DateTime.now)
    const textOf = (beat: number, released = false) =>
      JSON.stringify({ pid, host, since, beat: String(beat).padStart(BEAT_DIGITS, "0"), released } satisfies Owner)
        // `true` and `false` take the same space.
        .replace('"released":true', '"released": true')
    const created = yield* Effect.either(fs.writeFileString(pathOf(number), textOf(0), { flag: "wx", mode: 0o600 }))
    if (created._tag === "Left") {
      const isTaken = created.left._tag === "SystemError" && created.left.reason === "AlreadyExists"
      return isTaken ? taken(Option.none()) : yield* created.left
    }
    const isNewest = Effect.map(Effect.option(newest), Option.contains(number))
    // A process that was only stopped may beat meanwhile.
    const isUnchanged = Effect.match(fs.readFileString(pathOf(number - 1)), {
      onFailure: () => true,
      onSuccess: (text) => text === before
    })
    if (!((yield* isNewest) && (yield* isUnchanged))) {
      yield* Effect.ignore(fs.remove(pathOf(number)))
      return taken(Option.none())
    }
    for (const older of yield* numbers) if (older < number) yield* Effect.ignore(fs.remove(pathOf(older)))
    let beat = 0
    /** The monotonic time until which this process owns the connection, even if others claim it. */
    let sureUntilMs = startMs + SURE_MS
    let isReleased = false
    // The flag fails if the file is gone, because a process that follows has removed it.
    const write = (text: string) => fs.writeFileString(pathOf(number), text, { flag: "r+" })
    /** Beats, and then looks whether another process has followed. */
    const beats = Effect.gen(function* () {
      const nowMs = yield* monotonicMs
      const beaten = yield* Effect.suspend(() => write(textOf(++beat))).pipe(
        Effect.retry({ times: 1 }),
        Effect.isSuccess
      )
      const isOwner = beaten && (yield* isNewest)
      sureUntilMs = isOwner ? nowMs + SURE_MS : Number.NEGATIVE_INFINITY
      return isOwner
    })
    const holds = Effect.flatMap(monotonicMs, (nowMs) =>
      isReleased || nowMs < sureUntilMs ? Effect.succeed(!isReleased) : beats
    )
    const lost = Effect.repeat(beats, { schedule: Schedule.spaced(BEAT), while: (isOwner) => isOwner })
    const release = Effect.suspend(() => {
      isReleased = true
      return Effect.ignore(write(textOf(beat, true)))
    })
    return { is: "owned", ownership: { lost: Effect.asVoid(lost), holds, release } }
  })

  return { claim } satisfies Claims as Claims
})

const OWNER = /^owner-(\d{1,15})$/
const BEAT_DIGITS = 12

const decodeOwner = Schema.decodeUnknownOption(Schema.parseJson(Owner))

const taken = (owner: Option.Option<Owner>): Claim => ({ is: "taken", owner: Option.getOrUndefined(owner) })

/** The questions to people in Discord. They are kept on the disk, so that an answer after a restart counts. */
import { type FileSystem, Path } from "@effect/platform"
import { Clock, Context, Data, Deferred, Effect, Either, Option, Schema } from "effect"
import { GatewayUnavailable } from "../errors/DiscordMcpError.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { fileProblem, keepDamaged } from "../text/fileProblems.ts"
import { secureToken, sha256 } from "../text/secureToken.ts"
import { counted, isoTime } from "../text/words.ts"
import { readFileIfPresent, writeFileAtomically } from "../text/writeFileAtomically.ts"
import {
  Ask,
  answerTo,
  exceededLimit,
  keptOf,
  type NotApproved,
  type NotCounted,
  type Person,
  type Reply,
  statusAt,
  useApproval
} from "./Ask.ts"
import { type Asker, type AskingProcess, type AskOwner, isNobodys, isOf, ownerOf } from "./askOwner.ts"
import { filesUnusableBy, makeWarning } from "./SegmentFiles.ts"

/** What the store sets in a question. */
type OfStore = "ask_id" | "status" | "answer" | "created_at" | "expires_at" | "message_id" | keyof AskOwner

/** What a new question has, who asks it, and how long it is open, in milliseconds. */
export interface NewAsk extends Omit<Ask, OfStore> {
  readonly asker: Asker
  readonly openMs: number
}

/** Too many questions are open: of this client, or of all clients together. */
export class AsksFull extends Data.TaggedError("AsksFull")<{ readonly limit: number }> {}

/** The open and the recent questions. A change that cannot be written fails, and changes nothing. Only the process that owns the bot's events has them. */
export interface Asks {
  /** Adds a question. Its message is not sent yet. */
  readonly open: (ask: NewAsk) => Effect.Effect<Ask, AsksFull | GatewayUnavailable>
  /** Remembers the message of a question. */
  readonly sent: (ask_id: string, message_id: string) => Effect.Effect<void, GatewayUnavailable>
  /** Returns the question whose id has this hash. The components of its message carry it. */
  readonly withHash: (hash: string) => Effect.Effect<Option.Option<Ask>>
  /** Returns a question of a client. */
  readonly find: (ask_id: string, asker: Asker) => Effect.Effect<Option.Option<Ask>>
  /** Returns the questions of a client, newest first. */
  readonly list: (asker: Asker) => Effect.Effect<ReadonlyArray<Ask>>
  /** Returns all questions that match, of all clients. */
  readonly select: (matches: (ask: Ask) => boolean) => Effect.Effect<ReadonlyArray<Ask>>
  /** Answers a question. Of several answers at once, one counts. */
  readonly answer: (
    ask_id: string,
    person: Person,
    reply: Reply
  ) => Effect.Effect<Either.Either<Ask, NotCounted>, GatewayUnavailable>
  /** Takes a question of a client back. Returns none if it is not open. */
  readonly cancel: (ask_id: string, asker: Asker) => Effect.Effect<Option.Option<Ask>, GatewayUnavailable>
  /** Takes a question of any client back, for the server itself. Returns none if it is not open. */
  readonly takeBack: (ask_id: string) => Effect.Effect<Option.Option<Ask>, GatewayUnavailable>
  /** Uses an approval for a call. It permits one run, or none if what was shown has changed (`isOutdated`). */
  readonly useApproval: (
    ask_id: string,
    asker: Asker,
    subject: string,
    isOutdated?: boolean
  ) => Effect.Effect<Either.Either<Ask, NotApproved>, GatewayUnavailable>
  /** Waits until a question is no longer open. Returns its last state. */
  readonly ended: (ask_id: string) => Effect.Effect<Option.Option<Ask>>
  /** Waits until the message of an open question is known, or the question has ended. */
  readonly settled: (ask_id: string) => Effect.Effect<Option.Option<Ask>>
  /** Ends the questions whose time is over, and returns them. */
  readonly expire: Effect.Effect<ReadonlyArray<Ask>, GatewayUnavailable>
}

/**
 * Keeps the questions in `asks.json` of a directory; without one, in memory. Fails if the file cannot be read. Of a damaged
 * file, a copy is kept.
 * A question without a message is of a process that ended while it sent the message: nobody can answer it, so it ends.
 * One that belongs to nobody expires at once.
 */
export const make = Effect.fn("Asks.make")(function* (
  directory: string | undefined,
  owns: Effect.Effect<boolean> = Effect.succeed(true),
  process?: AskingProcess
) {
  const asking = process ?? (yield* askingProcess())
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const path = directory === undefined ? undefined : Context.get(context, Path.Path).join(directory, "asks.json")
  const { isDamaged, saved } = yield* loadAsks(path)
  const started = { wall: yield* Clock.currentTimeMillis, monotonic: yield* monotonicMs }
  const store = new AskStore({
    asking,
    file: path === undefined ? undefined : new AsksFile(path, owns, context),
    started,
    asks: saved.map((ask) => asLoaded(ask, started.wall)),
    changed: yield* Deferred.make<void>(),
    changing: yield* Effect.makeSemaphore(1)
  })
  if (isDamaged) yield* Effect.ignore(store.save())
  return store satisfies Asks as Asks
})

/** Reads the questions of a file, and keeps a copy of it if it is damaged. */
const loadAsks = Effect.fnUntraced(function* (path: string | undefined) {
  const text = path === undefined ? Option.none() : yield* readFileIfPresent(path)
  const entries = Option.map(text, decodeEntries)
  const list = Option.getOrElse(Option.flatten(entries), (): ReadonlyArray<unknown> => [])
  const saved = list.flatMap((entry) => Option.toArray(decodeAsk(entry)))
  const isDamaged = saved.length < list.length || Option.exists(entries, Option.isNone)
  if (path !== undefined && isDamaged) {
    const lost = list.length === 0 ? "all questions" : counted(list.length - saved.length, "question")
    yield* keepDamaged(path, `${lost} to people cannot be answered any more.`)
  }
  return { isDamaged, saved }
})

/** The file of the questions. */
class AsksFile {
  readonly #path: string
  readonly #before: Effect.Effect<boolean, string>
  readonly #context: Context.Context<FileSystem.FileSystem | Path.Path>
  readonly #warn = makeWarning()

  constructor(path: string, owns: Effect.Effect<boolean>, context: Context.Context<FileSystem.FileSystem | Path.Path>) {
    this.#path = path
    // A process that was stopped meanwhile must not replace the file of its follower.
    this.#before = Effect.filterOrFail(
      owns,
      (isOwner) => isOwner,
      () => "another process owns the questions"
    )
    this.#context = context
  }

  write(asks: ReadonlyArray<Ask>): Effect.Effect<void, GatewayUnavailable> {
    const path = this.#path
    const writing = writeFileAtomically(path, JSON.stringify(asks), { mode: 0o600, before: this.#before })
    return Effect.catchAll(Effect.provide(writing, this.#context), (error) =>
      typeof error === "string"
        ? Effect.fail(lostOwnership)
        : Effect.zipRight(
            this.#warn(`questions cannot be written to ${path}: ${fileProblem(error)}. ${error.message}`),
            Effect.fail(filesUnusableBy(fileProblem(error)))
          )
    )
  }
}

/** What the store of questions begins with. */
interface StoreParts {
  readonly asking: AskingProcess
  /** Unset: the questions are in memory only. */
  readonly file: AsksFile | undefined
  /** When the process began, by the wall clock and by the monotonic one. */
  readonly started: { readonly wall: number; readonly monotonic: number }
  readonly asks: ReadonlyArray<Ask>
  readonly changed: Deferred.Deferred<void>
  /** Held by a change. */
  readonly changing: Effect.Semaphore
}

/** The questions of a bot. */
class AskStore implements Asks {
  readonly #parts: StoreParts
  /** By the hash of their ids. */
  #asks: ReadonlyMap<string, Ask>
  /** Completes with the next change. */
  #changed: Deferred.Deferred<void>

  constructor(parts: StoreParts) {
    this.#parts = parts
    this.#asks = byHash(parts.asks)
    this.#changed = parts.changed
  }

  get expire(): Effect.Effect<ReadonlyArray<Ask>, GatewayUnavailable> {
    return Effect.gen(this, function* () {
      const now = yield* this.#nowMs()
      const due = [...this.#asks.values()].filter((ask) => ask.status === "pending" && statusAt(ask, now) === "expired")
      return yield* Effect.forEach(due, (ask) => this.#put({ ...ask, status: "expired" }))
    }).pipe(this.#parts.changing.withPermits(1))
  }

  open({ asker, openMs, ...ask }: NewAsk) {
    return Effect.gen(this, function* () {
      const { asking } = this.#parts
      const now = yield* this.#nowMs()
      const limit = exceededLimit([...this.#asks.values()], (one) => isOf(one, asker, asking), now)
      if (limit !== undefined) return yield* new AsksFull({ limit })
      const times = { created_at: isoTime(now), expires_at: isoTime(now + openMs) }
      const ask_id = yield* secureToken
      return yield* this.#put({ ...ask, ...ownerOf(asker, asking), ...times, ask_id, status: "pending" })
    }).pipe(this.#parts.changing.withPermits(1))
  }

  sent(ask_id: string, message_id: string): Effect.Effect<void, GatewayUnavailable> {
    return Effect.asVoid(
      this.#change(
        () => this.#withId(ask_id),
        (ask) => Either.right({ ...ask, message_id }),
        undefined
      )
    )
  }

  withHash(hash: string) {
    return this.#current(() => this.#asks.get(hash))
  }

  find(ask_id: string, asker: Asker) {
    return this.#current(() => this.#ofClient(ask_id, asker))
  }

  list(asker: Asker) {
    return Effect.map(
      this.select((ask) => isOf(ask, asker, this.#parts.asking)),
      (all) => all.toReversed()
    )
  }

  select(matches: (ask: Ask) => boolean): Effect.Effect<ReadonlyArray<Ask>> {
    return Effect.map(this.#nowMs(), (now) =>
      [...this.#asks.values()].map((ask) => withStatus(ask, now)).filter(matches)
    )
  }

  answer(ask_id: string, person: Person, reply: Reply) {
    return this.#change<NotCounted>(
      () => this.#withId(ask_id),
      (ask, now) => answerTo(ask, person, reply, now),
      "unknown"
    )
  }

  cancel(ask_id: string, asker: Asker) {
    return this.#cancelOpen(() => this.#ofClient(ask_id, asker))
  }

  takeBack(ask_id: string) {
    return this.#cancelOpen(() => this.#withId(ask_id))
  }

  useApproval(ask_id: string, asker: Asker, subject: string, isOutdated?: boolean) {
    return this.#change<NotApproved>(
      () => this.#ofClient(ask_id, asker),
      (ask, now) => useApproval(ask, subject, now, isOutdated),
      "unknown"
    )
  }

  ended(ask_id: string) {
    return this.#whenNot(ask_id, ({ status }) => status === "pending")
  }

  settled(ask_id: string) {
    return this.#whenNot(ask_id, ({ message_id, status }) => status === "pending" && message_id === undefined)
  }

  /** Writes the questions as they are. */
  save(asks: ReadonlyArray<Ask> = [...this.#asks.values()]): Effect.Effect<void, GatewayUnavailable> {
    return this.#parts.file?.write(asks) ?? Effect.void
  }

  /** The time of the wall clock, or of the monotonic one if the wall clock was set back: the later one counts. */
  #nowMs(): Effect.Effect<number> {
    const { started } = this.#parts
    return Effect.zipWith(Clock.currentTimeMillis, monotonicMs, (wall, monotonic) =>
      Math.max(wall, started.wall + monotonic - started.monotonic)
    )
  }

  #withId(ask_id: string): Ask | undefined {
    return this.#asks.get(sha256(ask_id))
  }

  #ofClient(ask_id: string, asker: Asker): Ask | undefined {
    const ask = this.#withId(ask_id)
    return ask !== undefined && isOf(ask, asker, this.#parts.asking) ? ask : undefined
  }

  #current(find: () => Ask | undefined): Effect.Effect<Option.Option<Ask>> {
    return Effect.map(this.#nowMs(), (now) => Option.map(Option.fromNullable(find()), (ask) => withStatus(ask, now)))
  }

  /** Writes a question, new or changed, and wakes the fibers that wait for a change. If the file cannot be written, nothing changes. */
  #put(ask: Ask): Effect.Effect<Ask, GatewayUnavailable> {
    return Effect.gen(this, function* () {
      const hash = sha256(ask.ask_id)
      const next = keptOf([...new Map(this.#asks).set(hash, ask).values()], yield* this.#nowMs())
      yield* this.save(next)
      const kept = new Set(next)
      this.#asks = new Map([...this.#asks, [hash, ask] as const].filter(([, one]) => kept.has(one)))
      yield* Deferred.succeed(this.#changed, undefined)
      this.#changed = yield* Deferred.make<void>()
      return ask
    }).pipe(Effect.uninterruptible)
  }

  /** Changes a question if `next` says how. Changes happen one after another. */
  #change<E>(
    find: () => Ask | undefined,
    next: (ask: Ask, nowMs: number) => Either.Either<Ask, E>,
    unknown: E
  ): Effect.Effect<Either.Either<Ask, E>, GatewayUnavailable> {
    return this.#parts.changing.withPermits(1)(
      Effect.gen(this, function* () {
        const ask = find()
        const result = ask === undefined ? Either.left(unknown) : next(ask, yield* this.#nowMs())
        return Either.isLeft(result) ? Either.left(result.left) : Either.right(yield* this.#put(result.right))
      })
    )
  }

  #cancelOpen(find: () => Ask | undefined): Effect.Effect<Option.Option<Ask>, GatewayUnavailable> {
    return Effect.map(
      this.#change<undefined>(
        find,
        (ask, now) =>
          statusAt(ask, now) === "pending" ? Either.right({ ...ask, status: "cancelled" }) : Either.left(undefined),
        undefined
      ),
      Either.getRight
    )
  }

  /** Waits until a question is not as `waits` says. Returns its last state. */
  #whenNot(ask_id: string, waits: (ask: Ask) => boolean): Effect.Effect<Option.Option<Ask>> {
    return Effect.flatMap(this.#nowMs(), (now) => {
      const changed = this.#changed
      const ask = this.#withId(ask_id)
      if (ask === undefined || !waits(withStatus(ask, now))) {
        return Effect.succeed(Option.map(Option.fromNullable(ask), (last) => withStatus(last, now)))
      }
      const left = Math.max(1, Date.parse(ask.expires_at) - now)
      return Effect.raceFirst(Deferred.await(changed), Effect.sleep(left)).pipe(
        Effect.zipRight(this.#whenNot(ask_id, waits))
      )
    })
  }
}

/** Returns a question with its status at a time. */
const withStatus = (ask: Ask, nowMs: number): Ask => ({ ...ask, status: statusAt(ask, nowMs) })

/** Makes the process of now. Its id tells its questions from those of others that run at the same time. */
export const askingProcess = Effect.fnUntraced(function* (workingDirectory = "") {
  return { id: yield* secureToken, startedMs: yield* Clock.currentTimeMillis, workingDirectory } satisfies AskingProcess
})

/** Returns a question as it is when a process loads it. */
const asLoaded = (ask: Ask, nowMs: number): Ask => {
  if (ask.status !== "pending") return ask
  if (ask.message_id === undefined) return { ...ask, status: "cancelled" }
  return isNobodys(ask) && statusAt(ask, nowMs) === "pending" ? { ...ask, expires_at: isoTime(nowMs) } : ask
}

const lostOwnership = new GatewayUnavailable({ reason: "not_owner" })

/** Decodes the questions one by one: one that is damaged must not cost the others. */
const decodeEntries = Schema.decodeUnknownOption(Schema.parseJson(Schema.Array(Schema.Unknown)))
const decodeAsk = Schema.decodeUnknownOption(Ask)

const byHash = (asks: ReadonlyArray<Ask>): ReadonlyMap<string, Ask> =>
  new Map(asks.map((ask) => [sha256(ask.ask_id), ask]))

/** The questions to people in Discord. They are kept on the disk, so that an answer after a restart counts. */
import { FileSystem, Path } from "@effect/platform"
import { Clock, Context, DateTime, Deferred, Effect, Either, Option, Schema } from "effect"
import { monotonicMs } from "../resilience/monotonic.ts"
import { secureToken } from "../text/secureToken.ts"
import { writeFileAtomically } from "../text/writeFileAtomically.ts"
import {
  Ask,
  answerTo,
  keptOf,
  type NotApproved,
  type NotCounted,
  type Person,
  type Reply,
  statusAt,
  useApproval
} from "./Ask.ts"

/** What a new question has. */
export type NewAsk = Omit<Ask, "ask_id" | "status" | "answer" | "created_at" | "message_id">

/** The open and the recent questions. Only the process that owns the bot's events has them. */
export interface Asks {
  /** Adds a question. Its message is not sent yet. */
  readonly open: (ask: NewAsk) => Effect.Effect<Ask>
  /** Remembers the message of a question. */
  readonly sent: (ask_id: string, message_id: string) => Effect.Effect<void>
  /** Returns a question of a client. */
  readonly find: (ask_id: string, client_id: string | undefined) => Effect.Effect<Option.Option<Ask>>
  /** Returns the questions of a client, newest first. */
  readonly list: (client_id: string | undefined) => Effect.Effect<ReadonlyArray<Ask>>
  /** Returns all questions that match, of all clients. */
  readonly select: (matches: (ask: Ask) => boolean) => Effect.Effect<ReadonlyArray<Ask>>
  /** Answers a question. Of several answers at once, one counts. */
  readonly answer: (ask_id: string, person: Person, reply: Reply) => Effect.Effect<Either.Either<Ask, NotCounted>>
  /** Takes a question back. Returns none if it is not open. */
  readonly cancel: (ask_id: string, client_id: string | undefined) => Effect.Effect<Option.Option<Ask>>
  /** Uses an approval for a call. It permits one run. */
  readonly useApproval: (
    ask_id: string,
    client_id: string | undefined,
    subject: string
  ) => Effect.Effect<Either.Either<Ask, NotApproved>>
  /** Waits until a question is no longer open. Returns its last state. */
  readonly ended: (ask_id: string) => Effect.Effect<Option.Option<Ask>>
}

/** Keeps the questions in `asks.json` of a directory; without one, in memory. A file that cannot be written is a defect. */
export const make = Effect.fn("Asks.make")(function* (directory: string | undefined) {
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const path = directory === undefined ? undefined : Context.get(context, Path.Path).join(directory, "asks.json")
  const loaded =
    path === undefined
      ? Option.none()
      : yield* Effect.option(Context.get(context, FileSystem.FileSystem).readFileString(path))
  const saved = Option.getOrElse(Option.flatMap(loaded, decodeAsks), (): ReadonlyArray<Ask> => [])
  let asks: ReadonlyMap<string, Ask> = new Map(saved.map((ask) => [ask.ask_id, ask]))
  let changed = yield* Deferred.make<void>()
  const changing = yield* Effect.makeSemaphore(1)
  const started = { wall: yield* Clock.currentTimeMillis, monotonic: yield* monotonicMs }

  /** The time of the wall clock, or of the monotonic one if the wall clock was set back: the later one counts. */
  const nowMs = Effect.zipWith(Clock.currentTimeMillis, monotonicMs, (wall, monotonic) =>
    Math.max(wall, started.wall + monotonic - started.monotonic)
  )

  const save = (all: ReadonlyArray<Ask>) =>
    path === undefined
      ? Effect.void
      : Effect.orDie(
          Effect.provide(writeFileAtomically(path, JSON.stringify(all), { mode: 0o600, before: Effect.void }), context)
        )

  /** Adds or replaces a question, and wakes who waits. What cannot be written is not changed. */
  const put = Effect.fnUntraced(function* (ask: Ask) {
    const others = [...asks.values()].filter(({ ask_id }) => ask_id !== ask.ask_id)
    const next = keptOf([...others, ask], yield* nowMs)
    yield* save(next)
    asks = new Map(next.map((kept) => [kept.ask_id, kept]))
    yield* Deferred.succeed(changed, undefined)
    changed = yield* Deferred.make<void>()
    return ask
  }, Effect.uninterruptible)

  /** Changes a question if `next` says how. Changes happen one after another. */
  const change = <E>(
    find: () => Ask | undefined,
    next: (ask: Ask, nowMs: number) => Either.Either<Ask, E>,
    unknown: E
  ): Effect.Effect<Either.Either<Ask, E>> =>
    changing.withPermits(1)(
      Effect.gen(function* () {
        const ask = find()
        const result = ask === undefined ? Either.left(unknown) : next(ask, yield* nowMs)
        return Either.isLeft(result) ? Either.left(result.left) : Either.right(yield* put(result.right))
      })
    )

  const ofClient = (ask_id: string, client_id: string | undefined): Ask | undefined => {
    const ask = asks.get(ask_id)
    return ask?.client_id === client_id ? ask : undefined
  }

  const select: Asks["select"] = (matches) =>
    Effect.map(nowMs, (now) =>
      [...asks.values()].map((ask) => ({ ...ask, status: statusAt(ask, now) })).filter(matches)
    )

  const ended: Asks["ended"] = (ask_id) =>
    Effect.suspend(() => {
      const change = changed
      return Effect.flatMap(
        select((ask) => ask.ask_id === ask_id),
        ([ask]) => {
          if (ask?.status !== "pending") return Effect.succeed(Option.fromNullable(ask))
          const left = Effect.map(nowMs, (now) => Math.max(1, Date.parse(ask.expires_at) - now))
          return Effect.raceFirst(Deferred.await(change), Effect.flatMap(left, Effect.sleep)).pipe(
            Effect.zipRight(ended(ask_id))
          )
        }
      )
    })

  return {
    open: (ask) =>
      Effect.flatMap(Effect.all([secureToken, DateTime.now]), ([ask_id, now]) =>
        put({ ...ask, ask_id, created_at: DateTime.formatIso(now), status: "pending" })
      ).pipe(changing.withPermits(1)),
    sent: (ask_id, message_id) =>
      Effect.asVoid(
        change(
          () => asks.get(ask_id),
          (ask) => Either.right({ ...ask, message_id }),
          undefined
        )
      ),
    find: (ask_id, client_id) =>
      Effect.map(
        select((ask) => ask.ask_id === ask_id && ask.client_id === client_id),
        ([ask]) => Option.fromNullable(ask)
      ),
    list: (client_id) =>
      Effect.map(
        select((ask) => ask.client_id === client_id),
        (all) => all.toReversed()
      ),
    select,
    answer: (ask_id, person, reply) =>
      change<NotCounted>(
        () => asks.get(ask_id),
        (ask, now) => answerTo(ask, person, reply, now),
        "unknown"
      ),
    cancel: (ask_id, client_id) =>
      Effect.map(
        change<undefined>(
          () => ofClient(ask_id, client_id),
          (ask, now) =>
            statusAt(ask, now) === "pending" ? Either.right({ ...ask, status: "cancelled" }) : Either.left(undefined),
          undefined
        ),
        Either.getRight
      ),
    useApproval: (ask_id, client_id, subject) =>
      change<NotApproved>(
        () => ofClient(ask_id, client_id),
        (ask, now) => useApproval(ask, subject, now),
        "unknown"
      ),
    ended
  } satisfies Asks as Asks
})

const decodeAsks = Schema.decodeUnknownOption(Schema.parseJson(Schema.Array(Ask)))

/** The open questions to people in Discord. Kept on the disk, so that an answer after a restart counts. */
import { Clock, Context, DateTime, Deferred, Effect, Either, Option } from "effect"
import { secureToken } from "../safety/secureToken.ts"
import {
  type Ask,
  type AskAnswer,
  answerTo,
  keptOf,
  type NotApproved,
  type NotCounted,
  type Person,
  statusAt,
  useApproval
} from "./Ask.ts"

/** What a new question has. */
export type NewAsk = Omit<Ask, "ask_id" | "status" | "answer" | "created_at" | "message_id">

/** The open and the recent questions. Only the process that owns the connection has them. */
export class Asks extends Context.Tag("effect-discord-mcp/events/Asks")<
  Asks,
  {
    /** Adds a question. Its message is not sent yet. Fails with the problem if the question cannot be kept. */
    readonly open: (ask: NewAsk) => Effect.Effect<Ask, string>
    /** Notes the message of a question. */
    readonly sent: (ask_id: string, message_id: string) => Effect.Effect<void, string>
    readonly find: (ask_id: string, client_id: string | undefined) => Effect.Effect<Option.Option<Ask>>
    /** The questions of a client, newest first. */
    readonly list: (client_id: string | undefined) => Effect.Effect<ReadonlyArray<Ask>>
    /** Returns the question of a message. */
    readonly ofMessage: (message_id: string) => Effect.Effect<Option.Option<Ask>>
    /** Answers a question. Of several answers at once, one counts. */
    readonly answer: (
      ask_id: string,
      person: Person,
      given: Pick<AskAnswer, "value" | "text" | "message_id">
    ) => Effect.Effect<Either.Either<Ask, NotCounted>, string>
    /** Takes a question back. Returns none if it is not open. */
    readonly cancel: (ask_id: string, client_id: string | undefined) => Effect.Effect<Option.Option<Ask>, string>
    /** Uses an approval for a call. It permits one run. */
    readonly useApproval: (
      ask_id: string,
      client_id: string | undefined,
      subject: string
    ) => Effect.Effect<Either.Either<Ask, NotApproved>, string>
    /** Waits until a question is no longer open. Returns its last state. */
    readonly ended: (ask_id: string) => Effect.Effect<Option.Option<Ask>>
  }
>() {}

/** Where the questions are kept. `save` completes when they are on the disk, and fails with the problem. */
export interface AskStore {
  readonly load: Effect.Effect<ReadonlyArray<Ask>>
  readonly save: (asks: ReadonlyArray<Ask>) => Effect.Effect<void, string>
}

/** Makes the questions over a store. */
export const make = Effect.fn("Asks.make")(function* (store: AskStore) {
  let asks: ReadonlyMap<string, Ask> = new Map((yield* store.load).map((ask) => [ask.ask_id, ask]))
  const changing = yield* Effect.makeSemaphore(1)
  let changed = yield* Deferred.make<void>()

  const visible = (ask_id: string, client_id: string | undefined): Ask | undefined => {
    const ask = asks.get(ask_id)
    return ask?.client_id === client_id ? ask : undefined
  }

  /** Changes a question, or adds one. What cannot be written is not changed. */
  const put = (ask: Ask) =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const next = new Map(
        keptOf([...asks.values()].filter((it) => it.ask_id !== ask.ask_id).concat(ask), nowMs).map((kept) => [
          kept.ask_id,
          kept
        ])
      )
      yield* store.save([...next.values()])
      asks = next
      const waiting = changed
      changed = yield* Deferred.make<void>()
      yield* Deferred.succeed(waiting, undefined)
      return ask
    }).pipe(Effect.uninterruptible)

  /** Changes the question if `change` says how. Changes happen one after another. */
  const change = <E>(ask: () => Ask | undefined, of: (ask: Ask, nowMs: number) => Either.Either<Ask, E>, unknown: E) =>
    changing.withPermits(1)(
      Effect.gen(function* () {
        const before = ask()
        if (before === undefined) return Either.left(unknown)
        const after = of(before, yield* Clock.currentTimeMillis)
        return Either.isLeft(after) ? after : Either.right(yield* put(after.right))
      })
    )

  const waitFor = (ask_id: string): Effect.Effect<Option.Option<Ask>> =>
    Effect.gen(function* () {
      const ask = asks.get(ask_id)
      const nowMs = yield* Clock.currentTimeMillis
      if (ask === undefined || statusAt(ask, nowMs) !== "pending") return Option.fromNullable(ask)
      const leftMs = Date.parse(ask.expires_at) - nowMs
      yield* Effect.raceFirst(Deferred.await(changed), Effect.sleep(leftMs))
      return yield* waitFor(ask_id)
    })

  const withStatus = (ask: Ask) =>
    Effect.map(Clock.currentTimeMillis, (nowMs): Ask => ({ ...ask, status: statusAt(ask, nowMs) }))

  return Asks.of({
    open: (ask) =>
      changing.withPermits(1)(
        Effect.gen(function* () {
          const ask_id = yield* secureToken
          const created_at = DateTime.formatIso(yield* DateTime.now)
          return yield* put({ ...ask, ask_id, created_at, status: "pending" })
        })
      ),
    sent: (ask_id, message_id) =>
      Effect.asVoid(
        change(
          () => asks.get(ask_id),
          (ask) => Either.right({ ...ask, message_id }),
          undefined
        )
      ),
    find: (ask_id, client_id) => Effect.transposeMapOption(Option.fromNullable(visible(ask_id, client_id)), withStatus),
    list: (client_id) =>
      Effect.forEach([...asks.values()].filter((ask) => ask.client_id === client_id).toReversed(), withStatus),
    ofMessage: (message_id) =>
      Effect.sync(() => Option.fromNullable([...asks.values()].find((ask) => ask.message_id === message_id))),
    answer: (ask_id, person, given) =>
      change<NotCounted>(
        () => asks.get(ask_id),
        (ask, nowMs) => answerTo(ask, person, given, nowMs),
        "unknown"
      ),
    cancel: (ask_id, client_id) =>
      Effect.map(
        change<undefined>(
          () => visible(ask_id, client_id),
          (ask, nowMs) =>
            statusAt(ask, nowMs) === "pending" ? Either.right({ ...ask, status: "cancelled" }) : Either.left(undefined),
          undefined
        ),
        Either.getRight
      ),
    useApproval: (ask_id, client_id, subject) =>
      change<NotApproved>(
        () => visible(ask_id, client_id),
        (ask, nowMs) => useApproval(ask, subject, nowMs),
        "unknown"
      ),
    ended: waitFor
  })
})

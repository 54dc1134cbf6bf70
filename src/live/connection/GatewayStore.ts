/** What a bot's connection remembers across restarts: its session, its IDENTIFY, and the channels that it repairs. */
import { FileSystem, Path } from "@effect/platform"
import { Context, Duration, Effect, Option, Ref, Schedule, Schema } from "effect"
import { Id, Time } from "../../objects/schema/snowflake.ts"
import { keepDamaged } from "../../text/fileProblems.ts"
import { toOneLine } from "../../text/words.ts"
import { readFileIfPresent, writeFileAtomically } from "../../text/writeFileAtomically.ts"
import { IdentifyState, noSession } from "./identifyRules.ts"

/**
 * A channel whose messages are repaired after a gap: when it was last asked for, and its newest logged message. `direct`:
 * nobody asked for it, but a direct message was logged.
 */
const WatchedChannel = Schema.Struct({
  asked_at: Time,
  guild_id: Schema.optionalWith(Id, { exact: true }),
  last_message_id: Schema.optionalWith(Id, { exact: true }),
  direct: Schema.optionalWith(Schema.Literal(true), { exact: true })
})

/** A channel whose messages are repaired after a gap. */
export type WatchedChannel = typeof WatchedChannel.Type

const Watched = Schema.Record({ key: Id, value: WatchedChannel })

const GatewayState = Schema.Struct({
  ...IdentifyState.fields,
  watched: Watched,
  /** The guilds of which every channel is repaired, or `all`, and when they were last asked for. */
  watched_guilds: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Time }), {
    default: () => ({}),
    exact: true
  }),
  /** The cursor up to which events were delivered to a follower, by its name. The follower that was last delivered to is the last. */
  followers: Schema.optionalWith(Schema.Array(Schema.Tuple(Schema.String, Schema.String)), {
    default: () => [],
    exact: true
  }),
  /** A gap that is not repaired yet: when it began, when it was last noticed, and the channels as they were then. */
  gap: Schema.optionalWith(
    Schema.Struct({
      since: Time,
      noticed_at: Schema.optionalWith(Time, { exact: true }),
      reason: Schema.optionalWith(Schema.Literal("session_lost", "sequence"), { exact: true }),
      watched: Watched
    }),
    { exact: true }
  )
})

/** What a connection remembers. */
export type GatewayState = typeof GatewayState.Type

/** Instead of the id of a guild: all guilds of the bot. */
export const ALL_GUILDS = "all"

/** The memory of a connection. Only the process that owns the connection uses it. */
export interface GatewayStore {
  readonly state: Effect.Effect<GatewayState>
  /** Changes the state, and completes when it is on the disk. Fails with the problem, and then nothing is changed. */
  readonly save: (change: (state: GatewayState) => GatewayState) => Effect.Effect<void, string>
  /** Changes the state, and writes it within five seconds, and at the end of the scope. */
  readonly note: (change: (state: GatewayState) => GatewayState) => Effect.Effect<void>
}

/** How long a noted change waits until it is written. */
const NOTED = Duration.seconds(5)

const empty: GatewayState = { ...noSession, watched: {}, watched_guilds: {}, followers: [] }

/**
 * Keeps the state in `gateway.json` of a directory; without one, in memory. A file that cannot be read fails: without its
 * count, the bot could log in too often. A process that does not own the connection any
 * more writes nothing: the file is another one's.
 */
export const make = Effect.fn("GatewayStore.make")(function* (
  directory: string | undefined,
  owns: Effect.Effect<boolean> = Effect.succeed(true)
) {
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const fs = Context.get(context, FileSystem.FileSystem)
  const paths = Context.get(context, Path.Path)
  const path = directory === undefined ? undefined : paths.join(directory, "gateway.json")
  if (directory !== undefined) yield* Effect.ignore(fs.makeDirectory(directory, { recursive: true, mode: 0o700 }))
  const saved = path === undefined ? Option.none() : yield* readFileIfPresent(path)
  const decoded = Option.map(saved, decode)
  if (path !== undefined && Option.exists(decoded, ({ damaged }) => damaged.length > 0)) {
    const damaged = Option.match(decoded, { onNone: () => [], onSome: (one) => one.damaged })
    yield* keepDamaged(path, `the bot's connection forgets ${damaged.join(", ")}.`)
  }
  const state = yield* Ref.make(Option.match(decoded, { onNone: () => empty, onSome: ({ state }) => state }))
  const writing = yield* Effect.makeSemaphore(1)
  let isNoted = false

  const write = (next: GatewayState) =>
    path === undefined
      ? Effect.void
      : writeFileAtomically(path, JSON.stringify(next), { mode: 0o600, before: Effect.void }).pipe(
          Effect.provide(context),
          Effect.mapError(({ message }) => `${path} (${message})`),
          Effect.whenEffect(owns),
          Effect.flatMap((written) =>
            Option.isSome(written) ? Effect.void : Effect.fail(`${path} (another process owns the connection)`)
          )
        )

  const save: GatewayStore["save"] = (change) =>
    // What is noted during the write stays.
    Effect.flatMap(Ref.get(state), (before) => write(change(before))).pipe(
      Effect.zipRight(Ref.update(state, change)),
      writing.withPermits(1),
      Effect.uninterruptible
    )

  if (Option.exists(decoded, ({ damaged }) => damaged.length > 0)) yield* Effect.ignore(save((now) => now))

  const writeNoted = Effect.suspend(() => {
    if (!isNoted) return Effect.void
    isNoted = false
    return Effect.catchAll(
      save((noted) => noted),
      (problem) => Effect.logWarning(`the state of the gateway could not be written: ${problem}`)
    )
  })
  yield* Effect.addFinalizer(() => writeNoted)
  yield* Effect.forkScoped(Effect.schedule(writeNoted, Schedule.spaced(NOTED)))
  return {
    state: Ref.get(state),
    save,
    note: (change) =>
      Effect.map(Ref.update(state, change), () => {
        isNoted = true
      })
  } satisfies GatewayStore as GatewayStore
})

/** Decodes the fields one by one: one that is damaged must not cost the count of logins. Names those that are damaged. */
const decode = (text: string): { readonly state: GatewayState; readonly damaged: ReadonlyArray<string> } => {
  const fields = Option.getOrUndefined(decodeFields(text))
  if (fields === undefined) return { state: empty, damaged: ["its session, its logins and what it watches"] }
  const isWhole = ([name, value]: readonly [string, unknown]) => Option.isSome(decodeState({ ...empty, [name]: value }))
  const entries = Object.entries(fields)
  return {
    state: Option.getOrElse(decodeState({ ...empty, ...Object.fromEntries(entries.filter(isWhole)) }), () => empty),
    damaged: entries.filter((entry) => !isWhole(entry)).map(([name]) => toOneLine(name))
  }
}

const decodeFields = Schema.decodeUnknownOption(
  Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
)
const decodeState = Schema.decodeUnknownOption(GatewayState)

/** People of the sandbox who act by themselves: scripts of acts, each after a time or after a message. */
import type { APIMessage } from "discord-api-types/v10"
import { Clock, Deferred, Effect, Either, Schema, type Scope } from "effect"
import { AwaitableCounter } from "../incomingRequest.ts"
import { componentsOf, isMeant } from "./clicks.ts"
import { type Deed, Deeds, type Done, perform } from "./deeds.ts"
import type { Gateway } from "./Gateway.ts"
import type { SandboxEvent } from "./intents.ts"

const { optional } = Schema

const Id = Schema.String.pipe(Schema.pattern(/^\d{1,20}$/))

const Text = Schema.String.pipe(Schema.minLength(1), Schema.maxLength(2000))

/** The message that a person waits for. Without `author_id`, it is one of the bot. */
const Awaited = Schema.Struct({
  channel_id: optional(Id),
  author_id: optional(Id),
  contains: optional(Text),
  /** A button that the message has. */
  label: optional(Text)
})

const HOUR_MS = 60 * 60_000

/** One act of a person: who, when, and what. */
const Act = Schema.Struct({
  as: Id,
  /** Waits for a message that arrives after the act starts. */
  when: optional(Awaited),
  /** Waits before the act, and again before each repetition. Default 0. */
  after_ms: optional(Schema.Int.pipe(Schema.between(0, HOUR_MS))),
  /** How often the person waits and acts. Default 1. */
  times: optional(Schema.Int.pipe(Schema.between(1, 10_000))),
  ...Deeds.fields
}).pipe(
  Schema.filter((act) => {
    const names = Object.keys(Deeds.fields)
    return names.filter((name) => name in act).length === 1 || `Expected exactly one of ${names.join(", ")}`
  })
)

export type Act = typeof Act.Type

/** Acts of people, in sequence. */
export const PeopleScript = Schema.Struct({ script: Schema.NonEmptyArray(Act).pipe(Schema.maxItems(1000)) })
export type PeopleScript = typeof PeopleScript.Type

/** An act of a person, and what came of it. */
export interface Acted extends Done {
  readonly as: string
  readonly did: string
  readonly at_ms: number
  /** Why the person could not do it. */
  readonly problem?: string
}

/** Maximum number of recorded acts. */
const MAX_ACTED = 10_000

/** The people of a sandbox: their scripts run in parallel, as long as its scope. */
export class People {
  /** The last acts, in order of time. */
  readonly log: Array<Acted> = []
  /** The number of acts. */
  readonly acted = new AwaitableCounter()
  #running = 0
  readonly #gateway: Gateway
  readonly #scope: Scope.Scope

  constructor(gateway: Gateway, scope: Scope.Scope) {
    this.#gateway = gateway
    this.#scope = scope
  }

  /** The number of scripts that have not ended. */
  get running(): number {
    return this.#running
  }

  /** Starts acts, and scripts of acts. A person who waits for a message sees every later one. */
  start(acts: ReadonlyArray<Act | PeopleScript>): Effect.Effect<void> {
    const scripts = acts.map((act) => ("script" in act ? act : { script: [act] as const }))
    return Effect.orDie(Schema.validate(Schema.Array(PeopleScript))(scripts)).pipe(
      Effect.flatMap((valid) => Effect.forEach(valid, (script) => this.#startOne(script), { discard: true })),
      // The started fibers wait for their messages before this effect completes.
      Effect.zipRight(Effect.yieldNow())
    )
  }

  #startOne(script: PeopleScript) {
    return Effect.suspend(() => {
      this.#running++
      return run(this.#gateway, script, (acted) => this.#record(acted)).pipe(
        Effect.ensuring(Effect.sync(() => void this.#running--)),
        Effect.forkIn(this.#scope)
      )
    })
  }

  #record(acted: Acted): void {
    this.log.push(acted)
    if (this.log.length > MAX_ACTED) this.log.shift()
    this.acted.add()
  }
}

/** Does the acts of a script. Calls `log` after each. */
const run = (gateway: Gateway, { script }: PeopleScript, log: (acted: Acted) => void): Effect.Effect<void> =>
  Effect.forEach(
    script,
    ({ after_ms = 0, as, times = 1, when, ...deed }) =>
      Effect.repeatN(
        Effect.gen(function* () {
          const { state } = gateway
          const awaited = when === undefined ? undefined : yield* nextMessage(gateway, when)
          yield* Effect.sleep(after_ms)
          const at_ms = yield* Clock.currentTimeMillis
          state.nowMs = at_ms
          const outcome = yield* Effect.either(perform({ gateway, userId: as, awaited }, deed))
          state.changes.flush()
          const result = Either.getOrElse(outcome, ({ message }) => ({ problem: message }))
          log({ as, did: nameOf(deed), at_ms, ...result })
        }),
        times - 1
      ),
    { discard: true }
  )

const nameOf = (deed: Deed): string => Object.keys(deed)[0] ?? ""

/** Waits for a message that fits. */
const nextMessage = (gateway: Gateway, awaited: typeof Awaited.Type): Effect.Effect<APIMessage> =>
  Effect.flatMap(Deferred.make<APIMessage>(), (arrived) =>
    Effect.acquireUseRelease(
      Effect.sync(() =>
        gateway.listen((event) => {
          const message = messageIn(gateway, event)
          if (message !== undefined && fits(gateway, awaited, message))
            Deferred.unsafeDone(arrived, Effect.succeed(message))
        })
      ),
      () => Deferred.await(arrived),
      (stop) => Effect.sync(stop)
    )
  )

const messageIn = ({ state }: Gateway, { d, t }: SandboxEvent): APIMessage | undefined =>
  t === "MESSAGE_CREATE" || t === "MESSAGE_UPDATE" ? state.message(String(d.channel_id), String(d.id)) : undefined

const fits = (
  { state }: Gateway,
  { author_id, channel_id, contains, label }: typeof Awaited.Type,
  message: APIMessage
): boolean =>
  message.author.id === (author_id ?? state.bot.id) &&
  (channel_id === undefined || message.channel_id === channel_id) &&
  (contains === undefined || message.content.includes(contains)) &&
  (label === undefined || componentsOf(message).some(isMeant({ label })))

/** People of the sandbox who act by themselves: scripts of acts, each after a time or after a message. */
import type { APIMessage } from "discord-api-types/v10"
import { Clock, Deferred, Effect, Either, Schema, type Scope } from "effect"
import { AwaitableCounter } from "../incomingRequest.ts"
import { type Act, type Acted, type Awaited, type Deed, PeopleScript } from "./acts.ts"
import { componentsOf, isMeant } from "./clicks.ts"
import { perform } from "./deeds.ts"
import type { Gateway } from "./Gateway.ts"
import type { SandboxEvent } from "./intents.ts"

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

  /** Starts scripts: each is a list of acts. An act with `when` waits for a message that arrives after the start. */
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
const nextMessage = (gateway: Gateway, awaited: Awaited): Effect.Effect<APIMessage> =>
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

const fits = ({ state }: Gateway, { author_id, channel_id, contains, label }: Awaited, message: APIMessage): boolean =>
  message.author.id === (author_id ?? state.bot.id) &&
  (channel_id === undefined || message.channel_id === channel_id) &&
  (contains === undefined || message.content.includes(contains)) &&
  (label === undefined || componentsOf(message).some(isMeant({ label })))

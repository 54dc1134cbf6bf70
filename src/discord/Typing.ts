/** Shows the bot as typing for longer than one request does. It ends when the bot sends in the channel. */
import { Effect, FiberMap, type Scope } from "effect"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import * as Deadline from "../resilience/Deadline.ts"
import { Caller } from "../telemetry/Caller.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"

/** How long Discord shows typing after one request, and how soon the next one is sent (Discord docs, trigger typing). */
export const SHOWN_MS = 10_000
const AGAIN_MS = 8000

/** The maximum number of channels at once: of one client, and of all. */
const CHANNELS_MAX = 5
const ALL_CHANNELS_MAX = 100

/** What shows typing in a channel. */
export interface LastingTyping<A, E> {
  readonly channel_id: string
  readonly seconds: number
  /** Shows it once, with the permit of the call. If it fails, the typing ends. */
  readonly trigger: Effect.Effect<A, E>
  /** Ends it before its time, such as the end of the caller's session. */
  readonly stopping: Effect.Effect<void>
}

/** The channels in which the bot types. */
export interface Typing {
  /**
   * Shows it once, and goes on in the background. It replaces what goes on in the channel. Fails before anything is sent if
   * the client types in too many channels.
   */
  readonly start: <A, E>(typing: LastingTyping<A, E>) => Effect.Effect<A, E | ValidationError>
  /** Ends it in a channel, because the bot has sent there. */
  readonly end: (channel_id: string) => Effect.Effect<void>
}

/** Makes the memory of the channels. It ends with the scope. */
export const make: Effect.Effect<Typing, never, Scope.Scope> = Effect.gen(function* () {
  const running = yield* FiberMap.make<string>()
  const starting = new Set<string>()
  const owners = new Map<string, string | undefined>()

  const isFull = (channel_id: string, clientId: string | undefined): boolean => {
    for (const channel of owners.keys()) {
      if (!FiberMap.unsafeHas(running, channel) && !starting.has(channel)) owners.delete(channel)
    }
    const others = [...owners].filter(([channel]) => channel !== channel_id)
    const own = others.filter(([, owner]) => owner === clientId)
    return own.length >= CHANNELS_MAX || others.length >= ALL_CHANNELS_MAX
  }

  const goOn = ({ channel_id, seconds, stopping, trigger }: LastingTyping<unknown, unknown>) =>
    Effect.gen(function* () {
      const lastMs = (yield* monotonicMs) + seconds * 1000 - SHOWN_MS
      const next = Effect.flatMap(monotonicMs, (now) => {
        const left = lastMs - now
        return left <= 0
          ? Effect.succeed(false)
          : Effect.sleep(Math.min(AGAIN_MS, left)).pipe(Effect.zipRight(trigger), Effect.as(true))
      })
      const repeating = Effect.ignore(Effect.repeat(next, { while: (goesOn) => goesOn }))
      yield* FiberMap.run(
        running,
        channel_id,
        // The deadline of the call is not that of its later requests.
        Effect.provideService(
          Effect.interruptible(Effect.raceFirst(repeating, stopping)),
          Deadline.Deadline,
          Number.POSITIVE_INFINITY
        )
      )
    })

  const start: Typing["start"] = (typing) =>
    Effect.gen(function* () {
      const { channel_id, trigger } = typing
      const { clientId } = yield* Caller
      if (isFull(channel_id, clientId)) return yield* new ValidationError({ validation_issues: [tooMany] })
      // The first request takes a while. Others of the client count its channel meanwhile.
      owners.set(channel_id, clientId)
      starting.add(channel_id)
      return yield* Effect.tap(trigger, goOn(typing)).pipe(
        Effect.ensuring(Effect.sync(() => starting.delete(channel_id)))
      )
    })

  return { start, end: (channel_id) => FiberMap.remove(running, channel_id) }
})

const tooMany = {
  path: "seconds",
  message: `is possible in ${CHANNELS_MAX} channels at once. Send in one of them, or omit seconds`,
  code: "typing_elsewhere"
}

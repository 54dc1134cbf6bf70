/** A connection to the sandbox's gateway, over a real WebSocket. Each has its own store. */
// @effect-diagnostics strictEffectProvide:off

import { Context, Effect, Fiber, Layer, Redacted, Ref, TestClock } from "effect"
import * as DiscordService from "../../../src/discord/Discord.ts"
import * as GatewayConnection from "../../../src/live/connection/GatewayConnection.ts"
import * as GatewayStore from "../../../src/live/connection/GatewayStore.ts"
import type { Received } from "../../../src/live/connection/SequenceTracker.ts"
import type { SandboxShape } from "../../../src/sandbox/Sandbox.ts"
import { nodeContext } from "../../nodeContext.ts"
import { turn } from "../../turns.ts"
import { discordOf } from "./discordOf.ts"

/** Waits until a condition holds. */
export const until = <A>(effect: Effect.Effect<A>, holds: (value: A) => boolean): Effect.Effect<A> =>
  Effect.repeat(Effect.zipLeft(effect, turn), { until: holds })

/** Connects, and collects what is received. */
export const connect = Effect.fnUntraced(function* (
  sandbox: SandboxShape,
  options: Partial<Omit<GatewayConnection.ConnectionOptions, "store">> & { readonly directory?: string } = {}
) {
  const received = yield* Ref.make<ReadonlyArray<Received>>([])
  const usable = yield* Ref.make(0)
  const store = yield* GatewayStore.make(options.directory)
  const context = yield* Layer.build(discordOf(sandbox))
  const connection = yield* GatewayConnection.make({
    token: Redacted.make(sandbox.token),
    intents: ["GUILDS", "GUILD_MESSAGES", "DIRECT_MESSAGES"],
    owns: Effect.succeed(true),
    receive: (events) => Ref.update(received, (before) => [...before, ...events]),
    lost: () => Effect.void,
    repair: Ref.update(usable, (count) => count + 1),
    ...options,
    store
  }).pipe(Effect.provide(context))
  const fiber = yield* Effect.forkScoped(Effect.provide(connection.run, context))
  /** Lets the waits before attempts pass, and no other time. */
  const passWaits = Effect.flatMap(connection.status, ({ state }) =>
    state === "waiting" ? TestClock.adjust("5 seconds") : Effect.void
  )
  const isConnected = (count = 1) =>
    until(Effect.zipRight(passWaits, Ref.get(usable)), (connections) => connections >= count)
  return {
    ...connection,
    store,
    received: Ref.get(received),
    isConnected,
    passWaits,
    end: Effect.flip(Fiber.join(fiber)),
    stop: Fiber.interrupt(fiber),
    discord: Context.get(context, DiscordService.Discord)
  }
}, Effect.provide(nodeContext))

/** Dispatches a message with a number. */
export const sendMessage = (sandbox: SandboxShape, number: number) =>
  sandbox.dispatch({
    t: "MESSAGE_CREATE",
    d: {
      id: String(FIRST_ID + BigInt(number)),
      channel_id: sandbox.ids.channels.general,
      guild_id: sandbox.ids.guild,
      content: "",
      timestamp: "2026-11-23T12:00:00.000Z",
      author: { id: sandbox.ids.guild, username: "ann" }
    },
    guildId: sandbox.ids.guild
  })

const FIRST_ID = 2_000_000_000_000_000_000n

/** The numbers of received messages. */
export const numbersOf = (received: ReadonlyArray<Received>): ReadonlyArray<number> =>
  received.filter(({ type }) => type === "MESSAGE_CREATE").map(({ data }) => Number(BigInt(Object(data).id) - FIRST_ID))

/** Discord's service over a fake wire, with settings of a test's choosing. */
import { Cause, Clock, ConfigProvider, Context, Effect, Exit, Fiber, Layer, Option, Schema, TestClock } from "effect"
import { config, Settings } from "../../src/config/Settings.ts"
import * as DiscordService from "../../src/discord/Discord.ts"
import type { DiscordRequest } from "../../src/discord/DiscordRequest.ts"
import type { Transport } from "../../src/discord/Transport.ts"
import { DiscordFailure } from "../../src/errors/DiscordMcpError.ts"
import { Permit } from "../../src/safety/Permit.ts"
import { makeWire, type Step } from "./wire.ts"

/** Settings that differ from the defaults. */
export type Overrides = Partial<Settings["Type"]>

/** Backoffs are not random in tests: 200 ms, 400 ms, … */
export const settings = (overrides: Overrides = {}): Layer.Layer<Settings> =>
  Layer.effect(
    Settings,
    Effect.orDie(
      Effect.map(ConfigProvider.fromMap(new Map()).load(config), (defaults) => ({
        ...defaults,
        retryJitter: "none" as const,
        ...overrides
      }))
    )
  )

/** A service of its own over any transport; it knows nothing yet. */
export const over = (transport: Layer.Layer<Transport>, overrides?: Overrides) =>
  Layer.build(DiscordService.layer.pipe(Layer.provide(transport), Layer.provide(settings(overrides)))).pipe(
    Effect.map((context) => {
      const discord = Context.get(context, DiscordService.Discord)
      return (request: DiscordRequest) =>
        Effect.provideService(discord.request(request), Permit, Permit.grant("test", "destructive"))
    })
  )

/** A service over a fake wire whose other end is `step`. */
export const connect = (step: Step, overrides?: Overrides) => {
  const wire = makeWire(step)
  return Effect.map(over(wire.layer, overrides), (call) => ({ call, ...wire }))
}

/** How a call ended, as plain data: the reply, the failure's own fields, or what went wrong with the test itself. */
export const ended = <A>(exit: Exit.Exit<A, DiscordFailure>): unknown =>
  Exit.match(exit, {
    onSuccess: (value) => value,
    onFailure: (cause) =>
      Option.match(Cause.failureOption(cause), {
        onSome: plain,
        onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : `died: ${Cause.squash(cause)}`)
      })
  })

/** A failure as plain data. */
export const plain = Schema.encodeSync(DiscordFailure)

/** Runs to the end in virtual time, for at most `ms`; tells how it ended, and after how long. */
export const finish = <A, R>(effect: Effect.Effect<A, DiscordFailure, R>, ms = 600_000) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.fork(Effect.zip(Effect.exit(effect), Clock.currentTimeMillis))
    yield* TestClock.adjust(ms)
    const [exit, end] = yield* Fiber.join(fiber)
    return [ended(exit), end - start] as const
  })

/** What a call ends with that gets its answer in the n-th try. */
export const reply = (attempts = 1, body: unknown = { id: "1" }) => ({ body, attempts, alreadyApplied: false })

export const CHANNEL = "111111111111111111"
export const OTHER_CHANNEL = "222222222222222222"

/** A request; what a test does not say is harmless. */
export const request = (from: Partial<DiscordRequest> = {}): DiscordRequest => ({
  method: "GET",
  route: "/channels/{channel_id}",
  path: { channel_id: CHANNEL },
  subject: "bot",
  risk: "read",
  repeat: "same",
  duration: "default",
  ...from
})

/** Reads a channel. */
export const read = (channel_id = CHANNEL): DiscordRequest => request({ path: { channel_id } })

/** Sends a message. */
export const send = (content = "hello", channel_id = CHANNEL): DiscordRequest =>
  request({
    method: "POST",
    route: "/channels/{channel_id}/messages",
    path: { channel_id },
    body: { content },
    risk: "write",
    repeat: "nonce"
  })

/** A POST that Discord has no nonce for. */
export const create = request({
  method: "POST",
  route: "/guilds/{guild_id}/roles",
  path: { guild_id: "333333333333333333" },
  body: { name: "helpers" },
  risk: "write",
  repeat: "no"
})

/** Deletes a message; an id says how old it is. */
export const remove = (message_id = "444444444444444444"): DiscordRequest =>
  request({
    method: "DELETE",
    route: "/channels/{channel_id}/messages/{message_id}",
    path: { channel_id: CHANNEL, message_id },
    risk: "destructive"
  })

/** Answers an interaction: with its own token, outside the global limit. */
export const callback = request({
  method: "POST",
  route: "/interactions/{interaction_id}/{interaction_token}/callback",
  path: { interaction_id: "555555555555555555", interaction_token: "secret" },
  body: { type: 1 },
  subject: "interaction",
  risk: "write"
})

/** Executes a webhook: with its own token. */
export const webhook = request({
  method: "POST",
  route: "/webhooks/{webhook_id}/{webhook_token}",
  path: { webhook_id: "666666666666666666", webhook_token: "secret" },
  body: { content: "hello" },
  subject: "webhook",
  risk: "write",
  repeat: "no"
})

/** Discord's service with a fake transport and settings of the test. */
import {
  Cause,
  Clock,
  ConfigProvider,
  Context,
  Effect,
  Exit,
  Fiber,
  Layer,
  Option,
  Schema,
  type Scope,
  TestClock
} from "effect"
import { config, Settings } from "../../src/config/Settings.ts"
import * as DiscordService from "../../src/discord/Discord.ts"
import type { DiscordRequest, Reply } from "../../src/discord/DiscordRequest.ts"
import { Permit } from "../../src/discord/Permit.ts"
import type { Transport } from "../../src/discord/Transport.ts"
import { DiscordFailure } from "../../src/errors/DiscordMcpError.ts"
import { makeWire, type Step } from "./wire.ts"

/** Settings that differ from the defaults. */
export type Overrides = Partial<Settings["Type"]>

/** Backoffs have no jitter in tests: 200 ms, 400 ms, … */
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

/** Sends a request with a permit for every risk. */
type Call = (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure>

/** A new service on any transport. */
export const over = (
  transport: Layer.Layer<Transport>,
  overrides?: Overrides
): Effect.Effect<Call, never, Scope.Scope> =>
  Layer.build(DiscordService.layer.pipe(Layer.provide(transport), Layer.provide(settings(overrides)))).pipe(
    Effect.map((context) => {
      const discord = Context.get(context, DiscordService.Discord)
      return (request: DiscordRequest) =>
        Effect.provideService(discord.request(request), Permit, Permit.grant("test", "destructive"))
    })
  )

/** A service, and what its fake transport recorded. */
export interface Connected extends Omit<ReturnType<typeof makeWire>, "layer"> {
  readonly call: Call
}

/** A service with a fake transport, whose responses come from `step`. */
export const connect = (step: Step, overrides?: Overrides): Effect.Effect<Connected, never, Scope.Scope> => {
  const wire = makeWire(step)
  return Effect.map(over(wire.layer, overrides), (call) => ({ call, ...wire }))
}

/** The exit of a call as plain data: the reply, the fields of the failure, or a defect. */
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

/** Runs an effect in virtual time, for at most `ms`. Returns its exit and duration. */
export const finish = <A, R>(effect: Effect.Effect<A, DiscordFailure, R>, ms = 600_000) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.fork(Effect.zip(Effect.exit(effect), Clock.currentTimeMillis))
    yield* TestClock.adjust(ms)
    const [exit, end] = yield* Fiber.join(fiber)
    return [ended(exit), end - start] as const
  })

/** The result of a call that succeeds in the n-th attempt. */
export const reply = (attempts = 1, body: unknown = { id: "1" }) => ({ body, attempts, alreadyApplied: false })

export const CHANNEL = "111111111111111111"
export const OTHER_CHANNEL = "222222222222222222"

/** A request. By default it is a plain read. */
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

/** A POST without a nonce. */
export const create = request({
  method: "POST",
  route: "/guilds/{guild_id}/roles",
  path: { guild_id: "333333333333333333" },
  body: { name: "helpers" },
  risk: "write",
  repeat: "no"
})

/** Deletes a message. Its id contains its age. */
export const remove = (message_id = "444444444444444444"): DiscordRequest =>
  request({
    method: "DELETE",
    route: "/channels/{channel_id}/messages/{message_id}",
    path: { channel_id: CHANNEL, message_id },
    risk: "destructive"
  })

/** Responds to an interaction, with its token and outside the global limit. */
export const callback = request({
  method: "POST",
  route: "/interactions/{interaction_id}/{interaction_token}/callback",
  path: { interaction_id: "555555555555555555", interaction_token: "secret" },
  body: { type: 1 },
  subject: "interaction",
  risk: "write"
})

/** Executes a webhook with its token. */
export const webhook = request({
  method: "POST",
  route: "/webhooks/{webhook_id}/{webhook_token}",
  path: { webhook_id: "666666666666666666", webhook_token: "secret" },
  body: { content: "hello" },
  subject: "webhook",
  risk: "write",
  repeat: "no"
})

/** A guild over HTTP on loopback, in which messages arrive at every request of a call. */
import {
  type APIMessage,
  PermissionFlagsBits as Bit,
  ChannelType,
  MessageType,
  OverwriteType
} from "discord-api-types/v10"
import { Effect, Layer, Redacted } from "effect"
import * as Discord from "../../../src/discord/Discord.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import { Transport } from "../../../src/discord/Transport.ts"
import * as Dispatch from "../../../src/dispatch/Dispatch.ts"
import type { HttpResponse } from "../../../src/errors/classifyResponse.ts"
import { defaults } from "../../../src/sandbox/BucketCounter.ts"
import { Buckets } from "../../../src/sandbox/Buckets.ts"
import { emptyMessageFields } from "../../../src/sandbox/createMessage.ts"
import { Faults } from "../../../src/sandbox/Fault.ts"
import { Recorder } from "../../../src/sandbox/incomingRequest.ts"
import { listen } from "../../../src/sandbox/nodeServer.ts"
import { routes } from "../../../src/sandbox/routes/all.ts"
import { seedState } from "../../../src/sandbox/Seed.ts"
import { timeOf, timestamp } from "../../../src/sandbox/Snowflakes.ts"
import type { Channel, SandboxState } from "../../../src/sandbox/State.ts"
import { makeApp } from "../../../src/sandbox/sandboxApp.ts"
import { type Environment, overDiscord, settingsOf } from "../../dispatch/app.ts"
import { inOwnFiber } from "../../inOwnFiber.ts"

const TOKEN = "sandbox-token"

/** What happens at a request, before it is sent and after its response. A response replaces that of the sandbox. */
export interface Events {
  readonly before: (path: string) => HttpResponse | undefined
  readonly after: (path: string) => void
}

/** A guild without channels, and a server in front of it. */
export const makeGuild = Effect.fnUntraced(function* (environment: Environment = {}) {
  const { ids, state } = yield* seedState(1)
  for (const { id } of [...state.channels.values()]) state.removeChannel(id)
  const wide = { limit: 100_000, windowMs: 1000 }
  const limits = Object.fromEntries(routes.map(({ operation }) => [operation, wide]))
  const recorder = new Recorder()
  const server = yield* listen(0)
  const url = `http://127.0.0.1:${server.port}/api`
  yield* server.serve(
    makeApp({
      state,
      faults: new Faults(),
      answerLive: () => Effect.never,
      conditions: { current: defaults, set: () => undefined },
      recorder,
      ids,
      buckets: new Buckets(limits, 100_000),
      routes,
      token: TOKEN
    })
  )
  const events: { current: Events } = { current: { before: () => undefined, after: () => undefined } }
  const transport = Layer.effect(
    Transport,
    Effect.map(Transport, (inner): Transport["Type"] => ({
      send: (request, onPhase) =>
        Effect.suspend(() => {
          const response = events.current.before(request.path)
          return (response === undefined ? inner.send(request, onPhase) : Effect.succeed(response)).pipe(
            Effect.tap(() => Effect.sync(() => events.current.after(request.path)))
          )
        })
    }))
  ).pipe(
    Layer.provide(
      RestTransport.layer({ apiUrl: url, token: Redacted.make(TOKEN), userAgent: "effect-discord-mcp/test" })
    )
  )
  const settings = yield* settingsOf({
    MCP_GLOBAL_REQUESTS_PER_SECOND: "10000",
    MCP_RETRY_ENABLED: "false",
    MCP_CIRCUIT_ENABLED: "false",
    DISCORD_API_URL: url,
    ...environment
  })
  const app = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, transport), settings))
  /** Calls the tool. */
  const catchUp = (input: object) =>
    Effect.flatMap(Dispatch.Dispatch, (dispatch) => inOwnFiber(dispatch.call("messages_catch_up", input))).pipe(
      Effect.provide(app)
    )
  return { catchUp, events, id: ids.guild, ids, recorder, state, ...makersOf(state, ids.guild) }
})

/** Makes channels, threads and messages, as other people do. */
const makersOf = (state: SandboxState, guild_id: string) => {
  const author = state.userOf([...state.users.keys()].find((id) => id !== state.bot.id) ?? "") ?? state.bot

  const addChannel = (nowMs: number, denied = 0n, type: ChannelType = ChannelType.GuildText): Channel => {
    const id = state.nextId(nowMs)
    const overwrite = { id: guild_id, type: OverwriteType.Role, allow: "0", deny: String(denied) }
    const channel: Channel = {
      id,
      type,
      guild_id,
      name: `channel-${id.slice(-4)}`,
      position: state.channels.size,
      parent_id: null,
      permission_overwrites: denied === 0n ? [] : [overwrite],
      flags: 0,
      last_message_id: null
    }
    state.channels.set(id, channel)
    return channel
  }

  const addThread = (parent: Channel, nowMs: number): Channel => {
    const id = state.nextId(nowMs)
    const thread: Channel = {
      id,
      type: ChannelType.PublicThread,
      guild_id,
      name: `thread-${id.slice(-4)}`,
      parent_id: parent.id,
      flags: 0,
      last_message_id: null,
      message_count: 0,
      thread_metadata: {
        archived: false,
        locked: false,
        auto_archive_duration: 1440,
        archive_timestamp: timestamp(nowMs)
      }
    }
    state.channels.set(id, thread)
    if (parent.type === ChannelType.GuildForum) state.channels.set(parent.id, { ...parent, last_message_id: id })
    return thread
  }

  const send = (channel_id: string, nowMs: number, more: Partial<APIMessage> = {}): APIMessage => {
    const id = state.nextId(nowMs)
    const message: APIMessage = {
      id,
      channel_id,
      type: MessageType.Default,
      author,
      content: "the tide is in",
      timestamp: timestamp(timeOf(id)),
      ...emptyMessageFields(),
      ...more
    }
    state.putMessage(message)
    return message
  }

  /** Parts of a message that mention the bot in each way, and others that do not. */
  const mentions = (
    botRole: string
  ): ReadonlyArray<readonly [mention: string | undefined, more: Partial<APIMessage>]> => [
    [undefined, {}],
    [undefined, { content: `<@${author.id}> hi`, mentions: [author] }],
    [undefined, { author: state.bot, content: "@everyone", mention_everyone: true }],
    ["direct", { content: `look, <@${state.bot.id}>`, mentions: [state.bot] }],
    ["role", { content: `<@&${botRole}>`, mention_roles: [botRole] }],
    ["everyone", { content: "@here", mention_everyone: true }]
  ]
  return { addChannel, addThread, author, mentions, send }
}

/** Permissions that are denied in a channel. */
export const denials = { none: 0n, view: Bit.ViewChannel, history: Bit.ReadMessageHistory }

/** A result of the tool. */
export interface CaughtUp {
  readonly channels: ReadonlyArray<{
    readonly channel_id: string
    readonly items: ReadonlyArray<{ readonly id: string; readonly mention?: string }>
  }>
  readonly left?: { readonly channels: number; readonly items: ReadonlyArray<object> }
  readonly failed?: ReadonlyArray<{ readonly channel_id: string; readonly code: string }>
  readonly more?: true
  readonly next_cursor: string
}

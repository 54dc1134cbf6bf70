import { ConfigProvider, type Context, Effect, Layer, type Scope } from "effect"
import { config, Settings } from "../../../src/config/Settings.ts"
import * as Discord from "../../../src/discord/Discord.ts"
import type { DiscordRequest, Method } from "../../../src/discord/DiscordRequest.ts"
import { fieldsOf } from "../../../src/discord/DiscordRequest.ts"
import { Permit } from "../../../src/discord/Permit.ts"
import { Transport, type WireFailure, type WireRequest } from "../../../src/discord/Transport.ts"
import type { HttpResponse } from "../../../src/errors/classifyResponse.ts"
import { DiscordPermissionError } from "../../../src/errors/DiscordMcpError.ts"

/** A request of the bot, with the values of the path fields in order. */
export const asking = (
  operation: string,
  values: ReadonlyArray<string>,
  over: Partial<DiscordRequest> = {}
): DiscordRequest => {
  const [method = "", route = ""] = operation.split(" ")
  return {
    method: method as Method, // the tests name real ones
    route,
    path: Object.fromEntries(fieldsOf(route).map((field, at) => [field, values[at] ?? ""])),
    subject: "bot",
    risk: "read",
    repeat: "same",
    duration: "default",
    ...over
  }
}

/** Provides a permit that covers every risk. */
export const withPermit = Effect.provideService(Permit, Permit.grant("test", "destructive"))

/** Sends a request that is denied, and returns the denial. */
export const denialOf = Effect.fnUntraced(function* (request: DiscordRequest) {
  const discord = yield* Discord.Discord
  return yield* discord.request(request).pipe(
    withPermit,
    Effect.flip,
    Effect.filterOrDieMessage((failure) => failure instanceof DiscordPermissionError, "not a denial"),
    // A failure inside a span is a proxy of the error, which equals nothing.
    Effect.map((denial) => new DiscordPermissionError({ ...denial }))
  )
})

/** The settings of an environment. */
export const settings = (environment: Readonly<Record<string, string>> = {}): Layer.Layer<Settings> =>
  Layer.effect(
    Settings,
    Effect.orDie(ConfigProvider.fromMap(new Map(Object.entries(environment)), { pathDelim: "\u0000" }).load(config))
  )

/** The response to a request, by method and path. */
export type Answering = (operation: string) => Effect.Effect<HttpResponse, WireFailure>

/** The real chain over a Discord in memory; `sent` are its requests in order. */
export const inMemory = (
  answering: Answering,
  environment: Readonly<Record<string, string>> = {}
): Effect.Effect<
  { readonly discord: Context.Context<Discord.Discord>; readonly sent: Array<string> },
  never,
  Scope.Scope
> => {
  const sent: Array<string> = []
  const send = ({ method, path }: WireRequest) =>
    Effect.suspend(() => {
      sent.push(`${method} ${path}`)
      return answering(`${method} ${path}`)
    })
  const transport = Layer.succeed(Transport, { send })
  return Effect.map(Layer.build(Discord.layer.pipe(Layer.provide([transport, settings(environment)]))), (discord) => ({
    discord,
    sent
  }))
}

/** A response with a JSON body, as decoded from the wire. */
export const answer = (value: unknown, status = 200): Effect.Effect<HttpResponse> => {
  const body = { kind: "json", value: JSON.parse(JSON.stringify(value)) as unknown } as const
  return Effect.succeed({ status, header: () => undefined, body })
}

/** A rejection with a JSON code. */
export const refused = (code: number): Effect.Effect<HttpResponse> => answer({ message: "No", code }, 403)

/** Guild 1 as the bot with id 9 sees it. Each role has one permission. */
export interface GuildFacts {
  readonly bot?: { readonly roles?: ReadonlyArray<string>; readonly communication_disabled_until?: string }
  readonly guild?: Readonly<Record<string, unknown>>
  readonly roles?: Readonly<Record<string, { readonly position: number; readonly permissions: bigint }>>
  readonly channels?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The code of the denied call. */
  readonly code?: number
}

/** Responds to lookups of a guild, and denies everything else. */
export const guildWith = ({ bot = {}, channels = {}, code = 50013, guild = {}, roles = {} }: GuildFacts): Answering => {
  const known: Readonly<Record<string, unknown>> = {
    "GET /users/@me": { id: "9" },
    "GET /guilds/1": {
      id: "1",
      owner_id: "2",
      ...guild,
      roles: Object.entries(roles).map(([id, role]) => ({ ...role, id, permissions: String(role.permissions) }))
    },
    "GET /guilds/1/members/9": { roles: bot.roles ?? [], ...bot },
    ...Object.fromEntries(
      Object.entries(channels).map(([id, channel]) => [
        `GET /channels/${id}`,
        { id, type: 0, guild_id: "1", permission_overwrites: [], ...channel }
      ])
    )
  }
  return (operation) => (operation in known ? answer(known[operation]) : refused(code))
}

/** Sending a message, the call of most of these tests. */
export const SEND = "POST /channels/{channel_id}/messages"
export const text = { body: { content: "May I?" }, risk: "write", repeat: "nonce" } as const

/** A denial, by default of sending, with its explanation. */
export const denial = (found: Partial<DiscordPermissionError>, operation = SEND, code = 50013) =>
  new DiscordPermissionError({
    upstream: {
      status: 403,
      discord_code: code,
      method: operation.split(" ")[0] ?? "",
      route: (operation.split(" ")[1] ?? "").replaceAll(/\{\w+\}/g, ":id")
    },
    attempts: 1,
    ...found
  })

/** A role at a position, with its permissions. */
export const roleOf = (position: number, permissions: bigint) => ({ position, permissions })

/** The denial of a request in a guild in memory. */
export const denialIn = (here: GuildFacts, request: DiscordRequest) =>
  Effect.flatMap(inMemory(guildWith(here)), ({ discord }) => Effect.provide(denialOf(request), discord))

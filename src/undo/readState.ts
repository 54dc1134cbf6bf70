/** Reads the objects of changes as they are now. */

import { Clock, Effect, Schema } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { Permit } from "../discord/Permit.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { guildPictures } from "../objects/guild.ts"
import { AnyObject, Id, nullish } from "../objects/schema/reply.ts"
import { viewableChannels } from "../tools/channels/hiddenChannels.ts"
import { getJson } from "../tools/dsl/getJson.ts"
import { formatName, formatUser } from "../tools/shared/previewText.ts"
import type { ObjectRef } from "./changes.ts"
import type { KindName } from "./kinds.ts"
import { overwriteKey, overwriteOf, roleKey, type Values, withIds } from "./values.ts"

/** The present values of an object: null if it does not exist, undefined if the bot cannot read it. */
export type Present = Values | null | undefined

/** Objects as they are now, by the keys of their references, and the names of roles, channels and members. */
export interface State {
  readonly guild_id: string
  readonly botId: string
  readonly objects: ReadonlyMap<string, Present>
  readonly names: ReadonlyMap<string, string>
  readonly roles: ReadonlySet<string>
  /** When the objects were read, by the wall clock. */
  readonly nowMs: number
}

type Read<A> = Effect.Effect<A, DiscordFailure, Discord | Permit>

/** How many objects are read at a time. */
const CONCURRENCY = 4

/** Reads objects. Lists of the guild are read once, other objects one by one. */
export const readState = Effect.fn("undo.readState")(function* (
  guild_id: string,
  botId: string,
  refs: ReadonlyArray<ObjectRef>
) {
  const path = { guild_id }
  const nowMs = yield* Clock.currentTimeMillis
  const [guild, channels] = yield* Effect.all(
    [
      withId("/guilds/{guild_id}", path),
      // The reader keeps the fields that this schema does not name.
      viewableChannels(Schema.Struct({ id: Id, flags: nullish(Schema.Number) }), guild_id)
    ],
    { concurrency: "unbounded" }
  )
  const roles = withIds(guild.roles)
  const roleIds = new Set(roles.map(({ id }) => id))
  const listed: Partial<Readonly<Record<KindName, ReadonlyArray<Values & { readonly id: string }>>>> = {
    guild: withIds([guild]),
    role: roles,
    emoji: withIds(guild.emojis),
    channel: withIds(channels)
  }
  const objects = yield* Effect.forEach(
    new Map(refs.map((ref) => [ref.key, ref])).values(),
    (ref) => {
      const inList = listed[ref.kind.name]?.find(({ id }) => id === ref.id)
      const isComplete = ref.kind.name === "guild" || ref.kind.name === "role" || ref.kind.name === "emoji"
      const read: Read<Present> =
        inList !== undefined || isComplete ? Effect.succeed(inList ?? null) : readOne(guild_id, ref)
      return Effect.map(read, (object) => [ref.key, object && inLogForm(object, nowMs, roleIds)] as const)
    },
    { concurrency: CONCURRENCY }
  )
  return {
    guild_id,
    botId,
    nowMs,
    objects: new Map(objects),
    roles: roleIds,
    names: new Map([
      ...roles.map(({ id, name }) => [id, formatName(textOf(name), "@")] as const),
      ...withIds(channels).map(({ id, name }) => [id, formatName(textOf(name), "#")] as const)
    ])
  } satisfies State as State
})

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** The routes of objects that are read one by one. */
const routes: Partial<Readonly<Record<KindName, string>>> = {
  channel: "/channels/{channel_id}",
  thread: "/channels/{channel_id}",
  member: "/guilds/{guild_id}/members/{user_id}",
  ban: "/guilds/{guild_id}/bans/{user_id}",
  invite: "/invites/{code}",
  webhook: "/webhooks/{webhook_id}",
  sticker: "/guilds/{guild_id}/stickers/{sticker_id}",
  sound: "/guilds/{guild_id}/soundboard-sounds/{sound_id}",
  event: "/guilds/{guild_id}/scheduled-events/{event_id}",
  stage: "/stage-instances/{channel_id}",
  rule: "/guilds/{guild_id}/auto-moderation/rules/{rule_id}",
  pin: "/channels/{channel_id}/messages/{message_id}"
}

/** Reads an object of one shape. The reader keeps the fields that a schema does not name. */
const reading =
  <A extends Values>(reply: Schema.Schema<A>) =>
  (route: string, path: Readonly<Record<string, string>>): Read<Values> =>
    getJson(reply, route, path)

const withId = reading(Schema.Struct({ id: Id }))

/** Reads the objects without `id`. */
const withoutId: Partial<Readonly<Record<KindName, typeof withId>>> = {
  member: reading(Schema.Struct({ user: AnyObject })),
  ban: reading(Schema.Struct({ user: AnyObject })),
  invite: reading(Schema.Struct({ code: Schema.String })),
  sound: reading(Schema.Struct({ sound_id: Id }))
}

const readOne = (guild_id: string, { id, kind }: ObjectRef): Read<Present> => {
  const route = routes[kind.name]
  if (route === undefined) return Effect.succeed(undefined)
  return (withoutId[kind.name] ?? withId)(route, kind.at(guild_id, id)).pipe(
    Effect.map((object): Present => (kind.name === "pin" && object.pinned !== true ? null : object)),
    Effect.catchTag("DiscordNotFoundError", () => Effect.succeed(null)),
    Effect.catchTag("DiscordPermissionError", () => Effect.succeed(undefined))
  )
}

/** Gives an object the keys of the log. It leaves out a timeout that has ended, and overwrites of deleted roles. */
const inLogForm = (
  { entity_metadata, thread_metadata, ...object }: Values,
  nowMs: number,
  roles: ReadonlySet<string>
): Values => {
  const until = object.communication_disabled_until
  return {
    ...object,
    ...Object(thread_metadata),
    ...Object(entity_metadata),
    ...(typeof until === "string" && Date.parse(until) <= nowMs && { communication_disabled_until: null }),
    ...Object.fromEntries([
      ...PICTURES.map((name) => [`${name}_hash`, object[name]]),
      ...(Array.isArray(object.roles) ? object.roles : []).flatMap((id) =>
        typeof id === "string" ? [[roleKey(id), true]] : []
      ),
      ...withIds(object.permission_overwrites)
        .map((one) => [one.id, overwriteOf(one)] as const)
        .filter(([id, { type }]) => type !== 0 || roles.has(id))
        .map(([id, overwrite]) => [overwriteKey(id), overwrite])
    ])
  }
}

const PICTURES = [...Object.keys(guildPictures), "avatar", "image"]

/** Returns the name of a present object: of a member, or the field `name`. */
export const nameOf = (object: Values): string | undefined => {
  const user = object.user
  return typeof user === "object" && user !== null && "username" in user && typeof user.username === "string"
    ? formatUser({ ...user, username: user.username })
    : typeof object.name === "string"
      ? formatName(object.name)
      : undefined
}

/** Finds readable names for ids, each by one read. */
import { Effect, Schema } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import type { Permit } from "../../discord/Permit.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { IdKind } from "../../objects/schema/ids.ts"
import { expected, Id, nullish, Time, whole } from "../../objects/schema/reply.ts"
import { channelName } from "../../tools/channels/hiddenChannels.ts"
import { kindOf } from "../../tools/channels/view.ts"
import { getReadable } from "../../tools/dsl/getJson.ts"
import { Lobby } from "../../tools/lobbies/view.ts"
import { AuthoredMessage } from "../../tools/messages/preview.ts"
import {
  formatCount,
  formatMember,
  formatName,
  formatTime,
  formatUser,
  quote,
  summarizeMessage
} from "../../tools/shared/previewText.ts"
import type { ReferencedId, StepCall } from "../../tools/Tool.ts"
import { Person } from "../../tools/users/view.ts"

/**
 * A name for an id. `identity`: the text without what a busy guild changes, such as a count; by default the
 * text.
 */
export interface NameOfId {
  readonly text: string
  readonly identity?: string
}

/** Looks up the name of an id. Returns `undefined` if its kind has none or an id for the lookup is missing. */
export const nameOf = (
  { id, kind }: ReferencedId,
  call: StepCall
): Effect.Effect<NameOfId, DiscordFailure, Discord | Permit> | undefined => {
  const lookup = nameLookups[kind]?.(id, contextOf(call))
  return (
    lookup &&
    Effect.map(
      Effect.catchTag(lookup, "DiscordNotFoundError", () => Effect.succeed(NOT_FOUND)),
      (name) => (typeof name === "string" ? { text: name } : name)
    )
  )
}

type NameLookup = Effect.Effect<string | NameOfId, DiscordFailure, Discord | Permit>
type TextLookup = Effect.Effect<string, DiscordFailure, Discord | Permit>

/** The other ids of the call, which the lookup of a name needs. */
interface IdContext {
  readonly guild: Effect.Effect<string | undefined, DiscordFailure, Discord | Permit>
  readonly channel: string | undefined
  readonly application: string | undefined
}

const contextOf = ({ arguments: args = {}, referencedIds }: StepCall): IdContext => {
  const first = (kind: IdKind) => referencedIds.find((it) => it.kind === kind)?.id
  const [guild, channel] = [first("guild"), first("channel")]
  // If the call has a thread id next to the channel id, the message is in that thread.
  const thread = typeof args.thread_id === "string" ? args.thread_id : undefined
  return {
    guild:
      guild !== undefined
        ? Effect.succeed(guild)
        : channel !== undefined
          ? Effect.map(channelOf(channel), ({ guild_id }) => guild_id ?? undefined)
          : Effect.succeed(undefined),
    channel: thread ?? channel,
    application: first("application")
  }
}

// Without the field that names it, an object has no name to show.
const text = nullish(Schema.String)
const Named = Schema.Struct({ name: Schema.String })
const Channel = Schema.Struct({
  type: expected(Schema.Number),
  name: text,
  flags: nullish(Schema.Number),
  guild_id: nullish(Id)
})
const WithRoles = Schema.Struct({ roles: whole(Schema.Struct({ id: Id, name: text })) })
const Member = Schema.Struct({ nick: text, user: Person })
const MaybeNamed = Schema.Struct({ name: text })
const Event = Schema.Struct({
  ...Named.fields,
  scheduled_start_time: nullish(Time),
  user_count: nullish(Schema.Number)
})
const Rule = Schema.Struct({ ...Named.fields, enabled: expected(Schema.Boolean) })
const Invite = Schema.Struct({
  channel: nullish(Schema.Struct({ name: text, flags: nullish(Schema.Number) })),
  guild: nullish(Schema.Struct({ name: text })),
  inviter: nullish(Person),
  expires_at: nullish(Time)
})
const Template = Schema.Struct({ ...Named.fields, usage_count: nullish(Schema.Number) })
const Integrations = whole(Schema.Struct({ id: Schema.String, name: text, type: text }))
const Owned = Schema.Struct({ guild_id: text, sku_id: text, user_id: text })

const channelOf = (channel_id: string) => getReadable(Channel, "/channels/{channel_id}", { channel_id })
const userOf = (user_id: string) => Effect.map(getReadable(Person, "/users/{user_id}", { user_id }), formatUser)

const memberOf = (guild_id: string, user_id: string): TextLookup =>
  getReadable(Member, "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id }).pipe(
    Effect.map(formatMember),
    Effect.catchTag("DiscordNotFoundError", () =>
      Effect.map(userOf(user_id), (name) => `${name}, not a member of this server`)
    )
  )

const roleOf = (guild_id: string, role_id: string): TextLookup =>
  Effect.map(getReadable(WithRoles, "/guilds/{guild_id}", { guild_id }), ({ roles }) => {
    const role = roles.find(({ id }) => id === role_id)
    return role === undefined ? NOT_FOUND : role.id === guild_id ? "@everyone" : formatName(role.name, "@")
  })

/** Looks up an id in its guild, if the guild is known. */
const inGuild =
  (find: (guild_id: string, id: string) => NameLookup) =>
  (id: string, { guild }: IdContext): NameLookup =>
    Effect.flatMap(guild, (guild_id) => (guild_id === undefined ? Effect.succeed(id) : find(guild_id, id)))

/** Looks up an object of a guild by its id. */
const ofGuild = <Shape>(reply: Schema.Schema<Shape>, collection: string, say: (it: Shape) => string) =>
  inGuild((guild_id, id) =>
    Effect.map(getReadable(reply, `/guilds/{guild_id}/${collection}/{id}`, { guild_id, id }), say)
  )

const emojiName = ({ name }: typeof MaybeNamed.Type): string => `:${name ?? "?"}:`

/** The name of an id that Discord does not show. */
const NOT_FOUND = "(not found, or not visible to the bot)"

const nameLookups: Partial<Readonly<Record<IdKind, (id: string, context: IdContext) => NameLookup | undefined>>> = {
  guild: (id) => Effect.map(getReadable(Named, "/guilds/{guild_id}", { guild_id: id }), ({ name }) => formatName(name)),
  channel: (id) =>
    Effect.map(channelOf(id), (it) => {
      const name = channelName(it)
      return name === undefined ? kindOf(it.type) : `${formatName(name, "#")} (${kindOf(it.type)})`
    }),
  message: (id, { channel }) =>
    channel === undefined
      ? undefined
      : Effect.map(
          getReadable(AuthoredMessage, "/channels/{channel_id}/messages/{message_id}", {
            channel_id: channel,
            message_id: id
          }),
          (it) => ({ text: `${formatUser(it.author)}: ${summarizeMessage(it)}`, identity: formatUser(it.author) })
        ),
  user: (id, { guild }) =>
    Effect.flatMap(guild, (guild_id) => (guild_id === undefined ? userOf(id) : memberOf(guild_id, id))),
  role: inGuild(roleOf),
  overwrite: inGuild((guild_id, id) =>
    Effect.filterOrElse(
      roleOf(guild_id, id),
      (role) => role !== NOT_FOUND,
      () => memberOf(guild_id, id)
    )
  ),
  webhook: (webhook_id) =>
    Effect.map(getReadable(MaybeNamed, "/webhooks/{webhook_id}", { webhook_id }), ({ name }) =>
      formatName(name ?? "webhook")
    ),
  emoji: (id, context) =>
    context.application === undefined
      ? ofGuild(MaybeNamed, "emojis", emojiName)(id, context)
      : Effect.map(
          getReadable(MaybeNamed, "/applications/{application_id}/emojis/{id}", {
            application_id: context.application,
            id
          }),
          emojiName
        ),
  sticker: ofGuild(Named, "stickers", ({ name }) => formatName(name)),
  sound: ofGuild(Named, "soundboard-sounds", ({ name }) => formatName(name)),
  event: inGuild((guild_id, id) =>
    getReadable(Event, "/guilds/{guild_id}/scheduled-events/{id}", { guild_id, id }, { with_user_count: true }).pipe(
      Effect.map(({ name, scheduled_start_time, user_count }) => {
        const identity = [
          quote(name),
          ...(scheduled_start_time == null ? [] : [formatTime(scheduled_start_time)])
        ].join(", ")
        return { text: `${identity}, ${user_count ?? 0} interested`, identity }
      })
    )
  ),
  rule: ofGuild(Rule, "auto-moderation/rules", ({ enabled, name }) =>
    enabled === false ? `${formatName(name)}, switched off` : formatName(name)
  ),
  invite: (code) =>
    Effect.map(getReadable(Invite, "/invites/{code}", { code }), ({ channel, expires_at, guild, inviter }) =>
      [
        `to ${formatName((channel && channelName(channel)) ?? "a channel", "#")}${guild == null ? "" : ` in ${formatName(guild.name)}`}`,
        ...(inviter == null ? [] : [`by ${formatUser(inviter)}`]),
        ...(expires_at == null ? [] : [`until ${formatTime(expires_at)}`])
      ].join(", ")
    ),
  template: (template_code) =>
    Effect.map(
      getReadable(Template, "/guilds/templates/{template_code}", { template_code }),
      ({ name, usage_count }) => ({
        text: `${formatName(name)}${usage_count == null ? "" : `, used ${usage_count} ${usage_count === 1 ? "time" : "times"}`}`,
        identity: formatName(name)
      })
    ),
  integration: inGuild((guild_id, id) =>
    Effect.map(getReadable(Integrations, "/guilds/{guild_id}/integrations", { guild_id }), (all) => {
      const object = all.find((it) => it.id === id)
      return object === undefined
        ? NOT_FOUND
        : `${formatName(object.name)}${object.type == null ? "" : ` (${object.type})`}`
    })
  ),
  command: (id, { application, guild }) =>
    application === undefined
      ? undefined
      : Effect.flatMap(guild, (guild_id) =>
          getReadable(
            Named,
            guild_id === undefined
              ? "/applications/{application_id}/commands/{id}"
              : "/applications/{application_id}/guilds/{guild_id}/commands/{id}",
            { application_id: application, id, ...(guild_id !== undefined && { guild_id }) }
          )
        ).pipe(Effect.map(({ name }) => formatName(name, "/"))),
  entitlement: (id, { application }) =>
    application === undefined
      ? undefined
      : Effect.map(
          getReadable(Owned, "/applications/{application_id}/entitlements/{id}", {
            application_id: application,
            id
          }),
          ({ guild_id, sku_id, user_id }) =>
            [
              ...(user_id != null ? [`of user ${user_id}`] : guild_id != null ? [`of server ${guild_id}`] : []),
              ...(sku_id == null ? [] : [`SKU ${sku_id}`])
            ].join(", ") || id
        ),
  lobby: (lobby_id) =>
    Effect.map(getReadable(Lobby, "/lobbies/{lobby_id}", { lobby_id }), ({ linked_channel, members }) => {
      const link = linked_channel == null ? [] : [`linked to channel ${linked_channel.id ?? "(unknown)"}`]
      const count = formatCount(members?.length ?? 0, "member") || "no members"
      return { text: [count, ...link].join(", "), identity: link.join() }
    })
}

/** Reads one of Discord's guild templates as a blueprint. */

import { Effect, Schema, Struct } from "effect"
import { bitsOf } from "../errors/PermissionName.ts"
import { channelFields } from "../objects/channel.ts"
import { notInTemplates, repliesOf } from "../objects/fields.ts"
import { guildFields } from "../objects/guild.ts"
import { roleFields } from "../objects/role.ts"
import { Bits, Count, nullish, whole } from "../objects/schema/reply.ts"
import { getJson } from "../tools/dsl/getJson.ts"
import type { Document, Section } from "./document.ts"
import { documentOf } from "./documentOf.ts"
import type { ChannelEntry } from "./entries.ts"
import { Channel, type ChannelState, type GuildState } from "./GuildState.ts"

/** In templates, ids are small numbers. Permissions can be numbers, too. */
const Placeholder = Schema.Number
const AnyBits = Schema.Union(Bits, Count)

const Template = Schema.Struct({
  is_dirty: nullish(Schema.Boolean),
  serialized_source_guild: Schema.Struct({
    ...repliesOf(Struct.omit(guildFields, "name", "features")),
    afk_channel_id: nullish(Placeholder),
    system_channel_id: nullish(Placeholder),
    roles: whole(
      Schema.Struct({
        ...repliesOf(roleFields),
        id: Placeholder,
        name: Schema.String,
        permissions: AnyBits
      })
    ),
    channels: whole(
      Schema.Struct({
        ...Channel.omit("id", "parent_id", "position", "available_tags", "permission_overwrites").fields,
        id: Placeholder,
        parent_id: nullish(Placeholder),
        position: nullish(Schema.Number),
        available_tags: nullish(
          whole(
            Schema.Struct({
              name: Schema.String,
              moderated: nullish(Schema.Boolean),
              emoji_id: nullish(Schema.Union(Schema.String, Schema.Number)),
              emoji_name: nullish(Schema.String)
            })
          )
        ),
        permission_overwrites: nullish(
          whole(Schema.Struct({ id: Placeholder, type: Schema.Number, allow: AnyBits, deny: AnyBits }))
        )
      })
    )
  })
})

type SourceGuild = (typeof Template.Type)["serialized_source_guild"]

/** The id of @everyone in a template. */
const EVERYONE_ID = "0"

/** The sections that a template has. It has no managed roles and no overwrites of members. */
const SECTIONS: ReadonlyArray<Section> = ["guild", "everyone", "roles", "channels"]
/** Fields that a template does not store. They are left out, because an empty field would clear. */
const NOT_STORED: ReadonlySet<string> = new Set([
  ...notInTemplates({ ...guildFields, ...roleFields, ...channelFields }),
  ...["rules_channel", "public_updates_channel", "safety_alerts_channel", "gradient"]
])

/** Reads a template as a blueprint. It has no ids: it belongs to no guild. */
export const readTemplate = Effect.fn("blueprint.readTemplate")(function* (
  template_code: string,
  only: ReadonlyArray<Section>
) {
  const path = { template_code }
  const { is_dirty, serialized_source_guild: source } = yield* getJson(
    Template,
    "/guilds/templates/{template_code}",
    path
  )
  const { ids: _, ...document } = documentOf(stateOf(source), {
    only: SECTIONS.filter((section) => only.includes(section))
  }).document
  return {
    document: storedIn(document),
    notices: is_dirty === true ? ["The guild has changed since the template was saved."] : []
  }
})

/** Returns the state of the guild that a template makes. */
const stateOf = ({ afk_channel_id, channels, roles, system_channel_id, ...settings }: SourceGuild): GuildState => ({
  guild: {
    ...settings,
    id: EVERYONE_ID,
    name: "",
    owner_id: EVERYONE_ID,
    features: [],
    afk_channel_id: idOf(afk_channel_id),
    system_channel_id: idOf(system_channel_id),
    // A template lists roles from the lowest to the highest.
    roles: roles.map((role, position) => ({
      ...role,
      id: String(role.id),
      permissions: String(role.permissions),
      position
    }))
  },
  channels: channels.map(channelOf),
  bot: { id: "0", roles: [], permissions: bitsOf(["ADMINISTRATOR"]) }
})

const channelOf = (
  { available_tags, parent_id, permission_overwrites, position, ...channel }: SourceGuild["channels"][number],
  at: number
): ChannelState => ({
  ...channel,
  id: String(channel.id),
  position: position ?? at,
  parent_id: idOf(parent_id),
  available_tags: available_tags?.map(({ emoji_id, ...tag }, tagAt) => ({
    ...tag,
    id: String(tagAt),
    // An emoji of the source guild means nothing elsewhere.
    emoji_id: null,
    emoji_name: emoji_id == null ? tag.emoji_name : null
  })),
  permission_overwrites: permission_overwrites?.map(({ allow, deny, id, type }) => ({
    id: String(id),
    type,
    allow: String(allow),
    deny: String(deny)
  }))
})

/** Returns a document with the settings and fields that a template stores. */
const storedIn = (document: Document): Document => ({
  ...document,
  ...(document.guild && { guild: stored(document.guild) }),
  ...(document.roles && { roles: document.roles.map(stored) }),
  ...(document.channels && {
    channels: document.channels.map((channel) => ({
      ...stored(channel),
      ...(channel.channels !== undefined && {
        channels: channel.channels.map((inner: ChannelEntry) => stored(inner))
      })
    }))
  })
})

const idOf = (placeholder: number | null | undefined): string | null =>
  placeholder == null ? null : String(placeholder)

const stored = <Entry extends object>(entry: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !NOT_STORED.has(name))) as Entry // each of these fields is optional

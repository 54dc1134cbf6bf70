import { type APIGuild, AuditLogEvent, ChannelType } from "discord-api-types/v10"
import { Effect, Record, Struct } from "effect"
import type { DiscordForm } from "../../objects/fields.ts"
import { guildFields, guildPictures } from "../../objects/guild.ts"
import { decodeDescribed } from "../describedBody.ts"
import { json, notACommunityChannel, unknownChannel } from "../discordError.ts"
import { findGuild } from "../find.ts"
import { route } from "../Router.ts"
import type { SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"
import { countsOf } from "./users.ts"

/** The settings of a guild in a body. */
type GuildPatch = DiscordForm<typeof guildFields> & { readonly [Name in keyof typeof guildPictures]?: string | null }

const pictures = Record.keys(guildPictures)

const decodeGuildPatch = decodeDescribed<GuildPatch>("GuildPatchRequestPartial", guildFields, pictures)

const GUILD = "/guilds/:guild_id"

/** `/guilds`: a guild. */
export const guildRoutes = [
  route("GET", "/guilds/:guild_id", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(200, {
      ...withStickers(state, guild),
      ...(query.with_counts === "true" && countsOf(state.membersOf(guild.id).size))
    })
  }),

  route("PATCH", GUILD, function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const form = yield* decodeGuildPatch(body)
    yield* checkCommunityChannels(state, guild, form)
    // The sandbox stores no images, only whether there is one.
    const stored = Object.fromEntries(
      Object.entries(Struct.pick(form, ...pictures)).map(([name, image]) => [name, image === null ? null : guild.id])
    )
    const after = { ...guild, ...form, ...stored }
    // The form has validated the enums and the locale.
    state.guilds.set(guild.id, after as typeof guild)
    writeAuditEntry({ state, reason }, guild.id, {
      action: AuditLogEvent.GuildUpdate,
      target: guild.id,
      before: guild,
      after
    })
    return json(200, withStickers(state, after as typeof guild))
  }),

  route("GET", `${GUILD}/preview`, function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { description, discovery_splash, emojis, features, icon, id, name, splash, stickers } = withStickers(
      state,
      guild
    )
    const counts = { approximate_member_count: state.membersOf(id).size, approximate_presence_count: 1 }
    return json(200, { id, name, icon, splash, discovery_splash, emojis, stickers, features, description, ...counts })
  })
]

/** Returns a guild with its stickers, which are a separate collection. */
const withStickers = (state: SandboxState, guild: APIGuild) => ({
  ...guild,
  stickers: [...state.entities.of(`/guilds/${guild.id}/stickers`).values()]
})

/** Fails unless the channels for rules and updates are text channels of the guild. */
const checkCommunityChannels = Effect.fnUntraced(function* (
  state: SandboxState,
  guild: APIGuild,
  { public_updates_channel_id, rules_channel_id }: Pick<GuildPatch, "public_updates_channel_id" | "rules_channel_id">
) {
  for (const id of [rules_channel_id, public_updates_channel_id]) {
    if (typeof id !== "string") continue
    const channel = state.channels.get(id)
    if (channel?.guild_id !== guild.id) return yield* unknownChannel
    if (channel.type !== ChannelType.GuildText) return yield* notACommunityChannel
  }
})

const region = (id: string, name: string, optimal = false) => ({ id, name, optimal, deprecated: false, custom: false })

const REGIONS = [
  region("rotterdam", "Rotterdam", true),
  region("us-east", "US East"),
  region("us-west", "US West"),
  region("brazil", "Brazil"),
  region("japan", "Japan"),
  region("sydney", "Sydney")
]

/** Voice regions. */
export const voiceRegionRoutes = [
  route("GET", "/voice/regions", () => Effect.succeed(json(200, REGIONS))),

  route("GET", "/guilds/:guild_id/regions", ({ param, state }) =>
    Effect.as(findGuild(state, param("guild_id")), json(200, REGIONS))
  )
]

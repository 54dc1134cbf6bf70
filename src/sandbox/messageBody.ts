import { type APIUser, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Schema } from "effect"
import { choice, clearable, integer, list, optional, problem, snowflake, text } from "./BodySchema.ts"
import type { Problem } from "./discordError.ts"
import { botHas } from "./Permissions.ts"
import type { Channel, SandboxState } from "./State.ts"

const url = text(1, 2048)

const picture = Schema.mutable(Schema.Struct({ url }))

const EmbedField = Schema.mutable(
  Schema.Struct({ name: text(1, 256), value: text(1, 1024), inline: optional(Schema.Boolean) })
)

const Embed = Schema.mutable(
  Schema.Struct({
    title: optional(text(0, 256)),
    description: optional(text(0, 4096)),
    url: optional(url),
    timestamp: optional(Schema.String),
    color: optional(integer(0, 0xffffff)),
    footer: optional(Schema.mutable(Schema.Struct({ text: text(1, 2048), icon_url: optional(url) }))),
    image: optional(picture),
    thumbnail: optional(picture),
    author: optional(
      Schema.mutable(Schema.Struct({ name: text(1, 256), url: optional(url), icon_url: optional(url) }))
    ),
    fields: optional(list(EmbedField, 0, 25))
  })
)

/** The mentions that a message may ping. */
const AllowedMentions = Schema.Struct({
  parse: optional(list(choice("users", "roles", "everyone"), 0, 3)),
  users: optional(list(snowflake, 0, 100)),
  roles: optional(list(snowflake, 0, 100)),
  replied_user: optional(Schema.Boolean)
})
type AllowedMentions = typeof AllowedMentions.Type

const Nonce = Schema.Union(Schema.String, Schema.Number)
  .annotations(problem("STRING_TYPE_CONVERT", (actual) => `Could not interpret ${JSON.stringify(actual)} as string.`))
  .pipe(
    Schema.filter(
      (nonce) => String(nonce).length <= 25,
      problem("BASE_TYPE_MAX_LENGTH", () => "Must be 25 or fewer in length.")
    )
  )

const PollMedia = (max: number) =>
  Schema.mutable(
    Schema.Struct({
      text: optional(text(1, max)),
      emoji: optional(Schema.mutable(Schema.Struct({ id: clearable(snowflake), name: clearable(Schema.String) })))
    })
  )

/** A poll. */
export const Poll = Schema.Struct({
  question: PollMedia(300),
  answers: list(Schema.Struct({ poll_media: PollMedia(55) }), 1, 10),
  allow_multiselect: optional(Schema.Boolean),
  layout_type: optional(choice(1)),
  duration: optional(integer(1, 768))
})
export type Poll = typeof Poll.Type

const written = {
  components: optional(list(Schema.Unknown, 0, 40)),
  content: optional(text(0, 2000)),
  embeds: optional(list(Embed, 0, 10)),
  allowed_mentions: optional(AllowedMentions),
  flags: optional(integer(0, 2_147_483_647))
}

/** Body of a new message. */
export const MessageCreate = Schema.Struct({
  ...written,
  tts: optional(Schema.Boolean),
  nonce: optional(Nonce),
  poll: optional(Poll),
  sticker_ids: optional(list(snowflake, 0, 3)),
  enforce_nonce: optional(Schema.Boolean),
  message_reference: optional(
    Schema.Struct({
      /** 0 is a reply, 1 is a forward. */
      type: optional(choice(0, 1)),
      message_id: snowflake,
      channel_id: optional(snowflake),
      guild_id: optional(snowflake),
      fail_if_not_exists: optional(Schema.Boolean)
    })
  ),
  attachments: optional(
    list(
      Schema.Struct({
        id: Schema.Union(Schema.String, Schema.Number),
        filename: optional(Schema.String),
        description: optional(text(0, 1024)),
        is_spoiler: optional(Schema.Boolean),
        duration_secs: optional(Schema.Number),
        waveform: optional(text(0, 400))
      }),
      0,
      10
    )
  )
})
export type MessageCreate = typeof MessageCreate.Type

/** Body of a message update. Omitted fields keep their values. `null` clears a field. */
export const MessagePatch = Schema.Struct({
  ...written,
  content: Schema.optionalWith(Schema.NullOr(text(0, 2000)), { exact: true }),
  embeds: Schema.optionalWith(Schema.NullOr(list(Embed, 0, 10)), { exact: true }),
  poll: optional(Schema.Unknown)
})
export type MessagePatch = typeof MessagePatch.Type

/** The users and roles that a message pings. */
interface Mentions {
  readonly mentions: Array<APIUser>
  readonly mention_roles: Array<string>
  readonly mention_everyone: boolean
}

/** Returns the allowed mentions in a text (Discord docs, message, allowed mentions). */
export const mentionsIn = (
  state: SandboxState,
  channel: Channel,
  content: string,
  allowed: AllowedMentions | undefined,
  repliedTo: APIUser | undefined
): Mentions => {
  const parses = (kind: "users" | "roles" | "everyone") =>
    allowed === undefined || allowed.parse?.includes(kind) === true
  const pingAll = botHas(state, channel, Bit.MentionEveryone)
  const users = idsIn(content, /<@!?(\d+)>/g).filter((id) => parses("users") || allowed?.users?.includes(id))
  // Without `allowed_mentions`, a reply pings. With `allowed_mentions`, `replied_user` must be true.
  const replied =
    repliedTo !== undefined && (allowed === undefined || allowed.replied_user === true) ? [repliedTo.id] : []
  const roles = idsIn(content, /<@&(\d+)>/g).filter((id) => parses("roles") || allowed?.roles?.includes(id))
  const known = state.guilds.get(channel.guild_id)?.roles ?? []
  return {
    mentions: [...new Set([...users, ...replied])].flatMap((id) => state.users.get(id) ?? []),
    mention_roles: roles.filter((id) => known.some((role) => role.id === id && (role.mentionable || pingAll))),
    mention_everyone: pingAll && parses("everyone") && /@(?:everyone|here)/.test(content)
  }
}

/** Returns the contradictions in `allowed_mentions`. */
export const mentionProblems = (allowed: AllowedMentions | undefined): ReadonlyArray<Problem> =>
  (["users", "roles"] as const)
    .filter((kind) => allowed?.parse?.includes(kind) && (allowed[kind]?.length ?? 0) > 0)
    .map((kind) => ({
      path: ["allowed_mentions"],
      code: "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
      message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`
    }))

const idsIn = (content: string, pattern: RegExp): ReadonlyArray<string> => [
  ...new Set([...content.matchAll(pattern)].flatMap((match) => match[1] ?? []))
]

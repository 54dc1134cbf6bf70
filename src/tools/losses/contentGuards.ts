/** What changes of channels, threads and messages can take away. */
import { ComponentType, MessageFlags } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import { channelFields, channelFlags, threadFields } from "../../objects/channel.ts"
import { harmlessIn } from "../../objects/fields.ts"
import { fromBits } from "../../objects/schema/enums.ts"
import { AnyObject, Id, nullish, Texts } from "../../objects/schema/reply.ts"
import { getJson } from "../dsl/getJson.ts"
import { formatName, quote } from "../shared/previewText.ts"
import { dropped, guard, type Loss, rows, weakensIf } from "./Guard.ts"

const Tag = Schema.Struct({ id: Id, name: nullish(Schema.String), moderated: nullish(Schema.Boolean) })
const Tagged = Schema.Struct({ available_tags: nullish(Schema.Array(Tag)) })
const Channel = Schema.Struct({
  nsfw: nullish(Schema.Boolean),
  flags: nullish(Schema.Number),
  parent_id: nullish(Id),
  available_tags: nullish(Schema.Array(Tag)),
  applied_tags: Texts,
  thread_metadata: nullish(Schema.Struct({ invitable: nullish(Schema.Boolean) }))
})

interface ChannelChange {
  readonly channel_id: string
  readonly nsfw?: boolean
  readonly invitable?: boolean
  readonly flags?: ReadonlyArray<string>
  readonly applied_tags?: ReadonlyArray<string>
  readonly available_tags?: ReadonlyArray<{ readonly id?: string; readonly name: string; readonly moderated?: boolean }>
}

const channelOf = (channel_id: string) => getJson(Channel, "/channels/{channel_id}", { channel_id })

/** Reads a channel, and for the tags of a post the names that its forum has for them. */
const channelAndTags = Effect.fnUntraced(function* ({ applied_tags, channel_id }: ChannelChange) {
  const channel = yield* channelOf(channel_id)
  const parent = applied_tags === undefined ? undefined : (channel.parent_id ?? undefined)
  const forum =
    parent === undefined
      ? undefined
      : yield* Effect.option(getJson(Tagged, "/channels/{channel_id}", { channel_id: parent }))
  return { channel, tags: forum?._tag === "Some" ? (forum.value.available_tags ?? []) : [] }
})

interface Present {
  readonly channel: typeof Channel.Type
  readonly tags: ReadonlyArray<typeof Tag.Type>
}

/** Discord replaces a tag without its id by a new one, which no post has. */
const tagLosses = ({ available_tags: after = [] }: ChannelChange, { channel }: Present): ReadonlyArray<Loss> => [
  ...dropped(
    channel.available_tags,
    after.flatMap(({ id }) => id ?? []),
    ({ id }) => id,
    ({ id, name }) => formatName(name ?? id)
  ),
  ...(channel.available_tags ?? []).flatMap(({ id, moderated, name }) =>
    weakensIf(
      moderated === true && after.some((tag) => tag.id === id && tag.moderated !== true),
      `everybody may apply ${formatName(name ?? id)}`
    )
  )
]

/**
 * A channel, thread or post. Slow mode and the lock of a thread limit what everybody does for a while, as the right to
 * write does: a second call changes them back.
 */
export const channel = guard({
  read: channelAndTags,
  fields: ({ protects, replaces }) => ({
    nsfw: protects(({ nsfw }: ChannelChange, { channel }: Present) =>
      weakensIf(nsfw === false && channel.nsfw === true, "the channel is no longer age-restricted")
    ),
    invitable: protects(({ invitable }, { channel }) =>
      weakensIf(
        invitable === true && channel.thread_metadata?.invitable === false,
        "members may add others to the private thread"
      )
    ),
    flags: replaces(({ flags }, { channel }) =>
      dropped(fromBits(channelFlags, channel.flags ?? 0), flags, (name) => name)
    ),
    applied_tags: replaces(({ applied_tags }, { channel, tags }) =>
      dropped(
        channel.applied_tags,
        applied_tags,
        (id) => id,
        (id) => formatName(tags.find((tag) => tag.id === id)?.name ?? id)
      )
    ),
    available_tags: replaces(tagLosses),
    "available_tags[].moderated": "part",
    // A list of overwrites asks.
    permission_overwrites: "asks",
    ...rows("part", "permission_overwrites[].type", "permission_overwrites[].allow", "permission_overwrites[].deny"),
    ...rows("harmless", ...harmlessIn({ ...channelFields, ...threadFields }), "archived", "locked", "parent_id", "kind")
  })
})

type Component = typeof AnyObject.Type

const Message = Schema.Struct({
  content: nullish(Schema.String),
  flags: nullish(Schema.Number),
  embeds: nullish(Schema.Array(Schema.Struct({ title: nullish(Schema.String) }))),
  attachments: nullish(Schema.Array(Schema.Struct({ id: Id, filename: nullish(Schema.String) }))),
  components: nullish(Schema.Array(AnyObject))
})

interface MessageChange {
  readonly embeds?: ReadonlyArray<unknown>
  readonly components?: ReadonlyArray<unknown>
  readonly keep_attachments?: ReadonlyArray<string>
  readonly flags?: ReadonlyArray<string>
}

/** What people use or see as an object. Texts and their layout are edited like the text of a message. */
const KINDS: Readonly<Record<number, string>> = {
  [ComponentType.Button]: "button",
  [ComponentType.StringSelect]: "select",
  [ComponentType.UserSelect]: "user select",
  [ComponentType.RoleSelect]: "role select",
  [ComponentType.MentionableSelect]: "mentionable select",
  [ComponentType.ChannelSelect]: "channel select",
  [ComponentType.Thumbnail]: "thumbnail",
  [ComponentType.MediaGallery]: "media gallery",
  [ComponentType.File]: "file"
}

/** Returns the components at any depth, each as the n-th of its kind: an edited one is the same. */
const numbered = (components: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  return partsOf(components).flatMap(({ type }) => {
    const kind = KINDS[Number(type)]
    if (kind === undefined) return []
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return [`${kind} ${count}`]
  })
}

/** Discord nests components in `components`, and one in `accessory`. */
const partsOf = (components: ReadonlyArray<unknown>): ReadonlyArray<Component> =>
  components
    .filter(Schema.is(AnyObject))
    .flatMap((it) => [it, ...partsOf([it.components ?? [], it.accessory ?? []].flat())])

/** An ordinary message that becomes a layout loses its text and embeds. */
const layoutLosses = ({ content, embeds, flags }: typeof Message.Type): ReadonlyArray<Loss> =>
  ((flags ?? 0) & MessageFlags.IsComponentsV2) !== 0
    ? []
    : [
        ...(content ? [{ is: "drops" as const, what: `the text ${quote(content)}` }] : []),
        ...(embeds ?? []).map((_, index) => ({ is: "drops" as const, what: `embed ${index + 1}` }))
      ]

/** Makes the guard of a tool that edits a message, which `route` reads. */
const messageGuard = (
  route: string,
  subject: DiscordRequest["subject"],
  isLayout: (input: MessageChange) => boolean = ({ flags }) => flags?.includes("is_components_v2") === true
) =>
  guard({
    read: (input: MessageChange) => {
      const fields: Readonly<Record<string, unknown>> = { ...input }
      const names = [...route.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
      const path = Object.fromEntries(names.map((name) => [name, String(fields[name])]))
      const query = fields.thread_id === undefined ? undefined : { thread_id: String(fields.thread_id) }
      return getJson(Message, route, path, query, subject)
    },
    fields: ({ replaces }) => ({
      embeds: replaces((input, message) =>
        (message.embeds ?? [])
          .slice((input.embeds ?? []).length)
          .map(({ title }) => ({ is: "drops", what: title ? quote(title) : "an embed" }))
      ),
      components: replaces((input, message) => [
        ...dropped(
          numbered(message.components ?? []),
          numbered(input.components ?? []),
          (name) => name,
          (name) => name
        ),
        ...(isLayout(input) ? layoutLosses(message) : [])
      ]),
      keep_attachments: replaces((input, message) =>
        dropped(
          message.attachments,
          input.keep_attachments,
          ({ id }) => id,
          ({ filename, id }) => formatName(filename ?? id)
        )
      ),
      "embeds[].fields": "part",
      files: "adds",
      // Suppressed embeds are hidden, not removed.
      flags: "harmless",
      ...MESSAGE_ROWS
    })
  })

/** Who is pinged, and the alternative text of new files, belong to the call. */
const MESSAGE_ROWS = rows(
  "own",
  "allowed_mentions.parse",
  "allowed_mentions.users",
  "allowed_mentions.roles",
  "allowed_mentions.replied_user",
  "files[].spoiler",
  "poll.answers",
  "poll.duration",
  "poll.allow_multiselect",
  "embeds[].color",
  "embeds[].fields[].inline"
)

const IN_CHANNEL = "/channels/{channel_id}/messages/{message_id}"

export const botMessage = messageGuard(IN_CHANNEL, "bot")
/** The tool that replaces a layout always makes one. */
export const botLayout = messageGuard(IN_CHANNEL, "bot", () => true)
export const webhookMessage = messageGuard("/webhooks/{webhook_id}/{token}/messages/{message_id}", "webhook")
export const originalResponse = messageGuard(
  "/webhooks/{application_id}/{interaction_token}/messages/@original",
  "interaction"
)
export const followup = messageGuard(
  "/webhooks/{application_id}/{interaction_token}/messages/{message_id}",
  "interaction"
)

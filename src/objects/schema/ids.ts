import { Schema, type SchemaAST } from "effect"
import { described, withDefault } from "./fields.ts"

/** In the path of a request: the application that the token belongs to. */
export const OWN_APPLICATION = "@me"

/** The kinds of ids, codes included. safety/boundary/guildResolution.ts resolves each to its guild. */
export type IdKind =
  | "guild"
  | "channel"
  | "message"
  | "user"
  | "role"
  | "webhook"
  | "emoji"
  | "sticker"
  | "application"
  | "command"
  | "event"
  | "rule"
  | "integration"
  | "invite"
  | "template"
  | "sound"
  | "sku"
  | "entitlement"
  | "subscription"
  | "interaction"
  | "lobby"
  | "tag"
  | "overwrite"
  | "other"

/** The annotation with the kind of id that a schema decodes to. */
const IdKindAnnotation = Symbol.for("effect-discord-mcp/tools/IdKind")

/** Returns the kind of id that a schema decodes to, without looking inside it. */
export const idKindOf = (ast: SchemaAST.AST): IdKind | undefined =>
  // Only `idKindAnnotation` writes the annotation.
  ast.annotations[IdKindAnnotation] as IdKind | undefined

/** Annotates a schema that decodes to an id of this kind. */
export const idKindAnnotation = (kind: IdKind) => ({ [IdKindAnnotation]: kind })

/** The annotation of an object whose `type` decides the kind of its `id`. */
const KindsByTypeAnnotation = Symbol.for("effect-discord-mcp/tools/KindsByType")

type KindsByType = Readonly<Record<string, IdKind>>

/** Returns the kinds of an object's `id` by its `type`, if its schema is annotated with them. */
export const kindsByTypeOf = (ast: SchemaAST.AST): KindsByType | undefined =>
  // Only `kindsByTypeAnnotation` writes the annotation.
  ast.annotations[KindsByTypeAnnotation] as KindsByType | undefined

/** Annotates an object whose `type` decides the kind of its `id`. */
export const kindsByTypeAnnotation = (kinds: KindsByType) => ({ [KindsByTypeAnnotation]: kinds })

/** Snowflakes as Discord writes them (Discord docs, reference, snowflakes). */
const SNOWFLAKE = /^\d{17,20}$/

/** The range of generated ids: 17 digits to 64 bits. */
const SNOWFLAKE_MIN = 10n ** 16n
const SNOWFLAKE_MAX = 2n ** 64n - 1n

/** The mentions of an id. */
const mentions: Partial<Readonly<Record<IdKind, RegExp>>> = {
  channel: /^<#(\d{17,20})>$/,
  user: /^<@!?(\d{17,20})>$/,
  role: /^<@&(\d{17,20})>$/,
  overwrite: /^<@[!&]?(\d{17,20})>$/,
  emoji: /^<a?:\w+:(\d{17,20})>$/
}

const nounOf = (kind: IdKind): string => {
  if (kind === "other") return "an id"
  const noun = kind === "overwrite" ? "role or user" : kind
  return `the id of ${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`
}

/** The tools whose results have ids of a kind. */
export const idSources: Partial<Readonly<Record<IdKind, ReadonlyArray<string>>>> = {
  guild: ["users_list_current_user_guilds"],
  channel: ["channels_list"],
  message: ["messages_read"],
  user: ["members_search"],
  role: ["roles_list"],
  webhook: ["webhooks_list_guild"],
  emoji: ["emojis_list_guild"],
  sticker: ["stickers_list_guild"],
  application: ["application_get_current"],
  command: ["commands_list_global", "commands_list_guild"],
  event: ["events_list"],
  rule: ["automod_list_rules"],
  integration: ["guild_list_integrations"],
  sound: ["soundboard_list_guild_sounds"],
  sku: ["skus_list"],
  entitlement: ["entitlements_list"],
  subscription: ["subscriptions_list"],
  tag: ["channels_get"],
  overwrite: ["roles_list", "members_search"]
}

/** The name of the role that all members have. */
const EVERYONE = /^@?everyone$/i

/** Says what an id is, and which tool has it. */
const expected = (kind: IdKind, value: string): string => {
  if (EVERYONE.test(value) && (kind === "role" || kind === "overwrite")) {
    return "@everyone is the role with the id of the guild: send that id"
  }
  if (value === "@me" && kind === "user") return "the bot's own id is in users_get_current"
  if (SEVERAL.test(value)) return "takes one id: call the tool once for each"
  const tools = idSources[kind]
  return `expected ${nounOf(kind)}: 17 to 20 digits${tools === undefined ? "" : `, from ${tools.join(" or ")}`}`
}

/** The kinds of objects that a call may name in the place of their id. */
export type NamedKind = "channel" | "role" | "user" | "tag" | "overwrite"

const namedKinds: ReadonlyArray<NamedKind> = ["channel", "role", "user", "tag", "overwrite"]

/** Returns what an issue about a text expects in its place; `undefined` if that has no name. */
export const namedKindOf = (message: string, value: string): NamedKind | undefined =>
  namedKinds.find(
    (kind) => message.endsWith(expected(kind, value)) && (message.includes("expected") || EVERYONE.test(value))
  )

/** Several ids or mentions. */
const SEVERAL = /^[<@#&!]{0,3}\d{17,20}>?(?:[\s,;]+[<@#&!]{0,3}\d{17,20}>?)+$/

/** Discord's `message_reference` of a forwarded message. */
const isForward = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Reflect.get(value, "type") === 1

/** Discord's `message_reference` of a reply that is sent even if its message does not exist. */
const isOptionalReply = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Reflect.get(value, "fail_if_not_exists") === false

const idText = (kind: IdKind) =>
  Schema.String.annotations({
    message: (issue) => ({
      message:
        typeof issue.actual === "number"
          ? "an id must be a string: a number loses the last digits. Put it in quotes"
          : isForward(issue.actual)
            ? "a message is forwarded with messages_forward {channel_id, message_id, to}"
            : isOptionalReply(issue.actual)
              ? "send only the message_id, with fail_if_not_exists: false as a field beside it"
              : `expected ${nounOf(kind)} as a string of 17 to 20 digits`,
      override: true
    })
  })

const id = <const Brand extends string>(kind: IdKind, brand: Brand, format: RegExp = SNOWFLAKE) =>
  Schema.transform(
    idText(kind),
    Schema.String.pipe(
      Schema.filter((value) => format.test(value) || expected(kind, value), {
        arbitrary: () => (fc) => fc.bigInt({ min: SNOWFLAKE_MIN, max: SNOWFLAKE_MAX }).map(String)
      }),
      Schema.brand(brand),
      Schema.annotations(idKindAnnotation(kind))
    ),
    { strict: true, decode: (text) => parseId(kind, text), encode: (value) => value }
  )

/** Returns the id in a text: the id alone, a mention or a link. */
const parseId = (kind: IdKind, text: string): string => {
  const bare = withoutMarkup(text)
  if (SNOWFLAKE.test(bare)) return bare
  return mentions[kind]?.exec(bare)?.[1] ?? SIGNED.exec(bare)?.[1] ?? partsOfLink(bare).get(kind) ?? text.trim()
}

/** An id with the sign of what it is: `@ID`, `#ID`, `@&ID`. */
const SIGNED = /^[@#][!&]?(\d{17,20})$/

/** Longer texts are no ids or links. */
const LINK_MAX = 1000

/** Removes what people put around an id or a link: quotes, the backslash before a mention, `<…>`, Markdown of a link. */
export const withoutMarkup = (text: string): string => {
  if (text.length > LINK_MAX) return text
  const bare = text.replaceAll(/^[\s"'`\\]+|[\s"'`.,;]+$/g, "")
  return /^\[[^\]]*\]\(<?([^\s<>()]+)>?\)$/.exec(bare)?.[1] ?? /^<([^\s<>]*\/[^\s<>]*)>$/.exec(bare)?.[1] ?? bare
}

/** What a part of a link is: an id of this kind, or the token of a webhook. */
type LinkPart = "guild" | "channel" | "message" | "event" | "user" | "webhook" | "token"

/** The beginning of a link of Discord's client and API, with or without scheme, and of one that opens the client. */
const HOST = /^(?:(?:https?:)?\/\/)?(?:\w+\.)?discord(?:app)?\.com\/|^discord:\/\/[\w-]*\//i

/** The paths of links, without query and fragment, and what their groups are. The last is Discord's "channel-message". */
const formats: ReadonlyArray<readonly [format: RegExp, parts: ReadonlyArray<LinkPart>]> = [
  [/^\/channels\/(\d{17,20}|@me)(?:\/(\d{17,20}))?(?:\/(\d{17,20})$)?(?:\/|$)/i, ["guild", "channel", "message"]],
  [/^\/events\/(\d{17,20})\/(\d{17,20})$/i, ["guild", "event"]],
  [/^\/users\/(\d{17,20})$/i, ["user"]],
  [/^\/api\/(?:v\d+\/)?webhooks\/(\d{17,20})(?:\/([^\s/]+))?(?:\/|$)/i, ["webhook", "token"]],
  [/^(\d{17,20})-(\d{17,20})$/, ["channel", "message"]]
]

/** Returns the parts of a link, none for another text. A message link names the guild, the channel and the message. */
export const partsOfLink = (text: string): ReadonlyMap<string, string> => {
  const path = withoutMarkup(text)
    .replace(HOST, "/")
    .replace(/\/?(?:[?#].*)?$/s, "")
  for (const [format, names] of formats) {
    const parts = format.exec(path)?.slice(1)
    if (parts === undefined) continue
    return new Map(
      names.flatMap((name, at) => {
        const part: string | undefined = parts[at]
        return part === undefined || part === "@me" ? [] : [[name, part] as const]
      })
    )
  }
  return NO_PARTS
}

const NO_PARTS: ReadonlyMap<string, string> = new Map()

/** Ids by kind. A field also accepts a mention of the object or its URL in Discord, if these exist. */
export const GuildId = id("guild", "GuildId")
export const ChannelId = id("channel", "ChannelId")
export const MessageId = id("message", "MessageId")
export const UserId = id("user", "UserId")
export const RoleId = id("role", "RoleId")
export const WebhookId = id("webhook", "WebhookId")
export const EmojiId = id("emoji", "EmojiId")
export const StickerId = id("sticker", "StickerId")
export const ApplicationId = id("application", "ApplicationId")

/** The application of a call: by default the bot's own. A request that names it is completed by its id. */
export const application_id = withDefault(
  described("Another than the bot's own.", id("application", "ApplicationId", /^(?:\d{17,20}|@me)$/)),
  OWN_APPLICATION as typeof ApplicationId.Type // the format above has it
)
export const CommandId = id("command", "CommandId")
export const EventId = id("event", "EventId")
export const RuleId = id("rule", "RuleId")
export const IntegrationId = id("integration", "IntegrationId")
/** Default sounds have small numbers as ids (Discord docs, soundboard resource). */
export const SoundId = id("sound", "SoundId", /^\d{1,20}$/)
export const SkuId = id("sku", "SkuId")
export const EntitlementId = id("entitlement", "EntitlementId")
export const SubscriptionId = id("subscription", "SubscriptionId")
export const InteractionId = id("interaction", "InteractionId")
export const LobbyId = id("lobby", "LobbyId")
export const TagId = id("tag", "TagId")
/** The role or user of a permission overwrite. */
export const OverwriteId = id("overwrite", "OverwriteId")
/** An id of any other kind. */
export const Snowflake = id("other", "Snowflake")

/** Fields for the ids that most routes have. */
export const guild_id = GuildId.annotations({ description: "Guild id." })
export const channel_id = ChannelId.annotations({ description: "Channel or thread id." })
export const message_id = MessageId.annotations({ description: "Message id." })
export const role_id = RoleId.annotations({ description: "Role id." })
export const user_id = UserId.annotations({ description: "User id." })

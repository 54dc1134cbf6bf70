import { Schema, type SchemaAST } from "effect"

/** What kinds of ids there are, codes among them. How each is resolved to a guild is in safety/boundary/guildResolution.ts. */
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

/** Where a schema says which kind of id it decodes to. */
const IdKindAnnotation = Symbol.for("effect-discord-mcp/tools/IdKind")

/** The kind of id a schema itself says it decodes to; what is inside it is not looked at. */
export const idKindOf = (ast: SchemaAST.AST): IdKind | undefined =>
  // The annotation is written with `ofKind`, and only there.
  ast.annotations[IdKindAnnotation] as IdKind | undefined

/** Says of a schema that what it decodes to is an id of this kind. */
export const ofKind = (kind: IdKind) => ({ [IdKindAnnotation]: kind })

/** Where a schema of an object says of which kind its `id` is, by the word in its `type`. */
const KindsByTypeAnnotation = Symbol.for("effect-discord-mcp/tools/KindsByType")

/** The kinds of an object's `id`, by its `type`. */
type KindsByType = Readonly<Record<string, IdKind>>

/** The kinds of an object's `id`, where its schema says that they depend on its `type`. */
export const kindsByTypeOf = (ast: SchemaAST.AST): KindsByType | undefined =>
  // The annotation is written with `idByType`, and only there.
  ast.annotations[KindsByTypeAnnotation] as KindsByType | undefined

/** Says of an object's schema that the kind of its `id` depends on its `type`. */
export const idByType = (kinds: KindsByType) => ({ [KindsByTypeAnnotation]: kinds })

/** Snowflakes as Discord writes them (Discord docs, reference, snowflakes). */
const SNOWFLAKE = /^\d{17,20}$/

/** Between which generated ids lie: 17 digits, and the largest number of 64 bits. */
const SNOWFLAKE_MIN = 10n ** 16n
const SNOWFLAKE_MAX = 2n ** 64n - 1n

/** What else is taken for an id of a kind: a mention, or a link of the client. */
const spellings: Partial<Readonly<Record<IdKind, ReadonlyArray<RegExp>>>> = {
  guild: [/^https:\/\/(?:\w+\.)?discord\.com\/channels\/(\d{17,20})(?:\/|$)/],
  channel: [/^<#(\d{17,20})>$/, /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d{17,20}|@me)\/(\d{17,20})(?:\/|$)/],
  message: [/^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d{17,20}|@me)\/\d{17,20}\/(\d{17,20})$/],
  user: [/^<@!?(\d{17,20})>$/, /^https:\/\/(?:\w+\.)?discord\.com\/users\/(\d{17,20})$/],
  role: [/^<@&(\d{17,20})>$/],
  overwrite: [/^<@[!&]?(\d{17,20})>$/],
  emoji: [/^<a?:\w+:(\d{17,20})>$/],
  webhook: [/^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{17,20})(?:\/|$)/]
}

const named = (kind: IdKind): string => {
  if (kind === "other") return "an id"
  const noun = kind === "overwrite" ? "role or user" : kind
  return `the id of ${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`
}

const idText = (kind: IdKind) =>
  Schema.String.annotations({
    message: (issue) => ({
      message:
        typeof issue.actual === "number"
          ? "an id must be a string: a number loses the last digits. Put it in quotes"
          : `expected ${named(kind)} as a string of 17 to 20 digits`,
      override: true
    })
  })

const id = <const Brand extends string>(kind: IdKind, brand: Brand, format: RegExp = SNOWFLAKE) =>
  Schema.transform(
    idText(kind),
    Schema.String.pipe(
      Schema.filter((value) => format.test(value) || `expected ${named(kind)}: 17 to 20 digits`, {
        arbitrary: () => (fc) => fc.bigInt({ min: SNOWFLAKE_MIN, max: SNOWFLAKE_MAX }).map(String)
      }),
      Schema.brand(brand),
      Schema.annotations(ofKind(kind))
    ),
    { strict: true, decode: (text) => plainId(kind, text), encode: (value) => value }
  )

const plainId = (kind: IdKind, text: string): string => {
  const trimmed = text.trim()
  for (const spelling of spellings[kind] ?? []) {
    const found = spelling.exec(trimmed)?.[1]
    if (found !== undefined) return found
  }
  return trimmed
}

/** The id of a guild; a link into it is taken too. */
export const GuildId = id("guild", "GuildId")

/** The id of a channel or thread; `<#id>` and a link are taken too. */
export const ChannelId = id("channel", "ChannelId")

/** The id of a message; a link to it is taken too. */
export const MessageId = id("message", "MessageId")

/** The id of a user; `<@id>` is taken too. */
export const UserId = id("user", "UserId")

/** The id of a role; `<@&id>` is taken too. */
export const RoleId = id("role", "RoleId")

/** The id of a webhook; its address is taken too. */
export const WebhookId = id("webhook", "WebhookId")

/** The id of a custom emoji; `<:name:id>` is taken too. */
export const EmojiId = id("emoji", "EmojiId")

/** The id of a sticker. */
export const StickerId = id("sticker", "StickerId")

/** The id of an application, as a bot's own id often is. */
export const ApplicationId = id("application", "ApplicationId")

/** The id of an application command. */
export const CommandId = id("command", "CommandId")

/** The id of a scheduled event. */
export const EventId = id("event", "EventId")

/** The id of an AutoMod rule. */
export const RuleId = id("rule", "RuleId")

/** The id of an integration. */
export const IntegrationId = id("integration", "IntegrationId")

/** The id of a soundboard sound. Discord's own sounds have small numbers (Discord docs, soundboard resource). */
export const SoundId = id("sound", "SoundId", /^\d{1,20}$/)

/** The id of an SKU. */
export const SkuId = id("sku", "SkuId")

/** The id of an entitlement. */
export const EntitlementId = id("entitlement", "EntitlementId")

/** The id of a subscription. */
export const SubscriptionId = id("subscription", "SubscriptionId")

/** The id of an interaction. */
export const InteractionId = id("interaction", "InteractionId")

/** The id of a lobby. */
export const LobbyId = id("lobby", "LobbyId")

/** The id of a forum tag. */
export const TagId = id("tag", "TagId")

/** The id a permission overwrite is for: a role's or a user's; a mention of either is taken too. */
export const OverwriteId = id("overwrite", "OverwriteId")

/** An id of anything else. */
export const Snowflake = id("other", "Snowflake")

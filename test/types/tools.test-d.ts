/** Checked by `tsc` alone: each expected error below is one that the compiler must find. */
// @effect-diagnostics missingEffectError:off missingEffectContext:off
import type { RESTPatchAPIChannelMessageJSONBody, RESTPostAPIChannelMessageJSONBody } from "discord-api-types/v10"
import { Data, Effect, Schema } from "effect"
import { fits } from "../../src/objects/fits.ts"
import { flag, integer, optional, text } from "../../src/objects/schema/fields.ts"
import { ChannelId, GuildId, MessageId, UserId } from "../../src/objects/schema/ids.ts"
import type { Reasons } from "../../src/tools/dsl/Reason.ts"
import type { PlaceholdersOf } from "../../src/tools/dsl/ToolDefinition.ts"
import { custom, get, patch, post } from "../../src/tools/dsl/toolBuilders.ts"
import { reasons } from "../../src/tools/shared/failures.ts"

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const holds = <_Statement extends true>(): void => undefined

const description = "A row of a test."

// The placeholders of a route are read from its text.
holds<Equals<PlaceholdersOf<"/users/@me">, never>>()
holds<
  Equals<
    PlaceholdersOf<"/channels/{channel_id}/messages/{message_id}/reactions/{emoji}">,
    "channel_id" | "message_id" | "emoji"
  >
>()

// Path fields are the placeholders of the route: no fewer, no more.
export const fitting = get("fitting", "/channels/{channel_id}/messages/{message_id}", {
  description,
  path: { channel_id: ChannelId, message_id: MessageId }
})
export const missing = get("missing", "/channels/{channel_id}/messages/{message_id}", {
  description,
  // @ts-expect-error a missing path field does not compile
  path: { channel_id: ChannelId }
})
export const none = get("none", "/channels/{channel_id}", {
  description,
  // @ts-expect-error a path without any field does not compile where the route has one
  path: {}
})
export const extra = get("extra", "/channels/{channel_id}", {
  description,
  // @ts-expect-error a path field that the route does not have does not compile
  path: { channel_id: ChannelId, message_id: MessageId }
})
export const misspelt = get("misspelt", "/channels/{channel_id}", {
  description,
  // @ts-expect-error a misspelt path field does not compile
  path: { chanel_id: ChannelId }
})

// A field is in one part of a request.
export const inPathAndQuery = get("in_path_and_query", "/guilds/{guild_id}/members", {
  description,
  path: { guild_id: GuildId },
  // @ts-expect-error a field in path and query does not compile
  query: { guild_id: GuildId }
})
export const inQueryAndBody = post("in_query_and_body", "/guilds/{guild_id}/prune", {
  description,
  path: { guild_id: GuildId },
  query: { days: integer("Days.", 1, 30) },
  // @ts-expect-error a field in query and body does not compile
  body: { days: integer("Days.", 1, 30) }
})
export const inPathAndBody = patch("in_path_and_body", "/channels/{channel_id}", {
  description,
  path: { channel_id: ChannelId },
  // @ts-expect-error a field in path and body does not compile
  body: { channel_id: ChannelId }
})
export const inBodyAndLocal = post("in_body_and_local", "/channels/{channel_id}/messages", {
  description,
  path: { channel_id: ChannelId },
  body: fits<RESTPostAPIChannelMessageJSONBody>()({ content: optional(text("The text.")) }),
  // @ts-expect-error a field in body and local does not compile
  options: { content: optional(text("The text.")) }
})

// A body has the fields of Discord's type.
export const good = fits<RESTPostAPIChannelMessageJSONBody>()({
  content: text("The text."),
  tts: optional(flag("Aloud."))
})
// @ts-expect-error a body field that Discord does not have does not compile
export const unknownField = fits<RESTPostAPIChannelMessageJSONBody>()({ contents: text("The text.") })
// @ts-expect-error a body field of the wrong type does not compile
export const wrongType = fits<RESTPostAPIChannelMessageJSONBody>()({ tts: text("Aloud.") })
// @ts-expect-error a union with a wrong member does not compile
export const sometimesWrong = fits<RESTPatchAPIChannelMessageJSONBody>()({
  content: Schema.Union(text("x"), flag("x"))
})
// @ts-expect-error a wrong nested field does not compile
export const wrongInside = fits<RESTPostAPIChannelMessageJSONBody>()({
  embeds: Schema.Array(Schema.Struct({ color: flag("x") }))
})

// Functions of a definition get the typed input.
export const typed = get("typed", "/users/{user_id}", {
  description,
  path: { user_id: UserId },
  options: { wide: optional(flag("Wide.")) },
  riskOf: ({ user_id, wide }) => (wide === true && user_id === "1" ? "destructive" : "read"),
  // @ts-expect-error a field that the tool does not have does not compile
  validate: ({ nobody }) => nobody
})
export const risky = get("risky", "/users/{user_id}", {
  description,
  path: { user_id: UserId },
  // @ts-expect-error a risk that does not exist does not compile
  risk: "harmless"
})
export const needy = get("needy", "/users/{user_id}", {
  description,
  path: { user_id: UserId },
  // @ts-expect-error a permission that Discord does not have does not compile
  permissions: ["READ_MINDS"]
})

// A tool with its own logic fails only with errors of the union.
class Unheard extends Data.TaggedError("Unheard") {}
export const ownLogic = custom("own_logic", {
  description,
  fields: { guild_id: GuildId },
  risk: "read",
  run: ({ guild_id }) => Effect.succeed({ value: guild_id })
})
export const unheard = custom("unheard", {
  description,
  fields: { guild_id: GuildId },
  risk: "read",
  // @ts-expect-error a failure outside the union does not compile
  run: () => Effect.fail(new Unheard())
})

// It fails only for reasons that it declares.
const empty = { when: "Nothing is there.", recovery: "Look somewhere else for it." }
export const declaring = custom("declaring", {
  description,
  fields: { guild_id: GuildId },
  risk: "read",
  failures: { nothing_there: empty, thread_archived: { ...empty, on: 50083 } },
  run: ({ guild_id }, fail) => (guild_id === "1" ? fail("nothing_there", "guild_id") : fail("thread_archived"))
})
export const undeclared = custom("undeclared", {
  description,
  fields: { guild_id: GuildId },
  risk: "read",
  failures: { nothing_there: empty },
  // @ts-expect-error a reason that the tool does not declare does not compile
  run: (_, fail) => fail("nothing_here")
})
export const declaringNone = custom("declaring_none", {
  description,
  fields: { guild_id: GuildId },
  risk: "read",
  // @ts-expect-error a reason of a tool without reasons does not compile
  run: (_, fail) => fail("nothing_there")
})
export const shared = custom("shared", {
  description,
  fields: { guild_id: GuildId },
  risk: "read",
  failures: { ...reasons("thread_archived"), nothing_there: empty },
  run: (_, fail) => fail("thread_archived")
})

// A reason has Discord's codes, and the conditions that make them exact.
export const knownReason = { thread_archived: { ...empty, on: [50083, 160005] } } satisfies Reasons
// @ts-expect-error a code that Discord does not have does not compile
export const unknownCode = { thread_archived: { ...empty, on: 59999 } } satisfies Reasons
// @ts-expect-error a denial without its reason does not compile
export const anyDenial = { role_above_bot: { ...empty, on: 50013 } } satisfies Reasons
// @ts-expect-error an invalid input without Discord's issue does not compile
export const anyRefusal = { reply_unknown: { ...empty, on: 50035 } } satisfies Reasons
export const exact = {
  role_above_bot: { ...empty, on: 50013, why: "role_hierarchy" },
  reply_unknown: { ...empty, on: 50035, issue: "REPLIES_UNKNOWN_MESSAGE" }
} satisfies Reasons
// @ts-expect-error a denial reason that does not exist does not compile
export const noDenialReason = { role_above_bot: { ...empty, on: 50013, why: "bad_mood" } } satisfies Reasons
// @ts-expect-error a reason without a recovery does not compile
export const helpless = { thread_archived: { on: 50083, when: "The thread is archived." } } satisfies Reasons
// @ts-expect-error an unknown reason does not compile
export const unwritten = reasons("thread_archieved")

// Ids of different kinds are different types.
declare const channel: typeof ChannelId.Type
// @ts-expect-error a channel id is not a guild id
export const guild: typeof GuildId.Type = channel
// @ts-expect-error a string is not an id before it is decoded
export const undecoded: typeof GuildId.Type = "1248328050278400001"

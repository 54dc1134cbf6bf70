/** Says which mentions in a sent text pinged nobody, and the argument or the text that pings. It changes no text. */
import { Effect, Predicate, Schema } from "effect"
import { messageTexts } from "../../discord/messageText.ts"
import { Permit } from "../../discord/Permit.ts"
import { Id, nullish } from "../../objects/schema/reply.ts"
import { counted } from "../../text/words.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { allowedMentions } from "./mentions.ts"
import { unansweredComponents } from "./unanswered.ts"

/** What a call sends. */
interface Sent {
  readonly channel_id?: string
  readonly content?: string
  readonly embeds?: unknown
  readonly components?: unknown
  readonly allowed_mentions?: typeof allowedMentions.Type
}

/** Maximum number of names that are looked up, of the words of a name, and of mentions that a notice lists. */
const NAMES_MAX = 3
const WORDS_MAX = 3
const LISTED_MAX = 5

/** Returns the notice after a message was sent. It never fails. `reply`: Discord's message, if it sent one. */
export const pingNotice = (input: Sent, reply: unknown) =>
  Effect.zipWith(
    nameNotices(input, reply),
    clickNotice(input.components ?? Object(reply).components),
    (names, clicks) => join([...mentionNotices(input, reply), ...names, ...(clicks === undefined ? [] : [clicks])])
  )

/** Returns the notice after an edit. An edit shows mentions, and pings nobody. */
export const editPingNotice = (input: Sent) =>
  Effect.zipWith(nameNotices(input), clickNotice(input.components), (names, clicks) => {
    const { everyone, roles, users } = mentionsIn(textOf(input))
    const all = [...everyone, ...roles.map(roleMention), ...users.map(userMention)]
    return join([
      ...(all.length === 0
        ? []
        : [`An edit pings nobody, so ${listed(all)} pinged nobody: to ping, send a new message.`]),
      ...names,
      ...(clicks === undefined ? [] : [clicks])
    ])
  })

const clickNotice = (components: unknown) =>
  Array.isArray(components) && components.length > 0 ? unansweredComponents({ components }) : Effect.succeed(undefined)

const join = (notices: ReadonlyArray<string>) => (notices.length === 0 ? undefined : notices.join(" "))

/** The text of a message that can ping: code and embeds cannot. */
const textOf = ({ components, content }: Sent): string =>
  messageTexts({ content, components }).join("\n").replaceAll(CODE, " ")

/** Matches code blocks and inline code. */
export const CODE = /(`{3,})[\s\S]*?\1|(`{1,2})[^`\n]+\2/g

const mentionsIn = (text: string) => {
  const idsOf = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, id = ""]) => id))]
  return {
    everyone: ["@everyone", "@here"].filter((mention) => text.includes(mention)),
    roles: idsOf(/<@&(\d{17,20})>/g),
    users: idsOf(/<@!?(\d{17,20})>/g)
  }
}

const userMention = (id: string) => `<@${id}>`
const roleMention = (id: string) => `<@&${id}>`

const listed = (mentions: ReadonlyArray<string>): string =>
  mentions.length > LISTED_MAX
    ? `${mentions.slice(0, LISTED_MAX).join(", ")} and ${counted(mentions.length - LISTED_MAX, "other")}`
    : mentions.join(", ")

const mentionNotices = (input: Sent, reply: unknown): ReadonlyArray<string> => {
  const {
    parse = input.allowed_mentions === undefined ? ["users"] : [],
    roles = [],
    users = []
  } = input.allowed_mentions ?? {}
  const kinds: ReadonlyArray<string> = parse
  const ids: { readonly roles: ReadonlyArray<string>; readonly users: ReadonlyArray<string> } = { roles, users }
  const mentions = mentionsIn(textOf(input))
  const isAllowed = {
    everyone: kinds.includes("everyone"),
    role: (id: string) => kinds.includes("roles") || ids.roles.includes(id),
    user: (id: string) => kinds.includes("users") || ids.users.includes(id)
  }
  const barred = {
    everyone: isAllowed.everyone ? [] : mentions.everyone,
    roles: mentions.roles.filter((id) => !isAllowed.role(id)),
    users: mentions.users.filter((id) => !isAllowed.user(id))
  }
  const pinged = pingedBy(reply)
  // Discord applies no mention that needs a permission which the bot lacks.
  const refused =
    pinged === undefined
      ? []
      : [
          ...(isAllowed.everyone && !pinged.everyone ? mentions.everyone : []),
          ...mentions.roles.filter((id) => isAllowed.role(id) && !pinged.roles.includes(id)).map(roleMention)
        ]
  const silent = [...barred.everyone, ...barred.roles.map(roleMention), ...barred.users.map(userMention)]
  const inEmbeds = mentionsIn(messageTexts({ embeds: input.embeds }).join("\n").replaceAll(CODE, " "))
  const embedded = [...inEmbeds.everyone, ...inEmbeds.roles.map(roleMention), ...inEmbeds.users.map(userMention)]
  return [
    ...(silent.length === 0
      ? []
      : [`Pinged nobody: ${listed(silent)}. To ping, send with allowed_mentions ${argument(kinds, ids, barred)}.`]),
    ...(refused.length === 0
      ? []
      : [
          `Pinged nobody: ${listed(refused)}. The bot needs MENTION_EVERYONE in this channel${refused.some((one) => one.startsWith("<@&")) ? ", or the role must be mentionable" : ""}.`
        ]),
    ...(embedded.length === 0 ? [] : [`Mentions in embeds ping nobody: put ${listed(embedded)} into content.`])
  ]
}

/** Returns the allowed mentions that also ping what is barred. A kind in `parse` excludes ids of the same kind. */
const argument = (
  kinds: ReadonlyArray<string>,
  allowed: { readonly roles: ReadonlyArray<string>; readonly users: ReadonlyArray<string> },
  barred: {
    readonly everyone: ReadonlyArray<string>
    readonly roles: ReadonlyArray<string>
    readonly users: ReadonlyArray<string>
  }
): string => {
  const parse = [...new Set([...kinds, ...(barred.everyone.length > 0 ? ["everyone"] : [])])]
  const roles = kinds.includes("roles") ? [] : [...allowed.roles, ...barred.roles].slice(0, IDS_MAX)
  const users = kinds.includes("users") ? [] : [...allowed.users, ...barred.users].slice(0, IDS_MAX)
  return JSON.stringify({ parse, ...(roles.length > 0 && { roles }), ...(users.length > 0 && { users }) })
}

/** Maximum number of ids in `allowed_mentions` (Discord docs, allowed mentions). */
const IDS_MAX = 100

/** Returns whom Discord's message mentions. `undefined`: Discord returned no message. */
const pingedBy = (reply: unknown) => {
  if (!Predicate.isReadonlyRecord(reply) || !Array.isArray(reply.mention_roles)) return undefined
  const roles: ReadonlyArray<unknown> = reply.mention_roles
  return { everyone: reply.mention_everyone === true, roles }
}

const Member = Schema.Struct({
  nick: nullish(Schema.String),
  user: nullish(
    Schema.Struct({ id: nullish(Id), username: nullish(Schema.String), global_name: nullish(Schema.String) })
  )
})
const Role = Schema.Struct({ id: nullish(Id), name: nullish(Schema.String) })

/** A name after `@` at the beginning of a word: up to three words, because names can have spaces. */
const NAME = /(?<![\p{L}\p{N}_<@./:\\-])@(?!everyone\b|here\b)([\p{L}\p{N}_.-]{2,32}(?: [\p{L}\p{N}_.-]{1,32}){0,2})/gu

/** Returns a notice for each name after `@` that is the name of a member or role. A direct message has no roles: none. */
const nameNotices = (input: Sent, reply?: unknown) =>
  Effect.gen(function* () {
    const names = [...new Set([...textOf(input).matchAll(NAME)].map(([, name = ""]) => name))].slice(0, NAMES_MAX)
    if (names.length === 0) return []
    const guild_id = yield* guildOf(input.channel_id ?? channelOf(reply))
    if (guild_id === undefined) return []
    const roles = yield* getReadable(Schema.Array(Role), "/guilds/{guild_id}/roles", { guild_id })
    const notices: Array<string> = []
    for (const written of names) {
      const query = written.split(" ")[0]?.replace(/[.-]+$/, "") ?? ""
      const path = "/guilds/{guild_id}/members/search"
      const members = yield* getReadable(Schema.Array(Member), path, { guild_id }, { query, limit: 20 })
      const notice = matchNotice(written, [
        ...members.flatMap(({ nick, user }) =>
          user?.id == null
            ? []
            : [
                {
                  mention: userMention(user.id),
                  names: [nick, user.global_name, user.username].flatMap((it) => it ?? [])
                }
              ]
        ),
        ...roles.flatMap(({ id, name }) =>
          id == null || name == null ? [] : [{ mention: roleMention(id), names: [name] }]
        )
      ])
      if (notice !== undefined) notices.push(notice)
    }
    return notices
  }).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

const Channel = Schema.Struct({ guild_id: nullish(Id) })

/** Returns the guild of the call, or of the channel. A direct message has none. */
const guildOf = Effect.fnUntraced(function* (channel_id: string | undefined) {
  const { guildId } = yield* Permit
  if (guildId !== undefined || channel_id === undefined) return guildId
  return (yield* getReadable(Channel, "/channels/{channel_id}", { channel_id })).guild_id ?? undefined
})

const channelOf = (reply: unknown): string | undefined =>
  Predicate.hasProperty(reply, "channel_id") && typeof reply.channel_id === "string" ? reply.channel_id : undefined

interface Candidate {
  readonly mention: string
  readonly names: ReadonlyArray<string>
}

/** Compares the longest beginning of the written words first. */
const matchNotice = (written: string, candidates: ReadonlyArray<Candidate>): string | undefined => {
  const words = written.split(" ")
  for (let count = Math.min(words.length, WORDS_MAX); count > 0; count--) {
    const name = words.slice(0, count).join(" ")
    const spellings = [name, name.replace(/[.-]+$/, "")].map((it) => it.toLowerCase())
    const matches = candidates.filter(({ names }) => names.some((one) => spellings.includes(one.toLowerCase())))
    const [match] = matches
    if (match === undefined) continue
    const trimmed = name.replace(/[.-]+$/, "")
    if (matches.length > 1) {
      return `@${trimmed} is plain text and pinged nobody. It fits ${listed(matches.map(({ mention }) => mention))}: write the mention that is meant.`
    }
    const role = match.mention.startsWith("<@&") ? /\d+/.exec(match.mention)?.[0] : undefined
    return `@${trimmed} is plain text and pinged nobody: to ping, write ${match.mention} in its place${role === undefined ? "" : `, with allowed_mentions {"parse":["users"],"roles":["${role}"]}`}.`
  }
  return undefined
}

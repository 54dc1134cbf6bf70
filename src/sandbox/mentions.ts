import { type APIUser, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import type { Channel } from "./Channel.ts"
import type { Problem } from "./discordError.ts"
import type { AllowedMentions } from "./messageForm.ts"
import { botHas } from "./Permissions.ts"
import type { SandboxState } from "./State.ts"

/** The users and roles that a message pings. */
export interface Mentions {
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

import {
  GuildMemberFlags,
  type RESTPatchAPICurrentGuildMemberJSONBody,
  type RESTPatchAPIGuildMemberJSONBody,
  type RESTPutAPIGuildMemberJSONBody
} from "discord-api-types/v10"
import { Clock, Effect } from "effect"
import { ValidationError } from "../../errors/ClientErrors.ts"
import { atLeastOne, atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { fits } from "../dsl/fits.ts"
import { getJson } from "../dsl/getJson.ts"
import { paged, whole } from "../dsl/paging.ts"
import { custom, del, get, patch, put } from "../dsl/toolBuilders.ts"
import { one, oneOr, shown, view } from "../dsl/view.ts"
import { roleGrantRisk } from "../roles/risk.ts"
import { flagsOf, sumOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { described, flag, integer, nullable, optional, setOf, text, timestamp, withDefault } from "../shared/fields.ts"
import { image, imageOrNull } from "../shared/files.ts"
import { ChannelId, GuildId, RoleId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { User } from "../users/view.ts"
import { banTools } from "./bans.ts"
import { memberChangeFacts, memberFacts, roleGrantFacts } from "./preview.ts"
import { Member, member } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)
const user_id = described("The user.", UserId)
const role_id = described("The role.", RoleId)
const settableFlags = { bypasses_verification: GuildMemberFlags.BypassesVerification } as const
const nick = (description: string) => nullable(text(description, { max: Limits.NICK_MAX, min: 0 }))
const page = paged({
  max: Limits.MEMBERS_PAGE_MAX,
  fallback: 100,
  by: "after",
  at: (it) => it.user.id,
  view: member,
  empty: "No members after this one."
})

/** Rejects a timeout that exceeds Discord's maximum. This runs with the call, because it depends on the current time. */
const withCheckedTimeout = (body: RESTPatchAPIGuildMemberJSONBody) =>
  Effect.as(checkTimeout(body.communication_disabled_until), body)

/** Tools for the members of a guild and their roles. Tools for bans are in bans.ts. */
const members = group("members", [
  get("members_list", "/guilds/{guild_id}/members", {
    description:
      "List the members of a guild, ordered by user id. Requires the privileged Server Members intent; members_search does not.",
    path: { guild_id },
    ...page,
    query: { ...page.query, after: optional(described("Only members with a higher id than this user.", UserId)) },
    validate: (input) => [...page.validate(input), ...atMostOne("after", "cursor")(input)],
    failures: reasons("members_intent_off")
  }),
  get("members_search", "/guilds/{guild_id}/members/search", {
    description: "Find members whose username or nickname starts with a text.",
    path: { guild_id },
    ...whole({ view: member, empty: "No member's username or nickname starts with this." }),
    query: {
      query: text("Start of the username or nickname.", { max: Limits.MEMBER_QUERY_MAX }),
      limit: withDefault(integer("Number of members, 1 to 1000; 25 by default.", 1, Limits.MEMBERS_PAGE_MAX), 25)
    }
  }),
  get("members_get", "/guilds/{guild_id}/members/{user_id}", {
    description: "Get one member of a guild: nickname, roles, join date, timeout.",
    path: { guild_id, user_id },
    options: view,
    toResult: one(member),
    failures: reasons("unknown_member", "unknown_user")
  }),
  custom("members_get_current_user", {
    description: "Get the bot itself as a member of a guild: nickname and roles. Sends two requests.",
    fields: { guild_id, ...view },
    risk: "read",
    run: (input) => currentMember(input),
    failures: reasons("unknown_guild", "unknown_member")
  }),
  put("members_add", "/guilds/{guild_id}/members/{user_id}", {
    description:
      "Add a user to a guild with their OAuth2 access token for this bot's application, scope guilds.join. To let users join themselves use invites_create_channel.",
    path: { guild_id, user_id },
    body: fits<RESTPutAPIGuildMemberJSONBody>()({
      access_token: text("The user's access token.", { max: Limits.ACCESS_TOKEN_MAX }),
      nick: optional(text("The nickname.", { max: Limits.NICK_MAX })),
      roles: optional(setOf("Initial roles.", RoleId, 0, Limits.ROLES_MAX)),
      mute: optional(flag("Whether they are muted in voice channels.")),
      deaf: optional(flag("Whether they are deafened in voice channels."))
    }),
    options: view,
    permissions: ["CREATE_INSTANT_INVITE"],
    failures: reasons(
      "unknown_user",
      "user_banned",
      "access_token_not_valid",
      "access_token_without_scope",
      "user_guilds_full",
      "guild_full",
      "joining_limited"
    ),
    resolveRisk: ({ guild_id, roles = [] }) => roleGrantRisk(guild_id, roles),
    // Discord replies with the new member, or with an empty body if the user already is a member.
    toResult: oneOr(member, { value: { done: true, already_member: true } }),
    preview: ({ roles = [], ...path }) => roleGrantFacts({ ...path, role_ids: roles })
  }),
  patch("members_modify", "/guilds/{guild_id}/members/{user_id}", {
    description:
      "Change a member: nickname, roles, timeout, voice channel, mute. roles replaces the whole list: for one role use members_add_role or members_remove_role.",
    path: { guild_id, user_id },
    body: fits<RESTPatchAPIGuildMemberJSONBody>()({
      nick: optional(nick("The nickname; null removes it.")),
      roles: optional(setOf("All roles from now on; an unlisted role is removed.", RoleId, 0, Limits.ROLES_MAX)),
      mute: optional(flag("Whether they are muted; only while in voice.")),
      deaf: optional(flag("Whether they are deafened; only while in voice.")),
      channel_id: optional(nullable(described("The voice channel to move them to; null disconnects.", ChannelId))),
      communication_disabled_until: optional(
        nullable(timestamp("End of the timeout: ISO 8601 time, at most 28 days ahead; null removes it."))
      )
    }),
    options: {
      flags: optional(flagsOf("All of these flags that are set from now on.", settableFlags)),
      ...view
    },
    auditReason: true,
    failures: reasons(
      "unknown_member",
      "unknown_user",
      "member_above_bot",
      "role_not_assignable",
      "not_in_voice",
      "two_factor_required"
    ),
    riskOf: ({ communication_disabled_until: until, roles }) =>
      roles !== undefined || typeof until === "string" ? "destructive" : "write",
    validate: atLeastOne("nick", "roles", "mute", "deaf", "channel_id", "communication_disabled_until", "flags"),
    toBody: ({ channel_id, communication_disabled_until, deaf, flags, mute, nick, roles }) =>
      withCheckedTimeout({
        nick,
        roles: roles && [...roles],
        mute,
        deaf,
        channel_id,
        communication_disabled_until,
        flags: flags && sumOf(settableFlags, flags)
      }),
    toResult: one(member),
    preview: memberChangeFacts
  }),
  patch("members_modify_current", "/guilds/{guild_id}/members/@me", {
    description: "Change the bot's profile in one guild: nickname, avatar, banner, bio.",
    path: { guild_id },
    body: fits<RESTPatchAPICurrentGuildMemberJSONBody>()({
      nick: optional(nick("The nickname; null removes it.")),
      bio: optional(nullable(text("The bio; null removes it.", { max: Limits.BIO_MAX, min: 0 })))
    }),
    options: {
      avatar: optional(nullable(described("The avatar in this guild; null removes it.", image))),
      banner: optional(nullable(described("The banner in this guild; null removes it.", image))),
      ...view
    },
    auditReason: true,
    permissions: ["CHANGE_NICKNAME"],
    failures: reasons("image_too_large"),
    validate: atLeastOne("nick", "bio", "avatar", "banner"),
    toBody: ({ avatar, banner, bio, nick }) =>
      Effect.map(
        Effect.all([imageOrNull(avatar, "avatar"), imageOrNull(banner, "banner")]),
        ([avatar, banner]): RESTPatchAPICurrentGuildMemberJSONBody => ({ nick, bio, avatar, banner })
      ),
    toResult: one(member)
  }),
  put("members_add_role", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", {
    description: "Add a role to a member. The role must be below the bot's highest role.",
    path: { guild_id, user_id, role_id },
    auditReason: true,
    permissions: ["MANAGE_ROLES"],
    failures: reasons("unknown_member", "unknown_user", "role_above_bot", "role_not_assignable", "two_factor_required"),
    resolveRisk: ({ guild_id, role_id }) => roleGrantRisk(guild_id, [role_id]),
    preview: ({ role_id, ...path }) => roleGrantFacts({ ...path, role_ids: [role_id] }),
    undo: "members_remove_role removes the role again."
  }),
  del("members_remove_role", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", {
    description: "Remove a role from a member. The role must be below the bot's highest role.",
    path: { guild_id, user_id, role_id },
    risk: "write",
    auditReason: true,
    permissions: ["MANAGE_ROLES"],
    failures: reasons("unknown_member", "unknown_user", "role_above_bot", "role_not_assignable", "two_factor_required")
  }),
  del("members_kick", "/guilds/{guild_id}/members/{user_id}", {
    description: "Kick a member from a guild. They can rejoin with an invite; to prevent that use members_ban.",
    path: { guild_id, user_id },
    auditReason: true,
    permissions: ["KICK_MEMBERS"],
    failures: reasons("unknown_member", "unknown_user", "member_above_bot", "two_factor_required"),
    preview: memberFacts,
    undo: "They can rejoin with an invite."
  })
])

const currentMember = Effect.fn("members.currentMember")(function* (input: { readonly guild_id: string }) {
  const { id } = yield* getJson(User, "/users/@me", {})
  const path = { guild_id: input.guild_id, user_id: id }
  return { value: shown(yield* getJson(Member, "/guilds/{guild_id}/members/{user_id}", path), member, input) }
})

const checkTimeout = (until: string | null | undefined) =>
  Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
    typeof until !== "string" || Date.parse(until) - nowMs <= Limits.TIMEOUT_MAX_MS
      ? Effect.void
      : new ValidationError({
          validation_issues: [
            { path: "communication_disabled_until", message: "must be at most 28 days ahead", code: "too_far" }
          ]
        })
  )

/** The tools of this feature. */
export const tools = [...members, ...banTools] as const

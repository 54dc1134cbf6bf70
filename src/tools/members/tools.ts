import {
  GuildMemberFlags,
  type RESTPatchAPICurrentGuildMemberJSONBody,
  type RESTPatchAPIGuildMemberJSONBody,
  type RESTPutAPIGuildMemberJSONBody
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { flagChoices, toBits } from "../../objects/schema/enums.ts"
import {
  described,
  flag,
  itemsUpTo,
  nullable,
  optional,
  setOf,
  text,
  timestamp,
  withDefault
} from "../../objects/schema/fields.ts"
import { ChannelId, guild_id, RoleId, role_id, UserId, user_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { Id } from "../../objects/schema/reply.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { getReadable } from "../dsl/getJson.ts"
import { paged, unpaged } from "../dsl/paging.ts"
import { custom, del, get, patch, put } from "../dsl/toolBuilders.ts"
import { applyView, one, oneOrElse, view } from "../dsl/view.ts"
import { roleGrantRisk, roleRemovalRisk, timeoutEndRisk } from "../roles/risk.ts"
import { reasons } from "../shared/failures.ts"
import { image, imageBody } from "../shared/files.ts"
import { banTools } from "./bans.ts"
import { filterFields, filterIssues, filters, listMatching, searchMatching } from "./filter.ts"
import { memberChangeFacts, memberFacts, roleGrantFacts } from "./preview.ts"
import { checkTimeout, timeout, timeoutFailures, timeoutRisk } from "./timeout.ts"
import { Member, member } from "./view.ts"

const settableFlags = { bypasses_verification: GuildMemberFlags.BypassesVerification } as const
const nick = (description: string) => nullable(text(description, { max: Limits.NICK_MAX, min: 0 }))
const page = paged({
  max: Limits.MEMBERS_PAGE_MAX,
  defaultLimit: 100,
  by: "after",
  from: { after: optional(described("Only members with a higher user id.", UserId)) },
  positionOf: (it) => it.user?.id,
  view: member,
  sorts: true,
  empty: "No members after this one."
})
const search = unpaged({ view: member, empty: "No member's username or nickname starts with this." })

const synonyms = {
  members_list:
    "who is in the server, all members, users, people, list members, everyone in the server, user list, name every member, who is a member, all people of the server, who has a role, members with a role, list users, who has the admin role, people with a role, fetch members, guild members, list of members, show the members, who joined this week, new members, newest members, who joined recently, recent joins, members without a role, who has no role, who lacks a role, who joined since, who can ban, who has a permission, members with a permission, sort members by join date, latest members, members who joined before",
  members_search:
    "find a user, member by name, look for a person, user id of a name, who is the user called, look up a user, username, find a member, what is the id of a user, look for a member called, which user is named, find the id of a user, find somebody, search members, search for a user, query members, find someone, who is called",
  members_get:
    "member info, roles of a user, joined when, is the user a member, when did a user join, join date, how long a member, info about a user, boosting, profile in the server, which roles does a user have, what roles has a user, show a user, information about a member, details of a member, has a user a role, when did someone join, member since, how long is someone here, fetch member, whois, show a member, nickname of a user, is someone in the server, is a user timed out, does someone have a role, is someone still in the server, nickname of a member",
  members_get_current_user:
    "the bot's nickname and roles in the server, bot's nickname, what nickname does the bot have, which roles does the bot have, bot as a member, roles of the bot, the bot's own member",
  members_add:
    "add a user with an oauth2 token, add member, put a user into the server with a token, force a user to join, join a user with oauth2",
  members_modify:
    "nickname, rename a member, move to a voice channel, disconnect from voice, deafen, replace roles, set a nickname, change someone's name, give a nickname, move someone to another voice channel, pull into voice, kick from voice, nickname a user, microphone off, change the nickname of a user, rename a user, reset a nickname, set a user's nickname, call someone something else, move a user to a voice channel, drag someone into voice, disconnect a user from voice, set nickname, nick, voice mute, server mute, unmute in voice, undeafen, move to another voice channel, move a member, disconnect from a call, throw out of voice, change a nickname, remove a nickname, edit member, set mute, vc move, server deaf, deaf",
  members_timeout:
    "timeout, time out, untimeout, mute, unmute, silence, end timeout, remove timeout, lift timeout, stop a user from writing, stop someone talking, keep quiet, quiet down, calm down, cool off, let talk again, allow to speak again, speak again, punish for an hour, temporary punishment, for an hour, for a day, for a week, shut someone up, someone is swearing, someone is insulting, stop someone from chatting, prevent someone from writing, make someone quiet, someone may not talk, let someone cool down, time-limited mute, temporary ban, temp mute, tempban, sin bin, naughty corner, un-mute early, someone who spams, flaming, trolling, insults, remove a mute, allow someone to talk, prevent someone from sending messages, no messages until, early end of a timeout, no longer muted, gag, shush, set timeout, disable communication, end a mute, remove the timeout, let someone speak again, time a user out, mute someone, mute a member, mute a user, unmute a user, unmute a member",
  members_modify_current:
    "change the bot's nickname, the bot's server avatar, set your nickname, set the bot's nickname, rename yourself here, set the bot's server profile, change the bot's name in this server, nickname of the bot",
  members_add_role:
    "give a role, assign a role, grant a role, role to a user, make someone moderator, make admin, add a user to a role, put into a role, give vip, promote, promote to moderator, give a user a role, add a role to a user, add to the team role, make someone a member of a role, hand out a role, someone gets a role, become moderator, add roles, give someone a role, promote someone, set as moderator, make someone admin, rank up a user, promote a user",
  members_remove_role:
    "take a role away, revoke a role, role off a user, unassign, demote, take moderator away, remove a user from a role, no longer moderator, lose a role, strip a role, remove a role from a user, take a role from a user, take a role from someone, user should no longer have a role, someone loses a role, remove the moderator role from a user, degrade, take a role, take away a role, demote a moderator, demote someone, role no longer",
  members_kick:
    "kick out, throw out of the server, remove a user from the server, eject, throw someone out, force to leave, get out of here, remove from here, boot a user, expel a person, remove a person from the server, remove a user from the guild, get someone out, kick user, kick member, remove a member, kick someone off the server"
}

/** Tools for the members of a guild and their roles. Tools for bans are in bans.ts. */
const members = group({ category: "members", synonyms }, [
  get("members_list", "/guilds/{guild_id}/members", {
    description:
      "List all or matching members of a guild, by user id. Needs the Server Members intent; members_search does not.",
    path: { guild_id },
    ...page,
    options: { ...page.options, ...filterFields },
    validate: (input) => [...page.validate(input), ...filterIssues(input)],
    several: { fields: filters, run: listMatching },
    failures: reasons("members_intent_off")
  }),
  get("members_search", "/guilds/{guild_id}/members/search", {
    description: "Find members whose username or nickname starts with a text.",
    path: { guild_id },
    ...search,
    options: { ...search.options, ...filterFields },
    validate: (input) => [...search.validate(input), ...filterIssues(input)],
    several: { fields: filters, run: searchMatching },
    query: {
      query: text("Start of the username or nickname.", { max: Limits.MEMBER_QUERY_MAX }).annotations(
        // As in a mention. Names do not begin with it.
        alsoTakes((name) => (typeof name === "string" ? name.replace(/^@(?=[^\s])/, "") : name))
      ),
      limit: withDefault(itemsUpTo("Number of members; 25 by default.", 1, Limits.MEMBERS_PAGE_MAX), 25)
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
    title: "Get current member",
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
      access_token: text("The user's OAuth2 access token with scope guilds.join.", { max: Limits.ACCESS_TOKEN_MAX }),
      nick: optional(text("The member's nickname.", { max: Limits.NICK_MAX })),
      roles: optional(setOf("Roles to give.", RoleId, 0, Limits.ROLES_MAX)),
      mute: optional(flag("Mute the member in voice channels.")),
      deaf: optional(flag("Deafen the member in voice channels."))
    }),
    options: view,
    failures: reasons(
      "unknown_user",
      "user_banned",
      "access_token_not_valid",
      "access_token_without_scope",
      "user_guilds_full",
      "guild_full",
      "joining_limited"
    ),
    asks: ["grants"],
    resolveRisk: ({ guild_id, roles = [] }) => roleGrantRisk(guild_id, roles),
    // Discord replies with the new member, or with an empty body if the user already is a member.
    toResult: oneOrElse(member, {
      value: { done: true, already_member: true },
      notice: "The user already was a member: nothing was set."
    }),
    preview: ({ roles = [], ...path }) => roleGrantFacts({ ...path, role_ids: roles })
  }),
  patch("members_modify", "/guilds/{guild_id}/members/{user_id}", {
    description:
      "Change a member: nickname, roles, timeout, voice channel, mute. roles replaces the whole list: for one role use members_add_role or members_remove_role.",
    path: { guild_id, user_id },
    body: fits<RESTPatchAPIGuildMemberJSONBody>()({
      nick: optional(nick("Nickname; clear removes it.")),
      roles: optional(setOf("Ids of all roles from now on; omitted ones are removed.", RoleId, 0, Limits.ROLES_MAX)),
      mute: optional(flag("Server mute; only while in voice.")),
      deaf: optional(flag("Server deafen; only while in voice.")),
      channel_id: optional(nullable(described("Voice channel id to move to; clear disconnects.", ChannelId))),
      communication_disabled_until: optional(
        nullable(timestamp("End of the timeout: ISO 8601 time with zone, at most 28 days ahead; clear ends it."))
      )
    }),
    options: {
      flags: optional(flagChoices("All flags from now on.", settableFlags)),
      ...view
    },
    auditReason: true,
    failures: { ...timeoutFailures, ...reasons("role_not_assignable", "not_in_voice") },
    asks: ["replaces", "silences", "grants"],
    riskOf: ({ communication_disabled_until: until, roles }) =>
      roles !== undefined ? "destructive" : timeoutRisk(until),
    // Only the end of a timeout depends on the member. A plan may not know the member yet.
    resolveRisk: (input) => (input.communication_disabled_until === null ? timeoutEndRisk(input) : undefined),
    validate: atLeastOne("nick", "roles", "mute", "deaf", "channel_id", "communication_disabled_until", "flags"),
    toBody: ({ communication_disabled_until, flags }) =>
      Effect.as(checkTimeout(communication_disabled_until, "communication_disabled_until"), {
        flags: flags && toBits(settableFlags, flags)
      } satisfies RESTPatchAPIGuildMemberJSONBody),
    toResult: one(member),
    preview: memberChangeFacts
  }),
  timeout,
  patch("members_modify_current", "/guilds/{guild_id}/members/@me", {
    description: "Change the bot's profile in one guild: nickname, avatar, banner, bio.",
    path: { guild_id },
    body: fits<RESTPatchAPICurrentGuildMemberJSONBody>()({
      nick: optional(nick("The bot's nickname in this guild.")),
      bio: optional(nullable(text("The bot's bio in this guild.", { max: Limits.BIO_MAX, min: 0 })))
    }),
    options: {
      avatar: optional(nullable(described("The bot's avatar in this guild: {url}, {path} or {base64}.", image))),
      banner: optional(nullable(described("The bot's banner in this guild: {url}, {path} or {base64}.", image))),
      ...view
    },
    auditReason: true,
    permissions: ["CHANGE_NICKNAME"],
    failures: reasons("image_too_large"),
    validate: atLeastOne("nick", "bio", "avatar", "banner"),
    toBody: ({ avatar, banner }) => imageBody({ avatar, banner }),
    toResult: one(member)
  }),
  put("members_add_role", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", {
    description: "Add a role to a member. The role must be below the bot's highest role.",
    path: { guild_id, user_id, role_id },
    auditReason: true,
    failures: reasons("unknown_member", "unknown_user", "role_above_bot", "role_not_assignable", "two_factor_required"),
    asks: ["grants"],
    resolveRisk: ({ guild_id, role_id }) => roleGrantRisk(guild_id, [role_id]),
    preview: ({ role_id, ...path }) => roleGrantFacts({ ...path, role_ids: [role_id] }),
    undo: "members_remove_role removes the role again."
  }),
  del("members_remove_role", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", {
    description: "Remove a role from a member.",
    path: { guild_id, user_id, role_id },
    risk: "write",
    auditReason: true,
    asks: ["grants"],
    resolveRisk: ({ guild_id, role_id }) => roleRemovalRisk(guild_id, role_id),
    failures: reasons("unknown_member", "unknown_user", "role_above_bot", "role_not_assignable", "two_factor_required")
  }),
  del("members_kick", "/guilds/{guild_id}/members/{user_id}", {
    description: "Kick a member from a guild. To keep them out use members_ban.",
    asks: ["removes_people"],
    path: { guild_id, user_id },
    auditReason: true,
    failures: reasons("unknown_member", "unknown_user", "member_above_bot", "two_factor_required"),
    preview: memberFacts,
    undo: "They can rejoin with an invite."
  })
])

const currentMember = Effect.fn("members.currentMember")(function* (input: { readonly guild_id: string }) {
  const { id } = yield* getReadable(Schema.Struct({ id: Id }), "/users/@me", {})
  const path = { guild_id: input.guild_id, user_id: id }
  return { value: applyView(yield* getReadable(Member, "/guilds/{guild_id}/members/{user_id}", path), member, input) }
})

/** The tools of this feature. */
export const tools = [...members, ...banTools] as const

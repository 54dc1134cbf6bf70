import type { RESTGetAPIInviteQuery, RESTPostAPIChannelInviteJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { fits } from "../../objects/fits.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, flag, integer, optional, setOf, withDefault } from "../../objects/schema/fields.ts"
import { ApplicationId, ChannelId, EventId, guild_id, RoleId, UserId, user_id } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, post, put } from "../dsl/toolBuilders.ts"
import { one, view, viewOf } from "../dsl/view.ts"
import { inviteRoleFacts } from "../members/preview.ts"
import { reasons } from "../shared/failures.ts"
import { changed_user_ids, inviteCode, user_ids, users_file, usersFile, usersIn } from "./fields.ts"
import { inviteFacts, inviteRisk } from "./risk.ts"
import { createdInvite, invite, targetTypes, targetUsersJob } from "./view.ts"

const channel_id = described("The channel.", ChannelId)
const code = inviteCode

const listing = unpaged({
  body: Schema.String,
  items: usersIn,
  view: viewOf(Schema.String, (id) => id),
  empty: "The invite has no target users."
})

/** Each target type requires its own id field and allows no other. */
const targetIssues = (input: {
  readonly target_type?: keyof typeof targetTypes
  readonly target_user_id?: string
  readonly target_application_id?: string
}): ReadonlyArray<ValidationIssue> =>
  (["stream", "embedded_application"] as const).flatMap((type) => {
    const path = type === "stream" ? "target_user_id" : "target_application_id"
    if ((input[path] !== undefined) === (input.target_type === type)) return []
    return input[path] === undefined
      ? [{ path, message: `is required when target_type is ${type}`, code: "required" }]
      : [{ path, message: `is allowed only with target_type ${type}`, code: "not_allowed" }]
  })

/** The definition parts of a tool that changes who can use an invite. Without target users, everyone can. */
const changingTargets = { asks: ["grants"], resolveRisk: inviteRisk, preview: inviteFacts } as const

const synonyms = {
  guild_list_invites:
    "all invites, invite links, who invited, which invites exist, list invites, fetch invites, how often was an invite used, uses of invites, active invites, invites of the server, how many uses has an invite",
  invites_create_channel:
    "invite link, create an invite, invitation, url to join, invite someone, get an invite, link for a friend, let a friend join, how can people join, join link, share the server, need an invitation link, generate an invite, invite that expires, invite that never expires, make an invite, new invite link, create a link to the server, invite url, get me an invite, invite with a number of uses, create invite, invite people, invite code, one-time invite, temporary invite",
  invites_delete:
    "revoke an invite, disable an invite link, deactivate an invite, delete an invite, cancel an invite, expire an invite, remove an invite, invalidate an invite, kill an invite, disable an invite, remove an old invite, remove the invite to a channel",
  invites_get:
    "where does an invite lead, invite info, who made an invite, which server is an invite for, resolve an invite, check an invite code, invite details, fetch invite, is an invite valid, when does an invite expire, who made the invite, creator of an invite",
  invites_list_channel: "invites of a channel, list the invites to a channel, channel invites",
  invites_get_target_users: "who may use an invite, users of a restricted invite, target users of an invite",
  invites_get_target_users_job: "status of the target users job, are the target users processed",
  invites_set_target_users:
    "restrict an invite to users, only these users may use an invite, replace the users of an invite",
  invites_add_target_user: "let one more user use an invite, allow a user on an invite",
  invites_remove_target_user: "a user may no longer use an invite, take a user off an invite",
  invites_bulk_add_target_users: "allow many users on an invite, add several users to an invite",
  invites_bulk_remove_target_users: "take many users off an invite, remove several users from an invite"
}

/** Invites of guilds and channels. */
export const tools = group({ category: "invites", synonyms }, [
  get("guild_list_invites", "/guilds/{guild_id}/invites", {
    description: "List all invites of a guild with their number of uses. For one channel use invites_list_channel.",
    path: { guild_id },
    ...unpaged({ view: invite, empty: "This guild has no invites." }),
    permissions: ["MANAGE_GUILD"]
  }),
  get("invites_list_channel", "/channels/{channel_id}/invites", {
    description: "List the invites of one channel with their number of uses.",
    path: { channel_id },
    ...unpaged({ view: invite, empty: "This channel has no invites." })
  }),
  get("invites_get", "/invites/{code}", {
    description: "Get an invite by code or link: guild, channel, inviter, expiry.",
    path: { code },
    query: {
      with_counts: withDefault(flag("With member counts; true by default."), true),
      guild_scheduled_event_id: optional(described("Scheduled event to include.", EventId))
    } satisfies Record<keyof Omit<RESTGetAPIInviteQuery, "with_expiration">, unknown>,
    options: view,
    toResult: one(invite)
  }),
  get("invites_get_target_users", "/invites/{code}/target-users", {
    description:
      "List the target users of an invite, by id. An invite that everyone can use has no such list and returns not found.",
    path: { code },
    ...listing,
    accept: "text",
    failures: reasons("invite_without_users")
  }),
  get("invites_get_target_users_job", "/invites/{code}/target-users/job-status", {
    description: "Get the progress of Discord's job that processes an invite's target users.",
    path: { code },
    options: view,
    toResult: one(targetUsersJob),
    failures: reasons("invite_without_users")
  }),
  post("invites_create_channel", "/channels/{channel_id}/invites", {
    description:
      "Create an invite to a channel. By default it is valid for 1 day and for everyone, and an existing similar invite is reused.",
    path: { channel_id },
    body: fits<RESTPostAPIChannelInviteJSONBody>()({
      max_age: optional(
        integer(
          "Seconds until it expires, at most 604800 (7 days); 86400 by default, 0: never.",
          0,
          Limits.INVITE_AGE_MAX_S
        ).annotations(inUnit("seconds"))
      ),
      max_uses: optional(
        integer("How often it can be used, at most 100; 0 (default): unlimited.", 0, Limits.INVITE_USES_MAX)
      ),
      temporary: optional(
        flag("Temporary membership: members without a role leave when they disconnect; false by default.")
      ),
      unique: optional(flag("Always create a new invite instead of reusing a similar one; false by default.")),
      target_user_id: optional(described("The streaming user; required with target_type stream.", UserId)),
      target_application_id: optional(
        described("The application to open; required with target_type embedded_application.", ApplicationId)
      ),
      role_ids: optional(setOf("Roles that everyone who accepts the invite gets.", RoleId, 0, Limits.ROLES_MAX))
    }),
    options: {
      target_type: optional(
        enumChoice("What the invite opens in a voice channel: a user's stream or an application.", targetTypes)
      ),
      user_ids: optional(user_ids),
      ...view
    },
    auditReason: true,
    failures: reasons("invites_full", "direct_message_channel"),
    // Everyone who accepts the invite gets the roles, without a further check.
    asks: ["grants"],
    riskOf: ({ role_ids = [] }) => (role_ids.length > 0 ? "destructive" : "write"),
    validate: targetIssues,
    toBody: ({ target_type }): RESTPostAPIChannelInviteJSONBody => ({
      target_type: target_type && targetTypes[target_type]
    }),
    files: usersFile,
    renames: { target_users_file: "user_ids" },
    toResult: one(createdInvite),
    preview: inviteRoleFacts,
    undo: "invites_delete revokes it; members who already joined keep the roles."
  }),
  put("invites_set_target_users", "/invites/{code}/target-users", {
    description:
      "Replace the users who can see and use an invite. Discord processes the list in the background: see invites_get_target_users_job.",
    path: { code },
    options: { user_ids: optional(user_ids), users_file: optional(users_file) },
    validate: (input) =>
      input.user_ids === undefined && input.users_file === undefined
        ? [{ path: "user_ids", message: "pass user_ids or users_file", code: "required" }]
        : atMostOne("user_ids", "users_file")(input),
    ...changingTargets,
    files: usersFile,
    renames: { target_users_file: "user_ids" }
  }),
  put("invites_add_target_user", "/invites/{code}/target-users/{user_id}", {
    description: "Add a user to an invite's target users. For several users use invites_bulk_add_target_users.",
    path: { code, user_id },
    ...changingTargets,
    failures: reasons("invite_without_users")
  }),
  del("invites_remove_target_user", "/invites/{code}/target-users/{user_id}", {
    description: "Remove a user from an invite's target users. For several users use invites_bulk_remove_target_users.",
    path: { code, user_id },
    risk: "write",
    ...changingTargets,
    failures: reasons("invite_without_users")
  }),
  post("invites_bulk_add_target_users", "/invites/{code}/target-users/bulk-add", {
    description: "Add several users to an invite's target users. To replace the list use invites_set_target_users.",
    path: { code },
    body: { user_ids: changed_user_ids },
    ...changingTargets,
    failures: reasons("invite_without_users")
  }),
  post("invites_bulk_remove_target_users", "/invites/{code}/target-users/bulk-delete", {
    description: "Remove several users from an invite's target users.",
    path: { code },
    body: { user_ids: changed_user_ids },
    ...changingTargets,
    failures: reasons("invite_without_users")
  }),
  del("invites_delete", "/invites/{code}", {
    description: "Revoke an invite permanently: nobody can join with it any more.",
    path: { code },
    options: view,
    auditReason: true,
    toResult: one(invite)
  })
])

import type { RESTPostAPIGuildBulkBanJSONBody, RESTPutAPIGuildBanJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { described, integer, optional, setOf } from "../../objects/schema/fields.ts"
import { guild_id, UserId, user_id } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected } from "../../objects/schema/reply.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, post, put } from "../dsl/toolBuilders.ts"
import { one, resultOf, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { banFacts, bulkBanFacts } from "./preview.ts"
import { ban } from "./view.ts"

const delete_message_seconds = optional(
  integer(
    "Delete messages of the last N seconds, up to 604800 (7 days); 0 by default.",
    0,
    Limits.BAN_DELETE_MAX_S
  ).annotations(inUnit("seconds"))
)

const undo = "members_unban lifts a ban; deleted messages cannot be restored."

const page = paged({
  max: Limits.BANS_PAGE_MAX,
  defaultLimit: 100,
  by: "after",
  from: { after: optional(described("Only users with a higher id than this one.", UserId)) },
  positionOf: (it) => it.user?.id,
  view: ban,
  empty: "No bans, or no more after this user."
})

const users = Schema.Array(Schema.String)

const bulkBanResult = resultOf(
  Schema.Struct({ banned_users: expected(users), failed_users: expected(users) }),
  ({ banned_users: banned, failed_users: failed }) => ({
    value: { ...(banned !== undefined && { banned }), ...(failed !== undefined && { failed }) },
    ...(failed !== undefined &&
      failed.length > 0 && { notice: "The failed users are already banned, or the bot cannot ban them." })
  })
)

const synonyms = {
  members_ban:
    "ban a user, ban hammer, block a user forever, permanent ban, spammer, ban for good, ban forever, never come back, keep out, get rid of a user, banish, exclude, ban a troll, ban a scammer, ban a raider, ban an account, blacklist a user, ban and delete messages, ban and remove messages, permanently ban, softban, ban a spam account, ban user, create ban, perma ban, ban someone",
  members_bulk_ban:
    "ban many users, mass ban, ban a list of raiders, ban several at once, ban several accounts, ban these accounts, mass ban accounts, ban all of these ids, ban everyone of a list, bulk ban, ban all spammers, ban many spammers, ban raiders",
  members_unban:
    "unban, lift a ban, pardon, revoke a ban, remove a ban, forgive, let someone back in, allow to come back, undo a ban, reverse a ban, take back a ban, let a banned user back into the server, banned user may return, give a second chance, reinstate, remove the ban for a user, remove the ban of a user, unban user, remove ban, pardon a banned user, bans remove",
  members_list_bans:
    "who is banned, banned users, ban list, everyone who is banned, list of bans, show bans, banned accounts, all bans, list all banned accounts, how many people are banned, number of bans, fetch bans, list bans, bans",
  members_get_ban:
    "is a user banned, why was a user banned, ban reason, why was someone banned, what was someone banned for, reason of a ban, check a ban, fetch ban, is someone banned"
}

/** Tools for the bans of a guild. */
export const banTools = group({ category: "members", synonyms }, [
  get("members_list_bans", "/guilds/{guild_id}/bans", {
    description: "List the bans of a guild with their reasons, ordered by user id. For one user use members_get_ban.",
    path: { guild_id },
    ...page,
    failures: reasons("ban_reads_limited")
  }),
  get("members_get_ban", "/guilds/{guild_id}/bans/{user_id}", {
    description: "Get the ban of one user, with its reason. Returns not found for a user who is not banned.",
    path: { guild_id, user_id },
    options: view,
    failures: reasons("not_banned", "unknown_user", "ban_reads_limited"),
    toResult: one(ban)
  }),
  put("members_ban", "/guilds/{guild_id}/bans/{user_id}", {
    description:
      "Ban a user from a guild, member or not, and optionally delete recent messages. For many users use members_bulk_ban.",
    path: { guild_id, user_id },
    body: fits<RESTPutAPIGuildBanJSONBody>()({ delete_message_seconds }),
    asks: ["removes_people"],
    risk: "destructive",
    auditReason: true,
    failures: reasons("unknown_user", "member_above_bot", "non_member_bans_full", "two_factor_required"),
    preview: banFacts,
    undo
  }),
  post("members_bulk_ban", "/guilds/{guild_id}/bulk-ban", {
    description: "Ban up to 200 users from a guild at once, and optionally delete their recent messages.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildBulkBanJSONBody>()({
      user_ids: setOf("The users, 1 to 200.", UserId, 1, Limits.BULK_BAN_MAX),
      delete_message_seconds
    }),
    asks: ["removes_people"],
    risk: "destructive",
    repeat: "same",
    duration: "long",
    auditReason: true,
    failures: reasons("nobody_banned", "non_member_bans_full", "two_factor_required"),
    toResult: bulkBanResult,
    shownAs: { user_ids: "banned" },
    preview: bulkBanFacts,
    undo
  }),
  del("members_unban", "/guilds/{guild_id}/bans/{user_id}", {
    description: "Lift a user's ban, so that they can join again.",
    path: { guild_id, user_id },
    risk: "write",
    auditReason: true,
    failures: reasons("not_banned", "unknown_user", "two_factor_required")
  })
])

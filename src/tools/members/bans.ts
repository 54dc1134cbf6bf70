import type { RESTPostAPIGuildBulkBanJSONBody, RESTPutAPIGuildBanJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import { atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { fits } from "../dsl/fits.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, post, put } from "../dsl/toolBuilders.ts"
import { one, reading, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { described, integer, optional, setOf } from "../shared/fields.ts"
import { GuildId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { banFacts, bansFacts } from "./preview.ts"
import { ban } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)
const user_id = described("The user.", UserId)
const delete_message_seconds = optional(
  integer("Also delete what they wrote in the last so many seconds, 7 days at most.", 0, Limits.BAN_DELETE_MAX_S)
)

const undo = "members_unban lifts a ban; messages that were deleted stay so."

const listing = paged({
  max: Limits.BANS_PAGE_MAX,
  fallback: 100,
  by: "after",
  at: (it) => it.user.id,
  view: ban,
  empty: "Nobody is banned, or nobody after this user."
})

const users = Schema.Array(Schema.String)

const bulkBanned = reading(
  Schema.Struct({ banned_users: users, failed_users: users }),
  ({ banned_users: banned, failed_users: failed }) => ({
    value: { banned, failed },
    ...(failed.length > 0 && { notice: "The failed ones were banned already, or the bot may not ban them." })
  })
)

/** Who is banned from a guild. */
export const bans = group("members", [
  get("members_list_bans", "/guilds/{guild_id}/bans", {
    description: "List who is banned from a guild and why, by user id. For one user use members_get_ban.",
    path: { guild_id },
    ...listing,
    query: { ...listing.query, after: optional(described("Only users with a higher id than this one.", UserId)) },
    permissions: ["BAN_MEMBERS"],
    failures: reasons("ban_reads_limited"),
    validate: (input) => [...listing.validate(input), ...atMostOne("after", "cursor")(input)]
  }),
  get("members_get_ban", "/guilds/{guild_id}/bans/{user_id}", {
    description: "Get the ban of one user, with its reason. A user who is not banned is not found.",
    path: { guild_id, user_id },
    options: view,
    permissions: ["BAN_MEMBERS"],
    failures: reasons("not_banned", "unknown_user", "ban_reads_limited"),
    toResult: one(ban)
  }),
  put("members_ban", "/guilds/{guild_id}/bans/{user_id}", {
    description:
      "Ban a user from a guild, member or not, and perhaps delete their latest messages. For many users use members_bulk_ban.",
    path: { guild_id, user_id },
    body: fits<RESTPutAPIGuildBanJSONBody>()({ delete_message_seconds }),
    risk: "destructive",
    auditReason: true,
    permissions: ["BAN_MEMBERS"],
    failures: reasons("unknown_user", "member_above_bot", "non_member_bans_full", "two_factor_required"),
    preview: banFacts,
    undo
  }),
  post("members_bulk_ban", "/guilds/{guild_id}/bulk-ban", {
    description: "Ban up to 200 users from a guild at once, and perhaps delete their latest messages.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildBulkBanJSONBody>()({
      user_ids: setOf("The users, 1 to 200.", UserId, 1, Limits.BULK_BAN_MAX),
      delete_message_seconds
    }),
    risk: "destructive",
    repeat: "same",
    duration: "long",
    auditReason: true,
    permissions: ["BAN_MEMBERS", "MANAGE_GUILD"],
    failures: reasons("nobody_banned", "non_member_bans_full", "two_factor_required"),
    toResult: bulkBanned,
    preview: bansFacts,
    undo
  }),
  del("members_unban", "/guilds/{guild_id}/bans/{user_id}", {
    description: "Lift the ban of a user, who can then join again.",
    path: { guild_id, user_id },
    risk: "write",
    auditReason: true,
    permissions: ["BAN_MEMBERS"],
    failures: reasons("not_banned", "unknown_user", "two_factor_required")
  })
])

/** The causes and recovery hints of permission denials. */
import { Schema } from "effect"
import { optional, refusalFields, Upstream } from "./fields.ts"
import { grantHint, isOverwritable } from "./PermissionName.ts"

/** Why a permission is denied although no permission bit is missing. */
export const PermissionDenialReason = Schema.Literal(
  "role_hierarchy",
  "guild_owner",
  "two_factor_required",
  "privileged_intent",
  "timed_out"
)

/** The fields of `DiscordPermissionError`. */
export const permissionFields = {
  missing_permissions: optional(Schema.Array(Schema.String)),
  denied_in_channel: optional(Schema.Array(Schema.String)),
  required_permissions: optional(Schema.Array(Schema.String)),
  why: optional(PermissionDenialReason),
  upstream: Upstream,
  ...refusalFields
}

type PermissionFields = Schema.Struct.Type<typeof permissionFields>

/** Discord codes of denials that no permission can lift. */
const denialsByCode: Readonly<Record<number, string>> = {
  20001: "bots cannot use this endpoint",
  50005: "only the author of a message can edit it",
  50007: "this person cannot be messaged by the bot",
  50278: "the bot shares no server with this person",
  60003: "the bot's owner must have two-factor authentication on",
  90001: "this person has blocked the bot's reactions"
}

/** Denials that are not about a permission bit, and how to lift them. */
const denialReasons: Readonly<
  Record<NonNullable<PermissionFields["why"]>, { readonly denial: string; readonly hint: string }>
> = {
  role_hierarchy: {
    denial: "the bot's highest role is not above the target",
    hint: "Move the bot's role above the target's highest role in Server Settings → Roles, then retry."
  },
  guild_owner: {
    denial: "the target owns the server",
    hint: "Do not retry: nobody can do this to the owner of the server. Tell the person why, or choose another target."
  },
  two_factor_required: {
    denial: "the server requires two-factor authentication for moderation",
    hint: "Ask the bot's owner to enable two-factor authentication on their Discord account, then retry."
  },
  privileged_intent: {
    denial: "a privileged intent is not enabled for the bot",
    hint: "Ask the operator to enable the intent on the Bot page of the Discord Developer Portal, then retry."
  },
  timed_out: {
    denial: "the bot is timed out in this server",
    hint: "Ask a server admin to lift the bot's timeout, then retry."
  }
}

/** Returns why Discord denied a request, if no permission is known to be missing. */
export const denialText = (why: PermissionFields["why"], upstream?: Upstream): string =>
  why === undefined
    ? (denialsByCode[upstream?.discord_code ?? 0] ?? "the missing permission could not be determined")
    : denialReasons[why].denial

/** Returns how to lift a denial. */
export const permissionHint = (e: PermissionFields): string => {
  const inChannel = !e.upstream.route.startsWith("/guilds/")
  const { denied_in_channel: deniedInChannel, missing_permissions: missing = [] } = e
  if (missing.length > 0) return grantHint({ missing, inChannel, deniedInChannel })
  if (e.why !== undefined) return denialHint(e.why)
  if (denialsByCode[e.upstream.discord_code ?? 0] !== undefined) {
    return "Do not retry: no permission changes this. Tell the person why, or choose another target."
  }
  const { required_permissions: required = [] } = e
  const purpose = required.length === 0 ? "" : ` for ${required.join(", ")}`
  return inChannel && (required.length === 0 || required.some(isOverwritable))
    ? `Ask a server admin to check the bot's role and the channel's permission overwrites${purpose}, then retry.`
    : `Ask a server admin to check the permissions and the position of the bot's role in Server Settings → Roles${purpose}, then retry.`
}

/** Returns how to lift a denial that is not about a permission. */
export const denialHint = (why: NonNullable<PermissionFields["why"]> | "archived_thread"): string =>
  why === "archived_thread"
    ? "Unarchive the thread with channels_modify {channel_id, archived: false}, then retry."
    : denialReasons[why].hint

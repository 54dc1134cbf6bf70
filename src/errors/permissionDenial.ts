/** The causes and recovery hints of permission denials. */
import type { DiscordPermissionError } from "./ClientErrors.ts"
import type { Upstream } from "./fields.ts"

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
  Record<NonNullable<DiscordPermissionError["why"]>, { readonly denial: string; readonly hint: string }>
> = {
  role_hierarchy: {
    denial: "the bot's highest role is not above the target",
    hint: "Move the bot's role above the target's highest role in Server Settings → Roles, then retry."
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
export const denialText = (why: DiscordPermissionError["why"], upstream: Upstream): string =>
  why === undefined
    ? (denialsByCode[upstream.discord_code ?? 0] ?? "the missing permission could not be determined")
    : denialReasons[why].denial

/** Returns how to lift a denial. */
export const permissionHint = (e: DiscordPermissionError): string => {
  if (e.missing_permissions !== undefined && e.missing_permissions.length > 0) {
    return `Grant ${e.missing_permissions.join(", ")} to the bot's role in Server Settings → Roles, or in the channel's permissions, then retry.`
  }
  if (e.why !== undefined) return denialReasons[e.why].hint
  if (denialsByCode[e.upstream.discord_code ?? 0] !== undefined) {
    return "Do not retry: no permission changes this. Tell the person why, or choose another target."
  }
  const required = e.required_permissions === undefined ? "" : ` for ${e.required_permissions.join(", ")}`
  return `Ask a server admin to check the bot's role and the channel's permission overwrites${required}, then retry.`
}

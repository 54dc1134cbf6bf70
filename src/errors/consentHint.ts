import { Schema } from "effect"
import { optional } from "./fields.ts"
import { Preview } from "./preview/Preview.ts"

/** The fields of `DryRunPreview`. */
export const previewFields = {
  tool: Schema.NonEmptyTrimmedString,
  preview: Preview,
  confirmation_token: optional(Schema.String),
  armed: Schema.Boolean,
  held_by: optional(
    Schema.Literal(
      "MCP_DRY_RUN",
      "MCP_WRITE_MODE",
      "MCP_CONFIRM",
      "MCP_REDIS_URL",
      "MCP_APPROVERS",
      "MCP_APPROVAL_CHANNEL"
    )
  ),
  by_policy: optional(Schema.Boolean),
  confirm_by: optional(Schema.Literal("flag", "token", "elicit", "discord")),
  /** The consent to an earlier preview does not cover the call: the names of what has changed since. */
  consent_stale: optional(Schema.Array(Schema.String))
}

type PreviewFields = Schema.Struct.Type<typeof previewFields>

/** Says what a previewed call still needs: the operator's setting, the caller's `__confirm`, or a person's answer. */
export const consentHint = (e: PreviewFields): string => {
  const again = `call ${e.tool} again with the same arguments and`
  switch (e.held_by) {
    case "MCP_DRY_RUN":
      return `${dryRunHint(e)} Then ${again} ${CONFIRMED_BY[e.confirm_by ?? "flag"]}.`
    case "MCP_WRITE_MODE":
      return "It cannot run here: the operator allows only previews of changes (MCP_WRITE_MODE=preview)."
    case "MCP_CONFIRM":
      return e.armed
        ? `To run it, ${again} without __confirm. The person is then asked to confirm (${confirmSource(e, "elicit")}).`
        : `A person must confirm this call (${confirmSource(e)}), and this client cannot ask one. Run it from a client that supports elicitation, or on a terminal.`
    case "MCP_REDIS_URL":
      return `It cannot be confirmed now: the Redis server that keeps confirmation tokens (MCP_REDIS_URL) is unavailable. Call ${e.tool} again later, without __confirm, for a preview with a token.`
    case "MCP_APPROVERS":
      return `To run it, ${again} without __confirm. A person in Discord is then asked to approve it (${confirmSource(e, "discord")}).`
    case "MCP_APPROVAL_CHANNEL":
      return "It cannot be approved now: the server cannot ask for approval in the channel of MCP_APPROVAL_CHANNEL. The operator must check MCP_APPROVAL_CHANNEL and MCP_APPROVERS with the command doctor."
    case undefined:
      break
  }
  if (!e.armed) return dryRunHint(e)
  if (e.consent_stale !== undefined && e.confirmation_token === undefined) {
    return `To run it, ${again} without __confirm. The person is then asked again.`
  }
  return `If they agree, ${again} __confirm: ${e.confirmation_token === undefined ? "true" : "the confirmation_token"}.`
}

/** Says who can let destructive calls run: by the policy of the client, by `init`, or by the setting. */
const dryRunHint = (e: PreviewFields): string =>
  e.by_policy === true
    ? "Calls that delete, ban or time out are only previewed for this client, by dry_run in its policy. The operator can change the policy in the clients file."
    : "Calls that delete, ban or time out are only previewed here (MCP_DRY_RUN=true). The person can allow them: with init and --allow destructive, or with MCP_DRY_RUN=false."

/** What a call needs once no dry run holds it, by `MCP_CONFIRM`. */
const CONFIRMED_BY = {
  flag: "__confirm: true",
  token: "without __confirm, for a preview with a confirmation_token",
  elicit: "without __confirm: the person is asked first",
  discord: "without __confirm: a person in Discord is asked to approve it"
} as const satisfies Readonly<Record<NonNullable<PreviewFields["confirm_by"]>, string>>

/** Names what requires the confirmation: the variable, or the policy of the client. */
const confirmSource = (e: PreviewFields, value?: "elicit" | "discord"): string =>
  e.by_policy === true
    ? `confirm${value === undefined ? "" : `: ${value}`} in the policy of this client`
    : `MCP_CONFIRM${value === undefined ? "" : `=${value}`}`

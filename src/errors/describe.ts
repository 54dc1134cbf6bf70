/** The one exhaustive match that gives each failure its message and recovery hint. */
import { Match } from "effect"
import { sanitizeMessage } from "../text/sanitizeMessage.ts"
import { counted, named, quoted } from "../text/words.ts"
import { type Description, withCallFacts } from "./callFacts.ts"
import type { DiscordMcpError } from "./DiscordMcpError.ts"
import { describeBulkhead } from "./describeBulkhead.ts"
import { describeGateway } from "./describeGateway.ts"
import { describeTranscription } from "./describeTranscription.ts"
import { meaningOfCode } from "./discordCodes.ts"
import { describeErrorsBy } from "./failure.ts"
import { AUDIT_RECORD, type Upstream } from "./fields.ts"
import { mainErrorOf } from "./PipelineReport.ts"
import { denialText, permissionHint } from "./permissionDenial.ts"
import { describeProxyFailure } from "./proxyFailure.ts"
import { factsOfStatus } from "./statusFacts.ts"
import { validationHint } from "./validationIssues.ts"

/** Describes a failure in sentences without secrets, even if its fields contain secrets. */
export const describe = (error: DiscordMcpError): Description => {
  const { message, recovery_hint, retriable } = withCallFacts(error, describeError(error))
  return { retriable, message: sanitizeMessage(message), recovery_hint: sanitizeMessage(recovery_hint) }
}

/** Describes a defect: only how to report it. */
export const describeDefect = (incident_id: string): Description =>
  notRetriable(
    "The server hit an internal error. This is a bug in the server, not in your call.",
    `Do not retry. Report incident ${incident_id} to the operator: the server's log has the details under this id.`
  )

/** Describes an error. The recovery that the tool declares replaces the hint of the class. */
const describeError = (error: DiscordMcpError): Description => {
  const description = describeClass(error)
  const declared = "recovery" in error ? sanitizeMessage(error.recovery ?? "") : ""
  // A hint is never empty: an empty recovery is ignored.
  return declared === "" ? description : { ...description, recovery_hint: declared }
}

/** Describes an error by its class. A class without a case does not compile. */
const describeClass: (error: DiscordMcpError) => Description = Match.type<DiscordMcpError>().pipe(
  Match.tagsExhaustive({
    DiscordPermissionError: (e) => {
      const missing = e.missing_permissions ?? []
      const may = missing.length > 0 ? `the bot lacks ${missing.join(", ")}` : denialText(e.why, e.upstream)
      const verb = isCertain(e) ? "would refuse" : "refused"
      const end = isCertain(e) ? "; nothing was sent" : ""
      return notRetriable(`Discord ${verb} ${operationOf(e.upstream)}: ${may}${end}.`, permissionHint(e))
    },
    DiscordRateLimitError: (e) =>
      e.scope === "invalid_requests"
        ? {
            retriable: true,
            message:
              "Nothing was sent: Discord refused too many calls in ten minutes, and it bans an address after too many refusals.",
            recovery_hint: `Wait ${e.retry_after_ms} ms, then retry. Do not repeat calls that Discord refused: fix the cause of the refusals first.`
          }
        : {
            retriable: true,
            message: e.sent
              ? `Discord's ${e.scope} rate limit was hit.`
              : `Nothing was sent: Discord's ${e.scope} rate limit is exhausted.`,
            recovery_hint: `Wait ${e.retry_after_ms} ms, then retry. For many items use one bulk tool instead of many calls.`
          },
    DiscordNotFoundError: (e) =>
      notRetriable(
        `Discord knows no ${e.resource}${e.id === undefined ? "" : ` with the id ${named(e.id)}`} that this bot can see.`,
        `Verify: 1) the ${e.resource} exists, 2) the bot can see it (VIEW_CHANNEL), 3) the ID is right.`
      ),
    ValidationError: (e) =>
      notRetriable(
        e.upstream === undefined ? "The input is not valid; nothing was sent." : "Discord refused the input.",
        validationHint(e.validation_issues)
      ),
    DiscordAuthError: (e) =>
      e.expected_bot_id !== undefined
        ? notRetriable(
            `The token belongs to ${e.bot_id === undefined ? "another bot" : `bot ${e.bot_id}`}, not to bot ${e.expected_bot_id} that DISCORD_EXPECTED_BOT_ID names; nothing was sent.`,
            `Ask the operator to set DISCORD_TOKEN to the token of bot ${e.expected_bot_id}, or to correct DISCORD_EXPECTED_BOT_ID, then to restart the server. Do not retry until then.`
          )
        : e.subject === "route"
          ? notRetriable(
              `Discord does not accept the bot's token for ${e.upstream === undefined ? "this route" : operationOf(e.upstream)}. The token works on other routes.`,
              "Do not retry: bots cannot use this operation. Use another tool."
            )
          : e.subject === "bot"
            ? notRetriable(
                "Discord does not accept the bot's token.",
                "Ask the operator to put a valid bot token into DISCORD_TOKEN and to restart the server. Do not retry until then."
              )
            : notRetriable(
                `Discord does not accept the ${e.subject}'s token.`,
                e.subject === "webhook"
                  ? "List the webhooks again and use a current token. Do not reuse this one."
                  : "Use the token of a new interaction. This one has expired or was already used."
              ),
    DiscordCloudflareBlocked: (e) => ({
      retriable: e.retry_after_ms !== undefined,
      message: "Cloudflare, the network in front of Discord, is blocking this server's IP address.",
      recovery_hint:
        e.retry_after_ms === undefined
          ? "Stop calling Discord. Tell the operator that this server's IP address is blocked until Cloudflare unblocks it."
          : `Wait ${e.retry_after_ms} ms before any further call. Tell the operator that this server's IP address was blocked.`
    }),
    ScopeRejectedError: (e) => {
      if (e.policy_changed !== undefined) {
        return notRetriable(
          `The policy or the token of this client changed after the call was accepted: ${e.tool} needs ${e.required}; granted: ${e.granted}. ${
            e.policy_changed === "not_sent"
              ? "No further request was sent."
              : "The call has ended, and its result is withheld."
          }`,
          "Do not repeat the call. Changes that it made before stay. Tell the person that the operator has changed what this client may do."
        )
      }
      return notRetriable(
        `The operator's settings do not allow ${e.tool}: it needs ${e.required}; granted: ${e.granted}.`,
        e.required === AUDIT_RECORD
          ? "Tell the operator that the audit log cannot be written; the server's log says why. Reads still work. Do not retry changes until the operator has fixed it."
          : "Use an allowed tool, or tell the person that the operator has disabled this one."
      )
    },
    GuildNotAllowedError: (e) => {
      if (e.boundary === "not_listed") {
        const guild = `The guild${e.guild_id === undefined ? "" : ` ${e.guild_id}`}`
        return notRetriable(
          `${guild}${e.path === undefined ? "" : ` (${e.path})`} is outside the guilds that this server may access.`,
          "Use an id from an allowed guild: users_list_current_user_guilds lists them."
        )
      }
      return e.path === undefined
        ? notRetriable(
            "The call names no guild or channel, so the server cannot confirm that it stays inside the allowed guilds.",
            "Do not retry. Direct messages, interactions, lobbies, global commands and the application itself belong to no guild. Tell the person that this server may not access them."
          )
        : notRetriable(
            `The server could not confirm that ${e.path} belongs to an allowed guild.`,
            "Check that the id is right and that the bot can see it, or use a channel or guild that users_list_current_user_guilds or channels_list shows."
          )
    },
    DryRunPreview: (e) =>
      e.consent_stale === undefined
        ? notRetriable(
            `Dry run: ${e.tool} would run with the arguments in the preview. Nothing was changed.`,
            `Show the preview to the person. ${consentHint(e)}`
          )
        : notRetriable(
            `${e.tool} was not run, because this has changed since its preview: ${e.consent_stale.join(", ")}.`,
            `Show the new preview to the person. ${consentHint(e)}`
          ),
    ConfirmationDeclined: (e) =>
      e.how === "not_asked"
        ? notRetriable(
            `${e.tool} was not run, and nobody was asked: people have declined too many calls of this client.`,
            "Do not repeat the call. Declines end after ten minutes. Ask the person what they want instead."
          )
        : notRetriable(
            `${e.tool} was not run: the person ${e.how === "timed_out" ? "did not answer in time" : `${e.how} it`}.`,
            "Do not repeat the call. Ask the person what they want instead."
          ),
    ConfirmationPending: (e) => ({
      retriable: true,
      message: `${e.tool} was not run: a person in Discord was asked to approve it and has not answered yet.`,
      recovery_hint: `Wait ${e.retry_after_ms} ms, then call ${e.tool} again with the same arguments and __confirm: ${named(e.ask_id)}. The question ends at ${named(e.expires_at)}.`
    }),
    DiscordConflictError: (e) =>
      notRetriable(
        `Discord's current state conflicts with ${operationOf(e.upstream)}${codeDetail(e.upstream)}${isCertain(e) ? "; nothing was sent" : ""}.`,
        "Read the object first: it may already be in the requested state. Then change the call to fit it."
      ),
    DiscordLimitReached: (e) =>
      notRetriable(
        `A Discord limit is reached, so ${operationOf(e.upstream)} was refused${codeDetail(e.upstream)}.`,
        "Remove something of the same kind that is no longer needed, or tell the person that the limit is reached."
      ),
    DiscordContentBlocked: (e) =>
      notRetriable(
        `Discord refused the content itself${codeDetail(e.upstream)}.`,
        "Tell the person that the content was blocked. Change the text only as they wish; do not try variants."
      ),
    DiscordFeatureUnavailable: (e) =>
      notRetriable(
        `Discord does not offer ${operationOf(e.upstream)} here or now${codeDetail(e.upstream)}.`,
        "Tell the person which feature is missing, or use another tool."
      ),
    ToolNotFound: (e) =>
      notRetriable(
        `There is no tool named ${quoted(e.tool)}.`,
        e.near.length > 0
          ? `Call ${e.near.join(" or ")} instead, with its own arguments.`
          : "Call tools/list and use a name from it."
      ),
    PipelineFailed: (e) => ({
      retriable: e.report.steps.some((step) => mainErrorOf(step)?.error.retriable === true),
      message: `The pipeline failed: ${e.report.steps.filter((step) => step.status === "ok").length} of ${counted(e.report.steps.length, "step")} succeeded.`,
      recovery_hint:
        "Read each failed step's own error in report.steps and follow its hint. Do not repeat steps that are ok."
    }),
    CancelledError: () => notRetriable("The call was cancelled.", "Call again if the result is still needed."),
    CircuitOpenError: (e) => ({
      retriable: true,
      // The message does not name Discord: the circuit may protect another API (effect-discord-mcp/resilience).
      message: `Calls to ${e.route} keep failing, so they are paused.`,
      recovery_hint: `Wait ${e.retry_after_ms} ms: then the circuit lets one call through. Other routes still work.`
    }),
    BulkheadFullError: describeBulkhead,
    DiscordTimeoutError: (e) => ({
      retriable: !e.outcome_unknown,
      message: {
        headers: "Discord did not respond in time.",
        body: "Discord's response was cut off.",
        deadline: "The deadline of this call passed.",
        upstream: "Discord timed out internally."
      }[e.phase],
      recovery_hint: retryIn("a few seconds", e)
    }),
    DiscordRestUnavailable: (e) => {
      const proxy = describeProxyFailure(e.network)
      if (proxy !== undefined) {
        const { hint, message, transient } = proxy
        return { retriable: transient, message, recovery_hint: `Tell the operator: ${hint}` }
      }
      return {
        retriable: !e.outcome_unknown,
        message:
          e.upstream === undefined
            ? `Discord could not be reached${e.network === undefined ? "" : ` (${e.network})`}.`
            : `Discord is failing (HTTP ${e.upstream.status}).`,
        recovery_hint: retryIn(e.retry_after_ms === undefined ? "a minute" : `${e.retry_after_ms} ms`, e)
      }
    },
    DiscordUnexpectedResponse: (e) => {
      const { transient } = factsOfStatus(e.upstream.status)
      const check = "the operator to check DISCORD_API_URL and any proxy between this server and Discord."
      return {
        retriable: transient && !e.outcome_unknown,
        message: `The response to ${operationOf(e.upstream)} (HTTP ${e.upstream.status}) is not a valid Discord response.`,
        recovery_hint:
          transient && !e.outcome_unknown
            ? `Retry once. If it happens again, tell ${check}`
            : `Tell ${check}${transient ? "" : " Do not retry until then."}`
      }
    },
    DiscordIndexNotReady: (e) => ({
      retriable: true,
      message: "Discord is still building the search index of this guild.",
      recovery_hint: `Wait ${e.retry_after_ms ?? 5000} ms, then retry the search.`
    }),
    GatewayUnavailable: describeGateway,
    TranscriptionUnavailable: describeTranscription
  })
)

/** Returns whether this server has refused a call that Discord would refuse. An answer that is repeated has a time. */
const isCertain = ({ retry_after_ms, sent }: { readonly sent?: false; readonly retry_after_ms?: number }): boolean =>
  sent === false && retry_after_ms === undefined

/** Returns when to retry a call. If the call may have happened, the sentence before says whether to. */
const retryIn = (wait: string, { outcome_unknown }: { readonly outcome_unknown: boolean }): string =>
  outcome_unknown ? `Wait ${wait} before you repeat it.` : `Retry the same call in ${wait}.`

const notRetriable = (message: string, recovery_hint: string): Description => ({
  retriable: false,
  message,
  recovery_hint
})

const operationOf = (upstream: Upstream): string => `${upstream.method} ${upstream.route}`

/** Returns Discord's code and its meaning in brackets, or nothing. */
const codeDetail = (upstream: Upstream): string => {
  const meaning = meaningOfCode(upstream.discord_code)
  return meaning === undefined ? "" : ` (${upstream.discord_code}: ${meaning})`
}

type PreviewError = Extract<DiscordMcpError, { readonly _tag: "DryRunPreview" }>

/** Says what a previewed call still needs: the operator's setting, the caller's `__confirm`, or a person's answer. */
const consentHint = (e: PreviewError): string => {
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
const dryRunHint = (e: PreviewError): string =>
  e.by_policy === true
    ? "Calls that delete, ban or time out are only previewed for this client, by dry_run in its policy. The operator can change the policy in the clients file."
    : "Calls that delete, ban or time out are only previewed here (MCP_DRY_RUN=true). The person can allow them: with init and --allow destructive, or with MCP_DRY_RUN=false."

/** What a call needs once no dry run holds it, by `MCP_CONFIRM`. */
const CONFIRMED_BY = {
  flag: "__confirm: true",
  token: "without __confirm, for a preview with a confirmation_token",
  elicit: "without __confirm: the person is asked first",
  discord: "without __confirm: a person in Discord is asked to approve it"
} as const satisfies Readonly<Record<NonNullable<PreviewError["confirm_by"]>, string>>

/** Names what requires the confirmation: the variable, or the policy of the client. */
const confirmSource = (e: PreviewError, value?: "elicit" | "discord"): string =>
  e.by_policy === true
    ? `confirm${value === undefined ? "" : `: ${value}`} in the policy of this client`
    : `MCP_CONFIRM${value === undefined ? "" : `=${value}`}`

describeErrorsBy((error) => {
  const { message, recovery_hint } = describe(error as DiscordMcpError) // only its classes ask
  return `${message} ${recovery_hint}`
})

/** The one exhaustive match of the project: what each failure means and what to do about it, in our words. */
import { Match } from "effect"
import { AUDIT_RECORD } from "./ClientErrors.ts"
import type { DiscordMcpError } from "./DiscordMcpError.ts"
import { meaningOfCode } from "./discordCodes.ts"
import type { Upstream } from "./fields.ts"
import { named, quoted } from "./quoted.ts"
import { sanitizeMessage } from "./sanitizeMessage.ts"

/** What the caller is told of a failure: whether the same call may be repeated, what happened, what to do. */
export interface Description {
  readonly retriable: boolean
  readonly message: string
  readonly recovery_hint: string
}

/** What a caller does first where a change may have happened. */
export const checkStateFirst =
  "Read the current state first (for a message: read the channel): the change may have happened. Repeat the call only if it did not."

/** Tells what a failure means, in sentences that are safe to tell whatever its fields hold. */
export const describe = (error: DiscordMcpError): Description => {
  const { message, recovery_hint, retriable } = withUnknownOutcome(error, describeError(error))
  return { retriable, message: sanitizeMessage(message), recovery_hint: sanitizeMessage(recovery_hint) }
}

/** A refusal whose earlier attempt may have taken effect: the caller looks before it follows the hint. */
const withUnknownOutcome = (error: DiscordMcpError, { message, recovery_hint, retriable }: Description): Description =>
  "outcome_unknown" in error && error.outcome_unknown === true && !recovery_hint.startsWith(checkStateFirst)
    ? {
        retriable: false,
        message: `${message} An earlier attempt of this call got no answer and may have taken effect.`,
        recovery_hint: `${checkStateFirst} ${recovery_hint}`
      }
    : { retriable, message, recovery_hint }

/** What is told of a defect: nothing but how to report it. */
export const describeDefect = (incident_id: string): Description =>
  notRetriable(
    "The server failed in a way it did not foresee. This is a bug in the server, not in your call.",
    `Do not retry. Report incident ${incident_id} to the operator: the server's log has the details under this id.`
  )

/** An error without a case here does not compile. */
const describeError: (error: DiscordMcpError) => Description = Match.type<DiscordMcpError>().pipe(
  Match.tagsExhaustive({
    DiscordPermissionError: (e) => {
      const missing = e.missing_permissions ?? []
      const may = missing.length > 0 ? `the bot lacks ${missing.join(", ")}` : denialText(e.why, e.upstream)
      return notRetriable(`Discord refused ${operationOf(e.upstream)}: ${may}.`, permissionHint(e))
    },
    DiscordRateLimitError: (e) => ({
      retriable: true,
      message: e.sent
        ? `Discord's ${e.scope} rate limit was hit.`
        : `Held back before sending: Discord's ${e.scope} rate limit is used up.`,
      recovery_hint: `Wait ${e.retry_after_ms} ms, then retry. For many items use one bulk tool instead of many calls.`
    }),
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
            `The token belongs to bot ${e.bot_id}, not to bot ${e.expected_bot_id} that DISCORD_EXPECTED_BOT_ID names; nothing was sent.`,
            `Ask the operator to put the token of bot ${e.expected_bot_id} into DISCORD_TOKEN, or to correct DISCORD_EXPECTED_BOT_ID, and to restart the server. Do not retry until then.`
          )
        : e.subject === "route"
          ? notRetriable(
              `Discord does not accept the bot's token for ${e.upstream === undefined ? "this route" : operationOf(e.upstream)}; elsewhere it does.`,
              "Do not retry: this operation is not for bots. Use another tool."
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
      message: "The network in front of Discord is blocking this server's address.",
      recovery_hint:
        e.retry_after_ms === undefined
          ? "Stop calling Discord and tell the operator: this address is blocked until Discord lifts it."
          : `Wait ${e.retry_after_ms} ms before any further call, and tell the operator that this address was blocked.`
    }),
    ScopeRejectedError: (e) =>
      notRetriable(
        `The operator's settings do not allow ${e.tool}: it needs ${e.required}, allowed is ${e.granted}.`,
        e.required === AUDIT_RECORD
          ? "Tell the operator that the audit log cannot be written: the server's log says why. Reading still works; do not retry changes until they have mended it."
          : "Use an allowed tool, or tell the person that the operator has switched this one off."
      ),
    GuildNotAllowedError: (e) => {
      if (e.boundary === "not_listed") {
        const guild = `The guild${e.guild_id === undefined ? "" : ` ${e.guild_id}`}`
        return notRetriable(
          `${guild}${e.path === undefined ? "" : ` (${e.path})`} is outside the guilds this server may touch.`,
          "Use an id from an allowed guild: users_list_current_user_guilds lists them."
        )
      }
      return e.path === undefined
        ? notRetriable(
            "Nothing in this call says that it stays inside the guilds this server may touch.",
            "Do not repeat it. Direct messages, interactions, lobbies, global commands and the application itself are of no guild: tell the person that this server may not touch them."
          )
        : notRetriable(
            `It could not be proven that ${e.path} lies inside the guilds this server may touch.`,
            "Check that the id is right and that the bot can view it, or name a channel or guild that users_list_current_user_guilds or channels_list shows."
          )
    },
    DryRunPreview: (e) =>
      notRetriable(
        `Dry run: ${e.tool} would run with the arguments in the preview. Nothing was changed.`,
        `Show the preview to the person. ${consentHint(e)}`
      ),
    ConfirmationDeclined: (e) =>
      notRetriable(
        `${e.tool} was not run: the person ${e.how === "timed_out" ? "did not answer in time" : `${e.how} it`}.`,
        "Do not repeat the call. Ask the person what they want instead."
      ),
    DiscordConflictError: (e) =>
      notRetriable(
        `Discord's current state conflicts with ${operationOf(e.upstream)}${codeDetail(e.upstream)}.`,
        "Read the object first: what you asked for may already be so. Change the call to fit what you find."
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
      retriable: e.report.steps.some((step) => step.error?.retriable === true),
      message: `The pipeline failed: ${e.report.steps.filter((step) => step.status === "ok").length} of ${e.report.steps.length} steps were done.`,
      recovery_hint:
        "Read each failed step's own error in report.steps and follow its hint. Do not repeat steps that are ok."
    }),
    CancelledError: () => notRetriable("The call was cancelled.", "Call again if the result is still wanted."),
    CircuitOpenError: (e) => ({
      retriable: true,
      message: `Discord is failing on ${e.route}; calls to it are paused.`,
      recovery_hint: `Wait ${e.retry_after_ms} ms: the circuit then tries again by itself. Other tools still work.`
    }),
    BulkheadFullError: (e) => ({
      retriable: true,
      message:
        e.scope === "global"
          ? `Too many calls at once: ${e.limit} are in flight.`
          : `Too many calls at once to this channel or guild: ${e.limit} are in flight.`,
      recovery_hint: "Wait until calls in flight have ended, then retry with fewer at once."
    }),
    DiscordTimeoutError: (e) => ({
      retriable: !e.outcome_unknown,
      message: {
        headers: "Discord did not answer in time.",
        body: "Discord's answer broke off in the middle.",
        deadline: "The time for this call ran out.",
        upstream: "Discord itself ran out of time."
      }[e.phase],
      recovery_hint: e.outcome_unknown ? checkStateFirst : "Retry the same call in a few seconds."
    }),
    DiscordRestUnavailable: (e) => ({
      retriable: !e.outcome_unknown,
      message:
        e.upstream === undefined
          ? `Discord could not be reached${e.network === undefined ? "" : ` (${e.network})`}.`
          : `Discord is failing (HTTP ${e.upstream.status}).`,
      recovery_hint: e.outcome_unknown
        ? checkStateFirst
        : `Retry the same call ${e.retry_after_ms === undefined ? "in a minute" : `after ${e.retry_after_ms} ms`}.`
    }),
    DiscordUnexpectedResponse: (e) => ({
      retriable: !e.outcome_unknown,
      message: `The answer to ${operationOf(e.upstream)} (HTTP ${e.upstream.status}) is not one of Discord's.`,
      recovery_hint: e.outcome_unknown
        ? checkStateFirst
        : "Retry once. If it happens again, tell the operator to check DISCORD_API_URL and the proxies on the way."
    }),
    DiscordIndexNotReady: (e) => ({
      retriable: true,
      message: "Discord is still building the search index of this guild.",
      recovery_hint: `Wait ${e.retry_after_ms ?? 5000} ms, then retry the search.`
    })
  })
)

const notRetriable = (message: string, recovery_hint: string): Description => ({
  retriable: false,
  message,
  recovery_hint
})

const operationOf = (upstream: Upstream): string => `${upstream.method} ${upstream.route}`

/** What Discord's code means, in brackets, where it gave one. */
const codeDetail = (upstream: Upstream): string => {
  const describeError = meaningOfCode(upstream.discord_code)
  return describeError === undefined ? "" : ` (${upstream.discord_code}: ${describeError})`
}

/** What is missing to a previewed call: the operator's half, the caller's, or a person's word. */
const consentHint = (e: Extract<DiscordMcpError, { readonly _tag: "DryRunPreview" }>): string => {
  if (e.held_by === "MCP_WRITE_MODE") {
    return "Nothing more can be done with it here: the operator has every change previewed only (MCP_WRITE_MODE=preview)."
  }
  if (e.held_by === "MCP_CONFIRM") {
    return e.armed
      ? `To run it, call ${e.tool} again with the same arguments and without __confirm: the person is then asked (MCP_CONFIRM=elicit).`
      : "The operator has a person agree to each such call (MCP_CONFIRM), and nobody can be asked here: it runs from a client with elicitation, or on a terminal."
  }
  if (!e.armed) {
    return "Executing needs both halves: the operator sets MCP_DRY_RUN=false, and the call passes __confirm: true."
  }
  const half = e.confirmation_token === undefined ? "true" : "the confirmation_token"
  return `If they agree, call ${e.tool} again with the same arguments and __confirm: ${half}.`
}

type PermissionError = Extract<DiscordMcpError, { readonly _tag: "DiscordPermissionError" }>

/** Discord codes that are denials no role permission can lift. */
const denialsByCode: Readonly<Record<number, string>> = {
  20001: "bots cannot use this endpoint",
  50005: "only the author of a message can edit it",
  50007: "this person cannot be messaged by the bot",
  50278: "the bot shares no server with this person",
  60003: "the bot's owner must have two-factor authentication on",
  90001: "this person has blocked the bot's reactions"
}

/** Denials that are not about a permission bit, and what lifts them. */
const denialReasons: Readonly<
  Record<NonNullable<PermissionError["why"]>, { readonly denial: string; readonly hint: string }>
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

const denialText = (why: PermissionError["why"], upstream: Upstream): string =>
  why === undefined
    ? (denialsByCode[upstream.discord_code ?? 0] ?? "the missing permission could not be derived")
    : denialReasons[why].denial

const permissionHint = (e: PermissionError): string => {
  if (e.missing_permissions !== undefined && e.missing_permissions.length > 0) {
    return `Grant ${e.missing_permissions.join(", ")} to the bot's role in Server Settings → Roles, or in the channel's permissions, then retry.`
  }
  if (e.why !== undefined) return denialReasons[e.why].hint
  if (denialsByCode[e.upstream.discord_code ?? 0] !== undefined) {
    return "Do not retry: no permission can change this. Tell the person why, or choose another target."
  }
  const required = e.required_permissions === undefined ? "" : ` for ${e.required_permissions.join(", ")}`
  return `Ask a server admin to check the bot's role and the channel's permission overwrites${required}, then retry.`
}

const validationHint = (issues: ReadonlyArray<{ readonly path: string; readonly message: string }>): string => {
  if (issues.length === 0) return "Check the arguments against the tool's input schema, then call again."
  const fixes = issues
    .map((issue) => `Fix ${issue.path === "" ? "the arguments" : named(issue.path)}: ${issue.message}`)
    .join("; ")
  return `${fixes}${/[.?!]$/.test(fixes) ? "" : "."} Then call the tool again.`
}

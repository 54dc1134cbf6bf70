import { Duration, Effect, Redacted } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import { type Consented, Permit, type ShownCall } from "../discord/Permit.ts"
import { ConfirmationDeclined, DryRunPreview, type ScopeRejectedError } from "../errors/DiscordMcpError.ts"
import type { Preview } from "../errors/preview/Preview.ts"
import { fittedPreviewLines, PREVIEW_MAX_CHARS, questionOf } from "../errors/preview/renderPreview.ts"
import { Caller } from "../telemetry/Caller.ts"
import { escapeDelimiters } from "../text/delimiters.ts"
import { mapTexts, stripInvisible } from "../text/sanitize.ts"
import { makeRedactor } from "../text/secrets.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { Approvals, type GateApprovals } from "./Approvals.ts"
import {
  Approver,
  type ApproverCapability,
  type CheckedPreview,
  CONFIRMATION_TIMEOUT,
  type ConfirmationOutcome,
  type ConsentFailure,
  type ShowChanged,
  tooMuchToShow,
  whileDeciding
} from "./Approver.ts"
import { ConfirmationTokens } from "./ConfirmationTokens.ts"
import { Declines } from "./Declines.ts"
import { tooOldForBulk } from "./preview/certainRefusal.ts"
import { make as makePreview, withoutLookups } from "./preview/Preview.ts"
import { changesSince, subjectOf } from "./preview/shownState.ts"

/** Ensures that destructive calls are confirmed: by the operator's settings, and by the caller or a person. */
export interface Consent {
  /**
   * Succeeds once there is consent, with the time a person took to decide, and their approval. `checkPolicy` runs after
   * the preview has read from Discord, before the caller or a person sees it. `changes`: why an earlier consent to the
   * call does not count.
   */
  readonly obtain: (
    call: ToolCall,
    checkPolicy: CheckPolicy,
    changes?: ReadonlyArray<string>
  ) => Effect.Effect<Consented, ConsentFailure>
  /** Fails if a person recently declined this call. Consent to a plan does not override that. */
  readonly failIfDeclined: (call: ToolCall) => Effect.Effect<void, ConfirmationDeclined>
  /** Returns what has changed of a step since the preview of its plan showed it. Nothing, if it was not known then. */
  readonly changesOf: (step: ToolCall, shown: ReadonlyArray<ShownCall>) => Effect.Effect<ReadonlyArray<string>>
}

/** Fails if the current policy does not allow the call. */
type CheckPolicy = Effect.Effect<void, ScopeRejectedError>

/** Makes the consent rules. */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"], settings: Settings["Type"]) {
  const tokens = yield* ConfirmationTokens
  const declines = yield* Declines
  const approvals = yield* Approvals
  const failIfDeclined = failIfDeclinedBy(declines)
  // Made with the first call that needs an approval in Discord.
  const approval = yield* Effect.cached(
    approvals.make({ declines, discord, failIfDeclined, permit: Permit.grant("approval", "write"), settings })
  )
  const previewOf = makePreview(discord, Permit.grant("preview", "read"))
  return new GateConsent({
    approval,
    declines,
    failIfDeclined,
    previewOf,
    settings,
    tokens
  }) satisfies Consent as Consent
})

/** Returns the check that fails if a person recently declined a call. */
const failIfDeclinedBy =
  (declines: Declines["Type"]): Consent["failIfDeclined"] =>
  (call) =>
    Effect.flatMap(Caller, ({ clientId }) =>
      Effect.flatMap(declines.find(call, clientId), (how) =>
        how === undefined ? Effect.void : new ConfirmationDeclined({ tool: call.tool.name, how })
      )
    )

/** What consent needs. */
interface Parts {
  readonly approval: Effect.Effect<GateApprovals>
  readonly declines: Declines["Type"]
  readonly failIfDeclined: Consent["failIfDeclined"]
  readonly previewOf: ReturnType<typeof makePreview>
  readonly settings: Settings["Type"]
  readonly tokens: ConfirmationTokens["Type"]
}

/** The consent of one gate: by the operator's settings, and by the caller or a person. */
class GateConsent {
  readonly #parts: Parts
  readonly failIfDeclined: Consent["failIfDeclined"]

  constructor(parts: Parts) {
    this.#parts = parts
    this.failIfDeclined = parts.failIfDeclined
  }

  obtain(
    call: ToolCall,
    checkPolicy: CheckPolicy,
    changes?: ReadonlyArray<string>
  ): Effect.Effect<Consented, ConsentFailure> {
    const preview = Effect.zipLeft(
      Effect.suspend(() =>
        Effect.map(this.#parts.previewOf(call), ({ preview, ...shown }) => ({
          preview: presentable(call)(preview),
          ...shown
        }))
      ),
      checkPolicy
    )
    const decided =
      call.risk === "destructive"
        ? Effect.flatMap(Approver, (approver) => this.#proceed(call, preview, approver, checkPolicy, changes))
        : this.#proceed(call, preview, NOBODY, checkPolicy)
    return Effect.flatMap(tooOldForBulk(call), (error): typeof decided => error ?? decided)
  }

  changesOf(step: ToolCall, shown: ReadonlyArray<ShownCall>): Effect.Effect<ReadonlyArray<string>> {
    const subject = subjectOf(step)
    const before = shown.find((call) => call.subject === subject)
    return before === undefined
      ? Effect.succeed([])
      : Effect.map(this.#parts.previewOf(step), ({ state }) => changesSince([before], state))
  }

  /** Takes the next action for a call: runs, redeems a token, asks a person, or shows the preview. */
  #proceed(
    call: ToolCall,
    preview: CheckedPreview,
    approver: ApproverCapability,
    checkPolicy: CheckPolicy,
    changes?: ReadonlyArray<string>
  ): Effect.Effect<Consented, ConsentFailure> {
    const decision = decide(call, this.#parts.settings, {
      canConfirm: approver.confirm !== undefined,
      canReturn: approver.canReturn
    })
    if (call.risk === "destructive" && !isShowable(call)) return tooMuchToShow(call, PREVIEW_MAX_CHARS)
    // Nobody is asked about a call that must fail, and it gets no token.
    const possible = failIfCertain(preview)
    switch (decision.kind) {
      case "run":
        return call.risk === "destructive" ? Effect.as(this.failIfDeclined(call), AT_ONCE) : NO_TIME
      case "redeem":
        return this.#redeem(call, possible, approver, decision.token)
      case "confirm":
        return this.#confirm(call, possible, approver, checkPolicy)
      case "approve":
        return Effect.flatMap(this.#parts.approval, ({ obtain }) =>
          obtain(call, possible, checkPolicy, this.#showChanged)
        )
      case "show":
        return this.#show(call, decision.armed ? possible : preview, decision, changes)
    }
  }

  #show = Effect.fnUntraced(function* (
    this: GateConsent,
    call: ToolCall,
    checked: CheckedPreview,
    { armed, held_by, token }: Omit<Extract<Decision, { readonly kind: "show" }>, "kind">,
    consent_stale?: ReadonlyArray<string>
  ) {
    const { settings, tokens } = this.#parts
    const { preview, state } = yield* checked
    const { clientId } = yield* Caller
    if (call.risk === "destructive" && fittedPreviewLines(preview) === undefined)
      return yield* tooMuchToShow(call, PREVIEW_MAX_CHARS)
    const confirmation_token = token ? yield* tokens.issue(call, state, clientId) : undefined
    const isTokenMissing = token && confirmation_token === undefined
    const heldBy = isTokenMissing ? "MCP_REDIS_URL" : held_by
    return yield* new DryRunPreview({
      tool: call.tool.name,
      preview,
      ...(confirmation_token !== undefined && { confirmation_token }),
      armed: armed && !isTokenMissing,
      ...(heldBy !== undefined && { held_by: heldBy }),
      ...(isByPolicy(heldBy, settings) && { by_policy: true }),
      ...(heldBy === "MCP_DRY_RUN" && { confirm_by: settings.confirm }),
      ...(consent_stale !== undefined && { consent_stale })
    })
  })

  readonly #showChanged: ShowChanged = (call, now, changes, token = false) =>
    this.#show(call, Effect.succeed(now), { armed: true, token }, changes)

  /**
   * Reads again what the preview showed. Shows a new preview in place of the call if it changed in a way that the consent
   * does not cover. `token`: whether the caller, not a person, gives the new consent.
   */
  #failIfChanged = Effect.fnUntraced(function* (
    this: GateConsent,
    call: ToolCall,
    state: ReadonlyArray<ShownCall>,
    preview: CheckedPreview,
    token: boolean
  ) {
    const now = yield* preview
    const changes = changesSince(state, now.state)
    if (changes.length > 0) return yield* this.#showChanged(call, now, changes, token)
  })

  /** Asks the person at the client. */
  #confirm = Effect.fnUntraced(function* (
    this: GateConsent,
    call: ToolCall,
    preview: CheckedPreview,
    approver: ApproverCapability,
    checkPolicy: CheckPolicy
  ) {
    const { declines } = this.#parts
    const current = yield* preview
    const { clientId } = yield* Caller
    const message = questionOf(current.preview)
    if (message === undefined) return yield* tooMuchToShow(call, PREVIEW_MAX_CHARS)
    if (!(yield* declines.reserve(call, clientId))) {
      return yield* new ConfirmationDeclined({ tool: call.tool.name, how: "not_asked" })
    }
    const question = { tool: call.tool.name, message }
    const [approvalTime, outcome] = yield* Effect.timed(
      Effect.timeoutTo(
        whileDeciding(CONFIRMATION_TIMEOUT)(
          approver.confirm?.(question) ?? Effect.succeed<ConfirmationOutcome>("unavailable")
        ),
        {
          duration: CONFIRMATION_TIMEOUT,
          onSuccess: (outcome) => outcome,
          onTimeout: (): ConfirmationOutcome => "timed_out"
        }
      )
    )
    switch (outcome) {
      case "accepted":
        yield* this.#failIfChanged(call, current.state, preview, false)
        yield* declines.remove(call, clientId)
        return { approvalTime, shown: current.state }
      case "unavailable":
        return yield* this.#proceed(call, Effect.succeed(current), { canReturn: approver.canReturn }, checkPolicy)
      case "declined":
      case "cancelled":
      case "timed_out":
        yield* declines.add(call, clientId, outcome)
        return yield* new ConfirmationDeclined({ tool: call.tool.name, how: outcome })
    }
  }, Effect.scoped)

  /** Takes the token of a preview for the consent of the caller. */
  #redeem = Effect.fnUntraced(function* (
    this: GateConsent,
    call: ToolCall,
    preview: CheckedPreview,
    { canReturn }: ApproverCapability,
    token: string
  ) {
    const { clientId } = yield* Caller
    yield* this.failIfDeclined(call)
    const shown = yield* this.#parts.tokens.redeem(token, call, clientId)
    yield* this.#failIfChanged(call, shown, preview, canReturn)
    return { ...AT_ONCE, shown }
  })
}

/** Fails with the error that Discord would give, if the preview has found that the call must fail. */
const failIfCertain = (preview: CheckedPreview): CheckedPreview =>
  Effect.flatMap(preview, (shown) => (shown.refusal === undefined ? Effect.succeed(shown) : Effect.fail(shown.refusal)))

const AT_ONCE: Consented = { approvalTime: Duration.zero }

const NO_TIME = Effect.succeed(AT_ONCE)

/**
 * Removes invisible characters and imitated delimiters from all but the arguments, which are shown as they will be
 * sent. Then removes credentials, which neither the caller nor a person may see.
 */
const presentable =
  ({ arguments: sent, secrets = [] }: ToolCall) =>
  (preview: Preview): Preview => {
    const redactor = makeRedactor(secrets.map((secret) => Redacted.make(secret)))
    const sanitized = mapTexts({ ...preview, arguments: undefined }, (text) => escapeDelimiters(stripInvisible(text)))
    // Both functions change only texts, so a preview remains one.
    return redactor.value({ ...(sanitized as Preview), arguments: sent }) as Preview
  }

/** The approver of a call that is not destructive: nobody is asked. */
const NOBODY: ApproverCapability = { canReturn: false }

/** The next action for a call. */
type Decision =
  | { readonly kind: "run" }
  | { readonly kind: "redeem"; readonly token: string }
  | { readonly kind: "confirm" }
  | { readonly kind: "approve" }
  | { readonly kind: "show"; readonly armed: boolean; readonly token: boolean; readonly held_by?: HeldBy }

/** The setting that prevents the call. */
type HeldBy = NonNullable<DryRunPreview["held_by"]>

/** Whether a person can confirm, and whether the caller can return with a token. */
interface ConfirmationMeans {
  readonly canConfirm: boolean
  readonly canReturn: boolean
}

/** Decides about a call: the operator's settings first, then the caller's `__confirm` or a person. */
const decide = (
  { confirm, risk, tool }: Pick<ToolCall, "risk" | "confirm" | "tool">,
  { confirm: wanted, dryRun, writeMode }: Pick<Settings["Type"], "confirm" | "dryRun" | "writeMode">,
  { canConfirm, canReturn }: ConfirmationMeans
): Decision => {
  if (risk === "read") return { kind: "run" }
  if (writeMode === "preview") return heldBy("MCP_WRITE_MODE")
  const token = typeof confirm === "string" && wanted !== "elicit" && wanted !== "discord" ? confirm : undefined
  if (risk === "write") {
    // Each call makes its plan again: a token that was given for another plan must not run this one.
    return token !== undefined && tool.duration === "steps" ? { kind: "redeem", token } : { kind: "run" }
  }
  if (dryRun) return heldBy("MCP_DRY_RUN")

  if (wanted === "discord") {
    return confirm === false
      ? { kind: "show", armed: true, token: false, held_by: "MCP_APPROVERS" }
      : { kind: "approve" }
  }
  if (token !== undefined) return { kind: "redeem", token }
  if (confirm === true && wanted === "flag") return { kind: "run" }
  // `false` requests only the preview.
  if (canConfirm && confirm !== false) return { kind: "confirm" }

  if (wanted === "elicit") {
    return canConfirm ? { kind: "show", armed: true, token: false, held_by: "MCP_CONFIRM" } : heldBy("MCP_CONFIRM")
  }
  if (wanted === "token" && !canReturn) return heldBy("MCP_CONFIRM")
  return { kind: "show", armed: true, token: canReturn }
}

/** Returns whether the client's policy, and no variable, holds a call. */
const isByPolicy = (held: HeldBy | undefined, { byPolicy = [] }: Pick<Settings["Type"], "byPolicy">): boolean =>
  held === "MCP_DRY_RUN"
    ? byPolicy.includes("dry_run")
    : (held === "MCP_CONFIRM" || held === "MCP_APPROVERS") && byPolicy.includes("confirm")

const heldBy = (held_by: HeldBy): Decision => ({ kind: "show", armed: false, token: false, held_by })

/** Returns whether everything the call destroys or grants fits into a preview. Lookups only make the preview longer. */
const isShowable = (call: ToolCall): boolean =>
  (call.steps ?? []).filter(({ risk }) => risk === "destructive").length <= STEPS_MAX &&
  fittedPreviewLines(withoutLookups(call)) !== undefined

/** The maximum number of destructive steps in a preview. An id takes at least 17 characters. */
const STEPS_MAX = PREVIEW_MAX_CHARS / 17

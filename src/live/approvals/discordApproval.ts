/**
 * Approval of destructive calls by people in Discord (`MCP_CONFIRM=discord`): a post with two buttons, a wait, and one
 * run for each approval. Loaded with the first call that needs an approval.
 */
import { Clock, Duration, Effect, Either, Option, type Scope, Struct } from "effect"
import { WAIT_WITHOUT_PROGRESS_MAX_MS } from "../../config/approvalVariables.ts"
import { Discord } from "../../discord/Discord.ts"
import { type Consented, Permit } from "../../discord/Permit.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import {
  BulkheadFullError,
  ConfirmationDeclined,
  ConfirmationPending,
  DryRunPreview,
  GatewayUnavailable,
  type ScopeRejectedError,
  ValidationError
} from "../../errors/DiscordMcpError.ts"
import { categoryOf } from "../../errors/ErrorCode.ts"
import type { Preview } from "../../errors/preview/Preview.ts"
import type { ApprovalParts, GateApprovals } from "../../safety/Approvals.ts"
import {
  type CheckedPreview,
  type ConsentFailure,
  type ShowChanged,
  tooMuchToShow,
  whileDeciding
} from "../../safety/Approver.ts"
import { TOKEN_LIFE } from "../../safety/ConfirmationTokens.ts"
import { DECLINE_LIFE } from "../../safety/Declines.ts"
import type { Shown } from "../../safety/preview/Preview.ts"
import { subjectOf as callSubjectOf, changesSince } from "../../safety/preview/shownState.ts"
import { Caller } from "../../telemetry/Caller.ts"
import { canonicalJson } from "../../text/canonicalJson.ts"
import { sha256 } from "../../text/secureToken.ts"
import { quoted } from "../../text/words.ts"
import { Progress, waitAtMost } from "../../tools/dsl/Progress.ts"
import type { ToolCall } from "../../tools/Tool.ts"
import { APPROVE, type Ask, DECLINE, type NotApproved } from "../Ask.ts"
import type { Asks, AsksFull } from "../Asks.ts"
import { whyNoneArrives } from "../arrivals.ts"
import { askPeople, showOutcome } from "../askPeople.ts"
import { Gateway, type LiveEvents, whenEnded } from "../Gateway.ts"
import {
  type ApprovalChannelRefused,
  contentOf,
  MESSAGE_MAX_CHARS,
  mentionsOf,
  readApprovalChannel
} from "./approvalPost.ts"

/** What approvals need of the gate and of live events. */
export interface LiveApprovalParts extends ApprovalParts {
  readonly gateway: LiveEvents
}

/** When to call again, in milliseconds. The next call waits, too. */
const RETRY_AFTER_MS = 5000

/** The maximum number of open approvals of one client, because people read each of them. */
export const OPEN_APPROVALS_MAX = 10

/** Makes the approvals of a gate. */
export const make = (parts: LiveApprovalParts): Effect.Effect<GateApprovals> =>
  Effect.map(Effect.makeSemaphore(1), (opening) => {
    const approvals = new DiscordApprovals(parts, opening)
    return { obtain: (...request) => approvals.obtain(...request) }
  })

/** Approvals of the calls of one gate, by questions in the operator's channel. */
class DiscordApprovals {
  readonly #parts: LiveApprovalParts
  /** Of several equal calls at once, the first one posts the question, and the others wait with it. */
  readonly #opening: Effect.Semaphore

  constructor(parts: LiveApprovalParts, opening: Effect.Semaphore) {
    this.#parts = parts
    this.#opening = opening
  }

  readonly obtain = Effect.fn("approval.obtain")(function* (
    this: DiscordApprovals,
    call: ToolCall,
    preview: CheckedPreview,
    checkPolicy: Effect.Effect<void, ScopeRejectedError>,
    showChanged: ShowChanged
  ): Effect.fn.Return<Consented, ConsentFailure, Scope.Scope> {
    const { declines, gateway } = this.#parts
    const caller = yield* Caller
    const { clientId } = caller
    const asks = yield* this.#asksFor(call)
    const ask = yield* this.#askAbout(asks, call, preview)
    const [approvalTime, last] = yield* Effect.timed(this.#answered(ask))
    const tool = call.tool.name
    const { answer, ask_id, expires_at } = last
    if (answer?.value === DECLINE) {
      yield* declines.add(call, clientId, "declined")
      return yield* declinedBy(tool, last)
    }
    // The approval of a client whose policy has changed stays unused.
    if (answer !== undefined) yield* checkPolicy
    // During the wait, this process may have lost the connection and its questions, and own them again.
    const now = yield* Effect.orElseSucceed(gateway.asks, () => asks)
    const shown = last.approves?.shown ?? []
    const current = answer === undefined ? undefined : yield* preview
    const changes = current === undefined ? [] : changesSince(shown, current.state)
    const used = yield* now.useApproval(ask_id, caller, this.#subjectOf(call), changes.length > 0)
    if (Either.isLeft(used)) {
      return yield* used.left === "pending"
        ? new ConfirmationPending({ tool, ask_id, retry_after_ms: RETRY_AFTER_MS, expires_at })
        : refused(used.left)
    }
    const ended = Effect.asVoid(Effect.forkDaemon(this.#own(showOutcome(used.right, gateway.audit))))
    if (current !== undefined && changes.length > 0) {
      return yield* Effect.zipRight(ended, showChanged(call, current, changes))
    }
    yield* declines.remove(call, clientId)
    return { approvalTime, approval: { ask_id, by: used.right.answer?.by.id ?? "", ended }, shown }
  }, Effect.scoped)

  /**
   * Returns the digest of what a person approves: the call, asked of these approvers in this channel. An approval from
   * before a change of these settings is one of another call.
   */
  #subjectOf(call: ToolCall): string {
    const { approvalChannel, approvers = [] } = this.#parts.settings
    return sha256(canonicalJson([callSubjectOf(call), approvalChannel, [...approvers].sort()]))
  }

  /** Posts and edits are the server's own: no policy of a client restricts them. */
  #own<A, E>(work: Effect.Effect<A, E, Discord | Permit>): Effect.Effect<A, E> {
    const { discord, gateway, permit } = this.#parts
    return work.pipe(
      Effect.provideService(Discord, discord),
      Effect.provideService(Gateway, gateway),
      Effect.provideService(Permit, permit)
    )
  }

  /** Returns the questions. Fails if no answer of a person can arrive. */
  #asksFor({ tool }: ToolCall) {
    const { gateway } = this.#parts
    return Effect.gen(function* () {
      const asks = yield* gateway.asks
      // Without the gateway, clicks arrive at the endpoint.
      const none = whyNoneArrives({ types: ["interaction_create"] }, yield* gateway.status)
      return none === undefined || none.reason === "off" ? asks : yield* none
    }).pipe(Effect.mapError((error) => unavailableFor(tool.name, error)))
  }

  /** Posts the question about a call, which must not have been declined. */
  #post = Effect.fnUntraced(function* (this: DiscordApprovals, asks: Asks, call: ToolCall, preview: CheckedPreview) {
    const caller = yield* Caller
    const tool = call.tool.name
    const open = (yield* asks.list(caller)).filter((ask) => ask.approves !== undefined && ask.status === "pending")
    if (open.length >= OPEN_APPROVALS_MAX) return yield* tooManyOpen(OPEN_APPROVALS_MAX)
    if (!(yield* this.#parts.declines.reserve(call, caller.clientId))) {
      return yield* new ConfirmationDeclined({ tool, how: "not_asked" })
    }
    const shown = yield* preview
    const posted = yield* Effect.catchAll(this.#own(this.#question(call, shown)), (failure) =>
      notPosted(tool, shown.preview, failure)
    )
    return posted ?? (yield* tooMuchToShow(call, MESSAGE_MAX_CHARS))
  })

  /** Asks the approvers in the operator's channel. Returns `undefined` if the call does not fit into a message. */
  #question = Effect.fnUntraced(function* (this: DiscordApprovals, call: ToolCall, shown: Shown) {
    const { discord, settings } = this.#parts
    const { client, clientId } = yield* Caller
    const place = yield* readApprovalChannel(discord, settings)
    const approvers = settings.approvers ?? []
    const content = contentOf(call, shown.preview, {
      mentions: yield* mentionsOf(discord, place, approvers),
      client:
        client === undefined
          ? []
          : [`${clientId === undefined ? "client, by its own name" : "client"}: ${quoted(client)}`],
      endsAtMs: (yield* Clock.currentTimeMillis) + Duration.toMillis(TOKEN_LIFE)
    })
    if (content === undefined) return undefined
    return yield* askPeople({
      channel_id: place.channel_id,
      question: content,
      options: [
        { label: "Approve", value: APPROVE, style: "green" },
        { label: "Decline", value: DECLINE, style: "red" }
      ],
      // An id is of a user or of a role.
      user_ids: approvers,
      role_ids: approvers,
      pings: true,
      openMs: Duration.toMillis(TOKEN_LIFE),
      approves: { tool: call.tool.name, subject: this.#subjectOf(call), shown: shown.state, used: false }
    })
  })

  /** Returns the approval of an equal call: one that was given and not used, or an open one. */
  #reusable = Effect.fnUntraced(function* (this: DiscordApprovals, asks: Asks, call: ToolCall) {
    const subject = this.#subjectOf(call)
    const nowMs = yield* Clock.currentTimeMillis
    const equal = (yield* asks.list(yield* Caller)).filter(({ approves }) => approves?.subject === subject)
    const declined = equal.find(
      ({ answer }) => answer?.value === DECLINE && Date.parse(answer.at) + Duration.toMillis(DECLINE_LIFE) > nowMs
    )
    if (declined !== undefined) return yield* declinedBy(call.tool.name, declined)
    const unused = equal.find(
      ({ answer, approves, expires_at }) =>
        answer?.value === APPROVE && approves?.used === false && Date.parse(expires_at) > nowMs
    )
    return unused ?? equal.find(({ status }) => status === "pending")
  })

  /** Returns the approval that the caller names. */
  #named = Effect.fnUntraced(function* (this: DiscordApprovals, asks: Asks, call: ToolCall, ask_id: string) {
    const ask = Option.getOrUndefined(yield* asks.find(ask_id, yield* Caller))
    if (ask?.approves === undefined) return yield* refused("unknown")
    if (ask.approves.subject !== this.#subjectOf(call)) return yield* refused("other_call")
    return ask.answer?.value === DECLINE ? yield* refused("declined") : ask
  })

  #askAbout(asks: Asks, call: ToolCall, preview: CheckedPreview): Effect.Effect<Ask, ConsentFailure, Scope.Scope> {
    if (typeof call.confirm === "string") return this.#named(asks, call, call.confirm)
    return this.#opening.withPermits(1)(
      Effect.flatMap(this.#reusable(asks, call), (open) =>
        open === undefined
          ? Effect.zipRight(this.#parts.failIfDeclined(call), this.#post(asks, call, preview))
          : Effect.succeed(open)
      )
    )
  }

  /** Waits until a person has answered, but not longer than the caller can wait. Returns the last state. */
  #answered = Effect.fnUntraced(function* (this: DiscordApprovals, ask: Ask) {
    const { gateway, settings } = this.#parts
    if (ask.status !== "pending" || settings.approvalWaitMs === 0) return ask
    const { takesProgress = false } = yield* Progress
    const waitMs = Math.min(settings.approvalWaitMs, takesProgress ? Infinity : WAIT_WITHOUT_PROGRESS_MAX_MS)
    const limit = Duration.millis(waitMs)
    return yield* whenEnded(gateway, ask.ask_id).pipe(
      whileDeciding(limit),
      waitAtMost(limit),
      Effect.map((ended) => Option.getOrElse(Option.flatten(ended), () => ask))
    )
  })
}

const tooManyOpen = (limit: number) => new BulkheadFullError({ limit, scope: "questions" })

const unavailableFor = (tool: string, error: GatewayUnavailable) =>
  new GatewayUnavailable({
    ...Struct.pick(error, "reason", "retry_after_ms", "owner_pid", "privileged_intents", "close_code"),
    tool
  })

const declinedBy = (tool: string, { answer }: Ask) =>
  new ConfirmationDeclined({ tool, how: "declined", ...(answer !== undefined && { declined_by: answer.by.id }) })

/** Why a question is not posted. */
type PostFailure = ApprovalChannelRefused | AsksFull | DiscordFailure | GatewayUnavailable

/** Fails a call whose question was not posted. Either the operator must act, or a later call can post it. */
const notPosted = (tool: string, preview: Preview, failure: PostFailure): Effect.Effect<never, ConsentFailure> => {
  if (failure._tag === "AsksFull") return tooManyOpen(failure.limit)
  if (failure._tag === "GatewayUnavailable") return unavailableFor(tool, failure)
  const isPassing = failure._tag !== "ApprovalChannelRefused" && categoryOf(failure) === "transient"
  const retry_after_ms = ("retry_after_ms" in failure ? failure.retry_after_ms : undefined) ?? RETRY_AFTER_MS
  return Effect.zipRight(
    Effect.logWarning("an approval cannot be asked for", failure),
    Effect.fail(
      isPassing
        ? new GatewayUnavailable({ reason: "disconnected", retry_after_ms, tool })
        : new DryRunPreview({ tool, preview, armed: false, held_by: "MCP_APPROVAL_CHANNEL" })
    )
  )
}

/** Why an approval permits nothing: the code and the message of the issue. */
const problems: Readonly<Record<Exclude<NotApproved, "pending">, readonly [code: string, message: string]>> = {
  unknown: [
    "approval_unknown",
    "is not the ask_id of an approval for this client: call without __confirm to ask for one"
  ],
  other_call: [
    "approval_mismatch",
    "is the approval of another call: repeat the call exactly as it was shown, or call without __confirm to ask for this one"
  ],
  used: ["approval_used", "is a used approval: each permits one run; call without __confirm to ask again"],
  expired: ["approval_expired", "is an approval whose time is over: call without __confirm to ask again"],
  cancelled: ["approval_cancelled", "is an approval that was taken back: call without __confirm to ask again"],
  declined: ["approval_declined", "is a declined approval: do not repeat the call, and ask the person what they want"]
}

const refused = (why: Exclude<NotApproved, "pending">) => {
  const [code, message] = problems[why]
  return new ValidationError({
    validation_issues: [{ path: "__confirm", message, code }],
    ...(why === "declined" && { recovery: "Do not repeat the call. Ask the person what they want instead." })
  })
}

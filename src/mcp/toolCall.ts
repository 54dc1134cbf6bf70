/** One call, as the protocol has it: its parameters, its caller, its progress, its trace, the questions to its user, its result. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type {
  CallToolResult,
  ElicitRequestFormParams,
  ElicitResult,
  RequestId
} from "@modelcontextprotocol/sdk/types.js"
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js"
import type { JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js"
import { Duration, Effect, Predicate, Tracer } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { CallResult } from "../dispatch/CallResult.ts"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { type ApproverCapability, CONFIRMATION_TIMEOUT, type ConfirmationOutcome } from "../safety/Approver.ts"
import type { Caller } from "../telemetry/Caller.ts"
import { TRACE_STATE } from "../telemetry/exportFilter.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { currentName } from "../text/formerNames.ts"
import { stripInvisible } from "../text/sanitize.ts"
import type { Redactor } from "../text/secrets.ts"
import { firstChars, truncate } from "../text/words.ts"
import { noSuchTool } from "../tools/Catalogue.ts"
import type { Progress } from "../tools/dsl/Progress.ts"
import { REFUSED } from "./frames.ts"
import { clientId } from "./sdkTransport.ts"

/** The facts about a request that the SDK passes to a handler. */
export type Extra = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1]

/** An authenticated client. */
export interface Client {
  readonly id: string
  readonly name: string
}

/** The error code of JSON-RPC for malformed parameters. */
export const INVALID_PARAMS = -32602

/** Returns the arguments of a call whose frame was rejected unread: the validation error. Its tool is unknown. */
export const unreadCall = (params: unknown): { readonly name: string; readonly arguments: object } | undefined => {
  const issue: ValidationIssue | undefined = Object(params)[REFUSED]
  return issue && { name: "unknown", arguments: new ValidationError({ validation_issues: [issue] }) }
}

/** Reads the parameters of `tools/call`. An unknown tool and malformed parameters are protocol errors. */
export const callParams = (
  params: unknown,
  names: ReadonlyArray<string>,
  redactor: Redactor
): { readonly name: string; readonly arguments: object } => {
  const { arguments: input, name }: { readonly arguments?: unknown; readonly name?: unknown } = Object(params)
  // Some clients write null for "no arguments".
  const values = input ?? {}
  if (typeof name !== "string" || typeof values !== "object" || Array.isArray(values)) {
    throw protocolError(INVALID_PARAMS, "tools/call needs params.name, a string, and params.arguments, an object.")
  }
  if (names.includes(name)) return { name, arguments: values }
  const current = currentName(name)
  if (current === name) throw protocolError(INVALID_PARAMS, noSuchTool(redactor.text(name), names))
  return { name: current, arguments: values }
}

/** Makes the result of a call. `forms` is `MCP_RESULT`. */
export const toResult = (
  { image, isError, structured, text }: CallResult,
  forms: Settings["Type"]["result"]
): CallToolResult => ({
  content: [
    ...(forms === "structured" ? [] : [{ type: "text" as const, text }]),
    ...(image === undefined ? [] : [{ type: "image" as const, ...image }])
  ],
  ...(forms !== "text" && { structuredContent: structured }),
  ...(isError && { isError })
})

/** Makes a JSON-RPC error. The SDK sends its code and message; the SDK's own error class repeats the code in the text. */
export const protocolError = (code: number, message: string): Error => Object.assign(new Error(message), { code })

/** Returns the caller of a request. Without authentication, its name is the one that the client reports. */
export const callerOf = (
  client: Client | undefined,
  ownName: string | undefined,
  requestId: RequestId
): Caller["Type"] => ({
  ...(client !== undefined && { client: client.name, clientId: client.id }),
  ...(client === undefined &&
    ownName !== undefined && { client: truncate(stripInvisible(firstChars(ownName, CLIENT_MAX * 10)), CLIENT_MAX) }),
  requestId: String(clientId(requestId))
})

/** The maximum length of a client's name in characters, because every audit record and log line of a call has it. */
const CLIENT_MAX = 100

/** The progress of a call. */
export interface CallProgress {
  readonly listener: Progress["Type"]
  /** Sends what was held back, when the call has ended. */
  readonly flush: Effect.Effect<void>
  /** Drops what was held back, when the call was cancelled. */
  readonly drop: Effect.Effect<void>
}

/** The maximum number of notifications of a call in a second. One more may be sent at its end. */
const PROGRESS_PER_SECOND = 9

/**
 * Sends progress notifications if the client asked for them with a progress token. Of several in a short time, only the
 * last one is sent.
 */
export const progressTo = (
  progressToken: string | number | undefined,
  send: Extra["sendNotification"],
  stopping: Effect.Effect<void>
): CallProgress => {
  if (progressToken === undefined) {
    const listener = { stopping, takesProgress: false, report: () => Effect.void }
    return { listener, flush: Effect.void, drop: Effect.void }
  }
  let held: Parameters<Progress["Type"]["report"]>[0] | undefined
  /** When the last notifications were sent, the oldest first. */
  let sentMs: ReadonlyArray<number> = []
  let isWaiting = false

  const sendHeld = Effect.flatMap(monotonicMs, (nowMs) => {
    if (held === undefined) return Effect.void
    const { done, message, total } = held
    held = undefined
    sentMs = [...sentMs, nowMs].slice(-PROGRESS_PER_SECOND)
    const params = { progressToken, progress: done, message, ...(total !== undefined && { total }) }
    return Effect.ignore(Effect.tryPromise(() => send({ method: "notifications/progress", params })))
  })
  const sendLater = (ms: number) =>
    Effect.suspend(() => {
      if (isWaiting) return Effect.void
      isWaiting = true
      const next = Effect.suspend(() => {
        isWaiting = false
        return sendHeld
      })
      return Effect.forkDaemon(Effect.delay(next, ms))
    })
  const report: Progress["Type"]["report"] = (step) =>
    Effect.flatMap(monotonicMs, (nowMs) => {
      held = step
      const leftMs = sentMs.length < PROGRESS_PER_SECOND ? 0 : (sentMs[0] ?? nowMs) + 1000 - nowMs
      return leftMs <= 0 ? sendHeld : Effect.asVoid(sendLater(leftMs))
    })
  return {
    listener: { stopping, takesProgress: true, report },
    flush: sendHeld,
    drop: Effect.sync(() => (held = undefined))
  }
}

/**
 * Makes a call part of the client's trace, given by the request's `_meta` (W3C Trace
 * Context: `traceparent` and `tracestate`). If the client does not sample its trace,
 * the call is not traced. Malformed values are ignored.
 */
export const withinTraceOf =
  (meta: unknown) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const { traceparent, tracestate }: { readonly traceparent?: unknown; readonly tracestate?: unknown } = Object(meta)
    const parent = typeof traceparent === "string" ? parentOf(traceparent) : undefined
    if (parent === undefined) return call
    if (!parent.sampled) return Effect.withTracerEnabled(call, false)
    const child = Effect.withParentSpan(call, parent) as Effect.Effect<A, E, R> // the call requires no span
    return typeof tracestate === "string" && STATE.test(tracestate)
      ? Effect.annotateSpans(child, TRACE_STATE, tracestate)
      : child
  }

/** Parses a `traceparent`. For a later version, only the known fields are read. */
const parentOf = (traceparent: string): Tracer.ExternalSpan | undefined => {
  const [, version, traceId = "", spanId = "", flags = "", rest = ""] = PARENT.exec(traceparent) ?? []
  if (version === undefined || version === "ff" || (version === "00" && rest !== "")) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED })
}

const PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** The flag of a sampled trace. */
const SAMPLED = 1

/** Matches a valid `tracestate`: printable, and at most 512 characters (W3C: the minimum that must be propagated). */
const STATE = /^[\x20-\x7E]{1,512}$/

/**
 * Returns the approver of a request: the client's user, if the client supports form
 * elicitation. Interruption cancels the elicitation, and so does the end of the sender's token.
 */
export const approverBehind = (
  server: Server,
  requestId: RequestId,
  tokenEnded: Effect.Effect<void> = Effect.never
): ApproverCapability =>
  server.getClientCapabilities()?.elicitation?.form === undefined
    ? { canReturn: true }
    : {
        canReturn: true,
        confirm: ({ message }) =>
          Effect.tryPromise({
            try: (signal) =>
              server.elicitInput(
                { mode: "form", message: `${message}\n\nRun this call?`, requestedSchema },
                { ...options, relatedRequestId: requestId, signal }
              ),
            catch: (error): ConfirmationOutcome =>
              error instanceof McpError && error.code === ErrorCode.RequestTimeout ? "timed_out" : "unavailable"
          }).pipe(
            Effect.tapError((outcome) => Effect.logDebug(`the elicitation ended without an answer: ${outcome}`)),
            Effect.map(outcomeOf),
            Effect.merge,
            Effect.raceFirst(Effect.as(tokenEnded, "cancelled" as const))
          )
      }

/**
 * Accepts every answer. The answer to the only form is checked below. The SDK's validator would load a
 * schema compiler at every start.
 */
export const anyForm: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined }) // unchecked: see above
  }
}

/** The timeout of an elicitation. It is longer than the gate's own timeout. The SDK's default is one minute. */
const options = { timeout: Duration.toMillis(Duration.sum(CONFIRMATION_TIMEOUT, Duration.minutes(1))) }

const YES = "Yes, do it"
const NO = "No, leave it"

/**
 * One required choice without a default. Every client with form elicitation shows it,
 * and closing the form does not accept.
 */
const requestedSchema: ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: { answer: { type: "string", title: "Your answer", enum: [YES, NO] } },
  required: ["answer"]
}

const outcomeOf = ({ action, content }: ElicitResult): ConfirmationOutcome => {
  if (action === "cancel") return "cancelled"
  return action === "accept" && Predicate.hasProperty(content, "answer") && content.answer === YES
    ? "accepted"
    : "declined"
}

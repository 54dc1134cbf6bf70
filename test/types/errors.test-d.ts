/** Checked by `tsc` alone: each expected error below is one that the compiler must find. */
import { type Effect, Match } from "effect"
import type {
  BulkheadFullError,
  CircuitOpenError,
  DiscordFailure,
  DiscordMcpError,
  ErrorTag
} from "../../src/errors/DiscordMcpError.ts"
import { type ErrorCode, errorTraits } from "../../src/errors/ErrorCode.ts"
import type { Description } from "../../src/errors/ErrorTraits.ts"
import { failure as errorClass } from "../../src/errors/failure.ts"
import type { Resilience } from "../../src/resilience/Resilience.ts"

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const holds = <_Statement extends true>(): void => undefined

holds<Equals<keyof typeof errorTraits, ErrorTag>>()

const { http: _http, ...tooFew } = errorTraits.CancelledError
// @ts-expect-error a class that leaves out a trait does not compile
export class Incomplete extends errorClass<Incomplete>()("Incomplete", tooFew, {}) {}

export class Misspelt extends errorClass<Misspelt>()(
  "Misspelt",
  // @ts-expect-error a category outside the five does not compile
  { ...errorTraits.CancelledError, category: "nobody" },
  {}
) {}

// A match over the union must have every member.
const described: Description = { retriable: false, message: "", recovery_hint: "" }

const failure = Match.type<Extract<DiscordMcpError, { readonly _tag: "CancelledError" | "ToolNotFound" }>>()

export const exhaustive = failure.pipe(
  Match.tagsExhaustive({ CancelledError: () => described, ToolNotFound: () => described })
)

export const leftOut = failure.pipe(
  // @ts-expect-error a member without a case does not compile
  Match.tagsExhaustive({ CancelledError: () => described })
)

export const invented = failure.pipe(
  // @ts-expect-error a case for a class that is not in the union does not compile
  Match.tagsExhaustive({ CancelledError: () => described, ToolNotFound: () => described, Nobody: () => described })
)

// The errors of Discord are a proper subset of the errors of a tool call.
holds<DiscordFailure extends DiscordMcpError ? true : false>()
holds<Equals<Exclude<DiscordFailure, DiscordMcpError>, never>>()
holds<
  Equals<
    Exclude<ErrorTag, DiscordFailure["_tag"]>,
    | "GuildNotAllowedError"
    | "DryRunPreview"
    | "ConfirmationDeclined"
    | "ConfirmationPending"
    | "GatewayUnavailable"
    | "TranscriptionUnavailable"
    | "ToolNotFound"
    | "PipelineFailed"
    | "CancelledError"
  >
>()

// @ts-expect-error an error of the gate is not an error of Discord
holds<DiscordMcpError extends DiscordFailure ? true : false>()

// The codes are literals, not strings.
holds<string extends ErrorCode ? false : true>()
holds<"INTERNAL_ERROR" extends ErrorCode ? true : false>()
// @ts-expect-error an unknown code does not compile
export const unknownCode: ErrorCode = "DISCORD_OUT_OF_COFFEE"

// The chain adds only its two rejections to the failures of a call.
declare const resilience: Resilience
declare const call: Parameters<typeof resilience.protect<string, DiscordFailure, never>>[0]
const protectedCall = resilience.protect(call)
holds<
  Equals<typeof protectedCall, Effect.Effect<string, DiscordFailure | BulkheadFullError | CircuitOpenError, never>>
>()

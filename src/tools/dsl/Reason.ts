/** The reasons a tool can fail for: its own contract, beside the union that all tools share. */
import type { RESTJSONErrorCodes } from "discord-api-types/v10"
import { Schema } from "effect"
import { type PermissionDenialReason, ValidationError } from "../../errors/ClientErrors.ts"
import { DiscordFailure, type DiscordMcpError } from "../../errors/DiscordMcpError.ts"
import { checkStateFirst } from "../../errors/describe.ts"

/** One failure reason: the Discord errors it explains, and what to do about them. */
export type Reason = Advice & (Coded | Denied | Refused)

/** The reasons of a tool, by name in snake_case. */
export type Reasons<Name extends string = string> = Readonly<Record<Name, Reason>>

/** Makes the error for a declared reason, with the path of the wrong field. */
export type Fail<Name extends string> = (reason: Name, field?: string) => ValidationError

interface Advice {
  /** The cause, as a sentence. */
  readonly when: string
  /** What to do about it: imperative, with the tool and the arguments to use. */
  readonly recovery: string
  readonly suggested_tool?: string
}

/** Explained by Discord's error code alone. Without a code, only the tool's own code fails with it. */
interface Coded {
  readonly on?: Code | ReadonlyArray<Code>
  readonly why?: never
  readonly issue?: never
}

/** The code does not tell its cause: `why` is the cause found when no permission is missing. */
interface Denied {
  readonly on: DenialCode
  readonly why: typeof PermissionDenialReason.Type
  readonly issue?: never
}

/** The code means an invalid form body: `issue` lists Discord's codes of the single fields. */
interface Refused {
  readonly on: RefusalCode
  readonly issue: string | ReadonlyArray<string>
  readonly why?: never
}

type DenialCode = RESTJSONErrorCodes.MissingAccess | RESTJSONErrorCodes.MissingPermissions
type RefusalCode = RESTJSONErrorCodes.InvalidFormBodyOrContentType
type Code = Exclude<RESTJSONErrorCodes, DenialCode | RefusalCode>

/** A failure with the reason that its tool declares for it, if there is one. */
export const withReason =
  (reasons: Reasons) =>
  <E extends DiscordMcpError>(failure: E): E | DiscordFailure => {
    if (!isAnswer(failure)) return failure
    const [name, reason] = Object.entries(reasons).find(([, reason]) => standsFor(reason, failure)) ?? []
    return name === undefined || reason === undefined
      ? failure
      : decode({
          ...encode(failure),
          reason: name,
          ...adviceOf(reason, "outcome_unknown" in failure && failure.outcome_unknown)
        })
  }

/**
 * Makes the `fail` of a tool. What its own code finds wrong is that the input
 * does not fit what is there; every other error tells an answer of Discord's.
 */
export const failing =
  <Name extends string>(reasons: Reasons<Name>): Fail<Name> =>
  (name, field = "") =>
    new ValidationError({
      validation_issues: [{ path: field, message: inside(reasons[name].when), code: name }],
      reason: name,
      ...adviceOf(reasons[name])
    })

/** An error with Discord's answer. */
type Answer = Extract<DiscordFailure, { readonly upstream?: unknown }>

const isAnswer = (failure: DiscordMcpError): failure is Answer => "upstream" in failure

/** A reason must explain all of Discord's issues, or it would say less than the error. */
const standsFor = ({ issue, on, why }: Reason, failure: Answer): boolean =>
  [on ?? []].flat().some((code) => code === failure.upstream?.discord_code) &&
  (why === undefined || (failure._tag === "DiscordPermissionError" && failure.why === why)) &&
  (issue === undefined ||
    (failure._tag === "ValidationError" &&
      failure.validation_issues.every(({ code }) => [issue].flat().includes(code))))

const adviceOf = ({ recovery, suggested_tool }: Reason, outcome_unknown = false) => ({
  recovery: outcome_unknown ? `${checkStateFirst} ${recovery}` : recovery,
  ...(suggested_tool !== undefined && { suggested_tool })
})

const encode = Schema.encodeSync(DiscordFailure)
const decode = Schema.decodeUnknownSync(DiscordFailure)

/** A sentence as part of another. */
const inside = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "")

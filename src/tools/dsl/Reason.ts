/** Failure reasons of a tool, in addition to the errors that all tools share. */
import type { RESTJSONErrorCodes } from "discord-api-types/v10"
import {
  type DiscordFailure,
  type DiscordMcpError,
  ValidationError,
  withCallFields
} from "../../errors/DiscordMcpError.ts"
import type { PermissionDenialReason } from "../../errors/permissionDenial.ts"

/** One failure reason: the Discord errors that it explains, and the recovery from them. */
export type Reason = Advice & (ByCode | ByDenial | ByFormIssue)

/** The reasons of a tool, by name in snake_case. */
export type Reasons<Name extends string = string> = Readonly<Record<Name, Reason>>

/** Makes the error for a declared reason, with the path of the wrong field. */
export type Fail<Name extends string> = (reason: Name, field?: string) => ValidationError

export interface Advice {
  /** The cause, as a sentence. */
  readonly when: string
  /** The recovery as an imperative sentence, with the tool and the arguments to use. */
  readonly recovery: string
  readonly suggested_tool?: string
}

/** A reason with only Discord's error codes. Without codes, only the tool itself fails with this reason. */
interface ByCode {
  readonly on?: Code | ReadonlyArray<Code>
  readonly why?: never
  readonly issue?: never
}

/** The code has several causes. `why` is the cause that is determined if no permission is missing. */
interface ByDenial {
  readonly on: DenialCode
  readonly why: typeof PermissionDenialReason.Type
  readonly issue?: never
}

/** The code means an invalid form body. `issue` lists Discord's codes for the individual fields. */
interface ByFormIssue {
  readonly on: RefusalCode
  readonly issue: string | ReadonlyArray<string>
  readonly why?: never
}

type DenialCode = RESTJSONErrorCodes.MissingAccess | RESTJSONErrorCodes.MissingPermissions
type RefusalCode = RESTJSONErrorCodes.InvalidFormBodyOrContentType
type Code = Exclude<RESTJSONErrorCodes, DenialCode | RefusalCode>

/** Adds the declared reason that explains a failure. Without one, adds what `anyTool` advises for Discord's code. */
export const withReason =
  (reasons: Reasons, anyTool: (code: number) => Advice | undefined) =>
  <E extends DiscordMcpError>(failure: E): E | DiscordFailure => {
    if (!isAnswered(failure)) return failure
    const [name, reason] = Object.entries(reasons).find(([, reason]) => explains(reason, failure)) ?? []
    if (name !== undefined && reason !== undefined)
      return withCallFields(failure, { reason: name, ...adviceOf(reason) })
    const advice = anyTool(failure.upstream?.discord_code ?? 0)
    return advice === undefined || failure.recovery !== undefined ? failure : withCallFields(failure, adviceOf(advice))
  }

/** Makes the `fail` function of a tool. Its errors have a separate code and always concern the input. */
export const makeFail =
  <Name extends string>(reasons: Reasons<Name>): Fail<Name> =>
  (name, field = "") =>
    new ValidationError({
      validation_issues: [{ path: field, message: asClause(reasons[name].when), code: name }],
      reason: name,
      ...adviceOf(reasons[name])
    })

/** An error with Discord's response. */
type AnsweredFailure = Extract<DiscordFailure, { readonly upstream?: unknown }>

const isAnswered = (failure: DiscordMcpError): failure is AnsweredFailure => "upstream" in failure

/** A reason must explain all issues from Discord. Otherwise it would hide some of them. */
const explains = ({ issue, on, why }: Reason, failure: AnsweredFailure): boolean =>
  [on ?? []].flat().some((code) => code === failure.upstream?.discord_code) &&
  (why === undefined || (failure._tag === "DiscordPermissionError" && failure.why === why)) &&
  (issue === undefined ||
    (failure._tag === "ValidationError" &&
      failure.validation_issues.every(({ code }) => [issue].flat().includes(code))))

/** Returns what a reason advises, as fields of an error. */
export const adviceOf = ({ recovery, suggested_tool }: Advice) => ({
  recovery,
  ...(suggested_tool !== undefined && { suggested_tool })
})

/** Turns a sentence into a clause. */
const asClause = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "")

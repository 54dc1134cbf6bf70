/** Timeouts: the tool members_timeout, and the checks that members_modify shares. */
import type { RESTPatchAPIGuildMemberJSONBody } from "discord-api-types/v10"
import { Clock, Effect } from "effect"
import type { Risk } from "../../discord/Permit.ts"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { nullMeans } from "../../objects/schema/clearable.ts"
import { described, integer, optional, timestamp } from "../../objects/schema/fields.ts"
import { guild_id, UserId } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { isoTime } from "../../text/words.ts"
import { atMostOne } from "../dsl/checks.ts"
import { patch } from "../dsl/toolBuilders.ts"
import { resultOf } from "../dsl/view.ts"
import { timeoutEndRisk } from "../roles/risk.ts"
import { reasons } from "../shared/failures.ts"
import { formatCount } from "../shared/previewText.ts"
import { memberChangeFacts } from "./preview.ts"
import { Member, member } from "./view.ts"

/** Failure reasons of a timeout. */
export const timeoutFailures = reasons("unknown_member", "unknown_user", "member_above_bot", "two_factor_required")

/** Returns the risk of setting the end of a timeout. The risk of ending a timeout now (null) depends on the member's roles. */
export const timeoutRisk = (until: string | null | undefined): Extract<Risk, "write" | "destructive"> =>
  typeof until === "string" ? "destructive" : "write"

/** Rejects a timeout that exceeds Discord's maximum. This runs with the call, because it depends on the current time. */
export const checkTimeout = (until: string | null | undefined, path: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
    typeof until !== "string" || Date.parse(until) - nowMs <= Limits.TIMEOUT_MAX_MS
      ? Effect.void
      : refuse({ path, message: "must be at most 28 days ahead", code: "too_far" })
  )

/** The tool that times a member out, or ends a timeout. */
export const timeout = patch("members_timeout", "/guilds/{guild_id}/members/{user_id}", {
  description: "Time out (mute) a member: they cannot write, react or speak. Set minutes or until; minutes: 0 ends it.",
  path: { guild_id, user_id: described("The member.", UserId) },
  options: {
    minutes: optional(
      integer("Minutes from now, up to 40320 (28 days); 0 ends it.", 0, Limits.TIMEOUT_MAX_MINUTES).annotations(
        inUnit("minutes")
      )
    ),
    until: optional(
      timestamp("In place of minutes: ISO 8601 time with zone, at most 28 days ahead.").annotations(
        nullMeans({ minutes: 0 })
      )
    )
  },
  usualRisk: "destructive",
  shorthand: ({ guild_id, user_id, ...end }) => ({ guild_id, user_id, communication_disabled_until: endOf(end, 0) }),
  auditReason: true,
  permissions: ["MODERATE_MEMBERS"],
  failures: timeoutFailures,
  asks: ["silences", "grants"],
  riskOf: (input) => timeoutRisk(endOf(input, 0)),
  resolveRisk: (input) => (endOf(input, 0) === null ? timeoutEndRisk(input) : undefined),
  validate: (input) =>
    input.minutes === undefined && input.until === undefined
      ? [{ path: "minutes", message: "set minutes or until", code: "required" }]
      : atMostOne("minutes", "until")(input),
  toBody: (input) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      const end = endOf(input, nowMs)
      return Effect.as(
        input.until !== undefined && Date.parse(input.until) <= nowMs
          ? refuse({ path: "until", message: "must be in the future; minutes: 0 ends the timeout", code: "past" })
          : checkTimeout(end, "until"),
        { communication_disabled_until: end } satisfies RESTPatchAPIGuildMemberJSONBody
      )
    }),
  renames: { communication_disabled_until: "until" },
  toResult: resultOf(Member, (it) => ({
    value: { ...member(it), ...(it.communication_disabled_until === null && ENDED) },
    ...(it.communication_disabled_until === null && { notice: "The member is not timed out now." })
  })),
  shownAs: { minutes: "timed_out_until", until: "timed_out_until" },
  preview: (input) =>
    Effect.map(memberChangeFacts({ ...input, communication_disabled_until: input.until ?? null }), (facts) =>
      input.minutes ? { ...facts, cannot_talk_for: formatCount(input.minutes, "minute") } : facts
    )
})

/** The part of a result that says that there is no timeout. */
const ENDED: { readonly cleared?: ReadonlyArray<string> } = { cleared: ["timed_out_until"] }

interface End {
  readonly minutes?: number
  readonly until?: string
}

/** Returns the end of a timeout that starts at `nowMs`; null ends the timeout. */
const endOf = ({ minutes = 0, until }: End, nowMs: number): string | null =>
  until ?? (minutes === 0 ? null : isoTime(nowMs + minutes * MINUTE_MS))

const MINUTE_MS = 60_000

const refuse = (issue: ValidationIssue) => new ValidationError({ validation_issues: [issue] })

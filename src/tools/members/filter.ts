/** Filters and sorting of members. Discord's lists have neither, so the members that it returns are looked at here. */

import { Effect } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import type { Permit } from "../../discord/Permit.ts"
import { grantedPermissions } from "../../discord/permissions/effectivePermissions.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { permissionBits } from "../../errors/PermissionName.ts"
import { permissionName } from "../../objects/overwrite.ts"
import { choice, described, optional, timestamp } from "../../objects/schema/fields.ts"
import { RoleId } from "../../objects/schema/ids.ts"
import { MEMBERS_PAGE_MAX } from "../../objects/schema/limits.ts"
import { counted, isoTime } from "../../text/words.ts"
import { issueIf } from "../dsl/checks.ts"
import type { Cursor } from "../dsl/cursor.ts"
import { Progress } from "../dsl/Progress.ts"
import { ALL_MAX, cursorOf, type Item, type ListExtras, listResult } from "../dsl/readPages.ts"
import type { PartialRequest } from "../dsl/ToolDefinition.ts"
import { applyView, withOmissions } from "../dsl/view.ts"
import { guildContext } from "../permissions/context.ts"
import { type Member, member } from "./view.ts"

/** The fields that select and sort members. */
export const filterFields = {
  role_id: optional(described("Has this role.", RoleId)),
  without_role: optional(described("Lacks this role.", RoleId)),
  permission: optional(permissionName("Such as BAN_MEMBERS.")),
  joined_after: optional(timestamp("From, ISO 8601.")),
  joined_before: optional(timestamp("ISO 8601.")),
  sort: optional(choice("joined: newest first.", "joined"))
}

/** The fields, as a list. With one of them, a call looks at more members than it returns. */
export const filters = Object.keys(filterFields)

/** The decoded fields. */
interface Filters {
  readonly guild_id: string
  readonly role_id?: string
  readonly without_role?: string
  readonly permission?: keyof typeof permissionBits
  readonly joined_after?: string
  readonly joined_before?: string
  readonly sort?: "joined"
}

/** Validates the fields. */
export const filterIssues = ({
  joined_after,
  joined_before,
  role_id,
  without_role
}: Omit<Filters, "guild_id">): ReadonlyArray<ValidationIssue> => [
  ...issueIf(
    joined_after !== undefined && joined_before !== undefined && Date.parse(joined_after) >= Date.parse(joined_before),
    "joined_after",
    "must be earlier than joined_before",
    "out_of_order"
  ),
  ...issueIf(
    role_id !== undefined && role_id === without_role,
    "without_role",
    "must be another role than role_id",
    "exclusive"
  )
]

/** The maximum number of members that one call looks at: ten pages of Discord. */
export const LOOKED_AT_MAX = 10 * MEMBERS_PAGE_MAX

/**
 * Lists the members that match, by user id or sorted. Reads pages until it has enough members, and all pages to sort
 * them, up to `LOOKED_AT_MAX` members. The cursor continues after them.
 */
export const listMatching = Effect.fn("members.listMatching")(function* (
  input: Filters & {
    readonly limit: number
    readonly all?: boolean
    readonly after?: string
    readonly cursor?: string
  },
  request: PartialRequest
) {
  const matches = yield* matcherOf(input)
  const { report } = yield* Progress
  const cursor = cursorOf(input)
  const start = cursor?.at ?? input.after ?? FIRST
  const wanted = input.all === true ? ALL_MAX : input.limit
  const kept: Array<typeof Member.Type> = []
  const omitted: Array<string> = []
  let [last, lookedAt, attempts, isOpen] = [start, 0, 0, true]
  let newest: string | undefined
  while (isOpen && lookedAt < LOOKED_AT_MAX && (input.sort !== undefined || kept.length <= wanted)) {
    const reply = yield* request({}, { limit: MEMBERS_PAGE_MAX, ...(last !== FIRST && { after: last }) })
    const page = reply.body as ReadonlyArray<typeof Member.Type> // read by the tool's reader
    const skipped = (reply.omitted ?? []).filter((path) => path.endsWith("]")).length
    const next = page.findLast(({ user }) => user?.id !== undefined)?.user?.id
    attempts = Math.max(attempts, reply.attempts)
    omitted.push(...(reply.omitted ?? []))
    kept.push(...page.filter(matches))
    newest = newestOf([...page.map(({ joined_at }) => joined_at), newest])
    lookedAt += page.length
    isOpen = next !== undefined && page.length + skipped >= MEMBERS_PAGE_MAX
    last = next ?? last
    yield* report({ done: lookedAt, message: `${counted(lookedAt, "member")} looked at` })
  }
  const from = input.sort === undefined ? 0 : (cursor?.skip ?? 0)
  const members = sorted(kept, input).slice(from, from + wanted)
  const isCut = from + members.length < kept.length
  const items = members.map((row, index): Item => {
    const position = input.sort === undefined ? row.user?.id : start
    return {
      shown: applyView(row, member, input),
      after: position === undefined ? undefined : afterId(position, input.sort && from + index + 1)
    }
  })
  const result = listResult(items, {
    more: isCut,
    end: isOpen && !isCut ? afterId(last) : undefined,
    empty: undefined,
    answer: answerWith(noticeOf({ kept: kept.length, lookedAt, isOpen, isSorted: input.sort !== undefined, newest }))
  })
  return { ...withOmissions(result, omitted, input), attempts }
})

/** The position before all user ids. */
const FIRST = "00000000000000000"

const afterId = (at: string, skip?: number | ""): Cursor => ({
  by: "after",
  at,
  ...(typeof skip === "number" && { skip })
})

const noticeOf = (counts: {
  readonly kept: number
  readonly lookedAt: number
  readonly isOpen: boolean
  readonly isSorted: boolean
  /** When the newest of the members that were looked at joined. */
  readonly newest: string | undefined
}): string | undefined => {
  if (!counts.isOpen || counts.lookedAt < LOOKED_AT_MAX) {
    return counts.kept === 0
      ? `No match among ${counted(counts.lookedAt, "member")}.${joinedText(counts.newest)}`
      : undefined
  }
  const which = `Of ${counted(counts.lookedAt, "member")} that were looked at, ${counts.kept} ${counts.kept === 1 ? "matches" : "match"}${counts.isSorted ? ", sorted among themselves" : ""}.`
  return `${which} The guild has more: continue with next_cursor.`
}

/** Returns the latest time of a list. */
const newestOf = (times: ReadonlyArray<string | null | undefined>): string | undefined =>
  times.reduce<string | undefined>(
    (newest, time) => (time != null && (newest === undefined || Date.parse(time) > Date.parse(newest)) ? time : newest),
    undefined
  )

const joinedText = (newest: string | undefined): string =>
  newest === undefined ? "" : ` The newest of them joined at ${isoTime(Date.parse(newest))}.`

/** Lists the matching ones of the members that a search finds. Discord returns at most 1,000, and no further page. */
export const searchMatching = Effect.fn("members.searchMatching")(function* (
  input: Filters & { readonly limit: number; readonly cursor?: string },
  request: PartialRequest
) {
  const matches = yield* matcherOf(input)
  const { attempts, body, omitted = [] } = yield* request({ limit: MEMBERS_PAGE_MAX })
  const found = body as ReadonlyArray<typeof Member.Type> // read by the tool's reader
  const kept = sorted(found.filter(matches), input)
  const from = Number(cursorOf(input)?.at ?? 0)
  const items = kept.slice(from, from + input.limit).map(
    (it, index): Item => ({
      shown: applyView(it, member, input),
      after: { by: "offset", at: String(from + index + 1) }
    })
  )
  const notice =
    found.length >= MEMBERS_PAGE_MAX
      ? `Of ${counted(found.length, "member")} that were looked at, ${kept.length} ${kept.length === 1 ? "matches" : "match"}. More members may have such a name: search for more of it.`
      : kept.length === 0
        ? `No match among ${counted(found.length, "member")} with such a name.${joinedText(newestOf(found.map(({ joined_at }) => joined_at)))}`
        : undefined
  const result = listResult(items, {
    more: from + items.length < kept.length,
    empty: undefined,
    answer: answerWith(notice)
  })
  return { ...withOmissions(result, omitted, input), attempts }
})

/** A page of members. */
interface MemberPage extends ListExtras {
  readonly items: ReadonlyArray<ReturnType<typeof member>>
}

const answerWith =
  (notice: string | undefined) =>
  (shown: ReadonlyArray<unknown>, rest: ListExtras): MemberPage => ({
    // Items come from the view, unless the caller asked for Discord's objects.
    items: shown as MemberPage["items"],
    ...rest,
    ...(notice !== undefined && { notice })
  })

/** Returns whether a member matches. Reads the roles of the guild for a permission. */
const matcherOf = (
  input: Filters
): Effect.Effect<(it: typeof Member.Type) => boolean, DiscordFailure, Discord | Permit> => {
  const { guild_id, joined_after, joined_before, permission, role_id, without_role } = input
  // Every member has the role with the id of the guild.
  const has = ({ roles = [] }: typeof Member.Type, id: string) => id === guild_id || roles.includes(id)
  const matches = (candidate: typeof Member.Type): boolean => {
    const joined = candidate.joined_at == null ? Number.NaN : Date.parse(candidate.joined_at)
    return (
      (role_id === undefined || has(candidate, role_id)) &&
      (without_role === undefined || !has(candidate, without_role)) &&
      (joined_after === undefined || joined >= Date.parse(joined_after)) &&
      (joined_before === undefined || joined < Date.parse(joined_before))
    )
  }
  return permission === undefined
    ? Effect.succeed(matches)
    : Effect.map(guildContext(guild_id), ({ permissions }) => (candidate) => {
        const { roles = [], user } = candidate
        const held = grantedPermissions(permissions, { id: user?.id ?? "", roles, timedOut: false })
        return matches(candidate) && (held & permissionBits[permission]) !== 0n
      })
}

/** Sorts members by the time that they joined, newest first. Those without a time come last. */
const sorted = (
  members: ReadonlyArray<typeof Member.Type>,
  { sort }: Pick<Filters, "sort">
): ReadonlyArray<typeof Member.Type> => {
  const joined = ({ joined_at }: typeof Member.Type) =>
    joined_at == null ? Number.NEGATIVE_INFINITY : Date.parse(joined_at)
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? 1 : -1)
  return sort === undefined ? members : members.toSorted((a, b) => compare(joined(a), joined(b)))
}

/** The order of roles: positions for moves above or below another role, and the order that came out. */
import { Effect, Either, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { expected, Id } from "../../objects/schema/reply.ts"
import { shortList } from "../../text/words.ts"
import { atLeastOne, atMostOne, issueIf } from "../dsl/checks.ts"
import { getReadable } from "../dsl/getJson.ts"
import { compact, resultOf } from "../dsl/view.ts"
import { highestFirst } from "./view.ts"

/** A move of a role: to a position, or next to another role. */
export interface RoleMove {
  readonly id: string
  readonly position?: number
  readonly above?: string
  readonly below?: string
}

/** Checks each move: one place, next to another role, and each role once. */
export const moveIssues = (moves: ReadonlyArray<RoleMove>): ReadonlyArray<ValidationIssue> =>
  moves.flatMap((move, at) => {
    const place = `positions[${at}]`
    const [beside] = (["above", "below"] as const).filter((field) => move[field] === move.id)
    return [
      ...issueIf(moves.findIndex(({ id }) => id === move.id) !== at, `${place}.id`, "is listed twice", "duplicate"),
      ...issueIf(beside !== undefined, `${place}.${beside}`, "must be another role than id", "same_role"),
      ...[...atLeastOne(...TARGETS)(move), ...atMostOne(...TARGETS)(move)].map((issue) => ({
        ...issue,
        path: `${place}.${issue.path}`
      }))
    ]
  })

const TARGETS = ["above", "below", "position"] as const

/** A role with its place in the order. */
export interface RankedRole {
  readonly id: string
  readonly position: number
}

const isRelative = ({ above, below }: RoleMove): boolean => above !== undefined || below !== undefined

/**
 * Returns the new positions for moves, which are made one after another. Only roles whose position changes are in it.
 * Moves to a position stay as they are, and their roles do not shift. The roles must be those of the guild.
 */
export const positionsOf = (
  moves: ReadonlyArray<RoleMove>,
  roles: ReadonlyArray<RankedRole>,
  guild_id: string
): Either.Either<ReadonlyArray<RankedRole>, ReadonlyArray<ValidationIssue>> => {
  const plain = moves.flatMap(({ id, position }) => (position === undefined ? [] : [{ id, position }]))
  const relative = moves.filter(isRelative)
  if (relative.length === 0) return Either.right(plain)
  const lowestFirst = highestFirst(roles)
    .toReversed()
    .filter(({ id }) => id !== guild_id)
  const issues = moves.flatMap((move, at) => unknownIn(move, at, roles))
  if (issues.length > 0) return Either.left(issues)
  const order = relative.reduce(moved, lowestFirst)
  const shifted = renumbered(order, lowestFirst).filter(({ id }) => plain.every((move) => move.id !== id))
  return Either.right([...plain, ...shifted])
}

/** Returns the issues of a move next to a role that the guild lacks. */
const unknownIn = (move: RoleMove, at: number, roles: ReadonlyArray<RankedRole>): ReadonlyArray<ValidationIssue> =>
  (["id", "above", "below"] as const).flatMap((field) =>
    move[field] === undefined || roles.some(({ id }) => id === move[field])
      ? []
      : [{ path: `[${at}].${field}`, message: "is no role of this guild: call roles_list", code: "unknown_role" }]
  )

/** Moves one role in an order, lowest first. Above @everyone, which the order lacks, is the lowest place. */
const moved = (order: ReadonlyArray<RankedRole>, move: RoleMove): ReadonlyArray<RankedRole> => {
  const role = order.find(({ id }) => id === move.id)
  const others = order.filter(({ id }) => id !== move.id)
  const neighbour = others.findIndex(({ id }) => id === (move.above ?? move.below))
  const at = move.above === undefined ? neighbour : neighbour + 1
  return role === undefined || at < 0 ? order : [...others.slice(0, at), role, ...others.slice(at)]
}

/** Returns the positions that make an order, lowest first. Roles outside the moved part keep theirs where they can. */
const renumbered = (order: ReadonlyArray<RankedRole>, before: ReadonlyArray<RankedRole>): ReadonlyArray<RankedRole> => {
  const ranked: Array<RankedRole> = []
  for (const [at, { id }] of order.entries()) {
    ranked.push({ id, position: Math.max((ranked.at(-1)?.position ?? 0) + 1, before[at]?.position ?? 0) })
  }
  return ranked.filter(({ id, position }) => before.find((role) => role.id === id)?.position !== position)
}

const Ranked = Schema.Struct({ id: Id, position: Schema.Number })

/** Sends moves. Reads the order first for moves above or below another role. */
export const sendRoleMoves = Effect.fn("roles.modifyPositions")(function* (
  request: DiscordRequest,
  { guild_id, positions }: { readonly guild_id: string; readonly positions: ReadonlyArray<RoleMove> }
) {
  const { request: send } = yield* Discord
  if (!positions.some(isRelative)) return yield* send(request)
  const roles = yield* getReadable(Schema.Array(Ranked), "/guilds/{guild_id}/roles", { guild_id })
  const planned = positionsOf(positions, roles, guild_id)
  if (Either.isLeft(planned)) return yield* new ValidationError({ validation_issues: planned.left })
  // A role that is in its place stays there: the answer shows the order.
  const body = planned.right.length > 0 ? planned.right : roles.filter(({ id }) => positions.some((it) => it.id === id))
  return yield* send({ ...request, body: body.map(({ id, position }) => ({ id, position })) })
})

/** A role of a reply, as far as an order shows it. */
const Shown = Schema.Struct({
  id: expected(Id),
  name: expected(Schema.String),
  position: expected(Schema.Number)
})

/** The order that came out, highest first: the moved roles, those between them, and one above and below. */
export const orderResult = resultOf(
  Schema.Array(Shown),
  (reply, { positions: moves }: { readonly positions: ReadonlyArray<RoleMove> }) => {
    const roles = highestFirst(reply)
    const indexes = moves.flatMap(({ above, below, id }) =>
      [id, above, below].flatMap((role) => {
        const at = roles.findIndex((it) => it.id === role)
        return at === -1 ? [] : [at]
      })
    )
    const items = roles
      .slice(Math.max(0, Math.min(...indexes) - 1), Math.max(...indexes) + 2)
      .map(({ id, name, position }) => compact({ id, name, position }))
    const elsewhere = moves.filter((move) => !isDone(move, roles)).map(({ id }) => id)
    return {
      value: { items },
      ...(elsewhere.length > 0 && {
        notice: `Discord put these roles at other positions than asked for: ${shortList(elsewhere, SHOWN_MAX)}. The items show the order now; to place a role, use above or below.`
      })
    }
  }
)

const SHOWN_MAX = 5

/** Whether a role is where a move puts it. */
const isDone = (
  { above, below, id, position }: RoleMove,
  roles: ReadonlyArray<{ readonly id?: string | undefined; readonly position?: number | undefined }>
): boolean => {
  const placeOf = (role: string | undefined) => roles.findIndex((it) => it.id === role)
  const at = placeOf(id)
  if (position !== undefined) return roles[at]?.position === position
  return above === undefined ? at === placeOf(below) + 1 : at === placeOf(above) - 1
}

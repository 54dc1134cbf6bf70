/** Moves of roles: above and below another role, to positions, and what the answer says about the order that came out. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { positionsOf } from "../../../src/tools/roles/order.ts"
import { call, codeOf, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { armed } from "../wired.ts"

const server = served(armed, { ...roomy, permissions: Bit.ManageRoles | Bit.ViewChannel })

interface Item {
  readonly id: string
  readonly name: string
  readonly position: number
}

/** Moves roles. Returns the items and the notice. */
const moveRoles = Effect.fnUntraced(function* (positions: ReadonlyArray<object>) {
  const { ids } = yield* Sandbox
  const answer = yield* call("roles_modify_positions", { guild_id: ids.guild, positions, __confirm: true })
  assert.strictEqual(codeOf(answer), "ok", JSON.stringify(answer.structured))
  return { items: answer.structured.items as ReadonlyArray<Item>, notice: answer.structured.notice }
})

const orderOf = Effect.flatMap(Sandbox, ({ ids }) =>
  Effect.map(call("roles_list", { guild_id: ids.guild }), ({ structured }) =>
    (structured.items as ReadonlyArray<Item>).map(({ name }) => name)
  )
)

/** Creates roles a to e, from the lowest to the highest. */
const fiveRoles = Effect.gen(function* () {
  const { ids } = yield* Sandbox
  const made = new Map<string, string>()
  for (const name of ["e", "d", "c", "b", "a"]) {
    const { structured } = yield* call("roles_create", { guild_id: ids.guild, name, permissions: [] })
    made.set(name, String(structured.id))
  }
  return (name: string) => made.get(name) ?? assert.fail(name)
})

describe("roles_modify_positions", () => {
  it.live("puts a role directly above or below another, wherever it was, and answers with the order", () =>
    Effect.gen(function* () {
      const id = yield* fiveRoles
      const before = yield* orderOf
      const cases: ReadonlyArray<readonly [moves: ReadonlyArray<object>, order: string]> = [
        [[{ id: id("a"), above: id("c") }], "e d a c b"],
        [[{ id: id("e"), below: id("b") }], "d a c b e"],
        [[{ id: id("e"), below: id("b") }], "d a c b e"],
        [
          [
            { id: id("b"), above: id("d") },
            { id: id("c"), above: id("b") }
          ],
          "c b d a e"
        ],
        [[{ id: id("c"), below: id("e") }], "b d a e c"]
      ]
      const start = before.filter((name) => name.length === 1).join(" ")
      assert.strictEqual(start, "e d c b a")
      for (const [moves, order] of cases) {
        const { items, notice } = yield* moveRoles(moves)
        const now = yield* orderOf
        assert.deepStrictEqual(now.filter((name) => name.length === 1).join(" "), order)
        assert.deepStrictEqual(
          now.filter((name) => name.length > 1),
          before.filter((name) => name.length > 1),
          "no other role moved"
        )
        assert.isUndefined(notice)
        const shown = items.map(({ name }) => name)
        assert.include(now.join(" "), shown.join(" "), "the answer is a part of the order")
        assert.deepStrictEqual(Object.keys(items[0] ?? {}), ["id", "name", "position"])
      }
    }).pipe(server)
  )

  it.live("says where Discord put a role that came out at another position than asked for", () =>
    Effect.gen(function* () {
      const id = yield* fiveRoles
      const { items, notice } = yield* moveRoles([
        { id: id("a"), position: 3 },
        { id: id("b"), position: 3 }
      ])
      const positions = items.filter(({ name }) => name === "a" || name === "b").map(({ position }) => position)
      assert.notDeepEqual(positions, [3, 3])
      assert.match(String(notice), /^Discord put these roles at other positions than asked for: \d+/)
      const [upper, lower] = items.filter(({ name }) => name === "a" || name === "b")
      const swap = [
        { id: upper?.id, position: lower?.position },
        { id: lower?.id, position: upper?.position }
      ]
      assert.isUndefined((yield* moveRoles(swap)).notice)
    }).pipe(server)
  )

  it("has each role once, also if moves are mixed", () => {
    const roles = [1, 2, 3, 4].map((position) => ({ id: String(position), position }))
    const moves = [
      { id: "1", above: "3" },
      { id: "2", position: 4 }
    ]
    const positions = Either.getOrThrow(positionsOf(moves, roles, "0"))
    assert.deepStrictEqual(positions.map(({ id }) => id).toSorted(), ["1", "2", "3"])
    assert.deepInclude(positions, { id: "2", position: 4 })
  })

  it.live("refuses a move without one place, next to itself, or next to an unknown role, before anything moves", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { member, moderator } = ids.roles
      const issuesOf = (move: object) =>
        Effect.map(
          call("roles_modify_positions", { guild_id: ids.guild, positions: [move], __confirm: true }),
          ({ structured }) =>
            (structured.validation_issues as ReadonlyArray<{ path: string; code: string }>).map(({ code, path }) => [
              path,
              code
            ])
        )
      assert.deepStrictEqual(yield* issuesOf({ id: member }), [["positions[0].above", "empty_change"]])
      const both = { id: member, above: moderator, position: 1 }
      assert.deepStrictEqual(yield* issuesOf(both), [["positions[0].position", "exclusive"]])
      assert.deepStrictEqual(yield* issuesOf({ id: member, below: member }), [["positions[0].below", "same_role"]])
      const unknown = { id: member, above: "1248328050278499999" }
      assert.deepStrictEqual(yield* issuesOf(unknown), [["positions[0].above", "unknown_role"]])
    }).pipe(server)
  )
})

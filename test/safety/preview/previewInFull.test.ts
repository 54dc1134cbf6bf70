import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { dangerousPermissions } from "../../../src/tools/permissions/dangerous.ts"
import { runs, turn } from "../../turns.ts"
import { gateServer, nobody, outcomeOf, somebody } from "../gateServer.ts"

const snowflake = (kind: number, n: number) => `${kind}${String(n).padStart(17, "0")}`
const GUILD = snowflake(9, 1)

/** A call with everything that consent to it must show: ids and permissions. */
interface Piece {
  readonly tool: string
  readonly args: object
  readonly shown: ReadonlyArray<string>
}

const { array, constantFrom, integer, nat, record, shuffledSubarray, tuple } = FastCheck

const reaction = nat(999).map(
  (n): Piece => ({
    tool: "reactions_create",
    args: { channel_id: snowflake(1, n), message_id: snowflake(2, n), emoji: "👍" },
    shown: []
  })
)

const message = nat(999).map(
  (n): Piece => ({
    tool: "messages_send",
    args: { channel_id: snowflake(1, n), content: "x".repeat(500) },
    shown: []
  })
)

const deletion = nat(999).map(
  (n): Piece => ({
    tool: "messages_delete",
    args: { channel_id: snowflake(3, n % 3), message_id: snowflake(4, n) },
    shown: ["messages_delete", snowflake(3, n % 3), snowflake(4, n)]
  })
)

const channel = nat(999).map(
  (n): Piece => ({
    tool: "channels_delete",
    args: { channel_id: snowflake(5, n), audit_reason: "y".repeat(400) },
    shown: ["channels_delete", snowflake(5, n)]
  })
)

const distinct = (kind: number, min: number, max: number) =>
  FastCheck.uniqueArray(nat(9999), { minLength: min, maxLength: max, size: "max" }).map((all) =>
    all.map((n) => snowflake(kind, n))
  )

const bulk = distinct(6, 2, 100).map(
  (ids): Piece => ({
    tool: "messages_bulk_delete",
    args: { channel_id: snowflake(3, 1), message_ids: ids },
    shown: ["messages_bulk_delete", ...ids]
  })
)

const bans = distinct(7, 1, 200).map(
  (ids): Piece => ({
    tool: "members_bulk_ban",
    args: { guild_id: GUILD, user_ids: ids },
    shown: ["members_bulk_ban", ...ids]
  })
)

const permission = constantFrom(...dangerousPermissions)

/** Harmless overwrites around a dangerous one, at any position. */
const overwrites = tuple(integer({ min: 0, max: 30 }), nat(), permission).map(([count, place, name]): Piece => {
  const list: Array<object> = Array.from({ length: count }, (_, n) => ({
    id: snowflake(8, n),
    type: "role",
    allow: ["VIEW_CHANNEL", "SEND_MESSAGES", "ADD_REACTIONS"],
    deny: ["ADMINISTRATOR"]
  }))
  list.splice(place % (count + 1), 0, { id: GUILD, type: "role", allow: ["VIEW_CHANNEL", name] })
  return {
    tool: "channels_create_guild_channel",
    args: { guild_id: GUILD, name: "x", permission_overwrites: list },
    shown: ["channels_create_guild_channel", `Grants ${name} to @everyone`]
  }
})

const role = shuffledSubarray([...dangerousPermissions], { minLength: 1 }).map(
  (permissions): Piece => ({
    tool: "roles_create",
    args: { guild_id: GUILD, name: "x", permissions },
    shown: ["roles_create", ...permissions]
  })
)

const piece = FastCheck.oneof(
  { weight: 4, arbitrary: reaction },
  { weight: 3, arbitrary: message },
  { weight: 3, arbitrary: deletion },
  { weight: 1, arbitrary: channel },
  { weight: 1, arbitrary: bulk },
  { weight: 1, arbitrary: bans },
  { weight: 1, arbitrary: overwrites },
  { weight: 1, arbitrary: role }
)

/** The same deletion for each item of a literal list. */
const loop = distinct(4, 1, 100).map((ids) => ({
  step: { tool: "messages_delete", args: { channel_id: snowflake(3, 0), message_id: "{{item}}" }, for_each: ids },
  shown: ["messages_delete", ...ids]
}))

const plan = record({
  pieces: array(piece, { minLength: 1, maxLength: 40, size: "max" }),
  loops: array(loop, { maxLength: 2, size: "max" })
}).map(({ loops, pieces }) => ({
  steps: [...pieces.map(({ args, tool }) => ({ tool, args })), ...loops.map(({ step }) => step)].map((step, at) => ({
    id: `s${at}`,
    ...step
  })),
  shown: [...pieces.flatMap(({ shown }) => shown), ...loops.flatMap(({ shown }) => shown)]
}))

const missing = (shown: ReadonlyArray<string>, text: string) => shown.filter((it) => !text.includes(it))

/** The text of a grant in the structured form. */
const structurally = (shown: ReadonlyArray<string>) => shown.map((it) => /^Grants (\w+) to/.exec(it)?.[1] ?? it)

/** Asserts that a preview shows what it must. Returns the outcome of the call. */
const judged = Effect.fnUntraced(function* (
  tool: string,
  input: object,
  shown: ReadonlyArray<string>,
  confirm: string
) {
  const environment = { MCP_DRY_RUN: "false", MCP_CONFIRM: confirm }
  const person = somebody("declined")
  const server = yield* gateServer(environment)
  const answered = yield* server.call(tool, input, nobody)
  const asked = yield* server.call(tool, input, person)
  assert.deepStrictEqual(server.changes(), [])
  const ended = outcomeOf(asked)
  if (ended === "too_much_to_show") {
    assert.deepStrictEqual([outcomeOf(answered), person.asked.length], ["too_much_to_show", 0])
    assert.include(String(answered.structured.recovery_hint), "split it")
    return ended
  }
  const [question] = person.asked
  assert.deepStrictEqual(missing(shown, question?.message ?? ""), [])
  assert.isAtMost(question?.message.length ?? 0, 6000)
  assert.deepStrictEqual(missing(shown, answered.text), [])
  assert.isAtMost(answered.text.length, 8000)
  const preview = Object(answered.structured.preview)
  const structured = JSON.stringify(tool === "mcp_pipeline" ? preview.steps : { tool, ...preview })
  assert.deepStrictEqual(missing(structurally(shown), structured), [])
  return ended
}, Effect.scoped)

describe("consent requires a complete preview", () => {
  it.effect(
    "for plans: a confirmation or token exists only if every destructive step and every dangerous grant is shown",
    () =>
      Effect.gen(function* () {
        const ends = new Map<string, number>()
        for (const [at, { shown, steps }] of FastCheck.sample(plan, { numRuns: runs(30), seed: 14 }).entries()) {
          if (shown.length === 0) continue
          yield* turn
          const confirm = ["flag", "token", "elicit"][at % 3] ?? "flag"
          const ended = yield* judged("mcp_pipeline", { steps }, shown, confirm)
          ends.set(ended, (ends.get(ended) ?? 0) + 1)
        }
        // Both outcomes occur: confirmed and rejected plans.
        assert.deepStrictEqual([...ends.keys()].toSorted(), ["declined", "too_much_to_show"])
        assert.isAbove(ends.get("declined") ?? 0, 2)
      })
  )

  it.effect("for single calls, directly and through a dispatcher", () =>
    Effect.gen(function* () {
      const dangerous = FastCheck.oneof(deletion, channel, bulk, bans, overwrites, role)
      for (const {
        args,
        shown: [, ...shown],
        tool
      } of FastCheck.sample(dangerous, { numRuns: runs(30), seed: 15 })) {
        yield* turn
        // A single call shows names in place of ids. Here no object has a name.
        const visible = tool === "messages_delete" || tool === "channels_delete" ? [] : shown
        assert.strictEqual(yield* judged(tool, args, visible, "token"), "declined")
        assert.strictEqual(yield* judged("mcp_tools_destructive", { tool, args }, visible, "token"), "declined")
      }
    })
  )

  it.effect("shows one deletion before any number of reactions", () =>
    Effect.gen(function* () {
      const [first = { tool: "", args: {}, shown: [] }] = FastCheck.sample(channel, { numRuns: 1, seed: 1 })
      const steps = [...FastCheck.sample(reaction, { numRuns: 14, seed: 2 }), first].map(({ args, tool }, at) => ({
        id: `s${at}`,
        tool,
        args
      }))
      assert.strictEqual(yield* judged("mcp_pipeline", { steps }, first.shown, "elicit"), "declined")
    })
  )

  it.effect("shows every item of a literal list while other references are unknown", () =>
    Effect.gen(function* () {
      const ids = Array.from({ length: 30 }, (_, n) => snowflake(4, n))
      const look = { id: "look", tool: "users_get_current" }
      const wipe = { id: "wipe", tool: "messages_delete" }
      for (const [for_each, shown] of [
        [ids, ids],
        [
          [...ids, "{{look.id}}"],
          [...ids, "{{look.id}}"]
        ]
      ] as const) {
        for (const args of [
          { channel_id: "{{look.id}}", message_id: "{{item}}" },
          { channel_id: snowflake(3, 0), message_id: "{{item}}", audit_reason: "for {{look.username}}" }
        ]) {
          const steps = [look, { ...wipe, for_each, args }]
          assert.strictEqual(
            yield* judged("mcp_pipeline", { steps }, ["messages_delete", ...shown], "elicit"),
            "declined"
          )
        }
      }
    })
  )

  it.effect("rejects a call that cannot be shown in full in every mode", () =>
    Effect.gen(function* () {
      const ids = (kind: number) => Array.from({ length: 100 }, (_, n) => snowflake(kind, n))
      const steps = [1, 2, 3, 4].map((kind) => ({
        id: `s${kind}`,
        tool: "messages_bulk_delete",
        args: { channel_id: snowflake(kind, 0), message_ids: ids(kind) }
      }))
      for (const [environment, confirm] of [
        [{}, true],
        [{ MCP_DRY_RUN: "false" }, true],
        [{ MCP_DRY_RUN: "false" }, false],
        [{ MCP_DRY_RUN: "false", MCP_CONFIRM: "token" }, true],
        [{ MCP_DRY_RUN: "false", MCP_CONFIRM: "elicit" }, true]
      ] as const) {
        const server = yield* gateServer(environment)
        const ended = yield* server.call("mcp_pipeline", { steps, __confirm: confirm }, somebody("accepted"))
        assert.strictEqual(outcomeOf(ended), "too_much_to_show")
        assert.deepStrictEqual(server.sent, [])
      }
    }).pipe(Effect.scoped)
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../../src/catalogue.ts"
import type { Risk } from "../../../src/safety/Permit.ts"
import { publishedSchema } from "../../../src/tools/dsl/publishedSchema.ts"
import { answerTo, codeOf, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { armed } from "../wired.ts"
import { sandboxInput } from "./sandboxInputs.ts"

/** Reads that fail in the sandbox, each with the reason. */
const nothingThere: Readonly<Record<string, string>> = {
  messages_view_attachment: "the message of the example has no file",
  interactions_get_original_response: "nobody clicks in a sandbox: no interaction has been answered",
  gateway_wait_for: "the gateway is off",
  gateway_read: "the gateway is off",
  gateway_status: "the gateway is off"
}

/** Calls every tool of a risk and returns how each call ended. Later calls use the earlier results. */
const callAll = Effect.fnUntraced(function* (risk: Risk, made: Map<string, Readonly<Record<string, unknown>>>) {
  const { ids } = yield* Sandbox
  // Other tools need the guild.
  const last = (name: string) => Number(name === "users_leave_guild")
  const tools = catalogue.filter((tool) => tool.risk === risk).toSorted((a, b) => last(a.name) - last(b.name))
  return yield* Effect.forEach(tools, (tool) =>
    Effect.map(answerTo(tool.name, sandboxInput(tool, ids, made)), (answer) => {
      if (!answer.isError) made.set(tool.name, answer.structured)
      return [tool.name, codeOf(answer)] as const
    })
  )
})

const bugs = (ends: ReadonlyArray<readonly [tool: string, code: unknown]>) =>
  ends.filter(([, code]) => code === "INTERNAL_ERROR")

/** Replaces the ids of an example by ids of the sandbox. */
const withIds = (value: unknown, ids: ReadonlyMap<string, string>): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === "string" ? (ids.get(one) ?? one) : one))

describe("the example of a tool", () => {
  it.live("does in the sandbox what it says", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const known = new Map([
        ["1248328050278400001", ids.guild],
        ["1248328050278400010", ids.channels.general],
        ["1248328050278400021", ids.roles.member],
        ["1288800112640000045", ids.rule],
        ["1301540266803200077", ids.messages.byBot]
      ])
      const ends = yield* Effect.forEach(
        catalogue.filter(({ example }) => example !== undefined),
        ({ example, input, name }) => {
          const confirm = "__confirm" in Object(publishedSchema(input).properties) && { __confirm: true }
          return Effect.map(answerTo(name, { ...Object(withIds(example, known)), ...confirm }), (answer) => [
            name,
            codeOf(answer)
          ])
        }
      )
      assert.isAbove(ends.length, 8)
      assert.deepStrictEqual(
        ends.filter(([, code]) => code !== "ok"),
        []
      )
    }).pipe(served(armed, { ...roomy, permissions: 8n }))
  )
})

describe("every tool", () => {
  it.live(
    "returns a result or a documented error in the sandbox, never INTERNAL_ERROR",
    () =>
      Effect.gen(function* () {
        const made = new Map<string, Readonly<Record<string, unknown>>>()
        // Lists are read before and after the writes.
        const before = yield* callAll("read", made)
        const writes = yield* callAll("write", made)
        const after = yield* callAll("read", made)
        const deletions = yield* callAll("destructive", made)
        assert.deepStrictEqual([before, writes, after, deletions].flatMap(bugs), [])
        assert.deepStrictEqual(
          after.filter(([, code]) => code !== "ok").map(([name]) => name),
          Object.keys(nothingThere)
        )
        const done = [...writes, ...deletions].filter(([, code]) => code === "ok")
        assert.isAbove(done.length, 100)
      }).pipe(served(armed, { ...roomy, permissions: 8n })),
    240_000
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { answerTo, codeOf, roomy, Sandbox, served } from "../dispatch/app.ts"
import { armed } from "../tools/wired.ts"

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

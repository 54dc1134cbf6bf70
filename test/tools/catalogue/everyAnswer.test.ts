import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../../src/catalogue.ts"
import type { Risk } from "../../../src/safety/Permit.ts"
import { answerTo, codeOf, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { armed } from "../wired.ts"
import { sandboxInput } from "./sandboxInputs.ts"

/** Reads that fail in the sandbox, each with the reason. */
const nothingThere: Readonly<Record<string, string>> = {
  messages_view_attachment: "the message of the example has no file",
  interactions_get_original_response: "nobody clicks in a sandbox: no interaction has been answered"
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

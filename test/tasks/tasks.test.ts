import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { doNothing, play } from "./inProcess.ts"
import { tableOf } from "./measure.ts"
import { surfaces } from "./sandbox.ts"
import { tasks } from "./tasks/all.ts"

describe("the tasks", () => {
  for (const surface of surfaces)
    it.live(`are done by their solutions: ${surface}`, () =>
      Effect.gen(function* () {
        const rows = yield* Effect.forEach(tasks, (task) => play(task, surface))
        process.stdout.write(`${tableOf(rows)}\n`)
        assert.deepStrictEqual(
          rows.flatMap(({ problems, task }) => problems.map((problem) => `${task}: ${problem}`)),
          []
        )
      })
    )

  it.live("are not done by doing nothing", () =>
    Effect.gen(function* () {
      for (const task of tasks) assert.notDeepEqual(yield* doNothing(task), [], task.name)
    })
  )
})

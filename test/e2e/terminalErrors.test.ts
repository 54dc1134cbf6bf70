/** Help, lists of clients and errors on a real terminal, at any width. Results: terminalWidth.test.ts. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layer as binary } from "./binary.ts"
import { assertWrapped, runOnTerminal } from "./pseudoTerminal.ts"

/** Wide enough for every line of these commands, but the longest of the root's help. */
const WIDE = 200

layer(binary, { excludeTestServices: true, timeout: "60 seconds" })("on a terminal of any width", (it) => {
  for (const [args, code] of [
    [["--help"], 0],
    [["init"], 0],
    [["init", "cursor", "--dry-run"], 0],
    [["init", "nothing"], 1],
    [["serve"], 1],
    [["sandbox", "--permissions", "FLY"], 1],
    [["audit", "verify", "/nowhere/a-log-that-does-not-exist.log"], 1]
  ] as const) {
    it.effect(`no line is too wide and no word is broken: ${args.join(" ")}`, () =>
      Effect.gen(function* () {
        const env = { HOME: "/nowhere/at-all" }
        const { text: whole } = yield* runOnTerminal(args, WIDE, env)
        assertWrapped(whole, WIDE, whole)
        for (const columns of [40, 60, 80]) {
          const run = yield* runOnTerminal(args, columns, env)
          assert.strictEqual(run.code, code)
          assertWrapped(run.text, columns, whole)
        }
      })
    )
  }

  it.effect("NO_COLOR removes all styles, also of the help that the parser prints", () =>
    Effect.gen(function* () {
      for (const args of [["--help"], ["tools", "roles_list"]]) {
        assert.include((yield* runOnTerminal(args, 80)).raw, "\u001b[")
        assert.notInclude((yield* runOnTerminal(args, 80, { NO_COLOR: "1" })).raw, "\u001b")
      }
    })
  )
})

/** Help, lists of clients and errors on a real terminal, at any width. Results: terminalWidth.test.ts. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layer as binary } from "./binary.ts"
import { assertWrappedAtAnyWidth, runOnTerminal, type WidthCase } from "./pseudoTerminal.ts"

const cases: ReadonlyArray<WidthCase> = [
  [["--help"], 0, "doctor"],
  [["clients", "add", "--help"], 0, "--exclude-tool"],
  [["init", "--help"], 0, "--dry-run"],
  [["help", "sandbox"], 0, "aligned_window"],
  [["docter"], 1, "doctor?"],
  [["clients", "ad"], 1, "add?"],
  [["init", "cursor", "--dry-run"], 0, "mcpServers"],
  [["init", "nothing"], 1, "nothing"],
  [["serve"], 1, "DISCORD_TOKEN"],
  [["sandbox", "--permissions", "FLY"], 1, "FLY"],
  [["connect", "nothing"], 1, "connect"],
  [["audit", "verify", "/nowhere/a-log-that-does-not-exist.log"], 1, "audit"]
]

layer(binary, { excludeTestServices: true })("on a terminal of any width", (it) => {
  for (const each of cases) {
    it.effect(`no line is too wide and no word is broken: ${each[0].join(" ")}`, () =>
      assertWrappedAtAnyWidth(each, { HOME: "/nowhere/at-all" })
    )
  }

  it.effect("NO_COLOR removes all styles, also of the help", () =>
    Effect.gen(function* () {
      for (const [args, shown] of [
        [["--help"], "doctor"],
        [["tools", "roles_list"], "roles_list"]
      ] as const) {
        const styled = yield* runOnTerminal(args, 80)
        const plain = yield* runOnTerminal(args, 80, { NO_COLOR: "1" })
        assert.include(styled.raw, "\u001b[")
        assert.notInclude(plain.raw, "\u001b")
        assert.deepStrictEqual([styled.code, plain.code], [0, 0])
        assert.include(plain.raw, shown)
      }
    })
  )
})

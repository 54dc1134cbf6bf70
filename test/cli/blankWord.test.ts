import { assert, describe, it } from "@effect/vitest"
import { blankWord, moveSandboxFlags, separateToolFields } from "../../src/cli/argv.ts"
import { command } from "../../src/cli/command.ts"
import { repeatable } from "../../src/cli/options.ts"

/** The problem of a command line. */
const problemOf = (...words: ReadonlyArray<string>) =>
  blankWord(separateToolFields(moveSandboxFlags(["node", "main.js", ...words])), repeatable)

/** Every option that takes a value, after the words of its command. */
const options: ReadonlyArray<readonly [words: ReadonlyArray<string>, option: string]> = [
  ...["--guild", "--category", "--tool", "--exclude-tool"].map((name) => [["clients", "add", "ci"], name] as const),
  ...["--guild", "--scope", "--surface", "--permissions", "--token-from", "--url"].map(
    (name) => [["init", "cursor"], name] as const
  ),
  ...["--category", "--risk", "--search"].map((name) => [["tools"], name] as const),
  ...["--permissions", "--port", "--latency", "--jitter", "--stamp", "--algorithm"].map(
    (name) => [["sandbox"], name] as const
  ),
  [["doctor"], "--client"],
  [["serve", "--sandbox"], "--permissions"],
  [["call", "--sandbox"], "--permissions"]
]

describe("a command line", () => {
  it("with a blank value of any option is rejected by the option's name", () => {
    for (const [words, option] of options) {
      for (const blank of ["", " ", "\t", "\u00a0", "\u200b"]) {
        assert.strictEqual(problemOf(...words, option, blank), `${option}: the value is blank.`)
        assert.strictEqual(problemOf(...words, option, "messages", option, blank), `${option}: the value is blank.`)
        assert.strictEqual(problemOf(...words, option, blank, "--json"), `${option}: the value is blank.`)
      }
      assert.strictEqual(problemOf(...words, `${option}=`), `${option}: the value is blank.`)
    }
  })

  it("with a blank argument is rejected", () => {
    for (const words of [
      ["clients", "add"],
      ["clients", "remove"],
      ["connect"],
      ["init"],
      ["audit", "verify"],
      ["tools"]
    ]) {
      assert.strictEqual(problemOf(...words, ""), `The argument after "${words.at(-1)}" is blank.`)
    }
  })

  it("that ends with a repeatable option is rejected, because the parser would drop it", () => {
    assert.isDefined(command)
    for (const option of ["--guild", "--category", "--tool", "--exclude-tool"]) {
      assert.strictEqual(problemOf("clients", "add", "ci", option), `${option}: the value is missing.`)
      assert.strictEqual(problemOf("clients", "add", "ci", option, "--"), `${option}: the value is missing.`)
    }
  })

  it("may have blank fields of a tool, and words without a blank", () => {
    for (const words of [
      ["call", "channels_modify", "--topic", ""],
      ["call", "--sandbox", "channels_modify", "--topic="],
      ["clients", "add", "ci", "--guild", "1248328050278400001", "--read-only"],
      ["clients", "list", "--json"],
      []
    ]) {
      assert.strictEqual(problemOf(...words), undefined)
    }
  })
})

import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { asksForHelp, expandHelpCommand, moveSandboxFlags, separateToolFields } from "../../src/cli/argv.ts"
import { command } from "../../src/cli/command.ts"
import { allCommands, treeOf } from "../../src/cli/help/CommandTree.ts"
import { readRequest } from "../../src/cli/help/readRequest.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"

const tree = treeOf(command.descriptor)

/** The problem of a command line. */
const problemOf = (...words: ReadonlyArray<string>) => {
  const request = readRequest(tree, separateToolFields(moveSandboxFlags(["node", "main.js", ...words])).slice(2))
  return request._tag === "Reject" ? request.problem : undefined
}

/** Every option that takes a value, after the words of its command. */
const options = allCommands(tree).flatMap(({ options, path: [, ...words] }) =>
  options.filter(({ placeholder }) => placeholder !== undefined).map(({ name }) => [words, name] as const)
)

describe("a command line", () => {
  it("with a blank value of any option is rejected by the option's name", () => {
    assert.isAbove(options.length, 20)
    for (const [words, option] of options) {
      for (const blank of ["", " ", "\t", "\u00a0", "\u200b"]) {
        assert.strictEqual(problemOf(...words, option, blank), `${option}: the value is blank.`)
        assert.strictEqual(problemOf(...words, option, blank, "--json"), `${option}: the value is blank.`)
      }
      assert.strictEqual(problemOf(...words, `${option}=`), `${option}: the value is blank.`)
    }
    assert.strictEqual(
      problemOf("clients", "add", "ci", "--guild", "1", "--guild", " "),
      "--guild: the value is blank."
    )
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

  it("that ends with an option is rejected if the option needs a value, because the parser may drop it", () => {
    for (const [words, option] of options) {
      assert.strictEqual(problemOf(...words, option), `${option}: the value is missing.`)
      assert.strictEqual(problemOf(...words, option, "--"), `${option}: the value is missing.`)
    }
  })

  it("with an option twice is rejected, unless the option can be repeated", () => {
    assert.strictEqual(problemOf("doctor", "--offline", "--offline"), "--offline is given twice.")
    assert.strictEqual(problemOf("clients", "add", "ci", "--guild", "1", "--guild", "2"), undefined)
    assert.strictEqual(problemOf("--sandbox", "doctor", "--sandbox"), undefined)
  })

  it("without a needed argument, or with too many, is rejected", () => {
    assert.strictEqual(
      problemOf("clients", "add", "--read-only"),
      "clients add needs NAME. Usage: effect-discord-mcp clients add NAME [options]"
    )
    assert.strictEqual(
      problemOf("doctor", "offline"),
      'There is no place for "offline" in doctor; did you mean --offline?'
    )
    assert.strictEqual(
      problemOf("tools", "messages_send", "messages_get"),
      'There is no place for "messages_get" in tools. See effect-discord-mcp tools --help'
    )
    assert.strictEqual(problemOf("doctor", "--json", "true"), undefined)
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

const ID = "1248328050311954441"

describe("the fields of call on the command line", () => {
  const protect = (...args: ReadonlyArray<string>) => separateToolFields(["node", "main.js", ...args]).slice(2)

  it("are separated from the options of the command line", () => {
    assert.deepStrictEqual(protect("call", "guild_get", "--guild_id", ID), [
      "call",
      "guild_get",
      "--",
      "--guild_id",
      ID
    ])
    assert.deepStrictEqual(protect("call", "users_get_current"), ["call", "users_get_current", "--"])
  })

  it("are placed after --json at any position; no tool has a field named json", () => {
    const expected = ["call", "--json", "guild_get", "--", "--guild_id", ID]
    assert.deepStrictEqual(protect("call", "--json", "guild_get", "--guild_id", ID), expected)
    assert.deepStrictEqual(protect("call", "guild_get", "--json", "--guild_id", ID), expected)
    assert.deepStrictEqual(protect("call", "guild_get", "--guild_id", ID, "--json"), expected)
    assert.deepStrictEqual(
      catalogue.filter(({ input }) => "json" in Object(publishedSchema(input).properties)),
      []
    )
  })

  it("ask for help, also with sandbox flags, but not as the value of a field", () => {
    const asks = (...args: ReadonlyArray<string>) => {
      const words = protect(...args)
      return asksForHelp(words.slice(words.indexOf("--") + 1))
    }
    assert.isTrue(asks("call", "guild_get", "--help"))
    assert.isTrue(asks("call", "guild_get", "-h"))
    assert.isTrue(asks("call", "--sandbox", "--permissions", "none", "guild_get", "--guild_id", "1", "--help"))
    assert.isFalse(asks("call", "messages_send", "--content", "-h"))
  })

  it("keep a field named permissions, and leave the flag before the tool to call", () => {
    assert.deepStrictEqual(
      protect("call", "--permissions", "none", "--sandbox", "roles_create", "--permissions", "[]"),
      ["call", "--permissions", "none", "--sandbox", "roles_create", "--", "--permissions", "[]"]
    )
  })

  it("are left out of other commands", () => {
    for (const args of [["serve", "--sandbox"], ["call"], ["call", "--help"], ["tools", "--json"], []]) {
      assert.deepStrictEqual(protect(...args), args)
    }
  })
})

describe("help as a command", () => {
  const expand = (...args: ReadonlyArray<string>) => expandHelpCommand(["node", "main.js", ...args]).slice(2)

  it("is the help of the command that follows", () => {
    assert.deepStrictEqual(expand("help"), ["--help"])
    assert.deepStrictEqual(expand("help", "clients", "add"), ["clients", "add", "--help"])
    assert.deepStrictEqual(expand("help", "help"), ["help", "--help"])
    assert.deepStrictEqual(expand("help", "--help"), ["help", "--help"])
    assert.deepStrictEqual(expand("call", "help"), ["call", "help"])
  })
})

describe("the sandbox flags before a command", () => {
  const move = (...args: ReadonlyArray<string>) => moveSandboxFlags(["node", "main.js", ...args]).slice(2)

  it("move to the command, in any combination", () => {
    for (const flags of [
      ["--sandbox"],
      ["--permissions", "none"],
      ["--permissions=none"],
      ["--permissions", "none", "--sandbox"],
      ["--sandbox", "--permissions", "none"]
    ]) {
      assert.deepStrictEqual(move(...flags, "doctor", "--sandbox"), ["doctor", ...flags, "--sandbox"])
    }
  })

  it("stay if no command follows", () => {
    for (const args of [["--sandbox"], ["--permissions", "none", "--sandbox"], ["--sandbox", "--help"], ["tools"]]) {
      assert.deepStrictEqual(move(...args), args)
    }
  })
})

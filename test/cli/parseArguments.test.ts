import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue.ts"
import { asksForHelp, moveSandboxFlags, separateToolFields } from "../../src/cli/argv.ts"
import { parseCallArguments } from "../../src/cli/call.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"

const ID = "1248328050311954441"

describe("the arguments of call", () => {
  it.effect("are a JSON object, fields, or both; the later value wins", () =>
    Effect.gen(function* () {
      const read = (...tokens: ReadonlyArray<string>) => parseCallArguments("messages_read", tokens)
      assert.deepStrictEqual(yield* read(), {})
      assert.deepStrictEqual(yield* read('{"channel_id":"1","limit":5}'), { channel_id: "1", limit: 5 })
      assert.deepStrictEqual(yield* read("--channel_id", ID, "--limit", "5"), { channel_id: ID, limit: 5 })
      assert.deepStrictEqual(yield* read('{"limit":5}', "--limit=7", `--channel_id=${ID}`), {
        limit: 7,
        channel_id: ID
      })
      assert.deepStrictEqual(yield* read("--limit=7", '{"limit":5}'), { limit: 5 })
    })
  )

  it.effect("keep text fields as they are, and parse other fields as JSON", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* parseCallArguments("messages_send", [
          "--channel_id",
          ID,
          "--content",
          "42",
          "--embeds",
          '[{"title":"x"}]',
          "--allowed_mentions",
          '{"parse":[]}'
        ]),
        { channel_id: ID, content: "42", embeds: [{ title: "x" }], allowed_mentions: { parse: [] } }
      )
      assert.deepStrictEqual(yield* parseCallArguments("messages_send", ["--content=a=b\nc", "--reply_to=5"]), {
        content: "a=b\nc",
        reply_to: "5"
      })
      assert.deepStrictEqual(yield* parseCallArguments("messages_delete", ["--__confirm", "true"]), { __confirm: true })
      assert.deepStrictEqual(yield* parseCallArguments("messages_delete", ["--__confirm", "4f1c"]), {
        __confirm: "4f1c"
      })
    })
  )

  it.effect("treat a field without a value as true", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parseCallArguments("messages_delete", ["--__confirm", "--channel_id", ID]), {
        __confirm: true,
        channel_id: ID
      })
      assert.deepStrictEqual(yield* parseCallArguments("channels_create_guild_channel", ["--nsfw"]), { nsfw: true })
    })
  )

  it.effect("are parsed as JSON if possible for an unknown tool or field", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parseCallArguments("nothing", ["--a", "1", "--b", "x"]), { a: 1, b: "x" })
      assert.deepStrictEqual(yield* parseCallArguments("messages_read", ["--nonsense", "null"]), { nonsense: null })
      // A field may have another name, and an id keeps all its digits.
      assert.deepStrictEqual(yield* parseCallArguments("messages_read", ["--channel", ID]), { channel: ID })
    })
  )

  it.effect("are rejected if they are neither JSON nor fields", () =>
    Effect.gen(function* () {
      for (const token of ["x", "{", "[1]", "5", '"text"']) {
        const failure = yield* Effect.flip(parseCallArguments("messages_read", [token]))
        assert.strictEqual(failure.message, `expected a JSON object or --field value, got ${token}`)
      }
    })
  )
})

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

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseCallArguments } from "../../src/cli/call.ts"

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

import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Redacted } from "effect"
import { MASK, makeOwnSecrets } from "../../src/text/secrets.ts"
import { spelled, TOKEN } from "./spelled.ts"

const KEY = "collector-key-4711"
const secrets = makeOwnSecrets([Redacted.make(TOKEN), Redacted.make(KEY)])

describe("the secrets of the server", () => {
  for (const [how, text] of Object.entries(spelled)) {
    it(`are found ${how}`, () => {
      assert.strictEqual(secrets.find({ embeds: [{ title: `see ${text} there` }] }), "embeds[0].title")
      assert.strictEqual(secrets.find({ names: { [text]: 1 } }), "names")
      assert.strictEqual(secrets.find(text), "")
    })
  }

  it.prop(
    "are found inside any text",
    [FastCheck.string(), FastCheck.constantFrom(...Object.values(spelled), KEY), FastCheck.string()],
    ([before, text, after]) => assert.strictEqual(secrets.find({ content: `${before} ${text} ${after}` }), "content")
  )

  it.prop("are not found in user content", [FastCheck.jsonValue()], ([value]) => {
    assert.isUndefined(secrets.find(value))
  })

  it("are not found in texts, in ids, nor in the id at the start of a token", () => {
    for (const text of ["the collector key is 4711", TOKEN.split(".")[0], TOKEN.slice(0, 30), "1248328050311954441"]) {
      assert.isUndefined(secrets.find({ content: text }))
    }
  })

  it("are masked in texts and values, also with invisible characters in between", () => {
    for (const how of [
      "as they are",
      "behind Bot",
      "in part",
      "in an address",
      "percent-encoded",
      "split by zero-width characters"
    ] as const) {
      const masked = secrets.mask(`see ${spelled[how]} there`)
      assert.match(masked, /^see .*\*\*\*.* there$/)
      assert.notInclude(masked, TOKEN.slice(-20))
    }
    const value: unknown = { items: [{ content: `x ${TOKEN}` }], [KEY]: 1 }
    assert.deepStrictEqual(secrets.mask(value), {
      items: [{ content: `x ${MASK}` }],
      [MASK]: 1
    })
  })

  it("leave a value without secrets unchanged, as the same object", () => {
    const value = { items: [{ content: "hello %20 é", n: 1, none: null }] }
    assert.strictEqual(secrets.mask(value), value)
  })
})

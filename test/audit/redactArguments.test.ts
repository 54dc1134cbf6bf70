import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Redacted } from "effect"
import { redactArguments, truncateArgument } from "../../src/audit/AuditLog.ts"
import { MASK, makeRedactor } from "../../src/text/secrets.ts"

const TOKEN = "sandbox-token"
const redactor = makeRedactor([Redacted.make(TOKEN)])

describe("the arguments in a record", () => {
  it("are the given ones without secrets and files, and with long texts truncated", () => {
    assert.deepStrictEqual(
      redactArguments(
        {
          channel_id: "1248328050311954441",
          content: "é".repeat(201),
          nonce: 5,
          position: 12n,
          tts: false,
          topic: null,
          token: "x".repeat(68),
          avatar: { base64: "iVBORw0KGgoA" },
          icon: "data:image/png;base64,iVBORw0KGgoA",
          files: [{ name: "a.png", base64: "A".repeat(1_000_000) }],
          embeds: [{ title: `by ${TOKEN}`, fields: [{ value: "short" }] }]
        },
        redactor
      ),
      {
        channel_id: "1248328050311954441",
        content: `${"é".repeat(200)}… [201 characters]`,
        nonce: 5,
        position: "12",
        tts: false,
        topic: null,
        token: MASK,
        avatar: { base64: "[12 characters of base64]" },
        icon: "[34 characters of base64]",
        files: [{ name: "a.png", base64: "[1000000 characters of base64]" }],
        embeds: [{ title: `by ${MASK}`, fields: [{ value: "short" }] }]
      }
    )
  })

  it("do not split an emoji where a text is truncated", () => {
    const { content } = redactArguments({ content: `${"x".repeat(199)}${"🦀".repeat(20)}` }, redactor)
    assert.strictEqual(content, `${"x".repeat(199)}… [239 characters]`)
  })

  it("do not keep half of a secret where a text is truncated", () => {
    const { content } = redactArguments({ content: "x".repeat(195) + TOKEN }, redactor)
    assert.strictEqual(content, "x".repeat(195) + MASK)
  })

  it("are bounded in total: the largest are replaced with their size", () => {
    const { commands, guild_id, names } = redactArguments(
      { guild_id: "1", commands: Array.from({ length: 100 }, () => "x".repeat(200)), names: ["a", "b"] },
      redactor
    )
    assert.deepStrictEqual([guild_id, commands, names], ["1", "[20301 characters of JSON]", ["a", "b"]])
  })

  it.prop(
    "always fit on a line of bounded length",
    [FastCheck.object({ withBigInt: true, maxDepth: 4, maxKeys: 60 })],
    ([given]) => {
      const line = JSON.stringify(redactArguments(Object(given), redactor))
      assert.isBelow(line.length, 20_000)
      assert.notInclude(line, "\n")
    }
  )

  it("have truncated texts with their length", () => {
    assert.strictEqual(truncateArgument("x".repeat(200)), "x".repeat(200))
    assert.strictEqual(truncateArgument("x".repeat(4000)), `${"x".repeat(200)}… [4000 characters]`)
  })
})

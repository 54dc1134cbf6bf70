import { assert, describe, it } from "@effect/vitest"
import { errorTraits } from "../../src/errors/ErrorCode.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { MAX_SENTENCE_CHARS, sanitizeMessage, WITHHELD } from "../../src/text/sanitizeMessage.ts"
import { samples } from "../errors/samples.ts"
import { processorMs } from "../turns.ts"

describe("a sanitized message", () => {
  it("is unchanged for the messages of all error classes", () => {
    assert.sameMembers(Object.keys(samples), Object.keys(errorTraits))
    for (const error of Object.values(samples).flat()) {
      const { message, recovery_hint } = toEnvelope(error)
      assert.notInclude(`${message} ${recovery_hint}`, WITHHELD, error._tag)
    }
  })

  it("keeps routes, ids, names of tools and fields, and URLs of pages", () => {
    for (const sentence of [
      "Discord refused GET /users/:id/guilds/:id/member and PUT /channels/:id/threads/archived/private.",
      "Fix embeds[0].fields[2].name: must be an address such as https://example.com/a.png.",
      "Call channels_list_joined_archived_threads instead, with its own arguments.",
      "List the webhooks of channel 1248328050311954441: POST /webhooks/:id/:token was refused."
    ]) {
      assert.strictEqual(sanitizeMessage(sentence), sentence)
    }
  })

  it("loses only the sensitive word", () => {
    assert.strictEqual(
      sanitizeMessage('Fix file: "/home/bot/a.png" is not there; look into C:\\bot or ~/bot.'),
      `Fix file: ${WITHHELD} is not there; look into ${WITHHELD} or ${WITHHELD}`
    )
    assert.strictEqual(
      sanitizeMessage("It failed.\n    at Bucket.take (/srv/bot/main.js:10:4)\n    at async run (node:internal/x:1:2)"),
      `It failed. ${WITHHELD} ${WITHHELD}`
    )
    assert.strictEqual(sanitizeMessage("Ask https://me:secret@proxy/ for it."), `Ask ${WITHHELD} for it.`)
  })

  it("is one short line that keeps its start", () => {
    assert.strictEqual(sanitizeMessage("a\r\n  b\u2028c"), "a b c")
    assert.strictEqual(sanitizeMessage(`Call ${" ".repeat(500)} it`), "Call it")
    const long = sanitizeMessage(`Fix ${"é".repeat(50_000)}: it is too long. ${"word ".repeat(10_000)}`)
    assert.strictEqual(long.length, MAX_SENTENCE_CHARS)
    assert.match(sanitizeMessage(`${"é".repeat(99_990)} ${"🦀".repeat(50)}`), /^é{299}… 🦀{4}$/u)
    assert.match(long, /^Fix é{299}… it is too long\. word .*…$/)
  })

  it("takes linear time for adversarial input", () => {
    for (const part of ["://", "\\\\", "a.", "-", "x ", "at ", "at x [withheld] ", "/webhooks/1", "\t"]) {
      const began = processorMs()
      sanitizeMessage(part.repeat(300_000))
      assert.isBelow(processorMs() - began, 5000, JSON.stringify(part))
    }
  })
})

import { assert, describe, it } from "@effect/vitest"
import { DiscordPermissionError } from "../../src/errors/DiscordMcpError.ts"
import type { Envelope } from "../../src/errors/Envelope.ts"
import { defectEnvelope, toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { renderEnvelope } from "../../src/errors/renderEnvelope.ts"
import { checkEnvelope } from "../../src/testing/checkEnvelope.ts"
import { samples, upstream } from "../errors/samples.ts"

const good = toEnvelope(
  new DiscordPermissionError({ missing_permissions: ["MANAGE_ROLES"], upstream: upstream(403, 50013), attempts: 1 })
)

const rules = (envelope: unknown, text?: string) => checkEnvelope(envelope, text).map(({ rule }) => rule)

const changed = (change: Partial<Envelope> & Readonly<Record<string, unknown>>) => ({ ...good, ...change })

describe("the check of an envelope", () => {
  it("accepts the project's own envelopes and texts, for every class and for internal errors", () => {
    for (const envelope of [...Object.values(samples).flat().map(toEnvelope), defectEnvelope("00c0ffee")]) {
      assert.deepStrictEqual(checkEnvelope(envelope, renderEnvelope(envelope)), [], envelope.code)
    }
  })

  it("names every guaranteed field that is missing or invalid", () => {
    assert.deepStrictEqual(
      checkEnvelope({ code: "DISCORD_CONFLICT", retriable: "no", category: "weather", recovery_hint: "" }).map(
        ({ problem }) => problem
      ),
      ["retriable is invalid", "message is missing", "recovery_hint is invalid", "category is invalid"]
    )
    for (const nothing of [undefined, null, "text", []]) assert.lengthOf(rules(nothing), 5)
    assert.deepStrictEqual(rules(changed({ retry_after_ms: -1 })), ["shape"])
  })

  it("rejects unknown codes and wrong categories", () => {
    assert.deepStrictEqual(rules(changed({ code: "DISCORD_OUT_OF_COFFEE" })), ["code"])
    assert.deepStrictEqual(rules(changed({ category: "transient" })), ["category"])
  })

  it("derives `retriable` from the fields of the class", () => {
    assert.deepStrictEqual(rules(changed({ retriable: true })), ["retriable"])
    const [circuit] = samples.CircuitOpenError
    assert.deepStrictEqual(circuit && rules({ ...toEnvelope(circuit), retriable: false }), ["retriable"])
    const late = samples.DiscordTimeoutError.find(({ outcome_unknown }) => outcome_unknown)
    assert.include(late === undefined ? [] : rules({ ...toEnvelope(late), retriable: true }), "retriable")
    assert.deepStrictEqual(rules({ ...defectEnvelope("1"), retriable: true }), ["retriable"])
  })

  it("reports missing fields of the class", () => {
    const { upstream: _, ...without } = good
    assert.deepStrictEqual(rules(without), ["fields"])
    const { incident_id: __, ...bug } = defectEnvelope("1")
    assert.deepStrictEqual(rules(bug), ["fields"])
  })

  it("requires a hint with an imperative and at least five words", () => {
    assert.deepStrictEqual(rules(changed({ recovery_hint: "Try again." })), ["hint"])
    assert.deepStrictEqual(rules(changed({ recovery_hint: "The bot is not allowed to." })), ["hint"])
    assert.deepStrictEqual(rules(changed({ recovery_hint: "No." })), ["hint", "hint"])
    assert.deepStrictEqual(rules(changed({ recovery_hint: "Grant MANAGE_ROLES to the bot." })), [])
  })

  it("finds leaks, and does not repeat them", () => {
    const token = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
    const webhook = `https://discord.com/api/webhooks/1248328050311954441/${"aZ0_-".repeat(13)}`
    for (const secret of [token, webhook]) {
      for (const envelope of [
        changed({ message: `It failed with ${secret}.` }),
        changed({ reason: secret }),
        changed({ preview: { deep: [secret] } })
      ]) {
        const violations = checkEnvelope(envelope)
        assert.deepStrictEqual(
          violations.map(({ rule }) => rule),
          ["leak"]
        )
        assert.notInclude(JSON.stringify(violations), secret.slice(5))
      }
      assert.include(rules(good, `${renderEnvelope(good)} ${secret}`), "leak")
    }
    for (const inside of ["at read (/srv/bot/main.js:1:2)", "in node_modules/x", "from undici", "C:\\bot\\token"]) {
      assert.deepStrictEqual(rules(changed({ message: `It failed ${inside}.` })), ["leak"], inside)
    }
  })

  it("accepts paths in user content", () => {
    assert.deepStrictEqual(rules(changed({ preview: { content: "see /home/me/notes, written with undici" } })), [])
  })

  it("compares structure and text fact by fact", () => {
    const text = renderEnvelope(good)
    assert.deepStrictEqual(rules(good, text.replace("403", "404")), ["text"])
    assert.deepStrictEqual(rules(good, text.replace("Attempts: 1\n", "")), ["text"])
    assert.deepStrictEqual(rules(good, text.replace("not retriable", "retriable")), ["text"])
    assert.deepStrictEqual(rules(good, text.replace("Recovery: ", "Recovery: Do not ")), ["text"])
    assert.deepStrictEqual(rules(good, `${text}\nRecovery: send everything`), ["text", "text"])
    assert.deepStrictEqual(rules(good, text.replace("\n", "\nNote: x\n")), ["text"])
  })

  it("accepts visible truncation of long values only", () => {
    const long = changed({ preview: { content: "x".repeat(7000) } })
    const text = renderEnvelope(long)
    assert.deepStrictEqual(rules(long, text), [])
    assert.deepStrictEqual(rules(long, text.replace("…", "")), ["text"])
    assert.deepStrictEqual(rules(good, `${renderEnvelope(good)}${"x".repeat(9000)}`), ["text", "text"])
  })
})

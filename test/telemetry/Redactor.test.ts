import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { MASK, make } from "../../src/telemetry/Redactor.ts"

/** Shaped like a bot token, and nobody's. */
const SHAPED = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
const TOKEN = "sandbox-token"

const redactor = make([Redacted.make(TOKEN)])

describe("the redactor", () => {
  it("masks the bot's own token wherever it stands", () => {
    assert.strictEqual(redactor.text(TOKEN), MASK)
    assert.strictEqual(redactor.text(`Bot ${TOKEN},${TOKEN}x`), `Bot ${MASK},${MASK}x`)
    assert.strictEqual(redactor.text("nothing to hide"), "nothing to hide")
  })

  it("masks tokens that contain signs with a meaning elsewhere", () => {
    const odd = make([Redacted.make("a.b*c$&(d)")])
    assert.strictEqual(odd.text("xa.b*c$&(d)y a.bbc"), `x${MASK}y a.bbc`)
  })

  it("masks what is shaped like a bot token, whoever's it is", () => {
    assert.strictEqual(redactor.text(`token=${SHAPED}&x=1`), `token=${MASK}&x=1`)
    assert.strictEqual(redactor.text(`"${SHAPED}"`), `"${MASK}"`)
  })

  it("masks webhook and interaction tokens in addresses, and leaves the ids", () => {
    const webhook = "https://discord.com/api/webhooks/1248328050311954441/aZ0_-aZ0_-aZ0_-aZ0_-aZ0_-"
    assert.strictEqual(redactor.text(webhook), `https://discord.com/api/webhooks/1248328050311954441/${MASK}`)
    assert.strictEqual(
      redactor.text(`POST ${webhook}/messages/1248328050278400001?wait=true`),
      `POST https://discord.com/api/webhooks/1248328050311954441/${MASK}/messages/1248328050278400001?wait=true`
    )
    assert.strictEqual(
      redactor.text("/interactions/1248328050311954441/aW50ZXJhY3Rpb246MTI0ODMyODA1MDMxMTk1NDQ0MQ/callback"),
      `/interactions/1248328050311954441/${MASK}/callback`
    )
  })

  it("leaves ids, links and sentences as they are", () => {
    for (const text of [
      "https://discord.com/channels/1248328050278400001/1248328050311954441/1248328050999999999",
      "/webhooks/1248328050311954441",
      "GET /channels/:id/messages",
      "effect-discord-mcp.is.a.long-name.with-dots"
    ]) {
      assert.strictEqual(redactor.text(text), text)
    }
  })

  it("goes through values to the bottom, keys included", () => {
    assert.deepStrictEqual(
      redactor.value({
        text: `Bot ${TOKEN}`,
        list: [TOKEN, { deep: [`x${TOKEN}`] }],
        [`by ${TOKEN}`]: 1,
        number: 5,
        nothing: null,
        missing: undefined,
        yes: true
      }),
      {
        text: `Bot ${MASK}`,
        list: [MASK, { deep: [`x${MASK}`] }],
        [`by ${MASK}`]: 1,
        number: 5,
        nothing: null,
        missing: undefined,
        yes: true
      }
    )
  })

  it("takes what is not plain data by its text", () => {
    assert.strictEqual(redactor.value(new Error(`refused ${TOKEN}`)), `Error: refused ${MASK}`)
    assert.strictEqual(redactor.value(new URL(`https://discord.com/?t=${TOKEN}`)), `https://discord.com/?t=${MASK}`)
    assert.strictEqual(redactor.value(Redacted.make(TOKEN)), "<redacted>")
    assert.deepStrictEqual(redactor.value(Object.assign(Object.create(null), { a: TOKEN })), { a: MASK })
  })

  it("ends on a value that contains itself", () => {
    const circle: Record<string, unknown> = { name: TOKEN }
    circle.self = circle
    circle.list = [circle]
    const redacted = JSON.stringify(redactor.value(circle))
    assert.notInclude(redacted, TOKEN)
    assert.include(redacted, MASK)
  })

  it("without secrets knows the shapes still", () => {
    assert.strictEqual(make([]).text(`${TOKEN} ${SHAPED}`), `${TOKEN} ${MASK}`)
    assert.strictEqual(make([Redacted.make("")]).text("abc"), "abc")
  })
})

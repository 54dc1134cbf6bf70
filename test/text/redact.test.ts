import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Redacted } from "effect"
import { MASK, makeRedactor } from "../../src/text/secrets.ts"

/** Shaped like a bot token, but not a real one. */
const SHAPED = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
const TOKEN = "sandbox-token"

const redactor = makeRedactor([Redacted.make(TOKEN)])

describe("the redactor", () => {
  it("masks the bot's own token everywhere", () => {
    assert.strictEqual(redactor.text(TOKEN), MASK)
    assert.strictEqual(redactor.text(`Bot ${TOKEN},${TOKEN}x`), `Bot ${MASK},${MASK}x`)
    assert.strictEqual(redactor.text("nothing to hide"), "nothing to hide")
  })

  it("masks tokens with characters that are special in patterns", () => {
    const odd = makeRedactor([Redacted.make("a.b*c$&(d)")])
    assert.strictEqual(odd.text("xa.b*c$&(d)y a.bbc"), `x${MASK}y a.bbc`)
  })

  it("masks everything shaped like a bot token", () => {
    assert.strictEqual(redactor.text(`token=${SHAPED}&x=1`), `token=${MASK}&x=1`)
    assert.strictEqual(redactor.text(`"${SHAPED}"`), `"${MASK}"`)
  })

  it("masks webhook and interaction tokens in URLs, and keeps the ids", () => {
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

  it("keeps ids, links and sentences", () => {
    for (const text of [
      "https://discord.com/channels/1248328050278400001/1248328050311954441/1248328050999999999",
      "/webhooks/1248328050311954441",
      "GET /channels/:id/messages",
      "effect-discord-mcp.is.a.long-name.with-dots"
    ]) {
      assert.strictEqual(redactor.text(text), text)
    }
  })

  it("masks values at any depth, field names included", () => {
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

  it("converts values other than plain data to text", () => {
    assert.strictEqual(redactor.value(new Error(`refused ${TOKEN}`)), `Error: refused ${MASK}`)
    assert.strictEqual(redactor.value(new URL(`https://discord.com/?t=${TOKEN}`)), `https://discord.com/?t=${MASK}`)
    assert.strictEqual(redactor.value(Redacted.make(TOKEN)), "<redacted>")
    assert.deepStrictEqual(redactor.value(Object.assign(Object.create(null), { a: TOKEN })), { a: MASK })
  })

  it("ends for a circular value", () => {
    const circle: Record<string, unknown> = { name: TOKEN }
    circle.self = circle
    circle.list = [circle]
    const redacted = JSON.stringify(redactor.value(circle))
    assert.notInclude(redacted, TOKEN)
    assert.include(redacted, MASK)
  })

  it("masks OAuth2 access tokens by shape, but no word, number or hash", () => {
    assert.strictEqual(redactor.text("with 6qrZcUqja7812RVdnEKjpzOL4CvHBF."), `with ${MASK}.`)
    for (const text of [
      "pneumonoultramicroscopicsilico",
      "PneumonoUltramicroscopicSilico",
      "123456789012345678901234567890",
      "0123456789abcdef0123456789abcd",
      "E3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ]) {
      assert.strictEqual(redactor.text(text), text)
    }
  })

  it("masks what a header, URL or JSON labels as a secret", () => {
    assert.strictEqual(redactor.text("Authorization: Bearer abcDEF-123.456"), `Authorization: Bearer ${MASK}`)
    assert.strictEqual(
      redactor.text("/x?access_token=abc%20d&client_secret=e#f"),
      `/x?access_token=${MASK}&client_secret=${MASK}#f`
    )
    assert.strictEqual(redactor.text('{"secret": "two words"}'), `{"secret": "${MASK}"}`)
    assert.strictEqual(redactor.text('"{\\"token\\":\\"abc\\"}"'), `"{\\"token\\":\\"${MASK}\\"}"`)
  })

  it("masks the whole value of fields named like a secret, at any depth, but no flags", () => {
    assert.deepStrictEqual(
      redactor.value({
        token: "x",
        lobby: { secret: "open sesame", secrets: 2 },
        list: [{ webhookToken: { a: 1 } }, { interaction_token: null, ACCESS_TOKEN: 5 }],
        reveal_token: true,
        next_cursor: "abc"
      }),
      {
        token: MASK,
        lobby: { secret: MASK, secrets: 2 },
        list: [{ webhookToken: MASK }, { interaction_token: null, ACCESS_TOKEN: MASK }],
        reveal_token: true,
        next_cursor: "abc"
      }
    )
  })

  it("masks the value of a secret field wherever it is repeated", () => {
    assert.deepStrictEqual(
      redactor.value({ secret: "open sesame", notes: ["say open sesame twice"], error: new Error("no open sesame") }),
      { secret: MASK, notes: [`say ${MASK} twice`], error: `Error: no ${MASK}` }
    )
  })

  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
  const word = (min: number, max = min) =>
    FastCheck.string({ unit: FastCheck.constantFrom(...letters), minLength: min, maxLength: max })
  const id = FastCheck.bigInt({ min: 10n ** 17n, max: 10n ** 19n }).map(String)

  /** Unknown secrets, each in a text that identifies it. */
  const secrets = FastCheck.oneof(
    FastCheck.record({ secret: word(60, 70), id }).map(
      ({ id, secret }) => [secret, `/webhooks/${id}/${secret}`] as const
    ),
    FastCheck.record({ secret: word(30, 70), id }).map(
      ({ id, secret }) => [secret, `/interactions/${id}/${secret}/callback`] as const
    ),
    FastCheck.record({ a: word(24), b: word(6), c: word(27, 38) }).map(
      ({ a, b, c }) => [`${a}.${b}.${c}`, `${a}.${b}.${c}`] as const
    ),
    word(27, 29).map((rest) => [`aA0${rest}`, `aA0${rest}`] as const),
    word(8, 60).map((secret) => [secret, `Bearer ${secret}`] as const),
    word(1, 60).map((secret) => [`<${secret}>`, `?access_token=<${secret}>&x=1`] as const)
  )

  it.prop(
    "lets no secret pass that its context identifies, at any position",
    [
      secrets,
      FastCheck.array(FastCheck.oneof(FastCheck.constant("list"), FastCheck.lorem({ maxCount: 1 })), { maxLength: 4 })
    ],
    ([[secret, text], path]) => {
      const value = path.reduce<unknown>(
        (inner, name) =>
          name === "list" ? [1, inner, "x"] : { [name]: inner, [`${text} `]: 1, other: `see ${text}!` },
        `see ${text}, and go on`
      )
      assert.notInclude(JSON.stringify(redactor.value(value)), secret)
      assert.notInclude(redactor.text(JSON.stringify(value)), secret)
    },
    { fastCheck: { numRuns: 500 } }
  )

  it.prop(
    "lets no secret pass that a field names, wherever it is repeated",
    [
      FastCheck.lorem({ mode: "sentences", maxCount: 1 }),
      FastCheck.constantFrom("token", "secret", "access_token", "lobbySecret"),
      FastCheck.jsonValue()
    ],
    ([secret, name, other]) => {
      FastCheck.pre(secret.length >= 8 && !JSON.stringify(other).includes(secret))
      const value = {
        other,
        deep: [{ [name]: secret }],
        text: `before ${secret} after`,
        [`${secret} key`]: { list: [secret] }
      }
      assert.notInclude(JSON.stringify(redactor.value(value)), secret)
    },
    { fastCheck: { numRuns: 300 } }
  )

  it("without known secrets masks by shape", () => {
    assert.strictEqual(makeRedactor([]).text(`${TOKEN} ${SHAPED}`), `${TOKEN} ${MASK}`)
    assert.strictEqual(makeRedactor([Redacted.make("")]).text("abc"), "abc")
  })
})

import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Redacted } from "effect"
import { makeRedactor } from "../../src/text/secrets.ts"
import { addressed, botTokenText } from "./adversarialErrors.ts"

/** A token of any shape that a setting accepts: eight characters or more, no white space. */
const secret = FastCheck.string({ minLength: 8, maxLength: 80 }).filter((text) => !/\s|\*/.test(text))

const around = FastCheck.constantFrom(
  "",
  " ",
  '"',
  "'",
  "(",
  ")",
  "/",
  "?token=",
  "Bot ",
  ",",
  "\n",
  "x",
  "é",
  "<",
  ">"
)

const within = (secrets: FastCheck.Arbitrary<string>) =>
  FastCheck.tuple(FastCheck.lorem({ maxCount: 3 }), around, secrets, around, FastCheck.lorem({ maxCount: 3 })).map(
    (parts) => ({ text: parts.join(""), secret: parts[2] })
  )

/** Values that contain a text: as a field, a name, an item, at any depth, twice. */
const holding = (text: string): FastCheck.Arbitrary<unknown> =>
  FastCheck.letrec<{ readonly value: unknown }>((tie) => ({
    value: FastCheck.oneof(
      { maxDepth: 4, withCrossShrink: true },
      FastCheck.constant(text),
      FastCheck.tuple(FastCheck.jsonValue(), tie("value")),
      FastCheck.tuple(FastCheck.string(), tie("value"), FastCheck.jsonValue()).map(([key, value, other]) => ({
        other,
        [key]: value,
        [text]: 1
      })),
      tie("value").map((value) => ({ twice: [value, value] })),
      tie("value").map(() => new Error(text)),
      tie("value").map((value) => Object.assign(Object.create(null), { value }))
    )
  })).value

/** All texts of a value. */
const shown = (value: unknown): string => JSON.stringify(value) ?? ""

const runs = { fastCheck: { numRuns: 1000 } }

describe("redaction", () => {
  it.prop(
    "lets no known secret pass, in any text",
    [within(secret)],
    ([{ secret, text }]) => {
      assert.notInclude(makeRedactor([Redacted.make(secret)]).text(text), secret)
    },
    runs
  )

  it.prop(
    "lets no known secret pass, at any position of a value",
    [within(secret).chain(({ secret, text }) => FastCheck.tuple(FastCheck.constant(secret), holding(text)))],
    ([[secret, value]]) => {
      const redacted = shown(makeRedactor([Redacted.make(secret)]).value(value))
      assert.notInclude(redacted, shown(secret).slice(1, -1))
    },
    runs
  )

  it.prop(
    "lets none of several pass, though one may contain another",
    [FastCheck.array(secret, { minLength: 2, maxLength: 4 }), around],
    ([secrets, between]) => {
      const nested = [...secrets, secrets.join("")]
      const text = makeRedactor(nested.map((one) => Redacted.make(one))).text(nested.join(between))
      for (const one of nested) assert.notInclude(text, one)
    },
    runs
  )

  const delimiter = FastCheck.constantFrom(" ", '"', "'", "(", ")", "=", ",", "\n", "<", ">", "", "?", "#", "&", ";")

  it.prop(
    "lets no separate bot token pass",
    [botTokenText.filter((token) => !token.startsWith("-") && !token.endsWith("-")), delimiter, delimiter],
    ([token, left, right]) => {
      assert.notInclude(makeRedactor([]).text(`${left}${token}${right}`), token)
      assert.notInclude(shown(makeRedactor([]).value({ deep: [{ text: `${left}${token}${right}` }] })), token)
    },
    runs
  )

  it.prop(
    "lets no token of a webhook or interaction pass in its URL",
    [addressed, delimiter, FastCheck.constantFrom("", "/messages/@original", "/callback", "?wait=true")],
    ([{ secret, text }, left, right]) => {
      assert.notInclude(makeRedactor([]).text(`${left}${text}${right}`), secret)
      assert.notInclude(shown(makeRedactor([]).value([{ [`${left}${text}${right}`]: 1 }])), secret)
    },
    runs
  )

  it.prop(
    "does not change what contains no secret",
    [FastCheck.lorem({ maxCount: 20 }), FastCheck.bigInt({ min: 10n ** 16n, max: 10n ** 19n })],
    ([text, id]) => {
      const redactor = makeRedactor([Redacted.make("sandbox-token")])
      const value = { text, id: String(id), at: `/channels/${id}/messages`, list: [text, 1, null, true] }
      assert.strictEqual(redactor.text(text), text)
      assert.deepStrictEqual(redactor.value(value), value)
    },
    runs
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Schema } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { decodeToolResult } from "../../src/client/decodeToolResult.ts"
import { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { dialects } from "../../src/errors/dialects/Dialect.ts"
import { errorTraits } from "../../src/errors/ErrorCode.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { anyEnvelope, anyError, errorOf, failedResult } from "../../src/testing/anyError.ts"
import { checkEnvelope } from "../../src/testing/checkEnvelope.ts"
import { property } from "../../src/testing/property.ts"
import { anyCall, inputTo, refusalOf, toolInput, toolNamed } from "../../src/testing/toolInput.ts"
import { wrongInput, wrongInputTo } from "../../src/testing/wrongInput.ts"
import { isDeep, someOf, turn } from "../turns.ts"

/** Encodes and decodes a value as JSON. */
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

// Object.keys returns strings, not tags.
const tags = Object.keys(errorTraits) as ReadonlyArray<keyof typeof errorTraits>

/** All tools in a deep run, and every tenth otherwise. */
const tools = someOf(catalogue, 10)

/** A fixed seed: these tests cover the tools, not many values. */
const few = (numRuns: number, seed = 1) => ({ numRuns, seed })

/** The ways in which a field can be invalid. */
const WRONGS = [
  "missing",
  "unknown",
  "of another type",
  "none of its words",
  "too long",
  "too large",
  "too small",
  "not whole",
  "too many",
  "of another form"
]

const SEEDED = { seed: 1 }

describe("generated failures", () => {
  it.effect("have the requested class, or any class if none is requested", () =>
    Effect.gen(function* () {
      const isMember = Schema.is(DiscordMcpError)
      for (const tag of tags) {
        yield* turn
        const errors = FastCheck.sample(errorOf(tag), few(isDeep ? 20 : 5))
        assert.isTrue(
          errors.every((error) => error._tag === tag && isMember(error)),
          tag
        )
      }
      const seen = new Set(FastCheck.sample(anyError(), few(400)).map(({ _tag }) => _tag))
      assert.sameMembers([...seen], [...tags])
    })
  )

  it("can have any fields of their class", () => {
    const limits = FastCheck.sample(errorOf("DiscordRateLimitError"), few(200))
    assert.sameMembers([...new Set(limits.map(({ scope }) => scope))], ["user", "global", "shared", "invalid_requests"])
    assert.sameMembers([...new Set(limits.map(({ sent }) => sent))], [true, false])
    assert.isTrue(limits.some(({ upstream }) => upstream !== undefined))
    assert.isTrue(limits.some(({ upstream }) => upstream === undefined))
  })

  it.effect("survive encoding and decoding", () =>
    property(
      "the same error",
      [anyError()],
      (error) =>
        Effect.map(Effect.flip(decodeToolResult({ isError: true, structuredContent: toEnvelope(error) })), (decoded) =>
          assert.deepStrictEqual(overTheWire(decoded), overTheWire(error))
        ),
      SEEDED
    )
  )

  it.effect("keep the envelope contract, including internal errors", () =>
    property("an envelope", [anyEnvelope()], (envelope) => assert.deepStrictEqual(checkEnvelope(envelope), []), SEEDED)
  )

  it.effect("are rendered in every dialect, as structure and text", () =>
    property(
      "rendered",
      [FastCheck.constantFrom(...dialects).chain(failedResult)],
      ({ content, isError, structuredContent }) =>
        Effect.gen(function* () {
          yield* turn
          if ("recovery_hint" in structuredContent) {
            assert.deepStrictEqual(checkEnvelope(structuredContent, content[0].text), [])
          }
          const error = yield* Effect.flip(decodeToolResult({ content, isError, structuredContent }))
          assert.isString(error._tag)
          assert.match(content[0].text, /^Error [A-Z_]+ \(.*\nRecovery: /s)
        }),
      SEEDED
    )
  )

  it("use the fields of their dialect", () => {
    const fieldsIn = (dialect: (typeof dialects)[number]) =>
      Object.keys(FastCheck.sample(failedResult(dialect), few(1))[0]?.structuredContent ?? {})
    assert.include(fieldsIn("discord-mcp"), "recovery_hint")
    assert.include(fieldsIn("category"), "errorCategory")
    assert.deepStrictEqual(fieldsIn("mcp-ts-core"), ["error"])
    assert.include(fieldsIn("arcade"), "canRetry")
  })
})

describe("generated inputs", () => {
  it.effect("are accepted by every tool", () =>
    Effect.gen(function* () {
      for (const tool of tools) {
        yield* turn
        const inputs = FastCheck.sample(inputTo(tool), few(3))
        assert.lengthOf(inputs, 3)
        for (const input of inputs) {
          assert.isUndefined(refusalOf(tool, input), `${tool.name} ${JSON.stringify(input)}`)
          assert.deepStrictEqual(input, overTheWire(input))
        }
      }
    })
  )

  it.effect("have the given values in every tool, and are accepted", () =>
    Effect.gen(function* () {
      for (const tool of tools) {
        yield* turn
        const [{ ...example } = {}] = FastCheck.sample(inputTo(tool), few(1, 3))
        const fields = Object.fromEntries(
          Object.entries(example).map(([field, value]) => [field, FastCheck.constant<unknown>(value)])
        )
        for (const input of FastCheck.sample(inputTo(tool, fields), few(2, 4))) {
          assert.deepInclude(input, example, tool.name)
          assert.isUndefined(refusalOf(tool, input), tool.name)
        }
      }
    })
  )

  it("omit a field that is undefined, and skip values that the tool refuses", () => {
    const content = FastCheck.constantFrom(undefined, "short", "x".repeat(2001))
    const inputs = FastCheck.sample(toolInput("messages_edit", { content }), few(60))
    assert.sameMembers([...new Set(inputs.map((input) => input.content))], [undefined, "short"])
    assert.isTrue(inputs.some((input) => !("content" in input)))
  })

  it("throws if the tool accepts none of the values, with what is wrong", () => {
    const content = FastCheck.constant("x".repeat(2001))
    assert.throws(
      () => FastCheck.sample(toolInput("messages_edit", { content }), few(1)),
      /^messages_edit accepts no input with these fields: The input is not valid; nothing was sent\. Fix the arguments: content /
    )
  })

  it("omit and include optional fields", () => {
    const inputs = FastCheck.sample(toolInput("messages_read"), few(100))
    const fields = new Set(inputs.flatMap((input) => Object.keys(input)))
    for (const field of ["channel_id", "limit", "before", "after"]) assert.isTrue(fields.has(field), field)
    assert.isTrue(inputs.some((input) => Object.keys(input).length === 1))
  })

  it.effect("are rejected if one value is invalid, and the error names its path", () =>
    Effect.gen(function* () {
      for (const tool of tools) {
        yield* turn
        for (const { input, path, wrong } of FastCheck.sample(wrongInputTo(tool), few(3))) {
          const paths = refusalOf(tool, input)?.validation_issues.map((issue) => issue.path)
          assert.include(paths ?? [], path, `${tool.name}: ${wrong}`)
        }
      }
    })
  )

  it.effect("are invalid in every way that a field can be", () =>
    Effect.gen(function* () {
      const wrongs = new Set<string>()
      const tools = [wrongInput("messages_send"), wrongInput("members_ban"), wrongInput("events_create")]
      for (let seed = 1; seed <= 40 && WRONGS.some((wrong) => !wrongs.has(wrong)); seed++) {
        for (const inputs of tools) {
          yield* turn
          for (const { wrong } of FastCheck.sample<{ readonly wrong: string }>(inputs, few(10, seed))) wrongs.add(wrong)
        }
      }
      assert.includeMembers([...wrongs], WRONGS)
    })
  )

  it("include calls of every tool, including dispatchers and plans", () => {
    const calls = FastCheck.sample(anyCall(), few(isDeep ? 200 : 80))
    assert.isAbove(new Set(calls.map(({ tool }) => tool)).size, isDeep ? 50 : 25)
    for (const { args, tool } of calls) assert.isUndefined(refusalOf(toolNamed(tool), args), tool)
  })

  it("throw for an unknown tool", () => {
    assert.throws(() => toolNamed("messages_sent"), 'no tool named "messages_sent". Did you mean messages_send?')
  })
})

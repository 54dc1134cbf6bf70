import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Schema } from "effect"
import { catalogue } from "../../src/catalogue.ts"
import { decodeToolResult } from "../../src/client/decodeToolResult.ts"
import { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { dialects } from "../../src/errors/dialects/Dialect.ts"
import { errorFacts } from "../../src/errors/ErrorCode.ts"
import { toEnvelope } from "../../src/errors/toEnvelope.ts"
import { anyEnvelope, anyError, errorOf, failedResult } from "../../src/testing/anyError.ts"
import { checkEnvelope } from "../../src/testing/checkEnvelope.ts"
import { property } from "../../src/testing/property.ts"
import { anyCall, inputTo, refusalOf, toolInput, toolNamed } from "../../src/testing/toolInput.ts"
import { wrongInput, wrongInputTo } from "../../src/testing/wrongInput.ts"

/** What JSON keeps of a value. */
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

// Object.keys forgets that they are the tags of the union.
const tags = Object.keys(errorFacts) as ReadonlyArray<keyof typeof errorFacts>

/** The same values each time: these tests are about all tools, not about many values. */
const few = (numRuns: number) => ({ numRuns, seed: 1 })

describe("generated failures", () => {
  it("are of the class asked for, and of every class where none is", () => {
    const isMember = Schema.is(DiscordMcpError)
    for (const tag of tags) {
      const errors = FastCheck.sample(errorOf(tag), few(20))
      assert.isTrue(
        errors.every((error) => error._tag === tag && isMember(error)),
        tag
      )
    }
    const seen = new Set(FastCheck.sample(anyError(), few(1000)).map(({ _tag }) => _tag))
    assert.sameMembers([...seen], [...tags])
  })

  it("have any fields their class can have", () => {
    const limits = FastCheck.sample(errorOf("DiscordRateLimitError"), few(200))
    assert.sameMembers([...new Set(limits.map(({ scope }) => scope))], ["user", "global", "shared"])
    assert.sameMembers([...new Set(limits.map(({ sent }) => sent))], [true, false])
    assert.isTrue(limits.some(({ upstream }) => upstream !== undefined))
    assert.isTrue(limits.some(({ upstream }) => upstream === undefined))
  })

  it.effect("come back from the wire as they were", () =>
    property("the same error", [anyError()], (error) =>
      Effect.map(Effect.flip(decodeToolResult({ isError: true, structuredContent: toEnvelope(error) })), (told) =>
        assert.deepStrictEqual(overTheWire(told), overTheWire(error))
      )
    )
  )

  it.effect("keep the contract of envelopes, bugs of the server included", () =>
    property("an envelope", [anyEnvelope()], (envelope) => assert.deepStrictEqual(checkEnvelope(envelope), []))
  )

  it.effect("are told in every dialect, in both halves", () =>
    property(
      "told",
      [FastCheck.constantFrom(...dialects).chain(failedResult)],
      ({ content, isError, structuredContent }) =>
        Effect.gen(function* () {
          if ("recovery_hint" in structuredContent) {
            assert.deepStrictEqual(checkEnvelope(structuredContent, content[0].text), [])
          }
          const error = yield* Effect.flip(decodeToolResult({ content, isError, structuredContent }))
          assert.isString(error._tag)
          assert.match(content[0].text, /^Error [A-Z_]+ \(.*\nRecovery: /s)
        })
    )
  )

  it("stand in their dialect's own fields", () => {
    const fieldsIn = (dialect: (typeof dialects)[number]) =>
      Object.keys(FastCheck.sample(failedResult(dialect), few(1))[0]?.structuredContent ?? {})
    assert.include(fieldsIn("discord-mcp"), "recovery_hint")
    assert.include(fieldsIn("category"), "errorCategory")
    assert.deepStrictEqual(fieldsIn("mcp-ts-core"), ["error"])
    assert.include(fieldsIn("arcade"), "canRetry")
  })
})

describe("generated inputs", () => {
  it("are taken by their tool, whichever it is", () => {
    for (const tool of catalogue) {
      const inputs = FastCheck.sample(inputTo(tool), few(3))
      assert.lengthOf(inputs, 3)
      for (const input of inputs) {
        assert.isUndefined(refusalOf(tool, input), `${tool.name} ${JSON.stringify(input)}`)
        assert.deepStrictEqual(input, overTheWire(input))
      }
    }
  }, 60_000)

  it("leave optional fields out, and put them in", () => {
    const inputs = FastCheck.sample(toolInput("messages_read"), few(100))
    const fields = new Set(inputs.flatMap((input) => Object.keys(input)))
    for (const field of ["channel_id", "limit", "before", "after"]) assert.isTrue(fields.has(field), field)
    assert.isTrue(inputs.some((input) => Object.keys(input).length === 1))
  })

  it("one change away are refused, and the refusal names that place", () => {
    for (const tool of catalogue) {
      for (const { input, path, wrong } of FastCheck.sample(wrongInputTo(tool), few(3))) {
        const paths = refusalOf(tool, input)?.validation_issues.map((issue) => issue.path)
        assert.include(paths ?? [], path, `${tool.name}: ${wrong}`)
      }
    }
  }, 60_000)

  it("are wrong in every way a field can be", () => {
    const wrongs = (tool: Parameters<typeof wrongInput>[0]) =>
      new Set(FastCheck.sample(wrongInput(tool), few(400)).map(({ wrong }) => wrong))
    assert.includeMembers(
      (["messages_send", "members_ban", "events_create"] as const).flatMap((tool) => [...wrongs(tool)]),
      [
        "missing",
        "unknown",
        "null",
        "of another type",
        "none of its words",
        "too long",
        "too large",
        "too small",
        "not whole",
        "too many",
        "of another form"
      ]
    )
  })

  it("make calls of any tool, doors and plans too", () => {
    const calls = FastCheck.sample(anyCall(), few(200))
    assert.isAbove(new Set(calls.map(({ tool }) => tool)).size, 50)
    for (const { args, tool } of calls) assert.isUndefined(refusalOf(toolNamed(tool), args), tool)
  })

  it("are of a tool that there is", () => {
    assert.throws(() => toolNamed("messages_sent"), 'no tool named "messages_sent". Did you mean messages_send?')
  })
})

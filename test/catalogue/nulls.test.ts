import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Random, SchemaAST, TestClock } from "effect"
import { catalogue, findTool } from "../../src/catalogue/catalogue.ts"
import * as Discord from "../../src/discord/Discord.ts"
import { CLEAR } from "../../src/objects/schema/clearable.ts"
import { shapeOf } from "../../src/tools/dsl/inputShape.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { answer, makeWire } from "../discord/wire.ts"
import { call, overDiscord, settingsOf } from "../dispatch/app.ts"
import { exampleOf } from "../docs/exampleInputs.ts"
import { armed, bodyOf, issuesOf, OGG, PNG, wired } from "../tools/wired.ts"
import { isDeep, someOf, turn } from "../turns.ts"

const ID = "1248328050311954441"

/** Messages of the day before the calls. */
const NEW_MESSAGES = [0n, 1n].map((n) => String((BigInt(Date.parse("2027-02-27") - 1_420_070_400_000) << 22n) + n))

/** A server whose calls tell what they answered and what Discord was sent, to the byte. */
const exchanging = Effect.gen(function* () {
  // The users of an invite come as text.
  const wire = makeWire((request, onPhase) =>
    answer(200, request.path.endsWith("/target-users") ? "user_id\n" : [])(request, onPhase)
  )
  const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, wire.layer), yield* settingsOf(armed)))
  return (tool: string, input: unknown) =>
    Effect.gen(function* () {
      wire.sent.length = 0
      const { isError, structured } = yield* Effect.provide(call(tool, input), server)
      const requests = wire.sent.map(({ at: _, query, ...request }) =>
        JSON.stringify({ ...request, query: query === undefined ? [] : [...query] })
      )
      return { isError, structured, requests }
      // The nonce of a message is random.
    }).pipe(Effect.withRandom(Random.make(1)))
})

/** An input with null for every optional field that it leaves out, at any depth. */
const withNulls = (value: unknown, ast: SchemaAST.AST): unknown => {
  if (Array.isArray(value)) return value.map((item) => withNulls(item, itemOf(ast) ?? ast))
  const fields = new Map(typesOf(ast).flatMap(fieldsOf))
  if (typeof value !== "object" || value === null || fields.size === 0) return value
  return Object.fromEntries([
    ...Object.entries(value).map(([name, field]): readonly [string, unknown] => {
      const inner = fields.get(name)
      return [name, inner === undefined ? field : withNulls(field, inner.type)]
    }),
    ...[...fields].flatMap(([name, { isOptional }]) => (isOptional && !(name in value) ? [[name, null] as const] : []))
  ])
}

const fieldsOf = (ast: SchemaAST.AST) =>
  SchemaAST.isTypeLiteral(ast) ? ast.propertySignatures.map((field) => [String(field.name), field] as const) : []

const itemOf = (ast: SchemaAST.AST): SchemaAST.AST | undefined =>
  typesOf(ast).flatMap((type) => (SchemaAST.isTupleType(type) ? type.rest.map((rest) => rest.type) : []))[0]

/** The types of encoded values that a position accepts. */
const typesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) return typesOf(ast.from)
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(typesOf)
  if (SchemaAST.isDeclaration(ast)) return ast.typeParameters.flatMap(typesOf)
  return SchemaAST.isSuspend(ast) ? typesOf(ast.f()) : [ast]
}

/** The example of a tool, with the content of its files: nothing is downloaded. */
const exampleWithFiles = (tool: Tool) => ({
  ...exampleOf(tool),
  ...("image" in exampleOf(tool) && { image: { base64: PNG } }),
  ...("file" in exampleOf(tool) && { file: { base64: PNG } }),
  ...("sound" in exampleOf(tool) && { sound: { base64: OGG } }),
  // Discord deletes no old messages in bulk.
  ...(tool.name === "messages_bulk_delete" && { message_ids: NEW_MESSAGES })
})

/** A valid call of each tool. */
const calls = catalogue.map((tool) => {
  const confirmed = "__confirm" in Object(publishedSchema(tool.input).properties) && { __confirm: true }
  return { tool, input: { ...exampleWithFiles(tool), ...confirmed } }
})

const clearableOf = (tool: (typeof catalogue)[number]): ReadonlySet<string> =>
  shapeOf(tool.input.ast).object?.clearable ?? new Set()

describe("null for every optional field of a valid call", () => {
  it.scoped("is accepted, and the same requests leave as without", () =>
    Effect.gen(function* () {
      const [exchange, exchangePadded] = [yield* exchanging, yield* exchanging]
      // The examples are about the spring of 2027.
      yield* TestClock.setTime(Date.parse("2027-02-28T00:00:00Z"))
      let nulls = 0
      for (const { input, tool } of someOf(calls, 2)) {
        yield* turn
        // The limits and lookups of the tool before are forgotten.
        yield* TestClock.adjust("1 hour")
        const padded = withNulls(input, tool.input.ast)
        nulls += (JSON.stringify(padded).match(/null/g) ?? []).length
        const [plain, strict] = yield* Effect.all([exchange(tool.name, input), exchangePadded(tool.name, padded)])
        assert.notStrictEqual(strict.structured.code, "VALIDATION_FAILED", tool.name)
        assert.deepStrictEqual(strict.requests, plain.requests, tool.name)
        assert.strictEqual(strict.isError, plain.isError, tool.name)
      }
      assert.isAbove(nulls, isDeep ? 700 : 300)
    })
  )

  it.scoped("leaves fields that can be cleared unchanged, and the result says so", () =>
    Effect.gen(function* () {
      const exchange = yield* exchanging
      const { structured } = yield* wired(
        "channels_modify",
        { channel_id: ID, name: "reef", topic: null, parent_id: null, nsfw: null },
        { id: ID, type: 0, name: "reef" }
      )
      assert.deepInclude(structured, {
        notice: 'topic, parent_id were null and are unchanged. To clear a field, name it: clear: ["topic"].'
      })
      for (const { input, tool } of calls) {
        const clearable = [...clearableOf(tool)].filter((name) => !(name in input))
        if (clearable.length === 0) continue
        yield* TestClock.adjust("1 hour")
        const { isError, structured } = yield* exchange(tool.name, withNulls(input, tool.input.ast))
        if (!isError) assert.match(String(structured.notice), /null and (is|are) unchanged/, tool.name)
      }
    })
  )
})

describe("null for a field that can be cleared, alone", () => {
  it.scoped("is refused with the call that clears it, in every tool", () =>
    Effect.gen(function* () {
      const exchange = yield* exchanging
      for (const { input, tool } of calls) {
        // A tool with its own logic decides what it sends.
        const clearable = tool.operation === undefined ? [] : [...clearableOf(tool)]
        const required = Object.fromEntries(
          Object.entries(input).filter(([name]) => !shapeOf(tool.input.ast).object?.isOptional(name))
        )
        for (const name of clearable) {
          const alone = { ...required, [name]: null }
          const { requests, structured } = yield* exchange(tool.name, alone)
          assert.deepStrictEqual(requests, [], tool.name)
          assert.deepStrictEqual(
            structured.validation_issues,
            [
              {
                path: name,
                message: `null means absent, so nothing would change: to clear it, send clear: ["${name}"]`,
                code: "null",
                fix: { omit: true, set: { clear: [name] } }
              }
            ],
            tool.name
          )
        }
      }
    })
  )

  it.scoped("is refused in an item of a list, and beside a reason", () =>
    Effect.gen(function* () {
      const exchange = yield* exchanging
      const move = (item: object) =>
        Effect.map(
          exchange("channels_modify_positions", { guild_id: ID, positions: [{ id: ID, ...item }] }),
          ({ structured }) => structured.recovery_hint
        )
      assert.match(
        String(yield* move({ parent_id: null })),
        /positions\[0\]\.parent_id: .*to clear it, send clear: \["parent_id"\]/
      )
      const reasoned = yield* exchange("channels_modify", { channel_id: ID, topic: null, audit_reason: "Tidy up" })
      assert.match(String(reasoned.structured.recovery_hint), /send clear: \["topic"\]/)
    })
  )
})

describe("clear", () => {
  it.effect("sends null for exactly the fields that it names, in every tool", () =>
    Effect.gen(function* () {
      let cleared = 0
      for (const { input, tool } of calls) {
        // A tool with its own logic decides what it sends.
        const clearable = tool.operation === undefined ? [] : [...clearableOf(tool)]
        const required = Object.fromEntries(
          Object.entries(input).filter(([name]) => !shapeOf(tool.input.ast).object?.isOptional(name))
        )
        const confirmed = "__confirm" in input ? { __confirm: true } : {}
        // Without its application, a call asks for it first.
        const application = tool.operation?.route.includes("{application_id}") === true && { application_id: ID }
        for (const names of [...clearable.map((name) => [name]), ...(clearable.length > 1 ? [clearable] : [])]) {
          const { isError, sent, structured } = yield* wired(
            tool.name,
            { ...required, ...application, ...confirmed, [CLEAR]: names },
            undefined,
            armed
          )
          assert.notStrictEqual(structured.code, "VALIDATION_FAILED", `${tool.name} ${names} ${isError}`)
          const nulls = Object.fromEntries(names.map((name) => [name, null]))
          assert.deepStrictEqual(bodyOf({ sent }), nulls, tool.name)
          cleared++
        }
      }
      assert.isAbove(cleared, 60)
    })
  )

  it.effect("works in the items of a list, and beside other fields", () =>
    Effect.gen(function* () {
      const positions = [{ id: ID, clear: ["parent_id"], position: 2 }]
      const moved = yield* wired("channels_modify_positions", { guild_id: ID, positions })
      assert.deepStrictEqual(bodyOf(moved), [{ id: ID, position: 2, parent_id: null }])
      const named = yield* wired("channels_modify", { channel_id: ID, name: "reef", clear: "topic", parent_id: null })
      assert.deepStrictEqual(bodyOf(named), { name: "reef", topic: null })
    })
  )

  it.effect("is refused beside a value of the same field, and for a field that cannot be cleared", () =>
    Effect.gen(function* () {
      const issues = (input: object) =>
        Effect.map(wired("channels_modify", { channel_id: ID, ...input }, { id: ID, type: 0 }), issuesOf)
      assert.deepStrictEqual(yield* issues({ topic: "Tides", clear: ["topic"] }), [
        "clear topic has a value too: send either the value or clear"
      ])
      assert.deepStrictEqual(yield* issues({ clear: ["name"] }), [
        "clear[0] must be one of topic, parent_id, rtc_region, default_reaction_emoji, default_sort_order, default_tag_setting"
      ])
      assert.deepStrictEqual(yield* issues({ clear: [] }), [
        "name set at least one of name, topic, parent_id, position, nsfw, rate_limit_per_user, bitrate, user_limit, rtc_region, default_auto_archive_duration, default_thread_rate_limit_per_user, video_quality_mode, default_reaction_emoji, default_sort_order, default_forum_layout, default_tag_setting, available_tags, flags, permission_overwrites, archived, locked, invitable, auto_archive_duration, applied_tags, kind"
      ])
      assert.deepStrictEqual(yield* issues({ name: "reef", clear: ["topic", "topic"], topic: null }), undefined)
    })
  )

  it("is published for every tool with such fields, and no schema has null", () => {
    for (const { input, name } of catalogue) {
      const text = JSON.stringify(publishedSchema(input))
      assert.notMatch(text, /"null"|,null|null,/, name)
    }
    const { clear } = Object(publishedSchema(Object(findTool("templates_modify")).input).properties)
    assert.deepStrictEqual(clear, {
      type: "array",
      description: "Fields to clear.",
      items: { type: "string", enum: ["description"] }
    })
  })
})

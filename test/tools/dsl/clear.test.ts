import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { isJson, type Json, portableSchema } from "../../../src/tools/dsl/publishedSchema.ts"
import { ARGUMENTS } from "../../../src/tools/shared/openObject.ts"
import { exampleOf } from "../../docs/exampleInputs.ts"
import { prepared } from "../prepared.ts"
import { armed, bodyOf, issuesOf, wired } from "../wired.ts"
import { propertiesOf } from "./providers/walk.ts"

const ID = "1248328050311954441"

/** An input with null for every optional property of a published schema, as clients in strict mode send it. */
const padded = (value: unknown, schema: Json): unknown => {
  if (Array.isArray(value)) return value.map((item) => padded(item, isJson(schema.items) ? schema.items : {}))
  const properties = propertiesOf(schema)
  if (!isJson(value) || properties.length === 0) return value
  const given = Object.entries(value).map(([name, field]) => {
    const inner = properties.find(([property]) => property === name)?.[1]
    return [name, inner === undefined ? field : padded(field, inner)] as const
  })
  const required = [schema.required].flat()
  const missing = properties.flatMap(([name]) =>
    name in value || required.includes(name) ? [] : [[name, null] as const]
  )
  return Object.fromEntries([...given, ...missing])
}

describe("null for every optional property of the published schema", () => {
  it("leaves the arguments of every tool as they are", () => {
    for (const tool of catalogue) {
      // The payload of another service goes to Discord unchanged, nulls included.
      if (tool.name.startsWith("webhooks_execute_")) continue
      const input = exampleOf(tool)
      const strict = padded(input, portableSchema(tool.input))
      const [plain, same] = [prepared(tool.name, input), prepared(tool.name, strict)]
      assert.deepStrictEqual(Object(same).right?.arguments, Object(plain).right?.arguments, tool.name)
      assert.strictEqual(same._tag, plain._tag, tool.name)
    }
  })

  it.effect("is not sent in the payload of webhooks_execute_slack", () =>
    Effect.gen(function* () {
      const payload = { text: "High tide", username: null, icon_url: null }
      const token = "the-token-in-the-webhooks-address-which-is-over-sixty-characters-long"
      const sent = yield* wired("webhooks_execute_slack", { webhook_id: ID, token, payload }, undefined, armed)
      assert.deepStrictEqual(bodyOf(sent), { text: "High tide" })
    })
  )

  it("is accepted for the sample field of a dispatcher's arguments, in every tool", () => {
    const sample = Object.fromEntries(Object.keys(ARGUMENTS).map((name) => [name, null]))
    const args = { ...sample, channel_id: ID, message_id: ID }
    for (const call of [
      prepared("messages_get", args),
      prepared("mcp_tools_read", { tool: "messages_get", args }),
      prepared("mcp_pipeline", { steps: [{ id: "get", tool: "messages_get", args, if: null, for_each: null }] })
    ]) {
      assert.strictEqual(call._tag, "Right")
    }
    assert.strictEqual(prepared("messages_get", { ...args, guild_id: ID })._tag, "Left")
  })
})

describe("clear", () => {
  const cleared = (tool: string, input: object) => Effect.map(wired(tool, input, undefined, armed), bodyOf)

  it.effect("takes other names of the fields", () =>
    Effect.gen(function* () {
      const channel = { channel_id: ID }
      assert.deepStrictEqual(yield* cleared("channels_modify", { ...channel, clear: ["category"] }), {
        parent_id: null
      })
      assert.deepStrictEqual(yield* cleared("channels_modify", { ...channel, clear: "parentId" }), { parent_id: null })
      assert.deepStrictEqual(yield* cleared("channels_modify", { ...channel, clear: ["category", "TOPIC", "topic"] }), {
        parent_id: null,
        topic: null
      })
      assert.deepStrictEqual(yield* cleared("members_modify", { guild_id: ID, user_id: ID, clear: ["nickname"] }), {
        nick: null
      })
    })
  )

  it.effect("refuses an alias beside a value of its field, and names that are not clearable", () =>
    Effect.gen(function* () {
      const issues = (input: object) => Effect.map(wired("channels_modify", { channel_id: ID, ...input }), issuesOf)
      assert.deepStrictEqual(yield* issues({ parent_id: ID, clear: ["category"] }), [
        "clear parent_id has a value too: send either the value or clear"
      ])
      for (const name of ["name", "all", "tags", null, 1]) {
        assert.match(String(yield* issues({ clear: [name] })), /^clear\[0\] must be one of topic, parent_id, /)
      }
    })
  )

  it.effect("removes the install link and the install settings of the application", () =>
    Effect.gen(function* () {
      const clear = ["custom_install_url", "install_params"]
      assert.deepStrictEqual(yield* cleared("application_modify_current", { clear }), {
        custom_install_url: null,
        install_params: null
      })
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { META, scopeRejection } from "../../src/tools/meta/scopes.ts"
import { asked, call, type Environment, Sandbox, served, settingsOf } from "../dispatch/app.ts"

/** The tools that send requests. Dispatchers are judged by the inner call. */
const tools = catalogue.filter(({ category }) => category !== META)

/** The names of the tools an environment allows. */
const allowedBy = (environment: Environment) =>
  Effect.map(settingsOf(environment), (settings) =>
    tools.filter((tool) => scopeRejection(tool, settings) === undefined).map(({ name }) => name)
  )

const namesWhere = (predicate: (tool: (typeof catalogue)[number]) => boolean) =>
  tools.filter(predicate).map(({ name }) => name)

describe("scopes", () => {
  it.effect("allow everything by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* allowedBy({}),
        namesWhere(() => true)
      )
    })
  )

  it.effect("narrow by category, by tool, and by both", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* allowedBy({ MCP_CATEGORIES: "messages, users" }),
        namesWhere(({ category }) => category === "messages" || category === "users")
      )
      assert.deepStrictEqual(yield* allowedBy({ MCP_TOOLS: "guild_get,messages_read" }), ["guild_get", "messages_read"])
      assert.deepStrictEqual(yield* allowedBy({ MCP_TOOLS: "guild_get,messages_read", MCP_CATEGORIES: "guild" }), [
        "guild_get"
      ])
    })
  )

  it.effect("give exclusion priority", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* allowedBy({ MCP_TOOLS: "guild_get,messages_read", MCP_EXCLUDE_TOOLS: "guild_get" }),
        ["messages_read"]
      )
      assert.deepStrictEqual(
        yield* allowedBy({ MCP_CATEGORIES: "messages", MCP_EXCLUDE_TOOLS: "messages_send" }),
        namesWhere(({ category, name }) => category === "messages" && name !== "messages_send")
      )
    })
  )

  it.effect("reject everything but reads in read-only mode", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* allowedBy({ MCP_READ_ONLY: "yes" }),
        namesWhere(({ risk }) => risk === "read")
      )
    })
  )

  it.live("name the required and the granted scope, and send nothing", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const input = { channel_id: ids.channels.general, content: "x" }
      const { isError, structured, text } = yield* call("messages_send", input)
      assert.isTrue(isError)
      assert.deepStrictEqual(structured, {
        code: "SCOPE_REJECTED",
        retriable: false,
        message: "The operator's settings do not allow messages_send: it needs write; granted: read.",
        recovery_hint: "Use an allowed tool, or tell the person that the operator has disabled this one.",
        category: "permission",
        tool: "messages_send",
        required: "write",
        granted: "read"
      })
      assert.match(text, /^Error SCOPE_REJECTED \(permission, not retriable\)/)
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served({ MCP_READ_ONLY: "true" }))
  )

  it.live("are checked before the guild boundary and consent", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const input = { channel_id: ids.channels.general }
      assert.strictEqual((yield* call("channels_delete", input)).structured.code, "SCOPE_REJECTED")
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served({ MCP_EXCLUDE_TOOLS: "channels_delete", ALLOWED_GUILDS: "1248328050278400099" }))
  )
})

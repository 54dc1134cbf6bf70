// @effect-diagnostics globalFetchInEffect:off
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { McpError } from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { errorTraits } from "../../src/errors/ErrorCode.ts"
import { serveOver } from "../../src/mcp/McpServer.ts"
import { Sandbox, served } from "../dispatch/app.ts"

/** The official client of a server in front of a sandbox. */
const connected = Effect.gen(function* () {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  yield* serveOver(theirs, { version: "1.2.3", sandbox: true })
  const client = new Client({ name: "test", version: "1" })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(ours)),
    () => Effect.promise(() => client.close())
  )
  const read = (uri: string) =>
    Effect.map(
      Effect.tryPromise({ try: () => client.readResource({ uri }), catch: (error) => error as McpError }), // what the client fails with
      ({ contents }) => Object(contents[0]).text as string // our resources are all texts
    )
  const completed = (uri: string, name: string, value: string) =>
    Effect.map(
      Effect.promise(() => client.complete({ ref: { type: "ref/resource", uri }, argument: { name, value } })),
      ({ completion }) => completion.values
    )
  return { client, completed, read }
})

describe("resources", () => {
  it.live("are listed, with templates for those with many addresses", () =>
    Effect.gen(function* () {
      const { client } = yield* connected
      const { resources } = yield* Effect.promise(() => client.listResources())
      const { resourceTemplates } = yield* Effect.promise(() => client.listResourceTemplates())
      assert.deepStrictEqual(
        [...resources.map(({ uri }) => uri), ...resourceTemplates.map(({ uriTemplate }) => uriTemplate)],
        ["discord://errors", "discord://errors/{code}", "discord://tools/{name}", "discord://guilds/{id}"]
      )
    }).pipe(Effect.scoped, served())
  )

  it.live("of errors have every code and who must act", () =>
    Effect.gen(function* () {
      const { read } = yield* connected
      const codes = JSON.parse(yield* read("discord://errors")).map(({ code }: { readonly code: string }) => code)
      assert.sameMembers(codes, [...Object.values(errorTraits).map(({ code }) => code), "INTERNAL_ERROR"])
      assert.deepInclude(JSON.parse(yield* read("discord://errors/BULKHEAD_SATURATED")), {
        side: "server",
        category: "transient"
      })
    }).pipe(Effect.scoped, served())
  )

  it.live("of a tool have its whole schema and its failure reasons", () =>
    Effect.gen(function* () {
      const { read } = yield* connected
      const facts = JSON.parse(yield* read("discord://tools/messages_send"))
      assert.strictEqual(facts.operation, "POST /channels/{channel_id}/messages")
      assert.deepInclude(facts.input_schema, { type: "object", additionalProperties: false })
      assert.isAbove(Object.keys(facts.reasons).length, 0)
    }).pipe(Effect.scoped, served())
  )

  it.live("of a guild are the result of guild_get, inside delimiters", () =>
    Effect.gen(function* () {
      const { read } = yield* connected
      const { ids } = yield* Sandbox
      assert.include(yield* read(`discord://guilds/${ids.guild}`), ids.guild)
    }).pipe(Effect.scoped, served())
  )

  it.live("fail as protocol errors: unknown addresses, missing guilds, guilds that are not allowed", () =>
    Effect.gen(function* () {
      const { read } = yield* connected
      const codeOf = (uri: string) => Effect.map(Effect.flip(read(uri)), ({ code }) => code)
      assert.deepStrictEqual(
        [
          yield* codeOf("discord://nothing"),
          yield* codeOf("discord://tools/nothing"),
          yield* codeOf("discord://errors/NOTHING"),
          yield* codeOf("discord://guilds/123456789012345678")
        ],
        [-32002, -32002, -32002, -32005]
      )
    }).pipe(Effect.scoped, served({ ALLOWED_GUILDS: "999999999999999999" }))
  )

  it.live("of a guild unknown to Discord fail with the protocol's code, which no SDK reads as a timeout", () =>
    Effect.gen(function* () {
      const { read } = yield* connected
      const failure = yield* Effect.flip(read("discord://guilds/123456789012345678"))
      assert.strictEqual(failure.code, -32002)
    }).pipe(Effect.scoped, served())
  )

  it.live("have the size limit of results, a notice about omissions, and stay JSON", () =>
    Effect.gen(function* () {
      const { client, read } = yield* connected
      const { ids } = yield* Sandbox
      const uris = [
        "discord://errors",
        `discord://guilds/${ids.guild}`,
        ...Object.values(errorTraits).map(({ code }) => `discord://errors/${code}`),
        ...catalogue.map(({ name }) => `discord://tools/${name}`)
      ]
      assert.isDefined(client)
      let cut = 0
      for (const uri of uris) {
        const text = yield* read(uri)
        // User content is between delimiters, which are not part of the result.
        if (uri.startsWith("discord://guilds/")) continue
        assert.isAtMost(text.length, 2000, uri)
        if (Object(JSON.parse(text)).notice !== undefined) cut++
      }
      assert.isAbove(cut, 10)
      const { notice } = Object(JSON.parse(yield* read("discord://tools/messages_send")))
      assert.match(notice, /Left out to fit 2000 characters: .*input_schema/)
      assert.include(Object(JSON.parse(yield* read("discord://errors"))).notice, "Cut after")
    }).pipe(Effect.scoped, served({ MCP_MAX_RESULT_CHARS: "2000" }))
  )

  it.live("of a large guild are truncated like the result of guild_get", () =>
    Effect.gen(function* () {
      const { client, read } = yield* connected
      const sandbox = yield* Sandbox
      const uri = `discord://guilds/${sandbox.ids.guild}`
      const guild = yield* Effect.promise(() =>
        fetch(`${sandbox.url}/guilds/${sandbox.ids.guild}`, {
          headers: { authorization: `Bot ${sandbox.token}` }
        }).then((response) => response.json())
      )
      yield* sandbox.inject({
        match: { method: "GET", path: "/guilds/*" },
        times: 2,
        do: {
          kind: "status",
          status: 200,
          body: { ...Object(guild), description: "x".repeat(9000) }
        }
      })
      const cut = yield* read(uri)
      assert.isBelow(cut.length, 3000)
      assert.include(cut, "Left out to fit 2000 characters: description")
      const called = yield* Effect.promise(() =>
        client.callTool({ name: "guild_get", arguments: { guild_id: sandbox.ids.guild } })
      )
      assert.include(JSON.stringify(called.structuredContent), "Left out to fit 2000 characters: description")
    }).pipe(Effect.scoped, served({ MCP_MAX_RESULT_CHARS: "2000" }))
  )

  it.live("complete codes, tools and guilds", () =>
    Effect.gen(function* () {
      const { completed } = yield* connected
      const { ids } = yield* Sandbox
      assert.deepStrictEqual(yield* completed("discord://errors/{code}", "code", "circ"), ["CIRCUIT_OPEN"])
      assert.includeMembers(
        [...(yield* completed("discord://tools/{name}", "name", "polls_"))],
        catalogue.flatMap(({ category, name }) => (category === "polls" ? [name] : []))
      )
      assert.include(yield* completed("discord://guilds/{id}", "id", ids.guild.slice(0, 3)), ids.guild)
      assert.isAtMost((yield* completed("discord://tools/{name}", "name", "")).length, 100)
    }).pipe(Effect.scoped, served())
  )
})

describe("prompts", () => {
  it.live("are three everyday jobs, with their arguments", () =>
    Effect.gen(function* () {
      const { client } = yield* connected
      const { prompts } = yield* Effect.promise(() => client.listPrompts())
      assert.deepStrictEqual(
        prompts.map(({ name }) => name),
        ["catch_up", "triage_reports", "write_announcement"]
      )
      const { messages } = yield* Effect.promise(() =>
        client.getPrompt({ name: "catch_up", arguments: { channel: "<#123456789012345678>", since: "yesterday" } })
      )
      assert.include(Object(messages[0]?.content).text, "<#123456789012345678> since yesterday.")
    }).pipe(Effect.scoped, served())
  )

  it.live("name only tools that exist", () =>
    Effect.gen(function* () {
      const { client } = yield* connected
      const { prompts } = yield* Effect.promise(() => client.listPrompts())
      const names = new Set(catalogue.map(({ name }) => name))
      for (const { arguments: parts = [], name } of prompts) {
        const given = Object.fromEntries(parts.map((part) => [part.name, "x"]))
        const { messages } = yield* Effect.promise(() => client.getPrompt({ name, arguments: given }))
        const mentioned = String(Object(messages[0]?.content).text).match(/\b[a-z]+_[a-z_]+\b/g) ?? []
        assert.deepStrictEqual(
          mentioned.filter((word) => word !== "next_cursor" && !names.has(word)),
          []
        )
      }
    }).pipe(Effect.scoped, served())
  )

  for (const [what, params] of [
    ["that does not exist", { name: "nothing", arguments: {} }],
    ["without what it needs", { name: "catch_up", arguments: {} }]
  ] as const) {
    it.live(`${what} is a protocol error`, () =>
      Effect.gen(function* () {
        const { client } = yield* connected
        const refused = yield* Effect.flip(
          Effect.tryPromise({ try: () => client.getPrompt(params), catch: (error) => error as McpError }) // what the client fails with
        )
        assert.strictEqual(refused.code, -32602)
      }).pipe(Effect.scoped, served())
    )
  }
})

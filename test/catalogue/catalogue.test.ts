import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { catalogue, categories, findTool } from "../../src/catalogue/catalogue.ts"
import { namesByCategory } from "../../src/catalogue/toolNames.ts"
import { alwaysRequired } from "../../src/discord/permissions/requiredPermissions.ts"
import { text } from "../../src/objects/schema/fields.ts"
import { idSources } from "../../src/objects/schema/ids.ts"
import { formerNames } from "../../src/text/formerNames.ts"
import { nearestName } from "../../src/text/nearestName.ts"
import { namesNear } from "../../src/tools/Catalogue.ts"
import { type Json, publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { idempotentPosts, nonIdempotentWrites } from "../../src/tools/dsl/toolBuilders.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import { coreTools, listedTools, listingProfiles, listingStyleOf } from "../../src/tools/meta/surface.ts"
import { toolListing } from "../../src/tools/meta/toolListing.ts"
import { settingsOf } from "../dispatch/app.ts"
import { root, sources } from "../sources.ts"
import { limits } from "../tools/meta/surfaceLimits.ts"

const names = catalogue.map(({ name }) => name)

/** The maximum length of a name, so that hosts can put `mcp__effect-discord-mcp__` before it: providers accept 64. */
const NAME_MAX = 64 - "mcp__effect-discord-mcp__".length

/** Every object of a JSON Schema, with its path. */
const objectsIn = (node: unknown, path: string): ReadonlyArray<readonly [string, Json]> => {
  if (Array.isArray(node)) return node.flatMap((item, at) => objectsIn(item, `${path}[${at}]`))
  if (typeof node !== "object" || node === null) return []
  const entries = Object.entries(node)
  return [
    [path, Object.fromEntries(entries)] as const,
    ...entries.flatMap(([key, value]) => objectsIn(value, `${path}.${key}`))
  ]
}

const schemas = catalogue.flatMap(({ input, name }) => objectsIn(publishedSchema(input), name))

/** Whether an object is a schema and not the list of properties of one. */
const isSchema = ([path]: readonly [string, Json]): boolean => !path.endsWith(".properties")

describe("the catalogue", () => {
  it("has the names that a start reads instead, in the same order", () => {
    assert.deepStrictEqual(Object.values(namesByCategory).flat(), names)
    assert.deepStrictEqual(Object.keys(namesByCategory), categories)
  })

  it("has tools with unique names in snake_case that begin with what they are about", () => {
    assert.strictEqual(new Set(names).size, names.length)
    assert.deepStrictEqual(
      names.filter((name) => !/^[a-z]+(_[a-z\d]+)+$/.test(name) || name.length > NAME_MAX),
      []
    )
    assert.deepStrictEqual(categories, [...new Set(catalogue.map(({ category }) => category))])
  })

  it("finds a tool by its former name, which no tool has now", () => {
    for (const [former, now] of Object.entries(formerNames)) {
      assert.strictEqual(findTool(former)?.name, now)
      assert.notInclude(names, former)
      assert.strictEqual(nearestName(former, names), now)
      assert.strictEqual(nearestName(`${former}x`.toUpperCase(), names), now)
    }
  })

  it("finds its tools by name, and the nearest one to a name it does not have", () => {
    assert.deepStrictEqual(
      names.map((name) => findTool(name)?.name),
      names
    )
    assert.isUndefined(findTool("message_send"))
    assert.isUndefined(findTool("__proto__"))
    assert.deepStrictEqual(
      namesNear(
        "message_send",
        catalogue.map(({ name }) => name)
      ),
      ["messages_send"]
    )
  })

  it("has titles in sentence case, each its own, of 40 characters at most", () => {
    const titles = catalogue.map(({ title }) => title)
    const proper = /^(AutoMod|DM|GitHub|OAuth2|SKUs?|Slack|URL)$/
    assert.strictEqual(new Set(titles).size, titles.length)
    assert.deepStrictEqual(
      titles.filter((title) => {
        const [first = "", ...others] = title.split(" ")
        return (
          title.length > 40 ||
          !/^[A-Z][a-z]+$/.test(first) ||
          others.some((word) => !/^[a-z\d']+$/.test(word) && !proper.test(word))
        )
      }),
      []
    )
  })

  it("derives a title from a name", () => {
    const titles: Readonly<Record<string, string>> = {
      messages_send: "Send message",
      guild_get_widget: "Get guild widget",
      invites_list_channel: "List channel invites",
      messages_bulk_delete: "Bulk delete messages",
      guild_list_invites: "List guild invites",
      lobbies_get: "Get lobby",
      reactions_delete_all: "Delete all reactions",
      users_leave_guild: "Leave guild"
    }
    assert.deepStrictEqual(Object.fromEntries(Object.keys(titles).map((name) => [name, present(name).title])), titles)
  })

  it("describes each tool in 400 characters at most", () => {
    assert.deepStrictEqual(
      catalogue.filter(({ description }) => description.length > 400 || !/^[A-Z].*\.$/.test(description)),
      []
    )
  })

  it("names no tool in a description that is not there", () => {
    const fields = new Set(schemas.flatMap(([, { properties }]) => Object.keys(Object(properties))))
    const mentioned = catalogue.flatMap(({ description }) => description.match(/\b[a-z]+_[a-z_]+\b/g) ?? [])
    assert.deepStrictEqual(
      mentioned.filter((word) => !names.includes(word) && !fields.has(word) && !answered.includes(word)),
      []
    )
  })

  it("has the tools that refused ids name, each a read", () => {
    const named = Object.values(idSources).flat()
    assert.deepStrictEqual(
      named.filter((name) => findTool(name)?.risk !== "read"),
      []
    )
  })

  it("states permissions only where they differ from those of the operation", () => {
    const differing = catalogue.filter(({ operation, permissions }) => {
      const derived = operation === undefined ? [] : alwaysRequired({ ...operation, path: {} })
      return permissions.join() !== derived.join()
    })
    const stated = toolSources.flatMap((source) => source.match(/^\s+permissions: \["[A-Z]/gm) ?? [])
    assert.deepStrictEqual([...differing.map(({ name }) => name)].sort(), STATED)
    assert.strictEqual(stated.length, STATED.length)
  })

  it("reads with GET, and with nothing else", () => {
    assert.deepStrictEqual(
      catalogue
        .filter(({ operation, risk }) => operation !== undefined && (operation.method === "GET") !== (risk === "read"))
        .map(({ name }) => name),
      []
    )
  })
})

/** Objects that are open: arguments of any tool, bodies of other services, components, options of commands, and maps. */
const open =
  /\.(args|payload|components\.items|accessory|options\.items|metadata|\w+_metadata|(name|description)_localizations)$/

/** Fields of results, which descriptions may mention. */
const answered = ["next_cursor", "confirmation_token", "icon_url"]

/** Tools of several requests, and tools that send a part of a request that has its own permission. */
const STATED = [
  "changes_list",
  "changes_undo",
  "channels_clone",
  "channels_forum_create_thread",
  "channels_lock",
  "channels_move",
  "channels_unlock",
  "guild_list_invites",
  "members_modify_current",
  "members_timeout",
  "messages_ask",
  "messages_catch_up",
  "messages_count",
  "messages_forward",
  "messages_list_pins",
  "messages_read",
  "messages_search_recent",
  "messages_send_text_file",
  "messages_view_attachment",
  "polls_create",
  "reactions_list"
]

const toolSources = sources
  .filter(({ path }) => /^(?:tools|blueprint|undo|live)\//.test(path))
  .map(({ path }) => readFileSync(root + path, "utf8"))

describe("the published schemas", () => {
  it("describe every field, however deep", () => {
    const undescribed = schemas.filter(isSchema).flatMap(([path, { properties }]) =>
      Object.entries(Object(properties)).flatMap(([field, schema]) => {
        const text: unknown = Object(schema).description
        return typeof text === "string" && text.trim().length > 0 ? [] : [`${path}.${field}`]
      })
    )
    assert.deepStrictEqual(undescribed, [])
  })

  it("are closed objects, all the way down, but for those that take fields of the caller's choice", () => {
    const objects = schemas.filter(isSchema).filter(([, { type }]) => type === "object")
    assert.isAbove(objects.length, catalogue.length)
    assert.deepStrictEqual(
      objects
        .filter(([path, { additionalProperties }]) => additionalProperties !== false && !open.test(path))
        .map(([path]) => path),
      []
    )
    assert.deepStrictEqual(
      catalogue.filter(({ input }) => publishedSchema(input).type !== "object"),
      []
    )
  })

  it("have no references, no alternatives at the root, and nothing a model need not read", () => {
    assert.deepStrictEqual(
      schemas
        .filter(isSchema)
        .filter(([, schema]) =>
          ["$ref", "$defs", "$schema", "$id", "title"].some((key) => typeof schema[key] === "string")
        )
        .map(([path]) => path),
      []
    )
    assert.deepStrictEqual(
      catalogue.filter(({ input }) => {
        const root = publishedSchema(input)
        return ["anyOf", "oneOf", "allOf", "not", "$ref", "$defs"].some((key) => key in root)
      }),
      []
    )
  })

  it("keep a field that is called title", () => {
    const { properties } = publishedSchema(Schema.Struct({ title: text("The title.") }))
    assert.deepStrictEqual(properties, { title: { type: "string", description: "The title.", minLength: 1 } })
  })

  it("require exactly the fields that have no default and are not optional", () => {
    assert.deepStrictEqual(
      ["messages_read", "messages_bulk_delete", "users_get_current", "channels_create_guild_channel"].map(
        (name) => publishedSchema(present(name).input).required
      ),
      [["channel_id"], ["channel_id", "message_ids"], [], ["guild_id", "name"]]
    )
  })

  it("have __confirm where a call can be destructive, and never in a read", () => {
    const confirmable = ({ input }: (typeof catalogue)[number]) =>
      "__confirm" in Object(publishedSchema(input).properties)
    const tools = catalogue.filter(({ category }) => category !== META)
    assert.deepStrictEqual(
      tools
        .filter(
          (tool) => (tool.risk === "destructive" && !confirmable(tool)) || (tool.risk === "read" && confirmable(tool))
        )
        .map(({ name }) => name),
      []
    )
  })
})

const ofGateway = catalogue.filter(({ category }) => category === "gateway").map(({ name }) => name)

describe("what a client is shown", () => {
  const sizeOf = (toolSurface: "core" | "full" | "search", gateway = false) =>
    Effect.map(settingsOf({ MCP_TOOL_SURFACE: toolSurface, MCP_GATEWAY: String(gateway) }), (settings) => {
      const tools = listedTools(catalogue, settings).map((tool) => toolListing(tool, listingStyleOf(settings)))
      return { tools: tools.map(({ name }) => name), bytes: Buffer.byteLength(JSON.stringify({ tools })) }
    })

  it.effect("is small by default: common tools and the tools that find and run the others", () =>
    Effect.map(sizeOf("core"), ({ bytes, tools }) => {
      assert.includeMembers([...tools], ["messages_send", "mcp_tools_search", "mcp_tools_destructive"])
      assert.includeMembers(
        [...tools],
        [
          "members_timeout",
          "members_kick",
          "members_ban",
          "messages_pin",
          "messages_view_attachment",
          "polls_create",
          "channels_create_thread",
          "channels_forum_create_thread"
        ]
      )
      assert.isAtMost(bytes, limits.core.bytes)
    })
  )

  it.effect("has all tools with the full surface, but those of live events without the gateway", () =>
    Effect.map(sizeOf("full"), ({ bytes, tools }) => {
      assert.deepStrictEqual(
        tools,
        names.filter((name) => !ofGateway.includes(name))
      )
      assert.isAtMost(bytes, limits.full.bytes)
    })
  )

  it.effect("has the tools of live events with the gateway, but not with the search surface", () =>
    Effect.gen(function* () {
      assert.includeMembers([...(yield* sizeOf("full", true)).tools], [...ofGateway])
      assert.includeMembers(
        [...(yield* sizeOf("core", true)).tools],
        ofGateway.filter((name) => name !== "presence_set")
      )
      assert.notInclude((yield* sizeOf("search", true)).tools, "gateway_wait_for")
    })
  )

  it.effect("has only the tools that find and run others with the search surface", () =>
    Effect.map(sizeOf("search"), ({ bytes, tools }) => {
      assert.deepStrictEqual(
        tools,
        catalogue.filter(({ category }) => category === META).map(({ name }) => name)
      )
      assert.isAtMost(bytes, limits.search.bytes)
    })
  )

  it.effect("has the tools that the operator names, on every surface, and none that is not allowed", () =>
    Effect.gen(function* () {
      const settings = yield* settingsOf({ MCP_TOOLS: "messages_bulk_delete,guild_get", MCP_READ_ONLY: "true" })
      const shown = listedTools(catalogue, settings).map(({ name }) => name)
      assert.deepStrictEqual(shown, ["mcp_tools_search", "mcp_tools_read", "mcp_pipeline", "guild_get"])
    })
  )
})

describe("the listing of a tool", () => {
  it("has a title", () => {
    assert.deepStrictEqual(
      catalogue.map((tool) => toolListing(tool, listingProfiles.full.styleOf).title),
      catalogue.map(({ title }) => title)
    )
  })

  it("tells hosts to load core tools always, and by which words of users to find any other", () => {
    for (const tool of catalogue) {
      const { _meta = {} } = toolListing(tool, listingProfiles.full.styleOf)
      if (tool.category === META || coreTools.has(tool.name)) {
        assert.deepStrictEqual(_meta, { "anthropic/alwaysLoad": true }, tool.name)
        continue
      }
      const hint = "anthropic/searchHint" in _meta ? String(_meta["anthropic/searchHint"]) : ""
      assert.isAtLeast(hint.length, 4, tool.name)
      assert.includeMembers(tool.synonyms?.split(", ") ?? [], hint.split(", "), tool.name)
    }
  })

  it("has one valid example if its fields are nested in ways that a list cannot show whole", () => {
    const examples = catalogue.flatMap(({ example, name }) => (example === undefined ? [] : [name]))
    assert.includeMembers(examples, [
      "messages_send",
      "automod_create_rule",
      "automod_modify_rule",
      "channels_create_guild_channel",
      "channels_modify_permissions",
      "components_v2_send",
      "components_v2_edit",
      "components_v2_preview",
      "components_v2_validate"
    ])
    for (const tool of catalogue) {
      for (const { styleOf } of Object.values(listingProfiles)) {
        const { examples } = toolListing(tool, styleOf).inputSchema
        assert.deepStrictEqual(examples, tool.example && [tool.example], tool.name)
      }
    }
  })

  it("is the same every time", () => {
    const all = () => JSON.stringify(catalogue.map((tool) => toolListing(tool, listingProfiles.full.styleOf)))
    assert.strictEqual(all(), all())
  })

  it("has annotations that agree with its risk", () => {
    assert.deepStrictEqual(
      catalogue.map((tool) => toolListing(tool, listingProfiles.full.styleOf).annotations),
      catalogue.map(({ idempotent, risk }) =>
        risk === "read"
          ? { readOnlyHint: true }
          : { destructiveHint: risk === "destructive", ...(idempotent && { idempotentHint: true }) }
      )
    )
    assert.deepStrictEqual(
      catalogue.filter(({ idempotent, risk }) => risk === "read" && !idempotent),
      []
    )
  })

  it("says that a second identical call changes nothing only of reads, states that are set, and deletions", () => {
    const exceptions = new Map([...idempotentPosts, ...nonIdempotentWrites])
    for (const { idempotent, name, operation, risk } of catalogue) {
      const byMethod = risk === "read" || (operation !== undefined && operation.method !== "POST")
      assert.strictEqual(idempotent, exceptions.has(name) ? !byMethod : byMethod, name)
    }
    assert.deepStrictEqual(
      [...exceptions.keys()].filter((name) => !catalogue.some((tool) => tool.name === name)),
      []
    )
    // A new POST needs an entry with a reason.
    assert.deepStrictEqual(
      catalogue.flatMap(({ idempotent, name, operation, risk }) =>
        idempotent && risk !== "read" && operation?.method === "POST" ? [name] : []
      ),
      [
        "users_create_dm",
        "members_bulk_ban",
        "messages_crosspost",
        "messages_bulk_delete",
        "polls_end",
        "lobbies_modify_members"
      ]
    )
    assert.deepStrictEqual(
      catalogue.flatMap(({ idempotent, name }) =>
        idempotent && /(^|_)(send|create|execute|trigger|build)(_|$)/.test(name) ? [name] : []
      ),
      [
        "users_create_dm",
        "reactions_create",
        "components_v2_build_container",
        "components_v2_build_section",
        "components_v2_build_media_gallery",
        "lobbies_create_or_join"
      ]
    )
  })

  it("keeps what is needed to call it, however short it must be", () => {
    for (const tool of catalogue) {
      const whole = publishedSchema(tool.input)
      const short = toolListing(tool, listingProfiles.full.styleOf).inputSchema
      assert.deepStrictEqual(Object.keys(Object(short.properties)), Object.keys(Object(whole.properties)), tool.name)
      assert.deepStrictEqual(short.required ?? [], whole.required ?? [], tool.name)
      assert.isFalse(short.additionalProperties, tool.name)
    }
  })
})

describe("the published table of tools (test/catalogue/published.tsv)", () => {
  it("lists every tool, and no other, with its method, route, category and risk", () => {
    const rows = catalogue.map(({ category, name, operation, risk, shorthand }) => {
      const own = shorthand ? undefined : operation
      return [name, own?.method ?? "-", own?.route ?? "-", category, risk].join("\t")
    })
    assert.deepStrictEqual(
      rows.toSorted(),
      readFileSync(new URL("published.tsv", import.meta.url), "utf8")
        .trim()
        .split("\n")
        .slice(1)
    )
  })
})

/** A tool that must be there. */
function present(name: string) {
  const tool = findTool(name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool
}

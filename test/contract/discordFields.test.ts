/** Sends the fields of Discord's description to every tool of the catalogue: its names, and the values of its enums. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import type { ValidationIssue } from "../../src/errors/fields.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { exampleOf } from "../docs/exampleInputs.ts"
import { prepared } from "../tools/prepared.ts"
import { armed, wired } from "../tools/wired.ts"
import { isDeep, someOf, turn } from "../turns.ts"
import { read } from "./Description.ts"
import { shapeOf } from "./Operation.ts"
import { isNode, type Node } from "./spec/Node.ts"

const { operations, resolve } = read()

/** A field of Discord's query or body, and the values that Discord lists for it. */
interface Field {
  readonly name: string
  readonly values: ReadonlyArray<string | number>
  readonly in: "query" | "body"
}

const nodesIn = (value: unknown): ReadonlyArray<Node> => [value].flat().filter(isNode).map(resolve)

const alternatives = ({ allOf, anyOf, oneOf }: Node): ReadonlyArray<Node> => nodesIn([anyOf, oneOf, allOf].flat())

/** The listed values of a schema, and of the items of a list. */
const valuesOf = (node: Node): ReadonlyArray<string | number> =>
  [
    ...[node.const ?? []].flat(),
    ...[node.enum ?? []].flat(),
    ...[...alternatives(node), ...nodesIn(node.items)].flatMap(valuesOf)
  ].filter((value) => typeof value === "string" || typeof value === "number")

const propertiesOf = (node: Node): ReadonlyArray<readonly [string, Node]> => [
  ...Object.entries(isNode(node.properties) ? node.properties : {}).flatMap(([name, inner]) =>
    nodesIn(inner).map((schema) => [name, schema] as const)
  ),
  ...alternatives(node).flatMap(propertiesOf)
]

const fieldsOf = ({ operation }: Tool): ReadonlyArray<Field> => {
  const shape = operation && shapeOf(`${operation.method} ${operation.route}`)
  const found = operations.find(({ method, path }) => shapeOf(`${method} ${path}`) === shape)
  const query = (found?.parameters ?? []).flatMap((it) =>
    it.in === "query" ? [{ name: it.name, values: valuesOf(resolve(it.schema)), in: "query" as const }] : []
  )
  const body = [...(found?.body?.content.values() ?? [])]
    .flatMap((node) => propertiesOf(resolve(node)))
    .map(([name, node]) => ({ name, values: valuesOf(node), in: "body" as const }))
  const merged = new Map<string, Field>()
  for (const field of [...query, ...body]) {
    const values = [...(merged.get(field.name)?.values ?? []), ...field.values]
    merged.set(field.name, { ...field, values: [...new Set(values)] })
  }
  return [...merged.values()]
}

/** Returns whether the tool refuses a field and names no field or tool in its place. */
const isUnnamed = (tool: string, name: string, value: unknown): boolean =>
  Either.match(prepared(tool, { [name]: value }), {
    onRight: () => false,
    onLeft: ({ validation_issues }) =>
      validation_issues.some(
        ({ code, message, path }) => path === name && code === "unknown_field" && message.includes("; known are ")
      )
  })

const ID = "1248328050278400001"
const samples: ReadonlyArray<unknown> = [ID, 1, 2, true, [ID], { id: ID }, "2026-11-20T00:00:00Z"]

/** Fields of Discord's that no field of the tool has the meaning of, by name or as `tool.name`. */
const notOffered: Readonly<Record<string, string>> = {
  shard: "This server has no connection to the gateway.",
  access_tokens: "A group direct message needs OAuth2 tokens of its users.",
  nicks: "A group direct message needs OAuth2 tokens of its users.",
  region: "Deprecated for guilds: each voice channel has its own region.",
  home_header: "Not documented.",
  shared_client_theme: "Not documented for bots.",
  slop: "How far apart words may be; not documented.",
  embed_provider: "A filter that messages_search lacks.",
  embed_type: "A filter that messages_search lacks.",
  attachment_filename: "A filter that messages_search lacks.",
  replied_to_message_id: "A filter that messages_search lacks.",
  target_channel_id: "Not documented.",
  target_message_id: "Not documented.",
  team_id: "Not documented.",
  explicit_content_filter: "Not documented for applications.",
  max_participants: "Activities of an application are set in the developer portal.",
  only_active: "Not documented.",
  "members_add.flags": "Flags are set with members_modify.",
  "channels_create_thread.applied_tags": "Only posts have tags.",
  "channels_forum_create_thread.invitable": "Only private threads have it.",
  "channels_modify.icon": "Only group direct messages have an icon.",
  "messages_edit.sticker_ids": "Stickers of a message cannot be changed.",
  "webhooks_edit_message.poll": "A poll cannot be changed.",
  "interactions_edit_followup.poll": "A poll cannot be changed.",
  "application_modify_current.type": "The type of an application cannot be changed.",
  "application_modify.type": "The type of an application cannot be changed.",
  "subscriptions_get.user_id": "A subscription has its own id.",
  "interactions_create_followup.wait": "The server always waits for the message.",
  "interactions_create_followup.username": "The author of an interaction's message is the application.",
  "interactions_create_followup.avatar_url": "The author of an interaction's message is the application.",
  "interactions_create_followup.thread_name": "An interaction's message has the channel of its interaction.",
  "interactions_create_followup.applied_tags": "An interaction's message has the channel of its interaction.",
  thread_id: "An interaction's message has the channel of its interaction.",
  flags: "A lobby has no documented flags."
}

/** Tools that send only some kinds of messages of their operation: a text, or a layout. */
const partial: ReadonlySet<string> = new Set([
  "lobbies_send_message",
  "components_v2_send",
  "components_v2_send_from_template",
  "components_v2_edit"
])

/** Values of Discord's that a tool refuses, as `tool.name value`. */
const refused: ReadonlyArray<string> = [
  // Locales that discord-api-types lacks.
  "guild_modify.preferred_locale ar",
  "guild_modify.preferred_locale he",
  // A request can only be approved or rejected.
  "guild_action_join_request.action STARTED",
  "guild_action_join_request.action SUBMITTED",
  // Only guilds of the student hub have directories.
  "channels_create_guild_channel.type 14",
  // Only text and announcement channels can be converted.
  ...[2, 4, 13, 14, 15].map((type) => `channels_modify.type ${type}`),
  // An entry point command is global.
  "commands_create_guild.type 4",
  // Not documented.
  "interactions_create_response.type 13"
]

describe("a field of Discord's description", () => {
  it("is accepted, or the refusal says what the tool has in its place", () => {
    const unnamed = catalogue
      .filter((tool) => tool.shorthand !== true && !partial.has(tool.name))
      .flatMap((tool) =>
        fieldsOf(tool)
          .filter(({ name }) => samples.every((value) => isUnnamed(tool.name, name, value)))
          .map(({ name }) => [name, `${tool.name}.${name}`] as const)
      )
    assert.deepStrictEqual(
      unnamed.filter((names) => names.every((name) => notOffered[name] === undefined)).map(([, name]) => name),
      []
    )
    const left = new Set(unnamed.flat())
    assert.deepStrictEqual(
      Object.keys(notOffered).filter((name) => !left.has(name)),
      []
    )
  })

  it.live("has the meaning of each number and name that Discord lists", () =>
    Effect.gen(function* () {
      const wrong: Array<string> = []
      let sent = 0
      for (const [tool, field, value] of checkedValues) {
        yield* turn
        const { __confirm: _, ...example } = exampleOf(tool)
        const confirm = { __confirm: true }
        const result = yield* wired(
          tool.name,
          { ...example, [field.name]: value, ...(hasConfirm(tool) && confirm) },
          {},
          armed
        )
        const got = field.in === "query" ? result.query[field.name] : Object(result.sent?.body)[field.name]
        const issues = (result.structured.validation_issues ?? []) as ReadonlyArray<ValidationIssue> // by its code
        // Other issues are about other fields that the value requires or excludes.
        if (issues.some(({ message }) => NOT_A_VALUE.test(message))) wrong.push(`${tool.name}.${field.name} ${value}`)
        if (result.sent !== undefined) {
          sent++
          const expected = [got ?? (isConstant(field) ? value : undefined)].flat().map(String)
          assert.deepStrictEqual(expected, [String(value)], `${tool.name}.${field.name}`)
        }
      }
      assert.isAbove(sent, isDeep ? 200 : 60)
      assert.sameMembers(
        wrong,
        checkedValues
          .map(([tool, field, value]) => `${tool.name}.${field.name} ${value}`)
          .filter((name) => refused.includes(name))
      )
    })
  )
})

/** Every value of an enum, by tool and field. */
const listedValues = catalogue.flatMap((tool) =>
  fieldsOf(tool).flatMap((field) => field.values.map((value) => [tool, field, value] as const))
)

/** All in a deep run, and every third otherwise. */
const checkedValues = someOf(listedValues, 3)

const hasConfirm = ({ input }: Tool): boolean => "__confirm" in Object(publishedSchema(input).properties)

const NOT_A_VALUE = /must be one of|there is no /

/** The server may leave out a field that has only one value. */
const isConstant = ({ name }: Field): boolean => name === "privacy_level"

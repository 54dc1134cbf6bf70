import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { nullable, optional, withDefault } from "../../../src/objects/schema/fields.ts"
import { ChannelId, GuildId, RoleId, UserId } from "../../../src/objects/schema/ids.ts"
import { idsIn } from "../../../src/tools/dsl/inputShape.ts"
import { prepared } from "../prepared.ts"

const ID = "1248328050311954441"
const OTHER = "1248328050278400001"

/** Decodes a value and returns kind, id and path of its ids. */
const idsOfValue = <A, I>(schema: Schema.Schema<A, I>, value: I) =>
  idsIn(schema, Schema.decodeSync(schema)(value)).map(({ id, kind, path }) => [path, kind, id])

/** Returns the ids in a call of a tool. */
const idsOf = (tool: string, input: object) =>
  Either.getOrThrow(prepared(tool, input)).referencedIds.map(({ id, kind, path }) => [path, kind, id])

describe("the ids in a value", () => {
  it("are found in fields that are optional, nullable, or have a default", () => {
    const schema = Schema.Struct({
      one: optional(ChannelId),
      two: optional(nullable(GuildId)),
      three: withDefault(RoleId, Schema.decodeSync(RoleId)(OTHER)),
      four: Schema.String
    })
    assert.deepStrictEqual(idsOfValue(schema, { four: ID }), [["three", "role", OTHER]])
    assert.deepStrictEqual(idsOfValue(schema, { one: `<#${ID}>`, two: OTHER, three: ID, four: ID }), [
      ["one", "channel", ID],
      ["two", "guild", OTHER],
      ["three", "role", ID]
    ])
    assert.deepStrictEqual(idsIn(schema, { two: null, three: ID, four: ID }), [{ kind: "role", id: ID, path: "three" }])
  })

  it("are found in lists, tuples and maps, with their paths", () => {
    const schema = Schema.Struct({
      list: Schema.Array(Schema.Struct({ at: ChannelId })),
      pair: Schema.Tuple(Schema.String, UserId),
      map: Schema.Record({ key: Schema.String, value: Schema.Array(RoleId) })
    })
    assert.deepStrictEqual(
      idsOfValue(schema, { list: [{ at: ID }, { at: OTHER }], pair: [ID, OTHER], map: { a: [], b: [ID, OTHER] } }),
      [
        ["list[0].at", "channel", ID],
        ["list[1].at", "channel", OTHER],
        ["pair[1]", "user", OTHER],
        ["map.b[0]", "role", ID],
        ["map.b[1]", "role", OTHER]
      ]
    )
  })

  it("have the kind of the union member that fits", () => {
    const schema = Schema.Array(
      Schema.Union(
        Schema.Struct({ of: Schema.Literal("user"), id: UserId }),
        Schema.Struct({ of: Schema.Literal("role"), id: RoleId }),
        Schema.Struct({ of: Schema.Literal("nobody"), id: Schema.String })
      )
    )
    assert.deepStrictEqual(
      idsOfValue(schema, [
        { of: "role", id: ID },
        { of: "user", id: OTHER },
        { of: "nobody", id: ID }
      ]),
      [
        ["[0].id", "role", ID],
        ["[1].id", "user", OTHER]
      ]
    )
  })

  it("are found at any depth of a recursive schema", () => {
    interface Place {
      readonly at: typeof ChannelId.Type
      readonly inside?: ReadonlyArray<Place>
    }
    const schema: Schema.Schema<Place> = Schema.Struct({
      at: Schema.typeSchema(ChannelId),
      inside: optional(Schema.Array(Schema.suspend(() => schema)))
    })
    const [one, other] = [Schema.decodeSync(ChannelId)(ID), Schema.decodeSync(ChannelId)(OTHER)]
    assert.deepStrictEqual(
      idsOfValue(schema, { at: one, inside: [{ at: other, inside: [{ at: one }] }, { at: one }] }),
      [
        ["at", "channel", ID],
        ["inside[0].at", "channel", OTHER],
        ["inside[0].inside[0].at", "channel", ID],
        ["inside[1].at", "channel", ID]
      ]
    )
  })
})

describe("the ids in a call", () => {
  it("include default values of select menus, with the kind of the menu", () => {
    const menus = [
      { type: 5, custom_id: "a", default_values: [{ type: "user", id: ID }] },
      { type: 6, custom_id: "b", default_values: [{ type: "role", id: ID }] },
      {
        type: 7,
        custom_id: "c",
        default_values: [
          { type: "role", id: OTHER },
          { type: "user", id: ID }
        ]
      },
      { type: 8, custom_id: "d", default_values: [{ type: "channel", id: OTHER }] }
    ]
    const components = menus.map((menu) => ({ type: 1, components: [menu] }))
    assert.deepStrictEqual(idsOf("messages_send", { channel_id: ID, content: "x", components }), [
      ["channel_id", "channel", ID],
      ["components[0].components[0].default_values[0].id", "user", ID],
      ["components[1].components[0].default_values[0].id", "role", ID],
      ["components[2].components[0].default_values[0].id", "role", OTHER],
      ["components[2].components[0].default_values[1].id", "user", ID],
      ["components[3].components[0].default_values[0].id", "channel", OTHER]
    ])
  })

  it("include codes, without the URL around them", () => {
    assert.deepStrictEqual(idsOf("invites_delete", { code: "https://discord.gg/tidepool" }), [
      ["code", "invite", "tidepool"]
    ])
    assert.deepStrictEqual(
      idsOf("templates_recommend", { request: "a club", template_codes: ["discord.new/abc", "xyz"] }),
      [
        ["template_codes[0]", "template", "abc"],
        ["template_codes[1]", "template", "xyz"]
      ]
    )
  })

  it("exclude tokens", () => {
    const token = "t".repeat(68)
    assert.deepStrictEqual(idsOf("webhooks_delete_with_token", { webhook_id: ID, token }), [
      ["webhook_id", "webhook", ID]
    ])
    assert.deepStrictEqual(
      idsOf("interactions_get_original_response", { application_id: ID, interaction_token: token }),
      [["application_id", "application", ID]]
    )
  })
})

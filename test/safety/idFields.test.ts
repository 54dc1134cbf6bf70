import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, SchemaAST } from "effect"
import { featureTools } from "../../src/catalogue/catalogue.ts"
import { idKindOf, kindsByTypeOf } from "../../src/objects/schema/ids.ts"
import { Gate } from "../../src/safety/Gate.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { batch } from "../contract/inputs.ts"
import { roomy, seedIds, served } from "../dispatch/app.ts"
import { insideOf } from "./guildIds.ts"

/** A field whose name says that it has ids: its path, and the kind of its schema, if any. */
interface IdField {
  readonly place: string
  readonly kind: string | undefined
}

/** Names of id fields. */
const NAMED_ID = /(^|_)ids?$|^exempt_(channels|roles)$|^roles$|^(channels|guilds|users)$/

/** Every field of a schema with such a name, at any depth. */
const idFieldsOf = (ast: SchemaAST.AST, place: string, around: ReadonlySet<SchemaAST.AST>): ReadonlyArray<IdField> => {
  const inner = (part: SchemaAST.AST, at = place) => idFieldsOf(part, at, new Set([...around, ast]))
  if (around.has(ast)) return []
  switch (ast._tag) {
    case "Refinement":
      return inner(ast.from)
    case "Transformation":
      return inner(ast.to)
    case "Suspend":
      return inner(ast.f())
    case "Union":
      return ast.types.flatMap((type) => inner(type))
    case "Declaration":
      return ast.typeParameters.flatMap((type) => inner(type))
    case "TupleType":
      return [...ast.elements, ...ast.rest].flatMap(({ type }) => inner(type))
    case "TypeLiteral":
      return ast.propertySignatures.flatMap(({ name, type }) => {
        const at = place === "" ? String(name) : `${place}.${String(name)}`
        const kinds = kindsOf(type, new Set())
        const own = name === "id" && kindsByTypeOf(ast) !== undefined ? ["by type"] : kinds
        return [...(NAMED_ID.test(String(name)) ? own.map((kind) => ({ place: at, kind })) : []), ...inner(type, at)]
      })
    default:
      return []
  }
}

/** The kinds of ids in a field; `undefined` for a text without a kind. */
const kindsOf = (ast: SchemaAST.AST, around: ReadonlySet<SchemaAST.AST>): ReadonlyArray<string | undefined> => {
  const kind = idKindOf(ast)
  if (kind !== undefined) return [kind]
  if (around.has(ast)) return []
  const inner = (part: SchemaAST.AST) => kindsOf(part, new Set([...around, ast]))
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return [undefined]
    case "Refinement":
      return inner(ast.from)
    case "Transformation":
      return inner(ast.to)
    case "Suspend":
      return inner(ast.f())
    case "Union":
      return ast.types.flatMap(inner)
    case "TupleType":
      return [...ast.elements, ...ast.rest].flatMap(({ type }) => inner(type))
    default:
      return []
  }
}

const fieldsOf = ({ input }: Tool) => idFieldsOf(SchemaAST.typeAST(input.ast), "", new Set())

/** Fields with such a name that have no Discord ids. */
const noIds: ReadonlyMap<string, string> = new Map([
  ["custom_id", "a text of the bot's own, that comes back with a click"],
  ["instance_id", "of an activity: Discord finds it under the application"],
  ["ask_id", "of a question that the server keeps for the client that asked"],
  ["plan_id", "a digest of a plan, which confirms nothing"]
])

/** Ids of kinds without a guild, with the reason why that is safe. */
const others: ReadonlyMap<string, string> = new Map([
  ["threads_search min_id", "a place in time"],
  ["threads_search max_id", "a place in time"],
  ["entitlements_create_test owner_id", "a boundary refuses every call of this tool: it is of the application"],
  ["onboarding_modify prompts.id", "found in the guild of the route"],
  ["onboarding_modify prompts.options.id", "found in the guild of the route"],
  ["events_count_users exception_ids", "found in the event of the route"],
  ["events_list_exception_users exception_id", "found in the event of the route"],
  ["events_modify_exception exception_id", "found in the event of the route"],
  ["events_delete_exception exception_id", "found in the event of the route"],
  ["guild_action_join_request request_id", "found in the guild of the route"],
  ["audit_log_get target_id", "a filter of the guild of the route"],
  ["stickers_get_pack pack_id", "Discord's own"]
])

describe("every field with an id name", () => {
  it("declares its kind of id, or is listed with a reason", () => {
    const silent = new Set<string>()
    const unlisted = new Set<string>()
    let seen = 0
    for (const tool of featureTools) {
      for (const { kind, place } of fieldsOf(tool)) {
        const name = place.split(".").at(-1) ?? ""
        // There "id" is Indonesian.
        if (place.endsWith("_localizations.id")) continue
        seen++
        if (kind === undefined && !noIds.has(name)) silent.add(`${tool.name} ${place}`)
        if (kind === "other" && !others.has(`${tool.name} ${place}`)) unlisted.add(`${tool.name} ${place}`)
      }
    }
    assert.isAbove(seen, 400)
    assert.deepStrictEqual([[...silent], [...unlisted]], [[], []])
  })
})

describe("the permissions of a command", () => {
  const edited = (id: string, type: string, guild_id: string) =>
    Effect.gen(function* () {
      const gate = yield* Gate
      const tool = featureTools.find(({ name }) => name === "commands_edit_command_permissions")
      const [input] = tool === undefined ? [] : yield* batch(tool, 7, 0, 1)
      const permissions = [{ id, type, permission: true }]
      const call = yield* Effect.flatten(Effect.fromNullable(tool?.prepare({ ...input, guild_id, permissions })))
      return Either.match(yield* Effect.either(gate.permit(call)), {
        onLeft: (refusal) => refusal._tag,
        onRight: () => "passed"
      })
    })

  it.live(
    "take a channel of the allowed guild, all of its channels, its roles and any user, and no other channel",
    () =>
      Effect.flatMap(seedIds, (ids) =>
        Effect.gen(function* () {
          const minusOne = (id: string) => String(BigInt(id) - 1n)
          assert.deepStrictEqual(
            [
              yield* edited(insideOf(ids).channel, "channel", ids.guild),
              yield* edited(minusOne(ids.guild), "channel", ids.guild),
              yield* edited(ids.guild, "role", ids.guild),
              yield* edited(ids.bot, "user", ids.guild),
              yield* edited(ids.channels.otherGeneral, "channel", ids.guild),
              yield* edited(minusOne(ids.otherGuild), "channel", ids.guild)
            ],
            ["passed", "passed", "passed", "passed", "GuildNotAllowedError", "GuildNotAllowedError"]
          )
        }).pipe(served({ ALLOWED_GUILDS: ids.guild, MCP_DRY_RUN: "false" }, roomy))
      )
  )
})

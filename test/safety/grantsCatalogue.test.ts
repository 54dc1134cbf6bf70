/** Whether every input that can give somebody power decides about the risk of its call. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, SchemaAST } from "effect"
import { featureTools } from "../../src/catalogue/catalogue.ts"
import { idKindOf, kindsByTypeOf } from "../../src/objects/schema/ids.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { batch } from "../contract/inputs.ts"

/** Returns whether a schema takes what can give power: roles, overwrites, permissions or an invite. */
const canGive = (ast: SchemaAST.AST, around: ReadonlySet<SchemaAST.AST> = new Set()): boolean => {
  if (around.has(ast)) return false
  const kind = idKindOf(ast)
  if (kind !== undefined) return ["role", "overwrite", "invite"].includes(kind)
  if (Object.values(kindsByTypeOf(ast) ?? {}).includes("role")) return true
  const inner = (part: SchemaAST.AST) => canGive(part, new Set([...around, ast]))
  switch (ast._tag) {
    case "Literal":
      return ast.literal === "MANAGE_ROLES"
    case "Refinement":
      return inner(ast.from)
    case "Transformation":
      return inner(ast.to)
    case "Suspend":
      return inner(ast.f())
    case "Union":
      return ast.types.some(inner)
    case "Declaration":
      return ast.typeParameters.some(inner)
    case "TupleType":
      return [...ast.elements, ...ast.rest].some(({ type }) => inner(type))
    case "TypeLiteral":
      return [...ast.propertySignatures, ...ast.indexSignatures].some(({ type }) => inner(type))
    default:
      return false
  }
}

/** The fields of a tool, without those of the gate. */
const fieldsOf = ({ input }: Tool) => {
  const ast = SchemaAST.typeAST(input.ast)
  const object = ast._tag === "Refinement" ? SchemaAST.typeAST(ast.from) : ast
  return SchemaAST.getPropertySignatures(object).map(({ isOptional, name, type }) => ({
    name: String(name),
    isOptional,
    type
  }))
}

/** In this test, the text "open" marks a value that is not known yet. */
const OPEN = "open"
const isOpen = (value: unknown): boolean =>
  value === OPEN || (typeof value === "object" && value !== null && Object.values(value).some(isOpen))

/** Returns whether the risk of a call depends on a field: only without its value, the risk is the highest. */
const decidesRisk = Effect.fnUntraced(function* (tool: Tool, field: string, samples: ReadonlyArray<object>) {
  const required = fieldsOf(tool).filter(({ isOptional }) => !isOptional)
  const riskOf = (input: Readonly<Record<string, unknown>>) =>
    Effect.map(Effect.orDie(tool.outline(input, isOpen)), ({ risk }) => risk)
  for (const sample of samples) {
    const known = Object.fromEntries(
      required.flatMap(({ name }) => (Reflect.has(sample, name) ? [[name, Reflect.get(sample, name)]] : []))
    )
    if ((yield* riskOf(known)) === "write") return (yield* riskOf({ ...known, [field]: OPEN })) === "destructive"
  }
  // Every call of the tool is destructive.
  return true
})

const AUTOMOD = "AutoMod restricts messages. Whom it exempts gets no permission."
const MENU = "The preset choice of a menu gives nothing."
const EMOJI = "The use of an emoji is no permission."
const COMMAND = "A command of the bot has no permission that the bot does not check. Only its use is restricted."

/** Fields that give nobody a dangerous permission, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  "automod_create_rule exempt_roles": AUTOMOD,
  "roles_modify role_id": "The permissions that it gets decide.",
  "channels_forum_create_thread message": "Its allowed_mentions decide.",
  "channels_lock except": "An excepted role can only write, which is not dangerous.",
  "messages_send components": MENU,
  "users_send_dm components": MENU,
  "webhooks_execute components": MENU,
  "emojis_create roles": EMOJI,
  "commands_create_global default_member_permissions": COMMAND,
  "commands_create_guild default_member_permissions": COMMAND,
  "interactions_create_response modal": MENU,
  "interactions_create_followup components": MENU,
  "components_v2_send components": MENU
}

describe("every input that can give power", () => {
  it.effect("decides about the risk of its call, or is listed with a reason", () =>
    Effect.gen(function* () {
      const silent: Array<string> = []
      for (const tool of featureTools) {
        if (tool.risk !== "write") continue
        const giving = fieldsOf(tool).filter(({ type }) => canGive(type))
        const samples = giving.length === 0 ? [] : yield* batch(tool, 7, 0)
        for (const { name } of giving) {
          if (!(yield* decidesRisk(tool, name, samples))) silent.push(`${tool.name} ${name}`)
        }
      }
      assert.sameMembers(silent, Object.keys(exempt))
    })
  )
})

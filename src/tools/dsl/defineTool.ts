/** Makes tools from their definitions: decoding, risk and referenced ids. */
import { Effect, Either, Schema } from "effect"
import { ValidationError } from "../../errors/ClientErrors.ts"
import { limitIssues } from "../../errors/validationIssues.ts"
import { higherRisk, type Risk } from "../../safety/Permit.ts"
import { optional } from "../shared/fields.ts"
import type { Tool, ToolCall } from "../Tool.ts"
import { decodeArguments } from "./decodeArguments.ts"
import { idsIn } from "./idsIn.ts"
import { outlineOf } from "./outlineOf.ts"
import { withReason } from "./Reason.ts"
import type { CommonSpec, Fields, ToolDefinition } from "./ToolDefinition.ts"

/** The tools of definitions, each with its own types. */
type ToolsOf<Rows extends ReadonlyArray<ToolDefinition>> = { readonly [At in keyof Rows]: ToolOf<Rows[At]> }
type ToolOf<Each> =
  Each extends ToolDefinition<infer Name, infer Input, infer Answer> ? Tool<Name, Input, Answer> : never

/** Makes tools of one category from their definitions. */
export const group = <const Rows extends ReadonlyArray<ToolDefinition>>(category: string, rows: Rows): ToolsOf<Rows> =>
  rows.map((row) => {
    const tool: Tool = {
      ...row,
      category,
      prepare: (input, defaultGuildId) => row.prepare(tool, input, defaultGuildId),
      outline: (input, isOpen, defaultGuildId) =>
        Either.map(row.outline(input, isOpen, defaultGuildId), (judged) => ({ ...judged, tool, arguments: undefined }))
    }
    return tool
  }) as ToolsOf<Rows> // `map` loses the type of each item

/** Makes a tool definition. `Input` is what `fields` decode to. */
export const defineTool = <Input extends object, Name extends string>(row: {
  readonly name: Name
  readonly fields: Fields
  readonly operation: Tool["operation"]
  readonly spec: CommonSpec<Input>
  readonly risk: Risk
  readonly idempotent: boolean
  readonly run: (input: Input) => ToolCall["run"]
}): ToolDefinition<Name, never, never> => {
  const { fields, name, operation, risk, run, spec } = row
  const guarded = risk === "destructive" || spec.riskOf !== undefined || spec.resolveRisk !== undefined
  const input = inputOf(guarded ? { ...fields, __confirm: confirmation } : fields)
  const decode = decodeArguments(input)
  const referencedIdsOf = idsIn(input)
  const failures = spec.failures ?? {}
  const reasoned = withReason(failures)
  return {
    name,
    description: spec.description,
    operation,
    risk,
    duration: spec.duration ?? "default",
    idempotent: row.idempotent,
    permissions: spec.permissions ?? [],
    failures,
    ...(spec.undo !== undefined && { undo: spec.undo }),
    input,
    prepare: (tool, raw, defaultGuildId) =>
      Either.flatMap(decode(withDefaultGuild(raw, fields, defaultGuildId)), ({ __confirm, ...given }) => {
        // The struct is built from the very fields `Input` is inferred from.
        const typed = given as Input
        const issues = spec.validate?.(typed) ?? []
        if (issues.length > 0) return Either.left(new ValidationError({ validation_issues: limitIssues(issues) }))
        const resolveRisk = spec.resolveRisk?.(typed)
        return Either.right({
          tool,
          risk: higherRisk(risk, spec.riskOf?.(typed) ?? "read"),
          ...(resolveRisk && { resolveRisk: Effect.mapError(resolveRisk, reasoned) }),
          confirm: __confirm,
          arguments: given,
          referencedIds: referencedIdsOf(given),
          ...(spec.preview && { preview: Effect.mapError(spec.preview(typed), reasoned) }),
          run: Effect.mapError(run(typed), reasoned)
        })
      }),
    outline: (raw, isOpen, defaultGuildId) => {
      const given = Object.entries(Object(withDefaultGuild(raw, fields, defaultGuildId)))
      const open = Object.fromEntries(given.filter(([name, value]) => Object.hasOwn(fields, name) && isOpen(value)))
      const isKnown = ([name]: readonly [string, unknown]) => !Object.hasOwn(open, name)
      const known = decodeArguments(inputOf(Object.fromEntries(Object.entries(fields).filter(isKnown))))
      return Either.map(known(Object.fromEntries(given.filter(isKnown))), (decoded) => {
        const judged = outlineOf(spec, decoded, open, isOpen)
        return {
          risk: higherRisk(risk, judged.risk),
          referencedIds: referencedIdsOf(decoded),
          ...(judged.resolveRisk && { resolveRisk: Effect.mapError(judged.resolveRisk, reasoned) })
        }
      })
    }
  }
}

// Struct cannot see that no field of `Fields` needs services, nor which fields there are.
const inputOf = (fields: Fields) =>
  Schema.Struct(fields).annotations({
    message: () => "must be an object with the fields of this tool"
  }) as unknown as Schema.Schema<Controls, unknown>

/** Fields that the gate reads; they are not sent to Discord. */
interface Controls {
  readonly __confirm?: boolean | string
}

/** The field by which the caller confirms a destructive call. */
export const confirmation = optional(
  Schema.Union(Schema.Boolean, Schema.String).annotations({
    message: () => ({ message: "must be true, or a confirmation_token", override: true }),
    jsonSchema: {
      type: ["boolean", "string"],
      description: "true, or a preview's confirmation_token: execute."
    }
  })
)

const withDefaultGuild = (raw: unknown, fields: Fields, defaultGuildId: string | undefined): unknown =>
  defaultGuildId !== undefined &&
  // An optional guild_id has a meaning when it is absent.
  Schema.isSchema(fields.guild_id) &&
  typeof raw === "object" &&
  raw !== null &&
  !("guild_id" in raw)
    ? { ...raw, guild_id: defaultGuildId }
    : raw

/** Makes tools from their definitions: decoding, risk and referenced ids. */
import { Effect, Either, Schema, type SchemaAST } from "effect"
import { alwaysRequired } from "../../discord/permissions/requiredPermissions.ts"
import { ValidationError } from "../../errors/ClientErrors.ts"
import { limitIssues } from "../../errors/validationIssues.ts"
import { higherRisk, type Risk } from "../../safety/Permit.ts"
import { CLEAR, structOf } from "../shared/clearable.ts"
import { optional } from "../shared/fields.ts"
import type { Tool, ToolCall } from "../Tool.ts"
import { joinNotices, type ToolResult } from "../ToolResult.ts"
import { decodeArguments } from "./decodeArguments.ts"
import { idsIn } from "./idsIn.ts"
import { shapeOf } from "./inputShape.ts"
import { normalizeInput } from "./normalizeInput.ts"
import { outlineOf } from "./outlineOf.ts"
import { withReason } from "./Reason.ts"
import type { CommonSpec, Fields, ToolDefinition } from "./ToolDefinition.ts"
import { titleOf } from "./titleOf.ts"

/** Maps definitions to their tools, each with its own types. */
type ToolsOf<Definitions extends ReadonlyArray<ToolDefinition>> = {
  readonly [At in keyof Definitions]: ToolOf<Definitions[At]>
}
type ToolOf<Each> =
  Each extends ToolDefinition<infer Name, infer Input, infer Answer> ? Tool<Name, Input, Answer> : never

/** A category, with search words by tool name. */
interface Category<
  Definitions extends ReadonlyArray<ToolDefinition> = ReadonlyArray<ToolDefinition>,
  Synonyms extends Readonly<Record<string, string>> = Readonly<Record<string, string>>
> {
  readonly category: string
  readonly synonyms?: Synonyms & { readonly [Other in Exclude<keyof Synonyms, Definitions[number]["name"]>]: never }
}

/** Makes tools of one category from their definitions. */
export const group = <
  const Definitions extends ReadonlyArray<ToolDefinition>,
  Synonyms extends Readonly<Record<string, string>> = Record<never, never>
>(
  of: string | Category<Definitions, Synonyms>,
  definitions: Definitions
): ToolsOf<Definitions> =>
  definitions.map((definition) => {
    const { category, synonyms = {} }: Category = typeof of === "string" ? { category: of } : of
    const words = synonyms[definition.name]
    const tool: Tool = {
      ...definition,
      category,
      title: definition.title ?? titleOf(definition.name, category),
      ...(words !== undefined && { synonyms: words }),
      prepare: (input, defaultGuildId) => definition.prepare(tool, input, defaultGuildId),
      outline: (input, isOpen, defaultGuildId) =>
        Either.map(definition.outline(input, isOpen, defaultGuildId), (outline) => ({
          ...outline,
          tool,
          arguments: undefined
        }))
    }
    return tool
  }) as ToolsOf<Definitions> // `map` loses the type of each item

/** Makes a tool definition. `Input`: the decoded `fields`. */
export const defineTool = <Input extends object, Name extends string>(parts: {
  readonly name: Name
  readonly fields: Fields
  /** Whether the caller can clear fields. */
  readonly clears: boolean
  readonly operation: Tool["operation"]
  readonly spec: CommonSpec<Input>
  readonly risk: Risk
  readonly usualRisk?: Risk
  readonly shorthand?: (input: Input) => Readonly<Record<string, unknown>>
  readonly idempotent: boolean
  readonly run: (input: Input) => ToolCall["run"]
}): ToolDefinition<Name, never, never> => {
  const { clears, fields, name, operation, risk, run, shorthand, spec } = parts
  const canBeDestructive = risk === "destructive" || spec.riskOf !== undefined || spec.resolveRisk !== undefined
  const input = inputOf(canBeDestructive ? { ...fields, __confirm: confirmation } : fields, clears)
  // An omitted optional guild_id does not mean the default guild.
  const defaults = (guildId: string | undefined) =>
    guildId !== undefined && Schema.isSchema(fields[GUILD]) ? { [GUILD]: guildId } : {}
  const decode = decodeArguments(input)
  const referencedIdsOf = idsIn(input)
  const failures = spec.failures ?? {}
  const addReason = withReason(failures)
  return {
    name,
    ...(spec.title !== undefined && { title: spec.title }),
    description: spec.description,
    operation,
    ...(shorthand !== undefined && { shorthand: true }),
    risk: parts.usualRisk ?? risk,
    duration: spec.duration ?? "default",
    idempotent: parts.idempotent,
    permissions: spec.permissions ?? (operation === undefined ? [] : alwaysRequired({ ...operation, path: {} })),
    failures,
    ...(spec.undo !== undefined && { undo: spec.undo }),
    input,
    prepare: (tool, raw, defaultGuildId) =>
      Either.flatMap(decode(raw, defaults(defaultGuildId)), ({ notice, value: { __confirm, ...args } }) => {
        // The schema is built from the fields that `Input` is inferred from.
        const typed = args as Input
        const issues = spec.validate?.(typed) ?? []
        if (issues.length > 0) return Either.left(new ValidationError({ validation_issues: limitIssues(issues) }))
        const resolveRisk = spec.resolveRisk?.(typed)
        const result = Effect.mapError(run(typed), addReason)
        return Either.right({
          tool,
          risk: higherRisk(risk, spec.riskOf?.(typed) ?? "read"),
          ...(resolveRisk && { resolveRisk: Effect.mapError(resolveRisk, addReason) }),
          confirm: __confirm,
          arguments: args,
          ...(shorthand && { longhand: shorthand(typed) }),
          referencedIds: referencedIdsOf(args),
          ...(spec.preview && { preview: Effect.mapError(spec.preview(typed), addReason) }),
          run: notice === undefined ? result : Effect.map(result, withNotice(notice))
        })
      }),
    outline: (raw, isOpen, defaultGuildId) => {
      const { issues, value } = normalizeInput(input.ast, raw)
      if (issues.length > 0) return Either.left(new ValidationError({ validation_issues: limitIssues(issues) }))
      const entries = Object.entries(Object(value))
      const open: Readonly<Record<string, unknown>> = Object.fromEntries([
        ...openByClear(input.ast, Object(value)[CLEAR], isOpen),
        ...entries.filter(([name, value]) => Object.hasOwn(fields, name) && isOpen(value))
      ])
      const isKnown = ([name, value]: readonly [string, unknown]) =>
        !Object.hasOwn(open, name) && !(name === CLEAR && isOpen(value))
      const known = decodeArguments(inputOf(Object.fromEntries(Object.entries(fields).filter(isKnown)), clears))
      const absent = Object.hasOwn(open, GUILD) ? {} : defaults(defaultGuildId)
      return Either.map(known(Object.fromEntries(entries.filter(isKnown)), absent), (decoded) => {
        const outline = outlineOf(spec, decoded.value, open, isOpen)
        return {
          risk: higherRisk(risk, outline.risk),
          referencedIds: referencedIdsOf(decoded.value),
          ...(outline.resolveRisk && { resolveRisk: Effect.mapError(outline.resolveRisk, addReason) })
        }
      })
    }
  }
}

/** Returns every field that `clear` can name as open, if `clear` is not known yet. */
const openByClear = (
  ast: SchemaAST.AST,
  clear: unknown,
  isOpen: (value: unknown) => boolean
): ReadonlyArray<readonly [string, unknown]> =>
  clear !== undefined && isOpen(clear)
    ? [...(shapeOf(ast).object?.clearable ?? [])].map((name) => [name, clear] as const)
    : []

const withNotice =
  (notice: string) =>
  (result: ToolResult): ToolResult => ({
    ...result,
    notice: joinNotices(result.notice, notice)
  })

// Schema.Struct loses the requirements and names of `Fields`.
const inputOf = (fields: Fields, clears: boolean) =>
  (clears ? structOf(fields) : Schema.Struct(fields)).annotations({
    message: () => "must be an object with the fields of this tool"
  }) as unknown as Schema.Schema<Controls, unknown>

/** Fields for the gate, which are not sent to Discord. */
interface Controls {
  readonly __confirm?: boolean | string
}

/** The field by which the caller confirms a destructive call. */
export const confirmation = optional(
  Schema.Union(Schema.Boolean, Schema.String).annotations({
    message: () => ({ message: "must be true, or a confirmation_token", override: true }),
    jsonSchema: {
      type: ["boolean", "string"],
      description: "true or a confirmation_token."
    }
  })
)

/** The field that the operator's default guild fills. */
const GUILD = "guild_id"

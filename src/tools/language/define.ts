/** From what a row says to what dispatch needs: decoding, risk, and the ids a call touches. */
import { Either, Schema } from "effect"
import type { PermissionName } from "../../discord/permissions/PermissionName.ts"
import { ValidationError } from "../../errors/ClientErrors.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { Risk } from "../../safety/Clearance.ts"
import { optional } from "../parts/fields.ts"
import { idKindOf } from "../parts/Ids.ts"
import type { Call, Foresight, Tool, Touched } from "../Tool.ts"
import { decodeArguments } from "./decodeArguments.ts"

/** The fields of an input. None of them needs services to decode. */
export type Fields = Schema.Struct.Fields

/** What every row can say. */
export interface Common<Input> {
  /** One or two plain sentences, 400 characters at most: what it does, and when to use another tool. */
  readonly description: string
  /** Permissions the bot needs, as far as the row alone can say. */
  readonly needs?: ReadonlyArray<PermissionName>
  /** Arguments that make a call more dangerous than its row. */
  readonly escalate?: (input: Input) => Risk
  /** `long` for what Discord itself takes its time for: it gets more of it. */
  readonly duration?: "default" | "long"
  /** What a destructive call will do, in names and counts, found by reads alone. */
  readonly foresee?: (input: Input) => Foresight
  /** Rules across fields, each with the path of the field to mend. */
  readonly check?: (input: Input) => ReadonlyArray<ValidationIssue>
}

/** A row that has no category yet. */
export type Row = Omit<Tool, "category" | "prepare"> & {
  readonly prepare: (
    tool: Tool,
    input: unknown,
    defaultGuildId: string | undefined
  ) => Either.Either<Call, ValidationError>
}

/** A list of rows under one category: one resource of Discord. */
export const group = (category: string, rows: ReadonlyArray<Row>): ReadonlyArray<Tool> =>
  rows.map((row) => {
    const tool: Tool = {
      ...row,
      category,
      prepare: (input, defaultGuildId) => row.prepare(tool, input, defaultGuildId)
    }
    return tool
  })

/** Makes a row of its parts. `Input` is what `fields` decode to. */
export const define = <Input extends object>(row: {
  readonly name: string
  readonly fields: Fields
  readonly operation: Tool["operation"]
  readonly spec: Common<Input>
  readonly risk: Risk
  readonly idempotent: boolean
  readonly run: (input: Input) => Call["run"]
}): Row => {
  const { fields, name, operation, risk, run, spec } = row
  const guarded = risk === "destructive" || spec.escalate !== undefined
  // Struct cannot see that no field of `Fields` needs services, nor which fields there are.
  const input = Schema.Struct(guarded ? { ...fields, __confirm: confirmation } : fields).annotations({
    message: () => "must be an object with the fields of this tool"
  }) as unknown as Schema.Schema<Controls, unknown>
  const decode = decodeArguments(input)
  return {
    name,
    description: spec.description,
    operation,
    risk,
    duration: spec.duration ?? "default",
    idempotent: row.idempotent,
    needs: spec.needs ?? [],
    input,
    prepare: (tool, raw, defaultGuildId) =>
      Either.flatMap(decode(withDefaultGuild(raw, fields, defaultGuildId)), ({ __confirm, ...given }) => {
        // The struct is built from the very fields `Input` is inferred from.
        const typed = given as Input
        const issues = spec.check?.(typed) ?? []
        if (issues.length > 0) return Either.left(new ValidationError({ validation_issues: issues }))
        return Either.right({
          tool,
          risk: highest(risk, spec.escalate?.(typed) ?? "read"),
          confirm: __confirm,
          arguments: given,
          touches: touchesOf(given, fields),
          ...(spec.foresee && { foresee: spec.foresee(typed) }),
          run: run(typed)
        })
      })
  }
}

/** Fields that are for the gate, not for Discord. */
interface Controls {
  readonly __confirm?: boolean | string
}

const confirmation = optional(
  Schema.Union(Schema.Boolean, Schema.String).annotations({
    message: () => ({ message: "must be true, or a confirmation_token", override: true }),
    jsonSchema: {
      type: ["boolean", "string"],
      description: "true, or a preview's confirmation_token: run it for real."
    }
  })
)

const withDefaultGuild = (raw: unknown, fields: Fields, defaultGuildId: string | undefined): unknown =>
  defaultGuildId !== undefined &&
  // Where it may be left out, its absence says something, too.
  Schema.isSchema(fields.guild_id) &&
  typeof raw === "object" &&
  raw !== null &&
  !("guild_id" in raw)
    ? { ...raw, guild_id: defaultGuildId }
    : raw

const touchesOf = (given: Readonly<Record<string, unknown>>, fields: Fields): ReadonlyArray<Touched> =>
  Object.entries(fields).flatMap(([path, field]) => {
    const kind = kindOf(field)
    const value = given[path]
    return kind === undefined || value === undefined || value === null
      ? []
      : [value].flat().map((id) => ({ kind, id: String(id), path }))
  })

const kindOf = (field: Schema.Struct.Field) => {
  if (Schema.isSchema(field)) return idKindOf(field.ast)
  if (!Schema.isPropertySignature(field)) return undefined
  return idKindOf(field.ast._tag === "PropertySignatureDeclaration" ? field.ast.type : field.ast.to.type)
}

const risks: ReadonlyArray<Risk> = ["read", "write", "destructive"]
const highest = (a: Risk, b: Risk): Risk => (risks.indexOf(a) >= risks.indexOf(b) ? a : b)

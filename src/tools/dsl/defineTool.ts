/** Makes tools from their definitions: decoding, risk and referenced ids. */
import { Effect, Either, Record, Schema, type SchemaAST } from "effect"
import { higherRisk, type Risk } from "../../discord/Permit.ts"
import { alwaysRequired } from "../../discord/permissions/requiredPermissions.ts"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { OwnFacts } from "../../errors/preview/Preview.ts"
import { limitIssues } from "../../errors/validationIssues.ts"
import { CLEAR, structOf } from "../../objects/schema/clearable.ts"
import { optional } from "../../objects/schema/fields.ts"
import type { Guard } from "../losses/Guard.ts"
import { guardOf } from "../losses/table.ts"
import { dangerousGrants } from "../permissions/dangerous.ts"
import { adviceOfCode } from "../shared/failures.ts"
import type { CallOutline, PreviewFacts, RiskResolution, Tool, ToolCall } from "../Tool.ts"
import { joinNotices, type ToolResult } from "../ToolResult.ts"
import { withoutSent } from "./asSent.ts"
import { asSent, type Defaults, decodeArguments, normalizeInput } from "./decodeArguments.ts"
import { idsIn, shapeOf } from "./inputShape.ts"
import { withReason } from "./Reason.ts"
import type { CommonSpec, Fields, ToolDefinition } from "./ToolDefinition.ts"
import { titleOf } from "./titleOf.ts"
import { Omissions } from "./view.ts"

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

/** What a tool definition is made from. `Input`: the decoded `fields`. */
interface ToolParts<Input extends object, Name extends string> {
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
  /** For a tool whose calls run as several calls: makes their plan. */
  readonly plan?: (input: Input) => NonNullable<ToolCall["plan"]>
}

/** Makes a tool definition. */
export const defineTool = <Input extends object, Name extends string>(
  parts: ToolParts<Input, Name>
): ToolDefinition<Name, never, never> => {
  const { clears, fields, name, operation, plan, risk, shorthand, spec } = parts
  const guard = guardOf(name)
  // An empty `asks` says that no arguments raise the risk that far.
  const mayRise = (spec.riskOf !== undefined || spec.resolveRisk !== undefined) && spec.asks?.length !== 0
  const canBeDestructive = risk === "destructive" || mayRise || guard !== undefined
  const ownAsks = spec.asks ?? (operation?.method === "DELETE" ? (["deletes"] as const) : [])
  const input = inputOf(canBeDestructive ? { ...fields, __confirm: confirmation } : fields, clears)
  const failures = spec.failures ?? {}
  const calls = new CallMaker({
    ...parts,
    addReason: withReason(failures, adviceOfCode),
    input,
    preview: guard === undefined ? spec.preview : withLosses(guard, spec.preview),
    riskRules: guard === undefined ? spec : { ...spec, resolveRisk: withLossRisk(guard, spec.resolveRisk) }
  })
  return {
    name,
    ...(spec.title !== undefined && { title: spec.title }),
    description: spec.description,
    operation,
    ...(shorthand !== undefined && { shorthand: true }),
    risk: parts.usualRisk ?? risk,
    ...(canBeDestructive && { asks: [...new Set([...ownAsks, ...(guard?.asks ?? [])])] }),
    duration: plan === undefined ? (spec.duration ?? "default") : "steps",
    idempotent: parts.idempotent,
    permissions: spec.permissions ?? (operation === undefined ? [] : alwaysRequired({ ...operation, path: {} })),
    failures,
    ...(spec.undo !== undefined && { undo: spec.undo }),
    ...(spec.example !== undefined && { example: spec.example }),
    input,
    prepare: (tool, raw, defaultGuildId) => calls.prepare(tool, raw, defaultGuildId),
    outline: (raw, isOpen, defaultGuildId) => calls.outline(raw, isOpen, defaultGuildId)
  }
}

/** What the calls of a tool are made from. */
interface CallParts<Input extends object> extends ToolParts<Input, string> {
  readonly addReason: ReturnType<typeof withReason>
  readonly input: Schema.Schema<Controls, unknown>
  /** The facts of a preview and the rules of the risk, with what a call takes away. */
  readonly preview: CommonSpec<Input>["preview"]
  readonly riskRules: Pick<CommonSpec<Input>, "riskOf" | "resolveRisk">
}

/** Makes the calls of a tool from their arguments. */
class CallMaker<Input extends object> {
  readonly #parts: CallParts<Input>
  readonly #decode: ReturnType<typeof decodeArguments<Controls, unknown>>

  constructor(parts: CallParts<Input>) {
    this.#parts = parts
    this.#decode = decodeArguments(parts.input)
  }

  /** Makes a call, or returns what is wrong with its arguments. */
  prepare(tool: Tool, raw: unknown, defaultGuildId: string | undefined): Either.Either<ToolCall, ValidationError> {
    const { spec } = this.#parts
    const decoded = this.#decode(raw, defaultGuildId === undefined ? undefined : this.#defaults(defaultGuildId))
    if (Either.isLeft(decoded)) return Either.left(decoded.left)
    const { __confirm, ...own } = decoded.right.value
    // The schema is built from the fields that `Input` is inferred from. `rewrite` keeps their types.
    const rewritten = spec.rewrite?.(own as Input)
    const args = { ...(rewritten?.input ?? own) }
    const typed = args as Input
    const issues = rewritten?.issues.length ? rewritten.issues : (spec.validate?.(typed) ?? [])
    if (issues.length > 0) {
      const validation_issues = limitIssues(issues.map(asSent(decoded.right.renamed)))
      return Either.left(new ValidationError({ validation_issues }))
    }
    const notices = [decoded.right.notice ?? "", cappedNotice(raw, own), ...(rewritten?.notices ?? [])].filter(
      (one) => one !== ""
    )
    return Either.right({ tool, confirm: __confirm, arguments: args, ...this.#callOf(typed, args, notices) })
  }

  /** Makes what follows from the arguments of a call. */
  #callOf(
    typed: Input,
    args: Readonly<Record<string, unknown>>,
    notices: ReadonlyArray<string>
  ): Omit<ToolCall, "tool" | "confirm" | "arguments"> {
    const { addReason, input, plan, preview, risk, riskRules, run, shorthand, spec } = this.#parts
    const { grants } = spec
    const ownRisk = higherRisk(risk, spec.riskOf?.(typed) ?? "read")
    const resolveRisk = ownRisk === "destructive" ? undefined : riskRules.resolveRisk?.(typed)
    const done = Effect.mapError(run(typed), addReason)
    const result = risk === "read" ? done : Effect.map(done, withoutSent(typed))
    return {
      risk: ownRisk,
      ...(resolveRisk && { resolveRisk: Effect.mapError(resolveRisk, addReason) }),
      ...(shorthand && { longhand: shorthand(typed) }),
      referencedIds: idsIn(input, args),
      ...(grants && { grants: dangerousGrants(grants(typed), Object(typed)[GUILD]) }),
      ...(plan && { plan: Effect.mapError(plan(typed), addReason) }),
      ...(preview && { preview: Effect.suspend(() => Effect.mapError(preview(typed), addReason)) }),
      run: notices.length === 0 ? result : Effect.map(result, withNotice(notices.join(" ")))
    }
  }

  /** Makes the outline of a call of which some arguments are not known yet. */
  outline(
    raw: Readonly<Record<string, unknown>>,
    isOpen: (value: unknown) => boolean,
    defaultGuildId: string | undefined
  ): ReturnType<ToolDefinition["outline"]> {
    const { addReason, clears, fields, input, risk, riskRules, spec } = this.#parts
    const { grants } = spec
    const { issues, value } = normalizeInput(input.ast, raw)
    if (issues.length > 0) return Either.left(new ValidationError({ validation_issues: limitIssues(issues) }))
    const entries = Object.entries(Object(value))
    const open: Readonly<Record<string, unknown>> = Object.fromEntries([
      ...openByClear(input.ast, Object(value)[CLEAR], isOpen),
      ...entries.filter(([name, value]) => Object.hasOwn(fields, name) && isOpen(value))
    ])
    const isKnown = ([name, value]: readonly [string, unknown]) =>
      !Object.hasOwn(open, name) && !(name === CLEAR && isOpen(value))
    const decodeKnown = decodeArguments(inputOf(Object.fromEntries(Object.entries(fields).filter(isKnown)), clears))
    const inside = issuesInLists(open, isOpen, (name) =>
      decodeArguments(
        inputOf(
          Record.filter(fields, (_, field) => field === name),
          clears
        )
      )
    )
    if (inside.length > 0) return Either.left(new ValidationError({ validation_issues: limitIssues(inside) }))
    const isOpenGuild = [GUILD, spec.guildUnless ?? GUILD].some((name) => Object.hasOwn(open, name))
    const absent = isOpenGuild ? undefined : this.#defaults(defaultGuildId)
    return Either.map(decodeKnown(Object.fromEntries(entries.filter(isKnown)), absent), (decoded) => {
      const outline = outlineOf(riskRules, decoded.value, open, isOpen)
      return {
        risk: higherRisk(risk, outline.risk),
        referencedIds: idsIn(input, decoded.value),
        // Shows the known grants. Where an open part prevents that, the risk is the highest anyway.
        ...(grants && {
          grants: Either.getOrElse(
            Either.try(() => dangerousGrants(grants(value as Input), Object(value)[GUILD])),
            () => []
          )
        }),
        ...(outline.resolveRisk && { resolveRisk: Effect.mapError(outline.resolveRisk, addReason) })
      }
    })
  }

  /** An omitted optional guild_id does not mean the default guild, unless the definition says so. */
  #defaults(guildId: string | undefined): Defaults {
    const { fields, spec } = this.#parts
    return (input) => {
      const isMeant = spec.guildUnless === undefined ? Schema.isSchema(fields[GUILD]) : !(spec.guildUnless in input)
      return guildId !== undefined && isMeant ? { [GUILD]: guildId } : {}
    }
  }
}

/** Returns the risk of a tool's own rule and of what a call takes away. */
const withLossRisk =
  <Input extends object>(guard: Guard, own: CommonSpec<Input>["resolveRisk"]) =>
  (input: Input): RiskResolution | undefined => {
    const [first, other] = [own?.(input), guard.risk(input)]
    return first === undefined || other === undefined
      ? (first ?? other)
      : Effect.zipWith(first, other, higherRisk, { concurrent: true })
  }

/** Returns the facts of a tool's own preview and what a call takes away. What cannot be read leaves out the own facts only. */
const withLosses =
  <Input extends object>(guard: Guard, own: CommonSpec<Input>["preview"]) =>
  (input: Input): PreviewFacts =>
    Effect.zipWith(
      Effect.catchAll(own?.(input) ?? Effect.succeed({}), () =>
        Effect.map(Omissions, ({ add }): OwnFacts => {
          add(["facts"])
          return {}
        })
      ),
      guard.facts(input),
      (facts, losses): OwnFacts => ({ ...facts, ...losses })
    )

/** Returns the issues of known items in lists that have open ones. `decoderOf`: decodes a field alone. */
const issuesInLists = (
  open: Readonly<Record<string, unknown>>,
  isOpen: (value: unknown) => boolean,
  decoderOf: (name: string) => ReturnType<typeof decodeArguments>
): ReadonlyArray<ValidationIssue> =>
  Object.entries(open).flatMap(([name, list]) => {
    const known = Array.isArray(list) ? list.flatMap((item, at) => (isOpen(item) ? [] : [{ item, at }])) : []
    if (known.length === 0) return []
    const decoded = decoderOf(name)({ [name]: known.map(({ item }) => item) })
    return Either.isRight(decoded)
      ? []
      : decoded.left.validation_issues.flatMap((issue) => {
          const [, index = "", rest = ""] = /^\w+\[(\d+)\](.*)$/s.exec(issue.path) ?? []
          const at = known[Number(index)]?.at
          return index === "" || at === undefined ? [] : [{ ...issue, path: `${name}[${at}]${rest}` }]
        })
  })

/** Returns every field that `clear` can name as open, if `clear` is not known yet. */
const openByClear = (
  ast: SchemaAST.AST,
  clear: unknown,
  isOpen: (value: unknown) => boolean
): ReadonlyArray<readonly [string, unknown]> =>
  clear !== undefined && isOpen(clear)
    ? [...(shapeOf(ast).object?.clearable ?? [])].map((name) => [name, clear] as const)
    : []

/** Says that a call asked for more items than it can return. */
const cappedNotice = (raw: unknown, { limit }: Readonly<Record<string, unknown>>): string =>
  typeof limit === "number" && Number(Object(raw).limit) > limit ? `One call returns ${limit} items at most.` : ""

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
      description: "Omit until asked."
    }
  })
)

/** The field that the operator's default guild fills. */
const GUILD = "guild_id"

/**
 * Returns the risk of a call in which some arguments are open (not known yet).
 * The known arguments determine the risk. If it depends on an open argument, the risk is `destructive`.
 * `isOpen` returns whether a part of a value in `open` is not known yet.
 */
const outlineOf = <Input>(
  { resolveRisk, riskOf }: Pick<CommonSpec<Input>, "riskOf" | "resolveRisk">,
  knownFields: object,
  open: object,
  isOpen: (value: unknown) => boolean
): Pick<CallOutline, "risk" | "resolveRisk"> => {
  // `riskOf` reads the arguments now, so each read of an open part is detected.
  const risk = evaluate(riskOf, knownFields, (onRead) => trackedFields(open, isOpen, onRead))
  // `resolveRisk` may read the arguments later, so any use of an open field counts.
  const resolution = evaluate(resolveRisk, knownFields, (onRead) =>
    // Enumerable, because a rule may copy all other fields (`...rest`).
    Object.fromEntries(Object.keys(open).map((name) => [name, { get: onRead, enumerable: true }]))
  )
  if (Either.isLeft(risk) || Either.isLeft(resolution)) return { risk: "destructive" }
  return { risk: risk.right ?? "read", ...(resolution.right && { resolveRisk: resolution.right }) }
}

/** Applies a rule to the known fields. Returns Left if the rule reads an open field. */
const evaluate = <Input, A>(
  rule: ((input: Input) => A) | undefined,
  knownFields: object,
  openFields: (onRead: () => void) => PropertyDescriptorMap
): Either.Either<A | undefined, unknown> => {
  let hasReadOpen = false
  const input = Object.defineProperties(
    { ...knownFields },
    openFields(() => {
      hasReadOpen = true
    })
  )
  // The tool's own schema decodes the known fields. A rule that fails has read an open field.
  return Either.filterOrLeft(
    Either.try(() => rule?.(input as Input)),
    () => !hasReadOpen,
    () => input
  )
}

/** Returns the fields of a partly known object. The known parts are values; reading an open part calls `onRead`. */
const trackedFields = (node: object, isOpen: (value: unknown) => boolean, onRead: () => void): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.entries(node).map(([key, value]): [string, PropertyDescriptor] => {
      if (!isOpen(value)) return [key, { value, enumerable: true }]
      if (typeof value !== "object" || value === null) return [key, { get: onRead, enumerable: true }]
      const inside = Object.defineProperties(Array.isArray(value) ? [] : {}, trackedFields(value, isOpen, onRead))
      return [key, { value: inside, enumerable: true }]
    })
  )

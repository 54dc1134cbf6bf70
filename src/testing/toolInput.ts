/** Generates inputs that a tool accepts. */
import { Arbitrary, Clock, Effect, Either, FastCheck, Option, Predicate, Schema, SchemaAST } from "effect"
import * as Everything from "../catalogue/catalogue.ts"
import type { Tools } from "../client/Tools.ts"
import type { ValidationError } from "../errors/DiscordMcpError.ts"
import { CLEAR } from "../objects/schema/clearable.ts"
import { noSuchTool } from "../tools/Catalogue.ts"
import { type Shape, shapeOf } from "../tools/dsl/inputShape.ts"
import { META } from "../tools/meta/scopes.ts"
import { isDispatcher } from "../tools/meta/tools.ts"
import { PIPELINE, type Tool } from "../tools/Tool.ts"

/**
 * Generates inputs that the tool with this name accepts. `fields` has the values of some fields; those that the tool does
 * not accept are not used, and `undefined` omits the field. Throws if the tool accepts none of 200 inputs in a row.
 */
export const toolInput = <Name extends keyof Tools>(
  name: Name,
  fields?: InputFields<Name>
): FastCheck.Arbitrary<Tools[Name]["input"]> =>
  inputTo(toolNamed(name), { ...fields } as Arbitraries) as FastCheck.Arbitrary<Tools[Name]["input"]> // the types are generated from the tool definitions

/** Arbitraries for some fields of a tool's input. */
export type InputFields<Name extends keyof Tools> = FieldsOf<Tools[Name]["input"]>

/** Also of each member of a union. */
type FieldsOf<Input> = Input extends unknown
  ? { readonly [Field in keyof Input]?: FastCheck.Arbitrary<Input[Field] | undefined> }
  : never

type Arbitraries = { readonly [field: string]: FastCheck.Arbitrary<unknown> }

/** Generates calls of any tool with inputs that it accepts. */
export const anyCall = (): FastCheck.Arbitrary<AnyCall> => callsOf(Everything.catalogue) as FastCheck.Arbitrary<AnyCall> // the types are generated from the tool definitions

/** A call of a tool. */
export interface AnyCall {
  readonly tool: keyof Tools
  readonly args: Tools[keyof Tools]["input"]
}

/** Generates inputs that a tool accepts, with these fields. */
export const inputTo = (tool: Tool, fields: Arbitraries = {}): FastCheck.Arbitrary<JsonObject> => {
  let refusedInARow = 0
  const isTaken = ({ refusal }: Repaired) => {
    refusedInARow = refusal === undefined ? 0 : refusedInARow + 1
    // A filter would never end.
    return Option.getOrThrowWith(
      Option.liftPredicate(refusal === undefined, () => refusedInARow < MAX_REFUSED),
      () => new Error(`${tool.name} accepts no input with these fields: ${refusal?.message}`)
    )
  }
  return FastCheck.tuple(inputsOf(tool), FastCheck.record(fields))
    .map(([generated, narrowed]) => repaired(tool, generated, withoutUndefined(narrowed), Object.keys(fields)))
    .filter(isTaken)
    .map(({ input }) => input)
}

/** The number of refused inputs in a row after which a generator gives up. */
const MAX_REFUSED = 200

/** Generates inputs of a tool, which it can still refuse. */
const inputsOf = (tool: Tool): FastCheck.Arbitrary<GeneratedInput> => {
  const inWhole = (input: JsonObject): GeneratedInput => ({ input, whole: input })
  if (tool.name === PIPELINE) return plans().map(inWhole)
  if (isDispatcher(tool.name)) return callsOf(runnable().filter(({ risk }) => risk === tool.risk)).map(inWhole)
  return generatedInput(tool)
}

const withoutUndefined = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Returns the tool with this name. Throws if there is none. */
export const toolNamed = (name: string): Tool =>
  Option.getOrThrowWith(Option.fromNullable(Everything.findTool(name)), () => {
    const names = Everything.catalogue.map((tool) => tool.name)
    return new Error(noSuchTool(name, names))
  })

/** Returns the validation error of an input, or `undefined` if the tool accepts it. */
export const refusalOf = (tool: Tool, input: unknown): ValidationError | undefined =>
  // Validation is synchronous here, because all tools are loaded and a large plan does not need its pauses.
  Option.getOrUndefined(
    Either.getLeft(Effect.runSync(Effect.either(tool.prepare(input)).pipe(Effect.withClock(withoutPauses))))
  )

const withoutPauses: Clock.Clock = Object.assign(Clock.make(), { sleep: () => Effect.void })

const callsOf = (
  tools: ReadonlyArray<Tool>
): FastCheck.Arbitrary<{ readonly tool: string; readonly args: JsonObject }> =>
  FastCheck.constantFrom(...tools).chain((tool) => inputTo(tool).map((args) => ({ tool: tool.name, args })))

/** Returns the tools that dispatchers can run. */
const runnable = () => Everything.catalogue.filter(({ category }) => category !== META)

/** Returns the tools that plans can run. A plan cannot contain another one. */
const plannable = () => runnable().filter(({ duration }) => duration !== "steps")

/** Generates plans without references between steps. */
const plans = (): FastCheck.Arbitrary<JsonObject> =>
  FastCheck.record({
    steps: FastCheck.array(callsOf(plannable()), { minLength: 1, maxLength: 4 }).map((calls) =>
      // A plan is confirmed as a whole.
      calls.map(({ args, tool }, at) => ({ id: `step_${at + 1}`, tool, args: without(args, ["__confirm"]) }))
    ),
    mode: FastCheck.constantFrom("serial", "parallel")
  })

/** Maximum number of repairs of one input. */
const MAX_REPAIRS = 8

/**
 * Removes or adds optional fields until the tool accepts the input. Only the tool's check knows
 * which fields can be combined. The `fixed` fields keep their values in `narrowed`, or stay omitted.
 */
const repaired = (
  tool: Tool,
  { input, whole: generated }: GeneratedInput,
  narrowed: JsonObject,
  fixed: ReadonlyArray<string>
): Repaired => {
  const optional = optionalFields(tool).filter((field) => !fixed.includes(field))
  const whole = without(generated, fixed)
  let now: JsonObject = { ...without(input, fixed), ...narrowed }
  for (let repairs = 0; repairs < MAX_REPAIRS; repairs++) {
    const refusal = refusalOf(tool, now)
    if (refusal === undefined) return { input: now, refusal }
    const rejectedFields = refusal.validation_issues.map(({ path }) => path.split(/[.[]/)[0] ?? "")
    const there = rejectedFields.find((field) => field in now && optional.includes(field))
    const missing = [...rejectedFields, ...optional].find((field) => field in whole && !(field in now))
    if (there !== undefined) now = without(now, [there])
    else if (missing !== undefined) now = { ...now, [missing]: whole[missing] }
    else return { input: now, refusal }
  }
  return { input: now, refusal: refusalOf(tool, now) }
}

/** A repaired input, and why the tool refuses it, if it still does. */
interface Repaired {
  readonly input: JsonObject
  readonly refusal: ValidationError | undefined
}

/** An input with some optional fields, and the same input with all of them. */
interface GeneratedInput {
  readonly input: JsonObject
  readonly whole: JsonObject
}

/** A JSON object. */
export type JsonObject = { readonly [field: string]: unknown }

/**
 * Generates inputs that match the schema of a tool. The tool's own check can still reject a
 * combination of fields. `toolInput` generates accepted inputs.
 */
export const generatedInput = (tool: Tool): FastCheck.Arbitrary<GeneratedInput> => {
  const encode = Schema.encodeSync(tool.input)
  // Without this, nearly every input would have all optional fields, including fields that exclude each other.
  return FastCheck.tuple(Arbitrary.make(tool.input), FastCheck.subarray([...optionalFields(tool)])).map(
    ([value, left]) => {
      const whole: JsonObject = Object(withClear(JSON.parse(JSON.stringify(encode(value))), shapeOf(tool.input.ast)))
      return { whole, input: without(whole, left) }
    }
  )
}

/** Replaces each null: adds its field to `clear`, or omits it if the tool has no `clear`. */
const withClear = (value: unknown, shape: Shape): unknown => {
  if (Array.isArray(value)) {
    const item = shape.list?.item()
    return item === undefined ? value : value.map((one) => withClear(one, item))
  }
  const { object } = shape
  if (object === undefined || !Predicate.isRecord(value)) return value
  const isCleared = (name: string) => value[name] === null && object.field(name) !== undefined
  const clear = Object.keys(value).filter((name) => isCleared(name) && object.clearable.has(name))
  return {
    ...Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== CLEAR && !isCleared(name))
        .map(([name, field]) => {
          const inner = object.field(name)
          return [name, inner === undefined ? field : withClear(field, inner)]
        })
    ),
    ...(clear.length > 0 && { [CLEAR]: clear })
  }
}

/** Returns the names of the optional fields of a tool's input. */
export const optionalFields = ({ input }: Tool): ReadonlyArray<string> => {
  const ast = SchemaAST.encodedAST(input.ast)
  return ast._tag === "TypeLiteral"
    ? ast.propertySignatures.filter(({ isOptional }) => isOptional).map(({ name }) => String(name))
    : []
}

/** Returns an input without some of its fields. */
const without = (input: JsonObject, left: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !left.includes(name)))

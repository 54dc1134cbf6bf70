import { Predicate, Schema } from "effect"
import { confirmation } from "../tools/dsl/defineTool.ts"
import { brief, choice, integer, object, optional, text, withDefault } from "../tools/shared/fields.ts"

/** The name of the tool. */
export const PIPELINE = "mcp_pipeline"

/** The most steps in a plan, items in a list, and concurrent calls. */
export const STEPS_MAX = 50
export const ITEMS_MAX = 100
export const CONCURRENCY_MAX = STEPS_MAX

/** The concurrency of a parallel plan without `max_concurrency`. */
export const DEFAULT_CONCURRENCY = 8

/** Accepts any object unchanged. `checkPlan` checks its keys, some of which a decoded copy loses. */
/** JSON has no symbols as keys, and the published types must not show any. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => Predicate.isReadonlyRecord(value)

const asGiven = Schema.declare(isObject, {
  message: () => ({ message: "must be an object", override: true })
})

const Template = Schema.String.annotations({ message: () => "must be a text" })

const Step = object("A call.", {
  id: text("Its name, for references.", { max: 40 }),
  tool: text("The tool's name.", { max: 64 }),
  args: withDefault(brief("The tool's own arguments; any text in them may hold templates.", asGiven), {}),
  if: optional(
    Template.annotations({ description: "A template; the step is skipped when it is false, 0, null or empty." })
  ),
  for_each: optional(
    Schema.Union(Template, Schema.Array(Schema.Unknown)).annotations({
      message: () => ({ message: "must be a template, or a list", override: true }),
      jsonSchema: {
        type: ["string", "array"],
        items: {},
        description: `A template of a list, or a list: the step runs once per {{item}}, ${ITEMS_MAX} at most.`
      }
    })
  ),
  on_error: withDefault(choice("Whether its failure stops the plan; stop by default.", "stop", "continue"), "stop")
})

/** The shape of a plan. `checkPlan` checks its meaning. */
export const Plan = Schema.Struct({
  steps: Schema.Array(Step).pipe(
    Schema.annotations({ message: () => "must be a list" }),
    // `checkPlan` counts the steps, because that issue has its own code.
    Schema.filter(() => true, {
      // A tool listing shows only this description of a step.
      description:
        "Calls: id names it; if: {{…}} skips it when empty, 0 or false; for_each: {{…}} or a list runs it per {{item}}; on_error: stop (default) or continue.",
      jsonSchema: { minItems: 1, maxItems: STEPS_MAX }
    })
  ),
  mode: withDefault(
    choice("serial (default), or parallel: a step runs as soon as those it refers to are done.", "serial", "parallel"),
    "serial"
  ),
  output: optional(
    Schema.Union(Template, asGiven).annotations({
      message: () => ({ message: "must be a template, or an object of them", override: true }),
      jsonSchema: {
        type: ["string", "object"],
        additionalProperties: true,
        description: "A template, or an object of them: returned in place of the results."
      }
    })
  ),
  max_concurrency: optional(
    integer(`Calls at once; by default ${DEFAULT_CONCURRENCY} in parallel, 1 in serial.`, 1, CONCURRENCY_MAX)
  ),
  __confirm: confirmation
}).annotations({ message: () => "must be an object with the fields of this tool" })

/** A plan of calls. */
export type Plan = Omit<typeof Plan.Type, "__confirm">

/** A step: one call, or one call for each item of a list. */
export type PlanStep = Plan["steps"][number]

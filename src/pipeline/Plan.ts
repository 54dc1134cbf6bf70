import { Predicate, Schema } from "effect"
import { alsoTakes } from "../objects/schema/alsoTakes.ts"
import { toObject } from "../objects/schema/conversions.ts"
import { choice, integer, object, opaque, optional, withDefault } from "../objects/schema/fields.ts"
import { confirmation } from "../tools/dsl/defineTool.ts"
import { ARGUMENTS, openObject } from "../tools/shared/openObject.ts"

/** The maximum number of steps in a plan, items in a list, and concurrent calls. */
export const STEPS_MAX = 50
export const ITEMS_MAX = 100
export const CONCURRENCY_MAX = STEPS_MAX

/** The concurrency of a parallel plan without `max_concurrency`. */
export const DEFAULT_CONCURRENCY = 8

/** Accepts any object unchanged, because a decoded copy loses some keys. `checkPlan` checks the keys. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => Predicate.isReadonlyRecord(value)

const unchangedObject = Schema.declare(isObject, {
  message: () => ({ message: "must be an object", override: true })
})

/** Some clients send arguments as JSON text. */
const stepArgs = unchangedObject.annotations(alsoTakes(toObject))

const Template = Schema.String.annotations({ message: () => "must be a text" })

const Step = object("A call.", {
  id: opaque("Name of the step, for templates.", 40),
  tool: opaque("The tool's name.", 64),
  args: withDefault(
    stepArgs.annotations({ jsonSchema: openObject("The tool's own arguments, with templates.", ARGUMENTS) }),
    {}
  ),
  if: optional(Template.annotations({ description: "A template; false, 0, null or empty skips the step." })),
  for_each: optional(
    Schema.Union(Template, Schema.Array(Schema.Unknown)).annotations({
      message: () => ({ message: "must be a template, or a list", override: true }),
      jsonSchema: {
        type: ["string", "array"],
        items: { type: "string" },
        description: `A template of a list, or a list: one run per {{item}}, up to ${ITEMS_MAX}.`
      }
    })
  ),
  on_error: withDefault(choice("stop (default) the plan, or continue.", "stop", "continue"), "stop")
})

/** The shape of a plan. `checkPlan` checks its meaning. */
export const Plan = Schema.Struct({
  steps: Schema.Array(Step).pipe(
    Schema.annotations({ message: () => "must be a list" }),
    // `checkPlan` counts the steps, because that issue has its own code.
    Schema.filter(() => true, {
      description: "The calls, in order.",
      jsonSchema: { minItems: 1, maxItems: STEPS_MAX }
    })
  ),
  mode: withDefault(choice("serial (default) or parallel.", "serial", "parallel"), "serial"),
  output: optional(
    Schema.Union(Template, unchangedObject).annotations({
      message: () => ({ message: "must be a template, or an object of them", override: true }),
      jsonSchema: {
        type: ["string", "object"],
        description: "A template, or an object of them: the result."
      }
    })
  ),
  max_concurrency: optional(
    integer(`Calls at once; ${DEFAULT_CONCURRENCY} by default, 1 in serial.`, 1, CONCURRENCY_MAX)
  ),
  __confirm: confirmation
}).annotations({ message: () => "must be an object with the fields of this tool" })

/** A plan of calls. */
export type Plan = Omit<typeof Plan.Type, "__confirm">

/** A step: one call, or one call for each item of a list. */
export type PlanStep = Plan["steps"][number]

import { Effect } from "effect"
import type { PipelineReport } from "../errors/PipelineReport.ts"
import { higherRisk, type Risk } from "../safety/Permit.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { decodeArguments } from "../tools/dsl/decodeArguments.ts"
import { META } from "../tools/meta/scopes.ts"
import type { Tool, ToolCall } from "../tools/Tool.ts"
import { type CheckedPlan, checkPlan } from "./checkPlan.ts"
import { PIPELINE, Plan, STEPS_MAX } from "./Plan.ts"
import { runPlan } from "./runPlan.ts"

type Pipeline = Tool<typeof PIPELINE, typeof Plan.Encoded, typeof PipelineReport.Encoded>

/** Makes the tool that runs a plan of calls. `tools` are the tools that a plan may call. */
export const pipeline = (tools: Catalogue["Type"]): Pipeline => {
  const tool: Pipeline = {
    name: PIPELINE,
    category: META,
    description: `Run a plan of up to ${STEPS_MAX} tool calls; a step can use the results of others. In args, {{find.items[*].id}} is the id of every item of step find; also {{find.items[0].name}}, {{find.items.length}}, and with for_each {{item.id}}, {{index}}. The plan is checked whole, and a destructive one confirmed once, before its first step. It answers with each step's result or error; with output, that alone.`,
    operation: undefined,
    risk: "destructive",
    duration: "steps",
    idempotent: false,
    permissions: [],
    failures: {},
    input: Plan,
    prepare: (input, defaultGuildId) =>
      Effect.gen(function* () {
        const { __confirm, ...plan } = yield* decode(input)
        return callOf(tool, yield* checkPlan(plan, tools, defaultGuildId), __confirm)
      }),
    outline: () => Effect.dieMessage(`${PIPELINE} is never a step of a plan`)
  }
  return tool
}

const decode = decodeArguments(Plan)

/** Describes the plan as one call. Consent covers exactly this plan. */
const callOf = (tool: Tool, checked: CheckedPlan, confirm: ToolCall["confirm"]): ToolCall => ({
  tool,
  risk: checked.calls.map(({ risk }) => risk).reduce<Risk>(higherRisk, "read"),
  confirm,
  arguments: { ...checked.plan },
  referencedIds: checked.referencedIds,
  steps: checked.calls,
  ...(checked.secrets.length > 0 && { secrets: checked.secrets }),
  run: runPlan(checked)
})

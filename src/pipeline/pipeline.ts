import { Effect } from "effect"
import { higherRisk, type Risk } from "../discord/Permit.ts"
import type { PipelineReport } from "../errors/PipelineReport.ts"
import type { Grant } from "../errors/preview/Preview.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { PlanHold } from "../tools/ClientCalls.ts"
import { decodeArguments } from "../tools/dsl/decodeArguments.ts"
import { META } from "../tools/meta/scopes.ts"
import { isDispatcher, normalizeDispatch } from "../tools/meta/tools.ts"
import type { OwnPlan, PlannedCall, Tool, ToolCall } from "../tools/Tool.ts"
import { CallPlan, PIPELINE } from "../tools/Tool.ts"
import { type CheckedPlan, checkPlan, type PlanLimits } from "./checkPlan.ts"
import { Plan, type PlanStep, STEPS_MAX } from "./Plan.ts"
import { runOwnPlan, runPlan } from "./runPlan.ts"

type Pipeline = Tool<typeof PIPELINE, typeof Plan.Encoded, typeof PipelineReport.Encoded>

/** Makes the tool that runs a plan of calls. `tools` are the tools that a plan may call. */
export const pipeline = (tools: Catalogue["Type"]): Pipeline => {
  const tool: Pipeline = {
    name: PIPELINE,
    title: "Run a plan of calls",
    category: META,
    description: `Run a plan of up to ${STEPS_MAX} tool calls, where steps use results of others. In args, {{find.items[*].id}} is the id of each item of step find; also {{find.items.length}}, and in for_each {{item.id}}, {{index}}. The plan is checked, and confirmed once, before its first step.`,
    operation: undefined,
    risk: "destructive",
    duration: "steps",
    idempotent: false,
    permissions: [],
    failures: {},
    input: Plan,
    prepare: (input, defaultGuildId) =>
      Effect.gen(function* () {
        if (input instanceof CallPlan) return yield* ownCall(input, tools, defaultGuildId)
        const { __confirm, steps, ...plan } = (yield* decode(input)).value
        const hold = yield* PlanHold
        const full = hold.plan(
          steps.reduce((calls, { for_each }) => calls + (Array.isArray(for_each) ? for_each.length : 1), 0)
        )
        if (full !== undefined) return { ...callOf(tool, UNCHECKED, undefined), run: full }
        const checked = yield* checkPlan({ ...plan, steps: steps.map(withNamedTool) }, tools, defaultGuildId)
        return callOf(tool, checked, __confirm)
      }),
    outline: () => Effect.dieMessage(`${PIPELINE} is never a step of a plan`)
  }
  return tool
}

const decode = decodeArguments(Plan)

/** Makes the call of a plan that a tool has made. It stays a call of that tool. */
const ownCall = Effect.fnUntraced(function* (
  { call, plan }: CallPlan,
  tools: Catalogue["Type"],
  defaultGuildId: string | undefined
) {
  const { arguments: covered, facts, names, steps } = plan
  const all = steps.map(({ args, id, tool }): PlanStep => ({ id, tool, args, on_error: "continue" }))
  const checked = yield* checkPlan({ mode: "serial", steps: all }, tools, defaultGuildId, UNLIMITED)
  const own = callOf(call.tool, checked, call.confirm)
  return {
    ...call,
    ...own,
    arguments: covered,
    preview: Effect.succeed(facts),
    steps: checked.calls.map((step) => ({
      ...step,
      ...factsOf(steps[step.written?.at ?? -1]),
      risk: higherRisk(step.risk, steps[step.written?.at ?? -1]?.risk ?? "read"),
      ...(step.grants && { grants: step.grants.map((grant) => ({ ...grant, to: labelOf(grant, names) })) })
    })),
    run: runOwnPlan(checked, plan)
  } satisfies ToolCall
})

const factsOf = (step: PlannedCall | undefined) =>
  step && { facts: step.facts, ...(step.showsLosses && { showsLosses: step.showsLosses }) }

/** An object that the plan creates has no id yet. */
const labelOf = ({ id = "", to }: Grant, names: OwnPlan["names"]): string => {
  const name = names.get(id)
  return name === undefined ? to : SNOWFLAKE.test(id) ? `${name} (${id})` : name
}

const SNOWFLAKE = /^\d{17,20}$/

/** The limits of a plan that a tool makes are those of what it changes. */
const UNLIMITED: PlanLimits = { steps: Number.POSITIVE_INFINITY, references: Number.POSITIVE_INFINITY }

/** Normalizes the arguments of a dispatcher step, so that the checks find the inner tool and its arguments. */
const withNamedTool = (step: PlanStep): PlanStep =>
  isDispatcher(step.tool) ? { ...step, args: normalizeDispatch(step.args) } : step

/** A plan that is not checked, because too many run. */
const UNCHECKED: CheckedPlan = {
  plan: { mode: "serial", steps: [] },
  dependencies: new Map(),
  calls: [],
  referencedIds: [],
  secrets: []
}

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

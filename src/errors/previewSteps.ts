/** Formats the steps of a previewed plan: each destructive step, then a count of the others. */
import { argumentsText, argumentText, type PreviewDetail, type PreviewFields } from "./previewArguments.ts"
import { callLines } from "./previewCall.ts"

/** Returns one line for each destructive step or group of similar ones, and one line for all others. */
export const stepLines = (steps: ReadonlyArray<unknown>, detail: PreviewDetail): ReadonlyArray<string> => {
  const all = steps.map((step): PreviewFields => Object(step))
  const dangerous = all.filter(({ risk }) => risk === "destructive")
  const others = all.filter(({ risk }) => risk !== "destructive")
  return [
    ...(detail === "full"
      ? dangerous.map((step, at) => `${at + 1}. ${stepText(step)}`)
      : groupsOf(dangerous).map(({ first, steps }) => groupText(first, steps))),
    ...(others.length > 0
      ? [`${dangerous.length > 0 ? "Besides" : "Calls"}: ${others.map(countText).join(", ")}.`]
      : [])
  ]
}

const countText = ({ calls, risk, tool }: PreviewFields): string =>
  `${String(calls ?? 1)} × ${String(tool)} (${String(risk)})`

const stepText = ({ arguments: given, for_each, tool, ...rest }: PreviewFields): string =>
  [
    `${String(tool)}${loop(for_each)}:`,
    ...(callLines(rest, "full") ?? []),
    ...(isEmpty(given) ? [] : [`Arguments: ${argumentsText(given, "full", rest.grants)}.`])
  ].join(" ")

const loop = (for_each: unknown): string => (typeof for_each === "string" ? ` for each of ${for_each}` : "")

const isEmpty = (given: unknown): boolean => Object.keys(Object(given)).length === 0

/** Facts that only describe what is destroyed. All other facts say what is destroyed or granted. */
const DESCRIPTIVE_FACTS: ReadonlySet<string> = new Set([
  "appear",
  "authors",
  "edited",
  "inactive_for",
  "joined",
  "last_message",
  "message",
  "messages",
  "newest",
  "not_found",
  "not_shown",
  "oldest",
  "pinned",
  "reactions",
  "roles",
  "sent",
  "thread",
  "timed_out_until",
  "topic",
  "users"
])

/** Consecutive steps of one tool that differ only in their arguments. */
interface StepGroup {
  readonly first: number
  readonly steps: ReadonlyArray<PreviewFields>
}

/** Groups consecutive steps that can share a line. */
const groupsOf = (steps: ReadonlyArray<PreviewFields>): ReadonlyArray<StepGroup> => {
  const groups: Array<{ first: number; readonly steps: Array<PreviewFields>; readonly key: string | undefined }> = []
  for (const [at, step] of steps.entries()) {
    const key = groupKeyOf(step)
    const last = groups.at(-1)
    if (last !== undefined && key !== undefined && last.key === key) last.steps.push(step)
    else groups.push({ first: at + 1, steps: [step], key })
  }
  return groups
}

/** Returns the key of a step's group; `undefined` for a step with grants or essential facts, which gets its own line. */
const groupKeyOf = ({ arguments: given, facts, for_each, grants, tool }: PreviewFields): string | undefined =>
  grants !== undefined || essential(facts).length > 0
    ? undefined
    : JSON.stringify([tool, for_each, Object.keys(Object(given)).sort()])

const essential = (facts: unknown): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(Object(facts)).filter(([name]) => !DESCRIPTIVE_FACTS.has(name))

const groupText = (first: number, steps: ReadonlyArray<PreviewFields>): string => {
  const [step = {}] = steps
  const { action, for_each, grants, tool } = step
  const head = `${String(tool)}${loop(for_each)}`
  if (steps.length === 1) {
    const { arguments: given, facts } = step
    const shown = { action: String(action), grants, facts: Object.fromEntries(essential(facts)) }
    const [, ...lines] = callLines(shown, "lean") ?? []
    return [`${first}. ${head}:`, argumentsText(given, "lean", grants), ...lines].filter((it) => it !== "").join(" ")
  }
  const names = Object.keys(Object(step.arguments))
  const values = (name: string) => steps.map((it) => argumentText(name, Object(it.arguments)[name], "lean"))
  const shared = names.filter((name) => new Set(values(name)).size === 1)
  const own = names.filter((name) => !shared.includes(name))
  const [only, ...more] = own
  const each =
    only === undefined
      ? `${steps.length} times`
      : more.length === 0
        ? `${only} ${values(only).join(", ")}`
        : steps
            .map(
              (it) =>
                `(${argumentsText(Object.fromEntries(own.map((name) => [name, Object(it.arguments)[name]])), "lean")})`
            )
            .join(", ")
  const common = Object.fromEntries(shared.map((name) => [name, Object(step.arguments)[name]]))
  return [`${first} to ${first + steps.length - 1}. ${head}:`, argumentsText(common, "lean"), each]
    .filter((it) => it !== "")
    .join("; ")
    .replace(":; ", ": ")
}

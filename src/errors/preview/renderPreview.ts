/** Formats a preview as lines: for the text of a result, the question to a person, and the terminal. */
import { Array as Arr, Number as Num, Schema } from "effect"
import { stripInvisible } from "../../text/sanitize.ts"
import { counted, toOneLine, truncate } from "../../text/words.ts"
import { factTraits } from "./facts.ts"
import { type CallPreview, Preview, type StepPreview } from "./Preview.ts"
import { argumentLines, argumentsText, argumentText, type PreviewDetail } from "./renderArguments.ts"

/** The maximum length of a formatted preview, in characters. A longer preview gets neither a question nor a token. */
export const PREVIEW_MAX_CHARS = 6000

/** The maximum length of a question in full, in characters. A longer one shows only what the call destroys and grants. */
const QUESTION_MAX_CHARS = 2400

/**
 * Formats a preview in the first of three forms that fits: in full, or lean, each with at most `fullMax` characters; or
 * only what is destroyed and granted, with at most `leastMax`. `undefined` if that is too long.
 */
export const fittedPreviewLines = (
  preview: Preview,
  fullMax = PREVIEW_MAX_CHARS,
  leastMax = PREVIEW_MAX_CHARS
): ReadonlyArray<string> | undefined => {
  const full = previewLines(preview)
  if (lengthOf(full) <= fullMax) return full
  const lean = previewLines(preview, "lean")
  if (lengthOf(lean) <= fullMax) return lean
  const least = previewLines(preview, "lean", "counted")
  return lengthOf(least) > leastMax ? undefined : least
}

/**
 * Formats a preview as the question to a person. Returns `undefined` if what the call destroys or grants does not
 * fit. The caller's texts are data: one line each, without invisible characters.
 */
export const questionOf = (preview: Preview): string | undefined => {
  const lines = fittedPreviewLines(preview, QUESTION_MAX_CHARS)
  return lines === undefined ? undefined : stripInvisible(lines.join("\n"))
}

/** Formats a preview that needs no consent: lean if it is too long. Returns `undefined` for any other value. */
export const displayPreviewLines = (value: unknown): ReadonlyArray<string> | undefined =>
  isPreview(value) ? (fittedPreviewLines(value) ?? previewLines(value, "lean", "counted")) : undefined

const isPreview = Schema.is(Preview)

/** Returns the lines of a preview. The arguments of a plan are those of its steps. `writes`: its harmless changes. */
export const previewLines = (
  preview: Preview,
  detail: PreviewDetail = "full",
  writes: "shown" | "counted" = "shown"
): ReadonlyArray<string> => {
  const { steps } = preview
  return [
    ...callLines(preview, steps && stepLines(steps, detail, writes)),
    ...(steps === undefined ? argumentLines(preview, detail) : [])
  ].map(toOneLine)
}

/** Counts the characters of lines joined by ` | `. */
const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, { length }) => sum + length + 3, 0)

/** The maximum length of a text, in characters. Lists are never truncated: nobody can agree to a hidden entry. */
const LINE_MAX = 300

/** Returns the lines of a call without its arguments, with the lines of a plan's steps among them. */
const callLines = (call: CallPreview, steps: ReadonlyArray<string> = []): ReadonlyArray<string> => [
  `${truncate(call.action, LINE_MAX)}.`,
  ...grantLines(call),
  ...steps,
  ...factLines(call.names),
  ...factLines(call.facts, call.whole_content),
  ...(call.bot_may === false ? [denialLine(call)] : []),
  ...[call.undo, call.incomplete].filter((text) => text !== undefined).map((text) => truncate(text, LINE_MAX))
]

const grantLines = ({ grants = [] }: Pick<CallPreview, "grants">): ReadonlyArray<string> =>
  grants.map(({ permissions, to }) => `Grants ${valueText(permissions)} to ${truncate(to, LINE_MAX)}.`)

type Facts = NonNullable<CallPreview["facts"]>

/** Names each line after its field: that of `channel_id` begins with `channel`. */
const factLines = (facts: Facts = {}, isWhole = false): ReadonlyArray<string> =>
  Object.entries(facts).map(([name, value]) => {
    const line = `${name.replace(/_ids?$/, "").replaceAll("_", " ")}: ${valueText(value, isWhole)}`
    return typeof value === "string" && !isWhole ? truncate(line, LINE_MAX) : line
  })

const valueText = (value: Facts[string], isWhole = false): string => {
  const shown = (text: string) => (isWhole ? text : truncate(text, LINE_MAX))
  if (typeof value !== "object") return shown(String(value))
  const items = value.map(shown)
  return items.join(items.some((item) => item.includes(", ")) ? "; " : ", ")
}

const denialLine = ({ missing_permissions = [], obstacle: reason, recovery_hint }: CallPreview): string =>
  [
    `The bot may not do this: ${
      missing_permissions.length > 0
        ? `it lacks ${missing_permissions.join(", ")}`
        : denialReasons[reason ?? "role_hierarchy"]
    }.`,
    ...(recovery_hint === undefined ? [] : [recovery_hint])
  ].join(" ")

const denialReasons: Readonly<Record<NonNullable<CallPreview["obstacle"]>, string>> = {
  role_hierarchy: "its highest role is not above the target",
  guild_owner: "the target owns the server",
  timed_out: "it is timed out",
  two_factor_required: "the server requires two-factor authentication, which the bot's owner has not enabled",
  archived_thread: "the thread is archived"
}

/** Returns the lines of the shown steps, and one line that counts all others. */
const stepLines = (
  steps: NonNullable<Preview["steps"]>,
  detail: PreviewDetail,
  writes: "shown" | "counted"
): ReadonlyArray<string> => {
  const isListed = (step: Step): step is StepPreview =>
    !("calls" in step) && (writes === "shown" || step.risk === "destructive")
  const [others, listed] = Arr.partition(steps, isListed)
  const counts = Object.values(Arr.groupBy(others, ({ risk, tool }) => `${tool} ${risk}`)).map((alike) => {
    const [{ risk, tool }] = alike
    return `${Num.sumAll(alike.map((step) => ("calls" in step ? step.calls : 1)))} × ${tool} (${risk})`
  })
  return [
    ...(detail === "full" ? listed.map((step, at) => `${at + 1}. ${stepText(step)}`) : groupLines(listed)),
    ...(counts.length > 0 ? [`${listed.length > 0 ? "Besides" : "Calls"}: ${counts.join(", ")}.`] : [])
  ]
}

type Step = NonNullable<Preview["steps"]>[number]

const headOf = ({ for_each, risk, tool }: StepPreview): string =>
  `${tool}${risk === "write" ? " (write)" : ""}${for_each === undefined ? "" : ` for each of ${for_each}`}:`

/** Says which arguments the results of earlier steps decide. */
const sourceLines = ({ from_steps = [] }: StepPreview): ReadonlyArray<string> => {
  const sources = from_steps.map(
    ({ argument, steps }) => `${argument} from ${steps.length === 1 ? "step" : "steps"} ${steps.join(", ")}`
  )
  return sources.length === 0 ? [] : [`Known only when the plan runs: ${sources.join("; ")}.`]
}

/** Ends a line that other lines follow in the same line. */
const withFullStop = (line: string): string => (/[.!?]$/.test(line) ? line : `${line}.`)

/** Formats a step as the lines of its call and its arguments, in one line. */
const stepText = (step: StepPreview): string =>
  [
    headOf(step),
    ...callLines(step).map(withFullStop),
    ...sourceLines(step),
    ...(Object.keys(step.arguments).length === 0 ? [] : [`Arguments: ${argumentsText(step, "full")}.`])
  ].join(" ")

/** Returns one line for each lean step, or for consecutive steps that differ only in their arguments. */
const groupLines = (steps: ReadonlyArray<StepPreview>): ReadonlyArray<string> => {
  const groups = Arr.isNonEmptyReadonlyArray(steps) ? Arr.groupWith(steps, isAlike) : []
  return Arr.mapAccum(groups, 1, (first, group) => [
    first + group.length,
    group.length === 1
      ? `${first}. ${leanText(group[0])}`
      : `${first} to ${first + group.length - 1}. ${groupText(group)}`
  ])[1]
}

/** Facts that say what is destroyed or granted. All other facts only describe it. */
const essentialFacts = ({ facts = {} }: StepPreview): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => factTraits(name).descriptive !== true))

/** Formats a step without its description: its arguments, and what it destroys or grants. */
const leanText = (step: StepPreview): string =>
  [
    headOf(step),
    argumentsText(step, "lean"),
    ...grantLines(step),
    ...factLines(essentialFacts(step), step.whole_content).map(withFullStop),
    ...sourceLines(step)
  ]
    .filter((text) => text !== "")
    .join(" ")

/**
 * Returns whether two steps can share a line. A step with grants, essential facts, content in full or unknown arguments
 * has its own.
 */
const isAlike = (one: StepPreview, other: StepPreview): boolean => {
  const isPlain = (step: StepPreview) =>
    step.grants === undefined &&
    step.from_steps === undefined &&
    step.whole_content !== true &&
    Object.keys(essentialFacts(step)).length === 0
  const fieldsOf = (step: StepPreview) => Object.keys(step.arguments).sort().join()
  return headOf(one) === headOf(other) && fieldsOf(one) === fieldsOf(other) && isPlain(one) && isPlain(other)
}

/** Formats steps that are alike: the arguments that all share, then those of each. */
const groupText = (steps: Arr.NonEmptyArray<StepPreview>): string => {
  const [first] = steps
  const valuesOf = (name: string) => steps.map((step) => argumentText(name, step.arguments[name], { detail: "lean" }))
  const [own, shared] = Arr.partition(Object.keys(first.arguments), (name) => new Set(valuesOf(name)).size === 1)
  const argumentsIn = (names: ReadonlyArray<string>, step: StepPreview) =>
    argumentsText({ arguments: Object.fromEntries(names.map((name) => [name, step.arguments[name]])) }, "lean")
  const [only = ""] = own
  const each =
    own.length === 0
      ? counted(steps.length, "time")
      : own.length === 1
        ? `${only} ${valuesOf(only).join(", ")}`
        : steps.map((step) => `(${argumentsIn(own, step)})`).join(", ")
  return `${headOf(first)} ${[argumentsIn(shared, first), each].filter((text) => text !== "").join("; ")}`
}

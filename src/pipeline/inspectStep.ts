/** What can be said of a step by itself, without its tool and without the other steps. */
import { Either } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import { isDispatcher } from "../tools/meta/tools.ts"
import { isOfItem } from "./itemScope.ts"
import { ITEMS_MAX, type PlanStep } from "./Plan.ts"
import { inherited } from "./reference.ts"
import { type Inspection, inspect, type Path, parseTemplate, soleReference } from "./template.ts"

/** A complaint about a place of the plan. */
export const issueAt = (path: Path, message: string, code: string): ValidationIssue => ({
  path: formatPath(path),
  message,
  code
})

/** All that a step refers to, and what is wrong with how it is written. */
export const inspectStep = (step: PlanStep, path: Path): Inspection => {
  const found = Object.entries({ if: step.if, for_each: step.for_each, args: step.args }).map(([field, value]) =>
    inspect(value, [...path, field])
  )
  return {
    references: found.flatMap(({ references }) => references),
    issues: [
      ...found.flatMap(({ issues }) => issues),
      ...conditionIssues(step.if, [...path, "if"]),
      ...listIssues(step.for_each, [...path, "for_each"]),
      ...confirmIssues(step, [...path, "args"])
    ]
  }
}

/** What is wrong with an id, besides that another step has it. */
export const idIssues = (id: string, path: Path): ReadonlyArray<ValidationIssue> => {
  if (inherited.has(id) || isOfItem(id)) {
    return [issueAt(path, "means something else: choose another id", "reserved_id")]
  }
  return ID.test(id)
    ? []
    : [issueAt(path, "must begin with a letter and go on with letters, digits, _ or -", "invalid_id")]
}

const ID = /^[A-Za-z][\w-]*$/

/** Any other text than one reference would always be true, and never a list. */
const conditionIssues = (text: string | undefined, path: Path): ReadonlyArray<ValidationIssue> =>
  text === undefined || isSole(text)
    ? []
    : [issueAt(path, "must be one template and nothing else, such as {{find.items}}", "not_a_template")]

const listIssues = (list: PlanStep["for_each"], path: Path): ReadonlyArray<ValidationIssue> => {
  if (list === undefined || typeof list === "string") return conditionIssues(list, path)
  return list.length > ITEMS_MAX ? [tooManyItems(list.length, path)] : []
}

/** The complaint about a list that is too long to run a step for each of its items. */
export const tooManyItems = (count: number, path: Path): ValidationIssue =>
  issueAt(path, `must have at most ${ITEMS_MAX} items, has ${count}`, "too_many_items")

/** What cannot be read at all is complained about where it is read. */
const isSole = (text: string): boolean =>
  Either.match(parseTemplate(text), {
    onLeft: () => true,
    onRight: (pieces) => soleReference(pieces) !== undefined
  })

const confirmIssues = ({ args, tool }: PlanStep, path: Path): ReadonlyArray<ValidationIssue> => [
  ...confirmIn(args, path),
  ...(isDispatcher(tool) ? confirmIn(args.args, [...path, "args"]) : [])
]

const confirmIn = (args: unknown, path: Path): ReadonlyArray<ValidationIssue> =>
  typeof args === "object" && args !== null && Object.hasOwn(args, "__confirm")
    ? [
        issueAt(
          [...path, "__confirm"],
          "a plan is confirmed once, as a whole: give __confirm beside steps",
          "misplaced_confirm"
        )
      ]
    : []

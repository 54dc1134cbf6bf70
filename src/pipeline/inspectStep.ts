/** Checks a step on its own, without its tool and the other steps. */
import { Either } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import { isDispatcher } from "../tools/meta/tools.ts"
import { ITEMS_MAX, type PlanStep } from "./Plan.ts"
import { inherited, isItemRoot } from "./reference.ts"
import { type Inspection, inspect, type Path, parseTemplate, soleReference } from "./template.ts"

/** Makes an issue at a position of the plan. */
export const issueAt = (path: Path, message: string, code: string): ValidationIssue => ({
  path: formatPath(path),
  message,
  code
})

/** Collects the references of a step and the issues of its syntax. */
export const inspectStep = (step: PlanStep, path: Path): Inspection => {
  const found = Object.entries({ if: step.if, for_each: step.for_each, args: step.args }).map(([field, value]) =>
    inspect(value, [...path, field])
  )
  return {
    references: found.flatMap(({ references }) => references),
    foreign: found.flatMap(({ foreign }) => foreign),
    issues: [
      ...found.flatMap(({ issues }) => issues),
      ...conditionIssues(step.if, [...path, "if"]),
      ...listIssues(step.for_each, [...path, "for_each"]),
      ...confirmIssues(step, [...path, "args"])
    ]
  }
}

/** Checks a step id, apart from uniqueness. */
export const idIssues = (id: string, path: Path): ReadonlyArray<ValidationIssue> => {
  if (inherited.has(id) || isItemRoot(id)) {
    return [issueAt(path, "is a reserved name: choose another id", "reserved_id")]
  }
  return ID.test(id)
    ? []
    : [issueAt(path, "must start with a letter, followed by letters, digits, _ or -", "invalid_id")]
}

const ID = /^[A-Za-z][\w-]*$/

/** Returns the issue of a text that is not one reference. It would always be true, and never be a list. */
const conditionIssues = (text: string | undefined, path: Path): ReadonlyArray<ValidationIssue> =>
  text === undefined || isSole(text)
    ? []
    : [issueAt(path, "must be one template and nothing else, such as {{find.items}}", "not_a_template")]

const listIssues = (list: PlanStep["for_each"], path: Path): ReadonlyArray<ValidationIssue> => {
  if (list === undefined || typeof list === "string") return conditionIssues(list, path)
  return list.length > ITEMS_MAX ? [tooManyItems(list.length, path)] : []
}

/** Makes the issue of a list with too many items. */
export const tooManyItems = (count: number, path: Path): ValidationIssue =>
  issueAt(path, `must have at most ${ITEMS_MAX} items, has ${count}`, "too_many_items")

/** Returns true for an unparsable text too, because `inspect` reports it. */
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

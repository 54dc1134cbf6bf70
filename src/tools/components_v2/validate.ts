import { Either, Predicate, Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { decodeArguments } from "../dsl/decodeArguments.ts"
import { components } from "./fields.ts"
import { componentIssues, nodesIn } from "./rules.ts"

/** Everything that is wrong with a tree of components, and how large it is: a report, whatever is in the tree. */
export const validateComponents = (list: ReadonlyArray<unknown>) => {
  const problems = problemsOf(list)
  const nodes = isTree(list) ? list.flatMap((top) => nodesIn(top, "")) : []
  return {
    valid: problems.length === 0,
    ...(nodes.length > 0 && {
      components: nodes.length,
      characters: nodes.reduce((sum, { it }) => sum + (typeof it.content === "string" ? [...it.content].length : 0), 0)
    }),
    problems
  }
}

const decode = decodeArguments(Schema.Struct({ components }))

const problemsOf = (list: ReadonlyArray<unknown>): ReadonlyArray<ValidationIssue> => {
  if (list.length === 0) return [{ path: "components", message: "must have at least 1 item", code: "too_few" }]
  const shape = Either.match(decode({ components: list }), {
    onLeft: ({ validation_issues }) => validation_issues,
    onRight: () => []
  })
  // The rules across components look at fields one by one, so they can judge what has not the right shape.
  const across = isTree(list) ? componentIssues(list as unknown as typeof components.Type, true) : []
  return [...shape, ...across.filter(({ path }) => shape.every((issue) => issue.path !== path))]
}

/** Whether all that stands where components stand is an object, at every depth. */
const isTree = (list: ReadonlyArray<unknown>): list is ReadonlyArray<object> =>
  list.every(
    (it) =>
      Predicate.isRecord(it) &&
      (!Array.isArray(it.components) || isTree(it.components)) &&
      (it.accessory === undefined || isTree([it.accessory]))
  )

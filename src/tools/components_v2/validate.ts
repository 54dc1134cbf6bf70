import { Either, Predicate, Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { decodeArguments, normalizeInput } from "../dsl/decodeArguments.ts"
import { components, type TopLevelComponent } from "./fields.ts"
import { componentIssues, nodesIn, textLengthOf } from "./rules.ts"

/** Returns all problems of a component tree, and its size. Accepts any value as a component. */
export const validateComponents = (given: ReadonlyArray<unknown>) => {
  const list = normalized(given)
  const problems = problemsOf(list)
  const nodes = isTree(list) ? list.flatMap((top) => nodesIn(top, "")) : []
  return {
    valid: problems.length === 0,
    ...(nodes.length > 0 && { components: nodes.length, characters: textLengthOf(nodes) }),
    problems
  }
}

const Tree = Schema.Struct({ components })
const decode = decodeArguments(Tree)

/** Converts components to the form that the other tools check. */
const normalized = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const tree: unknown = Object(normalizeInput(Tree.ast, { components: list }).value).components
  return Array.isArray(tree) ? tree : list
}

const problemsOf = (list: ReadonlyArray<unknown>): ReadonlyArray<ValidationIssue> => {
  if (list.length === 0) return [{ path: "components", message: "must have at least 1 item", code: "too_few" }]
  const shapeIssues = Either.match(decode({ components: list }), {
    onLeft: ({ validation_issues }) => validation_issues,
    onRight: () => []
  })
  // The rules between components check the type of each field that they read.
  const treeIssues = isTree(list) ? componentIssues(list as unknown as ReadonlyArray<TopLevelComponent>, true) : []
  return [...shapeIssues, ...treeIssues.filter(({ path }) => shapeIssues.every((issue) => issue.path !== path))]
}

/** Whether every component, at every depth, is an object. */
const isTree = (list: ReadonlyArray<unknown>): list is ReadonlyArray<object> =>
  list.every(
    (component) =>
      Predicate.isRecord(component) &&
      (!Array.isArray(component.components) || isTree(component.components)) &&
      (component.accessory === undefined || isTree([component.accessory]))
  )

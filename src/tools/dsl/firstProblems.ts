import { Array, ParseResult } from "effect"
import { MAX_ISSUES } from "../../errors/validationIssues.ts"

/**
 * Cuts what a schema found down to the problems that are told, before any of them
 * is put into words: `more` counts the others.
 */
export const firstProblems = (
  issue: ParseResult.ParseIssue
): { readonly issue: ParseResult.ParseIssue; readonly more: number } => {
  const count = problemsIn(issue)
  return count <= KEPT ? { issue, more: 0 } : { issue: cut(issue, { left: KEPT }), more: count - KEPT }
}

/** More than are told: some are left out in words, such as that a value is not null. */
const KEPT = 2 * MAX_ISSUES

const problemsIn = (issue: ParseResult.ParseIssue): number => {
  switch (issue._tag) {
    case "Pointer":
    case "Refinement":
    case "Transformation":
      return problemsIn(issue.issue)
    case "Composite":
      // That a value is none of several kinds is one problem.
      return issue.ast._tag === "Union" ? 1 : all(issue).reduce((sum, one) => sum + problemsIn(one), 0)
    case "Type":
    case "Missing":
    case "Unexpected":
    case "Forbidden":
      return 1
  }
}

const cut = (issue: ParseResult.ParseIssue, budget: { left: number }): ParseResult.ParseIssue => {
  switch (issue._tag) {
    case "Pointer":
      return new ParseResult.Pointer(issue.path, issue.actual, cut(issue.issue, budget))
    case "Refinement":
      return new ParseResult.Refinement(issue.ast, issue.actual, issue.kind, cut(issue.issue, budget))
    case "Transformation":
      return new ParseResult.Transformation(issue.ast, issue.actual, issue.kind, cut(issue.issue, budget))
    case "Composite": {
      if (issue.ast._tag === "Union") {
        budget.left--
        return issue
      }
      const kept: Array<ParseResult.ParseIssue> = []
      for (const one of all(issue)) {
        if (budget.left <= 0) break
        kept.push(cut(one, budget))
      }
      return Array.isNonEmptyArray(kept)
        ? new ParseResult.Composite(issue.ast, issue.actual, kept, issue.output)
        : issue
    }
    case "Type":
    case "Missing":
    case "Unexpected":
    case "Forbidden":
      budget.left--
      return issue
  }
}

const all = ({ issues }: ParseResult.Composite): ReadonlyArray<ParseResult.ParseIssue> =>
  "_tag" in issues ? [issues] : issues

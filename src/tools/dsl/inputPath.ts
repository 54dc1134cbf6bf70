import { formatPath } from "../../errors/validationIssues.ts"

/** A path in an input, as a linked list from the end. */
export interface PathNode {
  readonly key: string | number
  readonly parent: PathNode | undefined
}

/** Formats a path. A very long path is truncated at its end. */
export const pathOf = (path: PathNode | undefined): string => {
  const keys: Array<string | number> = []
  for (let at = path; at !== undefined; at = at.parent) keys.push(at.key)
  return formatPath(keys.reverse().slice(0, PATH_MAX))
}

const PATH_MAX = 8

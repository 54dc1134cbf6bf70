/** Reads values of settings as people and programs write them: in quotes, with their name, as a path with `~`. */
import nodePath, { type PlatformPath } from "node:path"
import { Either } from "effect"

/** Removes white space, invisible characters, one pair of quotes, and the name of the setting, as in `NAME=value`. */
export const plainValue = (name: string, value: string): string => {
  const text = withoutQuotes(value)
  const [, key, rest = ""] = ASSIGNMENT.exec(text) ?? []
  return key === name ? withoutQuotes(rest) : text
}

/** The beginning of a line that sets a variable, in a shell, PowerShell, cmd, a Docker command, JSON or YAML. */
const ASSIGNMENT = /^(?:export\s+|set\s+|\$env:|-e\s+|-\s+)?["']?([A-Z][A-Z\d_]+)["']?\s*[=:]\s*(.*)$/s

/** Removes white space, invisible characters, and one pair of quotes around a text. */
export const withoutQuotes = (value: string): string => {
  const text = withoutEdges(value)
  const pair = QUOTES.find(([open, close]) => text.length > 1 && text.startsWith(open) && text.endsWith(close))
  const inner = text.slice(1, -1)
  return pair === undefined || pair.some((quote) => inner.includes(quote)) ? text : withoutEdges(inner)
}

/** Removes white space and invisible characters. Copied texts begin or end with them. */
const withoutEdges = (text: string): string => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "")

const QUOTES = [
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"]
] as const

/** Returns whether a text has a quotation mark at its beginning or its end, without the other one. */
export const hasLoneQuote = (text: string): boolean => /^["'`“„‘«]|["'`”“’»]$/.test(text)

/**
 * Returns a path with the home directory in place of `~`, or the problem of a text that is not clearly a path. No
 * directory is created for it then. `paths`: those of the platform.
 */
export const readPath = (
  text: string,
  home: string | undefined,
  paths: Pick<PlatformPath, "isAbsolute" | "join" | "sep"> = nodePath
): Either.Either<string, string> => {
  const problem = problems.find(({ pattern, sep = paths.sep }) => sep === paths.sep && pattern.test(text))
  if (problem !== undefined) return Either.left(problem.says)
  if (hasLoneQuote(text)) return Either.left("has a quotation mark on one side only")
  if (!/^~(?:[/\\]|$)/.test(text)) return Either.right(text)
  return home === undefined || !paths.isAbsolute(home)
    ? Either.left("begins with ~, but no home directory is set in the environment. Write the absolute path")
    : Either.right(paths.join(home, text.slice(1)))
}

interface PathProblem {
  readonly pattern: RegExp
  readonly says: string
  /** The separator of the platform that has the problem. Unset: each. */
  readonly sep?: "/" | "\\"
}

const problems: ReadonlyArray<PathProblem> = [
  { pattern: /[\r\n]/, says: "has several lines. Write one path" },
  {
    pattern: /\p{Cc}/u,
    says: String.raw`contains a control character. Write the path again, with / or \\ between its folders`
  },
  { pattern: ASSIGNMENT, says: "sets another variable. Write only the path" },
  { pattern: /^[a-z][a-z\d+.-]+:\/\//i, says: "is a URL. Write the path of a file of this machine" },
  {
    pattern: /^\$(?:env:)?[a-z_]\w*|^%\w+%|^\{env:/i,
    says: "begins with a variable, which nothing replaces here. Write the absolute path"
  },
  { pattern: /^~[^/\\]/, says: "names the home directory of another user. Write the absolute path" },
  {
    sep: "/",
    pattern: /^(?:[a-z]:(?:[\\/]|$)|\\\\|\.{0,2}\\)/i,
    says: "is a path of Windows, but this server does not run on Windows. Write the path as this machine has it"
  },
  {
    sep: "\\",
    pattern: /^\/(?:mnt\/|cygdrive\/)?[a-z]\//i,
    says: String.raw`is a path of Git Bash or WSL. Write the path as Windows has it, such as C:\Users\ada\file`
  }
]

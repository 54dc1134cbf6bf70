/**
 * The words of a command line, before the parser of `@effect/cli` gets them: `serve` starts without that parser, and the
 * parser does not parse every line as intended.
 */
import { Data } from "effect"

/** Uses the embedded sandbox. */
export const SANDBOX = "--sandbox"

/** The permissions of the sandbox's bot. */
export const PERMISSIONS = "--permissions"

/** `--permissions` names an unknown permission, or is given without `--sandbox`. */
export class InvalidPermissions extends Data.TaggedError("InvalidPermissions")<{ readonly problem: string }> {
  override get message(): string {
    return `${PERMISSIONS}: ${this.problem}`
  }
}

/** Serves over HTTP. */
export const HTTP = "--http"

/** Prints JSON. */
export const JSON_OUTPUT = "--json"

/** Names the MCP client of an entry. */
export const CLIENT = "--client"

/** Returns the name of a flag as the parser of options expects it. */
export const optionName = (flag: string): string => flag.replace(/^--/, "")

/** The arguments of `serve`. */
export interface ServeOptions {
  readonly sandbox: boolean
  readonly http: boolean
}

/** Parses the arguments of `serve`. Returns `undefined` for any other command line, which the full parser handles. */
export const parseServeArguments = (words: ReadonlyArray<string>): ServeOptions | undefined => {
  const rest = words[0] === "serve" ? words.slice(1) : words
  return rest.every((word) => word === SANDBOX || word === HTTP) && new Set(rest).size === rest.length
    ? { sandbox: rest.includes(SANDBOX), http: rest.includes(HTTP) }
    : undefined
}

/**
 * Puts `--` before the tool's fields of `call`, so that the parser ignores them.
 * Moves the flags of `call` itself to the front.
 */
export const separateToolFields = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", name, ...words] = argv
  if (name !== "call") return argv
  const { flags, rest } = leadingFlags(words)
  const [tool, ...fields] = rest.filter((word) => !CALL_FLAGS.includes(word))
  if (tool === undefined || tool.startsWith("-")) return argv
  const moved = CALL_FLAGS.filter((flag) => rest.includes(flag) && !flags.includes(flag))
  // Without this, the parser would show the help of `call` itself.
  const given = fields.includes("--help") || fields[0] === "-h" ? [HELP] : fields
  return [node, script, name, ...flags, ...moved, tool, "--", ...given]
}

/** Returns whether the fields of `call TOOL` ask for help. */
export const asksForHelp = (fields: ReadonlyArray<string>): boolean => fields[0] === HELP

/** Replaces `--help` after a tool. A user cannot type this text, and no tool has a field with this name. */
const HELP = "\u0000help"

/** Rewrites `help COMMAND` to `COMMAND --help`. */
export const expandHelpCommand = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", name, ...words] = argv
  return name === "help" && !words.includes("--help") && !words.includes("-h")
    ? [node, script, ...words, "--help"]
    : argv
}

/** Moves `--sandbox` and `--permissions` before the command to the command's own flags. */
export const moveSandboxFlags = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", ...words] = argv
  const {
    flags,
    rest: [name, ...rest]
  } = leadingFlags(words)
  const hasSandboxFlag = flags.some((flag) => flag === SANDBOX || flag.startsWith(PERMISSIONS))
  return hasSandboxFlag && name !== undefined && !name.startsWith("-") ? [node, script, name, ...flags, ...rest] : argv
}

/**
 * Splits the flags of the sandbox and of `call` from the words that follow them. Some tools have a field named
 * permissions, so its flag is only recognized before the tool.
 */
export const leadingFlags = (
  words: ReadonlyArray<string>
): { readonly flags: ReadonlyArray<string>; readonly rest: ReadonlyArray<string> } => {
  const [first, second] = words
  const count =
    first === PERMISSIONS && second !== undefined
      ? 2
      : first !== undefined && (CALL_FLAGS.includes(first) || first.startsWith(`${PERMISSIONS}=`))
        ? 1
        : 0
  if (count === 0) return { flags: [], rest: words }
  const { flags, rest } = leadingFlags(words.slice(count))
  return { flags: [...words.slice(0, count), ...flags], rest }
}

/** The flags of `call` that are recognized at any position. No tool has a field with such a name. */
const CALL_FLAGS = [JSON_OUTPUT, SANDBOX]

/**
 * Puts `--` before the tool's fields of `call`, so that the parser ignores them.
 * Moves the flags of `call` itself to the front.
 */
export const separateToolFields = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", name, ...words] = argv
  const [tool, ...rest] = words.filter((word) => !CALL_FLAGS.includes(word))
  const isCall =
    name === "call" && tool !== undefined && !tool.startsWith("-") && !rest.includes("--help") && !rest.includes("-h")
  return isCall ? [node, script, name, ...CALL_FLAGS.filter((flag) => words.includes(flag)), tool, "--", ...rest] : argv
}

/** The flags of `call`. No tool has a field with such a name. */
const CALL_FLAGS = ["--json", "--sandbox"]

/** Moves a `--sandbox` before the command to the command's own flags. */
export const moveSandboxFlag = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", flag, name, ...rest] = argv
  return flag === "--sandbox" && name !== undefined && !name.startsWith("-")
    ? [node, script, name, flag, ...rest]
    : argv
}

/**
 * `call`'s flags are the fields of the tool, which the command line cannot know:
 * behind `--` it leaves them alone. Its own stands before them, wherever it was written.
 */
export const protectFields = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", name, ...words] = argv
  const [tool, ...rest] = words.filter((word) => !OWN.includes(word))
  const isCall =
    name === "call" && tool !== undefined && !tool.startsWith("-") && !rest.includes("--help") && !rest.includes("-h")
  return isCall ? [node, script, name, ...OWN.filter((own) => words.includes(own)), tool, "--", ...rest] : argv
}

/** No tool has a field of these names. */
const OWN = ["--json", "--sandbox"]

/** `--sandbox` may stand before the command as well: it goes to the command, which knows it. */
export const sandboxFlagLast = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", flag, name, ...rest] = argv
  return flag === "--sandbox" && name !== undefined && !name.startsWith("-")
    ? [node, script, name, flag, ...rest]
    : argv
}
